"""Mutants, which are mistakes that an engineer could make, and their tables."""

import dataclasses
import pathlib
import runpy
import zlib


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A text in one file, and the mistaken text that replaces it while the mutant is switched on."""

    file: str
    # Occurs exactly once in the file.
    text: str
    # `$mutant` in it is an expression of the file's language, true while this mutant is switched on.
    changed: str
    # The harm to a user.
    harm: str
    # Why no test can notice this mutant, which is then neither counted nor run.
    equivalent: str | None = dataclasses.field(default=None, kw_only=True)

    @property
    def number(self) -> int:
        """A number from 1 to 0x7fffffff, the same in every run, so that a new row only recompiles its own file."""
        text = f"{self.file}\0{self.text}\0{self.changed}"
        return zlib.crc32(text.encode()) & 0x7FFFFFFF or 1

    @property
    def name(self) -> str:
        """The name of the mutant in reports."""
        return f"{self.file} [{self.number}] {self.harm}"


class TableError(Exception):
    """A row of a table is wrong; the message says why."""


def read_tables(folder: pathlib.Path) -> list[Mutant]:
    """The mutants of all tables, in the order of their files; raises `TableError` for a row that is there twice."""
    found: dict[int, Mutant] = {}
    for table in sorted(folder.glob("*.py")):
        for mutant in runpy.run_path(str(table))["MUTANTS"]:
            if mutant.number in found:
                raise TableError(f"{table.name}: {mutant.name} is there twice")
            found[mutant.number] = mutant
    return list(found.values())


def places(mutants: list[Mutant], text: str) -> list[tuple[int, Mutant]]:
    """Where the texts of one file's mutants begin, in order; each must occur exactly once, and none may overlap."""
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
