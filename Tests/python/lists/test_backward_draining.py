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


def comments(forge: Forge) -> list[Any]:
    query = QUERY.replace("first: 4", "first: 99").replace("last: 1", "last: 99")
    found = forge.ask(query)["repository"]["issues"]["nodes"]
    return [(issue["comments"]["nodes"], issue["comments"]["edges"]) for issue in found]


@pytest.mark.parametrize(
    "rule", ["drain", {"mode": "drain", "queries": {PLACE: {"query": REST, "from": {"id": "/id"}}}}]
)
def test_the_rest_comes_before_what_is_there(forge: Forge, rule: Any) -> None:
    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(QUERY, pagination={"connection": "/repository/issues"}, nested=rule)
        found = list(pager.items())
        assert pager.state["nested"] is not None and pager.state["nested"]["incomplete"] == 0
    wanted = comments(forge)
    assert [(issue["comments"]["nodes"], issue["comments"]["edges"]) for issue in found] == wanted
    assert max(len(nodes) for nodes, _ in wanted) == 5
    assert not any(issue["comments"]["pageInfo"]["hasPreviousPage"] for issue in found)
