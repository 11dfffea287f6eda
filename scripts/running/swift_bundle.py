"""The bundle that `swift build --build-tests` makes: the Swift tests of all targets."""

import pathlib
import subprocess
from collections import Counter

BUNDLE = ".build/debug/swiftpagerPackageTests.xctest"
COMMAND = (BUNDLE, "--testing-library", "swift-testing")


def suites(tree: pathlib.Path) -> dict[str, int]:
    """The suites of the bundle in a checkout, like `PagerStateTests.RandomTests`, and how many tests each has."""
    listed = subprocess.run([*COMMAND, "--list-tests"], cwd=tree, capture_output=True, text=True, check=True).stdout
    names = Counter(line.partition("/")[0] for line in listed.splitlines() if "/" in line)
    return dict(sorted(names.items()))
