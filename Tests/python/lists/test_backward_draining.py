"""Lists inside items that are read from their end: queries for their rest ask for what comes before."""

from typing import Any

import pytest

import swiftpager
from conftest import Forge

PLACE = "/repository/issues/nodes/comments"
QUERY = (
    "query ($after: String) { repository(name: \"r2\") { issues(first: 4, after: $after) {"
    " nodes { id __typename title comments(last: 1) { nodes { text } edges { cursor }"
    " pageInfo { hasPreviousPage startCursor } } }"
    " pageInfo { hasNextPage endCursor } } } }"
)
REST = (
    "query ($id: ID!, $cursor: String) { node(id: $id) { ... on Issue {"
    " comments(last: 2, before: $cursor) { nodes { text } edges { cursor } pageInfo { hasPreviousPage startCursor } }"
    " } } }"
)


def nested(**changes: Any) -> Any:
    return {"mode": "drain", "queries": {PLACE: {"query": REST, "from": {"id": "/id"}, **changes}}}


def comments(forge: Forge) -> list[Any]:
    query = QUERY.replace("first: 4", "first: 99").replace("last: 1", "last: 99")
    found = forge.ask(query)["repository"]["issues"]["nodes"]
    return [(issue["comments"]["nodes"], issue["comments"]["edges"]) for issue in found]


@pytest.mark.parametrize("rule", [
    "drain", nested(), nested(after="cursor"),
    nested(query=REST.replace("$cursor", "$before"), after="before"),
])  # fmt: skip
def test_the_rest_comes_before_what_is_there(forge: Forge, rule: Any) -> None:
    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(QUERY, pagination={"connection": "/repository/issues"}, nested=rule)
        found = list(pager.items())
        assert pager.state["nested"] is not None and pager.state["nested"]["incomplete"] == 0
    wanted = comments(forge)
    assert [(issue["comments"]["nodes"], issue["comments"]["edges"]) for issue in found] == wanted
    assert max(len(nodes) for nodes, _ in wanted) == 5
    assert not any(issue["comments"]["pageInfo"]["hasPreviousPage"] for issue in found)


@pytest.mark.parametrize(("query", "path", "said"), [
    (REST.replace("last: 2, before", "first: 2, after").replace("hasPreviousPage startCursor", "hasNextPage endCursor"),
     "/query", f'reads from the opposite end of "{PLACE}"'),
    (REST.replace("hasPreviousPage startCursor", "hasNextPage endCursor"),
     "/query", r"add pageInfo \{ hasPreviousPage startCursor \}"),
    (REST.replace("before: $cursor", "before: \"x\""), "/after", "name the variable that takes the cursor as `after`"),
])  # fmt: skip
def test_a_query_that_does_not_ask_for_what_comes_before_is_refused(
    forge: Forge, query: str, path: str, said: str
) -> None:
    with swiftpager.Client(forge.url()) as client:
        with pytest.raises(swiftpager.ConfigurationError, match=said) as caught:
            client.pager(QUERY, pagination={"connection": "/repository/issues"}, nested=nested(query=query))
        assert caught.value.path == f"/nested/queries/{PLACE.replace('/', '~1')}{path}"
    assert forge.requests() == 0


def test_a_list_that_is_read_from_its_end_must_ask_for_its_own_flag_and_cursor(forge: Forge) -> None:
    query = QUERY.replace("hasPreviousPage startCursor", "hasNextPage endCursor")
    with swiftpager.Client(forge.url()) as client, pytest.raises(
        swiftpager.ConfigurationError, match=r"does not ask whether .* \{ hasPreviousPage startCursor \}"
    ):
        client.pager(query, pagination={"connection": "/repository/issues"}, nested="drain")
