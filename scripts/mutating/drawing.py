"""Draws mutants by a seed: so many of all that the operators find, each kind as often as any other."""

import itertools
import pathlib
import random
import subprocess
from collections.abc import Collection, Iterator

from mutating import operators, operators_python
from mutating.mutant import Mutant

# What can be mutated: C, C++ and Swift below Sources, the headers of C++, and the Python package.
MUTATED = ("Sources/**/*.swift", "Sources/**/*.c", "Sources/**/*.cpp", "include/swiftpager/*.hpp",
           "bindings/python/swiftpager/**/*.py")


def all_mutants(root: pathlib.Path, parts: Collection[str] = ()) -> list[Mutant]:
    """Every mutant of the tree, or of the files that have one of the parts in their paths."""
    patterns = [f":(glob){pattern}" for pattern in MUTATED]
    listed = subprocess.run(["git", "ls-files", "--", *patterns], cwd=root, capture_output=True, text=True, check=True)
    found: list[Mutant] = []
    for file in sorted(listed.stdout.split()):
        if not parts or any(part in file for part in parts):
            text = (root / file).read_text(encoding="utf-8")
            is_python = file.endswith(".py")
            found += operators_python.Module(file, text).operators() if is_python else operators.operators(file, text)
    return found


def draw(mutants: list[Mutant], count: int, seed: int, refused: Collection[int] = ()) -> list[Mutant]:
    """Mutants in the order of their files: the same ones for a seed, while the files stay as they are.

    refused: the numbers of those that do not compile. Others come in their place. No line has two, so that a message of
    the compiler names one.
    """
    taken: list[Mutant] = []
    lines: set[tuple[str, int]] = set()
    for mutant in _shuffled(mutants, seed):
        if len(taken) == count:
            break
        places = {(mutant.file, line) for line in mutant.lines}
        if mutant.number not in refused and not places & lines:
            taken.append(mutant)
            lines |= places
    return sorted(taken, key=lambda mutant: (mutant.file, mutant.start))


def _shuffled(mutants: list[Mutant], seed: int) -> Iterator[Mutant]:
    """All of them, the kinds in turns."""
    chance = random.Random(seed)
    kinds: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        kinds.setdefault(mutant.kind, []).append(mutant)
    for kind in sorted(kinds):
        chance.shuffle(kinds[kind])
    columns = [reversed(kinds[kind]) for kind in sorted(kinds)]
    for turn in itertools.zip_longest(*columns):
        yield from filter(None, turn)
