"""`swiftpager.fleet`: walks in slices that are committed once, into a store that has no other state."""

import errno
import json
import os
import pathlib
import pickle
from collections.abc import Iterator
from typing import Any

import duckdb
import pyarrow
import pyarrow.parquet
import pytest

from conftest import run_script
from fleets import COLUMNS, PAGES, QUERY, SIZE, Lists, ids, items, lists, store_in
from swiftpager.fleet import Slice, Store, StoreError, Walk, WalkConflict, prepare, retry, run_slice, status
from swiftpager.testing import Connection, FakeServer


@pytest.fixture(scope="module")
def served() -> Iterator[Lists]:
    with lists() as served:
        yield served


def run(walk: Walk, store: Store, **options: Any) -> list[Slice]:
    """The slices of a walk until its list ends or something fails."""
    slices: list[Slice] = []
    while not slices or (slices[-1].end is None and slices[-1].error is None):
        slices.append(run_slice(walk, store, **options))
    return slices


# Slices


def test_a_walk_in_slices_has_each_item_once(served, tmp_path):
    store, walk = store_in(tmp_path), served.walk("list-a", partition={"shop": "a/b", "year": 2026})
    slices = run(walk, store, slice_pages=2)
    assert [(part.number, part.pages, part.rows, part.end) for part in slices] == [
        (1, 2, 2 * SIZE, None), (2, 2, 2 * SIZE, None), (3, 1, SIZE, "complete"),
    ]
    assert ids(tmp_path) == items("list-a")
    assert [part.path for part in slices] == store.files()
    assert store.files()[0] == f"{tmp_path}/shop=a%2Fb/year=2026/list-a-000001.parquet"
    found = duckdb.sql(f"SELECT DISTINCT shop, year FROM '{tmp_path}/**/*.parquet'")
    assert found.fetchall() == [("a/b", 2026)]
    assert store.positions() == {"list-a": 3}


def test_a_complete_walk_rests(served, tmp_path):
    store, walk = store_in(tmp_path), served.walk("list-rests")
    run(walk, store)
    requests = served.stats()["requests"]
    again = run_slice(walk, store)
    assert (again.number, again.end, again.was_committed) == (1, "complete", False)
    assert served.stats()["requests"] == requests


def test_an_empty_list_is_complete(tmp_path):
    store = store_in(tmp_path)
    with FakeServer({"items": Connection([])}) as server:
        query = QUERY.replace("(list: $list, ", "(").replace("$list: ID!, ", "")
        walk = Walk(server.url, query, {"first": 2}, key="empty")
        prepare([walk], store)
        assert [(part.rows, part.end, part.was_committed) for part in run(walk, store)] == [(0, "complete", True)]
        assert run_slice(walk, store).was_committed is False
    assert pyarrow.parquet.read_table(store.files()[0]).schema.names == list(COLUMNS)


def test_a_slice_ends_with_its_time(served, tmp_path):
    slices = run(served.walk("list-slow"), store_in(tmp_path), slice_seconds=0)
    assert [(part.pages, part.end) for part in slices] == [(1, None)] * PAGES + [(0, "complete")]
    assert ids(tmp_path) == items("list-slow")


def test_a_slice_ends_when_it_is_told(served, tmp_path):
    store, walk = store_in(tmp_path), served.walk("list-told")
    told = run_slice(walk, store, stopping=lambda: True)
    assert (told.pages, told.end, told.was_committed) == (1, None, True)
    run(walk, store)
    assert ids(tmp_path) == items("list-told")


def test_a_number_that_is_taken_tells_of_the_newest_slice(served, tmp_path):
    store, walk = store_in(tmp_path), served.walk("list-taken")
    first = run_slice(walk, store, number=1, slice_pages=2)
    second = run_slice(walk, store, number=2, slice_pages=2)
    late = run_slice(walk, store, number=1)
    assert first.was_committed and second.was_committed and not late.was_committed
    assert (late.number, late.path) == (2, second.path)


def test_a_walk_is_found_whatever_number_is_guessed(served, tmp_path):
    store, walk = store_in(tmp_path), served.walk("list-guessed")
    assert store.newest(walk, 7) == 0
    run(walk, store, slice_pages=1)
    assert [store.newest(walk, guess) for guess in (0, 1, 4, 5, 6, 70)] == [PAGES] * 6


