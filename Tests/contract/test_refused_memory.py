"""A system that refuses memory, at any moment: each walk comes whole or ends with NO_MEMORY, and the client goes on.

What Swift's runtime asks for is not refused, because the runtime ends the process then. The header says how much that
is at most.
"""

import collections
import os
import pathlib
import random
import re
import subprocess
from collections.abc import Iterator

import pytest

from conftest import LIBRARY_FOLDER, ROOT, STRICT, run

HERE = pathlib.Path(__file__).parent
IS_LONG = bool(os.environ.get("SWIFTPAGER_LONG"))
PRODUCTS = 1000
# Three kinds of clients walk that often.
WALKS = 334 if IS_LONG else 12
LIMIT_SECONDS = 60
WHOLE, NO_MEMORY = 0, 1
CLIENTS = {"plain": "{}", "cache": '{"cache": "memory"}', "file": '{"cache": {"sqlite": "%s"}}'}
# The header: pieces of up to 64 KiB, and up to 120 bytes for each record of a cache.
LARGEST_PIECE, BYTES_OF_RECORD = 64 << 10, 120
# The functions of Swift's runtime, which is inside the release library: its C functions, and those of its C++.
RUNTIME = re.compile(r"_?swift_|_ZN[KS]*5swift|_ZL?\w*5swift")


@pytest.fixture(scope="module")
def folder(library: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder with the program, the malloc to load before it, and what belongs to Swift's runtime."""
    folder = tmp_path_factory.mktemp("refused-memory")
    run("cc", *STRICT, "-O2", "-shared", "-fPIC", HERE / "refusing_malloc.c", "-o", folder / "malloc.so", "-ldl")
    linked = [f"-I{ROOT}/include", f"-L{library.parent}", "-lswiftpager"]
    run("cc", *STRICT, HERE / "walk_in_little_memory.c", "-o", folder / "walk", *linked)
    (folder / "runtime").write_text("".join(f"{start:x} {end:x}\n" for start, end in runtime_of(library)))
    return folder


def runtime_of(library: pathlib.Path) -> Iterator[tuple[int, int]]:
    """Where the functions of Swift's runtime lie in the library, in their order."""
    named = ROOT / ".build" / "library" / "release" / "libswiftpager.so"
    for line in run("nm", "-nS", "--defined-only", named if named.exists() else library).splitlines():
        start, *size, _, name = line.split(maxsplit=3)
        if size and RUNTIME.match(name):
            yield int(start, 16), int(start, 16) + int(size[0], 16)


class Walk:
    """One walk in a process of its own."""

    def __init__(self, folder: pathlib.Path, endpoint: str, kind: str, each: int, after: int) -> None:
        config = CLIENTS[kind].replace("%s", str(folder / f"{each}-{after}.db"))
        variables = {
            **os.environ,
            "LD_LIBRARY_PATH": str(LIBRARY_FOLDER),
            "LD_PRELOAD": str(folder / "malloc.so"),
            "REFUSE_RUNTIME": str(folder / "runtime"),
            "REFUSE_EACH": str(each),
            "REFUSE_AFTER": str(after),
        }
        result = subprocess.run(
            [folder / "walk", endpoint, config, str(PRODUCTS)], env=variables, capture_output=True, text=True,
            timeout=LIMIT_SECONDS, check=False,
        )
        self.status, self.said = result.returncode, result.stdout + result.stderr
        counts = re.search(r"^refusals (\d+) (\d+) (\d+) (\d+)(.*)$", result.stdout, re.MULTILINE)
        self.asked, self.refused, self.of_runtime, self.largest = map(int, counts.groups()[:4]) if counts else (0,) * 4


@pytest.mark.parametrize("kind", CLIENTS)
def test_a_walk_comes_whole_or_ends_with_no_memory(
    folder: pathlib.Path, shop_endpoint: str, kind: str
) -> None:
    whole = Walk(folder, shop_endpoint, kind, 1, 1_000_000)
    assert whole.status == WHOLE and whole.refused == 0, whole.said
    chance = random.Random(f"refused memory {kind}")
    outcomes: collections.Counter[int] = collections.Counter()
    for _ in range(WALKS):
        each, after = chance.choice([1, 2, 3, 5, 7, 11, 20, 50, 1000]), chance.randrange(whole.asked)
        walk = Walk(folder, shop_endpoint, kind, each, after)
        assert walk.status in (WHOLE, NO_MEMORY), f"{kind}, each {each}. after {after}: {walk.status} {walk.said}"
        assert walk.refused > 0 or walk.status == WHOLE, walk.said
        outcomes[walk.status] += 1
    assert outcomes[NO_MEMORY] > 0, "no refusal ended a walk"


@pytest.mark.parametrize("kind", CLIENTS)
def test_what_cannot_be_refused_is_what_the_header_says(folder: pathlib.Path, shop_endpoint: str, kind: str) -> None:
    walk = Walk(folder, shop_endpoint, kind, 1, 1_000_000)
    records = 0 if kind == "plain" else PRODUCTS + 2
    # Without a cache, a release build asks for nothing that large.
    assert walk.of_runtime > 0 or kind == "plain", "the preloaded malloc does not know the runtime"
    assert walk.largest <= max(LARGEST_PIECE, records * BYTES_OF_RECORD), walk.said
