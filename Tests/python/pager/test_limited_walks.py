"""`limit` and `pages`: a walk that ends well before the end of its list, for items, columns and streams."""

import json

import adbc_driver_sqlite.dbapi
import duckdb
import polars
import pyarrow
import pytest

import swiftpager
from any_pages import any_pages
from conftest import ITEMS_QUERY
from swiftpager.testing import Connection, FakeServer

ITEMS = [{"id": n, "name": None if n % 3 else f"item {n}", "tags": [n] * (n % 3), "at": {"x": n}} for n in range(60)]


@pytest.fixture
def fake():
    with FakeServer({"items": Connection(ITEMS)}) as server:
        yield server


@pytest.fixture
def client(fake):
    with swiftpager.Client(fake.url) as made:
        yield made


QUERY = (
    "query ($first: Int, $after: String) { items(first: $first, after: $after) {"
    " nodes { id name tags at { x } } pageInfo { hasNextPage endCursor } } }"
)


def pager(client, **options):
    return client.pager(QUERY, {"first": 10}, **options)


def numbers(rows):
    return [row["id"] for row in rows]


# How a program takes rows, and what each way gives for a limit.
WAYS = {
    "items": lambda pager, **limits: list(pager.items(**limits)),
    "arrow": lambda pager, **limits: pager.to_arrow(**limits).to_pylist(),
    "polars": lambda pager, **limits: pager.to_polars(**limits).to_dicts(),
    "pandas": lambda pager, **limits: json.loads(pager.to_pandas(**limits).to_json(orient="records")),
    "batches": lambda pager, **limits: [row for batch in pager.record_batches(**limits) for row in batch.to_pylist()],
    "stream": lambda pager, **limits: polars.DataFrame(pager.record_batches(**limits)).to_dicts(),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("limits", "count", "requests"),
    [({"limit": 25}, 25, 3), ({"limit": 20}, 20, 2), ({"limit": 1}, 1, 1), ({"pages": 2}, 20, 2), ({"pages": 6}, 60, 6),
     ({"limit": 60}, 60, 6), ({"limit": 100, "pages": 99}, 60, 6), ({"limit": 15, "pages": 3}, 15, 2),
     ({"limit": 35, "pages": 3}, 30, 3)],
)
def test_a_walk_takes_exactly_what_it_was_asked_for(client, fake, way, limits, count, requests):
    rows = WAYS[way](pager(client), **limits)
    assert rows == ITEMS[:count]
    assert len(fake.requests) == requests


@pytest.mark.parametrize("limit", range(1, 31, 4))
def test_an_array_that_is_cut_is_valid_in_each_part(client, limit):
    table = pyarrow.RecordBatchReader.from_stream(pager(client).record_batches(limit=limit)).read_all()
    table.validate(full=True)
    assert table.column("name").null_count == sum(item["name"] is None for item in ITEMS[:limit])
    assert table.to_pylist() == ITEMS[:limit]
    rows = duckdb.from_arrow(pager(client).record_batches(limit=limit)).aggregate("sum(id), count(name)").fetchall()
    assert rows == [(sum(range(limit)), limit - table.column("name").null_count)]
    frame = polars.DataFrame(pager(client).record_batches(limit=limit))
    assert (frame["name"].null_count(), frame.to_dicts()) == (table.column("name").null_count, ITEMS[:limit])


@pytest.mark.parametrize("way", ["arrow", "polars", "pandas"])
@pytest.mark.parametrize(
    ("guards", "limits", "count"),
    [({"max_pages": 2}, {}, 20), ({"max_items": 15}, {}, 20), ({"max_pages": 2}, {"limit": 25}, 20),
     ({"max_items": 15}, {"pages": 3}, 20), ({"max_pages": 2}, {"pages": 3}, 20)],
)
def test_a_guard_raises_with_the_rows_so_far(client, way, guards, limits, count):
    walked = pager(client, **guards)
    with pytest.raises(swiftpager.PageLimit) as caught:
        getattr(walked, f"to_{way}")(["id"], **limits)
    result = caught.value.result
    assert list(result["id"].to_pylist() if way == "arrow" else result["id"]) == list(range(count))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("guards", [{"max_pages": 2}, {"max_items": 20}])
