"""The file `views.sql`: a view of DuckDB for each list."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping, Sequence

from ..files._opening import read_regular
from ..files._writing import write_whole
from ..fleet import _meaning
from .pinned import Entry
from .stores import EMPTY, ORDINAL, Record

NAME = "views.sql"
_HEAD = """\
-- swiftpager sync writes this file anew in each run. The paths are absolute: after the folder is moved, run it again.
-- In Python, after `pip install duckdb`:
--   import duckdb; duckdb.execute(open("{path}").read()); print(duckdb.sql("SHOW TABLES"))
-- With DuckDB's own command, which that package does not have:
--   duckdb -init "{path}"
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


def view(name: str, record: Record, files: Sequence[str]) -> str:
    """The view of this name, whose rows are in these files."""
    paths = ", ".join(map(_path, files))
    # Without the word, DuckDB would take a folder above, like `region=eu`, for a column.
    partition, by, added = ", hive_partitioning = false", record.under, ""
    if record.partition and os.path.basename(files[0]) == EMPTY:
        # This file is in no such folder.
        added = "".join(f", NULL::VARCHAR AS {_quoted(column)}" for column in record.partition)
    elif record.partition:
        partition, by = ", hive_partitioning = true, hive_types_autocast = false", record.partition
    if record.newest_by is None:
        rows = f"SELECT *{added} FROM read_parquet([{paths}]{partition})"
    else:
        rows = (
            f"SELECT * EXCLUDE ({_quoted(ORDINAL)}){added} FROM read_parquet([{paths}]{partition})\n"
            f"QUALIFY row_number() OVER (PARTITION BY {', '.join(map(_quoted, (*by, *record.newest_by)))}"
            f" ORDER BY {_quoted(ORDINAL)} DESC) = 1"
        )
    return f"CREATE OR REPLACE VIEW {_quoted(name)} AS\n{rows};\n"


def view_names(lists: Mapping[str, Entry]) -> dict[str, str]:
    """The name of the view of each list: its own; the later ones of those that differ in case only have their folders'.

    DuckDB does not tell such names apart. No two folders differ in case only, but one may have the name of a list.
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    # An earlier version gave lists with long names folders of their own names, also if they differ in case only.
    for entry in sorted(lists.values(), key=lambda one: (not one.has_own_folder, one.name)):
        name = entry.name if entry.has_own_folder and entry.name.casefold() not in taken else entry.folder
        while name.casefold() in taken:
            name = f"{name}.{_meaning._hash(name)}"
        taken.add(name.casefold())
        names[entry.name] = name
    return names


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _path(path: str) -> str:
    """A path as a text of SQL, which is not a pattern."""
    plain = "".join(_PATTERN.get(sign, sign) for sign in path)
    return "'" + plain.replace("'", "''") + "'"
