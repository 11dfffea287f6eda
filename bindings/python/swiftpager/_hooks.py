"""The hooks of a pager, as Python functions."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from types import CoroutineType
from typing import Any, Literal

from ._json import read, written
from ._native.callbacks import ON_DESTROY
from ._native.calls import expect_values, guarded_value
from ._native.functions import check_function
from ._native.registry import receiver, register
from ._native.statuses import Kind, Status
from ._native.structs import ExtractCallback, HookFunctions, ResolveCallback, TransformCallback, copied_to_c, filled
from .shapes import PageInfo, PageRequest

# The newest exceptions of hooks, by the text that the library gets; for `failure_behind`.
_failures: dict[str, Exception] = {}
MOST_FAILURES = 16


class Hooks:
    """The hooks of one pager."""

    __slots__ = ("extract_page_info", "resolve_page", "transform")

    def __init__(
        self,
        extract_page_info: Callable[[Any, bool], PageInfo | None] | None,
        resolve_page: Callable[[PageInfo, Literal["next", "previous"]], PageRequest | None] | None,
        transform: Callable[[Any], Any] | None,
    ) -> None:
        for name, function in (
            ("extract_page_info", extract_page_info), ("resolve_page", resolve_page), ("transform", transform)
        ):
            if function is not None:
                check_function(name, function)
        self.extract_page_info = extract_page_info
        self.resolve_page = resolve_page
        self.transform = transform

    def functions(self) -> Any:
        """The struct for the library; None if there are no hooks. The caller must keep the result during its call."""
        if self.extract_page_info is None and self.resolve_page is None and self.transform is None:
            return None
        expect_values()
        return filled(
            HookFunctions,
            register(self),
            ON_EXTRACT if self.extract_page_info else ExtractCallback(),
            ON_RESOLVE if self.resolve_page else ResolveCallback(),
            ON_TRANSFORM if self.transform else TransformCallback(),
            ON_DESTROY,
        )


def failure_behind(message: str) -> Exception | None:
    """The exception of a hook, if the library's message contains its text, or the beginning of it."""
    text = message.partition(" failed: ")[2]
    return next((error for known, error in _failures.items() if text and known.startswith(text)), None)


def _give(name: str, out: int, make: Callable[[], Any]) -> int:
    """Calls a hook and writes its result to an address, in memory that the library frees.

    Returns a status; an exception becomes HOOK_FAILED with its text.
    """
    def make_text() -> tuple[int, bytes | None]:
        value = make()
        if isinstance(value, CoroutineType):
            value.close()
            raise TypeError(f"{name} must not be a coroutine")
        return Status.OK, None if value is None else written(f"what {name} returned", value)

    status, text = guarded_value(make_text, _failure)
    address = None if text is None else copied_to_c(text)
    if text is not None and address is None:
        return Status.NO_MEMORY
    ctypes.c_void_p.from_address(out).value = address
    return status


def remember(error: BaseException) -> bytes:
    """The text of an exception for the library; `failure_behind` finds the exception by it."""
    message = f"{type(error).__name__}: {error}"
    if isinstance(error, Exception):
        _failures[message] = error
        while len(_failures) > MOST_FAILURES:
            del _failures[next(iter(_failures))]
    return message.encode(errors="backslashreplace")


def _failure(error: BaseException) -> tuple[int, bytes | None]:
    """The status and the text that report an exception of a hook."""
    return Status.HOOK_FAILED, remember(error)


def _page(address: int, length: int) -> Any:
    return read(ctypes.string_at(address, length))


def _on_extract(key: int, page: int, length: int, is_initial: bool, out: int) -> int:
    hooks = receiver(key)
    return _give("extract_page_info", out, lambda: hooks.extract_page_info(_page(page, length), is_initial))


def _on_resolve(key: int, page_info: bytes, direction: int, out: int) -> int:
    hooks = receiver(key)
    word = "next" if direction == Kind.NEXT else "previous"
    return _give("resolve_page", out, lambda: hooks.resolve_page(read(page_info), word))


def _on_transform(key: int, page: int, length: int, out: int) -> int:
    hooks = receiver(key)
    return _give("transform", out, lambda: hooks.transform(_page(page, length)))


ON_EXTRACT: Any = ExtractCallback(_on_extract)
ON_RESOLVE: Any = ResolveCallback(_on_resolve)
ON_TRANSFORM: Any = TransformCallback(_on_transform)
