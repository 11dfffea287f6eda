"""The columns that say of which item before it a row of a list with `under` is."""

import json
import pathlib
import shutil
from collections.abc import Iterator
from typing import Any

import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

from sdl_server import serving
from swiftpager.sync import Under, Unresolved
from swiftpager.sync.stores import Record
from swiftpager.sync.under import Items
from sync_support import Folder
from test_sync_under import entry

CUT = "x" * 201
PARENTS = [
    "short", CUT, "я" * 34, "商" * 23, "__HIVE_DEFAULT_PARTITION__", "a/b=c", ".", "it's\n\"", "x" * 100_000, "%41",
    "%2525",
]
SDL = """
type P { id: ID! name: String! }
type K { id: ID! number: Int! }
type G { id: ID! text: String! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type KidC { nodes: [K!]! pageInfo: PageInfo! }
type GrandC { nodes: [G!]! pageInfo: PageInfo! }
type Query {
  parents: [P!]!
  kids(of: String!, first: Int, after: String): KidC!
  grandkids(of: String!, number: Int!, first: Int, after: String): GrandC!
}
"""
END = {"hasNextPage": False, "endCursor": None}


def kids(_: Any, of: str, first: int = 100, after: str | None = None) -> dict[str, Any]:
    return {"nodes": [{"id": "1", "number": len(of)}], "pageInfo": END}


def grandkids(_: Any, of: str, number: int, first: int = 100, after: str | None = None) -> dict[str, Any]:
    return {"nodes": [{"id": "g", "text": f"{of[:9]}:{number}"}], "pageInfo": END}


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> Iterator[Folder]:
    parents = [{"id": str(number), "name": name} for number, name in enumerate(PARENTS)]
    with serving(SDL, {"parents": lambda _: parents, "kids": kids, "grandkids": grandkids}) as served:
        # DuckDB takes a folder of such a name for a column.
        folder = Folder(tmp_path / "region=eu", served.url)
        folder.run()
        folder.edit("kids", under={"list": "parents", "arguments": {"of": "/name"}})
        yield folder


def record_of(folder: Folder, name: str, number: int) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads((folder.path / name / str(number) / "_sync.json").read_text())
    return fields


def test_each_value_is_a_text_in_the_rows(folder: Folder) -> None:
    folder.run()
    assert folder.query('SELECT "of" FROM kids ORDER BY ALL') == sorted((name,) for name in PARENTS)
    assert folder.query('SELECT count(*) FROM kids JOIN parents ON kids."of" = parents.name') == [(len(PARENTS),)]
    assert [row[:2] for row in folder.query("DESCRIBE kids")] == [
        ("id", "VARCHAR"), ("number", "BIGINT"), ("of", "VARCHAR"),
    ]
    # Other readers take the values from the files, too.
    store = folder.path / "kids" / "1"
    values = {str(path): polars.read_parquet(path)["of"].to_list() for path in store.rglob("*.parquet")}
    assert sorted(one for (one,) in values.values()) == sorted(PARENTS)
    assert sorted(pandas.read_parquet(list(values))["of"]) == sorted(PARENTS)


def test_a_list_below_takes_the_value_as_it_is(folder: Folder) -> None:
    folder.run()
    # Two levels down, `/of` is the value of the list in the middle.
    folder.edit("grandkids", under={"list": "kids", "arguments": {"of": "/of", "number": "/number"}})
    folder.run()
    rows = folder.query('SELECT "of", grandkids."number", text FROM grandkids ORDER BY ALL')
    assert rows == sorted((name, str(len(name)), f"{name[:9]}:{len(name)}") for name in PARENTS)


def as_an_earlier_version_began(folder: Folder, name: str) -> None:
    """Leaves a list as a run of an earlier version that was killed before the first slice."""
    kept = record_of(folder, name, 1)
    shutil.rmtree(folder.path / name / "1")
    (folder.path / name / "1").mkdir()
    earlier = {"plan": kept["plan"], "end": None, "newest_by": kept["newest_by"], "partition": kept["under"]}
    record = {**earlier, "left_out": [], "items": None, "total": None}
    (folder.path / name / "1" / "_sync.json").write_text(json.dumps(record))


def test_an_earlier_versions_store_goes_on_and_the_next_one_has_the_values(folder: Folder) -> None:
    folder.run()
    as_an_earlier_version_began(folder, "kids")
    folder.run()
    assert folder.stores("kids") == [1]
    assert record_of(folder, "kids", 1)["partition"] == ["of"]
    shown = [value for (value,) in folder.query('SELECT "of" FROM kids ORDER BY ALL')]
    assert "short" in shown and CUT not in shown and None in shown and len(shown) == len(PARENTS)
    folder.run()
    assert folder.query('SELECT "of" FROM kids ORDER BY ALL') == sorted((name,) for name in PARENTS)


# Parts


def items_of(path: pathlib.Path, folder: str, record: Record) -> Items:
    file = path / folder / "kids.a-000001.parquet"
    file.parent.mkdir()
    pyarrow.parquet.write_table(pyarrow.table({"number": [1, 2]}), file)
    return Items(
        entry("grandkids", Under("kids", {"o": "/of", "n": "/number"})), entry("kids", columns={"number": {}}),
        record, [str(file)],
    )


def test_the_value_in_the_name_of_a_folder_is_read(tmp_path: pathlib.Path) -> None:
    found = items_of(tmp_path, "of=a%2Fb", Record("", partition=("of",)))
    assert list(found.values()) == [("a/b", 1), ("a/b", 2)]


def test_a_value_that_an_earlier_version_cut_is_not_taken(tmp_path: pathlib.Path) -> None:
    found = items_of(tmp_path, f"of={'x' * 167}.{'0' * 32}", Record("", partition=("of",)))
    with pytest.raises(Unresolved, match="cut a long value of the column of"):
        list(found.values())
