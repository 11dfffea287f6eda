"""The places of the contract's parts, and helpers that compile C against them."""

import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = ROOT / "include" / "swiftpager.h"
sys.path.append(str(ROOT / "scripts"))

from running.library import pytest_collection_modifyitems, pytest_configure  # noqa: E402, F401

LIBRARY_FOLDER = ROOT / "build" / "lib"
STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror"]


def run(*command: str | pathlib.Path, **options: Any) -> str:
    """Runs a command and returns what it printed; a failure shows all of it."""
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    assert result.returncode == 0, f"{command} ended with {result.returncode}:\n{result.stdout}{result.stderr}"
    return result.stdout


def require(program: str) -> str:
    """The path of a program; skips the test if it is missing."""
    return shutil.which(program) or pytest.skip(f"{program} is not installed")


@pytest.fixture(scope="session")
def library() -> pathlib.Path:
    """The library that `make lib` built."""
    path = LIBRARY_FOLDER / "libswiftpager.so"
    assert path.exists(), f"{path} is missing: run `make lib`"
    return path


@pytest.fixture(scope="session")
def shop_endpoint() -> Iterator[str]:
    """The URL of the shop: the one in the environment, or one started for these tests."""
    if endpoint := os.environ.get("SWIFTPAGER_SHOP_ENDPOINT"):
        yield endpoint
        return
    server = ROOT / "Tests" / "servers" / "shop.py"
    with subprocess.Popen([sys.executable, str(server)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("listening on "), "the shop did not start"
        yield line.removeprefix("listening on ").strip()
        process.terminate()
