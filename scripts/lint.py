#!/usr/bin/env python3
"""Checks how the code is written, without running it; `--fix` repairs what a tool can repair by itself.

    lint.py [--fix] [--quick] [NAME …]

NAME is one of: text, prose, loops, types, circles, swift-format, clang-format, clang-tidy, clang-tidy-tests, ruff,
mypy, commits. --quick leaves clang-tidy-tests out: most of the C is there.

Each check prints its findings, and the last line is `N passed, M failed`. The tools are pinned in
Tests/requirements.in; swift-format comes with the Swift toolchain. Each tool's configuration is at the root:
.editorconfig, .swift-format, .clang-format, .clang-tidy, ruff.toml, mypy.ini.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator

import loops
import prose
import swift_types

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = pathlib.Path(sys.executable).parent
COLUMNS = 120
# The longest subject of a commit, and the last commit before this rule.
SUBJECT = 72
RULE_SINCE = "4ba2a899d172c1923fac863dfa4f0ac8b3f55cf1"
# Folders with built files, and with files of other people.
PASSED_OVER = {"build", "__pycache__"}
TEXT = {
    ".c", ".cpp", ".h", ".hpp", ".in", ".ini", ".json", ".map", ".md", ".mk", ".py", ".sh", ".swift", ".toml",
    ".txt", ".yml",
}
SWIFT = ("Sources", "Tests", "examples", "bench/peers", "Package.swift")

# The folder that mypy checks strictly, and the others whose modules import each other by their plain names.
STRICT = "bindings/python"
PYTHON = (
    STRICT, "contract", "scripts", "Tests/servers", "Tests/browser", "Tests/contract", "Tests/python", "Tests/wheel",
    "Tests/debian", "Tests/examples", "Tests/c/storm", "bench", "bench/peers", "examples/python",
)
# Where modules of other folders are found.
IMPORTS = (STRICT, "contract", "scripts", "packaging/release", "bench")


def files(*endings: str) -> list[str]:
    """The paths, from the root, of the files with one of these endings; without endings, of all text files."""
    return sorted(str(path.relative_to(ROOT)) for path in _walk() if path.suffix in (endings or TEXT))


def _walk() -> Iterator[pathlib.Path]:
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in PASSED_OVER]
        yield from (pathlib.Path(folder, name) for name in names)


def run(*words: str | pathlib.Path, folder: str = ".", **environment: str) -> str:
    """The output of a command if it fails, otherwise an empty text."""
    try:
        done = subprocess.run(
            words, cwd=ROOT / folder, env={**os.environ, **environment}, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
    except FileNotFoundError:
        return f"{words[0]} is missing: make setup installs what `make lint` needs"
    return "" if done.returncode == 0 else done.stdout.strip() or f"{words[0]} ended with {done.returncode}"


def text(fix: bool) -> Iterator[str]:
    """Line ends, trailing blanks and tabs in all text; line lengths in files that no other tool checks."""
    for name in [*files(), "Makefile"]:
        path = ROOT / name
        before = path.read_text(encoding="utf-8")
        after = re.sub(r"[ \t]+$", "", before, flags=re.MULTILINE).rstrip("\n") + "\n" if before else before
        if before != after and fix:
            path.write_text(after, encoding="utf-8")
        elif before != after:
            yield f"{name}: trailing blanks, or not one line end at the end of the file"
        if path.suffix in {".c", ".cpp", ".h", ".hpp", ".sh", ".mk"} or path.name == "Makefile":
            for number, line in enumerate(before.splitlines(), 1):
                if len(line) > COLUMNS:
                    yield f"{name}:{number}: longer than {COLUMNS} columns"


def clang_tidy(are_tests: bool) -> Iterator[str]:
    """Mistakes that clang's analyzer finds, in the C and C++ of tests and benchmarks, or in all else."""
    flags = subprocess.run(
        ["pkg-config", "--cflags", "libcurl", "jansson"], capture_output=True, text=True, check=False
    ).stdout.split()
    c = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Iinclude", "-ISources/CPlatform/include", *flags]
    if are_tests:
        # What Tests/tests.mk writes for the storm, and the harness of the tests around it.
        yield run("make", "-s", "build/tests/c/storm/drawn_calls.h")
        c += ["-ITests/c", "-Ibuild/tests/c/storm"]
    cpp = ["-Iinclude", "-ISources/CSimdjson/include"]
    names = [name for name in files(".c", ".cpp") if name.startswith(("Tests/", "bench/")) == are_tests]
    # The headers of Node.js are beside it; without them its add-on is left out.
    headers = pathlib.Path(shutil.which("node") or "/").resolve().parent.parent / "include" / "node"
    if (headers / "node_api.h").exists():
        c += ["-isystem", str(headers)]
    else:
        names = [name for name in names if not name.startswith("bindings/node/")]

    def check(name: str) -> str:
        # One test is of what C++20 brings.
        standard = "-std=c++20" if name.endswith("/ranges.cpp") else "-std=c++17"
        found = run(TOOLS / "clang-tidy", "--quiet", name, "--", *([standard, *cpp] if name.endswith(".cpp") else c))
        # Its counts of warnings in system headers do not matter.
        return "\n".join(line for line in found.splitlines() if not re.match(r"\d+ warnings? .*generated", line))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(check, names)


