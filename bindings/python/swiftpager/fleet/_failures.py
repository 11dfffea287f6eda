"""The note about a walk that failed. It counts until the walk continues, or until `retry` forgets it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from ..exceptions import SwiftPagerError
from .store import WALKS, Store

SUFFIX = ".error.json"


def described(error: BaseException, where: str = "") -> dict[str, Any]:
    """An exception as plain data: `code`, `message`, `retryable`, and `http_status` if the server answered with one.

    `retryable` says whether the same walk may succeed later without a change.
    """
    code = error.code if isinstance(error, SwiftPagerError) else type(error).__name__
    retryable = error.retryable if isinstance(error, SwiftPagerError) else isinstance(error, OSError)
    notes = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
    fields = {"code": code, "message": f"{where}{error}{notes}", "retryable": retryable}
    status = getattr(error, "http_status", None)
    return fields if status is None else {**fields, "http_status": status}


def note(store: Store, key: str, after: int, error: Mapping[str, Any]) -> None:
    """Notes the failure of a walk whose newest slice has the number `after`."""
    fields = {"after": after, "time": time.time(), **error}
    store._folder.replace(_name(key), json.dumps(fields).encode())


def noted(store: Store, key: str, newest: int) -> dict[str, Any] | None:
    """The failure of a walk; None if there is none, or a later slice is committed."""
    data = store._folder.read(_name(key))
    if data is None:
        return None
    fields: dict[str, Any] = json.loads(data)
    return fields if fields.get("after") == newest else None


def forget(store: Store, key: str) -> None:
    """Forgets the failure of a walk."""
    store._folder.remove(_name(key))


def _name(key: str) -> str:
    return f"{WALKS}/{key}{SUFFIX}"
