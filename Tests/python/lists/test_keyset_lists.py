"""Keyset lists: Hasura's and The Graph's shapes, and servers that break what a walk by keys stands on."""

import contextlib
import itertools
import json
import os
import random
import urllib.request

import pytest

import swiftpager
from commands import outcome, run
from conftest import LONG, until
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
PLAIN = "query ($after: Int, $limit: Int) { orders(after: $after, limit: $limit) { id name } }"
ORDERS_BY_ID: PaginationDict = {"connection": "/orders", "key": "/id", "after": "after"}

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


@pytest.fixture
def fake():
    """A server of a list that a function returns, with the arguments that it got."""
    with FakeServer({}) as server:
        server.asked = []

        def serve(function):
            def orders(arguments):
                server.asked.append(arguments)
                return function(arguments)

            server.data["orders"] = orders
            return server

        yield serve


def after(items, size=2, key="id"):
    """A list by `after` and `limit`, in the order of the items."""
    def orders(arguments):
        start = 0
        if arguments.get("after") is not None:
            start = 1 + max(i for i, item in enumerate(items) if item[key] == arguments["after"])
        return items[start : start + (arguments.get("limit") or size)]

    return orders


def things(*identities):
    return [{"id": identity, "name": f"Thing {identity}"} for identity in identities]


# --- Hasura ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "pages"), [(90, 13), (100, 11), (1000, 11)])
def test_hasuras_orders_are_read_whole_although_the_server_cuts_pages_down(keysets, limit, pages):
    with keysets.client("hasura") as client:
        pager = client.pager(ORDERS, {"limit": limit}, pagination=HASURA)
        assert ids(pager) == list(range(1, 1001))
        assert pager.state["end"] == "complete"
        assert pager.state["list"]["type"] == "keyset"
    assert keysets.requests() == pages


def test_the_rest_of_a_filter_stays(keysets):
    with keysets.client("hasura") as client:
        pager = client.pager(ORDERS, {"where": {"status": {"_eq": "open"}}, "limit": 100}, pagination=HASURA)
        assert ids(pager) == list(range(1, 1001, 2))


def test_a_short_page_saves_a_request_if_it_ends_the_list(keysets):
    with keysets.client("hasura") as client:
        pager = client.pager(ORDERS, {"limit": 90}, pagination={**HASURA, "end": "short_page"})
        assert len(ids(pager)) == 1000
    assert keysets.requests() == 12


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


def test_an_inclusive_filter_reads_such_a_list_each_item_once(keysets):
    query = ORDERS.replace("{id: asc}", "{created_at: asc}")
    pagination: PaginationDict = {
        **HASURA, "key": "/created_at", "after": "/where/created_at/_gte", "inclusive": True, "identity": "/id",
    }
    with keysets.client("hasura") as client:
        for limit in (7, 100):
            pager = client.pager(query, {"limit": limit}, pagination=pagination)
            assert ids(pager) == list(range(1, 1001))
            assert pager.state["duplicates"] > 0
        # As many as have one time: a page cannot get past them.
        with pytest.raises(swiftpager.CursorStuck, match="larger than the largest number of items with one key"):
            list(client.pager(query, {"limit": 3}, pagination=pagination))


def tied(chance, size):
    """A list in the order of a key that fewer items than a page share."""
    items, key = [], 0
    while len(items) < chance.randrange(1, 40):
        key += chance.randrange(1, 3)
        for _ in range(min(chance.randrange(1, 4), size - 1)):
            items.append({"id": len(items), "name": key})
    return items


@pytest.mark.parametrize("seed", range(200 if LONG else 25))
def test_random_lists_are_read_whole_or_the_walk_says_why_not(fake, seed):
    chance = random.Random(seed)
    size = chance.randrange(2, 7)
    items = tied(chance, size)

    def at_least(arguments):
        rows = [item for item in items if arguments.get("after") is None or item["name"] >= arguments["after"]]
        return rows[: arguments["limit"]]

    server = fake(at_least)
    with swiftpager.Client(server.url) as client:
        pagination: PaginationDict = {
            "connection": "/orders", "key": "/name", "after": "after", "inclusive": True, "identity": "/id",
        }
        assert ids(client.pager(PLAIN, {"limit": size}, pagination=pagination)) == [item["id"] for item in items]
    # With > the walk ends at the first page that shows equal keys.
    server = fake(lambda arguments: [
        item for item in items if arguments.get("after") is None or item["name"] > arguments["after"]][:size])
    pages: list[list[int]] = []
    with swiftpager.Client(server.url) as client:
        pager = client.pager(PLAIN, {"limit": size}, pagination={**ORDERS_BY_ID, "key": "/name"})
        with contextlib.suppress(swiftpager.DuplicateKey):
            for page in pager:
                pages.append([item["name"] for item in page.items])
        shown = [len(set(page)) < len(page) for page in pages]
        assert pager.state["end"] == ("DUPLICATE_KEY" if any(shown) else "complete")
        assert not any(shown[:-1])


