"""The JSON Schemas and the library judge configs alike."""

import ctypes
import json
import pathlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import pytest

import configs
import header
from conftest import ROOT

INVALID_CONFIG = dict(header.statuses())["INVALID_CONFIG"]
SCHEMAS = ROOT / "include" / "schema"

Accepts = Callable[[str], bool]


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def name_of(judged: configs.Judged) -> str:
    return f"{'good' if judged[0] else 'bad'}: {json.dumps(judged[1])[-60:]}"


@pytest.fixture(scope="module")
def functions(library: pathlib.Path) -> ctypes.CDLL:
    loaded = ctypes.CDLL(str(library))
    for name in ("client_create", "pager_create", "client_execute"):
        function = getattr(loaded, f"swiftpager_{name}")
        function.restype = ctypes.c_int32
    loaded.swiftpager_client_create.argtypes = [ctypes.c_char_p, *[ctypes.c_void_p] * 3]
    loaded.swiftpager_pager_create.argtypes = [ctypes.c_void_p, ctypes.c_char_p, *[ctypes.c_void_p] * 3]
    loaded.swiftpager_client_execute.argtypes = [ctypes.c_void_p, ctypes.c_char_p, *[ctypes.c_void_p] * 5]
    loaded.swiftpager_client_release.argtypes = [ctypes.c_void_p]
    loaded.swiftpager_pager_release.argtypes = [ctypes.c_void_p]
    return loaded


def verdict(status: int) -> bool:
    """Whether the library accepted a config; only these two statuses may come."""
    assert status in (0, INVALID_CONFIG)
    return status == 0


@pytest.fixture
def client_accepts(functions: ctypes.CDLL) -> Accepts:
    def accepts(config: str) -> bool:
        client = ctypes.c_void_p()
        accepted = verdict(functions.swiftpager_client_create(config.encode(), None, ctypes.byref(client), None))
        assert functions.swiftpager_client_release(client) == 0
        return accepted

    return accepts


@pytest.fixture
def pager_accepts(functions: ctypes.CDLL) -> Iterator[Accepts]:
    client = ctypes.c_void_p()
    # With a cache, because some keys of a pager's config need one.
    config = json.dumps(configs.CACHED).encode()
    assert functions.swiftpager_client_create(config, None, ctypes.byref(client), None) == 0

    def accepts(config: str) -> bool:
        pager = ctypes.c_void_p()
        accepted = verdict(functions.swiftpager_pager_create(client, config.encode(), None, ctypes.byref(pager), None))
        assert functions.swiftpager_pager_release(pager) == 0
        return accepted

    yield accepts
    assert functions.swiftpager_client_release(client) == 0


@pytest.fixture
def request_accepts(functions: ctypes.CDLL) -> Iterator[Accepts]:
    client = ctypes.c_void_p()
    # There is no server at this address: an accepted request fails later, and the test does not wait for that.
    config = json.dumps({"endpoint": "http://127.0.0.1:1/", "cache": "memory"}).encode()
    assert functions.swiftpager_client_create(config, None, ctypes.byref(client), None) == 0

    def accepts(request: str) -> bool:
        return verdict(functions.swiftpager_client_execute(client, request.encode(), *[None] * 5))

    yield accepts
    assert functions.swiftpager_client_release(client) == 0


@pytest.mark.parametrize("judged", configs.CLIENTS, ids=name_of)
def test_client_configs_are_judged_alike(judged: configs.Judged, client_accepts: Accepts) -> None:
    expected, config = judged
    assert validator("client").is_valid(config) == expected, "the schema disagrees"
    assert client_accepts(json.dumps(config)) == expected, "the library disagrees"


@pytest.mark.parametrize("judged", configs.PAGERS, ids=name_of)
def test_pager_configs_are_judged_alike(judged: configs.Judged, pager_accepts: Accepts) -> None:
    expected, config = judged
    assert validator("pager").is_valid(config) == expected, "the schema disagrees"
    assert pager_accepts(json.dumps(config)) == expected, "the library disagrees"


@pytest.mark.parametrize("judged", configs.REQUESTS, ids=name_of)
def test_requests_are_judged_alike(judged: configs.Judged, request_accepts: Accepts) -> None:
    expected, request = judged
    assert validator("request").is_valid(request) == expected, "the schema disagrees"
    assert request_accepts(json.dumps(request)) == expected, "the library disagrees"


def keys(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key of a schema with its description, including the keys of nested objects."""
    for key, value in schema.get("properties", {}).items():
        yield key, value
        yield from keys(value)


# The functions whose comments describe the keys.
DESCRIBED = {"client": "client_create", "pager": "pager_create", "request": "client_execute"}


@pytest.mark.parametrize("name", DESCRIBED)
def test_every_key_is_described(name: str) -> None:
    for key, description in keys(validator(name).schema):
        assert description.get("title") and description.get("description"), f"{key} is not described"
        if description.get("type") == "object" and key not in ("headers", "variables", "optimistic", "queries"):
            assert description["additionalProperties"] is False, f"{key} takes unknown keys"


@pytest.mark.parametrize("name", DESCRIBED)
def test_every_key_is_in_the_header(name: str) -> None:
    end = header.TEXT.index(f"swiftpager_status swiftpager_{DESCRIBED[name]}(")
    comment = header.TEXT[header.TEXT.rindex("/*", 0, end) : end]
    words = set(re.findall(r'"(\w+)"', comment))
    assert {key for key, _ in keys(validator(name).schema)} <= words
