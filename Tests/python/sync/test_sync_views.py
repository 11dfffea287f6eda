"""The stores and the views of `swiftpager sync`, without a server."""

import itertools
import pathlib
import subprocess
import sys
from typing import Any

import duckdb
import pyarrow
import pyarrow.parquet
import pytest

from sdl_server import serving
from swiftpager.fleet import _names
from swiftpager.sync import Entry, Outcome
from swiftpager.sync.pinned import folder_for
from swiftpager.sync.stores import EMPTY, Record, Stores
from swiftpager.sync.views import referred, view, view_names, written_views
from sync_support import Folder


def table(path: pathlib.Path, **columns: list[Any]) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    return str(path)


def answer(views: str, query: str) -> list[tuple[Any, ...]]:
    with duckdb.connect() as database:
        database.execute(views)
        return database.execute(query).fetchall()


def test_the_newest_row_of_each_key_of_each_walk_counts(tmp_path: pathlib.Path) -> None:
    files = [
        table(
            tmp_path / "of=a%2Fb" / "x-000001.parquet",
            id=["1", "1", "2"], name=["old", "new", "n"], _ordinal=[0, 2, 1],
        ),
        table(tmp_path / "of=c" / "y-000001.parquet", id=["1"], name=["other"], _ordinal=[9]),
    ]
    text = view("l", Record("", newest_by=("id",), partition=("of",)), files)
    assert answer(text, "SELECT * FROM l ORDER BY ALL") == [
        ("1", "new", "a/b"), ("1", "other", "c"), ("2", "n", "a/b"),
    ]


def test_a_file_without_rows_stands_for_a_list_without_slices(tmp_path: pathlib.Path) -> None:
    none = pyarrow.table({"id": pyarrow.array([], pyarrow.string()), "_ordinal": pyarrow.array([], pyarrow.int64())})
    pyarrow.parquet.write_table(none, tmp_path / EMPTY)
    for newest_by in (None, ("id",)):
        record = Record("", newest_by=newest_by, partition=("of",))
        text = view("l", record, [str(tmp_path / EMPTY)])
        names = [row[0] for row in answer(text, "DESCRIBE l")]
        assert names == (["id", "of"] if newest_by else ["id", "_ordinal", "of"])


def test_names_and_paths_with_quotes(tmp_path: pathlib.Path) -> None:
    file = table(tmp_path / "it's [a]*?" / "x-000001.parquet", a=[1])
    assert answer(view('a"b', Record(""), [file]), 'SELECT * FROM "a""b"') == [(1,)]


def test_lists_that_differ_in_case_only_have_folders_and_views_of_their_own() -> None:
    lists: dict[str, Entry] = {}
    for name in ("Products", "PRODUCTS", "products", "a b"):
        lists[name] = Entry(name=name, folder=folder_for(name, lists))
    assert [lists[name].folder for name in ("Products", "a b")] == ["Products", "a%20b"]
    assert len({entry.folder.lower() for entry in lists.values()}) == 4
    assert [view_names(lists)[name] for name in ("Products", "a b")] == ["Products", "a b"]
    assert len({name.lower() for name in view_names(lists).values()}) == 4
    # The file with the views has this name.
    assert folder_for("views.sql", {}) != "views.sql"
    # A folder that a list has stays its own.
    assert folder_for("Products", lists) == "Products"


def entries(*names: str) -> dict[str, Entry]:
    """The lists of a server that came in this order."""
    lists: dict[str, Entry] = {}
    for name in names:
        lists[name] = Entry(name=name, folder=folder_for(name, lists))
    return lists


HASH = folder_for("products", entries("Products")).removeprefix("products.")


@pytest.mark.parametrize("names", [
    ("a" * 201, "A" * 201, "a" * 202, "aA" * 150, "Aa" * 150), ("a" * 200, "A" * 200), ("é" * 34, "É" * 34),
    ("Products", f"products.{HASH}", "products"), (f"products.{HASH}", "Products", "products"),
    ("products", "Products", f"PRODUCTS.{HASH.upper()}"), ("views.sql", "Views.sql", "VIEWS.SQL"),
    ("a.b", "A.b", "a_b", "a%2Eb", "a.B"), ("_plan.json", "%5Fplan.json", "_Plan.json"),
])
def test_no_names_of_lists_have_one_folder_or_one_view(names: tuple[str, ...]) -> None:
    for order in itertools.permutations(names) if len(names) < 4 else (names, tuple(reversed(names))):
        lists = entries(*order)
        assert len({entry.folder.casefold() for entry in lists.values()}) == len(names)
        views = view_names(lists)
        assert len({name.lower() for name in views.values()}) == len(names)
        # DuckDB agrees.
        text = "".join(f'CREATE VIEW "{name}" AS SELECT 1;\n' for name in views.values())
        assert answer(text, "SELECT count(*) FROM duckdb_views() WHERE NOT internal") == [(len(names),)]
        # Another list changes no name.
        more = {**lists, "zz": Entry(name="zz", folder=folder_for("zz", lists))}
        assert {**view_names(more), "zz": ""} == {**views, "zz": ""}


def test_an_earlier_versions_lists_with_long_names_have_views_of_their_own() -> None:
    # That version gave both the folders of their names.
    names = ("A" * 201, "a" * 201)
    lists = {name: Entry(name=name, folder=_names.fitting(name)) for name in reversed(names)}
    assert view_names(lists) == {names[0]: names[0], names[1]: lists[names[1]].folder}


