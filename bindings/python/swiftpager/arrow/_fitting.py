"""Which type of column holds a value, and which holds the values of two columns.

The library reads the values. This module follows its rules where a type is chosen before the library sees them.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from typing import Any

# The types of dates and times: for each, whether its values have a zone, and whether they have nanoseconds.
TIMES = ("date", "timestamp", "timestamp_ns", "timestamp_local", "timestamp_local_ns")
# What holds any value.
ANY = "json"
_NANOSECONDS = "_ns"
# As the library reads times: see `TimeText` in Sources/PagerBytes.
_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[Tt ]([01]\d|2[0-3]):[0-5]\d(?::([0-5]\d|60)(?:[.,](\d+))?)?"
    r"([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?",
    re.ASCII,
)
# Nanoseconds reach from a day of 1677 to one of 2262.
_YEARS_OF_NANOSECONDS = range(1678, 2262)
# Doubles have no gaps up to here.
_LARGEST_EXACT = 2**53


def is_time(text: str) -> bool:
    """Whether the library reads a text as a date or a time."""
    match = _TIME.fullmatch(text)
    return match is not None and _is_date(match[1])


def time_type(value: Any) -> str | None:
    """The type of column for a date or a time as the server writes it; None for anything else."""
    match = _TIME.fullmatch(value) if isinstance(value, str) else None
    if match is None or not _is_date(match[1]):
        return None
    hour, second, fraction, zone = match.groups()[1:]
    digits = len((fraction or "").rstrip("0"))
    if hour is None:
        return "date"
    if second == "60" or digits > 9 or (digits > 6 and not _has_nanoseconds(value)):
        return None
    return ("timestamp" if zone else "timestamp_local") + (_NANOSECONDS if digits > 6 else "")


def joined(one: Any, other: Any) -> Any:
    """The type that holds the values of two columns."""
    if one == other:
        return one
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return {name: joined(one.get(name, kind), kind) for name, kind in {**one, **other}.items()}
    pair = {one, other} if isinstance(one, str) and isinstance(other, str) else set()
    if pair == {"int64", "float64"}:
        return "float64"
    # The first moment of a date has no zone.
    kinds = {kind.removesuffix(_NANOSECONDS) if kind != "date" else "timestamp_local" for kind in pair}
    if not pair or not pair <= set(TIMES) or len(kinds) > 1:
        return ANY
    is_fine = any(kind.endswith(_NANOSECONDS) for kind in pair)
    return kinds.pop() + (_NANOSECONDS if is_fine else "")


def type_of_values(kind: Any, values: Iterable[Any]) -> Any:
    """The type of a column for values that its own type does not hold all; None if it holds them.

    It holds these values alone: `joined` with the column's type it holds the earlier ones, too.
    """
    found = [value for value in values if value is not None]
    if isinstance(kind, Mapping):
        return _struct_of(kind, found)
    if isinstance(kind, list):
        is_list = all(isinstance(value, list) for value in found)
        inner = [one for value in found for one in value] if is_list else []
        return None if is_list and type_of_values(kind[0], inner) is None else ANY
    if all(_holds(kind, value) for value in found):
        return None
    if kind in TIMES:
        types = {time_type(value) or ANY for value in found}
        wider = types.pop()
        for one in types:
            wider = joined(wider, one)
        return wider if all(_holds(wider, value) for value in found) else ANY
    is_number = kind == "int64" and all(_holds("float64", value) for value in found)
    return "float64" if is_number else ANY


def _struct_of(kind: Mapping[str, Any], values: list[Any]) -> Any:
    if not all(isinstance(value, Mapping) for value in values):
        return ANY
    members = {name: type_of_values(one, [value.get(name) for value in values]) for name, one in kind.items()}
    if not any(members.values()):
        return None
    return {name: one if (wider := members[name]) is None else wider for name, one in kind.items()}


def _holds(kind: str, value: Any) -> bool:
    """Whether a column of a type takes a value that is not null."""
    if kind == "date":
        return time_type(value) == "date"
    if kind in TIMES:
        found = time_type(value)
        is_held = found is not None and joined(kind, found) == kind
        return is_held and (not kind.endswith(_NANOSECONDS) or _has_nanoseconds(value))
    if kind in ("string", "bool"):
        return isinstance(value, str if kind == "string" else bool)
    if kind not in ("int64", "float64"):
        return True
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if kind == "float64":
        return isinstance(value, float) or abs(value) <= _LARGEST_EXACT
    return -(2**63) <= value < 2**63 if isinstance(value, int) else value.is_integer() and abs(value) <= _LARGEST_EXACT


def _has_nanoseconds(text: str) -> bool:
    return int(text[:4]) in _YEARS_OF_NANOSECONDS


def _is_date(text: str) -> bool:
    # Python has no year 0, which is a leap year.
    year = text if text[:4] != "0000" else f"0004{text[4:]}"
    try:
        datetime.date.fromisoformat(year)
    except ValueError:
        return False
    return True
