#!/usr/bin/env python3
"""Counts what a page costs a processor, with little noise: it needs no quiet machine.

    page_cost.py [--check] [--contributors] [--rounds 2] [--only NAME] LIBRARY PROGRAMS

LIBRARY is the release library with its symbols, PROGRAMS the folder of bench's programs. For libcurl alone, for the
loop by hand with simdjson, and for several walks of swiftpager, it prints of a page of 100 objects:

    instructions  that the process executes
    code          cache lines (64 bytes) of code that it executes
    data          cache lines that it reads or writes
    functions     with an instruction that each page executes
    mallocs       calls of malloc, calloc and realloc

callgrind counts instructions, functions and calls of a server that answers at once: a longer walk less a shorter one.
lackey counts lines of a server that takes 1.5 s for a page, so that nothing of one page overlaps with another one: all
lines between two marks. At 20 ms a page the caches of a processor are cold, and lines say more about the time than
instructions do. With --check it fails where a walk needs more than its limits, if it has any.
"""

import argparse
import collections
import pathlib
import statistics
import subprocess
import sys
from typing import NamedTuple

import callgrind

LINE_BITS = 6
# An instruction that each page executes.
LEAST_SHARE = 0.8
LATENCY_MS = "1500"
# The first pages grow buffers, and the last one sends no further request.
LACKEY_PAGES, FIRST_PAGES = 11, 5
MALLOCS = {"malloc", "calloc", "realloc"}
CONTRIBUTORS = 20


class Cost(NamedTuple):
    """What a page costs."""

    instructions: int
    code: int
    data: int
    functions: int
    mallocs: int


class Walk(NamedTuple):
    """A program with its options, those of its server, and what it may need."""

    name: str
    words: str
    server_words: str = ""
    limits: Cost | None = None


PULLED = "swiftpager_walk --pull"
# What swiftpager may need: the most that a build has shown, and two hundredths. What the compiler makes depends a
# little on how the library was built: from the same sources, a build in a new clone had 312,500 instructions and 921
# functions, and a build that went on from an older one 304,300 and 859. A change that needs less writes its numbers
# here.
WALKS = (
    Walk("libcurl alone", "floor"),
    Walk("libcurl + simdjson", "simdjson_loop"),
    Walk("swiftpager, pulled", PULLED, limits=Cost(319_000, 3_730, 2_390, 940, 72)),
    Walk("callbacks", "swiftpager_walk", limits=Cost(327_000, 3_800, 2_370, 970, 78)),
    Walk("page numbers", PULLED + " --list pages", limits=Cost(318_000, 3_740, 2_390, 950, 72)),
    Walk("keyset", PULLED + " --list keyset", limits=Cost(518_000, 3_880, 2_530, 1_000, 87)),
    Walk("all pages retained", PULLED + " --retain-all", limits=Cost(326_000, 3_850, 2_460, 930, 72)),
    Walk("identity and total", PULLED + " --list checked", "--total 1", Cost(434_000, 3_950, 2_620, 990, 77)),
    Walk("since", PULLED + " --since", limits=Cost(456_000, 4_450, 2_710, 1_120, 91)),
    Walk("since, by times", PULLED + " --since-times", "--times 1", Cost(573_000, 4_500, 2_830, 1_130, 90)),
    Walk("a token for each page", PULLED + " --tokens", limits=Cost(339_000, 4_070, 2_510, 1_040, 79)),
)


