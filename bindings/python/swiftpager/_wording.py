"""Words for people: in messages, and where objects show themselves."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """A number of things: "1 page", "2,000 pages"."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
