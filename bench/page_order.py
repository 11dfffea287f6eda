#!/usr/bin/env python3
"""Writes scripts/page.order: the functions that each page of a walk runs, in the order in which the linker places them.

    page_order.py [--check] LIBRARY WALK SERVER

LIBRARY is the release library with its symbols, WALK is bench's swiftpager_walk, SERVER its page_server. The script
runs each kind of walk twice under callgrind, once with more pages. A function is on a page's way if the longer run
executes some of its instructions at least once more for each further page. `make order` runs this script; with --check
it writes nothing, and names the functions that the file lacks.
docs/decisions/81-functions-of-a-page-lie-together.md says what the order is for.
"""

import argparse
import collections
import pathlib
import sys

import callgrind

ORDER = pathlib.Path(__file__).resolve().parents[1] / "scripts" / "page.order"
# The walks, by their options of swiftpager_walk. Functions of the first come first.
WALKS: tuple[list[str], ...] = (["--pull"], [], ["--concurrency", "4"], ["--cache", "memory"])
# An instruction that a page runs, but not each: a walk with concurrency ends after several pages at once.
LEAST_SHARE = 0.8
# What may be missing: a compiler of another day names a few functions differently.
MOST_MISSING = 0.02


def functions(library: pathlib.Path, walk: list[str], server_words: list[str]) -> list[str]:
    """The functions on the way of a walk's page, those with the most instructions first."""
    found = callgrind.of_a_page(library, walk, server_words)
    sizes = collections.Counter(
        place.function for place, count in found.items() if place.file == library.name and count >= LEAST_SHARE
    )
    return [name for name, _ in sizes.most_common() if not name.startswith("0x")]


def missing(names: dict[str, None]) -> int:
    """Names the functions that the file lacks; returns the exit code."""
    known = set(ORDER.read_text().split())
    lacking = [name for name in names if name not in known]
    print(*(f"page_order: not in {ORDER.name}: {name}" for name in lacking), sep="\n")
    fails = len(lacking) > MOST_MISSING * len(names)
    print(f"page_order: {len(lacking)} of {len(names)} functions are missing" + (": make order" if fails else ""))
    print(f"{int(not fails)} passed, {int(fails)} failed")
    return int(fails)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("walk")
    parser.add_argument("server")
    arguments = parser.parse_args()
    # With what a cache and offset lists need.
    server_words = [arguments.server, "--typenames", "1", "--total", "1"]
    names: dict[str, None] = {}
    with callgrind.stripped(arguments.library) as library:
        for options in WALKS:
            before = len(names)
            names |= dict.fromkeys(functions(library, [arguments.walk, *options], server_words))
            added = len(names) - before
            print(f"page_order: {' '.join(options) or 'a callback'}: {added} functions more", file=sys.stderr)
    if arguments.check:
        return missing(names)
    ORDER.write_text("\n".join(names) + "\n")
    print(f"page_order: {ORDER.name} has {len(names)} functions", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
