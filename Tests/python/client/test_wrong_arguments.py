"""Arguments of a wrong type: the exception names the argument, its value and the expected type."""

import dataclasses
import functools
import os
import re
import types

import pytest

import swiftpager
from conftest import ITEMS_QUERY

ENDPOINT = "http://127.0.0.1:9/graphql"


@pytest.mark.parametrize(("options", "kind", "words"), [
    ({"retry": 3}, TypeError, "retry must be True, False or a dict with the keys of swiftpager.Retry, not 3"),
    ({"retry": "x"}, TypeError, "retry must be True, False or a dict with the keys of swiftpager.Retry, not 'x'"),
    ({"retry": {"budget": "x"}}, TypeError, "retry's budget must be a number of seconds, not 'x'"),
    ({"retry": {"max_delay": -1}}, ValueError, "retry's max_delay must be 0 or more seconds, not -1"),
    ({"retry": {"base_delay": None}}, TypeError, "retry's base_delay must be a number of seconds, not None"),
    ({"retry": {"budget": True}}, TypeError, "retry's budget must be a number of seconds, not True"),
    ({"timeout": True}, TypeError, "timeout must be a number of seconds, not True"),
    ({"max_age": True}, TypeError, "max_age must be a number of seconds or a dict of such numbers by type, not True"),
    ({"max_age": "x"}, TypeError, "max_age must be a number of seconds or a dict of such numbers by type, not 'x'"),
    ({"max_age": [1]}, TypeError, "max_age must be a number of seconds or a dict of such numbers by type, not [1]"),
    ({"max_age": {"A": "x"}}, TypeError, "max_age of 'A' must be a number of seconds, not 'x'"),
    ({"max_age": {"A": 0}}, ValueError, "max_age of 'A' must be more than 0 seconds"),
    ({"connect_timeout": False}, TypeError, "connect_timeout must be a number of seconds, not False"),
    ({"max_age": {"A": True}}, TypeError, "max_age of 'A' must be a number of seconds, not True"),
    ({"default": 5}, TypeError, "default must be callable, not 5"),
    ({"ca_file": b"/x"}, TypeError, "ca_file must be a string or a path, not b'/x'"),
    ({"replay": b"x"}, TypeError, "replay must be a string or a path, not b'x'"),
    ({"tries": 3}, TypeError, "Client.__init__() got an unexpected keyword argument 'tries'"),
])
def test_an_option_of_a_client(options, kind, words):
    with pytest.raises(kind, match=re.escape(words)):
        swiftpager.Client(ENDPOINT, cache="memory", **options)


@pytest.mark.parametrize(("options", "place"), [
    ({"endpoint": b"http://127.0.0.1:9/graphql"}, "/endpoint"),
    ({"headers": {"Authorization": b"secret"}}, "/headers/Authorization"),
    ({"proxy": object()}, "/proxy"),
    ({"cache": "memory", "key_fields": [{"id"}]}, "/key_fields/0"),
])
def test_a_value_that_json_cannot_write_is_told_with_its_place(options, place):
    with pytest.raises(TypeError, match="JSON has no value for an object of type") as caught:
        swiftpager.Client(**{"endpoint": ENDPOINT} | options)
    assert "secret" not in str(caught.value)
    # `default` would not help: it converts variables.
    assert caught.value.__notes__ == [
        "while writing the client's configuration as JSON", f"the value at {place} has no JSON form",
    ]


@dataclasses.dataclass
class Filter:
    tags: object


@pytest.mark.parametrize(("value", "place"), [
    ({1}, "/variables/after"),
    ([0, {"part": {1}}], "/variables/after/1/part"),
    (types.MappingProxyType({"part": ({1},)}), "/variables/after/part/0"),
    (Filter([Filter({1})]), "/variables/after/tags/0/tags"),
])
def test_a_variable_that_json_cannot_write_is_told_with_its_place(client, value, place):
    with pytest.raises(TypeError, match="of type set") as caught:
        client.pager(ITEMS_QUERY, {"after": value})
    told = f"the value at {place} has no JSON form; give `default`, a function that converts it"
    assert caught.value.__notes__[-1] == told


