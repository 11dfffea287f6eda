"""Lists of `swiftpager sync` that are walked once for each item of another list."""

import pathlib
import random
import subprocess
from collections.abc import Iterator
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

import sync_support
from conftest import until
from swiftpager.schema import Plan
from swiftpager.sync import Entry, Under, Unresolved
from swiftpager.sync.stores import Record
from swiftpager.sync.under import Items, columns_of, in_folders, variable_of, walks
from sync_support import Folder, Lists

BOTH = ("repositories", "repository.issues")
UNDER = {"list": "repositories", "arguments": {"repository.name": "/name"}}


@pytest.fixture
def served() -> Iterator[Lists]:
    with sync_support.lists() as served:
        yield served


@pytest.fixture
def folder(served: Lists, tmp_path: pathlib.Path) -> Folder:
    folder = Folder(tmp_path, served.url)
    folder.run("--only", ",".join(BOTH))
    return folder


def truth(served: Lists) -> "dict[str, list[tuple[str, str]]]":
    return {name: served.truth()[name] for name in BOTH}


@pytest.mark.long
def test_each_item_leads_to_a_walk(served: Lists, folder: Folder) -> None:
    folder.edit("repository.issues", under=UNDER)
    folder.run()
    assert folder.rows() == truth(served)
    # The rows say of which item they are.
    assert folder.query('SELECT count(*) FROM "repository.issues" WHERE repository_name <> name') == [(0,)]
    for _ in range(2):
        served.night()
        assert folder.run()[1] == ""
        assert folder.rows() == truth(served)
    assert folder.stores("repository.issues") == [2, 3]


@pytest.mark.long
def test_a_kept_plan_of_such_a_list_needs_no_schema(served: Lists, folder: Folder) -> None:
    folder.edit("repository.issues", under=UNDER)
    folder.run()
    folder.edit("repository.issues", arguments={"repository.name": "repositories 5"})
    folder.run("--refresh")
    asked = served.stats()["introspections"]
    assert folder.plan()["lists"]["repository.issues"]["arguments"] == {"repository.name": "repositories 5"}
    folder.env["XDG_CACHE_HOME"] = str(folder.path / "none")
    folder.run()
    assert served.stats()["introspections"] == asked
    assert folder.rows() == truth(served)


@pytest.mark.parametrize(("pointer", "words"), [
    ("/nothing", "the pointer /nothing finds nothing, because no column has its value; the columns are id, name, size"),
    ("/owner/nothing", "the pointer /owner/nothing finds nothing"),
])
@pytest.mark.long
def test_a_pointer_that_finds_nothing_is_an_error_of_its_list(folder: Folder, pointer: str, words: str) -> None:
    folder.edit("repository.issues", under={"list": "repositories", "arguments": {"repository.name": pointer}})
    lines, errors = folder.run(code=3)
    assert words in errors or "the pointers find nothing in them" in errors
    assert any(line.startswith("repositories ") and line.endswith("complete") for line in lines.splitlines())


@pytest.mark.long
def test_a_list_waits_for_the_one_before_it(served: Lists, folder: Folder) -> None:
    served.control(forbidden=["repositories"])
    folder.edit("repository.issues", under=UNDER)
    for path in (folder.path / "repositories").iterdir():
        path.rename(folder.path / f"gone-{path.name}")
    lines, errors = folder.run(code=3)
    assert "repository.issues  0 rows  waiting" in lines
    assert "repository.issues: repositories has not been read to its end yet" in errors


@pytest.mark.long
def test_kills_while_items_change_end_with_the_truth(tmp_path: pathlib.Path) -> None:
    chance = random.Random(5)
    with sync_support.lists("--latency-ms", "15") as served:
        folder = Folder(tmp_path, served.url)
        folder.run("--only", ",".join(BOTH))
        folder.edit("repository.issues", under=UNDER)
        for _ in range(2):
            for _ in range(2):
                folder.until_killed(chance, 2.0)
                served.night()
            folder.run()
            assert folder.rows()["repository.issues"] == truth(served)["repository.issues"]


