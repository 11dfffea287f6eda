"""Lines that are not messages of the protocol: each that may be answered gets an error of JSON-RPC 2.0."""

import json
import pathlib
import subprocess
from typing import Any

from assistants import NOWHERE, out
from commands import COMMAND, environment
from conftest import LIMIT_SECONDS

__all__ = ["out"]  # fixture

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602

# The line, and the id and the code of its answer; None: nothing answers it.
LINES = [
    ("nonsense", (None, PARSE_ERROR)),
    ('{"jsonrpc": "2.0", "id": 7, "method": "ping"', (None, PARSE_ERROR)),
    ("[" * 100_000, (None, PARSE_ERROR)),
    ("[]", (None, INVALID_REQUEST)),
    ('[{"jsonrpc": "2.0", "id": 7, "method": "ping"}]', (None, INVALID_REQUEST)),
    ("5", (None, INVALID_REQUEST)),
    ("null", (None, INVALID_REQUEST)),
    ("{}", (None, INVALID_REQUEST)),
    ('{"id": 2}', (2, INVALID_REQUEST)),
    ('{"jsonrpc": "2.0", "id": 2}', (2, INVALID_REQUEST)),
    ('{"jsonrpc": "1.0", "id": "a", "method": "ping"}', ("a", INVALID_REQUEST)),
    ('{"jsonrpc": "2.0", "id": 2, "method": 5}', (2, INVALID_REQUEST)),
    ('{"jsonrpc": "2.0", "id": null, "method": "ping"}', (None, INVALID_REQUEST)),
    ('{"jsonrpc": "2.0", "id": true, "method": "ping"}', (None, INVALID_REQUEST)),
    ('{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', (None, INVALID_REQUEST)),
    ('{"jsonrpc": "2.0", "id": 2, "method": "ping", "params": "x"}', (2, INVALID_PARAMS)),
    ('{"jsonrpc": "2.0", "id": 2, "method": "ping", "params": [1]}', (2, INVALID_PARAMS)),
    ('{"jsonrpc": "2.0", "id": 2, "method": "ping", "params": null}', (2, INVALID_PARAMS)),
    ("", None),
    (" \t", None),
    ('{"jsonrpc": "2.0", "method": "ping", "params": "x"}', None),
    ('{"jsonrpc": "2.0", "method": "notifications/nonsense"}', None),
    ('{"jsonrpc": "2.0", "id": 9, "result": {}}', None),
    ('{"jsonrpc": "2.0", "id": 9, "error": {"code": 1, "message": "no"}}', None),
]


def spoken(out: pathlib.Path, lines: list[str], last: str) -> list[dict[str, Any]]:
    """The answers to lines, up to the one with an id."""
    words = [*COMMAND, "mcp", NOWHERE, "-o", str(out)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        answers: list[dict[str, Any]] = []
        while not answers or answers[-1]["id"] != last:
            answers.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        assert process.wait(LIMIT_SECONDS) == 0
    return answers


def test_each_line_that_may_be_answered_is(out: pathlib.Path) -> None:
    ping = '{"jsonrpc": "2.0", "id": "%s", "method": "ping"}'
    lines = [text for number, (line, _) in enumerate(LINES) for text in (line, ping % number)]
    answers = spoken(out, [*lines, '{"jsonrpc": "2.0", "id": 1, "method": "nonsense"}', ping % "last"], "last")
    errors = [(answer["id"], answer["error"]["code"]) for answer in answers if "error" in answer]
    assert sorted(errors, key=str) == sorted(
        [*(expected for _, expected in LINES if expected is not None), (1, METHOD_NOT_FOUND)], key=str
    )
    assert {answer["id"] for answer in answers if "result" in answer} == {*map(str, range(len(LINES))), "last"}
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    assert all(answer["error"]["message"] for answer in answers if "error" in answer)
