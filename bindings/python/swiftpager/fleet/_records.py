"""Small JSON files of a store, each with its version."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._folders import Folder

VERSION = 1


def read(folder: Folder, name: str, remedy: str) -> dict[str, Any] | None:
    """The record in a file; None if there is no such file.

    remedy  what to do about a damaged file

    Raises ValueError, which names the file, if it is damaged or another version of swiftpager wrote it.
    """
    data = folder.read(name)
    return None if data is None else parsed(data, folder.path(name), remedy)


def parsed(data: bytes, path: str, remedy: str) -> dict[str, Any]:
    """The record in the content of a file; raises ValueError as `read` does."""
    try:
        fields = json.loads(data)
    except ValueError as error:
        raise ValueError(f"{path} is damaged ({error}): {remedy}") from error
    if not isinstance(fields, dict):
        raise ValueError(f"{path} is damaged (it has no JSON object): {remedy}")
    if fields.get("version", VERSION) != VERSION:
        raise ValueError(f"another version of swiftpager wrote {path}: use that version, or another store")
    return fields


def written(fields: Mapping[str, Any]) -> bytes:
    """A record as the content of a file."""
    return json.dumps({"version": VERSION, **fields}).encode()
