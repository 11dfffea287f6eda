"""An endpoint with its connections."""

from __future__ import annotations

from ctypes import byref, c_int, c_uint32, c_void_p

from . import _exit
from ._calls import call
from ._handle import Handle
from ._json import written
from ._library import native
from ._text import OwnedText
from ._waiting import milliseconds, slices
from .exceptions import check
from .pager import Pager, pager_config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType
    from typing import Any, Literal, Self

    from .shapes import Emit, HTTPVersion, Pagination, Retain

# How long `close` waits for the library's thread; it ends by itself when that is not enough.
CLOSE_MILLISECONDS = 1_000


class Client:
    """A GraphQL endpoint; it connects when the first page is asked for.

    Callbacks run only inside `dispatch()` and inside the methods that wait, on the thread that called them. Every
    method may be called from every thread. Close it when it is no longer needed, or use it as a context manager.
    """

    def __init__(
        self,
        endpoint: str,
        *,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = 30.0,
        connect_timeout: float = 10.0,
        max_response_bytes: int = 256 * 1024 * 1024,
        ca_file: str | None = None,
        client_cert: str | None = None,
        client_key: str | None = None,
        proxy: str | None = None,
        http_version: HTTPVersion = "automatic",
        user_agent: str | None = None,
        cache: Literal["none"] = "none",
    ) -> None:
        """Times are in seconds; `timeout` is for one whole request, None for no limit. The three files are PEM files.

        `max_response_bytes` counts one response after decompression. Raises `ConfigurationError` for what the library
        refuses; its `path` names the library's key, like "/tls/ca_file".
        """
        tls = {"ca_file": ca_file, "client_cert": client_cert, "client_key": client_key}
        config = {
            "endpoint": endpoint,
            "headers": headers,
            "timeout_ms": 0 if timeout is None else milliseconds("timeout", timeout),
            "connect_timeout_ms": milliseconds("connect_timeout", connect_timeout),
            "max_response_bytes": max_response_bytes,
            "tls": _given(tls) or None,
            "proxy": proxy,
            "http_version": http_version,
            "user_agent": user_agent,
            "cache": cache,
        }
        out, error = c_void_p(), OwnedText()
        text = written("the client's configuration", _given(config))
        check(native.swiftpager_client_create(text, None, byref(out), byref(error)), error.read())
        self._handle = Handle(out.value, _close)
        self._woken = False
        _exit.close_at_exit(self._handle)

    def pager(
        self,
        query: str,
        variables: Mapping[str, Any] | None = None,
        *,
        operation_name: str | None = None,
        pagination: Pagination | None = None,
        retain: Retain = "all",
        emit: Emit = "each",
        max_pages: int | None = None,
        max_items: int | None = None,
    ) -> Pager:
        """Makes a pager of a query; nothing is sent yet.

        `pagination` may be left out where the document says it: the one field with `pageInfo { hasNextPage endCursor }`
        and an argument `after: $variable`. `retain` says which pages stay in memory, `emit` whether `load_all` makes an
        update for each page or one at its end, and the caps end every `load_all` and every walk.

        Raises `ConfigurationError`, with the position in the query where that is at fault.
        """
        config = pager_config(
            query,
            variables,
            operation_name=operation_name,
            pagination=pagination,
            retain=retain,
            emit=emit,
            max_pages=max_pages,
            max_items=max_items,
        )
        return Pager(self, config, emit)

    def dispatch(self, timeout: float | None = 0.0, limit: int = 0) -> int:
        """Runs the callbacks that wait, at most `limit` (0: all), and returns how many ran.

        When none waits, it waits for one up to `timeout` seconds (None: no limit). 0 says that the time ran out, or
        that `wake()` was called. Raises what a callback raised, and `ClosedError` once the client is closed.
        """
        count = c_uint32()
        for slice_milliseconds in slices(timeout):
            waiting = 0 if self._woken else slice_milliseconds
            check(call(native.swiftpager_client_dispatch, self._handle.key, waiting, limit, byref(count)))
            if count.value:
                break
            if self._woken:
                self._woken = False
                break
        return count.value

    def wake(self) -> None:
        """Makes a `dispatch` that waits on another thread return; if none waits, the next one will."""
        self._woken = True
        check(native.swiftpager_client_wake(self._handle.key))

    def fileno(self) -> int:
        """A file descriptor that is readable exactly while callbacks wait: then call `dispatch()`.

        For `select` and event loops. Take it out of the loop before the client is closed; never read or close it.
        """
        out = c_int()
        check(native.swiftpager_client_fd(self._handle.key, byref(out)))
        return out.value

    def close(self) -> None:
        """Ends all work: requests are aborted, and completions that still wait are called now, with `Cancelled`.

        Pages and updates stay readable. Once is enough; in a forked child it does nothing.
        """
        self._handle.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _close(client: int) -> int:
    # Inside a callback it refuses to wait, and the release does without.
    native.swiftpager_client_shutdown(client, CLOSE_MILLISECONDS)
    return call(native.swiftpager_client_release, client)


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}
