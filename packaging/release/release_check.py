"""Checks the steps of RELEASING.md that a program can check.

    release_check.py        prints a line for each, and ends with 1 if one is open
"""

import dataclasses
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parents[2]
LONGEST_CHANGES = 60


@dataclasses.dataclass(frozen=True)
class Step:
    """A step of RELEASING.md; `open` says what is left to do, or is empty."""

    name: str
    open: str

    def __str__(self) -> str:
        return f"{'open' if self.open else 'done'}  {self.name}{': ' if self.open else ''}{self.open}"


def version() -> str:
    """The version that Version.swift has."""
    found = re.search(r'StaticString = "(.+)"', (ROOT / "Sources/PagerClient/Version.swift").read_text())
    assert found is not None
    return found[1]


def changes(changelog: str, number: str) -> tuple[str, list[str]]:
    """The heading of a version in the changelog, and its lines; empty if there is none."""
    found = re.search(rf"^## ({re.escape(number)}\b[^\n]*)\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return (found[1], found[2].strip().splitlines()) if found else ("", [])


def changelog_is_open(changelog: str, number: str) -> str:
    """What the changelog lacks for a release."""
    heading, lines = changes(changelog, number)
    if not heading:
        return f"CHANGELOG.md has no part for {number}"
    if len(lines) > LONGEST_CHANGES:
        return f"the part for {number} has {len(lines)} lines: at most {LONGEST_CHANGES}"
    if not re.search(r"\d{4}-\d\d-\d\d", heading):
        return f'write the date of the release into the heading "{heading}"'
    return ""


def run(*words: str) -> tuple[int, str]:
    """The exit code of a command, and what it wrote."""
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, (done.stderr or done.stdout).strip()


def fails(*words: str) -> str:
    """What a command wrote, if it failed."""
    code, text = run(*words)
    return text.splitlines()[-1] if code and text else "it failed" if code else ""


def dependencies_are_open() -> str:
    """The dependencies that differ from the tested ones."""
    code, text = run("scripts/check_dependencies.sh")
    found = [line for line in text.splitlines() if line.startswith("dependencies: ")]
    return found[0] if found else "check_dependencies.sh failed" if code else ""


def tree_is_open() -> str:
    """What the working tree has that no commit has."""
    _, text = run("git", "status", "--porcelain")
    return f"commit or remove: {text.splitlines()[0].strip()}" if text else ""


def tag_is_open(number: str) -> str:
    """Whether the tag is taken."""
    _, text = run("git", "tag", "--list", f"v{number}")
    return f"the tag v{number} exists: raise the version" if text else ""


def steps() -> Iterator[Step]:
    """All steps, in the order of RELEASING.md."""
    number = version()
    yield Step(f"version {number}", tag_is_open(number))
    yield Step("what is generated", fails(sys.executable, "contract/headers.py", "--check"))
    yield Step("changelog", changelog_is_open((ROOT / "CHANGELOG.md").read_text(), number))
    yield Step("dependencies", dependencies_are_open())
    yield Step("figures", fails(sys.executable, "bench/plot.py", "--check"))
    yield Step("working tree", tree_is_open())


def main() -> None:
    """Prints the steps."""
    found = list(steps())
    print(*found, sep="\n")
    print("not checked here: make test, make demo, make test-long, make bench (RELEASING.md)")
    sys.exit(any(step.open for step in found))


if __name__ == "__main__":
    main()
