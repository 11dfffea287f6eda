"""The two functions of an Arrow stream that wait, in Python, and the streams that they belong to."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable
from ctypes import c_void_p
from typing import TYPE_CHECKING, Any

from .._native import entrances as _entrances
from ._structs import ArrowArray, ArrowArrayStream, GetNext, GetSchema

if TYPE_CHECKING:
    from ._columns import Stream

# The streams that consumers have, by the `private_data` of their structs.
_running: dict[int, Stream] = {}
# The library's own `get_schema` and `get_next`.
library_functions: list[Any] = []


def hand_over(stream: Stream, struct: ArrowArrayStream) -> int:
    """Replaces the two functions of a struct that goes to a consumer; returns the key for `forget`."""
    # The consumer may move the struct; `private_data` still leads to the stream.
    key: int = struct.private_data
    _running[key] = stream
    _entrances.guard()
    struct.get_schema, struct.get_next = _get_schema, _get_next
    return key


def _stream_at(struct: int) -> Stream | None:
    """The stream of a struct; None if it has ended and is forgotten: the library does not wait for it."""
    # Not read as an `ArrowArrayStream`, because that object would release the struct.
    return _running.get(c_void_p.from_address(struct + ArrowArrayStream.private_data.offset).value or 0)


def _get_schema_of(struct: int, out: int) -> int:
    stream = _stream_at(struct)
    with contextlib.nullcontext() if stream is None else stream.in_use:
        if stream is not None:
            stream.wait()
        code: int = library_functions[0](struct, out)
        return code


def _get_next_of(struct: int, out: int) -> int:
    stream = _stream_at(struct)
    if stream is None:
        code: int = library_functions[1](struct, out)
        return code
    with stream.in_use:
        return _next_of(stream, struct, out)


def _next_of(stream: Stream, struct: int, out: int) -> int:
    if stream.is_cut:
        # The library has more rows, and the walk has not finished with their page.
        c_void_p.from_address(out + ArrowArray.release.offset).value = None
        return _ended(stream, 0)
    # Before the wait: an interrupted wait then leaves the token behind the batch.
    stream.ask()
    stream.wait()
    code: int = library_functions[1](struct, out)
    if not c_void_p.from_address(out + ArrowArray.release.offset).value:
        return _ended(stream, code)
    stream.limit(out)
    return code


def _ended(stream: Stream, code: int) -> int:
    code = stream.end_of_rows(code)
    forget_ended()
    return code


def _guarded(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """A function of a stream, which tells the stream every exception in it."""

    def guarded(struct: int, out: int) -> int:
        try:
            _entrances.raise_kept()
            return function(struct, out)
        except BaseException as failure:
            stream = _stream_at(struct)
            if stream is not None:
                stream.fail(failure)
                forget_ended()
            # Also if `out` is filled: another call of the library's function would say that the rows end here.
            return errno.EINTR

    _entrances.codes.add(guarded.__code__)
    return guarded


_get_schema = GetSchema(_guarded(_get_schema_of))
_get_next = GetNext(_guarded(_get_next_of))


def forget_ended() -> None:
    """Forgets the streams that have ended and need no more waiting; the library ends a stream on its release."""
    for key, stream in tuple(_running.items()):
        if stream.is_over:
            forget(key)


def forget(key: int) -> None:
    """Forgets a stream: the library's functions do not wait any more."""
    _running.pop(key, None)
    if not _running:
        _entrances.unguard()
