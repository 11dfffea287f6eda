"""What the Python peers of the benchmark share: their command line, the query, and the line of results."""

import argparse
import json
import pathlib
import sys

QUERY = (
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {"
    " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"
)


def arguments(description: str | None) -> argparse.Namespace:
    """Reads `--url U --pages N [--size N] [--consumer-ms N] [--parquet]`."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--url", required=True)
    parser.add_argument("--pages", type=int, required=True, help="how many there must be")
    parser.add_argument("--size", type=int, default=100, help="items on each page (default 100)")
    parser.add_argument("--consumer-ms", type=float, default=0.0, help="how long the consumer works on each page")
    parser.add_argument("--parquet", action="store_true", help="write the rows to a file, where the peer makes columns")
    return parser.parse_args()


def report(name: str, asked: argparse.Namespace, pages: int, items: int, seconds: float) -> None:
    """Prints the line of results, after checking pages and items against what was asked."""
    if (pages, items) != (asked.pages, asked.pages * asked.size):
        sys.exit(f"{name}: read {pages} pages with {items} items, but there are {asked.pages} with"
                 f" {asked.pages * asked.size}")
    print(json.dumps({"name": name, "pages": pages, "items": items, "seconds": seconds,
                      "peak_rss_kb": peak_memory_kb()}))


def peak_memory_kb() -> int:
    """The largest amount of memory this process ever had, as Linux tells it."""
    for line in pathlib.Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    return 0
