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


def test_the_default_drains_as_well(forge: Forge) -> None:
    with swiftpager.Client(forge.url()) as client:
        pages = list(client.pager(FORGE_QUERY, {"first": 12}, nested="drain"))
    assert [item for page in pages for item in page.items] == PlainClient(forge).repositories()


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


def test_requests_are_bounded_and_the_page_is_kept(forge: Forge) -> None:
    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(FORGE_QUERY, {"first": 12}, nested={"mode": "drain", "max_requests": 5})
        with pytest.raises(swiftpager.NestedIncomplete, match="max_requests"):
            pager.load_all()
        assert forge.requests() == 6
        [page] = pager.pages
        nested = page.nested
        assert nested is not None and nested["requests"] == 5 and nested["incomplete"] == len(nested["lists"]) > 0
        # The fetched items are in their place: the first list is complete, or lacks only its end.
        assert len(page.items[1]["issues"]["nodes"]) > 2


@pytest.mark.parametrize(
    ("misbehaviour", "said"),
    [
        ("stuck", "the cursor of its own request"),
        ("cycle", "the cursor of an earlier page|the cursor of its own request"),
        ("empty", "has no items, but says that there is more"),
        ("endless", "max_requests"),
        ("null", "no cursor"),
        ("fails", "This list cannot be gone on with"),
    ],
)
def test_a_list_that_leads_nowhere_ends_with_where(forge: Forge, misbehaviour: str, said: str) -> None:
    query = (
        "query ($after: String) { repositories(first: 2, after: $after) { nodes { id __typename"
        " issues(first: 2) { nodes { title } pageInfo { hasNextPage endCursor } } }"
        " pageInfo { hasNextPage endCursor } } }"
    )
    with swiftpager.Client(forge.url(misbehaviour)) as client:
        pager = client.pager(query, nested={"mode": "drain", "max_requests": 40})
        with pytest.raises(swiftpager.NestedIncomplete, match=said) as caught:
            pager.fetch()
        assert caught.value.path == "/data/repositories/nodes/1/issues"
        assert misbehaviour == "endless" or 'Repository "r1"' in str(caught.value)
        assert len(pager.pages) == 1 and pager.pages[0].item_count == 2
    assert forge.requests() <= 41


def test_a_server_that_fails_meanwhile_fails_the_page(forge: Forge) -> None:
    asked = 0

    def send(request: swiftpager.Request) -> None:
        nonlocal asked
        asked += 1
        if asked == 1:
            body = (
                b'{"data":{"repositories":{"nodes":[{"id":"r","__typename":"R","issues":{"nodes":[],"pageInfo":'
                b'{"hasNextPage":true,"endCursor":"x"}}}],"pageInfo":{"hasNextPage":false,"endCursor":null}}}}'
            )
            request.complete(200, body)
        else:
            request.complete(503, b"")

    with swiftpager.Client("http://127.0.0.1/", transport=send, retry=False) as client:
        query = (
            "query ($after: String) { repositories(after: $after) { nodes { id __typename issues(first: 2) { nodes {"
            " title } pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }"
        )
        pager = client.pager(query, nested="drain")
        with pytest.raises(swiftpager.HTTPError):
            pager.fetch()
        assert pager.pages == [] and asked == 2


def test_a_cancelled_load_gives_up_all_requests() -> None:
    requests: list[swiftpager.Request] = []
    names = "".join(chr(97 + number) for number in range(12))
    lists = ",".join(
        f'{{"id":"{name}","__typename":"R","issues":{{"nodes":[],"pageInfo":{{"hasNextPage":true,"endCursor":"x"}}}}}}'
        for name in names
    )

    def send(request: swiftpager.Request) -> None:
        requests.append(request)
        if len(requests) == 1:
            text = f'{{"data":{{"repositories":{{"nodes":[{lists}],"pageInfo":{{"hasNextPage":false}}}}}}}}'
            request.complete(200, text.encode())

    query = (
        "query ($after: String) { repositories(after: $after) { nodes { id __typename issues(first: 2) { nodes {"
        " title } pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }"
    )
    with swiftpager.Client("http://127.0.0.1/", transport=send) as client:
        pager = client.pager(query, nested={"mode": "drain", "parallel": 5})
        operation = pager.start_fetch()
        until(lambda: client.dispatch(0.01) == 0 and len(requests) == 6)
        operation.cancel()
        with pytest.raises(swiftpager.Cancelled):
            operation.wait()
        assert len(requests) == 6 and pager.state["loading"] is None
        for request in requests[1:]:
            request.fail("given up")


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


