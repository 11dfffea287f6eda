"""The rest of lists inside pages: the pager fetches it, puts it in its place, and stays within its limits."""

import threading
from typing import Any

import pytest

import swiftpager
from conftest import FORGE_QUERY, Forge, until
from raw_server import answer, raw_server

LABELS = "nodes { name } pageInfo { hasNextPage endCursor }"
ISSUES = f"nodes {{ id __typename title labels(first: 2) {{ {LABELS} }} }} pageInfo {{ hasNextPage endCursor }}"


class PlainClient:
    """A client that is independent of this library: it requests all pages of every list and of the lists inside."""

    def __init__(self, forge: Forge) -> None:
        self.forge = forge

    def repositories(self) -> list[Any]:
        found, after = [], None
        while True:
            page = self.forge.ask(
                f"query ($after: String) {{ repositories(first: 5, after: $after) {{ nodes {{ id __typename name"
                f" issues(first: 2) {{ {ISSUES} }} }} pageInfo {{ hasNextPage endCursor }} }} }}",
                after=after,
            )["repositories"]
            for repository in page["nodes"]:
                self.fill(repository, "Repository", "issues", ISSUES)
                for issue in repository["issues"]["nodes"]:
                    self.fill(issue, "Issue", "labels", LABELS)
                found.append(repository)
            if not page["pageInfo"]["hasNextPage"]:
                return found
            after = page["pageInfo"]["endCursor"]

    def fill(self, owner: Any, kind: str, key: str, selection: str) -> None:
        connection = owner[key]
        while connection["pageInfo"]["hasNextPage"]:
            answer = self.forge.ask(
                f"query ($id: ID!, $after: String) {{ node(id: $id) {{ ... on {kind} {{"
                f" {key}(first: 2, after: $after) {{ {selection} }} }} }} }}",
                id=owner["id"],
                after=connection["pageInfo"]["endCursor"],
            )["node"][key]
            connection["nodes"] += answer["nodes"]
            connection["pageInfo"] = answer["pageInfo"]


@pytest.mark.parametrize("parallel", [1, 8])
def test_three_levels_are_what_a_plain_client_finds(forge: Forge, parallel: int) -> None:
    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(FORGE_QUERY, {"first": 5}, nested={"mode": "drain", "parallel": parallel})
        pages = list(pager)
    assert [item for page in pages for item in page.items] == PlainClient(forge).repositories()
    for page in pages:
        nested = page.nested
        assert nested is not None and (nested["incomplete"], nested["unknown"], nested["lists"]) == (0, 0, [])
    assert sum(page.nested["requests"] for page in pages if page.nested) == forge.requests() - 3
    assert pager.state["nested"]["incomplete"] == 0  # type: ignore[index]


def test_edges_and_nodes_and_aliases_and_fragments_are_filled(forge: Forge) -> None:
    query = """
    query ($after: String, $size: Int = 2, $prefix: String) {
      all: repositories(first: 12, after: $after) { e: edges { n: node { ...Repository } } i: pageInfo { ...Info } }
    }
    fragment Repository on Repository {
      key: id kind: __typename
      some: issues(first: $size, startsWith: $prefix) {
        nodes { title } edges { cursor node { ...Issue } } info: pageInfo { ...Info }
      }
      named: issues(first: 1, startsWith: "a") { nodes { title } pageInfo { ...Info } }
    }
    fragment Issue on Issue {
      id __typename
      comments(last: 1) { nodes { text } pageInfo { hasPreviousPage startCursor } }
    }
    fragment Info on PageInfo { more: hasNextPage end: endCursor }
    """
    expected = """
    query ($prefix: String) { repositories(first: 12) { edges { node { key: id
      some: issues(first: 99, startsWith: $prefix) { nodes { title }
        edges { cursor node { comments(last: 99) { nodes { text } } } } }
      named: issues(first: 99, startsWith: "a") { nodes { title } } } } } }
    """
    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(query, {"prefix": "b"}, nested="drain")
        pager.fetch()
        found = pager.pages[0].items
        assert pager.pages[0].nested["incomplete"] == 0  # type: ignore[index]
    wanted = [edge["node"] for edge in forge.ask(expected, prefix="b")["repositories"]["edges"]]
    assert len(found) == len(wanted) == 12
    for mine, theirs in zip(found, wanted, strict=True):
        assert mine["key"] == theirs["key"]
        assert mine["named"]["nodes"] == theirs["named"]["nodes"]
        assert mine["some"]["nodes"] == theirs["some"]["nodes"]
        for edge, other in zip(mine["some"]["edges"], theirs["some"]["edges"], strict=True):
            assert edge["cursor"] == other["cursor"]
            assert edge["node"]["comments"]["nodes"] == other["node"]["comments"]["nodes"]
            assert edge["node"]["comments"]["pageInfo"]["hasPreviousPage"] is False


