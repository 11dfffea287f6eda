"""Configurations: what reaches the server, and what is refused."""

import json
import types
from typing import Any

import pytest

import swiftpager
from conftest import ITEMS_QUERY, REPOSITORY
from swiftpager import _json
from swiftpager._native.library import native
from swiftpager.testing import FakeServer, OffsetList

ENDPOINT = "http://127.0.0.1:9/graphql"


def received_headers(trouble, **options):
    with swiftpager.Client(trouble.url("/headers"), **options) as client:
        return {node["name"].lower(): node["value"] for node in client.pager(ITEMS_QUERY).items()}


def test_headers_and_user_agent_reach_the_server(trouble):
    headers = received_headers(trouble, headers={"Authorization": "Bearer abc"}, user_agent="tests/1")
    assert (headers["authorization"], headers["user-agent"]) == ("Bearer abc", "tests/1")


def test_the_user_agent_names_the_library(trouble):
    assert received_headers(trouble)["user-agent"] == f"swiftpager/{swiftpager.library_version()}"


@pytest.mark.parametrize(("options", "path"), [
    ({"endpoint": 42}, "/endpoint"),
    ({"endpoint": ""}, "/endpoint"),
    ({"endpoint": "ftp://127.0.0.1/"}, "/endpoint"),
    ({"headers": {"X": 1}}, "/headers/X"),
    ({"headers": {"X": "a\r\nY: b"}}, "/headers/X"),
    ({"headers": "X: a"}, "/headers"),
    ({"max_response_bytes": 0}, "/max_response_bytes"),
    ({"max_response_bytes": "1"}, "/max_response_bytes"),
    ({"http_version": "3"}, "/http_version"),
    ({"cache": "redis"}, "/cache"),
    ({"proxy": 1}, "/proxy"),
    ({"user_agent": "a\nb"}, "/user_agent"),
    ({"ca_file": 1}, "/tls/ca_file"),
])
def test_a_client_option_that_cannot_be_is_refused_with_its_path(options, path):
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        swiftpager.Client(**{"endpoint": ENDPOINT, **options})
    assert isinstance(caught.value, ValueError)
    assert caught.value.path == path
    assert path in str(caught.value)


@pytest.mark.parametrize("name", ["timeout", "connect_timeout"])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_a_limit_in_seconds_has_to_be_a_time(name, value):
    with pytest.raises(ValueError, match=name):
        swiftpager.Client(ENDPOINT, **{name: value})


@pytest.mark.parametrize("name", ["timeout", "connect_timeout"])
def test_a_limit_in_seconds_has_to_be_a_number(name):
    with pytest.raises(TypeError, match=f"{name} must be a number of seconds, not '30'"):
        swiftpager.Client(ENDPOINT, **{name: "30"})


def test_only_the_limit_of_a_request_can_be_none():
    with pytest.raises(TypeError, match="connect_timeout must be a number of seconds, not None"):
        swiftpager.Client(ENDPOINT, connect_timeout=None)


def test_the_documented_defaults_are_those_of_the_library():
    schema = json.loads((REPOSITORY / "include" / "schema" / "client.schema.json").read_text(encoding="utf-8"))
    defaults = {name: value["default"] for name, value in schema["properties"].items() if "default" in value}
    words = swiftpager.Client.__init__.__doc__
    assert f"seconds for one whole request; default {defaults['timeout_ms'] // 1_000}, " in words
    assert f"do the TLS handshake; default {defaults['connect_timeout_ms'] // 1_000}\n" in words
    assert f"one response after decompression; default {defaults['max_response_bytes'] >> 20} MiB" in words


@pytest.fixture
def client_configs(monkeypatch):
    """Records the configurations that the library gets; the library still makes the clients."""
    configs = []
    create = native.swiftpager_client_create

    def recording(endpoint, config, *others):
        configs.append(json.loads(config))
        return create(endpoint, config, *others)

    monkeypatch.setattr(native, "swiftpager_client_create", recording)
    return configs


def test_what_is_not_given_is_left_to_the_library(client_configs):
    swiftpager.Client(ENDPOINT).close()
    assert client_configs == [{"endpoint": ENDPOINT}]