def test_objects_that_do_not_say_which_they_are_are_refused(forge: Forge) -> None:
    with swiftpager.Client(forge.url()) as client:
        with pytest.raises(swiftpager.ConfigurationError, match="id __typename") as caught:
            client.pager(FORGE_QUERY.replace("id __typename name", "id name"), {"first": 5}, nested="drain")
        assert caught.value.path == "/nested" and caught.value.position is not None
        assert '"/repositories/nodes/issues"' in str(caught.value)


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


@pytest.mark.parametrize(
    ("name", "changes", "path", "said"),
    [
        ("/repositories/nodes/labels", {}, "", "it has \"/repositories/nodes/issues\""),
        ("/repositories/nodes/issues", {"from": {"other": "/info"}}, "/from", "declares no variable"),
        ("/repositories/nodes/issues", {"from": {}}, "/variables", r"\$name"),
        ("/repositories/nodes/issues", {"after": "other"}, "/after", "declares no variable"),
        ("/repositories/nodes/issues", {"connection": "/found"}, "/connection", "no connection"),
        ("/repositories/nodes/issues", {"query": REST.replace("title", "")}, "", ""),
        ("/repositories/nodes/issues", {"query": REST.replace("nodes", "edges", 1)}, "/query", "select it in both"),
        ("/repositories/nodes/issues", {"query": REST + "x"}, "/query", "does not parse"),
    ],
)
def test_a_query_of_ones_own_that_does_not_fit_is_refused(
    forge: Forge, name: str, changes: dict[str, Any], path: str, said: str
) -> None:
    query = (
        "query ($after: String) { repositories(first: 12, after: $after) { nodes { info: name"
        " issues(first: 2) { nodes { title } pageInfo { hasNextPage endCursor } } }"
        " pageInfo { hasNextPage endCursor } } }"
    )
    rest = {"query": REST, "variables": {"size": 3}, "from": {"name": "/info"}, **changes}
    nested: Any = {"mode": "drain", "queries": {name: rest}}
    with swiftpager.Client(forge.url()) as client:
        if not said:
            client.pager(query, nested=nested)
            return
        with pytest.raises(swiftpager.ConfigurationError, match=said) as caught:
            client.pager(query, nested=nested)
        assert caught.value.path is not None
        if name.endswith("issues"):
            assert caught.value.path == f"/nested/queries/~1repositories~1nodes~1issues{path}"


def test_a_request_for_the_rest_of_a_list_that_waits_says_so_and_counts_its_attempts() -> None:
    def answers(request: dict[str, Any]) -> bytes:
        if "node(" in request["query"]:
            return answer({}, "503 Service Unavailable")
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


@pytest.mark.parametrize(("found", "fits"), [("r1", True), (1, False), ("r2", False), (None, True)])
def test_the_rest_of_another_object_is_not_taken(found: Any, fits: bool) -> None:
    def issues(number: int, more: bool) -> dict[str, Any]:
        return {"nodes": [{"id": f"i{number}"}], "pageInfo": {"hasNextPage": more, "endCursor": f"i{number}"}}

    def answers(request: dict[str, Any]) -> bytes:
        if "node(" in request["query"]:
            node = {"swiftpagerId": found, "__typename": "Repository", "issues": issues(2, False)}
            return answer({"data": {"node": node}})
        repository = {"__typename": "Repository", "id": "r1", "issues": issues(1, True)}
        return answer({"data": {"repositories": {
            "nodes": [repository], "pageInfo": {"hasNextPage": False, "endCursor": None},
        }}})

    query = (
        "query ($after: String) { repositories(after: $after) { nodes { __typename id issues(first: 1) {"
        " nodes { id } pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }"
    )
    with raw_server(answers) as server, swiftpager.Client(server.url) as client:
        pager = client.pager(query, nested="drain")
        if fits:
            pager.load_all()
        else:
            with pytest.raises(swiftpager.NestedIncomplete, match=f"another object, with the id .*{found}"):
                pager.load_all()
        numbers = [issue["id"] for issue in pager.pages[0].items[0]["issues"]["nodes"]]
        assert numbers == (["i1", "i2"] if fits else ["i1"])