@pytest.mark.parametrize("limits", [{"limit": 20}, {"limit": 12}, {"pages": 1}])
def test_a_guard_that_is_not_reached_first_raises_nothing(client, way, guards, limits):
    assert len(WAYS[way](pager(client, **guards), **limits)) == limits.get("limit", 10)


def test_a_guard_raises_after_the_items_before_it(client):
    walked, seen = pager(client, max_pages=2), []
    with pytest.raises(swiftpager.PageLimit):
        seen.extend(item["id"] for item in walked.items(limit=21))
    assert walked.state["items_loaded"] == 20


@pytest.mark.parametrize(("limits", "following"), [
    ({"limit": 25}, 20), ({"limit": 20}, 20), ({"pages": 2}, 20), ({"limit": 7}, 0), ({"limit": 29}, 20)])
def test_a_token_lies_before_the_page_that_a_limit_cuts(client, limits, following):
    walked = pager(client)
    assert sum(1 for _ in walked.items(**limits)) == limits.get("limit", 20)
    assert numbers(pager(client, checkpoint=walked.resume_token()).items()) == list(range(following, 60))


@pytest.mark.parametrize(("limits", "following"), [({"limit": 25}, 0), ({"limit": 20}, 20), ({"pages": 2}, 20)])
def test_a_token_never_covers_a_batch_that_a_limit_cuts(client, limits, following):
    walked = pager(client)
    for batch in walked.record_batches(**limits):
        batch.finish()
    assert numbers(pager(client, checkpoint=walked.resume_token()).items()) == list(range(following, 60))


def test_the_mark_stays_while_a_page_is_cut():
    since = {"path": "/id", "type": "integer", "order": "descending"}
    items = [{"id": n} for n in range(20, 0, -1)]
    with FakeServer({"items": Connection(items)}) as fake, swiftpager.Client(fake.url) as client:
        def run(checkpoint=None, **limits):
            walked = client.pager(ITEMS_QUERY.replace(" name", ""), {"first": 15}, since=since, checkpoint=checkpoint)
            return numbers(walked.items(**limits)), walked.checkpoint()

        # The whole list was loaded, but its last page was cut.
        seen, checkpoint = run(limit=18)
        assert seen == list(range(20, 2, -1))
        seen, checkpoint = run(checkpoint)
        assert seen == list(range(5, 0, -1))
        assert run(checkpoint, limit=5)[0] == []


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("limits", [{"limit": 15}, {"limit": 20}, {"pages": 2}])
def test_errors_beside_data_within_the_limit_are_raised(trouble, way, limits):
    # Page 2 of 5 has one error beside its data.
    with swiftpager.Client(trouble.url("/partial")) as client:
        kind = Exception if way == "stream" else swiftpager.PartialData
        with pytest.raises(kind) as caught:
            WAYS[way](client.pager(ITEMS_QUERY), **limits)
        if way != "stream":
            assert "reached its limit" in str(caught.value)
            assert caught.value.first == (2, "The name is secret.", "/items/edges/0/node/name")
            assert caught.value.path == "/items/edges/0/node/name"
        if way in ("arrow", "polars", "pandas"):
            assert len(caught.value.result) == limits.get("limit", 20)
        assert len(WAYS[way](client.pager(ITEMS_QUERY), limit=10)) == 10
        assert len(WAYS[way](client.pager(ITEMS_QUERY, errors="keep"), **limits)) == limits.get("limit", 20)


@pytest.mark.parametrize("name", ["limit", "pages"])
@pytest.mark.parametrize(("value", "kind"), [(0, ValueError), (-1, ValueError), (True, TypeError), ("5", TypeError),
                                             (2.5, TypeError)])
def test_a_wrong_limit_is_refused_before_the_walk(client, fake, name, value, kind):
    walked = pager(client)
    for walk in (walked.items, walked.to_arrow, walked.to_polars, walked.to_pandas, walked.record_batches):
        with pytest.raises(kind, match=f"{name} must be"):
            walk(**{name: value})
    assert fake.requests == []


def test_items_of_a_type_beyond_the_limit_need_not_fit(client):
    from typing import TypedDict

    class First(TypedDict):
        id: int
        name: str

    rows = list(client.pager(ITEMS_QUERY, {"first": 10}).items(First, limit=1))
    assert rows == [{"id": 0, "name": "item 0"}]


