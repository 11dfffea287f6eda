"""Counts the instructions that a page of a walk executes: valgrind's callgrind runs two walks of different lengths."""

import collections
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import NamedTuple

FEW_PAGES, MANY_PAGES = 100, 300
# Callgrind's suffix of a function that called itself.
RECURSION = re.compile(r"'\d+$")
POSITION = re.compile(r"0x([0-9a-f]+) \S+ (\d+)")


class Place(NamedTuple):
    """Where an instruction is: the file that was loaded, the function in it, the address."""

    file: str
    function: str
    address: int


@contextlib.contextmanager
def server(words: list[str], pages: int) -> Iterator[str]:
    """A running page server with its options; gives its URL."""
    command = [*words, "--pages", str(pages)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


@contextlib.contextmanager
def stripped(library: pathlib.Path) -> Iterator[pathlib.Path]:
    """A copy of the library with symbols and without debug information, on which valgrind fails."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "libswiftpager.so.0"
        subprocess.run(["strip", "-g", "-o", str(copy), str(library)], check=True)
        yield copy


def environment(library: pathlib.Path) -> dict[str, str]:
    """The variables of a program under valgrind, which does not know the newest instructions: simdjson would choose
    them."""
    return os.environ | {"LD_LIBRARY_PATH": str(library.parent), "SIMDJSON_FORCE_IMPLEMENTATION": "haswell"}


def counts(library: pathlib.Path, walk: list[str], server_words: list[str], pages: int) -> dict[Place, int]:
    """How often a walk executes each instruction."""
    with server(server_words, pages) as url, tempfile.NamedTemporaryFile() as profile:
        command = ["valgrind", "--tool=callgrind", "--demangle=no", "--dump-instr=yes", "--compress-pos=no"]
        command += ["--compress-strings=no", f"--callgrind-out-file={profile.name}", *walk]
        done = subprocess.run(
            [*command, "--url", url, "--pages", str(pages)],
            env=environment(library), capture_output=True, text=True, check=False,
        )
        if done.returncode != 0:
            sys.exit(f"callgrind: {' '.join(walk)} ended with {done.returncode}: {done.stderr.strip()[-500:]}")
        return _read(pathlib.Path(profile.name).read_text())


def _read(profile: str) -> dict[Place, int]:
    found: dict[Place, int] = collections.Counter()
    file, function, is_call = "", "", False
    for line in profile.splitlines():
        if line.startswith("ob="):
            file = line.rpartition("/")[2]
        elif line.startswith("fn="):
            function = RECURSION.sub("", line[3:])
        elif line.startswith("calls="):
            is_call = True
        elif position := POSITION.match(line):
            # The line after calls= has the cost of the called function.
            if not is_call:
                found[Place(file, function, int(position[1], 16))] += int(position[2])
            is_call = False
    return found


def of_a_page(library: pathlib.Path, walk: list[str], server_words: list[str]) -> dict[Place, float]:
    """How often a page of a walk executes each instruction, without what start and end execute."""
    few = counts(library, walk, server_words, FEW_PAGES)
    many = counts(library, walk, server_words, MANY_PAGES)
    more = ((place, count - few.get(place, 0)) for place, count in many.items())
    return {place: count / (MANY_PAGES - FEW_PAGES) for place, count in more if count > 0}
