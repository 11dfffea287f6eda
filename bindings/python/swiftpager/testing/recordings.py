"""Tests that talk to a server once, and from then on to a recording of it.

    from swiftpager.testing import recorded

    def test_products():
        with recorded("tests/recordings/products.jsonl", "https://example.com/graphql") as client:
            assert len(list(client.pager(QUERY).items())) == 250

`SWIFTPAGER_RECORD=1 pytest` sends the requests to the server and records the answers. After that, the test needs no
network. Commit the recordings: they contain no headers with secrets. They do contain the queries, variables and
answers.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ..client import Client
from ..files._disk import make_folders, naming
from ..files._opening import NewFile, check_replaceable
from ..files._unfinished import remove_unfinished, unfinished
from ..files._writing import path_of

if TYPE_CHECKING:
    from ..aio.client import AsyncClient

# The environment variable that asks for recordings.
VARIABLE = "SWIFTPAGER_RECORD"
_OFF = ("", "0", "false", "no", "off")

__all__ = ["is_recording", "recorded"]


def is_recording() -> bool:
    """Whether the environment asks for recordings: `SWIFTPAGER_RECORD` is 1."""
    return os.environ.get(VARIABLE, "").strip().lower() not in _OFF


class recorded:
    """A client that replays a recording, or records its exchanges.

        with recorded("recordings/products.jsonl", "https://example.com/graphql") as client:
            products = list(client.pager(QUERY).items())

    `with` gives a `Client`, and `async with` gives an `AsyncClient`.

    path      the file of the recording; its folder is made if it does not exist
    endpoint  and `options`: as for `Client`
    record    whether to record; None means what `is_recording()` says

    A new recording replaces the old one when the block ends well. If the block ends with an exception, the old one
    stays. Raises `FileNotFoundError` if there is no recording to replay, and `RecordingFailed` if it is damaged. The
    client raises `NotRecorded` for a request that is not in the recording.
    """

    def __init__(
        self, path: str | os.PathLike[str], endpoint: str, *, record: bool | None = None, **options: Any
    ) -> None:
        self._path = pathlib.Path(path_of("path", path))
        self._endpoint = endpoint
        self._record = record
        self._options = options
        # The inner context managers, which end with the block.
        self._block: contextlib.AbstractContextManager[Any] | None = None
        self._async_block: contextlib.AbstractAsyncContextManager[Any] | None = None

    def __enter__(self) -> Client:
        self._block = self._with_client()
        return self._block.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        block, self._block = self._block, None
        assert block is not None
        block.__exit__(kind, error, traceback)

    async def __aenter__(self) -> AsyncClient:
        self._async_block = self._with_async_client()
        return await self._async_block.__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        block, self._async_block = self._async_block, None
        assert block is not None
        await block.__aexit__(kind, error, traceback)

    @contextlib.contextmanager
    def _with_client(self) -> Iterator[Client]:
        with self._file() as file, Client(self._endpoint, **file, **self._options) as client:
            yield client

    @contextlib.asynccontextmanager
    async def _with_async_client(self) -> AsyncIterator[AsyncClient]:
        # Loaded at first use, as in the package.
        from ..aio.client import AsyncClient

        with self._file() as file:
            async with AsyncClient(self._endpoint, **file, **self._options) as client:
                yield client

    @contextlib.contextmanager
    def _file(self) -> Iterator[dict[str, Any]]:
        """The client's options for the recording. A new recording replaces the old one when the client is closed."""
        path = self._path
        if not (is_recording() if self._record is None else self._record):
            if not path.exists():
                raise FileNotFoundError(
                    f"there is no recording {path}: set {VARIABLE}=1 to record the server's answers"
                )
            yield {"replay": path}
            return
        check_replaceable(str(path))
        make_folders(str(path.parent))
        remove_unfinished(path)
        # The library locks the file for itself.
        fresh = NewFile(unfinished(path), 0o600, is_locked=False)
        try:
            yield {"record": fresh.path}
            with naming(str(path)):
                fresh.settle()
            fresh.replace(str(path))
        finally:
            fresh.remove()