def test_two_lists_with_long_names_that_differ_in_case_have_two_views(tmp_path: pathlib.Path) -> None:
    names = ("a" * 201, "A" * 201)
    sdl = f"type I {{ id: ID! }} type Query {{ {names[0]}: [I!]! {names[1]}: [I!]! }}"
    rows = {name: [{"id": str(number)} for number in range(count)] for count, name in enumerate(names, 1)}
    with serving(sdl, {name: lambda _, name=name: rows[name] for name in names}) as served:
        folder = Folder(tmp_path, served.url)
        for _ in range(2):
            folder.run()
            views = folder.query("SELECT view_name FROM duckdb_views() WHERE NOT internal")
            counts = {folder.list_of(view): folder.query(f'SELECT count(*) FROM "{view}"')[0][0] for (view,) in views}
            assert counts == {names[0]: 1, names[1]: 2}


def test_a_folder_above_with_an_equals_sign_is_no_column(tmp_path: pathlib.Path) -> None:
    file = table(tmp_path / "region=eu" / "x-000001.parquet", a=[1], region=["us"])
    assert answer(view("l", Record(""), [file]), "SELECT * FROM l") == [(1, "us")]


def test_the_views_say_which_stores_they_show(tmp_path: pathlib.Path) -> None:
    assert referred(tmp_path) is None
    written_views(tmp_path, {"b": (3, "SELECT 1;\n"), "a": (1, "SELECT 2;\n")})
    assert referred(tmp_path) == {"a": 1, "b": 3}
    written_views(tmp_path, {})
    assert referred(tmp_path) == {}
    (tmp_path / "views.sql").write_text("SELECT 1;\n[1]")
    assert referred(tmp_path) is None


def test_the_newest_complete_store_is_shown(tmp_path: pathlib.Path) -> None:
    stores = Stores(tmp_path / "list")
    assert (stores.numbers(), stores.shown(), stores.next("a", is_incremental=False)) == ([], None, 1)
    for number, end in enumerate(("partial", "complete", "complete", "partial", None), 1):
        stores.note(number, Record("a", end=end))  # type: ignore[arg-type]
    for name in ("010", "x", "²"):
        (tmp_path / "list" / name).mkdir()
    assert stores.numbers() == [1, 2, 3, 4, 5]
    assert stores.shown() == (3, Record("a", end="complete"))
    stores.remove_all_but({1, 4})
    assert stores.shown() == (4, Record("a", end="partial"))


def test_a_run_fills_an_unfinished_store_or_a_new_one(tmp_path: pathlib.Path) -> None:
    stores = Stores(tmp_path)
    stores.note(1, Record("a"))
    assert [stores.next(plan, is_incremental=False) for plan in ("a", "b")] == [1, 2]
    stores.note(1, Record("a", end="partial"))
    assert [stores.next("a", is_incremental=has_mark) for has_mark in (False, True)] == [2, 1]
    # A process died before it wrote the record.
    stores.path(2).mkdir()
    assert (stores.record(2), stores.next("a", is_incremental=True)) == (None, 3)


@pytest.mark.parametrize("text", ["", "[1]", '{"plan": "a", "more": 1}', "{}"])
def test_a_damaged_record_is_named(tmp_path: pathlib.Path, text: str) -> None:
    stores = Stores(tmp_path)
    stores.note(1, Record("a"))
    (tmp_path / "1" / "_sync.json").write_text(text)
    with pytest.raises(ValueError, match=r"1/_sync\.json is damaged"):
        stores.record(1)


def test_a_record_is_kept(tmp_path: pathlib.Path) -> None:
    record = Record("a", "complete", ("id",), ("of",), ("of",), ("walk",), 1, 2, 3, {"walk": 4, "other": 0})
    Stores(tmp_path).note(1, record)
    assert Stores(tmp_path).record(1) == record


def test_an_outcome_in_words_and_as_json() -> None:
    error = {"code": "HTTP", "message": "no", "http_status": 401, "traceback": "…"}
    outcome = Outcome("a", "failed", 1, is_incremental=True, error=error)
    assert outcome.line(3) == "a    1 new row  failed"
    assert outcome.to_json() == {
        "name": "a", "end": "failed", "rows": 1, "is_incremental": True, "doubts": [], "refused": [],
        "error": {"code": "HTTP", "message": "no", "http_status": 401},
    }
    assert Outcome("abc", "complete", 2_000).line(3) == "abc  2,000 rows  complete"
    assert "error" not in Outcome("abc", "complete").to_json()
    doubted = Outcome("abc", "complete", 2, doubts=("more_than_total", "cannot_tell"))
    assert doubted.line(3) == "abc  2 rows  complete, in doubt: more_than_total, cannot_tell"
    assert doubted.to_json()["doubts"] == ["more_than_total", "cannot_tell"]


def test_the_head_of_the_file_has_a_line_of_python_that_reads_it(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / 'it\'s "here"\nand $HOME'
    file = table(folder / "l" / "1" / "x-000001.parquet", a=[1])
    written_views(folder, {"l": (1, view("l", Record(""), [file]))})
    head = (folder / "views.sql").read_text().partition("CREATE")[0].splitlines()
    assert all(line.startswith("-- ") for line in head)
    [line] = [line.removeprefix("--   ") for line in head if "import duckdb" in line]
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True, cwd="/")
    assert "l" in done.stdout
    assert any(line.startswith("--   duckdb -init ") for line in head)
