"""Words for people, in messages and in the `repr` of objects."""

from __future__ import annotations

from collections.abc import Callable

from .exceptions import ClosedError, ForkedError
from .shapes import ErrorsState


def counted(number: int, what: str) -> str:
    """A number with its noun: "1 page", "2,000 pages"."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def told(errors: ErrorsState) -> str:
    """Errors beside the data of a list, in a sentence."""
    first = errors["first"]
    place = "" if first["path"] is None else f" at {first['path']}"
    return (
        f"{counted(errors['pages'], 'page')} came with {counted(errors['errors'], 'error')} beside the data; the first"
        f" error, on page {first['page']}{place}: {first['message'] or 'without a message'}"
    )


def shown(what: object, describe: Callable[[], str]) -> str:
    """The `repr` of an object. Debuggers and logs ask for it at any time, so this never fails."""
    try:
        words = describe()
    except ForkedError:
        words = "of the parent process"
    except ClosedError:
        words = "closed"
    return f"<swiftpager.{type(what).__name__} {words}>"
