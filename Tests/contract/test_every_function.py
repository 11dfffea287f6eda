"""Every function of the header: with a wrong handle, with NULL, in a child of fork(), and inside every callback."""

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from scene import ENDPOINT, FUNCTIONS, KINDS, QUERY, Scene, ffi, kind_of, native

ALL = pytest.mark.parametrize("name", FUNCTIONS)
WITH_HANDLE = [name for name, function in FUNCTIONS.items() if any(map(kind_of, function["parameters"]))]
OF_HANDLES = pytest.mark.parametrize("name", WITH_HANDLE)
# The functions that run callbacks or wait: a callback must not call them.
WAITING = {name for name, function in FUNCTIONS.items() if function["waits"] == "timeout_ms"}
# The callbacks that a function may call, by the contract's word for it.
CALLED_BACK = {"cancel": {"cancel"}, "destroy": {"destroy"}, "refused": {"destroy"}, "resolve_page": {"resolve_page"}}
CALLBACKS = [
    "authorize", "send", "cancel", "extract_page_info", "resolve_page", "transform", "update", "completion", "event",
    "destroy",
]



def config(**keys: bytes) -> Any:
    """A config with these texts."""
    return ffi.new("char[]", json.dumps({name: text.decode() for name, text in keys.items()}).encode())


UNWRITTEN = ffi.cast("void *", 8)
# Other arguments that a function needs if one parameter is NULL.
WITHOUT: dict[tuple[str, str | None], dict[str, Any]] = {
    ("swiftpager_request_complete", "body"): {"length": 0},
    ("swiftpager_client_create", "endpoint"): {"config_json": config(endpoint=ENDPOINT)},
    ("swiftpager_pager_create", "query"): {"config_json": config(query=QUERY)},
    ("swiftpager_client_cache_write", "key"): {"fields_json": ffi.new("char[]", b'{"Product:17": {"id": "17"}}')},
}


@pytest.fixture
def scene() -> Iterator[Scene]:
    scene = Scene()
    yield scene
    scene.close()
    assert {name: count for name, count in scene.destroys.items() if count != 1} == {}


def result(name: str, arguments: dict[str, Any]) -> object:
    """The result of a function: text for a status, and None for NULL."""
    value = getattr(native, name)(*arguments.values())
    kind = FUNCTIONS[name]["returns"]["type"]
    if kind == "swiftpager_status":
        return ffi.string(native.swiftpager_status_name(value)).decode()
    return None if kind.endswith("*") and value == ffi.NULL else value


def refusal(name: str, status: str) -> object:
    """The result of a function that has no value to return."""
    kind = FUNCTIONS[name]["returns"]["type"]
    return status if kind == "swiftpager_status" else None if kind == "void" or kind.endswith("*") else 0


def complaints(name: str, arguments: dict[str, Any], expected: object) -> list[str]:
    """Calls a function that must refuse, and returns what it did wrong."""
    outputs = {}
    for parameter in FUNCTIONS[name]["parameters"]:
        if parameter["type"].endswith("**") or parameter["type"] == "size_t *":
            outputs[parameter["name"]] = arguments[parameter["name"]]
    for output in outputs.values():
        output[0] = 8 if ffi.typeof(output) is ffi.typeof("size_t *") else UNWRITTEN
    actual = result(name, arguments)
    wrong = [] if actual == expected else [f"{name} returned {actual!r}, not {expected!r}"]
    if FUNCTIONS[name]["returns"]["type"] == "swiftpager_status" and expected not in FUNCTIONS[name]["statuses"]:
        wrong.append(f"the contract does not say that {name} returns {expected}")
    for parameter, output in outputs.items():
        if parameter == "error_json" and output[0] not in (ffi.NULL, UNWRITTEN):
            if json.loads(ffi.string(output[0]))["code"] != expected:
                wrong.append(f"{name} says {ffi.string(output[0])!r}")
            native.swiftpager_free(output[0])
        elif parameter == "error_json" or output[0] not in (ffi.NULL, 0):
            wrong.append(f"{name} left {output[0]} in {parameter}")
    return wrong


