"""What files refuse without a walk: arguments, and records that are damaged or of another version."""

import json
import pathlib
import re
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

import swiftpager
from swiftpager.files import _extents, _growing, _part_files
from swiftpager.files._storing import State
from swiftpager.testing import Connection, FakeServer

QUERY = "query ($after: String) { items(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"
LANDED = {
    "kind": "swiftpager checkpoint of an NDJSON file", "version": 1, "bytes": 0, "complete": False, "checkpoint": None,
}
SEALED = {
    "kind": "swiftpager checkpoint of a file", "complete": False, "checkpoint": None, "bytes": 0, "bytes_at_mark": 0,
    "command": None,
}


@pytest.mark.parametrize(("options", "kind", "words"), [
    ({"rows": "5"}, TypeError, "rows must be a whole number, not '5'"),
    ({"rows": 0}, ValueError, "rows must be 1 or more, not 0"),
    ({"seconds": "5"}, TypeError, "seconds must be a number or None, not '5'"),
    ({"seconds": True}, TypeError, "seconds must be a number or None, not True"),
    ({"seconds": 0}, ValueError, "seconds must be more than 0, not 0"),
    ({"resumable": 1}, TypeError, "resumable must be True or False, not 1: the parts hold the checkpoint"),
    ({"limit": "5"}, TypeError, "limit must be a whole number of 1 or more, or None for no limit, not '5'"),
    ({"limit": 0}, ValueError, "limit must be 1 or more, or None for no limit, not 0"),
    ({"pages": 0}, ValueError, "pages must be 1 or more, or None for no limit, not 0"),
])
def test_a_wrong_argument_of_a_folder_is_refused(
    tmp_path: pathlib.Path, options: dict[str, Any], kind: type[Exception], words: str
) -> None:
    with swiftpager.Client("http://127.0.0.1:9/", retry=False) as client:
        with pytest.raises(kind, match=re.escape(words)):
            client.pager(QUERY).write_parquet(tmp_path / "parts", **options)
        # A file has no parts.
        (tmp_path / "file").write_text("")
        with pytest.raises(FileExistsError, match="file is a file, and the parts need a folder: name another"):
            client.pager(QUERY).write_parquet(tmp_path / "file")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(("fields", "words"), [
    ({**LANDED, "kind": "letter"}, "it is another kind of file"),
    ({**LANDED, "version": 99}, "a newer version of swiftpager wrote it"),
    ({**LANDED, "items": 3}, "it is damaged: its members are not those of a checkpoint"),
    ({**LANDED, "bytes": -1}, "one of its lengths is not a whole number"),
    ({**_extents.sealed(SEALED), "bytes": 7}, "it is damaged: its checksum does not match its content"),
    (_extents.sealed({**SEALED, "bytes_at_mark": "7"}), "one of its lengths is not a whole number"),
])
def test_a_record_of_lines_is_refused_with_the_reason(fields: dict[str, Any], words: str) -> None:
    _growing.read_record(json.dumps(LANDED).encode())
    _growing.read_record(json.dumps(_extents.sealed(SEALED)).encode())
    with pytest.raises(ValueError, match=f"^{words}$"):
        _growing.read_record(json.dumps(fields).encode())


def test_a_state_of_a_newer_version_is_refused() -> None:
    fields = State(None, is_complete=True).fields
    assert State.read(fields).is_complete
    with pytest.raises(ValueError, match="a newer version of swiftpager wrote it"):
        State.read({**fields, "version": 2})


def write_part(folder: pathlib.Path, number: int, ids: pyarrow.Array, **fields: Any) -> pathlib.Path:
    """A part with a footer of its own."""
    table = pyarrow.table({"id": ids})
    record = _extents.sealed({"complete": False, "checkpoint": None, **fields})
    path = folder / _part_files.name_of(number)
    with pyarrow.parquet.ParquetWriter(path, table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({_part_files.KEY: json.dumps(record)})
    return path


@pytest.mark.parametrize(("fields", "words"), [
    ({"parts_at_mark": 3}, "its number of the part at the mark is wrong"),
    ({"parts_at_mark": 0, "first_rows": -1}, "its number of rows of the next page is wrong"),
])
def test_a_part_whose_footer_counts_wrongly_is_refused(
    tmp_path: pathlib.Path, fields: dict[str, Any], words: str
) -> None:
    path = write_part(tmp_path, 2, pyarrow.array([1]), **fields)
    told = f"{path} does not say how far a walk came ({words}): it is not a part of write_parquet() that can be resumed"
    with pytest.raises(ValueError, match=re.escape(told)):
        _part_files.read_newest(str(tmp_path), 2)


def test_rows_of_other_types_than_the_parts_are_refused(tmp_path: pathlib.Path) -> None:
    write_part(tmp_path, 1, pyarrow.array([1], pyarrow.int32()), parts_at_mark=1)
    told = (
        f"the parts in {tmp_path} have the columns id (int32), and the rows now have id (int64): give the same"
        " `columns`, or name another folder"
    )
    with FakeServer({"items": Connection([{"id": 1}])}) as server, swiftpager.Client(server.url) as client:
        with pytest.raises(ValueError, match=re.escape(told)):
            client.pager(QUERY).write_parquet(tmp_path, columns={"id": {}})
    assert [path.name for path in tmp_path.glob("*.parquet")] == [_part_files.name_of(1)]
