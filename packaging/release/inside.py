"""What is compiled into the library, and into the wheel beside it, from dependencies.txt."""

from collections.abc import Iterator
from typing import NamedTuple

# The owners and the licences.
COMPILED = {
    "swift-collections": ("apple", "Apache-2.0 WITH Swift-exception"),
    "OpenCombine": ("OpenCombine", "MIT"),
    "simdjson": ("simdjson", "Apache-2.0"),
}


class Inside(NamedTuple):
    """A library that is compiled in; `sha256` is that of its archive, or empty."""

    name: str
    version: str
    owner: str
    licence: str
    sha256: str = ""


def compiled(dependencies: str) -> Iterator[Inside]:
    """The libraries of the rows "swift" and "source"; a row "system" is of a library that is linked."""
    for line in dependencies.splitlines():
        match line.split():
            case ["swift", name, _, tested]:
                yield Inside(name, tested, *COMPILED[name])
            case ["source", name, version, sha256]:
                yield Inside(name, version, *COMPILED[name], sha256)


def sources(dependencies: str) -> dict[str, str]:
    """The versions of the source packages of Debian that the wheel's libraries are compiled from, by their names."""
    rows = (line.split() for line in dependencies.splitlines())
    return {row[1]: row[2] for row in rows if row[:1] == ["debian"]}
