"""Values from the command line: `-v name=value` and similar options."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from .endings import UsageError
from .reading import text_of

# The longest operators first.
_ASSIGNMENT = re.compile(
    r"(?P<name>[_A-Za-z][_0-9A-Za-z]*(\.[_A-Za-z][_0-9A-Za-z]*)*)(?P<operator>:=|==|@=|=)(?P<value>.*)", re.DOTALL
)
FORMS = "name=value, name:=JSON, name==text or name@=FILE"


def assigned(option: str, words: list[str], prefix: str = "") -> dict[str, Any]:
    """The values of options like `-v first=100`, by name; if a name comes twice, the last value counts.

    Every word begins with `prefix`, which is not part of the name.

    name=value   JSON if the value is valid JSON, else text: first=100 is a number, id=007 and login=ada are text
    name:=JSON   JSON; an error if it is not
    name==text   always text: id==7
    name@=FILE   the text of a file, or of stdin if FILE is "-"

    Only arguments of a schema may have names with dots, like repository.name.
    """
    return dict(_assignment(option, word, prefix) for word in words)


def _assignment(option: str, word: str, prefix: str) -> tuple[str, Any]:
    match = _ASSIGNMENT.fullmatch(word, len(prefix))
    if match is None or ("." in match["name"] and option != "--arg"):
        raise UsageError(f"{option} {word}: expected {prefix}{FORMS}")
    name, operator, text = match["name"], match["operator"], match["value"]
    if operator == "==":
        return name, text
    if operator == "@=":
        return name, text_of(text, f"{option} {prefix}{name}")
    try:
        return name, parsed(text)
    except ValueError as error:
        if operator == ":=":
            raise UsageError(
                f"{option} {word}: not JSON: {_told(error)}; for text, write {prefix}{name}=={text}"
            ) from error
        return name, text


def parsed(text: str) -> Any:
    """The value of a JSON text; raises ValueError if the text is not JSON, or has a number that is too large."""
    return json.loads(text, parse_constant=_refuse, parse_float=_finite)


def json_object(option: str, text: str) -> dict[str, Any]:
    """The JSON object in a text; raises `UsageError`."""
    value = json_value(option, text)
    if not isinstance(value, dict):
        raise UsageError(f"{option}: expected a JSON object, found {text[:40]!r}")
    return value


def json_value(option: str, text: str) -> Any:
    """The value of a JSON text; raises `UsageError`."""
    try:
        return parsed(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{option}: not JSON: {_told(error)}") from error


def _told(error: Exception) -> str:
    """Why a text is not JSON, and where."""
    if not isinstance(error, json.JSONDecodeError):
        return str(error)
    if "\n" in error.doc:
        return f"{error.msg} at line {error.lineno}, column {error.colno}"
    return f"{error.msg} at character {error.pos + 1}"


def _refuse(name: str) -> Any:
    raise ValueError(f"JSON has no {name}")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {text} is too large")
    return number