@pytest.mark.long
def test_a_list_under_an_empty_one_has_its_columns(served: Lists, folder: Folder) -> None:
    folder.edit("repository.issues", under=UNDER)
    folder.run("--only", "repository.issues")
    folder.run("--refresh", "--only", "empty,repository.issues")
    folder.edit("repository.issues", under={**UNDER, "list": "empty"})
    assert folder.run("--only", "empty,repository.issues")[0].splitlines() == [
        "empty              0 rows  complete", "repository.issues  0 rows  complete",
    ]
    assert [row[:2] for row in folder.query('DESCRIBE "repository.issues"')] == [
        ("id", "VARCHAR"), ("name", "VARCHAR"), ("size", "BIGINT"), ("owner", "STRUCT(login VARCHAR)"),
        ("repository_name", "VARCHAR"),
    ]
    assert folder.rows()["repository.issues"] == []


@pytest.mark.long
def test_items_that_went_while_a_run_was_killed_lead_to_no_rows(tmp_path: pathlib.Path) -> None:
    with sync_support.lists("--latency-ms", "60") as served:
        folder = Folder(tmp_path, served.url)
        folder.run("--only", ",".join(BOTH))
        folder.edit("repository.issues", under=UNDER)
        with subprocess.Popen(folder.words("--jobs", "1"), env=folder.env) as command:
            until(lambda: len(list(folder.path.glob("repository.issues/1/**/*.parquet"))) >= 12)
            command.kill()
        for _ in range(4):
            served.night()
        folder.run()
        assert folder.stores("repository.issues") == [1]
        assert folder.rows() == truth(served)


@pytest.mark.long
def test_an_item_that_the_server_refuses_keeps_no_other_back(served: Lists, folder: Folder) -> None:
    refused = [f"repositories {number}" for number in (1, 2, 4)]
    served.control(forbidden=refused)
    folder.edit("repository.issues", under=UNDER)
    _, errors = folder.run(code=1)
    assert "3 walks failed or are partial" in errors and "no access to repositories" in errors
    rows = [row for row in served.truth()["repository.issues"] if row[1] not in refused]
    assert folder.rows()["repository.issues"] == rows
    served.control()
    folder.run()
    assert folder.rows() == truth(served)


# Parts


def entry(name: str, under: "Under | None" = None, **plan: Any) -> Entry:
    fields: dict[str, Any] = {"query": "{ a }", "variables": {"name": "x", "first": 1}, "pagination": {}, "columns": {}}
    return Entry(
        name=name, folder=name, under=under, plan=Plan(name=name, kind="cursor", **{**fields, **plan}),
    )


def items_of(
    path: pathlib.Path, under: dict[str, str], columns: dict[str, Any], rows: dict[str, list[Any]],
    newest_by: "tuple[str, ...] | None" = None,
) -> Items:
    file = path / "repositories-000001.parquet"
    pyarrow.parquet.write_table(pyarrow.table(rows), file)
    return Items(
        entry("issues", Under("repositories", under)), entry("repositories", columns=columns),
        Record("", newest_by=newest_by), [str(file)],
    )


def test_pointers_lead_into_structs_json_and_columns_of_their_own(tmp_path: pathlib.Path) -> None:
    columns = {
        "owner": {"type": {"login": "string"}}, "other": {"type": "json"},
        "a.b": {"type": "string", "pointer": "/a/b"},
    }
    rows: dict[str, list[Any]] = {
        "owner": [{"login": "x"}, {"login": "y"}], "other": ['{"in": {"it": 1}}', "null"], "a.b": ["c", "d"],
    }
    found = items_of(tmp_path, {"o": "/owner/login", "i": "/other/in/it", "b": "/a/b"}, columns, rows)
    assert list(found.values()) == [("x", 1, "c")]
    error = found.error()
    assert error is not None and "issues under repositories: the pointer /other/in/it finds nothing" in error["message"]


