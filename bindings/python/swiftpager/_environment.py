"""Headers whose values come from environment variables, so that no secret stands in a program's text."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from ._configuration import refused

# `re` compiles them at their first use.
_REFERENCE = r"\$\{([^}]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)"
_NAME = r"[A-Za-z_][A-Za-z0-9_]*"


class MissingVariable(LookupError):
    """An environment variable is missing or empty."""

    def __init__(self, variable: str) -> None:
        super().__init__(variable)
        self.variable = variable


def filled(template: str) -> tuple[str, int]:
    """A text with the values of its ${VARIABLES}, and their number; raises `MissingVariable`."""
    return re.subn(_REFERENCE, lambda match: _value(match[1] or match[2] or ""), template)


def _value(variable: str) -> str:
    value = os.environ.get(variable, "")
    if not value:
        raise MissingVariable(variable)
    return value


def with_environment(headers: Mapping[str, str] | None, headers_env: Mapping[str, str] | None) -> Any:
    """The headers of a client, with those from environment variables; raises `ConfigurationError`."""
    if headers_env is None:
        return headers
    if not isinstance(headers_env, Mapping):
        raise TypeError(f"headers_env must be a mapping of headers to environment variables, not {headers_env!r}")
    read = dict(headers or {})
    known = {name.lower() for name in read if isinstance(name, str)}
    for name, template in headers_env.items():
        if not isinstance(name, str) or not isinstance(template, str):
            raise TypeError(
                "headers_env must have strings, names of headers and of environment variables, not"
                f" {name!r}: {template!r}"
            )
        if name.lower() in known:
            raise refused(f"/headers_env/{name}", "the header is given twice")
        known.add(name.lower())
        read[name] = _of_environment(name, template)
    return read


def _of_environment(name: str, template: str) -> str:
    try:
        if re.fullmatch(_NAME, template):
            return _value(template)
        value, count = filled(template)
    except MissingVariable as error:
        # A program that gives the secret itself must not find it in its log.
        shown = error.variable if error.variable == error.variable.upper() else "that it names"
        raise refused(f"/headers_env/{name}", f"the environment variable {shown} is missing or empty") from None
    if count == 0:
        expected = 'expected the name of an environment variable, or a text like "Bearer ${TOKEN}"'
        raise refused(f"/headers_env/{name}", expected)
    return value
