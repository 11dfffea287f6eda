"""`swiftpager sync` in random worlds of three to seven nights: no row is missing where it says `complete`."""

import pathlib
import tempfile

import pytest

import worlds
from conftest import LONG

COUNT = 1_000 if LONG else 25
MEMORY = pathlib.Path("/dev/shm")


@pytest.mark.parametrize("seed", range(1, COUNT + 1))
def test_a_random_world_loses_no_row_and_no_column(seed: int) -> None:
    # A world writes thousands of small files, and a disk takes longer for each.
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        worlds.World(seed).run(pathlib.Path(folder))
