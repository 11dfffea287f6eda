"""NDJSON: each item on a line."""

from __future__ import annotations

from ...page import Page
from .writer import Writer


class LineWriter(Writer):
    """Writes items as the server sent them, without decoding."""

    def write(self, page: Page, most: int | None) -> None:
        self.output.write(self.selection.lines(page, most))
