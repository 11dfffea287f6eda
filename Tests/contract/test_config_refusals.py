"""A config that the library refuses: the error says what is wrong, where and what to do."""

import ctypes
import json
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import config_refusals
import configs
import header
from config_refusals import Refused

INVALID_CONFIG = dict(header.statuses())["INVALID_CONFIG"]
# Nothing listens there, and a config that is refused sends nothing.
ENDPOINT = {"endpoint": "http://127.0.0.1:1/"}
POINTER, TEXT = ctypes.c_void_p, ctypes.c_char_p
# The arguments in front of the last one, which receives the error.
SIGNATURES = {
    "client_create": [TEXT, TEXT, POINTER, POINTER],
    "pager_create": [POINTER, TEXT, TEXT, POINTER, POINTER],
    "client_execute": [POINTER, TEXT, *[POINTER] * 4],
    "pager_fetch": [POINTER, TEXT, *[POINTER] * 4],
    "pager_load_all": [POINTER, TEXT, *[POINTER] * 4],
    "pager_walk": [POINTER, TEXT, POINTER],
    "table_create": [TEXT, POINTER],
    "client_observe": [POINTER, TEXT, *[POINTER] * 3],
}

Call = Callable[..., dict[str, Any]]


def name_of(refused: Any) -> str:
    return str(refused[2]) if isinstance(refused, tuple) and len(refused) == 3 else ""


def text_of(refused: Refused) -> bytes:
    config = refused[0]
    return config.encode() if isinstance(config, str) else json.dumps(config).encode()


@pytest.fixture(scope="module")
def functions(library: pathlib.Path) -> ctypes.CDLL:
    loaded = ctypes.CDLL(str(library))
    for name, arguments in SIGNATURES.items():
        function = getattr(loaded, f"swiftpager_{name}")
        function.restype, function.argtypes = ctypes.c_int32, [*arguments, POINTER]
    loaded.swiftpager_free.argtypes = loaded.swiftpager_client_release.argtypes = [POINTER]
    loaded.swiftpager_pager_release.argtypes = [POINTER]
    loaded.swiftpager_pager_resume_token.argtypes = [POINTER, POINTER]
    return loaded


@pytest.fixture(scope="module")
def refused(functions: ctypes.CDLL) -> Call:
    """Makes a call that is refused, and returns its error."""
    def call(name: str, *arguments: object) -> dict[str, Any]:
        error = ctypes.c_void_p()
        status = getattr(functions, f"swiftpager_{name}")(*arguments, ctypes.byref(error))
        assert error.value is not None, f"{name} returned {status}"
        told: dict[str, Any] = json.loads(ctypes.string_at(error.value))
        functions.swiftpager_free(error)
        assert status == INVALID_CONFIG, told
        return told

    return call


def made_client(functions: ctypes.CDLL, config: dict[str, Any]) -> ctypes.c_void_p:
    client = ctypes.c_void_p()
    text = json.dumps(config).encode()
    assert functions.swiftpager_client_create(None, text, None, ctypes.byref(client), None) == 0
    return client


@pytest.fixture(scope="module")
def client(functions: ctypes.CDLL) -> Iterator[ctypes.c_void_p]:
    """A client with a cache, because some keys need one."""
    made = made_client(functions, configs.CACHED)
    yield made
    assert functions.swiftpager_client_release(made) == 0


def check(told: dict[str, Any], row: Refused) -> None:
    _, path, words = row
    assert (told["code"], told.get("path")) == ("INVALID_CONFIG", path), told["message"]
    assert words in told["message"]


@pytest.mark.parametrize("row", config_refusals.CLIENTS, ids=name_of)
def test_a_wrong_config_of_a_client_is_refused_with_its_place(refused: Call, row: Refused) -> None:
    check(refused("client_create", None, text_of(row), None, ctypes.byref(ctypes.c_void_p())), row)


def test_an_endpoint_that_is_given_twice_is_refused_with_its_place(refused: Call) -> None:
    row = (configs.ENDPOINT, "/endpoint", "`endpoint` is given twice, in the config and as an argument: leave one of")
    check(refused("client_create", b"http://127.0.0.1/", text_of(row), None, ctypes.byref(ctypes.c_void_p())), row)


@pytest.mark.parametrize("row", config_refusals.PAGERS, ids=name_of)
def test_a_wrong_config_of_a_pager_is_refused_with_its_place(
    refused: Call, client: ctypes.c_void_p, row: Refused
) -> None:
    check(refused("pager_create", client, None, text_of(row), None, ctypes.byref(ctypes.c_void_p())), row)


