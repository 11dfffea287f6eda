"""Slices that are missing or damaged: the command names them before DuckDB does, and the other lists go on."""

import pathlib
from collections.abc import Callable, Iterator

import pyarrow
import pyarrow.parquet
import pytest

import sync_support
from swiftpager.sync import slices
from sync_support import Folder, Lists

NAMES = ("orders", "products", "tickets")
ONLY = ("--only", ",".join(NAMES), "--slice-pages", "2")


@pytest.fixture
def served() -> Iterator[Lists]:
    with sync_support.lists() as served:
        yield served


@pytest.fixture
def folder(served: Lists, tmp_path: pathlib.Path) -> Folder:
    folder = Folder(tmp_path, served.url)
    folder.run(*ONLY)
    return folder


def truth(served: Lists) -> "dict[str, list[tuple[str, str]]]":
    return {name: rows for name, rows in served.truth().items() if name in NAMES}


def first_slice(folder: Folder, name: str) -> pathlib.Path:
    return min(folder.path.glob(f"{name}/*/{name}-000001.parquet"))


def cut(data: bytes) -> bytes:
    return data[:-100]


def without_middle(data: bytes) -> bytes:
    return data[:20] + data[30:]


def with_wrong_footer(data: bytes) -> bytes:
    begin = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    return data[:begin] + b"\xff" * (len(data) - 8 - begin) + data[-8:]


DAMAGES = {
    "cut": cut, "empty": lambda data: b"", "without_middle": without_middle, "longer": lambda data: data + b"x",
    "footer": with_wrong_footer, "beginning": lambda data: b"x" + data[1:],
}


@pytest.mark.parametrize("damage", ["cut", "without_middle"])
def test_a_damaged_older_slice_of_a_list_since_a_mark_is_named(served: Lists, folder: Folder, damage: str) -> None:
    path = first_slice(folder, "orders")
    kept = path.read_bytes()
    path.write_bytes(DAMAGES[damage](kept))
    for _ in range(2):
        served.night()
        lines, told = folder.run(*ONLY, code=3)
        assert f"orders: {path} is damaged (" in told and "put a copy back, or remove it" in told
        assert "1 of 3 lists failed" in told and lines.count("complete") == 2
        rows = folder.rows()
        assert "orders" not in rows and rows == {name: truth(served)[name] for name in ("products", "tickets")}
    path.write_bytes(kept)
    folder.run(*ONLY)
    assert folder.rows() == truth(served)
    # The other advice is right, too.
    path.write_bytes(DAMAGES[damage](kept))
    folder.run(*ONLY, code=3)
    path.unlink()
    told = folder.run(*ONLY)[1]
    assert "orders begins anew (1 walk, orders for example): of the slices 1 to " in told and "restart" not in told
    assert folder.rows() == truth(served)


def test_a_list_that_this_run_does_not_read_is_named_too(folder: Folder) -> None:
    path = first_slice(folder, "orders")
    path.write_bytes(cut(path.read_bytes()))
    told = folder.run("--only", "products", code=3)[1]
    assert f"orders: {path} is damaged" in told


def test_a_list_that_is_read_whole_is_read_into_a_new_store(served: Lists, folder: Folder) -> None:
    path = first_slice(folder, "products")
    for damage in (lambda: path.write_bytes(b"x"), path.unlink):
        served.control(forbidden=["products"])
        damage()
        told = folder.run(*ONLY, code=3)[1]
        assert f"products: {path} is " in told and "next run reads the list anew" in told
        assert sorted(folder.rows()) == ["orders", "tickets"]
    served.control()
    served.night()
    folder.run(*ONLY)
    assert folder.rows() == truth(served)


def test_the_last_slice_of_a_list_that_is_read_whole_is_missed(served: Lists, folder: Folder) -> None:
    max(folder.path.glob("products/1/*.parquet")).unlink()
    served.control(forbidden=["products"])
    told = folder.run(*ONLY, code=3)[1]
    assert "products/1 has 2 slices, and 3 made up the list" in told
    served.control()
    folder.run(*ONLY)
    assert folder.rows() == truth(served)


def test_the_newest_slice_of_a_list_since_a_mark_is_asked_for_again(served: Lists, folder: Folder) -> None:
    complete = folder.rows()
    newest = max(folder.path.glob("orders/1/orders-*.parquet"))
    newest.unlink()
    assert f"orders: {newest} is missing: put it back" in folder.run("--only", "products", code=3)[1]
    served.control(partial=["orders"])
    told = folder.run(*ONLY, code=3)[1]
    assert f"orders: {newest.name} is missing: what it had is asked for again" in told
    # What came again came with errors.
    assert newest.exists() and set(folder.rows()["orders"]) < set(complete["orders"])
    served.control()
    folder.run(*ONLY)
    assert folder.rows() == truth(served)


def test_a_damaged_slice_of_a_list_above_stops_the_list_below_alone(served: Lists, tmp_path: pathlib.Path) -> None:
    folder = Folder(tmp_path, served.url)
    only = ("--only", "products,repositories,repository.issues")
    folder.run(*only)
    folder.edit(
        "repository.issues", under={"list": "repositories", "arguments": {"repository.name": "/name"}},
    )
    folder.run()
    path = folder.path / "repositories" / "2" / "repositories-000001.parquet"
    path.write_bytes(cut(path.read_bytes()))
    # A run of this list alone takes the items of the store.
    told = folder.run("--only", "products,repository.issues", code=3)[1]
    assert f"repositories: {path} is damaged" in told and f"repository.issues: {path} is damaged" in told
    assert "products" in folder.rows() and "repository.issues" in folder.rows()
    folder.run()
    assert folder.rows()["repository.issues"] == served.truth()["repository.issues"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_lengths_and_footers_show_damages(tmp_path: pathlib.Path, damage: str) -> None:
    path = tmp_path / "a.parquet"
    columns = {"a": [str(number) for number in range(1_000)], "b": [None] * 1_000, "c": [[1], []] * 500}
    schema = pyarrow.schema({"a": pyarrow.string(), "b": pyarrow.int64(), "c": pyarrow.list_(pyarrow.int64())})
    table = pyarrow.table(columns, schema)
    for groups in (table, table.slice(0, 0), pyarrow.concat_tables([table] * 300)):
        with pyarrow.parquet.ParquetWriter(path, schema) as writer:
            writer.write_table(groups, 70_000)
            writer.write_table(groups, 70_000)
        slices.check(str(path))
        path.write_bytes(DAMAGES[damage](path.read_bytes()))
        with pytest.raises(ValueError, match=r"a\.parquet is damaged \(.*\): put a copy back, or remove it"):
            slices.check(str(path))
        path.unlink()
    with pytest.raises(ValueError, match=r"a\.parquet is missing: put it back"):
        slices.check(str(path))


def test_a_file_that_cannot_be_read_is_an_error_of_its_list(tmp_path: pathlib.Path) -> None:
    look: Callable[[str], None] = slices.check
    with pytest.raises(ValueError, match="cannot be read"):
        look(str(tmp_path))
