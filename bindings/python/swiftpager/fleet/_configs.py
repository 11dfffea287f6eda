"""A walk's own configs, which may be wrong."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from .._native.statuses import Status
from ..exceptions import ConfigurationError, SwiftPagerError


@contextlib.contextmanager
def refusing_wrong_ones() -> Iterator[None]:
    """Makes one kind of refusal of all: the library refuses wrong values, and Python wrong types of some keys.

    Stands only around what makes a walk's client and pager, whose messages name the key.
    """
    try:
        yield
    except SwiftPagerError:
        raise
    except (TypeError, ValueError) as error:
        status = Status.INVALID_CONFIG
        raise ConfigurationError(str(error), status, {"code": status.name, "message": str(error)}) from error


def concerns(error: SwiftPagerError, key: str) -> bool:
    """Whether a key of a config was refused, or something inside its value."""
    path = error.path if isinstance(error, ConfigurationError) else None
    return path is not None and path.split("/")[1:2] == [key]
