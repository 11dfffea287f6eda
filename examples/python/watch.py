#!/usr/bin/env python3
"""Watches a page of a GraphQL shop with swiftpager, and changes what it shows in three ways."""

import argparse
import pathlib
import sys
from typing import Any

try:
    import swiftpager
except ModuleNotFoundError:
    # Not installed: use the binding of this example's repository.
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bindings" / "python"))
    import swiftpager

QUERY = """
query Products($after: String) {
  products(first: 3, after: $after) {
    edges { node { id name price } }
    pageInfo { hasNextPage endCursor }
  }
}
"""
NEW_PRICE = "mutation ($id: ID!, $price: Float!) { updateProduct(id: $id, price: $price) { id price } }"


class Screen:
    """Prints each page that changes, and knows what it printed last."""

    def __init__(self) -> None:
        self.products: dict[int | None, list[dict[str, Any]]] = {}

    def show(self, update: swiftpager.Update) -> None:
        """Prints the page that an update is about."""
        if update.error is not None or update.page is None:
            print(f"  {update.error}")
            return
        products = self.products[update.page_index] = list(update.page.items)
        print(f"  page {update.page_index} from the {update.source}: ", end="")
        print(", ".join(f"{product['name']} at {product['price']:.2f}" for product in products))

    def wait(self, client: swiftpager.Client, **shown: Any) -> None:
        """Runs callbacks until the first product of the second page shows these values, or none comes for 5 s."""
        while not shown.items() <= self.products[1][0].items() and client.dispatch(timeout=5):
            pass


def watch(endpoint: str) -> None:
    """Changes a product that is on the second page."""
    screen = Screen()
    # With a cache, pages follow changes without a new request.
    with swiftpager.Client(endpoint, cache="memory") as client:
        pager = client.pager(QUERY)
        subscription = pager.subscribe(screen.show)
        print("two pages:")
        pager.fetch()
        pager.load_next()
        product = pager.pages[1].items[0]
        # The cache knows the product by its type and id.
        key = f"Product:{product['id']}"

        print("a mutation, whose answer the page shows:")
        client.execute(NEW_PRICE, {"id": product["id"], "price": 19.5})
        screen.wait(client, price=19.5)

        # A page shows the latest state: a server that answers at once may be faster than the guess.
        print("a mutation with a guess, which the page shows until the answer:")
        guess = {key: {"price": 17.0}}
        client.execute(NEW_PRICE, {"id": product["id"], "price": 18.25}, optimistic=guess)
        screen.wait(client, price=18.25)

        print("a write to the cache, without a request:")
        client.cache[key] = {"name": "The same under another name"}
        screen.wait(client, name="The same under another name")

        # Restores the old price without showing it.
        subscription.cancel()
        client.execute(NEW_PRICE, {"id": product["id"], "price": product["price"]})


def main() -> int:
    """Reads the command line; 0 = success, 1 = the reason is on stderr, 130 = Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("endpoint", metavar="ENDPOINT", help="like http://127.0.0.1:8000/graphql")
    try:
        watch(parser.parse_args().endpoint)
    except swiftpager.SwiftPagerError as error:
        print(f"watch.py: {error.code}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
