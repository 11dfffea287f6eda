"""Keyset lists in Python: Hasura's and The Graph's shapes, tokens, the cache, columns, and the command."""

import contextlib
import itertools
import json
import os
import urllib.request

import pytest

import swiftpager
from commands import outcome, run
from swiftpager.shapes import PaginationDict
from swiftpager.testing import FakeServer

ORDERS = (
    "query ($where: orders_bool_exp, $limit: Int) {"
    " orders(where: $where, order_by: [{id: asc}], limit: $limit) { id created_at } }"
)
BY_TIME = (
    "query ($at: timestamptz, $id: bigint, $limit: Int) { orders(where: {_or: [{created_at: {_gt: $at}},"
    " {created_at: {_eq: $at}, id: {_gt: $id}}]}, order_by: [{created_at: asc}, {id: asc}], limit: $limit)"
    " { id created_at } }"
)
SWAPS = "query ($lastID: ID!, $n: Int) { swaps(first: $n, where: {id_gt: $lastID}) { id timestamp } }"
HASURA: PaginationDict = {"type": "keyset", "connection": "/orders", "key": "/id", "after": "/where/id/_gt"}
SUBGRAPH: PaginationDict = {"type": "keyset", "connection": "/swaps", "key": "/id", "after": "lastID"}

_numbers = itertools.count(1)


class Keysets:
    """The servers, with a key of their own for each test."""

    def __init__(self, shop):
        self.base = shop.removesuffix("/graphql")
        self.key = f"keyset-{os.getpid()}-{next(_numbers)}"

    def client(self, name, **options):
        """A client of "hasura" or "subgraph"."""
        return swiftpager.Client(f"{self.base}/{name}?key={self.key}", **options)

    def requests(self):
        """How many requests the servers got from this test."""
        with urllib.request.urlopen(f"{self.base}/stats?key={self.key}") as answer:
            return json.load(answer)["requests"]


@pytest.fixture
def keysets(shop):
    return Keysets(shop)


def ids(pages):
    return [item["id"] for page in pages for item in page.items]


# --- Hasura ---------------------------------------------------------------------------------------------------------


def test_hasuras_orders_are_read_whole_although_the_server_cuts_pages_down(keysets):
    with keysets.client("hasura") as client:
        pager = client.pager(ORDERS, {"limit": 1000}, pagination=HASURA)
        assert ids(pager) == list(range(1, 1001))
        assert pager.state["end"] == "complete"
        assert pager.state["list"]["type"] == "keyset"
    assert keysets.requests() == 11


def test_two_keys_read_a_list_whose_times_repeat(keysets):
    first = "query ($limit: Int) { orders(order_by: [{created_at: asc}, {id: asc}], limit: $limit) { id created_at } }"
    with keysets.client("hasura") as client:
        pager = client.pager(
            first, {"limit": 10}, pagination={"connection": "/orders", "key": ["/created_at", "/id"]},
            next_query={"query": BY_TIME, "variables": {"limit": 100}, "connection": "/orders", "after": ["at", "id"]},
        )
        assert ids(pager) == list(range(1, 1001))


def test_a_key_that_repeats_ends_the_walk_and_names_both_items(keysets):
    query = ORDERS.replace("{id: asc}", "{created_at: asc}")
    pagination: PaginationDict = {**HASURA, "key": "/created_at", "after": "/where/created_at/_gt"}
    with keysets.client("hasura") as client:
        pager = client.pager(query, {"limit": 100}, pagination=pagination)
        with pytest.raises(swiftpager.DuplicateKey) as caught:
            list(pager)
        assert pager.state["ends"]["next"] == "DUPLICATE_KEY"
        with pytest.raises(swiftpager.DuplicateKey):
            pager.load_next()
    message = caught.value.message
    assert "/data/orders/0 of page 1 and /data/orders/1 of page 1" in message
    assert '"inclusive": true' in message
    assert "second key" in message


# --- The Graph ------------------------------------------------------------------------------------------------------


def test_a_subgraphs_swaps_are_read_by_their_ids(keysets):
    with keysets.client("subgraph") as client:
        pager = client.pager(SWAPS, {"lastID": "", "n": 333}, pagination=SUBGRAPH)
        found = ids(pager)
        assert len(set(found)) == 1000
        assert found == sorted(found)


# --- Tokens, the cache, columns, the command ------------------------------------------------------------------------


