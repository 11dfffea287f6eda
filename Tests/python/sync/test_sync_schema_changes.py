"""`swiftpager sync` against a server whose schema changes: `--refresh` asks for it anew, and messages name it."""

import pathlib
from collections.abc import Iterator

import pytest

import schema_changes
from schema_changes import Changing
from sync_support import Folder


@pytest.fixture
def server() -> Iterator[Changing]:
    with schema_changes.serving() as server:
        yield server


@pytest.mark.long
def test_a_refresh_asks_for_the_schema_of_today(server: Changing, tmp_path: pathlib.Path) -> None:
    folder = Folder(tmp_path, server.url)
    folder.run()
    server.is_changed = True
    told = folder.run_json(code=1)
    for name in ("sized", "whole"):
        assert told[name]["error"]["message"].endswith("; if the schema has changed, add --refresh")
    errors = folder.run("--refresh")[1]
    assert "the plans changed:" in errors and "added came" in errors
    assert "sized: columns that went: size" in errors and "whole: columns that went: size" in errors
    assert [row[0] for row in folder.query("SELECT name FROM sized UNION ALL SELECT name FROM added")] == ["a", "a"]
    introspections = server.introspections
    assert "the plans did not change" in folder.run("--refresh")[1]
    assert server.introspections == introspections + 1


@pytest.mark.parametrize("name", ["sized", "whole"])
@pytest.mark.long
def test_the_first_plans_are_made_of_the_schema_of_today(
    server: Changing, tmp_path: pathlib.Path, name: str
) -> None:
    folder, other = Folder(tmp_path, server.url), Folder(tmp_path / "other", server.url)
    other.env = folder.env
    folder.run("--only", "sized")
    server.is_changed = True
    # The folder is new, and the copy of the schema is old.
    told = other.run_json("--only", name)
    assert told[name]["end"] == "complete" and other.stores(name) == [1]
    assert (server.introspections, server.refusals) == (2, 1)


@pytest.mark.long
def test_a_server_that_goes_on_refusing_is_asked_once_more(server: Changing, tmp_path: pathlib.Path) -> None:
    folder, other = Folder(tmp_path, server.url), Folder(tmp_path / "other", server.url)
    other.env = folder.env
    folder.run("--only", "sized")
    server.is_broken = True
    other.run("--only", "sized", code=1)
    assert server.introspections == 2
