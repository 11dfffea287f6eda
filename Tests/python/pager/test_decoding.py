"""The decoders orjson, msgspec and json, which give the same results; and items as values of a program's types."""

import asyncio
import dataclasses
import datetime
import decimal
import enum
import json
import math
import subprocess
import sys
import types
import uuid
from typing import TypedDict

import msgspec
import orjson
import pydantic
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import swiftpager
from conftest import BINDING, ITEMS_QUERY
from swiftpager import _decoding
from swiftpager.testing import Connection, FakeServer

DECODERS = {"orjson": orjson.loads, "msgspec": msgspec.json.decode, "json": None}


@pytest.fixture(params=DECODERS)
def decode(request, monkeypatch):
    """Decodes with one of the decoders."""
    monkeypatch.setattr(_decoding, "chosen", lambda: (request.param, DECODERS[request.param]))
    return _decoding.decode


def test_the_fastest_one_that_is_installed_is_chosen():
    def chosen(*missing):
        script = f"import sys; sys.path.insert(0, {str(BINDING)!r})\n"
        script += "".join(f"sys.modules[{name!r}] = None\n" for name in missing)
        script += "import swiftpager; print(swiftpager.decoder)"
        return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip()

    assert chosen() == "orjson" == swiftpager.decoder
    assert chosen("orjson") == "msgspec"
    assert chosen("orjson", "msgspec") == "json"


PLAIN_ITEMS = "query ($after: String) { items(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"


def test_a_program_that_decodes_no_page_loads_no_decoder():
    with FakeServer({"items": Connection([{"id": 1}])}) as server:
        script = f"""
import sys; sys.path.insert(0, {str(BINDING)!r})
import swiftpager
from swiftpager.cli import main
with swiftpager.Client({server.url!r}) as client:
    print(next(iter(client.pager({PLAIN_ITEMS!r}))).raw_items)
assert main([{server.url!r}, "--query", {PLAIN_ITEMS!r}]) == 0
print([name for name in ("orjson", "msgspec") if name in sys.modules])
print("decoder" in dir(swiftpager), swiftpager.decoder in sys.modules)
"""
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-2:] == ["[]", "True True"], done


# Texts on which the decoders differ by their own documentation, and which servers nevertheless send.
SPECIAL = [
    b'{"a": 1, "a": 2}', b'"\\ud83d"', b'["\\ude00 and \\ud83d\\ude00"]', b"18446744073709551615",
    b"-9223372036854775808", b"1e308", b"1.0", b"-0.0", b"1E5", b"0.1", b"123456789.123456789123456789", b'"\\u0000"',
    b"[[[[[]]]]]", b" [1 , 2] ", '{"ä": "😀"}'.encode(), b"1e-400", b"5e-324", b"9007199254740993", b'{"": null}',
]


@pytest.mark.parametrize("text", SPECIAL)
def test_the_decoders_agree(decode, text):
    expected = json.loads(text)
    value = decode(memoryview(text))
    assert value == expected and repr(value) == repr(expected)


@given(value=st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec=None)),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values), max_leaves=20,
))
@settings(deadline=None, max_examples=200)
@pytest.mark.long
def test_the_decoders_agree_on_whatever_a_server_may_send(value):
    text = json.dumps(value).encode()
    expected = json.loads(text)
    for fast in DECODERS.values():
        before, _decoding.chosen = _decoding.chosen, lambda fast=fast: ("", fast)
        try:
            assert repr(_decoding.decode(text)) == repr(expected)
        finally:
            _decoding.chosen = before


def test_what_is_no_json_is_an_error(decode):
    with pytest.raises(json.JSONDecodeError):
        decode(b'{"a": ')


# Items of a type


class Struct(msgspec.Struct):
    id: str
    name: str


@dataclasses.dataclass
class Data:
    id: str
    name: str


class Typed(TypedDict):
    id: str
    name: str


class Model(pydantic.BaseModel):
    id: int
    name: str


@pytest.mark.parametrize("kind", [Struct, Data, Model])
def test_items_are_values_of_the_type(items_pager, kind):
    items = list(items_pager().items(type=kind))
    assert all(type(item) is kind for item in items)
    assert [int(item.id) for item in items] == list(range(1, 51))


def test_items_are_dicts_of_the_type(items_pager):
    assert [int(item["id"]) for item in items_pager().items(Typed)] == list(range(1, 51))


def test_a_page_has_its_nodes_of_a_type(items_pager):
    page = next(iter(items_pager()))
    assert page.items_as(Struct)[0].id == page.items_as(Data)[0].id == page.items[0]["id"] == "1"


def test_an_item_that_is_not_of_the_type_is_the_decoders_error(items_pager):
    class Wrong(msgspec.Struct):
        id: int

    with pytest.raises(msgspec.ValidationError, match=r"Expected `int`, got `str`"):
        list(items_pager().items(type=Wrong))

    class Strict(pydantic.BaseModel):
        name: int

    with pytest.raises(pydantic.ValidationError):
        list(items_pager().items(type=Strict))


