"""The server of `swiftpager.testing`, and its pytest plugin."""

import json
import re
import threading
import time
import urllib.error
import urllib.request
from typing import Any

import pytest

import swiftpager
from conftest import BINDING, LIMIT_SECONDS, run_script
from swiftpager.testing import Connection, FakeServer, OffsetList, recorded
from swiftpager.testing._answer import answer
from swiftpager.testing._document import QueryError, parse

pytest_plugins = ["pytester"]

QUERY = (
    "query ($first: Int, $after: String) { products(first: $first, after: $after) {"
    " totalCount edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }"
)
PRODUCTS = [{"id": number, "name": f"Product {number}"} for number in range(25)]
NUMBERS = list(range(25))


@pytest.fixture
def server():
    with FakeServer({"products": Connection(PRODUCTS)}) as server:
        yield server


@pytest.fixture
def client(server):
    with swiftpager.Client(server.url, retry={"base_delay": 0.001}) as client:
        yield client


def ids(items):
    return [item["id"] for item in items]


def test_a_connection_is_walked(server, client):
    assert ids(client.pager(QUERY).items()) == NUMBERS
    assert [request.variables.get("after") for request in server.requests] == [None, "cursor-9", "cursor-19"]
    assert [request.status for request in server.requests] == [200, 200, 200]
    assert server.requests[0].headers["user-agent"].startswith("swiftpager/")
    assert server.requests[0].query == QUERY


@pytest.mark.parametrize(("options", "first", "sizes"), [
    ({}, 20, [20, 5]),
    ({"page_size": 25}, None, [25]),
    ({"max_page_size": 9}, 20, [9, 9, 7]),
])
def test_pages_have_the_sizes_that_are_wanted(server, client, options, first, sizes):
    server.data["products"] = Connection(PRODUCTS, **options)
    variables = {} if first is None else {"first": first}
    assert [page.item_count for page in client.pager(QUERY, variables)] == sizes


def test_a_connection_is_walked_backward(client):
    query = (
        "query ($last: Int, $before: String) { products(last: $last, before: $before) {"
        " nodes { id } pageInfo { hasPreviousPage startCursor } } }"
    )
    pager = client.pager(query, {"last": 10})
    pager.load_all()
    assert [ids(page.items) for page in pager.pages] == [NUMBERS[:5], NUMBERS[5:15], NUMBERS[15:]]


def test_an_empty_list_has_one_empty_page(server, client):
    server.data["products"] = Connection([])
    (page,) = client.pager(QUERY)
    assert page.data == {
        "products": {"totalCount": 0, "edges": [], "pageInfo": {"hasNextPage": False, "endCursor": None}}
    }


def test_a_list_that_changes_is_answered_as_it_is(server, client):
    items = [{"id": number} for number in range(15)]
    server.data["products"] = Connection(items)
    pager = client.pager(QUERY)
    pager.fetch()
    items.append({"id": 15})
    pager.load_next()
    assert ids(pager.pages[-1].items) == [10, 11, 12, 13, 14, 15]


@pytest.mark.parametrize(("fields", "wrapped", "pagination"), [
    ("{ id }", False, {"items": ""}),
    ("{ items { id } total }", True, {"items": "/items", "total": "/total"}),
    ("{ nodes { id } hasMore }", True, {"items": "/nodes", "has_more": "/hasMore"}),
])
def test_an_offset_list_is_walked(server, client, fields, wrapped, pagination):
    server.data["products"] = OffsetList(PRODUCTS, wrapped=wrapped)
    query = f"query ($offset: Int, $limit: Int) {{ products(offset: $offset, limit: $limit) {fields} }}"
    pager = client.pager(query, {"limit": 10}, pagination={"type": "offset", "connection": "/products", **pagination})
    assert ids(pager.items()) == NUMBERS


def test_a_list_of_numbered_pages_is_walked(server, client):
    server.data["products"] = OffsetList(PRODUCTS)
    query = "query ($page: Int, $limit: Int) { products(page: $page, limit: $limit) { id } }"
    places = {"type": "offset", "connection": "/products", "items": "", "page": "page"}
    assert ids(client.pager(query, {"limit": 10}, pagination=places).items()) == NUMBERS


def test_aliases_fragments_directives_and_functions_are_answered(server, client):
    server.data = {
        "viewer": {
            "__typename": "User", "login": "ann", "age": 7,
            "issues": Connection([{"__typename": "Issue", "title": "a"}, {"__typename": "Draft", "title": "b"}]),
        },
        "node": lambda arguments: {"id": arguments["id"], "tags": arguments["with"]["tags"]},
    }
    answered = client.execute(
        """
        query One($id: ID = "7", $yes: Boolean! = true, $list: [[Int!]!]) { # a comment
          me: viewer { ...Names age @skip(if: $yes) login @include(if: $yes)
            issues(first: 5) { nodes { ... on Issue { title } ... on Draft { __typename } } } }
          node(id: $id, with: {tags: ["é\\n", RED, 1.5, null]}) { id tags }
          __typename
        }
        query Two { viewer { login } }
        fragment Names on User { name: login }
        """,
        operation_name="One",
    )
    assert answered == {
        "data": {
            "me": {"name": "ann", "login": "ann", "issues": {"nodes": [{"title": "a"}, {"__typename": "Draft"}]}},
            "node": {"id": "7", "tags": ["é\n", "RED", 1.5, None]},
            "__typename": "Query",
        }
    }


