"""The columns of a store: the sample that decides on them, and the ordinals of rows."""

import dataclasses
import json
import pathlib
import pickle
from typing import Any

import duckdb
import pyarrow.parquet
import pytest

import fleets
import swiftpager.fleet as fleet
from conftest import run_script
from swiftpager.testing import Connection, FakeServer

QUERY = (
    "query ($first: Int, $after: String) { items(first: $first, after: $after) {"
    " nodes { id updatedAt } pageInfo { hasNextPage endCursor } } }"
)
SINCE = {"path": "/updatedAt", "type": "time", "order": "descending"}
COLUMNS = {"id": {"type": "int64"}, "updatedAt": {"type": "string"}}


def items(*numbers: int, second: int = 0) -> list[dict[str, Any]]:
    return [{"id": number, "updatedAt": f"2026-11-26T00:00:{second:02}Z"} for number in numbers]


def walk(server: FakeServer, key: str = "w", **others: Any) -> fleet.Walk:
    return fleet.Walk(server.url, QUERY, {"first": 2}, key=key, **others)


def rows(store: fleet.Store, *names: str) -> list[tuple[Any, ...]]:
    """The rows of all files in their order."""
    tables = [pyarrow.parquet.read_table(path, columns=list(names), partitioning=None) for path in store.files()]
    return [tuple(row[name] for name in names) for table in tables for row in table.to_pylist()]


# The sample


