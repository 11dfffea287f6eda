"""The headers of a command line, and its address, without a secret in a message."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from .._environment import MissingVariable
from .._environment import filled as filled_from_environment
from .._secrets import HIDDEN
from .endings import UsageError
from .reading import text_of

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


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


def shown_address(endpoint: str) -> str:
    """An address without its secrets."""
    parts = urlsplit(endpoint)
    query = "?" + HIDDEN if parts.query else ""
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}{query}"
