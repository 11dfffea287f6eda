"""Lists found by words, together with what else a pager does: marks, identities, inner lists, caches, hooks, files."""

import json

import pytest

import swiftpager
from list_server import list_server

BOOKS = "query ($skip: Int) { books(skip: $skip) { rows { __typename id at } hasMore } }"
TOKENS = "query ($token: String) { todos(nextToken: $token) { items { id at } nextToken } }"


def books(count=5, size=2, **others):
    """Answers of an offset list."""
    def answer(variables):
        skip = variables.get("skip") or 0
        rows = [
            {"__typename": "Book", "id": f"b{number}", "at": f"2026-01-{30 - number:02}T00:00:00Z"}
            for number in range(skip, min(skip + size, count))
        ]
        return {"data": {"books": {"rows": rows, "hasMore": skip + size < count, **others}}}

    return answer


def ids(items):
    return [item["id"] for item in items]


ALL = [f"b{number}" for number in range(5)]


def test_an_answer_of_the_cache_counts_as_any_other():
    with list_server(books()) as (url, requests), swiftpager.Client(url, cache="memory") as client:
        assert ids(client.pager(BOOKS).items()) == ALL
        seen = len(requests)
        again = client.pager(BOOKS, cache_policy="return_cache_data_dont_fetch")
        assert ids(again.items()) == ALL
        assert again.state["list"]["items"] == "/rows"
        client.cache.write({"Book:b1": {"at": "2027-01-01T00:00:00Z"}})
        assert len(requests) == seen


def test_a_list_of_tokens_is_resumed_and_written_to_a_file(tmp_path):
    pages = {None: (["a", "b"], "1"), "1": ([], "2"), "2": (["c"], "3"), "3": (["d"], None)}

    def answer(variables):
        names, token = pages[variables.get("token")]
        return {"data": {"todos": {"items": [{"id": name} for name in names], "nextToken": token}}}

    with list_server(answer) as (url, _), swiftpager.Client(url) as client:
        file = tmp_path / "todos.ndjson"
        with pytest.raises(swiftpager.PageLimit):
            client.pager(TOKENS, max_pages=2).write_ndjson(file, checkpoint_file=tmp_path / "mark")
        client.pager(TOKENS).write_ndjson(file, checkpoint_file=tmp_path / "mark")
        assert ids(map(json.loads, file.read_text().splitlines())) == ["a", "b", "c", "d"]


def test_a_hook_that_makes_the_requests_leaves_nothing_to_find():
    with swiftpager.Client("http://127.0.0.1:9/") as client:
        with pytest.raises(swiftpager.ConfigurationError, match="no connection in"):
            client.pager(BOOKS, resolve_page=lambda info, direction: None)


def test_what_is_added_may_not_be_added_and_may_not_be_found():
    bare = "{ products { nodes { id } } }"
    with swiftpager.Client("http://127.0.0.1:9/") as client:
        for query, key in ((bare, "complete_query"), ("{ products(offset: 0) { id } }", "complete_query"),
                           (BOOKS, "find")):
            assert client.pager(query).state["list"]
            with pytest.raises(swiftpager.ConfigurationError, match="no connection in"):
                client.pager(query, pagination={key: False})


def test_cached_and_persisted_queries_are_the_completed_ones():
    def answer(variables):
        after = variables.get("after")
        info = {"hasNextPage": after is None, "endCursor": "c1"}
        return {"data": {"products": {"nodes": [{"id": "1" if after is None else "2"}], "pageInfo": info}}}

    with list_server(answer) as (url, requests), swiftpager.Client(url, cache="memory") as client:
        pager = client.pager("{ products { nodes { id } } }")
        assert pager.state["added"] == ["$after: String", "after: $after", "pageInfo { hasNextPage endCursor }"]
        assert ids(pager.items()) == ["1", "2"]
        again = client.pager("{ products { nodes { id } } }", cache_policy="return_cache_data_dont_fetch")
        assert ids(again.items()) == ["1", "2"]
        assert requests == [{}, {"after": "c1"}]


def test_the_words_are_handed_out():
    words = swiftpager.list_words()
    assert "Magento" in words["page"]["currentPage"]
    assert {"after", "offset", "page", "size", "has_more", "page_count", "total", "end_cursor"} <= set(words)