def test_a_list_goes_on_in_another_process_without_a_gap_or_a_repeat(keysets):
    pagination: PaginationDict = {
        **HASURA, "key": "/created_at", "after": "/where/created_at/_gte", "inclusive": True, "identity": "/id",
    }
    query = ORDERS.replace("{id: asc}", "{created_at: asc}, {id: asc}")
    found: list[int] = []
    token = None
    # 25 pages and an empty one, three in each process.
    for _ in range(10):
        with keysets.client("hasura") as client:
            pager = client.pager(query, {"limit": 40}, pagination=pagination, checkpoint=token, max_pages=3)
            with contextlib.suppress(swiftpager.PageLimit):
                for page in pager:
                    found += ids([page])
                break
            token = pager.resume_token()
    assert found == list(range(1, 1001))


def test_pages_come_from_the_cache(tmp_path):
    def orders(arguments):
        return [item for item in items if item["id"] > (arguments.get("after") or 0)][: arguments["limit"]]

    items = [{"__typename": "Order", "id": number, "name": f"Order {number}"} for number in range(1, 6)]
    query = "query ($after: Int, $limit: Int) { orders(after: $after, limit: $limit) { __typename id name } }"
    with FakeServer({"orders": orders}) as server, swiftpager.Client(server.url, cache=tmp_path / "cache") as client:
        for _ in range(2):
            pager = client.pager(
                query, {"limit": 2}, pagination={"connection": "/orders", "key": "/id", "after": "after"},
                cache_policy="return_cache_data_else_fetch")
            pager.load_all()
            assert ids(pager.pages) == [1, 2, 3, 4, 5]
        assert len(server.requests) == 4


def test_columns_come_of_a_keyset_list_too(keysets):
    with keysets.client("hasura") as client:
        table = client.pager(ORDERS, {"limit": 100}, pagination=HASURA).to_arrow()
        assert table.column("id").to_pylist() == list(range(1, 1001))


def test_the_command_walks_and_resumes(keysets, tmp_path):
    url = f"{keysets.base}/hasura?key={keysets.key}"
    words = ["-p", "type=keyset", "-p", "connection=/orders", "-p", "key=/id", "-p", "after=/where/id/_gt",
             "-v", "limit=100", "--field", "/id", "--checkpoint", str(tmp_path / "state")]
    first = run(url, *words, "--max-pages", "4", query=ORDERS)
    assert first.returncode == 3
    rest = run(url, *words, query=ORDERS)
    assert outcome(rest)[0] == 0
    found = [int(line) for line in (first.stdout + rest.stdout).splitlines()]
    assert found == list(range(1, 1001))


def test_the_commands_next_query_has_names_and_variables_of_its_own(keysets, tmp_path):
    url, file = f"{keysets.base}/hasura?key={keysets.key}", tmp_path / "further.graphql"
    file.write_text(BY_TIME)
    first = "{ orders(order_by: [{created_at: asc}, {id: asc}], limit: 100) { id created_at } }"
    words = [
        "-p", "connection=/orders", "-p", 'key=["/created_at", "/id"]', "--next-query-file", str(file),
        "-p", "next_query.connection=/orders", "-p", 'next_query.after=["at", "id"]',
        "-p", 'next_query.variables={"limit": 100}',
    ]
    done = run(url, *words, query=first)
    assert outcome(done) == (0, "")
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == list(range(1, 1001))
    assert keysets.requests() == 11
    shown = run(url, *words, "--dry-run", query=first).stdout.decode()
    assert 'variables of a further page: {"limit": 100, "at": "<key>", "id": "<key>"}' in shown


@pytest.mark.parametrize(("words", "told"), [
    (["-p", "next_query.connection=/a"], "-p next_query.connection: name the file of the next query with"),
    (["-p", "next_query.connection", "--next-query-file", "-"], "-p next_query.connection: expected next_query.name"),
    (["-p", "next_query.query=x", "--next-query-file", "-"], "-p next_query.query: name the file of the next query"),
    (["-p", "next_query.nope=x", "--next-query-file", "-"], "-p next_query.nope: unknown key `nope`"),
    (["-p", "next_query.variables:=x", "--next-query-file", "-"], "for text, write next_query.variables==x"),
])
def test_the_command_tells_what_is_wrong_with_a_next_query(words, told):
    code, text = outcome(run("http://127.0.0.1:9", *words, stdin=ORDERS.encode()))
    assert code == 2 and told in text, text


def test_the_command_tells_a_key_that_repeats(keysets):
    url = f"{keysets.base}/hasura?key={keysets.key}"
    done = run(url, "-p", '{"connection": "/orders", "key": "/created_at", "after": "/where/created_at/_gt"}',
               query=ORDERS)
    code, told = outcome(done)
    assert code == 3
    assert "/data/orders/0 of page 1" in told
