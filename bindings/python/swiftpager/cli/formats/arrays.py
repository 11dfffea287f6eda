"""JSON: all items in one array."""

from __future__ import annotations

from ...page import Page
from .writer import Writer


class ArrayWriter(Writer):
    """Writes one array, page by page."""

    _has_begun = False

    def write(self, page: Page, most: int | None) -> None:
        lines = self.selection.lines(page, most)
        if lines:
            # Each item ends with a line break, and there are no others.
            self.output.write((b",\n" if self._has_begun else b"[\n") + lines[:-1].replace(b"\n", b",\n"))
            self._has_begun = True

    def end(self) -> None:
        self.output.write(b"\n]\n" if self._has_begun else b"[]\n")
