"""The records that a client keeps of its responses."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import byref
from typing import Any, TypeVar

from ._json import read, written
from ._native.handle import Handle, NotCopied
from ._native.library import native
from ._native.raising import check
from ._native.text import OwnedText

Default = TypeVar("Default")


class Cache(NotCopied):
    """The records of a client's cache, by key; made by `Client.cache`.

        pager.load_all()
        client.cache["Product:17"] = {"price": 0.99}  # the page that shows it changes
        assert client.cache["Product:17"]["price"] == 0.99

    A key is an object's type and id, like "Product:17". A record is a dict of its fields. The name of a field with
    arguments is like 'price(currency:"EUR")', and a reference to another record is `{"$ref": key}`. If a write changes
    what a page shows, the library delivers the page again, in its place and without a request, to the subscriptions of
    its pager.

    You may call every method inside callbacks. The methods raise `InvalidArgumentError` if the client has no cache, and
    `CacheFailed` if its file cannot be written.
    """

    __slots__ = ("_client",)

    def __init__(self, client: Handle) -> None:
        self._client = client

    def __getitem__(self, key: str) -> dict[str, Any]:
        """The fields of a record; raises KeyError if there is no such record."""
        record = self._read(key)
        if record is None:
            raise KeyError(key)
        return record

    def __setitem__(self, key: str, fields: Mapping[str, Any]) -> None:
        """Writes these fields of a record and keeps its other fields; makes the record if it does not exist."""
        self._write(_key(key), written("the fields", fields))

    def __delitem__(self, key: str) -> None:
        """Forgets a record, if it exists. Pages that show it stay as they are."""
        error = OwnedText()
        status = native.swiftpager_client_cache_evict(self._client.key, _key(key), byref(error))
        check(status, error.read())

    def __contains__(self, key: str) -> bool:
        return self._read(key) is not None

    # A cache cannot be iterated over. Without this line, Python would iterate with `__getitem__`.
    __iter__ = None

    def get(self, key: str, default: Default | None = None) -> dict[str, Any] | Default | None:
        """The fields of a record, or `default`."""
        record = self._read(key)
        return default if record is None else record

    def write(self, records: Mapping[str, Mapping[str, Any]]) -> None:
        """Writes fields of many records in one step: all or none, and each page that shows them changes once."""
        self._write(None, written("the records", records))

    def clear(self) -> None:
        """Forgets all records. Pages that a pager holds stay as they are, and subscribers get no update."""
        error = OwnedText()
        check(native.swiftpager_client_cache_clear(self._client.key, byref(error)), error.read())

    def __repr__(self) -> str:
        return f"<swiftpager.Cache{' of a closed client' if self._client.is_released else ''}>"

    def _read(self, key: str) -> dict[str, Any] | None:
        out, error = OwnedText(), OwnedText()
        status = native.swiftpager_client_cache_read(self._client.key, _key(key), byref(out), byref(error))
        check(status, error.read())
        text = out.read()
        if text is None:
            return None
        record: dict[str, Any] = read(text)
        return record

    def _write(self, key: bytes | None, text: bytes) -> None:
        error = OwnedText()
        check(native.swiftpager_client_cache_write(self._client.key, key, text, byref(error)), error.read())


def _key(key: str) -> bytes:
    if not isinstance(key, str):
        raise TypeError(f"the key of a record must be a string, not {key!r}")
    if "\0" in key:
        raise ValueError(f"the key of a record must not contain NUL: {key!r}")
    return key.encode()
