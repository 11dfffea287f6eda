"""The server that refuses fields, Tests/servers/refusing.py, and a cache folder of this test's own."""

import json
import pathlib
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from conftest import LIMIT_SECONDS
from servers import server

COUNT = 23


class Refusing:
    """The server that refuses fields: Tests/servers/refusing.py."""

    def __init__(self, base: str) -> None:
        self.base = base

    def url(self, **words: str) -> str:
        return f"{self.base}/?" + "&".join(f"{name}={value}" for name, value in words.items())

    def requests(self) -> list[dict[str, Any]]:
        """The requests since the last call, without introspections."""
        with urllib.request.urlopen(f"{self.base}/requests", timeout=LIMIT_SECONDS) as answer:
            told: list[dict[str, Any]] = json.load(answer)
        return told


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """The address of the server."""
    with server("refusing") as address:
        yield address


@pytest.fixture
def refusing(served: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Refusing:
    """The server, which has had no requests, and to which no kept schema belongs."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = Refusing(served)
    made.requests()
    return made
