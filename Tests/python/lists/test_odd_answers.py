"""Servers that lose connections, contradict themselves or ignore arguments: nothing is done twice or lost silently."""

import json

import pytest

import swiftpager
from raw_server import answer, raw_server

QUERY = (
    "query ($after: String) { things(after: $after) { nodes { __typename id text }"
    " pageInfo { hasNextPage endCursor } } }"
)


def things(*nodes, more=False):
    """A page that is the whole list, or a page before the last one."""
    return {"data": {"__typename": "Query", "things": {
        "__typename": "Things", "nodes": list(nodes),
        "pageInfo": {"__typename": "Info", "hasNextPage": more, "endCursor": "x"},
    }}}


def test_a_mutation_is_not_sent_again_where_its_kept_connection_is_lost():
    with raw_server(lambda request: None if "pay" in request["query"] else answer({"data": {"ready": 1}})) as server:
        with swiftpager.Client(server.url) as client:
            client.execute("{ ready }")
            with pytest.raises(swiftpager.NetworkError, match="may have carried out the request") as caught:
                client.execute("mutation { pay }")
            assert caught.value.attempts == 1
            # The client sends the next request as usual.
            client.execute("{ ready }")
        assert [request["query"] for request in server.requests] == ["{ ready }", "mutation { pay }", "{ ready }"]


@pytest.mark.parametrize("part", [
    "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Type: applic",
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n",
])
def test_a_connection_that_is_lost_within_the_headers_is_tried_again(part):
    answers = iter([part.encode(), answer(things({"__typename": "Thing", "id": "1", "text": "a"}))])
    with raw_server(lambda request: next(answers)) as server:
        with swiftpager.Client(server.url, retry={"base_delay": 0.01}) as client:
            assert [thing["id"] for thing in client.pager(QUERY).items()] == ["1"]
    with raw_server(lambda request: part.encode()) as server:
        with swiftpager.Client(server.url, retry=False) as client, pytest.raises(swiftpager.NetworkError):
            client.pager(QUERY).load_all()


@pytest.mark.parametrize("odd", [
    {"__typename": 5, "id": "1", "text": "a"}, {"__typename": None, "id": "1", "text": "a"},
    {"__typename": {"a": 1}, "id": "1", "text": "a"},
    {"__typename": "Thing", "id": "1", "text": json.loads("[" * 200 + "]" * 200)},
    {"__typename": "Thing", "id": "1", "text": json.loads("[" * 70 + '{"a": [1]}' + "]" * 70)},
], ids=["a number", "null", "an object", "200 lists", "70 lists and an object"])
def test_what_a_server_says_oddly_can_be_read_out_of_the_file_again(odd, tmp_path):
    path = tmp_path / "cache.db"
    with raw_server(lambda request: answer(things(odd))) as server:
        with swiftpager.Client(server.url, cache=path) as client:
            assert list(client.pager(QUERY).items()) == [odd]
    for policy in ("return_cache_data_dont_fetch", "return_cache_data_else_fetch"):
        with swiftpager.Client(server.url, cache=path) as client:
            assert list(client.pager(QUERY, cache_policy=policy).items()) == [odd]


def test_a_value_that_was_written_deep_is_read_again(tmp_path):
    deep = {"$json": json.loads("[" * 100 + "]" * 100)}
    for _ in range(2):
        with swiftpager.Client("http://127.0.0.1:9/", cache=tmp_path / "cache.db") as client:
            if "Thing:1" not in client.cache:
                client.cache["Thing:1"] = {"text": deep}
    with swiftpager.Client("http://127.0.0.1:9/", cache=tmp_path / "cache.db") as client:
        assert client.cache["Thing:1"]["text"] in (deep, deep["$json"])


@pytest.mark.parametrize("cache", ["memory", "file"])
@pytest.mark.parametrize("refusals", [1, 2])
def test_a_walk_that_made_a_page_smaller_is_walked_again_without_a_server(cache, refusals, tmp_path):
    query = QUERY.replace("($after", "($first: Int, $after").replace("(after", "(first: $first, after")
    refused = iter(range(refusals))

    def page(request):
        begin = int(request["variables"].get("after") or 0)
        if begin == 8 and next(refused, None) is not None:
            return answer({}, status="502 Bad Gateway")
        end = min(begin + request["variables"]["first"], 24)
        nodes = [{"__typename": "Thing", "id": str(number), "text": "a"} for number in range(begin, end)]
        whole = things(*nodes, more=end < 24)
        whole["data"]["things"]["pageInfo"]["endCursor"] = str(end)
        return answer(whole)

    path = tmp_path / "cache.db" if cache == "file" else "memory"
    everything = [str(number) for number in range(24)]
    with raw_server(page) as server, swiftpager.Client(server.url, cache=path, retry={"base_delay": 0.01}) as client:
        assert [thing["id"] for thing in client.pager(query, {"first": 8}).items()] == everything
        count = len(server.requests)
        assert count > 3 + refusals
        pager = client.pager(query, {"first": 8}, cache_policy="return_cache_data_dont_fetch")
        assert [thing["id"] for thing in pager.items()] == everything
        assert len(server.requests) == count
        missing = client.pager(query, {"first": 7}, cache_policy="return_cache_data_dont_fetch")
        with pytest.raises(swiftpager.CacheMiss, match="first:7"):
            missing.load_all()


@pytest.mark.parametrize("error", ["no luck", 5, None])
def test_a_hook_that_returns_an_error_alone_has_not_said_that_the_list_ends(error):
    with raw_server(lambda request: answer(things({"id": "1"}, more=True))) as server:
        with swiftpager.Client(server.url) as client:
            pager = client.pager(
                QUERY, pagination={"connection": "/things", "items": "/nodes"},
                extract_page_info=lambda page, is_initial: {"error": error})
            with pytest.raises(swiftpager.HookError, match="neither `can_load_next` nor"):
                pager.load_all()
            assert pager.state["end"] is None


@pytest.mark.parametrize("errors", ["keep", "fail"])
def test_errors_of_a_page_say_how_often_it_was_asked_for(errors):
    page = things({"id": "1"})
    replies = [None, answer({"errors": [{"message": "no"}], "data": page["data"] if errors == "fail" else None})]
    with raw_server(lambda request: replies.pop(0)) as server:
        with swiftpager.Client(server.url, retry={"base_delay": 0.01}) as client:
            with pytest.raises(swiftpager.GraphQLError, match="no") as caught:
                client.pager(QUERY, errors=errors).load_all()
    assert caught.value.attempts == len(server.requests) == 2