@pytest.mark.parametrize(("options", "config"), [
    ({"timeout": None}, {"timeout_ms": 0}),
    ({"timeout": 30}, {"timeout_ms": 30_000}),
    ({"timeout": 0.0001, "connect_timeout": 1e-9}, {"timeout_ms": 1, "connect_timeout_ms": 1}),
    ({"connect_timeout": 2.5}, {"connect_timeout_ms": 2_500}),
    ({"timeout": float("inf")}, {"timeout_ms": 0x7FFF_FFFF}),
    ({"max_response_bytes": 1}, {"max_response_bytes": 1}),
    ({"proxy": "", "user_agent": ""}, {"proxy": "", "user_agent": ""}),
    ({"ca_file": "/etc/ssl/certs/ca-certificates.crt"}, {"tls": {"ca_file": "/etc/ssl/certs/ca-certificates.crt"}}),
    ({"http_version": "1.1", "cache": "none"}, {"http_version": "1.1", "cache": "none"}),
    ({"headers": {}}, {"headers": {}}),
])
def test_what_is_given_reaches_the_library(client_configs, options, config):
    swiftpager.Client(ENDPOINT, **options).close()
    assert client_configs == [{"endpoint": ENDPOINT, **config}]


def test_no_limit_and_a_tiny_limit_are_different(trouble):
    with swiftpager.Client(trouble.url("/good"), timeout=None) as client:
        client.pager(ITEMS_QUERY).fetch()
    with swiftpager.Client(trouble.url("/good", ms=1_000), timeout=0.0001) as client:
        with pytest.raises(swiftpager.NetworkError):
            client.pager(ITEMS_QUERY).fetch()


@pytest.mark.parametrize(("options", "path"), [
    ({"query": 42}, "/query"),
    ({"variables": [1]}, "/variables"),
    ({"operation_name": 1}, "/operation_name"),
    ({"operation_name": "Other"}, "/operation_name"),
    ({"retain": "some"}, "/retain"),
    ({"emit": "never"}, "/load_all/emit"),
    ({"max_pages": 0}, "/load_all/max_pages"),
    ({"max_items": "1"}, "/load_all/max_items"),
    ({"pagination": {"type": "relay"}}, "/pagination/type"),
    ({"pagination": {"type": "offset"}}, "/pagination/connection"),
    ({"pagination": {"direction": "up"}}, "/pagination/direction"),
    ({"next_query": {}}, "/next_query/query"),
    ({"pagination": {"conection": "/items"}}, "/pagination/conection"),
    ({"pagination": {"connection": "items"}}, "/pagination/connection"),
    ({"variables": {"first": 10**30}}, "/variables/first"),
    ({"max_items": 10**30}, "/load_all/max_items"),
])
def test_a_pager_option_that_cannot_be_is_refused_with_its_path(options, path):
    with swiftpager.Client(ENDPOINT) as client, pytest.raises(swiftpager.ConfigurationError) as caught:
        client.pager(**{"query": ITEMS_QUERY, **options})
    assert caught.value.path == path


def test_a_query_that_does_not_parse_is_refused_with_its_position():
    with swiftpager.Client(ENDPOINT) as client, pytest.raises(swiftpager.ConfigurationError) as caught:
        client.pager("query {\n  items(first: ) { id }\n}")
    assert caught.value.position == swiftpager.Position(line=2, column=16)
    assert "line 2, column 16" in str(caught.value)


def test_a_query_without_a_connection_is_refused():
    with swiftpager.Client(ENDPOINT) as client, pytest.raises(swiftpager.ConfigurationError, match="pageInfo"):
        client.pager("{ shop { name } }")


def test_an_option_of_a_call_is_checked_too(items_pager):
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        items_pager().load_all(max_pages=0)
    assert caught.value.path == "/max_pages"


@pytest.mark.parametrize(("value", "kind"), [(b"bytes", TypeError), (object(), TypeError), (float("nan"), ValueError)])
def test_a_variable_that_json_cannot_write_is_refused(value, kind):
    with swiftpager.Client(ENDPOINT) as client, pytest.raises(kind) as caught:
        client.pager(ITEMS_QUERY, {"after": value})
    assert caught.value.__notes__[0] == "while writing the pager's configuration as JSON"


def test_any_mapping_will_do(trouble):
    from types import MappingProxyType

    with swiftpager.Client(trouble.url("/good"), headers=MappingProxyType({"X": "1"})) as client:
        pager = client.pager(ITEMS_QUERY, MappingProxyType({"first": 25}))
        assert [page.item_count for page in pager] == [25, 25]


@pytest.mark.parametrize("value", [
    None, True, False, 0, -(2**63), 1.5, -1e300, 1e-7, "", 'quotes " and \\ backslashes', "\x00\x1f\n\t", "ünï ✓ 😀",
    [], [1, [None]], {}, {"a b": {"c": [True]}},
])
def test_a_configuration_is_written_as_json_that_reads_the_same(value):
    assert json.loads(_json.written("a value", value)) == value


def test_mappings_and_tuples_are_objects_and_arrays():
    assert _json.written("a value", types.MappingProxyType({"a": (1, 2)})) == b'{"a":[1,2]}'


def test_a_value_that_contains_itself_is_refused():
    value = []
    value.append(value)
    with pytest.raises(ValueError, match="Circular"):
        _json.written("a value", value)


