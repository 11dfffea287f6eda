"""The JSON values of the standard library's objects."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from ._documents import printed

# What `plain` returns of an object that has no JSON form.
NO_FORM = object()


def plain(value: Any) -> Any:
    """The value that stands for an object in JSON; `NO_FORM` for objects of other classes."""
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
            return NO_FORM
        case Sequence():
            return list(value)
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            # Not `asdict`, which would copy the members: the encoder passes each of them here.
            return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return NO_FORM
