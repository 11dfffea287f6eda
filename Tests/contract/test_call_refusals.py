"""Calls that the library refuses: wrong arguments, and calls after a close. Tests/c has those of its own kinds."""

import ctypes
import json
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest

import configs
import header

STATUSES = dict(header.statuses())
POINTER, TEXT, STATUS = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int32
NOTHING = ctypes.CFUNCTYPE(STATUS)(lambda: 0)
SIGNATURES = {
    "client_create": [TEXT, TEXT, POINTER, POINTER, POINTER],
    "pager_create": [POINTER, TEXT, TEXT, POINTER, POINTER, POINTER],
    "client_close": [POINTER, STATUS], "client_release": [POINTER], "pager_close": [POINTER],
    "pager_release": [POINTER], "pager_reset": [POINTER], "pager_current": [POINTER, POINTER],
    "pager_checkpoint": [POINTER, POINTER], "pager_resume_token": [POINTER, POINTER],
    "pager_can_load": [POINTER, STATUS, POINTER], "client_cache_write": [POINTER, TEXT, TEXT, POINTER],
    "client_observe": [POINTER, TEXT, POINTER, POINTER, POINTER, POINTER],
    "client_set_authorizer": [POINTER, POINTER, POINTER, POINTER, POINTER],
    "client_execute": [POINTER, TEXT, *[POINTER] * 5],
    "table_create": [TEXT, POINTER, POINTER], "table_release": [POINTER],
    "table_add_rows": [POINTER, TEXT, ctypes.c_size_t, POINTER],
}


class Scene:
    """A client with a cache, and its pager."""

    def __init__(self, library: pathlib.Path) -> None:
        self._library = ctypes.CDLL(str(library))
        for name, arguments in SIGNATURES.items():
            function = getattr(self._library, f"swiftpager_{name}")
            function.restype, function.argtypes = STATUS, arguments
        self._library.swiftpager_last_error.restype = TEXT
        self.client, self.pager, self.table = POINTER(), POINTER(), POINTER()
        self.call("client_create", None, json.dumps(configs.CACHED).encode(), None, ctypes.byref(self.client), None)
        query = json.dumps(configs.QUERY).encode()
        self.call("pager_create", self.client, None, query, None, ctypes.byref(self.pager), None)
        self.call("table_create", None, ctypes.byref(self.table), None)

    def call(self, name: str, *arguments: object) -> None:
        """Makes a call that succeeds."""
        assert self.status(name, *arguments) == 0, self.told()

    def status(self, name: str, *arguments: object) -> int:
        """Makes a call."""
        returned: int = getattr(self._library, f"swiftpager_{name}")(*arguments)
        return returned

    def told(self) -> dict[str, Any]:
        """The error of the last call."""
        error: dict[str, Any] = json.loads(self._library.swiftpager_last_error())
        return error


@pytest.fixture
def scene(library: pathlib.Path) -> Iterator[Scene]:
    made = Scene(library)
    yield made
    made.call("table_release", made.table)
    made.call("pager_release", made.pager)
    made.call("client_release", made.client)


@pytest.mark.parametrize(("name", "arguments", "status", "words"), [
    ("pager_can_load", lambda scene: (scene.pager, 9, ctypes.byref(ctypes.c_bool())), "INVALID_ARGUMENT",
     "direction is 9: pass SWIFTPAGER_KIND_NEXT or SWIFTPAGER_KIND_PREVIOUS"),
    ("pager_can_load", lambda scene: (scene.pager, 1, None), "INVALID_ARGUMENT",
     "out is NULL: pass a place for the result"),
    ("table_add_rows", lambda scene: (scene.table, b"[]", 2**63, None), "INVALID_ARGUMENT",
     "length is more than any text can have"),
    ("table_add_rows", lambda scene: (scene.table, None, 0, None), "INVALID_ARGUMENT", "rows_json is NULL"),
    ("table_add_rows", lambda scene: (scene.table, b"{}", 2, None), "INVALID_ARGUMENT",
     "the rows must be one JSON array"),
    ("client_cache_write", lambda scene: (scene.client, b"A:1", None, None), "INVALID_ARGUMENT", "fields_json is NULL"),
    ("client_cache_write", lambda scene: (scene.client, b"\xff", b"{}", None), "INVALID_ARGUMENT",
     "key is not valid UTF-8"),
    ("client_execute", lambda scene: (scene.client, None, *[None] * 5), "INVALID_ARGUMENT", "request_json is NULL"),
    ("client_execute", lambda scene: (scene.client, b"\xff", *[None] * 5), "INVALID_ARGUMENT",
     "request_json is not valid UTF-8"),
    ("client_execute", lambda scene: (scene.client, b" " * ((16 << 20) + 1), *[None] * 5), "INVALID_CONFIG",
     "request_json is longer than 16777216 bytes, the limit: shorten it"),
    ("client_execute", lambda scene: (scene.client, b" " * (16 << 20), *[None] * 5), "INVALID_CONFIG",
     "request_json is not valid JSON: unexpected token near end of file"),
])
def test_a_wrong_argument_is_refused_with_its_name(
    scene: Scene, name: str, arguments: Any, status: str, words: str
) -> None:
    assert scene.status(name, *arguments(scene)) == STATUSES[status]
    assert (scene.told()["code"], scene.told()["message"]) == (status, words)


@pytest.mark.parametrize(("name", "arguments"), [
    ("pager_reset", lambda scene: (scene.pager,)),
    ("pager_current", lambda scene: (scene.pager, ctypes.byref(POINTER()))),
    ("pager_resume_token", lambda scene: (scene.pager, ctypes.byref(POINTER()))),
    ("pager_checkpoint", lambda scene: (scene.pager, ctypes.byref(POINTER()))),
])
def test_a_closed_pager_refuses_calls(scene: Scene, name: str, arguments: Any) -> None:
    scene.call("pager_close", scene.pager)
    assert scene.status(name, *arguments(scene)) == STATUSES["CLOSED"]
    assert scene.told()["code"] == "CLOSED"


@pytest.mark.parametrize(("name", "arguments"), [
    ("client_observe", lambda scene: (scene.client, None, ctypes.cast(NOTHING, POINTER), None, None, None)),
    ("client_set_authorizer", lambda scene: (scene.client, ctypes.cast(NOTHING, POINTER), None, None, None)),
    ("client_cache_write", lambda scene: (scene.client, b"A:1", b"{}", None)),
    ("client_execute", lambda scene: (scene.client, b'{"query": "{ a }"}', *[None] * 5)),
    ("pager_create", lambda scene: (
        scene.client, None, json.dumps(configs.QUERY).encode(), None, ctypes.byref(POINTER()), None)),
])
def test_a_closed_client_refuses_calls(scene: Scene, name: str, arguments: Any) -> None:
    scene.call("client_close", scene.client, -1)
    assert scene.status(name, *arguments(scene)) == STATUSES["CLOSED"]
    assert scene.told()["code"] == "CLOSED"
