"""The base class of all writers."""

from __future__ import annotations

from ...page import Page
from ..outputs import Output
from ..selection import Selection


class Writer:
    """Writes pages to an output."""

    # The columns of a table, once they are known.
    columns: list[str] | None = None

    def __init__(self, output: Output, selection: Selection) -> None:
        self.output = output
        self.selection = selection

    def write(self, page: Page, most: int | None) -> None:
        """Writes a page's items, at most `most` of them."""
        raise NotImplementedError

    def begin_again(self, columns: list[str] | None) -> None:
        """The output was cut back to an earlier length, at which it had these columns."""

    def end(self) -> None:
        """Writes the end of the format, after the last page.

        If a failure ended the list, this is called only for an output that is kept apart. In any other output the
        missing end shows a reader that the list is incomplete.
        """

    def abandon(self) -> None:
        """Stops all further writing."""
