"""Collects the rows of pages as columns of Apache Arrow."""

from __future__ import annotations

from ctypes import byref, c_void_p

from ._arrow import Batch, Columns, pointer_to, written_columns
from ._arrow_structs import ArrowArray, ArrowSchema
from ._handle import Handle, NotCopied
from ._library import native
from ._raising import check
from ._text import OwnedText
from .page import Page


class Table(NotCopied):
    """The rows of the added pages.

    The column types fit all pages that are added before the first `take()`. After that, they stay the same.
    """

    def __init__(self, columns: Columns | None = None) -> None:
        out, error = c_void_p(), OwnedText()
        check(native.swiftpager_table_create(written_columns(columns), byref(out), byref(error)), error.read())
        self._handle = Handle(out.value, native.swiftpager_table_release)

    def add(self, page: Page) -> None:
        """Adds all rows of a page. If a row does not fit, it adds none and raises `BadResponseError`."""
        error = OwnedText()
        check(native.swiftpager_table_add(self._handle.key, pointer_to(page), byref(error)), error.read())

    def take(self) -> Batch:
        """Takes the oldest rows, up to about a million; the batch has no rows if none are left."""
        schema, array, error = ArrowSchema(), ArrowArray(), OwnedText()
        check(
            native.swiftpager_table_take(self._handle.key, byref(schema), byref(array), byref(error)), error.read()
        )
        return Batch(schema, array)
