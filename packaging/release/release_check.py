"""Checks the steps of RELEASING.md that a program can check.

    release_check.py        prints a line for each, and ends with 1 if one is open
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LONGEST_CHANGES = 60


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


def run(*words: str) -> tuple[int, list[str]]:
    """The exit code of a command, and the lines that it wrote."""
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, (done.stderr or done.stdout).strip().splitlines()


def fails(*words: str) -> str:
    """What a command wrote, if it failed."""
    code, lines = run(*words)
    return (lines or ["it failed"])[-1] if code else ""


def dependencies_are_open() -> str:
    """The dependencies that differ from the tested ones."""
    code, lines = run("scripts/check_dependencies.sh")
    found = [line for line in lines if line.startswith("dependencies: ")]
    return found[0] if found else "check_dependencies.sh failed" if code else ""


def main() -> None:
    """Prints the steps in the order of RELEASING.md, and what each leaves to do."""
    number = version()
    _, tag = run("git", "tag", "--list", f"v{number}")
    _, uncommitted = run("git", "status", "--porcelain")
    steps = {
        f"version {number}": f"the tag v{number} exists: raise the version" if tag else "",
        "what is generated": fails(sys.executable, "contract/headers.py", "--check"),
        "changelog": changelog_is_open((ROOT / "CHANGELOG.md").read_text(), number),
        "dependencies": dependencies_are_open(),
        "libcurl of the wheel": fails("packaging/wheel/curl.sh", "newest"),
        "figures": fails(sys.executable, "bench/plot.py", "--check"),
        "working tree": f"commit or remove: {uncommitted[0].strip()}" if uncommitted else "",
    }
    for name, left in steps.items():
        print(f"open  {name}: {left}" if left else f"done  {name}")
    print("not checked here: make test, make demo, make test-long, make bench (RELEASING.md)")
    sys.exit(any(steps.values()))


if __name__ == "__main__":
    main()