def test_nulls_in_a_list_are_the_types_to_allow(shop):
    query = """query ($after: String) { products(first: 50, after: $after) {
        nodes { id } pageInfo { hasNextPage endCursor } } }"""

    class Row(TypedDict):
        id: str

    with swiftpager.Client(shop) as client:
        assert len(list(client.pager(query).items(type=Row | None))) == 1000


def test_without_msgspec_pydantic_knows_dataclasses_too(items_pager, monkeypatch):
    monkeypatch.setitem(sys.modules, "msgspec", None)
    swiftpager._typed._made.cache_clear()
    assert next(items_pager().items(type=Data)).name == "Item 1"
    monkeypatch.setitem(sys.modules, "pydantic", None)
    swiftpager._typed._made.cache_clear()
    with pytest.raises(ImportError, match=r"pip install msgspec, or swiftpager\[fast\]"):
        next(items_pager().items(type=Data))
    swiftpager._typed._made.cache_clear()


@dataclasses.dataclass
class Numbered:
    id: int


class NumberedModel(pydantic.BaseModel):
    id: int


@pytest.mark.parametrize("kind", [Numbered, NumberedModel])
def test_an_item_that_does_not_fit_is_named(kind):
    items = [{"id": number, "name": "text\r\n"} for number in range(25)] + [{"id": "x", "name": "y"}]
    with FakeServer({"items": Connection(items)}) as server:
        with swiftpager.Client(server.url) as client:
            pager, taken = client.pager(ITEMS_QUERY, {"first": 10}), []
            with pytest.raises((msgspec.ValidationError, pydantic.ValidationError)) as caught:
                taken.extend(item.id for item in pager.items(kind))
            assert caught.value.__notes__ == ["item at index 5 of the page", "page 3 of this walk"]
            pager.load_all()
            with pytest.raises(type(caught.value)) as caught:
                pager.pages[2].items_as(kind)
            assert caught.value.__notes__ == ["item at index 5 of the page"]

        async def main():
            async with swiftpager.AsyncClient(server.url) as client:
                taken = []
                with pytest.raises(type(caught.value)) as failed:
                    async for item in client.pager(ITEMS_QUERY, {"first": 10}).items(kind):
                        taken.append(item.id)
                assert taken == list(range(20))
                assert failed.value.__notes__ == ["item at index 5 of the page", "page 3 of this walk"]

        asyncio.run(main())


# Variables


class Colour(enum.Enum):
    RED = "red"


@pytest.mark.parametrize(("value", "text"), [
    (datetime.datetime(2026, 1, 2, 3, 4, 5), '"2026-01-02T03:04:05"'),
    (datetime.date(2026, 1, 2), '"2026-01-02"'),
    (datetime.time(3, 4), '"03:04:00"'),
    (uuid.UUID(int=1), '"00000000-0000-0000-0000-000000000001"'),
    (decimal.Decimal("1.10"), '"1.10"'),
    (Colour.RED, '"red"'),
    (Data("1", "a"), '{"id":"1","name":"a"}'),
    ([Data("1", "a")], '[{"id":"1","name":"a"}]'),
    (types.MappingProxyType({"a": (1,)}), '{"a":[1]}'),
    (range(3), "[0,1,2]"),
])
def test_variables_are_what_python_has(trouble, value, text):
    seen = []

    def send(request):
        seen.append(json.loads(request.body)["variables"]["value"])
        request.fail("seen")

    with swiftpager.Client(trouble.url("/good"), transport=send, retry=False) as client:
        for use in (lambda: client.execute("query ($value: A) { a(b: $value) }", {"value": value}),
                    lambda: client.pager(ITEMS_QUERY.replace("$first: Int", "$first: Int, $value: A"),
                                         {"value": value}).fetch()):
            with pytest.raises(swiftpager.NetworkError):
                use()
    assert seen == [json.loads(text)] * 2


def test_a_default_makes_a_value_of_anything_else(trouble):
    def default(value):
        if isinstance(value, set):
            return sorted(value)
        raise TypeError(f"no JSON for {value!r}")

    bodies = []

    def send(request):
        bodies.append(json.loads(request.body))
        request.fail("seen")

    with swiftpager.Client(trouble.url("/good"), transport=send, retry=False, default=default) as client:
        with pytest.raises(swiftpager.NetworkError):
            client.execute("query ($value: A) { a(b: $value) }", {"value": {3, 1}})
        with pytest.raises(TypeError, match="no JSON for") as caught:
            client.execute("query ($value: A) { a(b: $value) }", {"value": object()})
        assert caught.value.__notes__ == [
            "while writing the request as JSON", "the value at /variables/value has no JSON form",
        ]
    assert bodies[0]["variables"] == {"value": [1, 3]}
    with swiftpager.Client(trouble.url("/good")) as client, pytest.raises(TypeError, match="give `default`"):
        client.execute("query ($value: A) { a(b: $value) }", {"value": {1}})
    with swiftpager.Client(trouble.url("/good")) as client:
        with pytest.raises(ValueError, match="not JSON compliant") as caught:
            client.execute("query ($value: A) { a(b: $value) }", {"value": [1, {"part": math.nan}]})
    assert caught.value.__notes__[-1] == "the number at /variables/value/1/part is not finite"
