"""The part of a page that is written: its items, a place in each of them, or the whole response."""

from __future__ import annotations

import json
from typing import Any

from .._decoding import decode
from ..arrow._columns import Columns
from ..page import Page
from .endings import UsageError
from .pointers import MISSING, Pointer


class Selection:
    """Takes from pages what the command line asks for."""

    def __init__(self, *, field: Pointer | None, whole_pages: bool, raw: bool, types: Columns | None = None) -> None:
        """`field` is a place in each item, or in each response; `raw` writes text without quotes.

        `types` are the columns of the items, if they are known before the first one comes.
        """
        self.field = field
        self.types = None if field is not None else types
        self._whole_pages = whole_pages
        self._raw = raw
        self._has_found = False

    def lines(self, page: Page, most: int | None) -> bytes:
        """The selected values as NDJSON."""
        if self.field is not None:
            return b"".join(map(self._line, self.values(page, most)))
        if self._whole_pages:
            # A JSON string contains no raw line breaks, so every line break here can become a space.
            return page.raw.replace(b"\n", b" ").replace(b"\r", b" ") + b"\n"
        lines = page.raw_items
        return lines if most is None or page.item_count <= most else b"".join(lines.splitlines(keepends=True)[:most])

    def values(self, page: Page, most: int | None) -> list[Any]:
        """The selected values, decoded."""
        values = [decode(page.raw)] if self._whole_pages else page.items[:most]
        return values if self.field is None else self._looked_up(self.field, values)

    def check(self, page: Page) -> None:
        """Raises `UsageError` for a field that no item of the first page has; later calls cost nothing."""
        if self.field is not None and not self._has_found:
            self.values(page, None)

    def _looked_up(self, field: Pointer, values: list[Any]) -> list[Any]:
        found = [field.look_up(value) for value in values]
        if not self._has_found and values:
            # If a list has several types, a later page may lack the field by chance. On the first page it is a typo.
            if all(value is MISSING for value in found):
                shown = ", ".join(map(str, values[0])) if isinstance(values[0], dict) else f"{values[0]!r:.60}"
                raise UsageError(f"--field {field.text} is not on the first page, which has: {shown}")
            self._has_found = True
        return [None if value is MISSING else value for value in found]

    def _line(self, value: Any) -> bytes:
        if self._raw and isinstance(value, str):
            return value.encode(errors="surrogatepass") + b"\n"
        return compact(value) + b"\n"


def compact(value: Any) -> bytes:
    """A value as JSON on one line."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Half of a surrogate pair: JSON can express it, UTF-8 cannot.
        return json.dumps(value, separators=(",", ":")).encode()
