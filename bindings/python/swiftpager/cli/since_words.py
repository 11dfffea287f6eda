"""`--since` of `swiftpager sync`: how all lists are asked for what is new, or one of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from .endings import UsageError

if TYPE_CHECKING:
    from ..sync import Pinned


@dataclasses.dataclass(frozen=True)
class SinceWords:
    """What the words of --since say."""

    # What holds for all lists; None if no word says it.
    all: Literal["auto", "off"] | None
    # What holds for one list, by names: "auto", "off", or a field like "/updatedAt".
    lists: dict[str, str]

    def changed(self, pinned: Pinned) -> Pinned:
        """The plans without those of the lists that are asked in another way from now on: a run makes these anew."""
        for name, word in self.lists.items():
            entry = pinned.lists[name]
            if word != (entry.since or pinned.options.since):
                entry = dataclasses.replace(
                    entry, since=word, plan=None, key=None, is_untried=False, earlier=(), whole=None
                )
                pinned = pinned.with_entry(entry)
        return pinned


def since_from(words: Sequence[str]) -> SinceWords:
    """What --since says; raises `UsageError`."""
    from ..sync.pinned import is_since

    every: Literal["auto", "off"] | None = None
    lists: dict[str, str] = {}
    for word in words:
        name, equals, since = word.rpartition("=")
        if not equals and word in ("auto", "off"):
            every = "off" if word == "off" else "auto"
        elif not equals and is_since(word):
            raise UsageError(f"--since {word}: a field belongs to one list: write --since LIST={word}")
        elif not name or not is_since(since):
            raise UsageError(f"--since {word}: expected auto, off, LIST=auto, LIST=off or LIST=/FIELD")
        else:
            lists[name] = since
    return SinceWords(every, lists)
