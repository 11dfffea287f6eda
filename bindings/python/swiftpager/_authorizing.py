"""Authorizers: Python functions that return the headers that authorize requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

from ._hooks import remember
from ._json import written
from ._native.callbacks import NO_DESTROY, ON_DESTROY
from ._native.calls import entry
from ._native.library import native
from ._native.raising import check
from ._native.registry import receiver, register
from ._native.signatures import AuthorizeCallback
from ._native.statuses import Status

# Returns headers by name, directly or as an awaitable.
Authorizer = Callable[[Literal["start", "unauthorized"]], Mapping[str, str] | Awaitable[Mapping[str, str]]]

NO_AUTHORIZER: Any = AuthorizeCallback()


def set_authorizer(client: int | None, authorizer: Authorizer | None, tell: Callable[[Any], None]) -> None:
    """Sets the client's authorizer; None removes it. `tell` gets the headers of each answer."""
    if authorizer is None:
        check(native.swiftpager_client_set_authorizer(client, NO_AUTHORIZER, None, NO_DESTROY, None))
        return
    if not callable(authorizer):
        raise TypeError(f"authorizer must be callable, not {authorizer!r}")
    registered = register((authorizer, tell))
    check(native.swiftpager_client_set_authorizer(client, ON_AUTHORIZE, registered, ON_DESTROY, None))


def _answer(authorization: int, make: Callable[[], Any], tell: Callable[[Any], None]) -> None:
    """Answers with the result of a function, or with its exception."""
    try:
        headers = make()
        text = _headers(headers)
        tell(headers)
        _check(native.swiftpager_authorization_complete(authorization, text))
    except BaseException as error:
        _fail(authorization, error)


def _fail(authorization: int, error: BaseException) -> None:
    """Answers with a failure. Without an answer, requests would wait, also after Ctrl-C, which this raises again."""
    native.swiftpager_authorization_fail(authorization, remember(error))
    if isinstance(error, KeyboardInterrupt | SystemExit):
        raise error


def _headers(given: Any) -> bytes:
    """The headers as JSON. Error messages leave the headers out, because they are secrets."""
    if not hasattr(given, "items"):
        raise TypeError(f"it returned {type(given).__name__}, not a mapping of headers")
    for name, value in given.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise TypeError(f"it returned a header of {type(name).__name__} and {type(value).__name__}, not of strings")
    return written("the authorizer's headers", dict(given))


def _check(status: int) -> None:
    """Raises an exception that says why the library refused an answer."""
    if status == Status.INVALID_ARGUMENT:
        raise ValueError(
            "it returned a header that a request cannot have: a name has letters, digits and hyphens, and is not one"
            " that the library writes itself; a value is one line of text"
        )
    check(status)


def _await(awaitable: Awaitable[Any], authorization: int, tell: Callable[[Any], None]) -> None:
    """Awaits an answer in the event loop of this thread, or else in a new one on another thread."""
    import asyncio
    import threading

    async def made() -> Any:
        return await awaitable

    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        run = threading.Thread(
            target=_answer, args=(authorization, lambda: asyncio.run(made()), tell), name="swiftpager-authorizer",
            daemon=True,
        )
        run.start()
    else:
        task = loop.create_task(made())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)
        task.add_done_callback(lambda done: _answer(authorization, done.result, tell))


# The event loop keeps no references to these tasks.
_tasks: set[Any] = set()


@entry
def _on_authorize(key: int, authorization: int, reason: bytes) -> None:
    try:
        authorizer, tell = receiver(key)
        answer = authorizer(reason.decode())
    except BaseException as error:
        _fail(authorization, error)
        return
    if hasattr(answer, "__await__"):
        _await(answer, authorization, tell)
    else:
        _answer(authorization, lambda: answer, tell)


ON_AUTHORIZE: Any = AuthorizeCallback(_on_authorize)
