"""The schema of an endpoint: the server is asked for it once a day, and the answer stays in a file of the user's."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import pathlib
import secrets
import time
from typing import TYPE_CHECKING, Any

from .._client import BaseClient
from .._environment import with_environment
from .._observing import LOGGER
from ..exceptions import GraphQLError, HTTPError
from ..files._opening import NewFile
from .errors import IntrospectionRefused, SchemaError
from .reading import INTROSPECTION_QUERY, read

if TYPE_CHECKING:
    from ..client import Client
    from .opened import Schema

# How long an answer counts.
LARGEST_AGE_SECONDS = 24 * 60 * 60
_SALT_BYTES = 32
REMEDY = "if you have the schema, name its file: --schema FILE, or swiftpager.schema.read(FILE) in Python"


def schema_of(client: Client, *, file: str | os.PathLike[str] | None = None, refresh: bool = False) -> Schema:
    """The schema of a client's endpoint: that of a file, the kept one, or the server's.

    Raises `SchemaError` for a file that is not a schema, `IntrospectionRefused`, and what `Client.execute` raises.
    """
    if file is not None:
        return read(file)
    kept = KeptSchema(client)
    found = None if refresh else kept.read()
    if found is not None:
        return found
    with explained():
        return kept.write(client.execute(INTROSPECTION_QUERY))


@contextlib.contextmanager
def explained() -> Any:
    """Says in the error of a server that refuses introspection what to do."""
    try:
        yield
    except (GraphQLError, HTTPError) as error:
        error.add_note(f"this was the introspection of the schema: {REMEDY}")
        raise


class KeptSchema:
    """The file with the schema of a client's endpoint, as a user with these headers sees it.

    The name of the file is a hash with a secret of this folder, so that a reader of the name cannot guess a token from
    it. A client that records or replays exchanges, or has a transport or an authorizer of its own, has no such file.
    """

    def __init__(self, client: BaseClient[Any]) -> None:
        given = client._arguments
        self._is_kept = all(given.get(name) is None for name in ("record", "replay", "transport", "authorizer"))
        self._endpoint = client._shown_endpoint
        self._secrets = client._secrets
        headers = with_environment(given.get("headers"), given.get("headers_env")) or {}
        self._identity = json.dumps([given["endpoint"], sorted(headers.items())]).encode()
        self._folder = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "swiftpager"

    def read(self) -> Schema | None:
        """The kept schema; None if it is missing or too old."""
        if not self._is_kept:
            return None
        try:
            path = self._path()
            if time.time() - path.stat().st_mtime > LARGEST_AGE_SECONDS:
                return None
            schema = self._labelled(read(path))
        except (OSError, SchemaError):
            # The server's answer replaces it.
            return None
        schema.is_kept = True
        return schema

    def write(self, answer: Any) -> Schema:
        """The schema of an answer, which the file keeps from now on; raises `IntrospectionRefused`."""
        try:
            schema = self._labelled(read({**answer, "errors": self._secrets.hide_in_errors(answer.get("errors"))}))
        except SchemaError as error:
            raise IntrospectionRefused(f"the server's answer to the introspection query: {error}; {REMEDY}") from error
        if self._is_kept:
            try:
                self._replace(self._path(), json.dumps({"data": answer["data"]}).encode())
            except OSError as error:
                logging.getLogger(LOGGER).warning("the schema is not kept: %s", error)
        return schema

    def _labelled(self, schema: Schema) -> Schema:
        """Messages name the endpoint, not the file."""
        schema.label = self._endpoint
        return schema

    def _path(self) -> pathlib.Path:
        digest = hashlib.blake2b(self._identity, key=self._salt(), digest_size=16).hexdigest()
        return self._folder / f"schema-{digest}.json"

    def _salt(self) -> bytes:
        path = self._folder / "salt"
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            if len(salt := path.read_bytes()) == _SALT_BYTES:
                return salt
            path.unlink()
        self._create(path, secrets.token_bytes(_SALT_BYTES))
        return path.read_bytes()

    def _create(self, path: pathlib.Path, data: bytes) -> None:
        """Creates a file with its content at once, unless another process is faster."""
        temporary = self._temporary()
        try:
            temporary.file.write(data)
            temporary.settle()
            with contextlib.suppress(FileExistsError):
                temporary.link(str(path))
        finally:
            temporary.remove()

    def _replace(self, path: pathlib.Path, data: bytes) -> None:
        temporary = self._temporary()
        try:
            temporary.file.write(data)
            temporary.settle()
            temporary.replace(str(path))
        finally:
            temporary.remove()

    def _temporary(self) -> NewFile:
        """A new file that only this user can read."""
        return NewFile(str(self._folder / f".{secrets.token_hex(8)}.new"), 0o600)
