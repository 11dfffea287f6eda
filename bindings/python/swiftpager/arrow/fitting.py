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
    r"(?P<date>\d{4}-\d\d-\d\d)"
    r"(?:[Tt ](?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d|60)(?:[.,](?P<fraction>\d+))?)?"
    r"(?P<zone>[Zz]|(?P<sign>[+-])(?P<hours>[01]\d|2[0-3])(?::?(?P<minutes>[0-5]\d))?)?)?",
    re.ASCII,
)
_DAYS_TO_1970 = datetime.date(1970, 1, 1).toordinal()
# Doubles have no gaps up to here.
_LARGEST_EXACT = 2**53


def is_time(text: str) -> bool:
    """Whether the library reads a text as a date or a time."""
    return _read(text) is not None


def time_type(value: Any) -> str | None:
    """The type of column for a date or a time as the server writes it; None for anything else."""
    match = _read(value)
    if match is None:
        return None
    digits = len((match["fraction"] or "").rstrip("0"))
    if match["hour"] is None:
        return "date"
    if match["second"] == "60" or digits > 9 or (digits > 6 and not _has_nanoseconds(match)):
        return None
    return ("timestamp" if match["zone"] else "timestamp_local") + (_NANOSECONDS if digits > 6 else "")


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
        found, match = time_type(value), _read(value)
        if match is None or found is None or joined(kind, found) != kind:
            return False
        return not kind.endswith(_NANOSECONDS) or _has_nanoseconds(match)
    if kind in ("string", "bool"):
        return isinstance(value, str if kind == "string" else bool)
    if kind not in ("int64", "float64"):
        return True
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if kind == "float64":
        return isinstance(value, float) or abs(value) <= _LARGEST_EXACT
    return -(2**63) <= value < 2**63 if isinstance(value, int) else value.is_integer() and abs(value) <= _LARGEST_EXACT


def _read(value: Any) -> re.Match[str] | None:
    """The parts of a date or a time; None for anything else."""
    match = _TIME.fullmatch(value) if isinstance(value, str) else None
    return None if match is None or _days(match["date"]) is None else match


def _days(date: str) -> int | None:
    """The days of a date since 1970. Python has no year 0, which is a leap year; here it is the year 4."""
    known = f"0004{date[4:]}" if date.startswith("0000") else date
    try:
        return datetime.date.fromisoformat(known).toordinal() - _DAYS_TO_1970
    except ValueError:
        return None


def _has_nanoseconds(match: re.Match[str]) -> bool:
    """Whether 64 bits hold the nanoseconds of a time since 1970."""
    part = {name: int(match[name] or 0) for name in ("hour", "minute", "second", "hours", "minutes")}
    ahead = (part["hours"] * 60 + part["minutes"]) * (-60 if match["sign"] == "-" else 60)
    clock = part["hour"] * 3_600 + part["minute"] * 60 + part["second"]
    seconds = (_days(match["date"]) or 0) * 86_400 + clock - ahead
    nanoseconds = seconds * 10**9 + int((match["fraction"] or "").ljust(9, "0")[:9])
    return -(2**63) <= nanoseconds < 2**63