def lines(library: pathlib.Path, walk: list[str], server_words: list[str]) -> tuple[int, int]:
    """The cache lines of code and of data that a page touches."""
    with callgrind.server([*server_words, "--latency-ms", LATENCY_MS], LACKEY_PAGES) as url:
        words = ["valgrind", "-q", "--tool=lackey", "--trace-mem=yes", *walk, "--mark", "--url", url]
        words += ["--pages", str(LACKEY_PAGES)]
        pages: list[tuple[int, int]] = []
        code: set[int] = set()
        data: set[int] = set()
        with subprocess.Popen(
            words, env=callgrind.environment(library), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as traced:
            assert traced.stderr is not None
            for text in traced.stderr:
                if text.startswith(b"page"):
                    pages.append((len(code), len(data)))
                    code.clear()
                    data.clear()
                elif len(pages) >= FIRST_PAGES and text[:1] in b"I ":
                    address, _, size = text[3:].partition(b",")
                    first = int(address, 16)
                    touched = data if text[:1] == b" " else code
                    touched.add(first >> LINE_BITS)
                    touched.add((first + int(size) - 1) >> LINE_BITS)
    if traced.returncode != 0 or len(pages) != LACKEY_PAGES:
        sys.exit(f"page_cost: {' '.join(walk)} ended with {traced.returncode} after {len(pages)} pages")
    code_lines, data_lines = zip(*pages[FIRST_PAGES:-1], strict=True)
    return int(statistics.median(code_lines)), int(statistics.median(data_lines))


def calls(found: dict[callgrind.Place, float], functions: set[str]) -> float:
    """How often functions are called: how often their first instruction is executed."""
    first: dict[tuple[str, str], callgrind.Place] = {}
    for place in found:
        if place.function in functions:
            named = (place.file, place.function)
            first[named] = min(first.get(named, place), place, key=lambda place: place.address)
    return sum(found[place] for place in first.values())


def cost(found: dict[callgrind.Place, float], code: int, data: int) -> Cost:
    """The figures of one round."""
    return Cost(
        instructions=round(sum(found.values())),
        code=code,
        data=data,
        functions=len({(place.file, place.function) for place, count in found.items() if count >= LEAST_SHARE}),
        mallocs=round(calls(found, MALLOCS)),
    )


def contributors(found: dict[callgrind.Place, float]) -> list[str]:
    """The functions with the most instructions a page."""
    executed: collections.Counter[str] = collections.Counter()
    for place, count in found.items():
        # A file without symbols has addresses in the place of names.
        executed[place.file if place.function.startswith("0x") else place.function] += round(count)
    return [f"  {count:9,} instructions  {name[:110]}" for name, count in executed.most_common(CONTRIBUTORS)]


def exceeded(walk: Walk, measured: Cost) -> list[str]:
    """Where a walk needs more than its limits."""
    if walk.limits is None:
        return []
    figures = zip(Cost._fields, measured, walk.limits, strict=True)
    return [f"FAILED {walk.name}: {figure:,} {name}, at most {limit:,}"
            for name, figure, limit in figures if figure > limit]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", metavar="NAME", help="the walk with this name alone")
    parser.add_argument("--contributors", action="store_true", help="list the largest functions of each walk")
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path)
    arguments = parser.parse_args()
    walks = [walk for walk in WALKS if arguments.only in (None, walk.name)]
    print(f"{'a page of 100 objects':<24}" + "".join(f"{name:>14}" for name in Cost._fields))
    failures: list[str] = []
    with callgrind.stripped(arguments.library) as library:
        for walk in walks:
            program, *options = walk.words.split()
            words = [str(arguments.programs / program), *options]
            server_words = [str(arguments.programs / "page_server"), *walk.server_words.split()]
            rounds = []
            for _ in range(arguments.rounds):
                found = callgrind.of_a_page(library, words, server_words)
                rounds.append(cost(found, *lines(library, words, server_words)))
            best = Cost(*(min(figures) for figures in zip(*rounds, strict=True)))
            print(f"{walk.name:<24}" + "".join(f"{figure:>14,}" for figure in best), flush=True)
            if arguments.contributors:
                print(*contributors(found), sep="\n")
            failures += exceeded(walk, best)
    if not arguments.check:
        return 0
    print(*failures, sep="\n")
    limited = [walk for walk in walks if walk.limits is not None]
    failed = {line.partition(":")[0] for line in failures}
    print(f"{len(limited) - len(failed)} passed, {len(failed)} failed")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