def test_a_list_is_read_backward_and_both_ways(keysets):
    backward = ORDERS.replace("asc", "desc")
    with keysets.client("hasura") as client:
        # The server turns the order round, so this is a forward walk of another list.
        pager = client.pager(backward, {"limit": 100}, pagination={**HASURA, "after": "/where/id/_lt"})
        assert ids(pager) == list(range(1000, 0, -1))


def before_and_after(items, size=2):
    """A list by `after` and `before` whose pages are all in the order of the list."""
    def orders(arguments):
        rows = [item for item in items if arguments.get("after") is None or item["id"] > arguments["after"]]
        if arguments.get("before") is not None or "after" not in arguments:
            return [item for item in items if item["id"] < (arguments.get("before") or 10**9)][-size:]
        return rows[:size]

    return orders


def test_a_second_variable_reads_backward(fake):
    server = fake(before_and_after(things(*range(1, 8))))
    query = "query ($before: Int) { orders(before: $before) { id } }"
    with swiftpager.Client(server.url) as client:
        pager = client.pager(query, pagination={"connection": "/orders", "key": "/id", "before": "before"})
        pager.load_all()
        assert ids(pager.pages) == list(range(1, 8))
        assert pager.state["list"]["direction"] == "reverse"
    assert [asked.get("before") for asked in server.asked] == [None, 6, 4, 2, 1]


def test_a_list_that_is_opened_in_its_middle_grows_both_ways(fake):
    server = fake(before_and_after(things(*range(1, 10))))
    query = "query ($before: Int, $after: Int) { orders(before: $before, after: $after) { id } }"
    pagination: PaginationDict = {
        "connection": "/orders", "key": "/id", "after": "after", "before": "before",
    }
    with swiftpager.Client(server.url) as client:
        pager = client.pager(query, {"after": 4}, pagination=pagination)
        pager.load_all()
        assert ids(pager.pages) == list(range(1, 10))


# --- The Graph ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [100, 333, 1000])
def test_a_subgraphs_swaps_are_read_by_their_ids(keysets, n):
    with keysets.client("subgraph") as client:
        pager = client.pager(SWAPS, {"lastID": "", "n": n}, pagination=SUBGRAPH)
        found = ids(pager)
        assert len(set(found)) == 1000
        assert found == sorted(found)


def test_a_subgraphs_numbers_are_strings_and_go_back_as_strings(keysets):
    query = (
        "query ($where: Swap_filter, $n: Int) {"
        " swaps(first: $n, orderBy: timestamp, orderDirection: asc, where: $where) { id timestamp } }"
    )
    pagination: PaginationDict = {
        "connection": "/swaps", "key": "/timestamp", "after": "/where/timestamp_gte", "inclusive": True,
        "identity": "/id",
    }
    with keysets.client("subgraph") as client:
        pager = client.pager(query, {"n": 50}, pagination=pagination)
        assert len(set(ids(pager))) == 1000
        assert pager.state["items_loaded"] == 1000


def test_a_page_that_is_too_large_for_the_server_is_its_error(keysets):
    with keysets.client("subgraph") as client, pytest.raises(swiftpager.GraphQLError, match="between 1 and 1000"):
        list(client.pager(SWAPS, {"lastID": "", "n": 2000}, pagination=SUBGRAPH))


# --- Resuming, prefetch, smaller pages, the cache, the command ------------------------------------------------------


@pytest.mark.parametrize("pagination", [
    HASURA,
    {**HASURA, "key": "/created_at", "after": "/where/created_at/_gte", "inclusive": True, "identity": "/id"},
])
def test_a_list_goes_on_in_another_process_without_a_gap_or_a_repeat(keysets, pagination):
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


def test_the_next_page_travels_while_the_consumer_works(fake):
    server = fake(after(things(*range(1, 9))))
    with swiftpager.Client(server.url) as client:
        pages = iter(client.pager(PLAIN, {"limit": 2}, pagination=ORDERS_BY_ID))
        next(pages)
        until(lambda: len(server.asked) == 2)
        # One page ahead, and not more.
        assert [asked.get("after") for asked in server.asked] == [None, 2]
        assert len(list(pages)) == 4


