"""Mutants: mistakes that an engineer could make, each at one place of one file."""

import dataclasses
import zlib


class MutantError(Exception):
    """A file or a build that mutants cannot be put into; the message says why."""


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A place in a file, and the mistaken text that stands there while the mutant is switched on."""

    file: str
    # Counted from 1.
    line: int
    # The place in the text of the file: from start, and before end.
    start: int
    end: int
    text: str
    # `$mutant` in it is an expression of the file's language, true while this mutant is switched on.
    changed: str
    # The operator, for example "boundary".
    kind: str

    @property
    def number(self) -> int:
        """A number from 1 to 0x7fffffff, the same in every run while the file stays as it is."""
        text = f"{self.file}\0{self.start}\0{self.text}\0{self.changed}"
        return zlib.crc32(text.encode()) & 0x7FFFFFFF or 1

    @property
    def name(self) -> str:
        """The mutant in reports: where it is, and what it changes."""
        text = " ".join(self.text.split())
        return f"{self.file}:{self.line} [{self.number}] {self.kind}: {text}"

    @property
    def lines(self) -> range:
        """The lines of the file that the changed text fills."""
        return range(self.line, self.line + self.text.count("\n") + 1)
