"""Transports in Python, which replace libcurl."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from ctypes import byref, c_size_t, string_at
from types import CoroutineType
from typing import Any, Protocol

from ._json import read, written
from ._native.callbacks import ON_DESTROY
from ._native.calls import entry
from ._native.functions import check_function
from ._native.handle import NotCopied
from ._native.library import native
from ._native.raising import check
from ._native.registry import receiver, register
from ._native.structs import RequestCallback, TransportFunctions, filled


class Transport(Protocol):
    """Answers requests, at once or later, on any thread.

    It may also have a method `cancel(request)`, which is called when the client no longer needs the answer.
    """

    def send(self, request: Request, /) -> object:
        """Receives a request, which fails if this method raises an exception.

        The method must not wait for long and must not be a coroutine, but it may start a task that answers.
        """


class Request(NotCopied):
    """One request, which the transport must answer exactly once: with `complete()` or `fail()`."""

    __slots__ = ("_key", "body", "headers", "method", "url")

    def __init__(self, key: int) -> None:
        length = c_size_t()
        self._key = key
        self.url: str = native.swiftpager_request_url(key).decode()
        self.method: str = native.swiftpager_request_method(key).decode()
        self.headers: list[tuple[str, str]] = [
            (name, value) for name, value in read(native.swiftpager_request_headers(key))
        ]
        address = native.swiftpager_request_body(key, byref(length))
        self.body: bytes = string_at(address, length.value)

    def complete(
        self, status: int, body: bytes | bytearray | memoryview = b"",
        headers: Iterable[tuple[str, str]] | Mapping[str, str] = (),
    ) -> None:
        """Answers with a response; raises `ClosedError` if the request was answered before.

        `headers` is a mapping, or pairs of names and values, in which a name may come twice.
        """
        if not isinstance(status, int) or not 100 <= status <= 999:
            kind = ValueError if isinstance(status, int) else TypeError
            raise kind(f"status must be a whole number from 100 to 999, not {status!r}")
        if not isinstance(body, bytes | bytearray | memoryview):
            advice = ": encode it" if isinstance(body, str) else ""
            raise TypeError(f"body must be bytes, not {type(body).__name__}{advice}")
        data = bytes(body)
        pairs = written("the headers of a response", _pairs(headers))
        check(native.swiftpager_request_complete(self._key, status, pairs, data, len(data)))

    def fail(self, message: str | None = None) -> None:
        """Answers with a failure: the operation raises `NetworkError` with this message."""
        if not isinstance(message, str | None):
            raise TypeError(f"message must be a string, not {message!r}")
        check(native.swiftpager_request_fail(self._key, None if message is None else message.encode()))

    def __repr__(self) -> str:
        return f"<swiftpager.Request {self.method}, {len(self.body)} bytes>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Request) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)


def _pairs(headers: Any) -> list[list[str]]:
    """Headers in the form that the library reads."""
    wanted = "headers must be pairs of strings, or a mapping"
    if isinstance(headers, str) or not isinstance(headers, Iterable):
        raise TypeError(f"{wanted}, not {headers!r}")
    pairs = list(headers.items() if isinstance(headers, Mapping) else headers)
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2 or not all(isinstance(word, str) for word in pair):
            raise TypeError(f"{wanted}, and {pair!r} is not such a pair")
    return [list(pair) for pair in pairs]


class _Host:
    """A transport's `send`, and its `cancel` if it has one."""

    __slots__ = ("cancel", "send")

    def __init__(self, transport: Any) -> None:
        self.send: Callable[[Request], object] = getattr(transport, "send", transport)
        if not callable(self.send):
            raise TypeError(f"a transport must be callable or have a method `send`, not {transport!r}")
        check_function("a transport's `send`", self.send)
        self.cancel: Callable[[Request], object] | None = getattr(transport, "cancel", None)


def transport_functions(transport: Transport | Callable[[Request], object] | None) -> Any:
    """The struct of a transport for the library; None for None."""
    if transport is None:
        return None
    host = _Host(transport)
    cancel = ON_CANCEL if host.cancel else RequestCallback()
    return filled(TransportFunctions, register(host), ON_SEND, cancel, ON_DESTROY)


@entry
def _on_send(key: int, request: int) -> None:
    taken = Request(request)
    try:
        answer = receiver(key).send(taken)
        if isinstance(answer, CoroutineType):
            answer.close()
            raise TypeError("a transport's `send` must not be a coroutine: start a task in it that answers")
    except Exception as error:
        # This does nothing if the request was answered.
        native.swiftpager_request_fail(request, f"{type(error).__name__}: {error}".encode())


@entry
def _on_cancel(key: int, request: int) -> None:
    receiver(key).cancel(Request(request))


ON_SEND: Any = RequestCallback(_on_send)
ON_CANCEL: Any = RequestCallback(_on_cancel)
