"""The programs are built before the tests: `make examples-swift`."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bindings" / "python"))

from programs import COMMAND, SERVICE


@pytest.fixture(scope="session")
def shop_endpoint() -> str:
    """The URL of the shop that scripts/with_servers.py started."""
    return os.environ["SWIFTPAGER_SHOP_ENDPOINT"]


@pytest.fixture(scope="session", autouse=True)
def _programs() -> None:
    for program in (SERVICE, COMMAND):
        assert program.exists(), f"{program} is missing: run `make examples-swift`"