def test_lists_behind_types_and_objects_without_an_id(forge: Forge) -> None:
    query = """
    query ($after: String) {
      search(first: 100, after: $after) {
        nodes {
          __typename
          ... on Issue { id statistics { labels(first: 3) { nodes { name } pageInfo { hasNextPage endCursor } } } }
          ... on PullRequest { id labels(first: 1) { nodes { name } pageInfo { hasNextPage endCursor } } }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
    """
    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(query, nested="drain")
        pager.load_all()
        found = [item for page in pager.pages for item in page.items]
    every = forge.ask(query.replace("first: 3", "first: 99").replace("first: 1)", "first: 99)"))["search"]["nodes"]
    wanted = {item["id"]: item for item in every}
    assert any(item["__typename"] == "PullRequest" and len(item["labels"]["nodes"]) > 1 for item in found)
    for item in found:
        other = wanted[item["id"]]
        if item["__typename"] == "Issue":
            assert item["statistics"]["labels"]["nodes"] == other["statistics"]["labels"]["nodes"]
        else:
            assert item["labels"]["nodes"] == other["labels"]["nodes"]


def test_draining_goes_past_a_cache(forge: Forge) -> None:
    with swiftpager.Client(forge.url(), cache="memory") as client:
        pager = client.pager(FORGE_QUERY, {"first": 12}, nested="drain")
        pager.fetch()
        assert pager.pages[0].items == PlainClient(forge).repositories()
        before = forge.requests()
        pager.fetch()
        assert forge.requests() == 2 * before
        with pytest.raises(swiftpager.ConfigurationError, match="drain") as caught:
            client.pager(FORGE_QUERY, {"first": 12}, nested="drain", cache_policy="return_cache_data_else_fetch")
        assert caught.value.path == "/cache_policy"
        with pytest.raises(swiftpager.ConfigurationError, match="drain"):
            pager.fetch(cache_policy="return_cache_data_and_fetch")
        pager.fetch(cache_policy="fetch_ignoring_cache_completely")


def test_hooks_read_the_page_as_it_is_whole(forge: Forge) -> None:
    def page_info(page: Any, is_initial: bool) -> Any:
        repositories = page["data"]["repositories"]
        assert not any(each["issues"]["pageInfo"]["hasNextPage"] for each in repositories["nodes"])
        info = repositories["pageInfo"]
        return {"can_load_next": info["hasNextPage"], "end_cursor": info["endCursor"]}

    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(
            FORGE_QUERY,
            {"first": 5},
            nested="drain",
            pagination={"connection": "/repositories", "items": "/nodes"},
            extract_page_info=page_info,
        )
        pager.load_all()
        assert [item for page in pager.pages for item in page.items] == PlainClient(forge).repositories()


def test_many_pagers_drain_side_by_side(forge: Forge) -> None:
    wanted = PlainClient(forge).repositories()
    results: list[Any] = []

    def walk(client: swiftpager.Client) -> None:
        pages = client.pager(FORGE_QUERY, {"first": 3}, nested="drain")
        results.append([item for page in pages for item in page.items])

    with swiftpager.Client(forge.url()) as client:
        threads = [threading.Thread(target=walk, args=(client,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert results == [wanted] * 4


REST = """
query ($name: String!, $cursor: String, $size: Int!) {
  found: repository(name: $name) { issues(first: $size, after: $cursor) {
    nodes { title labels(first: 2) { nodes { name } pageInfo { hasNextPage endCursor } } }
    pageInfo { hasNextPage endCursor }
  } }
}
"""


def test_a_query_of_ones_own_asks_for_the_rest(forge: Forge) -> None:
    query = (
        "query ($after: String) { repositories(first: 12, after: $after) { nodes { info: name"
        " issues(first: 2) { nodes { title } pageInfo { hasNextPage endCursor } } }"
        " pageInfo { hasNextPage endCursor } } }"
    )
    rest = {"query": REST, "variables": {"size": 3}, "from": {"name": "/info"}}
    with swiftpager.Client(forge.url()) as client:
        nested: Any = {"mode": "drain", "queries": {"/repositories/nodes/issues": rest}}
        pager = client.pager(query, nested=nested)
        pager.fetch()
        found = pager.pages[0].items
    wanted = PlainClient(forge).repositories()
    for mine, theirs in zip(found, wanted, strict=True):
        assert [issue["title"] for issue in mine["issues"]["nodes"]] == [
            issue["title"] for issue in theirs["issues"]["nodes"]
        ]


def test_a_request_for_the_rest_of_a_list_that_waits_says_so_and_counts_its_attempts() -> None:
    def answers(request: dict[str, Any]) -> bytes:
        if "node(" in request["query"]:
            # A wait that is long enough to be seen.
            return answer({}, "503 Service Unavailable\r\nRetry-After: 1")
        inner = {"nodes": [{"id": "i1"}], "pageInfo": {"hasNextPage": True, "endCursor": "i1"}}
        repository = {"__typename": "Repository", "id": "r1", "issues": inner}
        return answer({"data": {"repositories": {
            "nodes": [repository], "pageInfo": {"hasNextPage": False, "endCursor": None},
        }}})

    query = (
        "query ($after: String) { repositories(after: $after) { nodes { __typename id issues(first: 1) {"
        " nodes { id } pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }"
    )
    with raw_server(answers) as server, swiftpager.Client(server.url, retry={"max_attempts": 2}) as client:
        pager = client.pager(query, nested="drain")
        walk = pager.start_load_all()
        until(lambda: (waiting := pager.state["waiting"]) and waiting["reason"] == "http_503")
        with pytest.raises(swiftpager.HTTPError) as caught:
            walk.wait()
        assert caught.value.attempts == 2
