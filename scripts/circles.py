"""Finds files of a Swift target that need each other in a circle: a file needs the file that defines a type it names.

    circles.py [TARGET …]    prints the circles of more than MOST files, and ends with 1 if there is one
    circles.py --all         prints every circle, with the types that hold it together

The names of types are enough: what only an extension adds is not counted. KNOWN names circles that stay, each with the
decision that says why.
"""

import argparse
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCES = ROOT / "Sources"
MOST = 6
# The largest circle that a target may have beyond MOST: see docs/decisions/106-circles.md.
KNOWN: dict[str, int] = {}

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
    groups = {frozenset(other for other in reach[path] if path in reach[other]) for path in edges if path in reach[path]}
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


def main() -> None:
    """Reads the command line, and prints the circles."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    is_wrong = False
    for target in sorted(path for path in SOURCES.iterdir() if path.is_dir()):
        if arguments.targets and target.name not in arguments.targets:
            continue
        edges = needs(target)
        most = KNOWN.get(target.name, MOST)
        for circle in circles(edges):
            is_wrong |= len(circle) > most
            if len(circle) > most or arguments.all:
                print(f"{target.name}: a circle of {len(circle)} files; at most {most} may need each other")
                for path in circle:
                    inside = {other: names for other, names in edges[path].items() if other in circle}
                    words = "; ".join(
                        f"{other.relative_to(target)} ({', '.join(sorted(names))})"
                        for other, names in sorted(inside.items()))
                    print(f"  {path.relative_to(target)} needs {words}")
    if is_wrong and not arguments.all:
        sys.exit("circles: break them, or say why one stays in docs/decisions/106-circles.md")


if __name__ == "__main__":
    main()
