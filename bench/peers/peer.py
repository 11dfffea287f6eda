"""What the Python peers of the benchmark share: their command line, the query, and the line of results."""

import argparse
import dataclasses
import json
import os
import pathlib
import resource
import sys
import time

QUERY = (
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {"
    " edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } } }"
)


def arguments(description: str | None) -> argparse.Namespace:
    """Reads the command line; with --one-core, binds the process to its first processor."""
    return bound(parser(description).parse_args())


def parser(description: str | None) -> argparse.ArgumentParser:
    """The options that all peers have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--url", required=True)
    parser.add_argument("--pages", type=int, required=True, help="the number that there must be")
    parser.add_argument("--size", type=int, default=100, help="items on each page (default 100)")
    parser.add_argument("--consumer-ms", type=float, default=0.0, help="how long the consumer works on each page")
    parser.add_argument("--parquet", action="store_true", help="write the rows to a file, if the peer makes columns")
    parser.add_argument("--pagers", type=int, default=1, help="the number of walks at once")
    parser.add_argument("--json", action="store_true", help="decode with the standard library's json")
    parser.add_argument("--struct", action="store_true", help="make msgspec Structs of the items")
    parser.add_argument("--gh", action="store_true", help="run gh, if the peer is a command")
    parser.add_argument("--one-core", action="store_true", help="keep to the first processor")
    return parser


def bound(asked: argparse.Namespace) -> argparse.Namespace:
    """Binds the process to its first processor if --one-core asks for that."""
    if asked.one_core:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    return asked


@dataclasses.dataclass(frozen=True)
class Cost:
    """Seconds of the clock, and processor time and context switches of all threads of this process."""

    seconds: float
    processor_seconds: float
    switches: int

    @staticmethod
    def now() -> "Cost":
        """The cost so far."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        return Cost(time.perf_counter(), time.process_time(), used.ru_nvcsw + used.ru_nivcsw)

    @staticmethod
    def since(start: "Cost") -> "Cost":
        """The cost since then."""
        now = Cost.now()
        return Cost(now.seconds - start.seconds, now.processor_seconds - start.processor_seconds,
                    now.switches - start.switches)


def report(name: str, asked: argparse.Namespace, pages: int, items: int, cost: Cost) -> None:
    """Checks pages and items against the arguments, and prints the line of results."""
    there_are = asked.pages * asked.pagers
    if (pages, items) != (there_are, there_are * asked.size):
        sys.exit(f"{name}: read {pages} pages with {items} items, but there are {there_are} with"
                 f" {there_are * asked.size}")
    print(json.dumps({"name": name, "pages": pages, "items": items, **dataclasses.asdict(cost),
                      "peak_rss_kb": peak_memory_kb()}))


def peak_memory_kb() -> int:
    """The largest amount of memory that this process or a child of it ever had; 0 if Linux does not say it."""
    own = own_memory_kb()
    return own and max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)


def own_memory_kb() -> int:
    """The largest amount of memory that this process ever had; 0 if Linux does not say it."""
    for line in pathlib.Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1])
    return 0
