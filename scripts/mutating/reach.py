"""A plugin of pytest: each test has a folder of its own for the mutants that it reaches.

Then a mutant is tried with the tests that reach it, and not with their whole file.
"""

import itertools
import os
import pathlib
from collections.abc import Generator
from typing import Any

import pytest

REACHED = "SWIFTPAGER_MUTANTS_REACHED"
# The file in a test's folder that says which test it is.
NAME = "test"

_numbers = itertools.count(1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    root = os.environ[REACHED]
    folder = pathlib.Path(root) / f"test-{next(_numbers)}"
    folder.mkdir()
    # Without the file, which the suite's command names.
    (folder / NAME).write_text(item.nodeid.partition("::")[2], encoding="utf-8")
    os.environ[REACHED] = str(folder)
    try:
        return (yield)
    finally:
        os.environ[REACHED] = root