def test_the_sample_asks_as_the_walks_do_and_no_more_than_its_number(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLEET_TOKEN", "a secret")
    with FakeServer({"items": Connection(items(*range(9)))}) as server:
        walks = [walk(server, str(number), headers_env={"X-Token": "FLEET_TOKEN"}) for number in range(10)]
        fleet.prepare(walks, fleet.Store(tmp_path, sample=3))
        assert len(server.requests) == 3
        for request in server.requests:
            assert ({name.lower(): value for name, value in request.headers.items()})["x-token"] == "a secret"
            assert request.variables == {"first": 2}


def test_walks_without_rows_do_not_count_as_the_sample_and_end_it_in_time(tmp_path: pathlib.Path) -> None:
    with FakeServer({"items": Connection([])}) as server, FakeServer({"items": Connection(items(1))}) as full:
        walks = [*(walk(server, str(number)) for number in range(7)), walk(full, "full"), walk(full, "more")]
        fleet.prepare(walks, fleet.Store(tmp_path / "two", sample=2))
        assert (len(server.requests), len(full.requests)) == (7, 1)
        fleet.prepare(walks, fleet.Store(tmp_path / "one", sample=1))
        assert (len(server.requests), len(full.requests)) == (7 + 4, 1)


def test_a_walk_that_fails_has_no_say_in_the_columns(tmp_path: pathlib.Path) -> None:
    with FakeServer({"items": Connection(items(1))}) as server:
        server.refuse(401)
        fleet.prepare([walk(server, "refused"), walk(server)], fleet.Store(tmp_path, sample=1))
        assert len(server.requests) == 2
    assert list(json.loads((tmp_path / "_schema.json").read_text())["columns"]) == ["id", "updatedAt"]


# Ordinals


@pytest.mark.parametrize("columns", [None, COLUMNS, ["id", "updatedAt"]])
def test_ordinals_count_the_rows_of_each_walk(tmp_path: pathlib.Path, columns: Any) -> None:
    store = fleet.Store(tmp_path, columns=columns, ordinal="_n")
    with FakeServer({"items": Connection(items(*range(9)))}) as server:
        job = fleet.run([walk(server, "a"), walk(server, "b")], store, slice_pages=2)
        assert (job.wait(60).complete, job.failed()) == (2, {})
    assert rows(store, "id", "_n") == 2 * [(number, number) for number in range(9)]
    assert pyarrow.parquet.read_schema(store.files()[0]).names[-1] == "_n"


def test_ordinals_go_on_over_nights_and_new_beginnings(tmp_path: pathlib.Path) -> None:
    store = fleet.Store(tmp_path, columns=COLUMNS, ordinal="_n", on_new_keys="json")
    with FakeServer({"items": Connection(items(0, 1, 2))}) as server:
        made = walk(server, since=SINCE)
        fleet.run([made], store).wait(60)
        server.data["items"] = Connection([*items(1, 3, second=1), *items(0, 2)])
        fleet.run([made], store).wait(60)
        assert rows(store, "id", "_n") == [(0, 0), (1, 1), (2, 2), (1, 3), (3, 4)]
        found = duckdb.sql(f"""
            SELECT id, "updatedAt" FROM '{tmp_path}/*.parquet'
            QUALIFY row_number() OVER (PARTITION BY id ORDER BY _n DESC) = 1 ORDER BY id
        """)
        assert found is not None
        seconds = {number: time[-3:-1] for number, time in found.fetchall()}
        assert seconds == {0: "00", 1: "01", 2: "00", 3: "01"}
        fleet.restart(store, ["w"])
        fleet.run([made], store).wait(60)
        assert rows(store, "id", "_n") == [(1, 5), (3, 6), (0, 7), (2, 8)]


@pytest.mark.parametrize("on_new_keys", ["refuse", "json"])
def test_an_item_with_the_key_of_the_ordinal_is_an_error(tmp_path: pathlib.Path, on_new_keys: Any) -> None:
    query = QUERY.replace("updatedAt", "_n")
    with FakeServer({"items": Connection([{"id": 1, "_n": 7}])}) as server:
        made = fleet.Walk(server.url, query, key="a")
        named = fleet.Store(tmp_path / "named", columns=["id"], ordinal="_n", on_new_keys=on_new_keys)
        ended = fleet.run_slice(made, named)
        assert ended.error is not None and ended.error["code"] == "BAD_RESPONSE"
        assert "the key '_n', which is the `ordinal` of the store" in ended.error["message"]
        sampled = fleet.Store(tmp_path / "sampled", ordinal="_n", on_new_keys=on_new_keys)
        with pytest.raises(ValueError, match="the items have a key '_n', which `ordinal` needs"):
            fleet.run([made], sampled).wait(60)


def test_the_ordinal_of_a_store_stays(tmp_path: pathlib.Path) -> None:
    with FakeServer({"items": Connection(items(1))}) as server:
        fleet.run([walk(server)], fleet.Store(tmp_path, ordinal="_n")).wait(60)
    for other in (None, "_m"):
        with pytest.raises(ValueError, match="was made with ordinal='_n': give the same"):
            fleet.prepare([], fleet.Store(tmp_path, ordinal=other))
    with pytest.raises(ValueError, match="has the columns id, updatedAt: give the same"):
        fleet.prepare([], fleet.Store(tmp_path, ordinal="_n", columns=["id"]))
    with pytest.raises(ValueError, match="ordinal must be a name that no column has, not 'id'"):
        fleet.Store(tmp_path, columns=fleets.COLUMNS, ordinal="id")
    for wrong in ("", 7):
        with pytest.raises(TypeError, match="ordinal must be the name of a column"):
            fleet.Store(tmp_path, ordinal=wrong)  # type: ignore[arg-type]


# Constants


@pytest.mark.parametrize("columns", [None, COLUMNS])
def test_a_constant_stands_in_each_row_of_its_walk(tmp_path: pathlib.Path, columns: Any) -> None:
    store = fleet.Store(tmp_path, columns=columns, ordinal="_n", constants=["of", "a b"], on_new_keys="json")
    values = {"a": {"of": "", "a b": "x" * 100_000}, "b": {"a b": "я", "of": "__HIVE_DEFAULT_PARTITION__"}}
    with FakeServer({"items": Connection(items(*range(5)))}) as server:
        walks = [walk(server, key, constants=constants) for key, constants in values.items()]
        # As on a cluster, the store and the walks come from elsewhere.
        copied, store = pickle.loads(pickle.dumps((walks, store)))
        assert fleet.run(copied, store, slice_pages=1).wait(60).complete == 2
    assert rows(store, "id", "of", "a b", "_n") == [
        (number, one["of"], one["a b"], number) for one in values.values() for number in range(5)
    ]
    names = pyarrow.parquet.read_schema(store.files()[0]).names
    assert names == ["id", "updatedAt", "new_keys", "of", "a b", "_n"]
    # The same walk has the same values, also in another order.
    assert [one.hash for one in walks] == [
        dataclasses.replace(one, constants=dict(reversed(list((one.constants or {}).items())))).hash for one in walks
    ]
    with FakeServer({"items": Connection(items(1))}) as server, pytest.raises(fleet.WalkConflict, match="constants"):
        store.open(dataclasses.replace(walks[0], constants={"of": "c", "a b": ""}))


def test_the_constants_of_walk_and_store_fit(tmp_path: pathlib.Path) -> None:
    with FakeServer({"items": Connection(items(1))}) as server:
        store = fleet.Store(tmp_path / "with", columns=COLUMNS, constants=["of"])
        for constants in (None, {}, {"other": "x"}, {"of": "x", "other": "x"}):
            with pytest.raises(ValueError, match=r"must have `constants` for the columns \(of\)"):
                fleet.run_slice(walk(server, constants=constants), store)
        with pytest.raises(ValueError, match=r"for the columns \(\) that .*, not for \(of\)"):
            fleet.run_slice(walk(server, constants={"of": "x"}), fleet.Store(tmp_path / "without"))
        with pytest.raises(ValueError, match="the items have a key 'id', which `constants` needs"):
            fleet.run_slice(walk(server, constants={"id": "x"}), fleet.Store(tmp_path / "key", constants=["id"]))
        fleet.run_slice(walk(server, constants={"of": "x"}), store)
        with pytest.raises(ValueError, match=r"was made with constants=\('of',\): give the same"):
            fleet.prepare([], fleet.Store(tmp_path / "with", columns=COLUMNS))
        for wrong, error in (({"of": 7}, TypeError), ({"of": None}, TypeError), ({"": "x"}, ValueError)):
            with pytest.raises(error, match="constants: the "):
                walk(server, constants=wrong)
    for names, kind in (("of", TypeError), ([""], TypeError), (["of", "of"], ValueError), (["id"], ValueError)):
        with pytest.raises(kind, match="constants must be"):
            fleet.Store(tmp_path, columns=COLUMNS, constants=names)


def test_with_keep_a_walk_with_errors_beside_its_data_is_complete(tmp_path: pathlib.Path) -> None:
    with FakeServer({"items": Connection(items(*range(3)))}) as server:
        made = walk(server, errors="keep")
        for errors, end in (("keep", "complete"), ("report", "partial"), (None, "partial")):
            server.answer_errors("no", with_data=True)
            ended = fleet.run_slice(walk(server, errors=errors), fleet.Store(tmp_path / str(errors), columns=COLUMNS))
            assert (ended.end, ended.rows) == (end, 3)
            assert end == "complete" or (ended.error or {})["has_errors"]
        # It may change while the walk goes on.
        assert made.hash == walk(server).hash and made.child("c", QUERY).errors == "keep"
        server.answer_errors("no", with_data=True)
        store = fleet.Store(tmp_path / "changes", columns=COLUMNS)
        assert fleet.run_slice(walk(server), store, slice_pages=1).end is None
        assert fleet.run_slice(made, store).end == "complete"
        with pytest.raises(ValueError, match='errors must be "report" or "keep"'):
            walk(server, errors="fail")


def test_rows_that_have_the_columns_of_the_store_are_written_without_a_cast(tmp_path: pathlib.Path) -> None:
    # A cast imports pyarrow.compute, which takes longer than a small list.
    with FakeServer({"items": Connection(items(*range(3)))}) as server:
        code, output, errors = run_script(
            "import swiftpager.fleet as fleet\n"
            f"store = fleet.Store({str(tmp_path)!r}, columns={COLUMNS!r})\n"
            f"walk = fleet.Walk({server.url!r}, {QUERY!r}, {{'first': 2}}, key='w')\n"
            "with fleet.run([walk], store) as job:\n"
            "    progress = job.wait()\n"
            "say([progress.rows, *('pyarrow.' + name in sys.modules for name in ('parquet', 'compute'))])"
        )
    assert (code, output, errors) == (0, "[3, True, False]\n", "")
