"""Two checks of the types that the Swift sources declare; lint.py runs them.

Types of one name in two targets have a reader ask which one a line means. A type inside another one may have the name
of a type inside a third: its full name tells them apart. It may not have the name of a type that stands at the top
level of another target.

Files of a target that need each other in a circle can only be understood together: a file needs the file that defines a
type it names. The names of types are enough: what only an extension adds is not counted.
"""

import collections
import pathlib
import re

from literals import masked

SOURCES = pathlib.Path(__file__).resolve().parents[1] / "Sources"
# The largest circle of files.
MOST = 6
# Indentation, modifiers and attributes, the kind, the name.
DECLARATION = re.compile(
    r"^(?P<indent> *)"
    r"(?:(?:public|package|private|fileprivate|internal|final|indirect|nonisolated|@\w+(?:\([^)]*\))?)\s+)*"
    r"(?:struct|class|enum|actor|protocol|typealias)\s+(?P<name>[A-Z]\w*)", re.MULTILINE)

Needs = dict[pathlib.Path, dict[pathlib.Path, set[str]]]


def repeated_names() -> list[str]:
    """A line for each name of a top-level type that another target declares, too."""
    top: set[str] = set()
    places: dict[str, dict[str, pathlib.Path]] = collections.defaultdict(dict)
    for path in sorted(SOURCES.glob("*/**/*.swift")):
        for found in DECLARATION.finditer(masked(path.read_text(encoding="utf-8"))):
            place = path.relative_to(SOURCES)
            places[found["name"]].setdefault(place.parts[0], place)
            if not found["indent"]:
                top.add(found["name"])
    return [f"{name} is a type of {' and of '.join(map(str, places[name].values()))}"
            for name in sorted(top) if len(places[name]) > 1]


def large_circles(most: int = MOST) -> list[str]:
    """The circles of more files than that, each with the types that hold it together."""
    found = []
    for target in sorted(path for path in SOURCES.iterdir() if path.is_dir()):
        needed = needs(target)
        for circle in circles(needed):
            if len(circle) <= most:
                continue
            found.append(f"{target.name}: {len(circle)} files need each other; at most {most} may")
            for path in circle:
                inside = sorted((other, names) for other, names in needed[path].items() if other in circle)
                words = (f"{other.relative_to(target)} ({', '.join(sorted(names))})" for other, names in inside)
                found.append(f"  {path.relative_to(target)} needs {'; '.join(words)}")
    return found


def needs(target: pathlib.Path) -> Needs:
    """Which files of a target each of its files needs, with the types that it names of them."""
    texts = {path: masked(path.read_text(encoding="utf-8")) for path in sorted(target.rglob("*.swift"))}
    makers = collections.defaultdict(list)
    for path, text in texts.items():
        for declared in DECLARATION.finditer(text):
            if not declared["indent"] and not re.search(r"\b(?:file)?private\b", declared[0]):
                makers[declared["name"]].append(path)
    found: Needs = {path: collections.defaultdict(set) for path in texts}
    for path, text in texts.items():
        for name in set(re.findall(r"\b[A-Z]\w*\b", text)) & makers.keys():
            # If two files define a name, a reader of the third cannot say which one is meant.
            if len(makers[name]) == 1 and makers[name] != [path]:
                found[path][makers[name][0]].add(name)
    return found


def circles(needed: Needs) -> list[list[pathlib.Path]]:
    """The groups of files that all lead to each other, the largest first."""
    # Where each file leads, first directly, and then also by one more file after the other.
    reached = {path: set(others) for path, others in needed.items()}
    for between in reached:
        for others in reached.values():
            if between in others:
                others.update(reached[between])
    groups = {
        frozenset(other for other in others if path in reached[other])
        for path, others in reached.items() if path in others}
    return sorted((sorted(group) for group in groups), key=len, reverse=True)
