"""Finds the refusals in the sources of Swift and Python: each is one `throw` or `raise`."""

import ast
import pathlib
import re
import subprocess
from collections.abc import Collection, Iterator

from literals import masked
from mutating.mutant import Mutant
from refusing.kinds import reason_in_python, reason_in_swift

READ = ("Sources/**/*.swift", "bindings/python/swiftpager/**/*.py")
THROW = re.compile(r"\bthrow\b")
# The longest statement that is worth a look.
LONGEST = 2000
OPENING, CLOSING = "([{", ")]}"

# A refusal is a mutant that is never switched on: the copy of the tree notes that a test reached it.
Site = Mutant


def all_sites(root: pathlib.Path, parts: Collection[str] = ()) -> tuple[list[Site], dict[str, int]]:
    """The refusals in the order of their files, and how many other sites there are for each reason.

    parts: only files that have one of the parts in their paths.
    """
    patterns = [f":(glob){pattern}" for pattern in READ]
    listed = subprocess.run(["git", "ls-files", "--", *patterns], cwd=root, capture_output=True, text=True, check=True)
    sites: list[Site] = []
    others: dict[str, int] = {}
    for file in sorted(listed.stdout.split()):
        if parts and not any(part in file for part in parts):
            continue
        text = (root / file).read_text(encoding="utf-8")
        for site, reason in in_python(file, text) if file.endswith(".py") else in_swift(file, text):
            if reason is None:
                sites.append(site)
            else:
                others[reason] = others.get(reason, 0) + 1
    return sorted(sites, key=lambda site: (site.file, site.start)), others


def shown(site: Site) -> str:
    """A site in reports: where it is, and what it throws."""
    return f"{site.file}:{site.line}: {site.kind}"


def in_swift(file: str, text: str) -> Iterator[tuple[Site, str | None]]:
    """Each `throw` of a file, and why it is not a refusal; None if it is one."""
    code = masked(text)
    for found in THROW.finditer(code):
        thrown = " ".join(text[found.start():_end(code, found.end())].split())
        line = text.count("\n", 0, found.start()) + 1
        site = Site(file, line, *found.span(), "throw", "_ = $mutant; throw", thrown)
        yield site, reason_in_swift(file, thrown.removeprefix("throw "), f"{file}:{line}")


def _end(code: str, start: int) -> int:
    """Where an expression ends: at the end of a line outside of brackets, or at the bracket that closes its block."""
    depth = 0
    for place in range(start, min(start + LONGEST, len(code))):
        depth += (code[place] in OPENING) - (code[place] in CLOSING)
        is_continued = re.match(r"\n\s*[?:.&|+]", code[place:place + 40])
        if depth < 0 or (depth == 0 and code[place] == "\n" and not is_continued):
            return place
    return min(start + LONGEST, len(code))


def in_python(file: str, text: str) -> Iterator[tuple[Site, str | None]]:
    """Each `raise` of a file, and why it is not a refusal; None if it is one."""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Raise):
            before = len(lines[node.lineno - 1].encode()[:node.col_offset].decode())
            start = sum(len(line) + 1 for line in lines[:node.lineno - 1]) + before
            end = start + len("raise")
            site = Site(file, node.lineno, start, end, "raise", "$mutant; raise", ast.unparse(node))
            yield site, reason_in_python(node.exc, f"{file}:{node.lineno}")
