"""The pytest plugin; pytest loads it if swiftpager is installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .server import FakeServer


@pytest.fixture
def swiftpager_server() -> Iterator[FakeServer]:
    """A GraphQL server for one test: see `swiftpager.testing.FakeServer`."""
    with FakeServer() as server:
        yield server
