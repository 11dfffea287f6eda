"""Finds types of Swift that have one name in two targets, so that a reader has to ask which one a line means.

A type inside another one may have the name of a type inside a third: its full name tells them apart. It may not have
the name of a type that stands at the top level of another target.
"""

import collections
import pathlib
import re

# Indentation, modifiers and attributes, the kind, the name.
DECLARATION = re.compile(
    r"^(?P<indent> *)(?:@\S+ )*(?:(?:public|package|private|fileprivate|internal|final|indirect|nonisolated) )*"
    r"(?:struct|class|enum|actor|protocol|typealias) (?P<name>[A-Z]\w*)",
    re.MULTILINE,
)


def repeated(sources: pathlib.Path) -> list[str]:
    """A line for each name of a top-level type that another target declares, too."""
    top: dict[str, set[str]] = collections.defaultdict(set)
    places: dict[str, dict[str, pathlib.Path]] = collections.defaultdict(dict)
    for path in sorted(sources.glob("*/**/*.swift")):
        target = path.relative_to(sources).parts[0]
        for found in DECLARATION.finditer(path.read_text()):
            places[found["name"]].setdefault(target, path)
            if not found["indent"]:
                top[found["name"]].add(target)
    return [
        f"{name} is a type of {' and of '.join(str(path.relative_to(sources)) for path in places[name].values())}\n"
        for name in sorted(top)
        if len(places[name]) > 1
    ]
