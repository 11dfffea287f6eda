"""`swiftpager sync` in random worlds of three to seven nights: `complete` misses no row, and no column but `refused`.

A failure names its world in one line, and the command that runs it again. One world in five is killed.
"""

import pathlib
import tempfile

import pytest

import worlds
from conftest import LONG

COUNT = 1_000 if LONG else 25
# Files in memory: a world writes thousands of small ones, and a disk takes longer for each.
MEMORY = pathlib.Path("/dev/shm")


@pytest.mark.parametrize("seed", range(1, COUNT + 1))
def test_a_random_world_misses_no_row_and_no_column(seed: int) -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        worlds.World(seed, worlds.ALL).run(pathlib.Path(folder))
