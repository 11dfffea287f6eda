"""The JSON Schemas and the library judge configs alike."""

import ctypes
import json
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import pytest

import configs
import header
from conftest import ROOT

INVALID_CONFIG = dict(header.statuses())["INVALID_CONFIG"]
MISSING_INITIAL_PAGE = dict(header.statuses())["MISSING_INITIAL_PAGE"]
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
    loaded.swiftpager_client_create.argtypes = [ctypes.c_char_p, ctypes.c_char_p, *[ctypes.c_void_p] * 3]
    loaded.swiftpager_pager_create.argtypes = [ctypes.c_void_p, *[ctypes.c_char_p] * 2, *[ctypes.c_void_p] * 3]
    loaded.swiftpager_client_execute.argtypes = [ctypes.c_void_p, ctypes.c_char_p, *[ctypes.c_void_p] * 5]
    loaded.swiftpager_client_release.argtypes = [ctypes.c_void_p]
    loaded.swiftpager_pager_release.argtypes = [ctypes.c_void_p]
    loaded.swiftpager_operation_release.argtypes = [ctypes.c_void_p]
    return loaded


def verdict(status: int) -> bool:
    """Whether the library accepted a config; only these two statuses may come."""
    assert status in (0, INVALID_CONFIG)
    return status == 0


@pytest.fixture
def client_accepts(functions: ctypes.CDLL) -> Accepts:
    def accepts(config: str) -> bool:
        client = ctypes.c_void_p()
        accepted = verdict(functions.swiftpager_client_create(None, config.encode(), None, ctypes.byref(client), None))
        assert functions.swiftpager_client_release(client) == 0
        return accepted

    return accepts


@pytest.fixture
def pager_accepts(functions: ctypes.CDLL) -> Iterator[Accepts]:
    client = ctypes.c_void_p()
    # With a cache, because some keys of a pager's config need one.
    config = json.dumps(configs.CACHED).encode()
    assert functions.swiftpager_client_create(None, config, None, ctypes.byref(client), None) == 0

    def accepts(config: str) -> bool:
        pager = ctypes.c_void_p()
        accepted = verdict(functions.swiftpager_pager_create(
            client, None, config.encode(), None, ctypes.byref(pager), None))
        assert functions.swiftpager_pager_release(pager) == 0
        return accepted

    yield accepts
    assert functions.swiftpager_client_release(client) == 0


@pytest.fixture
def request_accepts(functions: ctypes.CDLL) -> Iterator[Accepts]:
    client = ctypes.c_void_p()
    # There is no server at this address: an accepted request fails later, and the test does not wait for that.
    config = json.dumps({"endpoint": "http://127.0.0.1:1/", "cache": "memory"}).encode()
    assert functions.swiftpager_client_create(None, config, None, ctypes.byref(client), None) == 0

    def accepts(request: str) -> bool:
        return verdict(functions.swiftpager_client_execute(client, request.encode(), *[None] * 5))

    yield accepts
    assert functions.swiftpager_client_release(client) == 0


@pytest.fixture
def options_accepts(functions: ctypes.CDLL) -> Iterator[Callable[[str, str], bool]]:
    client, pager = ctypes.c_void_p(), ctypes.c_void_p()
    # Nothing listens there: a load that is accepted fails later.
    config = json.dumps({"endpoint": "http://127.0.0.1:1/", "cache": "memory"}).encode()
    assert functions.swiftpager_client_create(None, config, None, ctypes.byref(client), None) == 0
    config = json.dumps(configs.BOTH_WAYS).encode()
    assert functions.swiftpager_pager_create(client, None, config, None, ctypes.byref(pager), None) == 0

    def accepts(load: str, options: str) -> bool:
        operation = ctypes.c_void_p()
        function = getattr(functions, f"swiftpager_pager_{load}")
        between = [] if load == "walk" else [None] * 3
        function.restype = ctypes.c_int32
        function.argtypes = [ctypes.c_void_p, ctypes.c_char_p, *[ctypes.c_void_p] * (len(between) + 2)]
        status = function(pager, options.encode(), *between, ctypes.byref(operation), None)
        assert functions.swiftpager_operation_release(operation) == 0
        # Options are read before the state of the list is looked at.
        return verdict(0 if status == MISSING_INITIAL_PAGE else status)

    yield accepts
    assert functions.swiftpager_pager_release(pager) == 0
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


@pytest.mark.parametrize("judged", configs.OPTIONS, ids=name_of)
def test_options_are_judged_alike(judged: configs.Judged, options_accepts: Callable[[str, str], bool]) -> None:
    expected, options = judged
    assert validator("options").is_valid(options) == expected, "the schema disagrees"
    load = "fetch" if isinstance(options, dict) and "pull" in options else "walk"
    assert options_accepts(load, json.dumps(options)) == expected, "the library disagrees"


@pytest.mark.parametrize("load", ["fetch", "load_next", "load_previous"])
def test_four_options_are_for_whole_lists_only(load: str, options_accepts: Callable[[str, str], bool]) -> None:
    schema = validator("options").schema
    assert "The last four keys are for _load_all() and _walk() only" in schema["description"]
    names = list(schema["properties"])
    values = {"fetch_from_initial_page": True, "max_pages": 1, "max_items": 1, "emit": "each"}
    assert list(values) == names[-4:]
    assert not any(options_accepts(load, json.dumps({name: value})) for name, value in values.items())
    shared = {
        "retain": "last", "pull": True, "failed_pages": False, "callbacks": False,
        "cache_policy": "fetch_ignoring_cache_data", "headers": {}, "tag": "nightly",
    }
    assert list(shared) == names[:-4]
    assert options_accepts(load, json.dumps(shared))


def keys(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Every key of a schema, those of objects inside it too, with its description and whether it must be given."""
    places = [schema, *schema.get("oneOf", []), *schema.get("$defs", {}).values()]
    for place in places:
        for key, value in place.get("properties", {}).items():
            if not value.get("$ref", "").startswith("#/properties/"):
                yield key, value, key in place.get("required", [])
                yield from keys(value)


@pytest.mark.parametrize("name", ["client", "pager", "options", "request"])
def test_every_key_is_described(name: str) -> None:
    for key, place, is_required in keys(validator(name).schema):
        assert place.get("title") and place.get("description"), f"{key} is not described"
        assert is_required != ("default" in place or "absent" in place), f"{key} does not say what its absence means"
        if place.get("type") == "object" and key not in ("headers", "variables", "optimistic", "queries", "from"):
            assert place["additionalProperties"] is False, f"{key} takes unknown keys"
        if "enumDescriptions" in place:
            assert len(place["enumDescriptions"]) == len(place["enum"]), f"{key} does not describe each value"


@pytest.mark.parametrize(("name", "function"), [
    ("client", "client_create"), ("pager", "pager_create"), ("request", "client_execute"),
    ("options", "pager_fetch"),
])
def test_the_header_leads_to_every_section_on_configs(name: str, function: str) -> None:
    title = validator(name).schema["title"].replace("swiftpager ", "")
    title = {"A request to execute": "Request to execute"}.get(title, title)
    assert f"\n## {title}\n" in (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    end = header.TEXT.index(f"swiftpager_status swiftpager_{function}(")
    assert f'see "{title}" in docs/configuration.md, and schema/{name}.schema.json' in header.TEXT[:end]
