#!/usr/bin/env python3
"""Writes scripts/page.order: the functions that each page of a walk runs, in the order in which the linker places them.

    page_order.py LIBRARY WALK SERVER

LIBRARY is the release library with its symbols, WALK is bench's swiftpager_walk, SERVER its page_server. The script
runs each kind of walk twice under callgrind, once with more pages. A function is on a page's way if the longer run
executes some of its instructions at least once more for each further page. `make order` runs this script.
docs/decisions/81-functions-of-a-page-lie-together.md says what the order is for.
"""

import argparse
import collections
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator

ORDER = pathlib.Path(__file__).resolve().parent / "page.order"
# The walks, by their options of swiftpager_walk. Functions of the first come first.
WALKS: tuple[list[str], ...] = (["--pull"], [], ["--concurrency", "4"], ["--cache", "memory"])
FEW_PAGES, MANY_PAGES = 100, 300
# An instruction that a page runs, but not each: a walk with concurrency ends after several pages at once.
LEAST_SHARE = 0.8
# Callgrind's suffix of a function that called itself.
RECURSION = re.compile(r"'\d+$")
POSITION = re.compile(r"0x([0-9a-f]+) \S+ (\d+)")


@contextlib.contextmanager
def server(program: str, pages: int) -> Iterator[str]:
    """A running page server; gives its URL."""
    command = [program, "--pages", str(pages), "--typenames", "1", "--total", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def counts(library: pathlib.Path, walk: list[str], server_program: str, pages: int) -> dict[tuple[str, int], int]:
    """How often a walk executes each instruction of the library, by its function and address."""
    with server(server_program, pages) as url, tempfile.NamedTemporaryFile() as profile:
        command = ["valgrind", "--tool=callgrind", "--demangle=no", "--dump-instr=yes", "--compress-pos=no"]
        command += ["--compress-strings=no", f"--callgrind-out-file={profile.name}", *walk]
        # Valgrind does not know the newest instructions, which simdjson would choose.
        variables = {"LD_LIBRARY_PATH": str(library.parent), "SIMDJSON_FORCE_IMPLEMENTATION": "haswell"}
        done = subprocess.run(
            [*command, "--url", url, "--pages", str(pages)],
            env=os.environ | variables, capture_output=True, text=True, check=False,
        )
        if done.returncode != 0:
            sys.exit(f"page_order: {' '.join(walk)} ended with {done.returncode}: {done.stderr.strip()[-500:]}")
        found: dict[tuple[str, int], int] = collections.Counter()
        function, is_inside, is_call = "", False, False
        for line in pathlib.Path(profile.name).read_text().splitlines():
            if line.startswith("ob="):
                is_inside = line.endswith(f"/{library.name}")
            elif line.startswith("fn="):
                function = RECURSION.sub("", line[3:])
            elif line.startswith("calls="):
                is_call = True
            elif position := POSITION.match(line):
                # The line after calls= has the cost of the called function.
                if is_inside and not is_call:
                    found[function, int(position[1], 16)] += int(position[2])
                is_call = False
        return found


def functions(library: pathlib.Path, walk: list[str], server_program: str) -> list[str]:
    """The functions on the way of a walk's page, those with the most instructions first."""
    few = counts(library, walk, server_program, FEW_PAGES)
    many = counts(library, walk, server_program, MANY_PAGES)
    least = (MANY_PAGES - FEW_PAGES) * LEAST_SHARE
    sizes = collections.Counter(place[0] for place, count in many.items() if count - few.get(place, 0) >= least)
    return [name for name, _ in sizes.most_common() if not name.startswith("0x")]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("walk")
    parser.add_argument("server")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind fails on the debug information of Swift's compiler.
        library = pathlib.Path(folder) / "libswiftpager.so.0"
        subprocess.run(["strip", "-g", "-o", str(library), str(arguments.library)], check=True)
        names: dict[str, None] = {}
        for options in WALKS:
            before = len(names)
            names |= dict.fromkeys(functions(library, [arguments.walk, *options], arguments.server))
            added = len(names) - before
            print(f"page_order: {' '.join(options) or 'a callback'}: {added} functions more", file=sys.stderr)
    ORDER.write_text("\n".join(names) + "\n")
    print(f"page_order: {ORDER.name} has {len(names)} functions", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
