"""What the cache stores and returns: with errors, compared with no cache, and with the cache skipped."""

import contextlib
import json
import pathlib
import sqlite3
from typing import Any, Final

import pytest

import swiftpager
from conftest import ITEMS_QUERY, PRODUCTS_QUERY

ONLY_CACHE: Final = "return_cache_data_dont_fetch"
PAST_CACHE: Final = "fetch_ignoring_cache_completely"
# This query selects all fields that the cache needs, so the cache adds none.
TYPED_QUERY = (
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) { __typename totalCount"
    " edges { __typename cursor node { __typename id name price shop { __typename id name } } }"
    " pageInfo { __typename hasNextPage endCursor } } }"
)
SHOP_QUERY = "{ shop { id name } }"


def parts(page: swiftpager.Page) -> dict[str, Any]:
    """All parts of a page that come from the server's answer."""
    names = ("raw_data", "raw_edges", "raw_errors", "raw_items", "extensions", "page_info", "end_cursor")
    return {name: getattr(page, name) for name in names}


def walked(client: swiftpager.Client, query: str = TYPED_QUERY, **options: Any) -> list[list[dict[str, Any]]]:
    """The pages of each update of a `load_all`."""
    pager = client.pager(query, {"first": 100})
    outputs: list[list[dict[str, Any]]] = []
    failures = []

    def take(update: swiftpager.Update) -> None:
        failures.append(update.error)
        outputs.append([parts(page) for page in update.pages])

    with pager.subscribe(take):
        pager.load_all(**options)
    assert set(failures) == {None}
    return outputs


def test_a_client_with_a_cache_tells_what_one_without_does(shop, tmp_path):
    with swiftpager.Client(shop) as blind:
        expected = walked(blind)
    assert [len(pages) for pages in expected] == list(range(1, 11))
    with swiftpager.Client(shop, cache="memory") as client:
        assert walked(client) == expected
        assert walked(client, cache_policy=ONLY_CACHE) == expected
        assert walked(client, cache_policy="return_cache_data_else_fetch") == expected
        assert walked(client, cache_policy=PAST_CACHE) == expected
        # The cache builds this answer from its records, because one of them has changed in between.
        for node in [json.loads(page["raw_items"].splitlines()[0]) for page in expected[-1]]:
            client.cache["Product:" + node["id"]] = {"name": "another"}
            client.cache["Product:" + node["id"]] = {"name": node["name"]}
        assert walked(client, cache_policy=ONLY_CACHE) == expected
    with swiftpager.Client(shop, cache=tmp_path / "shop.db") as client:
        assert walked(client) == expected
    with swiftpager.Client(shop, cache=tmp_path / "shop.db") as client:
        assert walked(client, cache_policy=ONLY_CACHE) == expected


def test_a_page_with_errors_is_not_walked_again_without_them(trouble, tmp_path):
    for cache in ("memory", tmp_path / "partial.db"):
        with swiftpager.Client(trouble.url("/partial"), cache=cache, add_typename=False) as client:
            first = list(client.pager(ITEMS_QUERY, {"first": 10}, errors="keep"))
            assert [len(page.errors) for page in first] == [0, 1, 0, 0, 0]
            assert first[1].items[0]["name"] is None
            again = client.pager(ITEMS_QUERY, {"first": 10}, cache_policy=ONLY_CACHE)
            again.fetch()
            with pytest.raises(swiftpager.CacheMiss):
                again.load_next()
            # The client requests only that page from the server, and the page has its errors.
            again = client.pager(ITEMS_QUERY, {"first": 10}, errors="keep", cache_policy="return_cache_data_else_fetch")
            assert [page.raw_errors for page in again] == [page.raw_errors for page in first]


def test_errors_are_replayed_as_they_came(trouble, tmp_path):
    recording = tmp_path / "partial.jsonl"
    outputs = []
    for options in ({"record": recording}, {"replay": recording}):
        with swiftpager.Client(trouble.url("/partial"), cache="memory", **options) as client:
            walk = list(client.pager(ITEMS_QUERY, {"first": 10}, errors="keep", cache_policy=PAST_CACHE))
            outputs.append([parts(page) for page in walk])
    assert outputs[0] == outputs[1]
    assert [len(json.loads(page["raw_errors"] or "[]")) for page in outputs[0]] == [0, 1, 0, 0, 0]
    assert recording.stat().st_mode & 0o077 == 0


def test_what_goes_past_the_cache_does_not_wait_for_its_file(shop, tmp_path: pathlib.Path):
    """No record appears, and the client does not read the file: a lock on it or damage to it does not matter."""
    file = tmp_path / "shop.db"
    with swiftpager.Client(shop, cache=file) as client:
        client.execute(SHOP_QUERY)
        expected = walked(client, PRODUCTS_QUERY, cache_policy=PAST_CACHE)
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            assert [key for (key,) in other.execute("SELECT key FROM records WHERE key LIKE '%roduct%'")] == []
            other.execute("BEGIN EXCLUSIVE")
            assert walked(client, PRODUCTS_QUERY, cache_policy=PAST_CACHE) == expected
            other.execute("UPDATE records SET value = x'7b'")
            other.execute("COMMIT")
        assert client.execute(SHOP_QUERY, cache_policy=PAST_CACHE)["data"]["shop"]["name"]
        with pytest.raises(swiftpager.CacheMiss):
            client.execute(SHOP_QUERY, cache_policy=ONLY_CACHE)
