"""Arguments of `swiftpager.dlt` that are refused: a row has the arguments, and the words of the exception."""

import re
from typing import Any

import dlt
import pytest

import swiftpager
import swiftpager.dlt

QUERY = "query ($after: String) { items(after: $after) { nodes { id at } pageInfo { hasNextPage endCursor } } }"
MARK: Any = dlt.sources.incremental("at")


@pytest.mark.parametrize(("options", "kind", "words"), [
    ({"incremental": "at"}, TypeError, "incremental must be a dlt.sources.incremental, not 'at'"),
    ({"incremental": MARK, "since": "at"}, TypeError, "since must be a mapping, not 'at'"),
    ({"since": {}}, ValueError, "`since` needs `incremental`: dlt keeps the mark"),
    ({"incremental": MARK, "since": {"lag": 1}}, ValueError, "`since` must not have 'lag': dlt drops what is below"),
    ({"incremental": MARK, "since": {"lag_ms": 1}}, ValueError, "`since` must not have 'lag_ms': dlt drops what is"),
])
def test_a_wrong_argument_of_a_resource_is_refused(options: dict[str, Any], kind: type[Exception], words: str) -> None:
    with swiftpager.Client("http://127.0.0.1:9/") as client, pytest.raises(kind, match=re.escape(words)):
        swiftpager.dlt.resource(client, QUERY, **options)


@pytest.mark.parametrize(("mark", "since", "words"), [
    (MARK, {"path": "/at"}, "`since` must not have 'path': it comes from `incremental`"),
    (MARK, {"value": "2026"}, "`since` must not have 'value': it comes from `incremental`"),
    (dlt.sources.incremental("at", last_value_func=min), {}, "`incremental` must have the last_value_func max"),
    (dlt.sources.incremental("$.items[0].at"), {}, "the cursor path '$.items[0].at' is not a path of names"),
])
def test_a_mark_that_the_pager_cannot_read_is_refused(mark: Any, since: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        swiftpager.dlt._since(mark, since)


def test_two_resources_of_one_name_are_refused() -> None:
    with swiftpager.Client("http://127.0.0.1:9/") as client:
        made = [swiftpager.dlt.resource(client, QUERY) for _ in range(2)]
        with pytest.raises(ValueError, match="two resources have the name 'items': give each list a `name` of its own"):
            swiftpager.dlt.source("shop", made)


def test_a_list_without_a_name_is_refused() -> None:
    query = "query ($after: String) { nodes(after: $after) { id } pageInfo { hasNextPage endCursor } }"
    # The list is the whole answer.
    places = {
        "connection": "", "items": "/nodes", "page_info": "/pageInfo", "has_next_page": "/hasNextPage",
        "end_cursor": "/endCursor", "after": "after",
    }
    with swiftpager.Client("http://127.0.0.1:9/") as client:
        with pytest.raises(ValueError, match="the name of the list is not known: give a `name`"):
            swiftpager.dlt.resource(client, query, pagination=places)
