"""Finds files of a Swift target that need each other in a circle: a file needs the file that defines a type it names.

    circles.py [MOST]    prints the circles of more than MOST files, and the types that hold each together

The names of types are enough: what only an extension adds is not counted. lint.py refuses circles of more than 6 files.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCES = ROOT / "Sources"
MOST = 6

Needs = dict[pathlib.Path, dict[pathlib.Path, set[str]]]
DEFINITION = re.compile(
    r"^(?:(?:package|public|internal|final|indirect|nonisolated|@\w+(?:\([^)]*\))?)\s+)*"
    r"(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)", re.MULTILINE)


def code(path: pathlib.Path) -> str:
    """The text of a file without comments and texts."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', re.sub(r"//.*", "", text))


def needs(target: pathlib.Path) -> Needs:
    """Which files of a target each of its files needs, with the types that it names of them."""
    texts = {path: code(path) for path in sorted(target.rglob("*.swift"))}
    makers = collections.defaultdict(list)
    for path, text in texts.items():
        for name in DEFINITION.findall(text):
            makers[name].append(path)
    maker = {name: paths[0] for name, paths in makers.items() if len(paths) == 1}
    found: Needs = {path: collections.defaultdict(set) for path in texts}
    for path, text in texts.items():
        for name in set(re.findall(r"\b[A-Z]\w*\b", text)) & maker.keys():
            if maker[name] != path:
                found[path][maker[name]].add(name)
    return found


def circles(edges: Needs) -> list[list[pathlib.Path]]:
    """The groups of files that all lead to each other, the largest first."""
    reach = {start: reached(start, edges) for start in edges}
    groups = {
        frozenset(other for other in reach[path] if path in reach[other]) for path in edges if path in reach[path]}
    return sorted((sorted(group) for group in groups), key=len, reverse=True)


def reached(start: pathlib.Path, edges: Needs) -> set[pathlib.Path]:
    """The files to which a file leads, directly or not."""
    found: set[pathlib.Path] = set()
    waiting = list(edges[start])
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += edges[path]
    return found


def complaints(most: int = MOST) -> list[str]:
    """The circles of more files than that, each with the types that hold it together."""
    found = []
    for target in sorted(path for path in SOURCES.iterdir() if path.is_dir()):
        edges = needs(target)
        for circle in circles(edges):
            if len(circle) <= most:
                continue
            found.append(f"{target.name}: {len(circle)} files need each other; at most {most} may")
            for path in circle:
                inside = sorted((other, names) for other, names in edges[path].items() if other in circle)
                words = (f"{other.relative_to(target)} ({', '.join(sorted(names))})" for other, names in inside)
                found.append(f"  {path.relative_to(target)} needs {'; '.join(words)}")
    return found


if __name__ == "__main__":
    print("\n".join(complaints(int(sys.argv[1]) if len(sys.argv) > 1 else MOST)))
