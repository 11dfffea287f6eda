"""Words for people, in messages and in the `repr` of objects."""

from __future__ import annotations

from collections.abc import Callable

from .exceptions import ClosedError, ForkedError


def counted(number: int, what: str) -> str:
    """A number with its noun: "1 page", "2,000 pages"."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def shown(what: object, describe: Callable[[], str]) -> str:
    """The `repr` of an object. Debuggers and logs ask for it at any time, so this never fails."""
    try:
        words = describe()
    except ForkedError:
        words = "of the parent process"
    except ClosedError:
        words = "closed"
    return f"<swiftpager.{type(what).__name__} {words}>"
