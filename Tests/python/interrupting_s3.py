"""S3 on which something happens at one step: an operation on a store, or a request on its way."""

import asyncio
import contextlib
import tempfile
import threading
from collections.abc import Callable
from typing import Any, Self

import pytest
import s3fs.core

from conftest import LIMIT_SECONDS, LONG
from interrupting import Disk, Moment
from swiftpager.fleet._folders import S3Folder

_CHANGES = ("commit", "remove", "replace")
_LOOKS = ("exists", "opened", "read")
_CHANGING_REQUESTS = ("put_object", "delete_object")


class Bucket(Disk):
    """The steps of this thread: operations on stores on S3, and on its temporary files, which are in the folder."""

    def __enter__(self) -> Self:
        super().__enter__()
        patch = self._stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(tempfile, "tempdir", self._folder)
        for name in _CHANGES + _LOOKS:
            patch.setattr(S3Folder, name, self._operation(name, getattr(S3Folder, name)))
        return self

    def _operation(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def operation(store: S3Folder, *arguments: Any) -> Any:
            if not self._is_counted():
                return real(store, *arguments)
            is_change = name in _CHANGES
            return self.step(f"{name} {arguments[-1]!r}"[:60], is_change, lambda: real(store, *arguments))

        return operation


class Requests(Disk):
    """The requests of s3fs, on its own thread. The main thread may end before a request leaves or its answer comes.

    Such a request leaves then all the same, because nothing tells that thread.
    """

    def __enter__(self) -> Self:
        patch = self._stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(tempfile, "tempdir", self._folder)
        self._is_over, self._has_landed = threading.Event(), threading.Event()
        real = s3fs.core._error_wrapper

        async def wrapped(call: Any, *, args: Any = (), kwargs: Any = None, retries: int) -> Any:
            return await real(self._request(call), args=args, kwargs=kwargs, retries=retries)

        patch.setattr(s3fs.core, "_error_wrapper", wrapped)
        return self

    def __exit__(self, *ending: object) -> None:
        self._is_over.set()
        if self.has_happened:
            assert self._has_landed.wait(LIMIT_SECONDS)
        super().__exit__(*ending)

    def _request(self, call: Any) -> Any:
        number = len(self.steps)
        self.steps.append((call.__name__, call.__name__ in _CHANGING_REQUESTS))
        return call if self._moment is None or self._moment.step != number else self._disturbed(call)

    def _disturbed(self, call: Any) -> Any:
        """The request to which the event comes."""

        async def request(*arguments: Any, **named: Any) -> Any:
            try:
                if self._moment is not None and self._moment.when == "before":
                    await self._ends()
                answer = await call(*arguments, **named)
                if self._moment is not None and self._moment.when == "after":
                    await self._ends()
                return answer
            finally:
                self._has_landed.set()

        return request

    async def _ends(self) -> None:
        self.has_happened = True
        self._event()
        while not self._is_over.is_set():
            await asyncio.sleep(0.001)


class LostAnswers(Requests):
    """The requests of s3fs. The connection breaks before the answer of one has come, so that s3fs asks again."""

    def interruptions(self) -> list[Moment]:
        """The answers, each once. A request that changes nothing may be repeated in any case."""
        return [
            Moment(number, "after", name) for number, (name, is_change) in enumerate(self.steps) if is_change or LONG
        ]

    def _disturbed(self, call: Any) -> Any:
        async def request(*arguments: Any, **named: Any) -> Any:
            if self.has_happened:
                return await call(*arguments, **named)
            self.has_happened = True
            try:
                # An answer that says no is lost, too.
                with contextlib.suppress(s3fs.core.ClientError):
                    await call(*arguments, **named)
            finally:
                self._has_landed.set()
            raise s3fs.core.HTTPClientError(error=ConnectionResetError("the answer is lost"))

        return request
