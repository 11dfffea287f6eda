"""The suites that are asked which refusals they reach."""

import pathlib
import sys
from collections.abc import Collection

from mutating.suites import LEFT_OUT, Suite, all_suites

# The suites with the tables of refusals: parts of their names.
TABLES = ("refusals", "Refusal", "PlanError", "test_wrong_arguments")
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short")


def chosen(tree: pathlib.Path, parts: Collection[str], *, is_built: bool) -> list[Suite]:
    """The suites with one of the parts in their names: of all languages, or of Python alone if nothing is compiled."""
    found = []
    if is_built:
        found = [suite for suite in all_suites(tree) if not suite.name.startswith(("python:", "contract:"))]
    for file in (*sorted(tree.glob("Tests/python/*/test_*.py")), tree / "Tests/contract/test_schemas.py"):
        path = file.relative_to(tree)
        name = ":".join((path.parts[1], "/".join(path.with_suffix("").parts[2:])))
        if name not in LEFT_OUT:
            found.append(Suite(name, (*PYTEST, str(path))))
    return [suite for suite in found if any(part in suite.name for part in parts)]
