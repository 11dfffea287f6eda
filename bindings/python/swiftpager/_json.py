"""JSON: values for the library, and its answers."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import json
import math
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ._documents import printed

# Converts an object that has no JSON form to one that has; raises TypeError if it cannot.
Default = Callable[[Any], Any]


def given(**values: Any) -> dict[str, Any]:
    """The values that are given; None means that a value was left out."""
    return {key: value for key, value in values.items() if value is not None}


def written(what: str, value: Any, default: Default | None = None) -> bytes:
    """A value as JSON; raises TypeError or ValueError with a note of what could not be written."""
    try:
        return json.dumps(
            value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_Plain(default)
        ).encode()
    except (TypeError, ValueError, RecursionError) as error:
        error.add_note(f"while writing {what} as JSON")
        # The encoder looks at the values in the same order, so it finds this one before a value that contains itself.
        if "not JSON compliant" in str(error) and (place := _without_number(value)) is not None:
            error.add_note(f"the number at {place or 'its top'} is not finite")
        raise


def _without_number(value: Any) -> str | None:
    """The JSON Pointer of the first float that is infinite or NaN; None if there is none."""
    match value:
        case float():
            return None if math.isfinite(value) else ""
        case Mapping():
            members: Iterable[tuple[Any, Any]] = value.items()
        case list() | tuple():
            members = enumerate(value)
        case _:
            return None
    return next((f"/{key}{place}" for key, member in members if (place := _without_number(member)) is not None), None)


def read(text: bytes | memoryview) -> Any:
    """The value of a JSON text from the library."""
    return json.loads(str(text, "utf-8"))


class _Plain:
    """Converts objects of the standard library to JSON values; leaves other objects to the program's `default`."""

    def __init__(self, default: Default | None) -> None:
        self.default = default

    def __call__(self, value: Any) -> Any:
        if (document := printed(value)) is not None:
            return document
        match value:
            case datetime.date() | datetime.time():
                return value.isoformat()
            case uuid.UUID() | decimal.Decimal():
                return str(value)
            case enum.Enum():
                return value.value
            case Mapping():
                return dict(value)
            case bytes() | bytearray() | memoryview():
                pass
            case Sequence():
                return list(value)
            case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
                # Not `asdict`, which would copy the members: the encoder passes each of them here.
                return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        if self.default is not None:
            return self.default(value)
        raise TypeError(
            f"JSON has no value for an object of type {type(value).__name__}: {value!r}; give `default`, a function"
            " that converts it"
        )
