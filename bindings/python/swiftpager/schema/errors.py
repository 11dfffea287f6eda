"""What is wrong with a schema, or with what a plan was asked for."""

from __future__ import annotations

from collections.abc import Iterable

# How many names a message shows where none is near.
_SHOWN = 8


class SchemaError(ValueError):
    """A schema cannot be read, or does not have what was asked for.

    SchemaError
    ├── IntrospectionRefused  the server's answer to the introspection query is not a whole schema
    ├── UnknownList           no list has that name
    ├── UnknownField          the item of the list has no such field
    ├── WrongArgument         an argument is unknown, missing, or has a value that its type does not take
    └── UnreadMark            an item shows that its list cannot be read since a mark
    """


class IntrospectionRefused(SchemaError):
    """The server's answer to the introspection query is not a whole schema."""


class UnknownList(SchemaError):
    """No list of the schema has that name; the message proposes the nearest."""


class UnknownField(SchemaError):
    """The item of the list has no field of that name, or none that can be selected."""


class WrongArgument(SchemaError):
    """An argument is unknown, missing, or has a value that its type does not take."""


class UnreadMark(SchemaError):
    """The field that says when an item changed has a value that is neither a time nor a whole number."""


def proposal(name: str, names: Iterable[str]) -> str:
    """The end of a message about an unknown name: the nearest of the known names, or the first ones."""
    known = list(names)
    if near := nearest(name, known):
        return f"; did you mean {' or '.join(map(repr, near))}?"
    if not known:
        return "; no name is known"
    more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    return f"; there are {', '.join(map(repr, known[:_SHOWN]))}{more}"


def nearest(name: str, known: list[str]) -> list[str]:
    """The names that were probably meant: another case of the name, a name that ends with it, or similar ones."""
    same = [one for one in known if one.lower() == name.lower()]
    last = [one for one in known if one.rpartition(".")[2].lower() == name.lower()]
    if same or last:
        return (same or last)[:_SHOWN]
    # Only a mistake needs it.
    import difflib

    by_case: dict[str, list[str]] = {}
    for one in known:
        for key in {one.lower(), one.rpartition(".")[2].lower()}:
            by_case.setdefault(key, []).append(one)
    similar = difflib.get_close_matches(name.lower(), by_case, n=2)
    return list(dict.fromkeys(one for key in similar for one in by_case[key]))[:_SHOWN]
