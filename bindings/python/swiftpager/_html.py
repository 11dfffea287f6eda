"""Small HTML tables for notebooks: the first rows of a list.

A notebook asks for the HTML of each object that it shows. It must not wait, send a request or fail, and a server's
texts must stay texts. So the values are escaped, long ones are cut, and what cannot be read is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ._decoding import decode
from ._pointers import column_names
from ._wording import counted

ROWS = 10
COLUMNS = 8
CHARACTERS = 80

# The column of rows that are not objects.
_PLAIN = "value"


@dataclass(frozen=True)
class Preview:
    """The first rows of a list, and the number of rows that it has."""

    rows: list[Any]
    count: int


def html(what: object, preview: Callable[[], Preview]) -> str:
    """The HTML of an object: its `repr`, and below it the first rows. If these cannot be read, the `repr` alone."""
    heading = f"<p><code>{_text(repr(what))}</code></p>"
    try:
        return heading + _table(preview())
    except Exception:  # Also a failure of memory, of a decoder or of a closed client is not the cell's.
        return heading


def first_rows(lines: Iterable[memoryview | bytes | None]) -> list[Any]:
    """The first rows of pages, from the JSON lines of each page; this reads no more pages than it needs."""
    every = (line for text in lines if text for line in _first_lines(text))
    return [decode(line) for line in islice(every, ROWS)]


def _first_lines(text: memoryview | bytes) -> list[bytes]:
    return [line for line in bytes(text).split(b"\n", ROWS)[:ROWS] if line]


def chosen(row: Any, columns: Iterable[str] | Mapping[str, Any] | None) -> Any:
    """A row with the columns of a table; see `Pager.to_arrow`."""
    if columns is None:
        return row
    if isinstance(columns, Mapping):
        return {name: _look_up(row, column_names(name, given)) for name, given in columns.items()}
    return {name: _look_up(row, [name]) for name in columns}


def _look_up(value: Any, names: list[str]) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _table(preview: Preview) -> str:
    if not preview.rows:
        return ""
    plain = not all(isinstance(row, dict) for row in preview.rows)
    rows = [{_PLAIN: row} for row in preview.rows] if plain else preview.rows
    names = list(dict.fromkeys(name for row in rows for name in row))
    shown = names[:COLUMNS]
    head = "".join(f"<th>{_text(name)}</th>" for name in shown)
    body = "".join(
        f"<tr>{''.join(f'<td>{_text(row.get(name))}</td>' for name in shown)}</tr>" for row in rows
    )
    more = [
        f"{counted(number, what)} more"
        for number, what in ((preview.count - len(rows), "row"), (len(names) - len(shown), "column"))
        if number > 0
    ]
    note = f"<p>{', '.join(more)}</p>" if more else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"


def _text(value: Any) -> str:
    """A value as text of HTML: strings as they are, null as nothing, and everything else as JSON."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if len(text) > CHARACTERS:
        text = text[: CHARACTERS - 1] + "…"
    from html import escape  # Most programs show no table, and this takes milliseconds.

    # Line breaks, marks that turn the direction of a line, and halves of surrogate pairs are not printable.
    return escape("".join(each if each.isprintable() else " " for each in text))
