"""The names of files that the server for assistants refuses, and what it says about each."""

import os
import pathlib
import re

import pytest

from swiftpager.mcp._folder import FileRefused, Folder


@pytest.mark.parametrize(("name", "words"), [
    ("a\nb.csv", "has characters that names of files should not have"),
    ("a\\b.csv", "has characters that names of files should not have"),
    ("/a.csv", "is absolute: name a file below the folder of this server, like 'products.ndjson'"),
    ("../a.csv", "leads upwards: name a file below the folder of this server, like 'products.ndjson'"),
    (".hidden/a.csv", "has a part that begins with a dot: name another file"),
    ("a.txt", "must end with .ndjson, .csv or .parquet"),
    ("a//b.csv", "has an empty part: name another file"),
    ("out/a.csv", "leads out of the folder by a link: name another file"),
    ("theirs.csv", "exists, and this server did not write it: name another file"),
])
def test_a_name_is_refused_with_the_reason(tmp_path: pathlib.Path, name: str, words: str) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "out").symlink_to(tmp_path)
    (root / "theirs.csv").write_text("")
    with pytest.raises(FileRefused, match=f"^{re.escape(f'{name!r} {words}')}$"):
        Folder(str(root)).check(name)


def test_a_name_that_becomes_a_link_while_its_file_is_written_is_refused(tmp_path: pathlib.Path) -> None:
    folder = Folder(str(tmp_path))
    (tmp_path / "b").mkdir()
    with (
        pytest.raises(FileRefused, match=r"'a/x\.csv' has become a link to another place: name another file"),
        folder.writing("a/x.csv") as file,
    ):
        file.write(b"1")
        os.rename(tmp_path / "a", tmp_path / "moved")
        (tmp_path / "a").symlink_to(tmp_path / "b")
    assert list((tmp_path / "b").iterdir()) == []


def test_a_name_that_another_call_writes_is_refused(tmp_path: pathlib.Path) -> None:
    folder = Folder(str(tmp_path))
    with folder.writing("a.csv"), pytest.raises(FileRefused, match="is being written by another call: name another"):
        folder.check("a.csv")
    assert folder.check("a.csv") == str(tmp_path / "a.csv")
