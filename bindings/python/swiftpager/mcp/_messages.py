"""Lines that are not messages of the protocol get an error. The SDK drops them, and their sender would wait."""

from __future__ import annotations

import json
from typing import Any

# The codes of JSON-RPC 2.0.
_PARSE_ERROR, _INVALID_REQUEST, _INVALID_PARAMS = -32700, -32600, -32602


def refusal(line: str) -> str | None:
    """The line that answers one which the protocol does not have; None if it has it, or if nothing may answer it."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _error(None, _PARSE_ERROR, f"the line is not JSON: {error}")
    if not isinstance(message, dict):
        return _error(None, _INVALID_REQUEST, "a line must have one message, which is a JSON object")
    if "method" not in message and ("result" in message or "error" in message):
        # An answer to a request of the server.
        return None
    number = message.get("id")
    # A number with a fraction, true or null cannot be an id.
    has_id = isinstance(number, (str, int)) and not isinstance(number, bool)
    known = number if has_id else None
    if message.get("jsonrpc") != "2.0":
        return _error(known, _INVALID_REQUEST, 'a message must have "jsonrpc": "2.0"')
    if not isinstance(message.get("method"), str):
        return _error(known, _INVALID_REQUEST, "a message must have a method, which is a string")
    if "id" in message and not has_id:
        return _error(None, _INVALID_REQUEST, "an id must be a string or a whole number")
    if has_id and not isinstance(message.get("params", {}), dict):
        return _error(known, _INVALID_PARAMS, "params must be a JSON object")
    return None


def _error(number: str | int | None, code: int, message: str) -> str:
    answer: dict[str, Any] = {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}
    return json.dumps(answer) + "\n"