def test_children_stand_in_the_footer_of_their_slice(served, tmp_path):
    def children(rows: Any) -> Iterator[Walk]:
        return (walk.child(child.rpartition("-")[2], QUERY, {"list": child}) for child in rows["child"].to_pylist())

    store, walk = store_in(tmp_path), served.walk("org-a")
    first = run_slice(walk, store, slice_pages=1, children=children)
    assert [child.key for child in first.children] == [f"org-a.{number}" for number in range(SIZE)]
    assert first.children[0].endpoint == walk.endpoint
    # A driver that never heard of the slice finds them.
    assert store.open(walk).children == first.children
    assert run_slice(walk, store, number=1).children == first.children
    last = run(walk, store, children=children)[-1]
    assert last.end == "complete" and last.children
    assert run_slice(walk, store).children == last.children

    def broken(rows: Any) -> Iterator[Walk]:
        raise LookupError(f"no children in {rows.num_rows} rows")

    other = served.walk("org-b")
    with pytest.raises(LookupError, match=f"no children in {SIZE} rows"):
        run_slice(other, store, slice_pages=1, children=broken)
    assert store.newest(other) == 0


# What fails


def test_what_fails_for_good_keeps_the_pages_before_it_and_rests(served, tmp_path):
    store = store_in(tmp_path)
    for name, code, pages in (
        ("refused-a", "GRAPHQL", 0), ("cycle-a", "CURSOR_CYCLE", 2), ("misfit-a", "BAD_RESPONSE", 4),
    ):
        walk = served.walk(name)
        failed = run_slice(walk, store)
        assert failed.error is not None
        assert (failed.error["code"], failed.end, failed.was_committed) == (code, None, failed.pages > 0)
        assert failed.pages >= pages
        requests = served.stats()["requests"]
        rests = run_slice(walk, store)
        assert rests.error is not None
        assert failed.error.items() <= rests.error.items()
        assert served.stats()["requests"] == requests
    found = {walk.key: walk for walk in status(store).walks}
    misfit = found["misfit-a"].error
    assert misfit is not None
    assert "after its page 4" in misfit["message"]
    assert '"place"' in misfit["message"]
    assert found["refused-a"].slices == 0
    assert retry(store, ["refused-a"]) == ["refused-a"]
    assert retry(store, lambda walk: walk.slices > 0) == ["cycle-a", "misfit-a"]
    assert run_slice(served.walk("refused-a"), store).error["code"] == "GRAPHQL"
    assert "refused-a" in status(store).table()


def test_a_failure_counts_until_a_later_slice_is_committed(tmp_path):
    store = store_in(tmp_path)
    with lists("--pages", "2") as other:
        walk = other.walk("list-later")
        run_slice(walk, store, slice_pages=1)
    # Nothing answers there now; another process has the same walk's next slice, and commits it.
    gone = run_slice(walk, store, longest_wait=0.001)
    assert gone.error is not None
    assert gone.error["retryable"]
    assert status(store).walks[0].error["code"] == gone.error["code"]
    path = pathlib.Path(store.files()[0])
    metadata = pyarrow.parquet.read_metadata(path).metadata
    footer = {**json.loads(metadata[b"swiftpager.slice"]), "number": 2, "checksum": None}
    table = pyarrow.parquet.read_table(path, partitioning=None)
    with pyarrow.parquet.ParquetWriter(str(path).replace("000001", "000002"), table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"swiftpager.slice": json.dumps(footer)})
    assert status(store).walks[0].error is None


def test_a_partial_list_says_what_is_missing(served, tmp_path):
    store, walk = store_in(tmp_path), served.walk("partial-a")
    partial = run(walk, store)[-1]
    assert partial.end == "partial"
    assert partial.error["code"] == "PARTIAL_DATA"
    assert ids(tmp_path) == items("partial-a")
    assert status(store).walks[0].error == partial.error
    assert run_slice(walk, store).end == "partial"


