"""What all writers do."""

from __future__ import annotations

from ...page import Page
from ..outputs import Output
from ..selection import Selection


class Writer:
    """Writes pages to an output."""

    # Those of a table, once they are known.
    columns: list[str] | None = None

    def __init__(self, output: Output, selection: Selection) -> None:
        self.output = output
        self.selection = selection

    def write(self, page: Page, most: int | None) -> None:
        """Writes a page's items, or as many as `most` says."""
        raise NotImplementedError

    def end(self) -> None:
        """Writes what stands behind the last page. Not called where the list is not whole, so that what reads the
        output notices, unless the output is kept apart."""

    def abandon(self) -> None:
        """Writes nothing any more."""