@pytest.mark.parametrize("age", [0.000_1, {"Product": 0.000_1, "*": 1}])
def test_an_age_below_a_millisecond_is_one(age):
    swiftpager.Client("http://127.0.0.1:9/", cache="memory", max_age=age).close()


@pytest.fixture
def fake_list():
    items = OffsetList([{"id": n} for n in range(50)], wrapped=True)
    with FakeServer({"list": items}) as server, swiftpager.Client(server.url) as client:
        yield client


def test_configs_may_be_dataclasses_or_dicts(fake_list):
    query = "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) { items { id } total } }"
    names = {"type": "offset", "connection": "/list", "items": "/items", "total": "/total"}
    for pagination in (swiftpager.Pagination(**names, concurrency=3), names):
        for nested in (swiftpager.Nested(mode="drain", max_requests=3), {"mode": "drain"}, "drain"):
            pager = fake_list.pager(query, {"limit": 20}, pagination=pagination, nested=nested)
            assert [item["id"] for item in pager.items()] == list(range(50))
            assert pager.state["list"]["total"] == "/total"
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        fake_list.pager(query, pagination=swiftpager.Pagination(type="offset", connection="list"))
    assert caught.value.path == "/pagination/connection"
    with pytest.raises(TypeError, match="conection"):
        swiftpager.Pagination(conection="/list")


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        # 30 days, which 32 bits of milliseconds do not hold.
        (swiftpager.Since(path="/at", order="descending", lag=2_592_000, tolerate={"seconds": 1.5}),
         {"path": "/at", "order": "descending", "lag_ms": 2_592_000_000, "tolerate": {"ms": 1_500}}),
        ({"path": "/at", "order": "descending", "lag": 0.0001, "tolerate": {"seconds": 0}},
         {"path": "/at", "order": "descending", "lag_ms": 1, "tolerate": {"ms": 0}}),
        ({"path": "/id", "order": "descending", "type": "integer", "lag": 5, "tolerate": {"items": 5}},
         {"path": "/id", "order": "descending", "type": "integer", "lag": 5, "tolerate": {"items": 5}}),
    ],
)
def test_times_of_since_are_seconds(since, expected):
    query = "query ($after: String) { list(after: $after) { nodes { id at } pageInfo { hasNextPage endCursor } } }"
    with swiftpager.Client(ENDPOINT) as client:
        assert client.pager(query, since=since)._config["since"] == expected


@pytest.mark.parametrize(("wrong", "kind"), [
    ({"lag": -1}, ValueError), ({"lag": "1"}, TypeError), ({"lag": float("nan")}, ValueError),
    ({"lag": True}, TypeError), ({"tolerate": {"seconds": -1}}, ValueError),
    ({"tolerate": {"seconds": None}}, TypeError), ({"lag": 1e11}, ValueError),
])
def test_a_wrong_time_of_since_is_refused(wrong, kind):
    with swiftpager.Client(ENDPOINT) as client, pytest.raises(kind, match=r"of (since|tolerate) must be"):
        client.pager(ITEMS_QUERY, since={"path": "/at", "order": "descending", **wrong})


ESCAPE = "\x1b[31m\r\x9b"
LIST = "items(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }"


@pytest.mark.parametrize(("query", "config"), [
    (f"query {ESCAPE} {{ a }}", {}),
    (f'query ($after: String) {{ items(b: "{ESCAPE}") {{ id }} }}', {}),
    (f"query ($after: String) {{ {LIST} }}", {"retain": ESCAPE}),
    (f"query ($after: String) {{ {LIST} }}", {"variables": {ESCAPE: 1}}),
    (f"query ($after: String) {{ {LIST} }}", {"pagination": {"connection": ESCAPE}}),
    (f"query ($after: String) {{ {LIST} }}", {"pagination": {"after": ESCAPE}}),
    (f"query ($after: String) {{ {LIST} }}", {"pagination": {ESCAPE: 1}}),
])
def test_a_refusal_of_a_text_stays_one_line_without_control_characters(query: str, config: dict[str, Any]) -> None:
    with swiftpager.Client("http://localhost:1/") as client, pytest.raises(swiftpager.ConfigurationError) as caught:
        client.pager(query, **config)
    assert str(caught.value).isprintable()
    assert caught.value.message.isprintable()


@pytest.mark.parametrize("config", [{"cache": {"sqlite": f"/none/{ESCAPE}"}}, {"record": f"/none/{ESCAPE}"}])
def test_a_file_that_cannot_be_opened_is_named_on_one_line(config: dict[str, Any]) -> None:
    with pytest.raises(swiftpager.SwiftPagerError) as caught:
        swiftpager.Client("http://localhost:1/", **config)
    assert str(caught.value).isprintable() and "/none/" in str(caught.value)