def test_a_long_wait_ends_the_slice(served, tmp_path):
    store, walk = store_in(tmp_path), served.walk("later-a")
    first = run_slice(walk, store, longest_wait=0.1)
    assert (first.pages, first.put_back_seconds, first.end) == (1, 4.0, None)
    assert status(store).walks[0].error is None
    assert run(walk, store)[-1].end == "complete"
    assert ids(tmp_path) == items("later-a")


def test_a_config_that_is_wrong_is_an_error_of_the_walk(served, tmp_path, monkeypatch):
    monkeypatch.delenv("FLEET_TOKEN", raising=False)
    store = store_in(tmp_path)
    secret = served.walk("list-secret", headers_env={"Authorization": "FLEET_TOKEN"})
    assert "FLEET_TOKEN" in run_slice(secret, store).error["message"]
    wrong = Walk(served.url, "query { items", key="wrong")
    assert run_slice(wrong, store).error["code"] == "INVALID_CONFIG"


# Walks and stores


@pytest.mark.parametrize("key", ["", "\ud800", 7, None])
def test_a_key_is_a_text(key):
    with pytest.raises((ValueError, TypeError), match="key must"):
        Walk("http://127.0.0.1/", QUERY, key=key)


def test_a_walk_is_plain_data(served):
    walk = served.walk("list-plain", partition={"shop": 7}, nested="drain", pagination={"type": "cursor"})
    assert Walk.from_json(json.loads(json.dumps(walk.to_json()))) == walk == pickle.loads(pickle.dumps(walk))
    assert Walk.from_json({**walk.to_json(), "retry": False}).hash == walk.hash
    for wrong, words in (
        ({**walk.to_json(), "limit": 3}, "'limit'"), ({"key": "a"}, "'endpoint', 'query'"), ([], "a JSON object"),
        ({**walk.to_json(), "partition": {"a-b": 1}}, "'a-b'"), ({**walk.to_json(), "partition": {"a": None}}, "'a'"),
        ({**walk.to_json(), "endpoint": "https://me:secret@example.com/"}, "headers_env"),
    ):
        with pytest.raises((ValueError, TypeError), match=words):
            Walk.from_json(wrong)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("endpoint", None), ("endpoint", 7), ("query", 7), ("variables", [1]), ("variables", "{}"),
        ("headers_env", ["A"]),
        ("pagination", "cursor"), ("since", "/updatedAt"), ("nested", 7), ("retry", 3), ("partition", "shop"),
    ],
)
def test_a_walk_with_a_wrong_type_is_refused(served, name, wrong):
    with pytest.raises(TypeError, match=f"{name} must be .*, not"):
        Walk.from_json({**served.walk("list-type").to_json(), name: wrong})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"slice_pages": 0}, "slice_pages must be"), ({"slice_pages": "5"}, "slice_pages must be"),
        ({"slice_pages": True}, "slice_pages must be"), ({"slice_seconds": -1}, "slice_seconds must be"),
        ({"slice_seconds": "5"}, "slice_seconds must be"), ({"slice_seconds": float("nan")}, "slice_seconds must be"),
        ({"longest_wait": -1}, "longest_wait must be"), ({"longest_wait": None}, "longest_wait must be"),
        ({"number": 0}, "number must be"), ({"number": "1"}, "number must be"),
    ],
)
def test_a_wrong_argument_of_a_slice_is_no_failure_of_its_walk(served, tmp_path, options, words):
    """A walk that failed by a mistake of its caller would rest until `retry`."""
    store, walk = store_in(tmp_path), served.walk("list-argument")
    with pytest.raises(ValueError, match=words):
        run_slice(walk, store, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_slice_needs_a_walk_and_a_store(served, tmp_path):
    with pytest.raises(TypeError, match="walk must be"):
        run_slice({"key": "a"}, store_in(tmp_path))
    with pytest.raises(TypeError, match="store must be"):
        run_slice(served.walk("list-argument"), str(tmp_path))


@pytest.mark.parametrize(
    ("configs", "words"),
    [
        ({"retry": {"budget": "long"}}, "retry's budget must be a number of seconds, not 'long'"),
        ({"retry": {"budget": -1}}, "retry's budget must be 0 or more seconds, not -1"),
        ({"retry": {"base_delay": [1]}}, "retry's base_delay must be a number of seconds, not [1]"),
        ({"since": {"path": "/place", "lag": "1 h"}}, "the lag of since must be a number of seconds, not '1 h'"),
        ({"headers_env": {"Authorization": 7}}, "headers_env must have strings"),
        ({"retry": {"statuses": 5}}, "at /retry/statuses"),
        ({"pagination": {"after": 5}}, "at /pagination/after"),
    ],
)
def test_a_wrong_type_inside_a_config_is_a_failure_of_its_walk(served, tmp_path, configs, words):
    """Other walks go on, and the status says which key is to blame."""
    store, walk = store_in(tmp_path), served.walk("list-types", **configs)
    prepare([walk], Store(str(tmp_path / "sampled")))
    ended = run_slice(walk, store)
    assert (ended.number, ended.error["code"], ended.error["retryable"]) == (0, "INVALID_CONFIG", False)
    assert words in ended.error["message"]
    (noted,) = status(store).walks
    assert (noted.key, noted.has_failed, noted.error["message"]) == (walk.key, True, ended.error["message"])


@pytest.mark.parametrize("wrong", ["slow", 5, {"mode": "rate"}, {"mode": "rate", "per_second": "x"}])
def test_a_wrong_rate_limit_is_no_failure_of_the_walk(served, tmp_path, wrong):
    store, walk = store_in(tmp_path), served.walk("list-rate")
    with pytest.raises(ValueError, match="rate_limit"):
        run_slice(walk, store, rate_limit=wrong)
    assert [walk.has_failed for walk in status(store).walks] in ([], [False])
    assert run_slice(walk, store).end == "complete"


def test_a_key_means_one_walk(served, tmp_path):
    store = store_in(tmp_path)
    run(served.walk("list-one"), store)
    same = served.walk("list-one", headers_env={"X": "HOME"}, retry=False)
    assert run_slice(same, store).end == "complete"
    other = Walk(served.url, QUERY, {"list": "list-two", "first": SIZE}, key="list-one", nested="drain")
    with pytest.raises(WalkConflict, match="'list-one' and another nested and variables"):
        run_slice(other, store)


def test_a_file_that_is_not_a_slice_is_told(served, tmp_path):
    store, walk = store_in(tmp_path), served.walk("list-foreign")
    pyarrow.parquet.write_table(pyarrow.table({"a": [1]}), tmp_path / "list-foreign-000001.parquet")
    with pytest.raises(ValueError, match=r"list-foreign-000001\.parquet is not a slice of a fleet"):
        run_slice(walk, store)
    run_slice(served.walk("list-mine"), store)
    os.rename(store.files()[-1], tmp_path / "list-renamed-000001.parquet")
    with pytest.raises(ValueError, match=r"list-renamed-000001\.parquet is a slice of another walk"):
        run_slice(served.walk("list-renamed"), store)


def test_other_storage_is_refused():
    with pytest.raises(StoreError, match="must create files exclusively"):
        Store("gs://bucket/folder")


def test_a_store_whose_creation_is_not_exclusive_is_refused(tmp_path, monkeypatch):
    store = store_in(tmp_path)
    store.check()
    # A file system that puts the second file in the place of the first.
    monkeypatch.setattr(os, "link", os.replace)
    monkeypatch.setattr("swiftpager.fleet._folders.with_no_file", lambda path: None)
    with pytest.raises(StoreError, match="its second creation of one file did not fail"):
        store.check()


def test_a_file_system_without_links_is_refused(tmp_path, monkeypatch):
    def link(*_: Any) -> None:
        raise OSError(errno.EPERM, "not permitted")

    monkeypatch.setattr(os, "link", link)
    with pytest.raises(StoreError, match="hard link"):
        store_in(tmp_path).check()


def test_a_store_that_cannot_be_written_is_told(served, tmp_path):
    """The root is a file, which also the superuser cannot write into."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        store_in(tmp_path / "file").check()


@pytest.mark.long
def test_a_full_disk_leaves_nothing_half_there(served, tmp_path):
    script = """
import json, resource, signal, sys
from swiftpager.fleet import Store, StoreError, Walk, run_slice
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = Store(os.environ["FOLDER"], columns=json.loads(os.environ["COLUMNS"]))
walk = Walk.from_json(json.loads(os.environ["WALK"]))
run_slice(walk, store, slice_pages=1)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
try:
    run_slice(walk, store, slice_pages=1)
except StoreError as error:
    say(error)
"""
    code, output, errors = run_script(
        script, FOLDER=str(tmp_path), COLUMNS=json.dumps(COLUMNS), WALK=json.dumps(served.walk("list-full").to_json())
    )
    assert (code, "nothing of it is committed" in output) == (0, True), (output, errors)
    assert store_in(tmp_path).positions() == {"list-full": 1}
    assert list((tmp_path / "_temporary").iterdir()) == []
    run(served.walk("list-full"), store_in(tmp_path))
    assert ids(tmp_path) == items("list-full")


# Columns


def rows_of(folder: pathlib.Path) -> list[dict[str, Any]]:
    """All rows, by id."""
    tables = [pyarrow.parquet.read_table(path, partitioning=None) for path in sorted(folder.glob("**/*.parquet"))]
    return sorted(pyarrow.concat_tables(tables).to_pylist(), key=lambda row: row["id"])


def fake(nodes: list[dict[str, Any]], name: str = "a") -> tuple[FakeServer, Any]:
    """A server of some items, and what makes a walk through them."""
    server = FakeServer({"items": Connection(nodes)})
    query = f"""query ($first: Int, $after: String) {{
        items(first: $first, after: $after) {{
          nodes {{ {" ".join(nodes[0])} }} pageInfo {{ hasNextPage endCursor }} }} }}"""
    return server, lambda: Walk(server.url, query, {"first": 2}, key=name)


def test_a_sample_settles_the_columns(tmp_path):
    first, walk = fake([{"id": 1, "size": 1, "note": None}, {"id": 2, "size": 2, "note": None}], "a")
    second, other = fake([{"id": 3, "size": 1.5, "note": None}, {"id": 4, "size": 2, "note": {"x": 1}}], "b")
    store = Store(str(tmp_path))
    with first, second:
        prepare([walk(), other()], store)
        shown = json.loads((tmp_path / "_schema.json").read_text())["columns"]
        assert shown["size"] == "double"
        for made in (walk(), other()):
            assert run(made, store)[-1].end == "complete"
    assert [row["size"] for row in rows_of(tmp_path)] == [1.0, 2.0, 1.5, 2.0]
    assert pickle.loads(pickle.dumps(store)).files() == store.files()


def test_columns_without_values_in_the_sample_hold_json(tmp_path):
    server, walk = fake([{"id": n, "note": None if n < 2 else {"x": n}} for n in range(4)])
    store = Store(str(tmp_path))
    with server:
        prepare([walk()], store)
        assert run(walk(), store)[-1].end == "complete"
    assert [row["note"] for row in rows_of(tmp_path)] == [None, None, '{"x": 2}', '{"x": 3}']


def test_without_a_sample_the_first_slice_with_rows_decides(tmp_path):
    empty, nothing = fake([{"id": 1}], "empty")
    server, walk = fake([{"id": 1}, {"id": 2}])
    store = Store(str(tmp_path))
    with empty, server:
        empty.data["items"] = Connection([])
        prepare([nothing()], store)
        assert not (tmp_path / "_schema.json").exists()
        ended = run_slice(nothing(), store)
        # Without columns there is no file yet.
        assert (ended.end, ended.was_committed) == ("complete", False)
        assert run(walk(), store)[-1].was_committed
        assert run_slice(nothing(), store).was_committed


def test_new_keys_end_a_walk_or_are_collected(tmp_path):
    nodes = [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]
    server, walk = fake(nodes, "a")
    grown, wider = fake([{"id": 3, "name": "c", "extra": {"x": 1}, "more": None}], "b")
    with server, grown:
        refusing = Store(str(tmp_path / "refuse"))
        collecting = Store(str(tmp_path / "json"), on_new_keys="json")
        for store in (refusing, collecting):
            prepare([walk()], store)
            run(walk(), store)
        assert "extra" in run_slice(wider(), refusing).error["message"]
        assert run_slice(wider(), collecting).end == "complete"
    found = rows_of(tmp_path / "json")
    assert [row["new_keys"] for row in found] == [None, None, '{"extra": {"x": 1}, "more": null}']
    with pytest.raises(ValueError, match="on_new_keys='json'"):
        prepare([], Store(str(tmp_path / "json")))
    with pytest.raises(ValueError, match="has the columns id, name"):
        prepare([], Store(str(tmp_path / "refuse"), columns=["id"]))


def test_a_key_with_signs_of_pointers_is_not_new_if_it_is_a_column(tmp_path):
    # The items are of a scalar type, whose keys may have any sign.
    query = "query ($after: String) { items(after: $after) { nodes pageInfo { hasNextPage endCursor } } }"
    columns = {name: {"type": "int64"} for name in ("id", "a/b")} | {"d": {"pointer": "/c/~0d", "type": "int64"}}
    store = Store(str(tmp_path), columns=columns, on_new_keys="json")
    with FakeServer({"items": Connection([{"id": 1, "a/b": 2, "c": {"~d": 3}, "e": 4}])}) as server:
        assert run(Walk(server.url, query, key="a"), store)[-1].end == "complete"
    assert rows_of(tmp_path) == [{"id": 1, "a/b": 2, "d": 3, "new_keys": '{"e": 4}'}]


# Runs that repeat


def changed(number: Any, second: int) -> dict[str, Any]:
    return {"id": number, "updatedAt": f"2026-11-23T00:00:{second:02d}Z"}


def incremental(walk: Walk) -> Walk:
    """The same walk, which reads only what is new."""
    since = {"path": "/updatedAt", "type": "time", "order": "descending"}
    return Walk.from_json({**walk.to_json(), "since": since, "pagination": {"type": "cursor", "identity": "/id"}})


def test_with_a_mark_the_next_run_opens_a_new_slice(tmp_path):
    item = changed
    server, walk = fake([item(n, 9 - n) for n in range(5)])
    store = Store(str(tmp_path))
    with server:
        made = incremental(walk())
        prepare([made], store)
        assert [part.rows for part in run(made, store)] == [5]
        # Nothing is new: no slice is committed.
        nothing = run_slice(made, store)
        assert (nothing.end, nothing.rows, nothing.was_committed) == ("complete", 0, False)
        server.data["items"] = Connection([item(7, 20), item(3, 15), *(item(n, 9 - n) for n in (0, 1, 2, 4))])
        again = run_slice(made, store)
        assert (again.number, again.rows, again.was_committed) == (2, 2, True)
    assert status(store).walks[0].rows == 7


def test_a_run_that_fails_behind_a_complete_one_can_be_tried_again(tmp_path):
    server, walk = fake([changed(n, 9 - n) for n in range(5)])
    store, made = Store(str(tmp_path)), incremental(walk())
    with server:
        assert run(made, store)[-1].end == "complete"
        whole = server.data["items"]
        server.data["items"] = Connection([changed("x", 20), *(changed(n, 9 - n) for n in range(5))])
        assert run_slice(made, store).error["code"] == "BAD_RESPONSE"
        (found,) = status(store).walks
        assert (found.end, found.has_failed, found.error["code"]) == ("complete", True, "BAD_RESPONSE")
        assert "1 failed" in status(store).table()
        server.data["items"] = whole
        assert run_slice(made, store).error["code"] == "BAD_RESPONSE"
        assert retry(store) == [made.key]
        assert run_slice(made, store).end == "complete"
    assert not status(store).walks[0].has_failed


def test_a_run_with_nothing_new_forgets_an_earlier_failure(tmp_path):
    server, walk = fake([changed(n, 9 - n) for n in range(5)])
    store, made = Store(str(tmp_path)), incremental(walk())
    with server:
        run(made, store)
        # Longer than any wait of the slice; without it a wait is random, and may be short enough.
        server.refuse(503, headers={"Retry-After": "5"})
        gone = run_slice(made, store, longest_wait=0.001)
        assert gone.error is not None and gone.error["retryable"] and status(store).walks[0].has_failed
        nothing = run_slice(made, store)
        assert (nothing.end, nothing.was_committed, nothing.error) == ("complete", False, None)
    assert status(store).walks[0].error is None
