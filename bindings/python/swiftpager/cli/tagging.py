"""`--tag`: members that say from which line of `--each` an item comes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from .._decoding import decode
from ..page import Page
from .endings import OutputError, UsageError
from .formats import Writer
from .formats.rows import PLAIN
from .selection import Selection, compact

# A member's name, and the variable that has its value.
_TAG = re.compile(r"([_A-Za-z][_0-9A-Za-z]*)(?:=([_A-Za-z][_0-9A-Za-z]*))?")


def tags_from(words: list[str]) -> dict[str, str]:
    """The variables of `--tag`, by the names of the members that get their values; raises `UsageError`."""
    tags: dict[str, str] = {}
    for word in words:
        match = _TAG.fullmatch(word)
        if match is None:
            raise UsageError(f"--tag {word}: expected NAME or NAME=VARIABLE")
        if match[1] in tags:
            raise UsageError(f"--tag {word}: the member {match[1]} is given twice")
        tags[match[1]] = match[2] or match[1]
    return tags


class Tag:
    """The members that each item of one line gets."""

    def __init__(self, members: dict[str, Any], variables: Mapping[str, str]) -> None:
        """`variables` are those that the members' values come from, by member."""
        self.members = members
        self._variables = variables
        self._head = compact(members)[:-1]
        self._names = [json.dumps(name).encode() for name in members]

    def lines(self, lines: bytes) -> bytes:
        """Items as NDJSON, with the members; raises `OutputError` if an item has such a member already."""
        if not self.members:
            return lines
        if any(name in lines for name in self._names):
            # The bytes may also be in a value, or deeper in the item.
            for line in lines.splitlines():
                self._check(decode(line))
        return b"".join(map(self._tagged, lines.split(b"\n")[:-1]))

    def values(self, values: list[Any]) -> list[Any]:
        """The same for decoded items."""
        if not self.members:
            return values
        for value in values:
            self._check(value)
        return [{**self.members, **(value if isinstance(value, dict) else {PLAIN: value})} for value in values]

    def _tagged(self, line: bytes) -> bytes:
        if not line.startswith(b"{"):
            return b'%b,"%b":%b}\n' % (self._head, PLAIN.encode(), line)
        rest = line[1:].lstrip()
        return b"%b%b%b\n" % (self._head, b"" if rest.startswith(b"}") else b",", rest)

    def _check(self, item: Any) -> None:
        for name in self.members:
            if isinstance(item, dict) and name in item:
                raise OutputError(
                    f"--tag {name}: an item has a member {name} already; give the tag another name:"
                    f" --tag of_{name}={self._variables[name]}"
                )


class TaggedSelection(Selection):
    """A selection that adds the members of the line at work to each item."""

    tag = Tag({}, {})

    def lines(self, page: Page, most: int | None) -> bytes:
        lines = super().lines(page, most)
        # Selected values come from `values`, with their members.
        return lines if self.field is not None else self.tag.lines(lines)

    def values(self, page: Page, most: int | None) -> list[Any]:
        return self.tag.values(super().values(page, most))


class TaggingWriter(Writer):
    """Writes the pages of one line to the writer of all lines, one thread at a time."""

    def __init__(self, writer: Writer, selection: TaggedSelection, tag: Tag) -> None:
        super().__init__(writer.output, selection)
        self._writer = writer
        self._selection = selection
        self._tag = tag

    def write(self, page: Page, most: int | None) -> None:
        self._selection.tag = self._tag
        self._writer.write(page, most)
