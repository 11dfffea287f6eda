"""Clients that go on in a forked child, and the arguments with which a client is made again elsewhere."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable
from typing import Any

from .handle import CLOSED_CLIENT, Handle
from .starting import starting


class ReopenedHandle(Handle):
    """A client's handle. In a forked child, its first use makes a client of the child's own.

    The child cannot use the parent's client: the threads and the connections of that client are the parent's.
    """

    __slots__ = ("_is_inherited", "_on_fork", "_open", "_opened")

    def __init__(
        self, open: Callable[[], int | None], release: Callable[[int], int], *, opened: Callable[[], None],
        on_fork: Callable[[], None],
    ) -> None:
        """`opened` is called in a child after it has made its client, `on_fork` as soon as there is a child."""
        super().__init__(open(), release, CLOSED_CLIENT)
        self._open = open
        self._opened = opened
        self._on_fork = on_fork
        self._is_inherited = False
        _handles.add(self)

    @property
    def key(self) -> int:
        if self._is_inherited:
            self._reopen()
        return super().key

    @property
    def is_released(self) -> bool:
        return self._key is None and not self._is_inherited

    def _reopen(self) -> None:
        with starting():
            if self._is_inherited:
                self._key = self._open()
                self._is_inherited = False
                self._opened()

    def inherit(self) -> None:
        """Says that this process is a forked child."""
        if self._key is not None:
            self._key = None
            self._is_inherited = True
        self._on_fork()

    def release(self) -> None:
        self._is_inherited = False
        super().release()


_handles: weakref.WeakSet[ReopenedHandle] = weakref.WeakSet()


def _inherit_all() -> None:
    for handle in tuple(_handles):
        handle.inherit()


os.register_at_fork(after_in_child=_inherit_all)


def check_pickled(kind: str, arguments: dict[str, Any]) -> None:
    """Raises TypeError if a client with these arguments must not be pickled or copied."""
    if arguments.get("headers"):
        raise TypeError(
            f"{kind} objects with `headers` cannot be pickled or copied, because headers may be secrets: name"
            ' environment variables in `headers_env`, like {"Authorization": "TOKEN"}, which the copy reads where it is'
            " made"
        )
    for name in ("endpoint", "proxy"):
        if name in arguments and _may_have_secret(arguments[name], with_query=name == "endpoint"):
            raise TypeError(
                f"{kind} objects cannot be pickled or copied if the {name} has a user, a password or a query, because"
                " these may be secrets: make the client where it is used"
            )
    if "record" in arguments:
        raise TypeError(f"{kind} objects with `record` cannot be pickled or copied: the copy would empty the recording")


def _may_have_secret(address: str, *, with_query: bool) -> bool:
    from urllib.parse import urlsplit

    parts = urlsplit(address)
    # A proxy may be given without a scheme: "user:password@host:8080".
    return "@" in parts.netloc or (with_query and bool(parts.query)) or (not with_query and "@" in address)


def remade(kind: Callable[..., Any], endpoint: str, options: dict[str, Any]) -> Any:
    """A client with the arguments of another one; what pickle calls."""
    return kind(endpoint, **options)
