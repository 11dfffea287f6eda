"""Headers, and the parts of them that must never be shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, unquote, urlsplit

from .._environment import MissingVariable
from .._environment import filled as filled_from_environment
from .endings import UsageError
from .reading import text_of

HIDDEN = "[hidden]"
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# The headers whose values are not secret. A list of the secret ones would miss one.
HARMLESS = {"accept", "accept-encoding", "accept-language", "content-type", "user-agent"}
# Shorter texts occur in messages by chance. Values in the query of an address are seldom secret.
_SHORTEST, _SHORTEST_OF_QUERY = 4, 8


def headers_from(words: list[str], templates: list[str], files: list[str]) -> dict[str, str]:
    """The headers of `-H`, `--header-env` and `--header-file`; raises `UsageError`, without showing a value."""
    pairs = [_pair("-H", word) for word in words]
    pairs += [_filled(template) for template in templates]
    for path in files:
        lines = text_of(path, "--header-file").splitlines()
        pairs += [_pair(f"--header-file {path}", line) for line in lines if line.strip() and line.lstrip()[0] != "#"]
    headers: dict[str, str] = {}
    for name, value in pairs:
        if name.lower() in (known.lower() for known in headers):
            raise UsageError(f"the header {name} is given twice")
        headers[name] = value
    return headers


def _pair(option: str, line: str) -> tuple[str, str]:
    name, colon, value = line.partition(":")
    if not colon or not _NAME.fullmatch(name.strip()):
        # The line may be a secret itself.
        raise UsageError(f"{option}: expected 'Name: value', found {len(line)} characters of another form")
    return name.strip(), value.strip()


def _filled(template: str) -> tuple[str, str]:
    """A header whose value contains environment variables."""
    name, value = _pair("--header-env", template)

    try:
        filled, count = filled_from_environment(value)
    except MissingVariable as error:
        raise UsageError(
            f"--header-env {name}: the environment variable {error.variable} is missing or empty"
        ) from error
    if count == 0:
        raise UsageError(
            f"--header-env {name}: the value names no environment variable; write '{name}: Bearer ${{TOKEN}}' in single"
            " quotes, so that the shell does not replace it"
        )
    return name, filled


class Secrets:
    """Hides secrets in texts."""

    def __init__(self, endpoint: str, headers: Mapping[str, str]) -> None:
        found = set(_of_address(endpoint))
        for name, value in headers.items():
            if name.lower() not in HARMLESS:
                # The words after "Bearer" are secrets of their own.
                found |= {value, *value.split()[1:]}
        self._texts = sorted((text for text in found if len(text) >= _SHORTEST), key=len, reverse=True)

    def hide(self, text: str) -> str:
        """The text without the secrets."""
        for secret in self._texts:
            text = text.replace(secret, HIDDEN)
        return text


def _of_address(endpoint: str) -> Iterable[str]:
    """User, password and query of an address."""
    try:
        parts = urlsplit(endpoint)
        credentials = [part for part in (parts.username, parts.password) if part]
    except ValueError:
        # The library says what is wrong with the address.
        return []
    return [
        *credentials, *(unquote(part) for part in credentials), *([parts.query] if parts.query else []),
        *(value for _, value in parse_qsl(parts.query) if len(value) >= _SHORTEST_OF_QUERY),
    ]


def shown_address(endpoint: str) -> str:
    """An address without its secrets."""
    parts = urlsplit(endpoint)
    query = "?" + HIDDEN if parts.query else ""
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}{query}"
