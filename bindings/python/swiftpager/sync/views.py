"""The file `views.sql`: a view of DuckDB for each list."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping, Sequence

from ..files._opening import read_regular
from ..files._writing import write_whole
from ..fleet import _names
from .pinned import Entry
from .stores import EMPTY, ORDINAL, Record

NAME = "views.sql"
_HEAD = """\
-- swiftpager sync writes this file anew in each run. The paths are absolute: after the folder is moved, run it again.
--   duckdb -init {path}
"""
# The line that tells the next run which stores a reader of this file may have open.
_STORES = "-- stores: "
# The signs that DuckDB takes for a pattern, and how it takes them for themselves.
_PATTERN = {"[": "[[]", "*": "[*]", "?": "[?]"}


def written_views(folder: pathlib.Path, views: Mapping[str, tuple[int, str]]) -> None:
    """Replaces the file; `views` has the number and the view of each list. Raises OSError."""
    stores = {name: number for name, (number, _) in views.items()}
    path = folder.absolute() / NAME
    # A name of a folder may have an end of line, which must not end the comment.
    head = _HEAD.format(path=json.dumps(str(path), ensure_ascii=False)[1:-1])
    text = head + "".join(text for _, (_, text) in sorted(views.items()))
    write_whole(str(path), (text + _STORES + json.dumps(stores) + "\n").encode())


def referred(folder: pathlib.Path) -> dict[str, int] | None:
    """The number of the store of each list that the file shows; None if the file is missing, or a person changed it."""
    try:
        last = read_regular(folder / NAME).decode().rstrip("\n").rpartition("\n")[2]
        stores = json.loads(last.removeprefix(_STORES))
    except (FileNotFoundError, ValueError):
        return None
    return stores if isinstance(stores, dict) else None


def view(entry: Entry, record: Record, files: Sequence[str]) -> str:
    """The view of a list, whose rows are in these files."""
    paths = ", ".join(map(_path, files))
    partition = ", hive_partitioning = true, hive_types_autocast = false" if record.partition else ""
    by, added = record.partition, ""
    if record.partition and os.path.basename(files[0]) == EMPTY:
        # This file is in no such folder.
        by, partition = (), ""
        added = "".join(f", NULL::VARCHAR AS {_quoted(name)}" for name in record.partition)
    if record.newest_by is None:
        rows = f"SELECT *{added} FROM read_parquet([{paths}]{partition})"
    else:
        rows = (
            f"SELECT * EXCLUDE ({_quoted(ORDINAL)}){added} FROM read_parquet([{paths}]{partition})\n"
            f"QUALIFY row_number() OVER (PARTITION BY {', '.join(map(_quoted, (*by, *record.newest_by)))}"
            f" ORDER BY {_quoted(ORDINAL)} DESC) = 1"
        )
    return f"CREATE OR REPLACE VIEW {_quoted(view_name(entry))} AS\n{rows};\n"


def view_name(entry: Entry) -> str:
    """The name of the list; of lists that differ in case only, the later ones have the names of their folders.

    DuckDB does not tell such names apart.
    """
    return entry.name if entry.folder == _names.named(_names.fitting(entry.name)) else entry.folder


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _path(path: str) -> str:
    """A path as a text of SQL, which is not a pattern."""
    plain = "".join(_PATTERN.get(sign, sign) for sign in path)
    return "'" + plain.replace("'", "''") + "'"
