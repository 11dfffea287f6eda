#!/usr/bin/env python3
"""Walks the products of a GraphQL shop with swiftpager: page by page, all at once, and item by item."""

import argparse
import pathlib
import sys
import time
from collections.abc import Callable

try:
    import swiftpager
except ModuleNotFoundError:
    # Not installed: use the binding of this example's repository.
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bindings" / "python"))
    import swiftpager

# The query alone shows how to paginate: the field with `pageInfo` is the list, and the variable in its argument `after`
# takes the cursor of the next page.
QUERY = """
query Products($first: Int!, $after: String) {
  products(first: $first, after: $after) {
    edges { node { id name price } }
    pageInfo { hasNextPage endCursor }
  }
}
"""


def show(update: swiftpager.Update) -> None:
    """Prints an update: a new state of the list, or a failure."""
    if update.error is not None or update.page is None:
        print(f"  update: {update.error}")
        return
    products = update.page.items
    first = f", first {products[0]['name']!r}" if products else ""
    print(f"  update: page {update.page_count} with {len(products)} products{first}")


def timed(what: str, load: Callable[[], None], pager: swiftpager.Pager) -> None:
    """Runs one load, and prints how many products the pager holds afterwards and how long the load took."""
    print(what)
    start = time.perf_counter()
    load()
    seconds = time.perf_counter() - start
    more = "there is more" if pager.can_load_next else "the list is complete"
    count = sum(page.item_count for page in pager.pages)
    print(f"  {count:,} products loaded, {seconds * 1_000:.1f} ms; {more}\n")


def walk(endpoint: str, page_size: int) -> None:
    """Walks the same list in three ways."""
    # Closing the client ends all work, but pages stay readable.
    with swiftpager.Client(endpoint, timeout=10) as client:
        pager = client.pager(QUERY, {"first": page_size})
        print(f"products of {endpoint}, {page_size} on a page\n")

        # The callback runs inside the calls that wait, on this thread.
        with pager.subscribe(show):
            timed("fetch: the first page", pager.fetch, pager)
            if pager.can_load_next:
                timed("load_next: the page after it", pager.load_next, pager)
            timed("load_all: everything, from the first page on", pager.load_all, pager)

        # One page is in memory at a time, and the library loads the next one while the loop works.
        print('items(): one by one, with retain "none"')
        start = time.perf_counter()
        count, total = 0, 0.0
        for product in client.pager(QUERY, {"first": page_size}, retain="none").items():
            count += 1
            total += product["price"]
        seconds = time.perf_counter() - start
        print(f"  {count:,} products at {total / max(count, 1):.2f} on average in {seconds * 1_000:.1f} ms")


def main() -> int:
    """Reads the command line; 0 = all pages were read, 1 = the reason is on stderr, 130 = Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("endpoint", metavar="ENDPOINT", help="like http://127.0.0.1:8000/graphql")
    parser.add_argument("--page-size", type=int, default=100, help="products on a page (default 100)")
    arguments = parser.parse_args()
    try:
        walk(arguments.endpoint, arguments.page_size)
    except swiftpager.SwiftPagerError as error:
        print(f"walk.py: {error.code}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