def test_a_page_that_costs_too_much_is_asked_for_smaller(fake):
    server = fake(after(things(*range(1, 20))))
    cost = [{"message": "too much", "extensions": {"code": "MAX_COST_EXCEEDED"}}]
    server.answer_errors(*cost, after=1)
    with swiftpager.Client(server.url) as client:
        pager = client.pager(PLAIN, {"limit": 8}, pagination=ORDERS_BY_ID)
        assert ids(pager) == list(range(1, 20))
    assert [asked["limit"] for asked in server.asked][:3] == [8, 4, 8]


def test_pages_come_from_the_cache(fake, tmp_path):
    server = fake(after([{**item, "__typename": "Order"} for item in things(*range(1, 6))]))
    query = PLAIN.replace("{ id name }", "{ __typename id name }")
    with swiftpager.Client(server.url, cache=tmp_path / "cache") as client:
        for _ in range(2):
            pager = client.pager(
                query, {"limit": 2}, pagination=ORDERS_BY_ID, cache_policy="return_cache_data_else_fetch")
            pager.load_all()
            assert ids(pager.pages) == [1, 2, 3, 4, 5]
    assert len(server.asked) == 4


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


# --- Servers that break what a walk stands on -----------------------------------------------------------------------


def test_a_server_that_ignores_the_key_is_stuck(fake):
    server = fake(lambda arguments: things(1, 2))
    with swiftpager.Client(server.url) as client:
        pager = client.pager(PLAIN, pagination=ORDERS_BY_ID)
        with pytest.raises(swiftpager.CursorStuck, match="ignores the key"):
            list(pager)
    assert len(server.asked) == 2


def test_a_server_that_goes_in_circles_is_noticed(fake):
    circle = {None: things(1, 2), 2: things(3, 4), 4: things(1, 2)}
    server = fake(lambda arguments: circle[arguments.get("after")])
    with swiftpager.Client(server.url) as client:
        pager = client.pager(PLAIN, pagination=ORDERS_BY_ID)
        with pytest.raises(swiftpager.CursorCycle, match="leads back to an earlier one"):
            list(pager)
    assert len(server.asked) == 3


@pytest.mark.parametrize(("last", "found"), [
    ({"id": None}, "null"), ({"id": [1]}, "an array"), ({"id": True}, "true or false"),
])
def test_an_item_without_a_key_is_named(fake, last, found):
    server = fake(lambda arguments: [*things(1), {"id": None, **last}])
    query = PLAIN if "name" in last else PLAIN.replace("id name", "id")
    with swiftpager.Client(server.url) as client:
        pager = client.pager(query, pagination=ORDERS_BY_ID)
        with pytest.raises(swiftpager.MissingPageInfo) as caught:
            list(pager)
    assert "/data/orders/1 of page 1" in caught.value.message


def test_numbers_go_back_digit_by_digit():
    large = 90071992547409931
    bodies = []

    def send(request):
        bodies.append(request.body.decode())
        page = f'[{{"id":{large}}}]' if len(bodies) == 1 else "[]"
        request.complete(200, f'{{"data":{{"orders":{page}}}}}'.encode(), [("Content-Type", "application/json")])

    with swiftpager.Client("http://127.0.0.1:9/", transport=send) as client:
        list(client.pager(PLAIN, pagination=ORDERS_BY_ID))
    assert f'"after":{large}}}' in bodies[1]


@pytest.mark.parametrize(("pagination", "path", "words"), [
    ({"key": "/number"}, "/pagination/key", "does not select"),
    ({"key": ["/id", "/name"]}, "/pagination/after", "a variable for each key"),
    ({"after": "skip"}, "/pagination/after", "declares no variable"),
    ({"inclusive": True}, "/pagination/inclusive", "as `identity`"),
    ({"offset": "after"}, "/pagination/offset", "leave it out"),
    ({"concurrency": 2}, "/pagination/concurrency", "leave it out"),
    ({"key": []}, "/pagination/key", "a string or an array of at least one string"),
    ({"after": ["after", 3]}, "/pagination/after/1", "expected a string, found 3"),
])
def test_what_is_wrong_with_a_config_is_told_with_its_place(pagination, path, words):
    with swiftpager.Client("http://127.0.0.1:9/") as client, pytest.raises(swiftpager.ConfigurationError) as caught:
        client.pager(PLAIN, pagination={"type": "keyset", **ORDERS_BY_ID, **pagination})
    assert caught.value.path == path
    assert words in caught.value.message


@pytest.mark.parametrize("kind", ["cursor", "offset"])
def test_other_lists_have_no_keys(kind):
    with swiftpager.Client("http://127.0.0.1:9/") as client, pytest.raises(swiftpager.ConfigurationError) as caught:
        client.pager(PLAIN, pagination={"type": kind, "connection": "/orders", "key": "/id"})
    assert caught.value.path == "/pagination/key"
