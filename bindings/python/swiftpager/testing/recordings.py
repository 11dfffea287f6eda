"""Tests that talk to a server once, and to a recording of it ever after.

    from swiftpager.testing import recorded

    def test_products():
        with recorded("tests/recordings/products.jsonl", "https://example.com/graphql") as client:
            assert len(list(client.pager(QUERY).items())) == 250

`SWIFTPAGER_RECORD=1 pytest` asks the server and records what it answers; after that the test needs no network. Commit
the recordings: they hold no headers with secrets. They do hold what queries, variables and answers say.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
from collections.abc import Iterator
from typing import Any

from ..client import Client

# What says that recordings are to be made.
VARIABLE = "SWIFTPAGER_RECORD"
_OFF = ("", "0", "false", "no", "off")

__all__ = ["is_recording", "recorded"]


def is_recording() -> bool:
    """Whether the environment asks for recordings: `SWIFTPAGER_RECORD` is 1."""
    return os.environ.get(VARIABLE, "").strip().lower() not in _OFF


@contextlib.contextmanager
def recorded(
    path: str | os.PathLike[str], endpoint: str, *, record: bool | None = None, **options: Any
) -> Iterator[Client]:
    """A client whose requests a recording answers, or whose exchanges are recorded, for the length of a `with`.

    path      the file of the recording; its folder is made where there is none
    endpoint  and `options`: those of `Client`
    record    whether to record; None: as `is_recording()` says

    A recording takes its place when the block ends well. When it ends with an exception, the one that was there stays.
    Raises `FileNotFoundError` where there is no recording to replay, `RecordingFailed` for one that is damaged, and the
    client `NotRecorded` for a request that is not in it.
    """
    file = pathlib.Path(path)
    if is_recording() if record is None else record:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.{os.getpid()}.new")
        try:
            with Client(endpoint, record=fresh, **options) as client:
                yield client
            fresh.replace(file)
        finally:
            fresh.unlink(missing_ok=True)
        return
    if not file.exists():
        raise FileNotFoundError(f"there is no recording {file}: set {VARIABLE}=1 to ask the server and record it")
    with Client(endpoint, replay=file, **options) as client:
        yield client
