"""Words for people: in messages, and where objects show themselves."""

from __future__ import annotations

from collections.abc import Callable

from .exceptions import ClosedError, ForkedError


def counted(number: int, what: str) -> str:
    """A number of things: "1 page", "2,000 pages"."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def shown(what: object, describe: Callable[[], str]) -> str:
    """What an object shows of itself. Debuggers and logs ask for that at any time, so it never fails."""
    try:
        words = describe()
    except ForkedError:
        words = "of the parent process"
    except ClosedError:
        words = "closed"
    return f"<swiftpager.{type(what).__name__} {words}>"
