#!/usr/bin/env python3
"""Counts what a page of a pulled walk costs a processor, with little noise: it needs no quiet machine.

    page_cost.py [--check] [--rounds 3] LIBRARY PROGRAMS

LIBRARY is the release library with its symbols, PROGRAMS the folder of bench's programs. For libcurl alone, for the
loop by hand with simdjson, and for swiftpager, it prints of a page of 100 objects:

    instructions  that the process executes
    code          cache lines (64 bytes) of code
    functions     with an instruction that each page executes
    data          cache lines that the process reads or writes

callgrind counts the first three: a longer walk less a shorter one. lackey counts the last: of the lines between two
marks, the median. The smallest figure of several rounds counts. At 20 ms a page the caches of a processor are cold, and
lines say more about the time than instructions do. With --check it fails where swiftpager needs more than LIMITS.
"""

import argparse
import collections
import pathlib
import statistics
import subprocess
import sys
from typing import NamedTuple

import callgrind

# What swiftpager may need: the most that one round has shown, and two hundredths. The lines of data depend on the
# thread that drives: rounds of one library had 1,709 to 2,480. The others depend on how the library was built: from the
# same sources, a build in a new clone had 347,800 instructions and 1,001 functions, and a build that went on from an
# older one 340,600 and 941. A change that needs less writes its number here.
LIMITS = {"instructions": 354_800, "code": 3_780, "functions": 1_020, "data": 2_530}
PEERS = {
    "libcurl alone": ["floor"], "libcurl + simdjson": ["simdjson_loop"], "swiftpager": ["swiftpager_walk", "--pull"],
}
LINE_BITS = 6
# An instruction that each page executes.
LEAST_SHARE = 0.8
LACKEY_PAGES, FIRST_PAGES = 24, 4
CONTRIBUTORS = 20


class Cost(NamedTuple):
    """What a page costs."""

    instructions: int
    code: int
    functions: int
    data: int


def data_lines(library: pathlib.Path, walk: list[str], server_words: list[str]) -> int:
    """The cache lines of data that a page touches."""
    with callgrind.server(server_words, LACKEY_PAGES) as url:
        words = ["valgrind", "-q", "--tool=lackey", "--trace-mem=yes", *walk, "--mark", "--url", url]
        words += ["--pages", str(LACKEY_PAGES)]
        # grep drops the instructions, which are two thirds of the lines.
        with (
            subprocess.Popen(words, env=callgrind.environment(library), stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE) as traced,
            subprocess.Popen(["grep", "--text", "--invert-match", "^I"], stdin=traced.stderr,
                             stdout=subprocess.PIPE) as kept,
        ):
            pages: list[int] = []
            lines: set[int] = set()
            assert kept.stdout is not None
            for text in kept.stdout:
                if text.startswith(b"page"):
                    pages.append(len(lines))
                    lines.clear()
                elif text[:1] == b" ":
                    address, _, size = text[3:].partition(b",")
                    first = int(address, 16)
                    lines.add(first >> LINE_BITS)
                    lines.add((first + int(size) - 1) >> LINE_BITS)
    if traced.returncode != 0 or len(pages) != LACKEY_PAGES:
        sys.exit(f"page_cost: {' '.join(walk)} ended with {traced.returncode} after {len(pages)} pages")
    return int(statistics.median(pages[FIRST_PAGES:]))


def cost(found: dict[callgrind.Place, float], data: int) -> Cost:
    """The figures of one round."""
    each = [place for place, count in found.items() if count >= LEAST_SHARE]
    return Cost(
        instructions=round(sum(found.values())),
        code=len({(place.file, place.address >> LINE_BITS) for place in each}),
        functions=len({(place.file, place.function) for place in each}),
        data=data,
    )


def contributors(found: dict[callgrind.Place, float]) -> list[str]:
    """The functions with the most instructions a page, and how many lines of code of them it touches."""
    executed: collections.Counter[str] = collections.Counter()
    lines: collections.defaultdict[str, set[int]] = collections.defaultdict(set)
    for place, count in found.items():
        # A file without symbols has addresses in the place of names.
        name = place.file if place.function.startswith("0x") else place.function
        executed[name] += round(count)
        if count >= LEAST_SHARE:
            lines[name].add(place.address >> LINE_BITS)
    return [
        f"  {count:9,} instructions, {len(lines[name]):4} lines of code  {name[:110]}"
        for name, count in executed.most_common(CONTRIBUTORS)
    ]


def verdict(measured: Cost) -> int:
    """Says where swiftpager needs more than LIMITS; returns the exit code."""
    failed = 0
    for name, limit in LIMITS.items():
        figure = getattr(measured, name)
        failed += figure > limit
        print(f"{'ok' if figure <= limit else 'FAILED'} {name}: {figure:,}, at most {limit:,}")
    print(f"{len(LIMITS) - failed} passed, {failed} failed")
    return int(failed > 0)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path)
    arguments = parser.parse_args()
    server_words = [str(arguments.programs / "page_server")]
    print(f"{'a page of 100 objects':<24}{'instructions':>14}{'code':>8}{'functions':>11}{'data':>8}")
    with callgrind.stripped(arguments.library) as library:
        for name, words in PEERS.items():
            walk = [str(arguments.programs / words[0]), *words[1:]]
            rounds = []
            for _ in range(arguments.rounds):
                found = callgrind.of_a_page(library, walk, server_words)
                rounds.append(cost(found, data_lines(library, walk, server_words)))
            best = Cost(*(min(figures) for figures in zip(*rounds, strict=True)))
            print(f"{name:<24}{best.instructions:>14,}{best.code:>8,}{best.functions:>11,}{best.data:>8,}", flush=True)
    print("\nswiftpager's largest functions:", *contributors(found), sep="\n")
    return verdict(best) if arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