def test_a_text_that_is_not_unicode_is_told_with_its_place(client):
    with pytest.raises(UnicodeEncodeError) as caught:
        client.pager(ITEMS_QUERY, {"after": ["good", os.fsdecode(b"gr\xf6n")]})
    assert caught.value.__notes__[-1].startswith("the text at /variables/after/1 has bytes of another encoding")


def test_a_key_of_retry_that_there_is_not_is_named_as_it_is_here():
    for name in ("max_attemps", "budget_ms", "enabled"):
        with pytest.raises(swiftpager.ConfigurationError) as caught:
            swiftpager.Client(ENDPOINT, retry={name: 3})
        assert caught.value.path == f"/retry/{name}"
        known = "the known keys are base_delay, budget, max_attempts, max_delay"
        assert f"unknown key `{name}`; {known}" in str(caught.value)
        assert "base_delay_ms" not in str(caught.value)


def test_a_file_of_a_cache_is_a_path():
    with pytest.raises(swiftpager.ConfigurationError, match=r'"memory" or a path like pathlib\.Path') as caught:
        swiftpager.Client(ENDPOINT, cache="cache.db")
    assert caught.value.path == "/cache"


@pytest.fixture
def client():
    with swiftpager.Client(ENDPOINT, retry=False) as made:
        yield made


@pytest.mark.parametrize(("call", "words"), [
    (lambda client, pager: client.dispatch("x"), "timeout must be a number of seconds, or None for no limit, not 'x'"),
    (lambda client, pager: client.dispatch(False), "must be a number of seconds, or None for no limit, not False"),
    (lambda client, pager: client.dispatch(0, "x"), "limit must be a whole number from 0 to 4294967295, not 'x'"),
    (lambda client, pager: client.dispatch(True), "timeout must be a number of seconds, or None for no limit, not T"),
    (lambda client, pager: client.dispatch(0, True), "limit must be a whole number from 0 to 4294967295, not True"),
    (lambda client, pager: client.dispatch(0, -1), "limit must be a whole number from 0 to 4294967295, not -1"),
    (lambda client, pager: pager.to_arrow(5), "columns must be a list of names, or a mapping of names, not 5"),
    (lambda client, pager: pager.to_arrow([5]), "columns must be a list of names, or a mapping of names, not [5]"),
    (lambda client, pager: pager.to_arrow("id"), "columns must be a list of names, or a mapping of names; for one "),
    (lambda client, pager: client.pager(ITEMS_QUERY, pages=5), "Client.pager() got an unexpected keyword argument 'pa"),
    (lambda client, pager: pager.to_arrow({"a": 5}), "expected a JSON Pointer into a row, or an object with `pointer`"),
    (lambda client, pager: pager.items(5), "type must be the type of an item, like a dataclass, not 5: "),
    (lambda client, pager: pager.items([1]), "type must be the type of an item, like a dataclass, not [1]: "),
    (lambda client, pager: pager.items("Row"), "type must be the type of an item, like a dataclass, not 'Row': "),
    (lambda client, pager: pager.write_ndjson(5), "path must be a string or a path, not 5"),
    (lambda client, pager: pager.write_ndjson(None), "path must be a string or a path, not None"),
    (
        lambda client, pager: pager.write_ndjson("a", checkpoint_file=True),
        "checkpoint_file must be a string or a path, not True",
    ),
    (lambda client, pager: pager.write_parquet(["a"]), "folder must be a string or a path, not ['a']"),
])
def test_an_argument_of_a_call(client, call, words):
    with pytest.raises((TypeError, ValueError), match=re.escape(words)):
        call(client, client.pager(ITEMS_QUERY))


def test_how_long_an_operation_is_waited_for(items_pager):
    operation = items_pager().start_fetch()
    with pytest.raises(TypeError, match="timeout must be a number of seconds, or None for no limit, not 'x'"):
        operation.wait("x")
    operation.wait()


class Awaited:
    """An object whose call must be awaited."""

    async def __call__(self, *_):
        pass


async def coroutine(*_):
    """A coroutine function, where none is allowed."""


async def generator(*_):
    yield


