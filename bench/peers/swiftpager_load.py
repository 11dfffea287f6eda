"""swiftpager in Python: the time from before the import until there are a client and a pager. They load no page."""

import time

START = time.perf_counter()

import swiftpager  # noqa: E402  this import is measured

QUERY = (
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {"
    " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"
)

with swiftpager.Client("http://127.0.0.1:9/graphql") as client, client.pager(QUERY, {"first": 100}):
    SECONDS = time.perf_counter() - START

import json  # noqa: E402

import peer  # noqa: E402

print(json.dumps({"name": "swiftpager_load", "seconds": SECONDS, "peak_rss_kb": peer.peak_memory_kb()}))