def test_limits_work_in_an_event_loop(run, fake):
    async def main():
        async with swiftpager.AsyncClient(fake.url) as client:
            for limits, count in [({"limit": 25}, 25), ({"limit": 20}, 20), ({"pages": 2}, 20), ({"limit": 60}, 60)]:
                walked = pager(client)
                assert numbers([item async for item in walked.items(**limits)]) == list(range(count))
                token = walked.resume_token() if count < 60 else None
                assert numbers((await walked.to_arrow(**limits)).to_pylist()) == list(range(count))
                batches = [batch async for batch in walked.record_batches(**limits)]
                assert [row for batch in batches for row in batch.to_pylist()] == ITEMS[:count]
                if token is not None:
                    left = pager(client, checkpoint=token)
                    assert numbers([item async for item in left.items()]) == list(range(20, 60))
            with pytest.raises(swiftpager.PageLimit) as caught:
                await pager(client, max_pages=2).to_arrow(limit=25)
            assert numbers(caught.value.result.to_pylist()) == list(range(20))
            with pytest.raises(ValueError, match="limit must be"):
                pager(client).record_batches(limit=0)

    run(main)


@pytest.mark.parametrize(("count", "following"), [(25, 20), (5, 0), (20, 10)])
def test_a_token_lies_before_the_page_in_which_an_event_loop_leaves_a_walk(run, fake, count, following):
    async def main():
        async with swiftpager.AsyncClient(fake.url) as client:
            walked, seen = pager(client), 0
            async for _ in walked.items():
                seen += 1
                if seen == count:
                    break
            left = pager(client, checkpoint=walked.resume_token())
            assert numbers([item async for item in left.items()]) == list(range(following, 60))

    run(main)


def test_streams_that_are_dropped_at_a_limit_are_forgotten(client):
    from swiftpager.arrow import _stream_functions

    for limits in ({"limit": 25}, {"pages": 2}):
        reader = pyarrow.RecordBatchReader.from_stream(pager(client).record_batches(**limits))
        assert reader.read_next_batch().num_rows in (20, 25)
        del reader
        stream = polars.DataFrame(pager(client).record_batches(**limits))
        assert len(stream) in (20, 25)
    _stream_functions.forget_ended()
    assert not _stream_functions._running


def test_what_takes_a_stream_takes_a_pager_and_its_batches(client, fake):
    with adbc_driver_sqlite.dbapi.connect() as database, database.cursor() as cursor:
        cursor.adbc_ingest("items", pager(client).record_batches(["id", "name"], limit=25), mode="create")
        cursor.adbc_ingest("items", pager(client).record_batches(["id", "name"], pages=1), mode="append")
        cursor.execute("SELECT count(*), sum(id) FROM items")
        assert cursor.fetchall() == [(35, sum(range(25)) + sum(range(10)))]
        cursor.adbc_ingest("names", client.pager(ITEMS_QUERY, {"first": 10}), mode="create")
        cursor.execute("SELECT count(*) FROM names")
        assert cursor.fetchall() == [(60,)]
    sent = len(fake.requests)
    lazy = polars.scan_arrow_c_stream(pager(client))
    assert lazy.filter(polars.col("id") >= 50).select("id").collect()["id"].to_list() == list(range(50, 60))
    # The walk that told the types is the walk that brought the rows.
    assert len(fake.requests) == sent + 6
    assert polars.scan_arrow_c_stream(pager(client).record_batches(limit=5)).collect().to_dicts() == ITEMS[:5]


def test_pages_without_items_count_as_pages():
    with any_pages() as served:
        empty_first = ([], [], [{"any": 1}], [{"any": 2}])
        for take in WAYS.values():
            assert take(served.pager(*empty_first), pages=2) == []
            assert take(served.pager(*empty_first), limit=1) == [{"any": 1}]
        for method in ("to_arrow", "to_pandas", "to_polars"):
            with pytest.raises(swiftpager.PageLimit) as caught:
                getattr(served.pager(*empty_first, max_pages=2), method)()
            assert len(caught.value.result) == 0
        assert list(served.pager(*empty_first, emit="end").items(limit=2)) == [{"any": 1}, {"any": 2}]
