"""The mutants of the bindings: each is written into a copy of its binding, whose tests run until one fails."""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
from collections.abc import Callable, Collection

import library_stamp
from mutating import operators_bindings
from mutating.drawing import draw
from mutating.mutant import Mutant, MutantError
from mutating.suites import BASELINE_SECONDS, Suite, run
from mutating.trials import LIMIT_SECONDS, LIMIT_TIMES, Verdict

# What can be mutated, by the names that bindings/suite.sh has for the languages.
MUTATED = {
    "go": ("bindings/go/*.go", "bindings/go/*.h"),
    "java": ("bindings/java/src/**/*.java",),
    "luajit": ("bindings/luajit/*.lua", "bindings/luajit/swiftpager/*.lua"),
    "node": ("bindings/node/*.js", "bindings/node/*.[ch]"),
    "ruby": ("bindings/ruby/lib/**/*.rb",),
    "rust": ("bindings/rust/src/**/*.rs",),
}
TESTS = ("_test.go", "/tests.rs", "bindings/node/test")
# What a copy has of the tree, and what it has by a link to the tree's own.
COPIED = ("bindings", "include", "scripts")
LINKED = ("lib", "go", "venv", "no_memory.so")


def all_mutants(root: pathlib.Path, parts: Collection[str] = ()) -> list[Mutant]:
    """Every mutant of the bindings, or of the files that have one of the parts in their paths."""
    found: list[Mutant] = []
    for patterns in MUTATED.values():
        words = ["git", "ls-files", "--", *(f":(glob){pattern}" for pattern in patterns)]
        for file in sorted(subprocess.run(words, cwd=root, capture_output=True, text=True, check=True).stdout.split()):
            if not any(part in file for part in TESTS) and (not parts or any(part in file for part in parts)):
                found += operators_bindings.mutants(file, (root / file).read_text(encoding="utf-8"))
    return found


def try_all(
    root: pathlib.Path, tree: pathlib.Path, every: list[Mutant], count: int, seed: int, jobs: int,
    say: Callable[[str], None]
) -> dict[Mutant, Verdict]:
    """Draws mutants and tries each, the languages side by side. In place of what does not compile others are drawn."""
    if said := library_stamp.complaint():
        raise MutantError(said)
    # The copy has no sources of the library to compare with its stamp.
    os.environ["SWIFTPAGER_LIBRARY"] = str(root / "build" / "lib" / "libswiftpager.so.0")
    _copy(root, tree)
    found: dict[Mutant, Verdict] = {}
    refused: set[int] = set()
    seconds: dict[str, float] = {}
    while more := [mutant for mutant in draw(every, count, seed, refused) if mutant not in found]:
        def one(language: str, more: list[Mutant] = more) -> None:
            own = [mutant for mutant in more if _language(mutant) == language]
            if own and language not in seconds:
                seconds[language] = _baseline(tree, language, say)
            for mutant in own:
                verdict = _trial(mutant, tree, language, seconds[language])
                if verdict is None:
                    say(f"does not compile: {mutant.name}")
                    refused.add(mutant.number)
                else:
                    found[mutant] = verdict
                    word = "noticed" if verdict.noticed else "missed"
                    say(f"{word}: {mutant.name} -> {mutant.changed!r}: {verdict.why} ({verdict.seconds:.0f} s)")

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            list(pool.map(one, MUTATED))
    return found


def _language(mutant: Mutant) -> str:
    return mutant.file.split("/")[1]


def _suite(language: str) -> Suite:
    return Suite(f"bindings:{language}", ("bindings/suite.sh", "tests", language))


def _copy(root: pathlib.Path, tree: pathlib.Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *COPIED],
                            cwd=root, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (root / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, tree / name)
    (tree / "build").mkdir(exist_ok=True)
    for name in LINKED:
        if (root / "build" / name).exists() and not (tree / "build" / name).exists():
            (tree / "build" / name).symlink_to((root / "build" / name).resolve())


def _builds(tree: pathlib.Path, language: str) -> bool:
    words = ["bindings/suite.sh", "build", language]
    return subprocess.run(words, cwd=tree, capture_output=True, check=False).returncode == 0


def _baseline(tree: pathlib.Path, language: str, say: Callable[[str], None]) -> float:
    """How long a binding's tests take without a mutant."""
    if not _builds(tree, language):
        raise MutantError(f"the binding for {language} does not compile")
    ended = run(_suite(language), tree, BASELINE_SECONDS)
    if ended.why:
        raise MutantError(f"the tests of {language} fail without a mutant: {ended.why}\n{ended.output[-2000:]}")
    say(f"without a mutant: {language} passed in {ended.seconds:.0f} s")
    return ended.seconds


def _trial(mutant: Mutant, tree: pathlib.Path, language: str, seconds: float) -> Verdict | None:
    """Runs the tests with a mutant; None if it does not compile."""
    file = tree / mutant.file
    whole = file.read_text(encoding="utf-8")
    try:
        file.write_text(whole[:mutant.start] + mutant.changed + whole[mutant.end:], encoding="utf-8")
        if not _builds(tree, language):
            return None
        ended = run(_suite(language), tree, seconds * LIMIT_TIMES + LIMIT_SECONDS)
    finally:
        file.write_text(whole, encoding="utf-8")
        # Compilers compare times, and two writes may have the same.
        os.utime(file)
    return Verdict(bool(ended.why), ended.why or f"the tests of {language} pass", ended.seconds)
