"""swiftpager in Python: walks all pages, counts the items and their raw bytes, and decodes nothing."""

import time

import peer
import swiftpager


def main() -> None:
    """Walks all pages with `retain` "none"."""
    asked = peer.arguments(__doc__)
    pages = items = bytes_of_items = 0

    start = peer.Cost.now()
    with swiftpager.Client(asked.url) as client:
        for page in client.pager(peer.QUERY, {"first": asked.size}, retain="none"):
            pages += 1
            items += page.item_count
            if (raw := page.raw_edges) is not None:
                bytes_of_items += len(raw)
            if asked.consumer_ms:
                time.sleep(asked.consumer_ms / 1_000)
    cost = peer.Cost.since(start)

    if bytes_of_items <= items:
        raise SystemExit(f"swiftpager_walk: {items} items cannot be {bytes_of_items} bytes")
    peer.report("swiftpager_walk_py", asked, pages, items, cost)


if __name__ == "__main__":
    main()