TAKERS = {
    "callback": lambda client, given: client.observe(given),
    " callback": lambda client, given: client.pager(ITEMS_QUERY).subscribe(given),
    "completion": lambda client, given: client.pager(ITEMS_QUERY).start_fetch(given),
    "transform": lambda client, given: client.pager(ITEMS_QUERY, transform=given),
    "resolve_page": lambda client, given: client.pager(ITEMS_QUERY, resolve_page=given),
    "extract_page_info": lambda client, given: client.pager(ITEMS_QUERY, extract_page_info=given),
    "default": lambda client, given: swiftpager.Client(ENDPOINT, default=given),
}


@pytest.mark.parametrize("name", TAKERS)
@pytest.mark.parametrize("given", [coroutine, functools.partial(coroutine, 1), Awaited(), generator])
def test_a_coroutine_function_is_no_function(client, name, given):
    with pytest.raises(TypeError, match=f"{name.strip()} must be a plain function, not a coroutine function"):
        TAKERS[name](client, given)


@pytest.mark.parametrize("name", TAKERS)
def test_what_cannot_be_called_is_no_function(client, name):
    with pytest.raises(TypeError, match=f"{name.strip()} must be callable, not 5"):
        TAKERS[name](client, 5)


@pytest.mark.parametrize("given", [coroutine, Awaited()])
def test_a_coroutine_function_is_no_transport(given):
    with pytest.raises(TypeError, match="a transport's `send` must be a plain function, not a coroutine function"):
        swiftpager.Client(ENDPOINT, transport=given)


def answered(answer):
    """The exception that a transport gets for such an answer, and the result of the caller."""
    told = []

    def send(request):
        try:
            answer(request)
        except Exception as error:
            told.append(error)
            request.fail("refused")

    with swiftpager.Client(ENDPOINT, transport=send, retry=False) as client:
        try:
            return told, client.execute("{ a }")
        except swiftpager.NetworkError as error:
            return told, str(error)


GOOD = b'{"data":{"a":1}}'


@pytest.mark.parametrize(("arguments", "words"), [
    (("200", GOOD), "status must be a whole number from 100 to 999, not '200'"),
    ((200.5, GOOD), "status must be a whole number from 100 to 999, not 200.5"),
    ((-1, GOOD), "status must be a whole number from 100 to 999, not -1"),
    ((10**30, GOOD), "status must be a whole number from 100 to 999, not 1000"),
    ((200, "text"), "body must be bytes, not str: encode it"),
    ((200, None), "body must be bytes, not NoneType"),
    ((200, {"data": {}}), "body must be bytes, not dict"),
    ((200, GOOD, 5), "headers must be pairs of strings, or a mapping, not 5"),
    ((200, GOOD, ["ab"]), "headers must be pairs of strings, or a mapping, and 'ab' is not such a pair"),
    ((200, GOOD, [("a", 1)]), "headers must be pairs of strings, or a mapping, and ('a', 1) is not such a pair"),
    ((200, GOOD, {"a": 1}), "headers must be pairs of strings, or a mapping, and ('a', 1) is not such a pair"),
])
def test_an_answer_of_a_transport(arguments, words):
    (error,), _ = answered(lambda request: request.complete(*arguments))
    assert isinstance(error, (TypeError, ValueError))
    assert words in str(error)


@pytest.mark.parametrize("body", [GOOD, bytearray(GOOD), memoryview(GOOD)])
@pytest.mark.parametrize("headers", [{"A": "b"}, [("A", "b")], (("A", "b"), ["A", "c"]), ()])
def test_what_a_transport_may_answer(body, headers):
    assert answered(lambda request: request.complete(200, body, headers)) == ([], {"data": {"a": 1}})


@pytest.mark.parametrize("message", [5, b"x", ValueError("x")])
def test_a_failure_of_a_transport(message):
    (error,), _ = answered(lambda request: request.fail(message))
    assert str(error) == f"message must be a string, not {message!r}"


def test_headers_of_an_answer_may_be_a_mapping():
    def send(request):
        request.complete(200, b'{"data":{"items":{"edges":[],"pageInfo":{"hasNextPage":false}}}}', {"X-A": "b"})

    with swiftpager.Client(ENDPOINT, transport=send) as client:
        (page,) = client.pager(ITEMS_QUERY)
    assert page.headers["x-a"] == "b"