@OF_HANDLES
def test_what_is_no_handle_of_its_kind_is_refused(name: str, scene: Scene) -> None:
    (parameter, *_) = FUNCTIONS[name]["parameters"]
    kind = kind_of(parameter)
    assert kind
    gone = Scene()
    gone.close()
    others = [scene.handles[other] for other in KINDS if other != kind]
    stale = [gone.handles[other] for other in KINDS]
    odd = [ffi.cast("void *", bits) for bits in (1, 2, 1 << 62 | 0xffff1, 1 << 63 | 1, (1 << 64) - 1)]
    wrong = []
    for handle in others + stale + odd:
        arguments = scene.arguments(FUNCTIONS[name]) | {parameter["name"]: ffi.cast(parameter["type"], handle)}
        wrong += complaints(name, arguments, refusal(name, "INVALID_HANDLE"))
    assert wrong == []


@ALL
def test_null_is_refused_where_the_contract_says_so_and_nowhere_else(name: str) -> None:
    wrong = []
    usual = called_with(name, None)
    # Only a callback can be abandoned.
    if name != "swiftpager_callback_abandon":
        assert usual not in ("INVALID_ARGUMENT", "INVALID_HANDLE", "INVALID_CONFIG")
    for parameter in FUNCTIONS[name]["parameters"]:
        if "nullable" not in parameter:
            continue
        actual = called_with(name, parameter["name"])
        if parameter["nullable"]:
            expected = refusal(name, "OK") if parameter["ownership"] == "consumes" else usual
        else:
            expected = refusal(name, "INVALID_HANDLE" if kind_of(parameter) else "INVALID_ARGUMENT")
        if actual != expected or may_not_be(name, actual):
            wrong.append(f"{parameter['name']}: {actual!r}, not {expected!r}")
    assert wrong == []


@ALL
def test_a_function_calls_back_what_the_contract_says_and_nothing_else(name: str, scene: Scene) -> None:
    """While callbacks of each kind wait, and with a handle that the function has to refuse."""
    called: set[str] = set()
    allowed = FUNCTIONS[name]["calls_back"]
    scene.let_all_wait()
    scene.in_callback = called.add
    status = result(name, scene.arguments(FUNCTIONS[name]))
    assert not may_not_be(name, status)
    if not {"client", "pager"} & set(allowed):
        assert called <= set().union(*(CALLED_BACK[kind] for kind in allowed))
    if allowed == ["client"]:
        assert len(called) > 1


def may_not_be(name: str, status: object) -> bool:
    """Whether a function returned a status that the contract does not name."""
    function = FUNCTIONS[name]
    if function["returns"]["type"] != "swiftpager_status" or function["returns_end_of_operation"]:
        return False
    return status not in ("OK", *function["statuses"])


def called_with(name: str, missing: str | None) -> object:
    """The result of a function with NULL for one parameter."""
    scene = Scene()
    arguments = scene.arguments(FUNCTIONS[name])
    if missing:
        arguments[missing] = ffi.NULL
    arguments |= WITHOUT.get((name, missing), {})
    if name == "swiftpager_page_release":
        native.swiftpager_page_retain(scene.handles["page"])
    value = result(name, arguments)
    scene.close()
    return "memory" if isinstance(value, ffi.CData) else value


def test_a_child_is_told_that_it_was_forked(scene: Scene) -> None:
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        wrong: list[str] = []
        for name in WITH_HANDLE:
            wrong += complaints(name, scene.arguments(FUNCTIONS[name]), refusal(name, "FORKED"))
        wrong += [token for token, count in scene.destroys.items() if count > 1]
        os.write(writer, "\n".join(wrong).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        assert pipe.read() == ""
    assert os.waitpid(child, 0)[1] == 0


@ALL
@pytest.mark.parametrize("callback", CALLBACKS)
def test_a_callback_may_call_what_does_not_wait(callback: str, name: str, scene: Scene) -> None:
    """Called with the handles of the calling client; this includes all functions that release and cancel."""
    results: list[object] = []

    def call(inside: str) -> None:
        if inside == callback and not results:
            results.append("under way")
            results[0] = result(name, scene.arguments(FUNCTIONS[name]))

    scene.in_callback = call
    scene.play()
    assert results
    assert (results[0] == "REENTRANT") == (name in WAITING), results[0]
    assert not may_not_be(name, results[0])
