"""What a request keeps secret, for texts of servers that this package itself quotes or hands out.

The library hides the same in its own errors (`RequestSecrets`), and a test compares the two. But the package reads
responses, which stay as sent: an error beside the data, for example.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator, Mapping
from typing import Any

HIDDEN = "[hidden]"
# The headers whose values are not secret. A list of the secret ones would miss one.
HARMLESS = frozenset({"accept", "accept-encoding", "accept-language", "content-type", "user-agent"})
# Shorter texts, in bytes, occur in messages by chance.
SHORTEST = 8


class Secrets:
    """Hides the values of headers, users, passwords and the values of queries, in clear and in base64."""

    def __init__(self, endpoint: str, headers: Mapping[str, str] | None, proxy: str | None = None) -> None:
        proxies = _proxies_of_environment() if proxy is None else [proxy]
        # A proxy may lack its scheme.
        self._addresses = [address if "://" in address else f"http://{address}" for address in (endpoint, *proxies)]
        self._headers = _of_headers(headers)
        # Those of an authorizer, and of one request.
        self._further: tuple[set[str], set[str]] = set(), set()
        # What to hide, and the further headers that it was made for.
        self._made: tuple[object, list[str]] = None, []

    def authorized(self, headers: Mapping[str, str]) -> None:
        """Takes the headers of an authorizer, in place of those that it gave before."""
        self._further = _of_headers(headers), self._further[1]

    def with_headers(self, headers: Mapping[str, str] | None) -> Secrets:
        """These, and those of the headers of one request."""
        if not headers:
            return self
        other = copy.copy(self)
        other._further = self._further[0], self._further[1] | _of_headers(headers)
        return other

    def _texts(self) -> list[str]:
        """What to hide, made for the first text: few programs have one."""
        further = self._further
        made_for, texts = self._made
        if made_for is not further:
            texts = _texts(self._headers.union(*further, *map(_of_address, self._addresses)))
            # Together, because an authorizer may answer on another thread.
            self._made = further, texts
        return texts

    def hide(self, text: str) -> str:
        """The text without the secrets."""
        for secret in self._texts():
            text = text.replace(secret, HIDDEN)
        return text

    def hide_in(self, value: Any, *, keeps_paths: bool = False) -> Any:
        """A JSON value whose texts are without the secrets. Names stay: of members, and if wanted those in a `path`."""
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, list):
            return [self.hide_in(one, keeps_paths=keeps_paths) for one in value]
        if isinstance(value, Mapping):
            return {
                name: one if keeps_paths and name == "path" else self.hide_in(one, keeps_paths=keeps_paths)
                for name, one in value.items()
            }
        return value

    def hide_in_errors(self, errors: Any) -> Any:
        """The errors of a server. Their paths have names of lists and fields."""
        return self.hide_in(errors, keeps_paths=True)


def _proxies_of_environment() -> list[str]:
    """The proxies that libcurl takes."""
    found = (
        os.environ.get("http_proxy"), os.environ.get("https_proxy"), os.environ.get("HTTPS_PROXY"),
        os.environ.get("all_proxy"),  # noqa: SIM112  (libcurl reads both)
        os.environ.get("ALL_PROXY"),
    )
    return [proxy for proxy in found if proxy]


def _texts(found: set[str]) -> list[str]:
    """What to hide: the longest first, because one secret may be a part of another."""
    import base64

    plain = {text for text in found if len(_bytes(text)) >= SHORTEST}
    encoded = {base64.b64encode(_bytes(text)).decode() for text in plain}
    return sorted(plain | encoded, key=lambda text: len(_bytes(text)), reverse=True)


def _of_headers(headers: Mapping[str, str] | None) -> set[str]:
    """The values, and the words after the first, like that after "Bearer"."""
    values = [value for name, value in (headers or {}).items() if name.lower() not in HARMLESS]
    return {text for value in values for text in (value, *value.split()[1:])}


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _of_address(address: str) -> Iterator[str]:
    """User, password, both as Basic authentication joins them, the query and its values: as they stand, and decoded."""
    from urllib.parse import unquote, urlsplit

    try:
        parts = urlsplit(address)
        user, password = parts.username or "", parts.password or ""
    except ValueError:
        # The library says what is wrong with the address.
        return
    yield from (user, password, unquote(user), unquote(password))
    yield from (f"{user}:{password}", f"{unquote(user)}:{unquote(password)}")
    for query in (parts.query, unquote(parts.query)):
        yield query
        yield from (parameter.partition("=")[2] for parameter in query.split("&"))
