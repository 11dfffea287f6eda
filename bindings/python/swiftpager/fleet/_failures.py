"""The note about a walk that failed. It counts until the walk continues, or until `retry` forgets it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from ..exceptions import BadResponseError, SwiftPagerError
from . import _records
from ._listing import FAILURE, WALKS
from .store import Store


def described(error: BaseException, where: str = "") -> dict[str, Any]:
    """An exception as plain data: `code`, `message`, `retryable`, and `http_status` if the server answered with one.

    `retryable` says whether the same walk may succeed later without a change. `server_message` is the first message of
    the server, if it gave one. If values do not fit the columns, `columns` has a type for each such column that holds
    the values of their page.
    """
    code = error.code if isinstance(error, SwiftPagerError) else type(error).__name__
    retryable = error.retryable if isinstance(error, SwiftPagerError) else isinstance(error, OSError)
    notes = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
    fields: dict[str, Any] = {"code": code, "message": f"{where}{error}{notes}", "retryable": retryable}
    if isinstance(error, BadResponseError) and (columns := error.details.get("columns")):
        fields["columns"] = columns
    if (status := getattr(error, "http_status", None)) is not None:
        fields["http_status"] = status
    # `PartialData.errors` is a number.
    errors = getattr(error, "errors", None)
    first = next(iter(errors), None) if isinstance(errors, list) else None
    if isinstance(first, Mapping) and isinstance(first.get("message"), str):
        fields["server_message"] = first["message"]
    return fields


def note(store: Store, name: str, after: int, error: Mapping[str, Any]) -> None:
    """Notes the failure of the walk with a name, whose newest slice has the number `after`."""
    store._folder.replace(_file(name), _records.written({"after": after, "time": time.time(), **error}))


def noted(store: Store, name: str, newest: int) -> dict[str, Any] | None:
    """The failure of a walk; None if there is none, or a later slice is committed. A damaged note is one, too."""
    try:
        fields = _records.read(store._folder, _file(name), "remove it, or call swiftpager.fleet.retry")
    except ValueError as error:
        return {"after": newest, "code": "DAMAGED_NOTE", "message": str(error), "retryable": False}
    if fields is None or fields.get("after") != newest:
        return None
    return {key: value for key, value in fields.items() if key != "version"}


def forget(store: Store, name: str) -> None:
    """Forgets the failure of a walk."""
    store._folder.remove(_file(name))


def _file(name: str) -> str:
    return f"{WALKS}/{name}{FAILURE}"