@pytest.mark.parametrize(("query", "message"), [
    ("{ product { id } }", "no field 'product' at /product"),
    ("{ products(first: 1) { nodes { price } } }", "no field 'price' at /products/nodes/0/price"),
    ("{ products(first: -1) { nodes { id } } }", "first must be a number of items, not -1"),
    ('{ products(after: "x") { nodes { id } } }', "'x' is not a cursor of this list"),
    ("{ broken }", "ZeroDivisionError"),
    ("{ odd }", "not JSON"),
    ("{ name { first } }", "fields of 'shop' at /name"),
])
def test_what_the_data_does_not_have_is_an_error_of_the_response(server, client, query, message):
    server.data |= {"broken": lambda arguments: 1 / 0, "odd": object(), "name": "shop"}
    with pytest.raises(swiftpager.GraphQLError, match=message):
        client.execute(query)


@pytest.mark.parametrize(("text", "message"), [
    ("{", "unexpected end in line 1"),
    ("{ a }\n}", "unexpected } in line 2"),
    ("query { a(b: ) }", r"unexpected \) in line 1"),
    ("subscription { a }", "unexpected subscription"),
    ("query ($a: [Int) { a }", r"unexpected \) in line 1"),
    ("{ a ? }", r"unexpected '\?'"),
])
def test_a_document_that_is_none_is_told_with_its_place(text, message):
    with pytest.raises(QueryError, match=message):
        parse(text)


def test_the_operation_has_to_be_named_where_there_are_two():
    document = parse("query A { a } query B { b }")
    assert document.operation("B").selections[0].name == "b"
    with pytest.raises(QueryError, match="no operation None"):
        document.operation(None)


@pytest.mark.parametrize(("arguments", "message"), [
    ({"offset": -1}, "a page cannot begin at -1"), ({"offset": "a"}, "a page cannot begin at 'a'"),
    ({"page": 0}, "a page cannot begin at -10"), ({"page": "a"}, "page must be a whole number, not 'a'"),
    ({"limit": -1}, "limit must be a number of items, not -1"),
])
def test_a_page_that_a_list_does_not_have_is_refused(arguments, message):
    with pytest.raises(QueryError, match=message):
        OffsetList(PRODUCTS).page(arguments)


def test_a_fragment_has_to_be_in_the_document():
    with pytest.raises(QueryError, match="no fragment 'Missing'"):
        answer({}, "{ ...Missing }", {}, None)


def test_faults_come_in_their_order_and_the_walk_goes_on(server, client):
    server.refuse(503, times=2)
    server.hang_up()
    server.refuse(429, headers={"Retry-After": "0"}, after=4)
    assert ids(client.pager(QUERY).items()) == NUMBERS
    assert [request.status for request in server.requests] == [503, 503, None, 200, 429, 200, 200]


@pytest.mark.parametrize("status", [404, 999])
def test_a_refusal_has_a_status_headers_and_a_body(server, status):
    server.refuse(status, headers={"X-Why": "moved"}, body="gone")
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(server.url, b"{}", timeout=LIMIT_SECONDS)
    assert (caught.value.code, caught.value.headers["x-why"], caught.value.read()) == (status, "moved", b"gone")


def test_errors_come_in_place_of_data_or_beside_it(server, client):
    server.answer_errors("no", {"message": "never", "path": ["products"]})
    server.answer_errors("partly", with_data=True)
    with pytest.raises(swiftpager.GraphQLError, match="no"):
        client.execute(QUERY)
    answered = client.execute("{ products(first: 1) { nodes { id } } }")
    assert answered == {"data": {"products": {"nodes": [{"id": 0}]}}, "errors": [{"message": "partly"}]}


def untyped(kind: Any) -> Any:
    """For a type checker, a wrong argument is an error here, too."""
    return kind


