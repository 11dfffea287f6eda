"""Servers with rate limits, like Shopify and GitHub: a walk waits as long as they say."""

import json
import time
import urllib.request

import pytest

import swiftpager
from conftest import LIMIT_SECONDS
from servers import server

QUERY = (
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {"
    " edges { cursor node { id title } } pageInfo { hasNextPage endCursor } } }"
)
REPOSITORIES = (
    "query Repositories($first: Int!, $after: String) { repositories(first: $first, after: $after) {"
    " nodes { __typename id name issues(first: 100) { nodes { __typename id title"
    " labels(first: 100) { nodes { id } pageInfo { hasNextPage endCursor } } }"
    " pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }"
)


def stats(endpoint):
    with urllib.request.urlopen(endpoint.replace("/graphql", "/stats"), timeout=LIMIT_SECONDS) as answer:
        return json.load(answer)


def numbers(pages):
    return [int(node["title"].rpartition(" ")[2]) for page in pages for node in page.items]


@pytest.mark.alone
@pytest.mark.long
def test_a_walk_waits_as_long_as_its_pages_cost():
    with server("storefront", "--products", "2000", "--restore-rate", "2000", "--empty") as endpoint:
        began = time.monotonic()
        with swiftpager.Client(endpoint) as client:
            pages = list(client.pager(QUERY, {"first": 100}))
        seconds = time.monotonic() - began
        assert numbers(pages) == list(range(1, 2001))
        assert {page.item_count for page in pages} == {100}
        # The server refuses each page at most once. It always refuses the first one, even if it is slow.
        counted = stats(endpoint)
        assert 0 < counted["throttled"] <= 20, counted
        assert counted["requests"] == 20 + counted["throttled"]
        # The bucket had to fill at its rate to pay for the pages.
        assert seconds >= 20 * 102 / 2000


@pytest.mark.parametrize("policy", ["react", "pace"])
@pytest.mark.long
def test_pages_side_by_side_come_through_a_narrow_limit(shop, policy):
    with server("fault_proxy", "--upstream", shop.removesuffix("/graphql"), "--per-second", "20") as proxy:
        with swiftpager.Client(f"{proxy}/graphql", rate_limit=policy) as client:
            pager = client.pager(
                "query ($offset: Int, $limit: Int) {"
                " productList(offset: $offset, limit: $limit) { items { id } total } }",
                {"limit": 20},
                pagination={"type": "offset", "connection": "/productList", "total": "/total", "concurrency": 16},
            )
            pages = list(pager)
            # A total of 1,000 may be capped, so the last request looks for items beyond it.
            assert [page.item_count for page in pages] == [20] * 50 + [0]
            identities = [node["id"] for page in pages for node in page.items]
            assert len(set(identities)) == 1000


@pytest.mark.long
def test_a_wait_over_the_budget_is_told():
    with server("storefront", "--products", "2000", "--maximum", "1000", "--restore-rate", "0.01") as endpoint:
        with swiftpager.Client(endpoint, retry={"budget": 5}) as client:
            pager = client.pager(QUERY, {"first": 100})
            with pytest.raises(swiftpager.RateLimited) as caught:
                pager.load_all()
            # 9 pages of 102 points leave 82 of 1,000 points; the missing 20 points come back in 2,000 seconds.
            assert caught.value.retry_after == 2_000
            assert caught.value.attempts == 1
            assert numbers(pager.pages) == list(range(1, 901))
        assert stats(endpoint) == {"requests": 10, "throttled": 1, "refused": 0}


def test_pages_over_the_most_for_one_query_are_made_smaller():
    with server("storefront", "--products", "200", "--largest-query", "30") as endpoint:
        with swiftpager.Client(endpoint) as client:
            pages = list(client.pager(QUERY, {"first": 100}))
        assert numbers(pages) == list(range(1, 201))
        assert {page.item_count for page in pages} == {25}
        assert stats(endpoint)["throttled"] == 0


def repositories(pages):
    return [int(node["name"].rpartition("-")[2]) for page in pages for node in page.items]


@pytest.mark.long
def test_pages_that_might_bring_too_many_nodes_are_made_smaller():
    with server("code_host", "--repositories", "200") as endpoint:
        with swiftpager.Client(endpoint) as client:
            pages = list(client.pager(REPOSITORIES, {"first": 100}))
        assert repositories(pages) == list(range(1, 201))
        # 50 repositories with 100 issues with 100 labels each are 505,050 nodes.
        assert {page.item_count for page in pages} == {25}
        # The server first refuses 100 and 50, and then 50 once more.
        assert stats(endpoint) == {"requests": 11, "limited": 0, "refused": 3, "abuse": 0}


@pytest.mark.long
def test_a_walk_waits_for_the_next_window_and_out_a_secondary_limit():
    arguments = ["--repositories", "200", "--points", "12", "--window-seconds", "2", "--abuse-at", "5"]
    with server("code_host", *arguments) as endpoint:
        with swiftpager.Client(endpoint) as client:
            pages = list(client.pager(REPOSITORIES, {"first": 10}))
        assert repositories(pages) == list(range(1, 201))
        counted = stats(endpoint)
        assert (counted["abuse"], counted["refused"]) == (1, 0)
        # If the window ends by itself in the meantime, there is nothing to wait for.
        assert counted["limited"] <= 1
        assert counted["requests"] == 20 + 1 + counted["limited"]


@pytest.mark.long
def test_a_window_that_ends_too_late_is_told():
    with server("code_host", "--points", "3") as endpoint:
        with swiftpager.Client(endpoint) as client:
            pager = client.pager(REPOSITORIES, {"first": 10})
            with pytest.raises(swiftpager.RateLimited, match="API rate limit exceeded") as caught:
                pager.load_all()
            assert 3_600 - LIMIT_SECONDS < caught.value.retry_after <= 3_601
            assert repositories(pager.pages) == list(range(1, 31))
        assert stats(endpoint) == {"requests": 4, "limited": 1, "refused": 0, "abuse": 0}
