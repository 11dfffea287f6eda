"""How far an output is: the one promise of all files that a walk writes.

The checkpoint records the length of the output, and its length at the mark. A walk that begins again at the mark first
cuts the output back to that length, once its first page is there. So each item since the mark comes once, however often
a walk begins again.

A mark stands until a whole walk moves it. What a walk writes before that, a later walk that begins at the same mark
writes again: the output at the mark plus what one such walk brings is always the whole of it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from typing import Any, Self

from ._storing import VERSION, State

# The version of a record that has a checksum, and the lengths.
SEALED = 2


@dataclasses.dataclass(frozen=True)
class Extent:
    """How far an output is. A length is a number of bytes, or of parts."""

    state: State
    length: int = 0
    # The length when the mark moved last; 0 before it has moved.
    at_mark: int = 0
    # How many rows of the next page a limit let a folder of parts have, in a part behind its length.
    first_rows: int = 0

    def grown(self, length: int, state: State) -> Extent:
        """The extent of an output that has grown."""
        # What is known at the mark changes only when the mark moves: as long as it is the same, the next walk that
        # begins there brings the same items.
        moved = state.mark != self.state.mark
        return Extent(state, length, length if moved else self.at_mark)

    def inside(self, state: State, first_rows: int) -> Self:
        """The same extent, with a part behind it that has the first rows of the next page."""
        return dataclasses.replace(self, state=state, first_rows=first_rows)

    def cut(self, state: State) -> Self:
        """The extent of an output that was cut back to the mark."""
        return dataclasses.replace(self, state=state, length=self.at_mark, first_rows=0)

    @classmethod
    def landed(cls, state: State, length: int) -> Self:
        """The extent of an output whose record does not have the length at the mark."""
        # Nothing is cut off an output if it is not known where the items since the mark begin.
        return cls(state, length, 0 if state.mark is None else length)


def sealed(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The members of a record, with its version and its checksum."""
    members = {**fields, "version": SEALED}
    return {**members, "checksum": _checksum(members)}


def unsealed(fields: Any, landed: frozenset[str]) -> dict[str, Any]:
    """The members of a record whose checksum is right, or of one that an earlier version wrote without a checksum.

    `landed` are the members of such an earlier record. Raises ValueError, KeyError or TypeError for anything else.
    """
    version = fields["version"]
    if type(version) is not int or not VERSION <= version <= SEALED:
        raise ValueError("a newer version of swiftpager wrote it")
    if version == VERSION:
        # A damaged record must not pass for an earlier one.
        if fields.keys() != landed:
            raise ValueError("it is damaged: its members are not those of a checkpoint")
        return dict(fields)
    members = {name: value for name, value in fields.items() if name != "checksum"}
    if fields["checksum"] != _checksum(members):
        raise ValueError("it is damaged: its checksum does not match its content")
    return members


def _checksum(members: Mapping[str, Any]) -> str:
    text = json.dumps(members, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
