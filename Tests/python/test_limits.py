"""A server whose queries have a cost, as Shopify's have: the walk waits as long as the cost says."""

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


def stats(endpoint):
    with urllib.request.urlopen(endpoint.replace("/graphql", "/stats"), timeout=LIMIT_SECONDS) as answer:
        return json.load(answer)


def numbers(pages):
    return [int(node["title"].rpartition(" ")[2]) for page in pages for node in page.nodes]


def test_a_walk_waits_as_long_as_its_pages_cost():
    with server("storefront", "--products", "2000", "--maximum", "1000", "--restore-rate", "2000") as endpoint:
        began = time.monotonic()
        with swiftpager.Client(endpoint) as client:
            pages = list(client.pager(QUERY, {"first": 100}))
        seconds = time.monotonic() - began
        assert numbers(pages) == list(range(1, 2001))
        assert {page.item_count for page in pages} == {100}
        # The bucket paid for the first 9 pages, and each of the others is asked for once in vain at most.
        counted = stats(endpoint)
        assert 0 < counted["throttled"] <= 20 - 9, counted
        assert counted["requests"] == 20 + counted["throttled"]
        # What the bucket did not hold at the beginning came back at its rate.
        assert seconds >= (20 * 102 - 1000) / 2000


def test_a_wait_over_the_budget_is_told():
    with server("storefront", "--products", "2000", "--maximum", "1000", "--restore-rate", "0.01") as endpoint:
        with swiftpager.Client(endpoint, retry={"budget": 5}) as client:
            pager = client.pager(QUERY, {"first": 100})
            with pytest.raises(swiftpager.RateLimited) as caught:
                pager.load_all()
            # 9 pages of 102 leave 82 of 1,000 points, and the other 20 come back in 2,000 seconds.
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
