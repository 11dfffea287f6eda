"""JSON: values for the library, and its answers."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

# Converts an object that has no JSON form to one that has; raises TypeError if it cannot.
Default = Callable[[Any], Any]


def given(**values: Any) -> dict[str, Any]:
    """The values that are given; None means that a value was left out."""
    return {key: value for key, value in values.items() if value is not None}


def written(what: str, value: Any, default: Default | None = None) -> bytes:
    """A value as JSON; raises TypeError or ValueError with notes of what could not be written, and of its place."""
    plain = _Plain(default)
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=plain).encode()
    except (TypeError, ValueError, RecursionError) as error:
        error.add_note(f"while writing {what} as JSON")
        # The encoder looks at the values in the same order, so it finds this one before a value that contains itself.
        if plain.refused is not _NOTHING:
            if (place := _place(value, lambda found: found is plain.refused)) is not None:
                # What is not a variable has a form of its own, which no function can change.
                needs_default = default is None and place.startswith(_VARIABLES)
                advice = "; give `default`, a function that converts it" if needs_default else ""
                error.add_note(f"the value at {place or 'its top'} has no JSON form{advice}")
        elif "not JSON compliant" in str(error) and (place := _place(value, _is_infinite)) is not None:
            error.add_note(f"the number at {place or 'its top'} is not finite")
        elif isinstance(error, UnicodeEncodeError) and (place := _place(value, _is_broken)) is not None:
            error.add_note(f"the text at {place or 'its top'} has bytes of another encoding, or half a character")
        raise


_NOTHING = object()

# The places of variables in the configurations of pagers and requests.
_VARIABLES = ("/variables/", "/next_query/variables/")


def _is_infinite(value: Any) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def _is_broken(value: Any) -> bool:
    """Whether a text has a surrogate, as in the name of a file that is not UTF-8."""
    return isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value)


def _place(value: Any, is_wanted: Callable[[Any], bool]) -> str | None:
    """The JSON Pointer of the first value that is wanted; None if no value is."""
    if is_wanted(value):
        return ""
    places = (
        f"/{key}{place}" for key, member in _members(value) if (place := _place(member, is_wanted)) is not None
    )
    return next(places, None)


def _members(value: Any) -> Iterable[tuple[Any, Any]]:
    """The members that the encoder writes for a value, by name or index."""
    match value:
        case Mapping():
            return value.items()
        case str() | bytes() | bytearray() | memoryview():
            return ()
        case Sequence():
            return enumerate(value)
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
        case _:
            return ()


def read(text: bytes | memoryview) -> Any:
    """The value of a JSON text from the library."""
    return json.loads(str(text, "utf-8"))


class _Plain:
    """Converts objects that JSON does not know; leaves those of a program's own classes to its `default`."""

    def __init__(self, default: Default | None) -> None:
        self.default = default
        # The object that could not be converted.
        self.refused: Any = _NOTHING

    def __call__(self, value: Any) -> Any:
        from ._plain import NO_FORM, plain  # Most programs need none of these classes, and they take milliseconds.

        if (converted := plain(value)) is not NO_FORM:
            return converted
        self.refused = value
        if self.default is None:
            # Without the value itself, which may be the secret of a header.
            raise TypeError(f"JSON has no value for an object of type {type(value).__name__}")
        converted = self.default(value)
        self.refused = _NOTHING
        return converted
