"""The copy of the tree, with all mutants compiled in, each behind a switch in the environment."""

import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys

from mutating.mutant import Mutant, MutantError

# The number of the mutant that is switched on.
SWITCH = "SWIFTPAGER_MUTANT"

# The switch also notes what is reached while no mutant is switched on: SWIFTPAGER_MUTANTS_REACHED names a folder, which
# gets an empty file for each mutant, named by its number. A process that may write nothing can still create one. The
# folder changes with each test of Python (reach.py).
#
# Compiled into the one target of C that every product has. The table spares most of the files that are there already;
# a number that another one drives out of its place is written twice.
SWITCH_IN_C = """\
/* Made by scripts/mutants.py. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool swiftpager_mutant(int32_t number);

#define PLACES 65536
static long chosen;
static bool notes;
static _Atomic(const char *) latest;
static _Atomic int32_t written[PLACES];

__attribute__((constructor)) static void read_the_environment(void)
{
    const char *number = getenv("SWIFTPAGER_MUTANT");
    chosen = number == NULL ? 0 : strtol(number, NULL, 10);
    notes = getenv("SWIFTPAGER_MUTANTS_REACHED") != NULL;
}

static void note(int32_t number)
{
    const char *reached = getenv("SWIFTPAGER_MUTANTS_REACHED");
    if (reached == NULL) return;
    if (atomic_exchange(&latest, reached) != reached) {
        for (int place = 0; place < PLACES; place++) atomic_store_explicit(&written[place], 0, memory_order_relaxed);
    }
    if (atomic_exchange_explicit(&written[number % PLACES], number, memory_order_relaxed) == number) return;
    char name[4096];
    snprintf(name, sizeof name, "%s/%ld", reached, (long)number);
    int file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
}

bool swiftpager_mutant(int32_t number)
{
    if (notes) note(number);
    return number == chosen;
}
"""
# One for each Swift module, because each module sees only its own.
SWITCH_IN_SWIFT = """\
// Made by scripts/mutants.py.
@_silgen_name("swiftpager_mutant") @usableFromInline func mutantIsOn(_ number: Int32) -> Bool
"""
SWITCH_IN_PYTHON = '''\
"""Made by scripts/mutants.py."""

import os

_chosen = int(os.environ.get("SWIFTPAGER_MUTANT") or 0)
_notes = "SWIFTPAGER_MUTANTS_REACHED" in os.environ
_written: set[str] = set()
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC


def _note(number: int, *, environment=os.environ, open=os.open, close=os.close, flags=_FLAGS) -> None:
    name = f"{environment.get('SWIFTPAGER_MUTANTS_REACHED')}/{number}"
    if name not in _written:
        _written.add(name)
        try:
            close(open(name, flags, 0o600))
        except OSError:
            pass


def swiftpager_mutant(number: int, *, note=_note) -> bool:
    if _notes:
        note(number)
    return number == _chosen
'''
PYTHON_PACKAGE = "bindings/python/swiftpager/"
DECLARED = {
    ".c": "extern _Bool swiftpager_mutant(int);", ".cpp": 'extern "C" bool swiftpager_mutant(int);',
    ".hpp": 'extern "C" bool swiftpager_mutant(int);',
}
MESSAGE = re.compile(r"^(\S+?):(\d+):\d+: (?:fatal )?error:", re.MULTILINE)


def mutated(file: str, text: str, mutants: list[Mutant]) -> str:
    """The text of a file with some of its mutants in it, in their order. Its lines keep their numbers."""
    suffix = pathlib.Path(file).suffix
    switch = "mutantIsOn" if suffix == ".swift" else "swiftpager_mutant"
    parts, end = [], 0
    for mutant in mutants:
        parts += [text[end:mutant.start], mutant.changed.replace("$mutant", f"{switch}({mutant.number})")]
        end = mutant.end
    text = "".join([*parts, text[end:]])
    if suffix == ".py":
        # A name of the module's own: while the interpreter ends, builtins are gone and nothing can be imported.
        own = "from swiftpager._mutants import swiftpager_mutant; "
        text, count = re.subn(r"^(?=from (?!__future__)|import )", own, text, count=1, flags=re.MULTILINE)
        if not count:
            raise MutantError(f"{file}: a file that imports nothing cannot be mutated")
    # A file may begin with a directive, which needs a line of its own.
    return f"{DECLARED[suffix]}\n#line 1\n{text}" if suffix in DECLARED else text