def test_an_id_that_is_a_number_in_one_place_and_a_string_in_another_is_the_same() -> None:
    pages = {"nodes": [{"id": 1}], "pageInfo": {"hasNextPage": True, "endCursor": "c"}}
    last = {"nodes": [{"id": 2}], "pageInfo": {"hasNextPage": False, "endCursor": "d"}}

    def answers(request: dict[str, Any]) -> bytes:
        if "node(" in request["query"]:
            return answer({"data": {"node": {"swiftpagerId": "7", "__typename": "Repository", "issues": last}}})
        return answer({"data": {"repositories": {
            "nodes": [{"__typename": "Repository", "id": 7, "issues": pages}],
            "pageInfo": {"hasNextPage": False, "endCursor": None},
        }}})

    query = (
        "query ($after: String) { repositories(after: $after) { nodes { __typename id issues(first: 1) {"
        " nodes { id } pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }"
    )
    with raw_server(answers) as server, swiftpager.Client(server.url) as client:
        pager = client.pager(query, nested="drain")
        pager.load_all()
        assert len(pager.pages[0].items[0]["issues"]["nodes"]) == 2


OWNERS = (
    "query ($after: String) { repositories(after: $after) { nodes { __typename id issues(first: 1) {"
    " nodes { __typename id labels(first: 1) { nodes { name } pageInfo { hasNextPage endCursor } } }"
    " pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }"
)


def connection(*nodes: Any, more: bool = False) -> dict[str, Any]:
    return {"nodes": list(nodes), "pageInfo": {"hasNextPage": more, "endCursor": "c"}}


@pytest.mark.parametrize("typename", [
    "Repository { id } evil: node(id: 1) { ... on X", "9lives", "", "Répository", "x" * 300, "A B", 7,
])
def test_what_a_server_says_of_a_type_never_enters_a_query(typename: Any) -> None:
    repository = {"__typename": typename, "id": "r1", "issues": connection(more=True)}
    page = answer({"data": {"repositories": connection(repository)}})
    with raw_server(lambda request: page) as server, swiftpager.Client(server.url) as client:
        pager = client.pager(OWNERS, nested="drain")
        with pytest.raises(swiftpager.NestedIncomplete, match=r"type that a request cannot name|lacks an id or a type"):
            pager.load_all()
        assert len(server.requests) == 1


@pytest.mark.parametrize(("first", "rest", "words"), [
    # The object around the list has no usable id, in the page or in the answer for the rest.
    ({"__typename": "Repository", "id": None}, None, 'a list at "/repositories/nodes/issues" .* a request cannot send'),
    ({"__typename": "Repository", "id": "r1"}, {"__typename": "Issue", "id": {}}, "nodes/labels.* request cannot send"),
    # Ids are copied into requests, and a server does not decide how long they are.
    ({"__typename": "Repository", "id": "r" * 70_000}, None, "nodes/issues.* a request cannot send"),
    ({"__typename": "Repository", "id": "r1"}, {"__typename": "Issue", "id": "i1"}, 'labels" of Issue "i1": .*broken'),
])
def test_the_reason_why_a_list_could_not_be_filled_is_told(first: Any, rest: Any, words: str) -> None:
    def answers(request: dict[str, Any]) -> bytes:
        if "node(" not in request["query"]:
            return answer({"data": {"repositories": connection({**first, "issues": connection(more=True)})}})
        if "on Issue" in request["query"]:
            return answer({"data": None, "errors": [{"message": "broken"}]})
        return answer({"data": {"node": {"issues": connection({**rest, "labels": connection(more=True)})}}})

    with raw_server(answers) as server, swiftpager.Client(server.url) as client:
        pager = client.pager(OWNERS, nested="drain")
        with pytest.raises(swiftpager.NestedIncomplete, match=words):
            pager.load_all()


def test_more_requests_than_allowed_are_told_as_the_reason() -> None:
    def answers(request: dict[str, Any]) -> bytes:
        issues = connection({"__typename": "Issue", "id": "i", "labels": connection()}, more=True)
        issues["pageInfo"]["endCursor"] = f"c{request['variables'].get('swiftpagerCursor', '')}"
        if "node(" in request["query"]:
            return answer({"data": {"node": {"issues": issues}}})
        repository = {"__typename": "Repository", "id": "r1", "issues": issues}
        return answer({"data": {"repositories": connection(repository)}})

    with raw_server(answers) as server, swiftpager.Client(server.url) as client:
        pager = client.pager(OWNERS, nested={"mode": "drain", "max_requests": 3})
        with pytest.raises(swiftpager.NestedIncomplete, match="used up its max_requests, 3"):
            pager.load_all()
        assert len(server.requests) == 4