def test_only_the_newest_row_of_an_item_counts(tmp_path: pathlib.Path) -> None:
    rows: dict[str, list[Any]] = {"id": [1, 2, 1, 3], "name": ["old", "b", "new", "b"], "_ordinal": [0, 1, 2, 3]}
    found = items_of(tmp_path, {"n": "/name"}, {"id": {}, "name": {}}, rows, ("id",))
    assert (sorted(found.values()), found.error()) == ([("b",), ("new",)], None)


@pytest.mark.parametrize("value", [None, ""])
def test_an_empty_value_is_not_a_value(tmp_path: pathlib.Path, value: Any) -> None:
    found = items_of(tmp_path, {"n": "/name"}, {"name": {}}, {"name": ["a", value]})
    assert list(found.values()) == [("a",)]
    assert found.error() is not None


def test_files_without_a_new_column_are_an_error(tmp_path: pathlib.Path) -> None:
    found = items_of(tmp_path, {"n": "/name"}, {"name": {}}, {"id": [1]})
    with pytest.raises(Unresolved, match="do not have the column name yet"):
        list(found.values())


def test_walks_have_the_values_as_variables_and_keys_of_their_own() -> None:
    under = Under("repositories", {"repository.name": "/name", "first": "/size"})
    rows = [("a/b", 1), ("a", 1), ("x" * 300, 2), (True, 1)]
    made = list(walks(entry("r.issues", under), "http://a.example", None, rows))
    assert made[0].variables == {"name": "a/b", "first": 1}
    assert [walk.key for walk in made[:2]] == ["r.issues.a%2Fb/1", "r.issues.a/1"]
    assert made[0].constants == {"repository_name": "a/b", "first": "1"}
    assert made[2].constants == {"repository_name": "x" * 300, "first": "2"}
    assert made[3].constants == {"repository_name": "true", "first": "1"}
    assert len({walk.key for walk in made}) == 4 and not any(walk.folder for walk in made)


def test_an_earlier_versions_walks_have_the_values_as_names_of_folders() -> None:
    listed = entry("issues", Under("r", {"first": "/size"}))
    made = list(walks(listed, "http://a.example", None, [("a/b",), ("x" * 300,)]))
    kept = [in_folders(walk) for walk in made]
    assert kept[0].folder == "first=a%2Fb/" and len(kept[1].folder) < 255
    assert all(walk.constants is None and in_folders(walk) == walk for walk in kept)


def test_a_column_of_the_items_keeps_its_name() -> None:
    under = Under("repositories", {"Name": "/name", "repository.name": "/name"})
    assert columns_of(entry("issues", under, columns={"name": {}})) == ("under_Name", "repository_name")
    assert columns_of(entry("issues")) == ()


def test_the_variable_of_an_argument() -> None:
    assert variable_of("repository.name", {"name": 1}) == "name"
    assert variable_of("repository.name", {"name": 1, "repository_name": 2}) == "repository_name"
    assert variable_of("a.repository.name", {"name": 1, "repository_name": 2}) == "repository_name"
    with pytest.raises(Unresolved, match="no variable for the argument other; it has name, first"):
        variable_of("other", {"name": 1, "first": 2})


def test_a_pointer_finds_the_column_that_is_nearest_to_its_value(tmp_path: pathlib.Path) -> None:
    columns = {"owner": {"type": {"id": "string"}}, "owner.login": {"type": "string", "pointer": "/owner/login"}}
    rows: dict[str, list[Any]] = {"owner": [{"id": "1"}, {"id": "2"}], "owner.login": ["ada", "bob"]}
    found = items_of(tmp_path, {"login": "/owner/login", "id": "/owner/id"}, columns, rows)
    assert (list(found.values()), found.error()) == ([("ada", "1"), ("bob", "2")], None)


def test_each_argument_has_a_column_of_its_own() -> None:
    under = Under("repositories", {"a.b": "/x", "a_b": "/y", "under_a_b": "/z"})
    assert columns_of(entry("issues", under)) == ("a_b", "under_a_b", "under_under_a_b")
    columns: dict[str, Any] = {"c": {}, "Under_c": {}}
    assert columns_of(entry("issues", Under("r", {"c": "/x"}), columns=columns)) == ("under_under_c",)
