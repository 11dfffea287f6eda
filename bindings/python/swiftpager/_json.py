"""JSON: configurations on their way to the library, and what it answers.

Configurations are small, and written here: `json` takes longer to load than this whole package (with `re`, `enum` and
`collections`), so it is loaded when something is read.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ESCAPES = {code: f"\\u{code:04x}" for code in range(0x20)} | {ord('"'): '\\"', ord("\\"): "\\\\"}


def given(**values: Any) -> dict[str, Any]:
    """Those of the values that are given: None stands for one that is left out."""
    return {key: value for key, value in values.items() if value is not None}


def written(what: str, value: Any) -> bytes:
    """A configuration as JSON; raises TypeError or ValueError, saying what could not be written."""
    try:
        return _text(value).encode()
    except (TypeError, ValueError, RecursionError) as error:
        error.add_note(f"while writing {what} as JSON")
        raise


def read(text: bytes | memoryview) -> Any:
    """The value that a JSON text stands for."""
    import json

    return json.loads(str(text, "utf-8"))


def _text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        if value - value != 0:
            raise ValueError(f"JSON has no number for {value!r}")
        return float.__repr__(value)
    if hasattr(value, "keys"):  # A mapping of any kind.
        return f"{{{','.join(f'{_key(key)}:{_text(value[key])}' for key in value.keys())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(_text, value))}]"
    raise TypeError(f"JSON has no value for an object of type {type(value).__name__}: {value!r}")


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"the keys of a JSON object are strings, not {key!r}")
    return _text(key)
