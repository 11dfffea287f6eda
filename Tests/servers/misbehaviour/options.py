"""The query of a URL: how many pages, which one is bad, and how."""

import dataclasses
from typing import Any
from urllib.parse import parse_qs

WHOLE_NUMBERS = {
    "pages": range(0, 1_000_001),
    "size": range(1, 10_001),
    "ms": range(0, 600_001),
    "bad": range(0, 1_000_001),
    "once": range(0, 2),
    "bytes": range(0, 1 << 30),
    "levels": range(1, 1_000_001),
    "after_seconds": range(0, 3601),
    "uses": range(1, 1_000_001),
}


class BadOption(Exception):
    """An option is unknown or out of range; the message says which and what is allowed."""


@dataclasses.dataclass(frozen=True)
class Options:
    """None means that the query left it to the path.

    `pages` and `size` are the list; `ms` the latency; `bad` the page, from 1, on which the trouble happens (0: on
    none); `once` makes it happen a single time for this `key`; `bytes` and `levels` say how large or deep an answer
    gets; `after_seconds` is the `Retry-After`; `uses` is how often a token is good; `key` names the pager for the
    counters, so that tests that run side by side do not see each other.
    """

    pages: int = 5
    size: int = 10
    ms: int | None = None
    bad: int | None = None
    once: int = 0
    bytes: int | None = None
    levels: int = 5_000
    after_seconds: int = 1
    uses: int = 2
    key: str = ""


def parse_options(query: str) -> Options:
    """Reads the query of a URL; raises `BadOption`, because a misspelt option would make a test pass for nothing."""
    values: dict[str, Any] = {}
    for name, (*_, text) in parse_qs(query, keep_blank_values=True).items():
        if name == "key":
            values[name] = text
        elif name not in WHOLE_NUMBERS:
            raise BadOption(f"unknown option {name!r}; known are key, {', '.join(WHOLE_NUMBERS)}")
        elif not text.isdecimal() or int(text) not in WHOLE_NUMBERS[name]:
            allowed = WHOLE_NUMBERS[name]
            raise BadOption(f"{name} must be from {allowed.start} to {allowed.stop - 1}, not {text!r}")
        else:
            values[name] = int(text)
    return Options(**values)