def mypy(_: bool) -> Iterator[str]:
    """The types of Python; strict for the binding, as its pyproject.toml says."""
    # One after the other, because each reads from the cache what all of them import: side by side, they took three
    # times as long.
    path = os.pathsep.join(str(ROOT / each) for each in IMPORTS)
    for folder in PYTHON:
        words = [] if folder == STRICT else ["--config-file", str(ROOT / "mypy.ini"), "."]
        cache = str(ROOT / "build" / "mypy" / ("strict" if folder == STRICT else "usual"))
        if found := run(TOOLS / "mypy", "--no-error-summary", "--cache-dir", cache, *words, folder=folder,
                        MYPYPATH=path):
            yield f"in {folder}:\n{found}"


def commits(_: bool) -> Iterator[str]:
    """The subjects of the commits since the rule holds; none without a repository that has them all."""
    if shutil.which("git"):
        words = ["git", "log", "--no-merges", "--format=%h %s", f"{RULE_SINCE}..HEAD"]
        for line in subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines():
            name, subject = line.split(" ", 1)
            if len(subject) > SUBJECT:
                yield f"{name}: a subject of {len(subject)} characters: {subject}"


# Most of the C is in tests and benchmarks.
SLOW = "clang-tidy-tests"
# The function of each check takes whether to repair, and yields what it finds, with empty texts between.
CHECKS: dict[str, Callable[[bool], Iterable[str]]] = {
    "text": text,
    # English that a reader must read twice.
    "prose": lambda _: prose.complaints(ROOT, files()),
    # Assertions that an empty walk leaves out, in the tests of the bindings.
    "loops": lambda _: loops.complaints(ROOT),
    "types": lambda _: swift_types.repeated_names(),
    "circles": lambda _: swift_types.large_circles(),
    # The layout of Swift, and rules such as "no force unwrap".
    "swift-format": lambda fix: [run(
        "swift", "format", *(["format", "--in-place"] if fix else ["lint", "--strict"]), "--parallel", "--recursive",
        *SWIFT)],
    # The layout of C and C++.
    "clang-format": lambda fix: [run(
        TOOLS / "clang-format", *(["-i"] if fix else ["--dry-run", "--Werror"]), *files(".c", ".cpp", ".h", ".hpp"))],
    "clang-tidy": lambda _: clang_tidy(are_tests=False),
    SLOW: lambda _: clang_tidy(are_tests=True),
    # Mistakes in Python, and the order of imports.
    "ruff": lambda fix: [run(
        TOOLS / "ruff", "check", "--quiet", "--output-format", "concise", *(["--fix"] if fix else []), ".")],
    "mypy": mypy,
    "commits": commits,
}


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fix", action="store_true", help="correct what a tool can correct")
    parser.add_argument("--quick", action="store_true", help=f"leave {SLOW} out")
    parser.add_argument("name", nargs="*", choices=[*CHECKS, []], metavar="NAME", help="run these checks only")
    arguments = parser.parse_args()
    failed = 0
    chosen = arguments.name or [name for name in CHECKS if not (arguments.quick and name == SLOW)]
    for name in chosen:
        print(f"lint: {name}", flush=True)
        found = "\n".join(filter(None, CHECKS[name](arguments.fix)))
        if found:
            failed += 1
            print(f"{found}\nFAILED {name}", flush=True)
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
