"""A mutant: a mistake that an engineer could make, and the tables of them."""

import dataclasses
import pathlib
import runpy
import zlib


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A text of one file, and the mistaken text that takes its place while the mutant is switched on."""

    file: str
    # Occurs exactly once in the file.
    text: str
    # `$mutant` in it is an expression of the file's language, true while this mutant is switched on.
    changed: str
    # What a user suffers.
    harm: str
    # Why no test can notice this one: it is not counted, and not run.
    equivalent: str | None = dataclasses.field(default=None, kw_only=True)

    @property
    def number(self) -> int:
        """The same in every run, so that a new row compiles its own file anew and no other. From 1 to 0x7fffffff."""
        text = f"{self.file}\0{self.text}\0{self.changed}"
        return zlib.crc32(text.encode()) & 0x7FFFFFFF or 1

    @property
    def name(self) -> str:
        """How a report names it."""
        return f"{self.file} [{self.number}] {self.harm}"


class TableError(Exception):
    """A row of a table that cannot be used, with the reason."""


def read_tables(folder: pathlib.Path) -> list[Mutant]:
    """The mutants of all tables, in the order of their files; what stands twice is refused."""
    found: dict[int, Mutant] = {}
    for table in sorted(folder.glob("*.py")):
        for mutant in runpy.run_path(str(table))["MUTANTS"]:
            if mutant.number in found:
                raise TableError(f"{table.name}: {mutant.name} stands there twice")
            found[mutant.number] = mutant
    return list(found.values())


def places(mutants: list[Mutant], text: str) -> list[tuple[int, Mutant]]:
    """Where the texts of one file's mutants begin, in order; refuses what is not found exactly once, and overlaps."""
    found, refused = [], []
    for mutant in mutants:
        count = text.count(mutant.text) if mutant.text else 0
        if count != 1:
            refused.append(f"{mutant.name}: the text is there {count} times, not once:\n{mutant.text}")
        elif not mutant.equivalent and "$mutant" not in mutant.changed:
            refused.append(f"{mutant.name}: the changed text has no $mutant")
        else:
            found.append((text.index(mutant.text), mutant))
    found.sort(key=lambda place: place[0])
    end, before = 0, None
    for start, mutant in found:
        if before is not None and start < end:
            refused.append(f"{mutant.name}: overlaps {before.name}")
        end, before = start + len(mutant.text), mutant
    if refused:
        raise TableError("\n".join(refused))
    return found