class Hooks(ctypes.Structure):
    """`swiftpager_pager_hooks`."""

    _fields_ = (
        ("struct_size", ctypes.c_size_t), ("user_data", POINTER), ("extract_page_info", POINTER),
        ("resolve_page", POINTER), ("transform", POINTER), ("destroy", POINTER),
    )


@pytest.mark.parametrize(("hook", "row"), config_refusals.HOOKED, ids=name_of)
def test_a_config_that_does_not_suit_a_hook_is_refused_with_its_place(
    refused: Call, client: ctypes.c_void_p, hook: str, row: Refused
) -> None:
    # A config that is refused calls no hook.
    function = ctypes.CFUNCTYPE(ctypes.c_int32)(lambda: 1)
    hooks = Hooks(ctypes.sizeof(Hooks), **{hook: ctypes.cast(function, POINTER)})
    check(refused("pager_create", client, None, text_of(row), ctypes.byref(hooks), ctypes.byref(POINTER())), row)


def test_a_token_whose_notes_on_the_items_are_damaged_is_refused(
    functions: ctypes.CDLL, refused: Call, client: ctypes.c_void_p
) -> None:
    config = {**configs.QUERY, "since": config_refusals.SINCE}
    pager, text = ctypes.c_void_p(), ctypes.c_void_p()
    made = json.dumps(config).encode()
    assert functions.swiftpager_pager_create(client, None, made, None, ctypes.byref(pager), None) == 0
    assert functions.swiftpager_pager_resume_token(pager, ctypes.byref(text)) == 0
    assert text.value is not None
    token = json.loads(ctypes.string_at(text.value))
    functions.swiftpager_free(text)
    assert functions.swiftpager_pager_release(pager) == 0
    damaged = config_refusals.sealed(token, version=1, since=3)
    row = ({**config, "resume": damaged}, "/resume", "its notes on the items cannot b")
    check(refused("pager_create", client, None, text_of(row), None, ctypes.byref(ctypes.c_void_p())), row)


@pytest.mark.parametrize("row", config_refusals.WITHOUT_CACHE, ids=name_of)
def test_a_client_without_a_cache_refuses_what_needs_one(
    functions: ctypes.CDLL, refused: Call, row: Refused
) -> None:
    client = made_client(functions, ENDPOINT)
    check(refused("pager_create", client, None, text_of(row), None, ctypes.byref(ctypes.c_void_p())), row)
    mutation = ({"query": "mutation { a }", "optimistic": {}}, "/optimistic", "an optimistic change needs a cache")
    check(refused("client_execute", client, text_of(mutation), *[None] * 4), mutation)
    assert functions.swiftpager_client_release(client) == 0


@pytest.mark.parametrize("row", config_refusals.REQUESTS, ids=name_of)
def test_a_wrong_request_is_refused_with_its_place(refused: Call, client: ctypes.c_void_p, row: Refused) -> None:
    check(refused("client_execute", client, text_of(row), *[None] * 4), row)


@pytest.mark.parametrize(("load", "row"), config_refusals.LOADS, ids=name_of)
def test_wrong_options_of_a_load_are_refused_with_their_place(
    functions: ctypes.CDLL, refused: Call, client: ctypes.c_void_p, load: str, row: Refused
) -> None:
    pager = ctypes.c_void_p()
    text = json.dumps(configs.BOTH_WAYS).encode()
    assert functions.swiftpager_pager_create(client, None, text, None, ctypes.byref(pager), None) == 0
    between = [] if load == "walk" else [None] * 3
    check(refused(f"pager_{load}", pager, text_of(row), *between, ctypes.byref(ctypes.c_void_p())), row)
    assert functions.swiftpager_pager_release(pager) == 0


@pytest.mark.parametrize("row", config_refusals.COLUMNS, ids=name_of)
def test_wrong_columns_are_refused_with_their_place(refused: Call, row: Refused) -> None:
    check(refused("table_create", text_of(row), ctypes.byref(ctypes.c_void_p())), row)


@pytest.mark.parametrize("row", config_refusals.KINDS, ids=name_of)
def test_wrong_kinds_of_events_are_refused_with_their_place(
    refused: Call, client: ctypes.c_void_p, row: Refused
) -> None:
    take = ctypes.CFUNCTYPE(None, POINTER, POINTER)(lambda event, data: None)
    check(refused("client_observe", client, text_of(row), ctypes.cast(take, POINTER), None, None), row)
