"""swiftpager in Python: walks all items, decoded, as `items()` gives them."""

import sys

import peer


def main() -> None:
    """Walks all items."""
    asked = peer.arguments(__doc__)
    if asked.json:
        # As if neither were installed.
        sys.modules["orjson"] = sys.modules["msgspec"] = None  # type: ignore[assignment]
    import swiftpager

    if asked.struct:
        import msgspec

        class Product(msgspec.Struct):
            id: str
            name: str
            price: float
            description: str
            inStock: bool

    pages = items = 0
    start = peer.Cost.now()
    with swiftpager.Client(asked.url) as client:
        pager = client.pager(peer.QUERY, {"first": asked.size})
        for item in pager.items(type=Product) if asked.struct else pager.items():
            if item is not None:
                items += 1
        pages = pager.state["pages_loaded"]
    cost = peer.Cost.since(start)

    peer.report("swiftpager_items_py", asked, pages, items, cost)


if __name__ == "__main__":
    main()