def texts(root: pathlib.Path, mutants: list[Mutant]) -> dict[str, str]:
    """The files that differ in the copy: the files with mutants, and the switches."""
    found = {"Sources/CPlatform/mutants.c": SWITCH_IN_C}
    for file, some in itertools.groupby(mutants, key=lambda mutant: mutant.file):
        found[file] = mutated(file, (root / file).read_text(encoding="utf-8"), list(some))
    # Every module gets the switch, so that the first mutant of a module does not recompile the whole module.
    for module in (root / "Sources").iterdir():
        if any(module.rglob("*.swift")):
            found[f"Sources/{module.name}/Mutants.swift"] = SWITCH_IN_SWIFT
    found[f"{PYTHON_PACKAGE}_mutants.py"] = SWITCH_IN_PYTHON
    return found


def copy(root: pathlib.Path, tree: pathlib.Path, mutants: list[Mutant]) -> None:
    """Updates the copy, and writes only the files that differ, so that little is recompiled."""
    own = texts(root, mutants)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, capture_output=True, text=True, check=True,
    ).stdout
    names = {name for name in listed.split("\0") if name and (root / name).is_file()} | set(own)
    known = tree / ".mutants-files"
    if known.exists():
        for name in set(known.read_text(encoding="utf-8").splitlines()) - names:
            (tree / name).unlink(missing_ok=True)
    for name in names:
        source, target = root / name, tree / name
        wanted = own[name].encode() if name in own else source.read_bytes()
        if not target.exists() or target.read_bytes() != wanted:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(wanted)
        if name not in own:
            shutil.copymode(source, target)
    known.write_text("\n".join(sorted(names)) + "\n", encoding="utf-8")
    venv = tree / "build" / "venv"
    venv.parent.mkdir(exist_ok=True)
    if not venv.exists():
        venv.symlink_to(sys.prefix, target_is_directory=True)


def build(tree: pathlib.Path, mutants: list[Mutant], jobs: int) -> list[Mutant]:
    """Compiles the copy: the Swift tests, the library for C and Python, the headers of C++, and the C tests.

    Returns the mutants that do not compile, none if all do. Raises if something else does not compile.
    """
    if refused := [mutant for mutant in mutants if mutant.file.endswith(".py") and not _is_python(tree / mutant.file)]:
        return refused
    for command in (
        ["g++", "-std=c++17", "-fsyntax-only", "-Iinclude", "-x", "c++", "include/swiftpager.hpp"],
        ["swift", "build", "--build-tests", "-j", str(jobs)],
        ["swift", "build", "--product", "swiftpager", "-j", str(jobs)],
    ):
        if refused := _refused(command, tree, mutants):
            return refused
    take_library(tree, tree / ".build/debug/libswiftpager.so")
    subprocess.run(["make", "-s", f"-j{jobs}", "c-tests"], cwd=tree, check=True)
    return []


def take_library(tree: pathlib.Path, built: pathlib.Path) -> None:
    """Copies a library to where C and Python look for it."""
    library = tree / "build" / "lib"
    library.mkdir(parents=True, exist_ok=True)
    shutil.copy2(built, library / "new")
    os.replace(library / "new", library / "libswiftpager.so")
    (library / "libswiftpager.so.0").unlink(missing_ok=True)
    (library / "libswiftpager.so.0").symlink_to("libswiftpager.so")
    # The runners of tests look for it.
    taken = subprocess.run(
        [sys.executable, "scripts/library_stamp.py", "take", "debug"], cwd=tree, capture_output=True, text=True,
        check=True)
    (library / "stamp.json").write_text(taken.stdout, encoding="utf-8")


def _refused(command: list[str], tree: pathlib.Path, mutants: list[Mutant]) -> list[Mutant]:
    """Runs a compiler; the mutants that its messages name."""
    ended = subprocess.run(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if ended.returncode == 0:
        return []
    places = {(os.path.relpath(file, tree) if os.path.isabs(file) else file, int(line))
              for file, line in MESSAGE.findall(ended.stdout)}
    named = [mutant for mutant in mutants if any((mutant.file, line) in places for line in mutant.lines)]
    if not named:
        # A message may name the declaration around a mutant.
        files = {file for file, _ in places}
        named = [mutant for mutant in mutants if mutant.file in files]
    if not named:
        said = f"{' '.join(command)}\n{ended.stdout[-4000:]}"
        raise MutantError(f"the copy does not compile, and the compiler names no mutant: {said}")
    return named


def _is_python(file: pathlib.Path) -> bool:
    try:
        compile(file.read_text(encoding="utf-8"), str(file), "exec")
    except SyntaxError:
        return False
    return True