@pytest.mark.parametrize(("call", "words"), [
    (lambda server: untyped(FakeServer)(5), "data must be a mapping of the query's fields, not 5"),
    (lambda server: untyped(FakeServer)([("a", 1)]), "data must be a mapping of the query's fields, not [('a', 1)]"),
    (lambda server: untyped(FakeServer)(latency="1"), "latency must be a number of seconds, not '1'"),
    (lambda server: setattr(server, "latency", None), "latency must be a number of seconds, not None"),
    (lambda server: setattr(server, "latency", -1), "latency must be 0 or more seconds, not -1"),
    (lambda server: server.refuse("503"), "status must be a whole number from 200 to 999, not '503'"),
    (lambda server: server.refuse(199), "status must be a whole number from 200 to 999, not 199"),
    (lambda server: server.refuse(1000), "status must be a whole number from 200 to 999, not 1000"),
    (lambda server: server.refuse(5), "status must be a whole number from 200 to 999, not 5"),
    (lambda server: server.refuse(503, headers=5), "headers must be a mapping of strings, not 5"),
    (lambda server: server.refuse(503, headers={"A": 1}), "headers must be a mapping of strings, and 'A': 1 is not"),
    (lambda server: server.refuse(503, body=b"x"), "body must be a string, not b'x'"),
    (lambda server: server.refuse(503, times="2"), "times must be a whole number of at least 1, not '2'"),
    (lambda server: server.answer_errors(5), "an error must be a message or a GraphQL error, which is a dict, not 5"),
    (lambda server: server.answer_errors(), "name at least one error"),
    (lambda server: server.hang_up(times=0), "times must be a whole number of at least 1, not 0"),
    (lambda server: server.hang_up(after=-1), "after must be a whole number of at least 0, not -1"),
    (lambda server: untyped(recorded)(5, server.url), "path must be a string or a path, not 5"),
    (lambda server: untyped(Connection)(5), "items must be a sequence, like a list, not 5"),
    (lambda server: untyped(Connection)({"id": 1}), "items must be a sequence, like a list, not {'id': 1}"),
    (lambda server: untyped(OffsetList)(iter("ab")), "items must be a sequence, like a list, not <str"),
    (lambda server: untyped(Connection)([], page_size=0), "page_size must be a whole number of at least 1, not 0"),
    (lambda server: untyped(Connection)([], page_size="9"), "page_size must be a whole number of at least 1, not '9'"),
    (lambda server: Connection([], max_page_size=0), "max_page_size must be a whole number of at least 1, not 0"),
])
def test_a_wrong_argument_is_told_in_the_call_that_has_it(server, call, words):
    with pytest.raises((TypeError, ValueError), match=re.escape(words)):
        call(server)


def test_answers_take_as_long_as_they_are_told_to(server, client):
    server.latency = 0.2
    start = time.monotonic()
    client.execute(QUERY)
    assert time.monotonic() - start >= 0.2
    server.latency = LIMIT_SECONDS * 10
    with pytest.raises(swiftpager.RequestTimeout):
        client.execute(QUERY, timeout=0.05)


@pytest.mark.parametrize(("body", "status"), [(b"{", 400), (b"[]", 400), (b"{}", 200)])
def test_what_is_no_request_is_refused(server, body, status):
    try:
        with urllib.request.urlopen(server.url, body, timeout=LIMIT_SECONDS) as answered:
            code, told = answered.status, json.load(answered)
    except urllib.error.HTTPError as error:
        with error:
            code, told = error.code, json.load(error)
    assert code == status
    assert told["errors"][0]["message"]


def test_only_posts_are_taken(server):
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(server.url, timeout=LIMIT_SECONDS)
    assert caught.value.code == 405
    caught.value.close()


def test_many_walks_at_once_are_answered(server):
    def walk():
        with swiftpager.Client(server.url) as client:
            found.append(ids(client.pager(QUERY).items()))

    found = []
    threads = [threading.Thread(target=walk) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [NUMBERS] * 10
    assert len(server.requests) == 30


def test_closing_leaves_no_thread_and_no_connection_behind():
    before = threading.active_count()
    server = FakeServer({"products": Connection(PRODUCTS)})
    with swiftpager.Client(server.url, retry=False) as client:
        client.execute(QUERY)
        server.close()
        server.close()
        with pytest.raises(swiftpager.NetworkError):
            client.execute(QUERY)
    assert threading.active_count() == before


def test_an_open_server_does_not_keep_the_interpreter():
    script = """
from swiftpager.testing import Connection, FakeServer
server = FakeServer({"products": Connection([{"id": 1}])})
client = swiftpager.Client(server.url)
say(client.execute("{ products { nodes { id } } }"))
"""
    assert run_script(script) == (0, "{'data': {'products': {'nodes': [{'id': 1}]}}}\n", "")


@pytest.mark.long
def test_the_plugin_gives_each_test_a_server_of_its_own(pytester, monkeypatch):
    pytester.makepyfile(f"""
        import swiftpager
        from swiftpager.testing import Connection, FakeServer

        QUERY = {QUERY!r}

        def test_products(swiftpager_server: FakeServer) -> None:
            swiftpager_server.data["products"] = Connection([{{"id": number}} for number in range(25)])
            with swiftpager.Client(swiftpager_server.url) as client:
                assert len(list(client.pager(QUERY).items())) == 25
            assert len(swiftpager_server.requests) == 3

        def test_nothing_is_left_of_it(swiftpager_server):
            assert (swiftpager_server.data, swiftpager_server.requests) == ({{}}, [])
    """)
    monkeypatch.setenv("PYTHONPATH", str(BINDING), prepend=":")
    result = pytester.runpytest_subprocess("-p", "swiftpager.testing.plugin")
    result.assert_outcomes(passed=2)


def test_a_page_does_not_reach_beyond_its_cursors():
    items = Connection(list(range(10)))
    assert items.page({"after": "cursor-4", "last": 8})["nodes"] == [5, 6, 7, 8, 9]
    assert items.page({"before": "cursor-3", "last": 8})["nodes"] == [0, 1, 2]
    assert items.page({"before": "cursor-3", "first": 8})["nodes"] == [0, 1, 2]
