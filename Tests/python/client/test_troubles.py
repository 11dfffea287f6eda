"""Every trouble of the misbehaving server: it raises the right exception, and the earlier pages stay."""

import contextlib
import http.server
import json

import pytest

import swiftpager
from conftest import ids
from loopback import listening
from swiftpager.testing import FakeServer

MEGABYTE = 1024 * 1024
SMALL = {"max_response_bytes": MEGABYTE}

# Path, exception, the client's options. Pages 1 and 2 are good.
ON_THE_WAY = [
    ("/broken-gzip", swiftpager.NetworkError, {}),
    ("/close-half-way", swiftpager.NetworkError, {}),
    ("/close-without-length", swiftpager.NetworkError, {}),
    ("/stall", swiftpager.RequestTimeout, {"timeout": 0.3}),
    ("/too-large", swiftpager.NetworkError, SMALL),
    ("/too-large-chunked", swiftpager.NetworkError, SMALL),
    ("/too-large-gzip", swiftpager.NetworkError, SMALL),
    ("/html-502", swiftpager.ServerError, {}),
    ("/http-500", swiftpager.ServerError, {}),
    ("/http-400-json", swiftpager.GraphQLError, {}),
    ("/http-429", swiftpager.HTTPError, {}),
    ("/redirect", swiftpager.HTTPError, {}),
    ("/deep", swiftpager.BadResponseError, {}),
    ("/duplicate-key", swiftpager.BadResponseError, {}),
    ("/edges-absent", swiftpager.BadResponseError, {}),
    ("/edges-wrong-type", swiftpager.BadResponseError, {}),
    ("/empty-body", swiftpager.BadResponseError, {}),
    ("/invalid-utf8", swiftpager.BadResponseError, {}),
    ("/not-an-object", swiftpager.BadResponseError, {}),
    ("/not-json", swiftpager.BadResponseError, {}),
    ("/truncated-json", swiftpager.BadResponseError, {}),
]
# If these happen on a connection that was used before, libcurl first sends the request again on a new connection.
WITHOUT_A_BYTE = ["/close-at-once", "/connection-reset"]
WITHOUT_DATA = ["/errors-null-data", "/errors-no-data", "/http-400-graphql"]
ENDLESS = [
    ("/same-cursor", swiftpager.CursorStuck, 30),
    ("/cursor-cycle", swiftpager.CursorCycle, 30),
    ("/null-cursor", swiftpager.NullCursor, 30),
    ("/no-page-info", swiftpager.MissingPageInfo, 30),
    ("/page-info-null", swiftpager.MissingPageInfo, 30),
    ("/page-info-wrong-type", swiftpager.MissingPageInfo, 30),
    ("/has-next-page-wrong-type", swiftpager.MissingPageInfo, 30),
    ("/connection-null", swiftpager.MissingPageInfo, 20),
    ("/edges-null", swiftpager.MissingPageInfo, 20),
]
# Correct answers, with the number of items on each page.
UNUSUAL = [
    ("/good", [10] * 5),
    ("/chunked", [10] * 5),
    ("/empty-middle", [10, 10, 0, 10, 10]),
    ("/gzip", [10] * 5),
    ("/indented", [11] * 5),
    ("/slow", [10] * 5),
    ("/unicode", [10] * 5),
]
# Other tests cover these by name.
OTHERS = {"/partial", "/resource-limits", "/tokens", "/headers", "/end-cursor-wrong-type", "/big-integer", "/gated"}


@contextlib.contextmanager
def serving(answers):
    """The address of a server that gives one answer after another."""
    remaining = iter(answers)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            body = json.dumps(next(remaining)).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with listening(Handler) as address:
        yield f"{address}/"


@pytest.mark.parametrize(("path", "kind", "client"), ON_THE_WAY)
def test_m11_a_failure_on_the_way_leaves_the_pages_before_it_and_can_be_overcome(items_pager, path, kind, client):
    pager = items_pager(path, client=client, once=1)
    with pytest.raises(kind) as caught:
        pager.load_all()
    assert type(caught.value) is kind
    # An answer about the request itself is not a failure of the network.
    is_refused = path in ("/http-400-json", "/http-429", "/redirect")
    assert isinstance(caught.value, swiftpager.NetworkError) != is_refused
    assert ids(pager.pages) == list(range(1, 21))
    assert pager.can_load_next
    pager.load_all(fetch_from_initial_page=False)
    assert ids(pager.pages) == list(range(1, 51))


@pytest.mark.parametrize(("path", "kind", "client"), [
    entry for entry in ON_THE_WAY if entry[0] in ("/close-half-way", "/html-502", "/not-json")
])
def test_m7_m8_load_next_raises_the_same_failure_and_asks_again(items_pager, trouble, path, kind, client):
    pager, updates = items_pager(path, client=client, bad=2, once=1), []
    pager.subscribe(updates.append)
    pager.fetch()
    with pytest.raises(kind):
        pager.load_next()
    assert ids(pager.pages) == list(range(1, 11))
    assert pager.can_load_next
    pager.load_next()
    assert ids(pager.pages) == list(range(1, 21))
    assert [type(update.error) for update in updates] == [type(None), kind, type(None)]
    assert trouble.stats()["cursors"] == [None, "item-10", "item-10"]


@pytest.mark.parametrize("path", WITHOUT_A_BYTE)
def test_a_connection_that_ends_without_an_answer_is_a_network_error(items_pager, trouble, path):
    pager = items_pager(path)
    with pytest.raises(swiftpager.NetworkError):
        pager.load_all()
    assert ids(pager.pages) == list(range(1, 21))
    assert pager.can_load_next
    assert trouble.stats()["requests"] == 4


@pytest.mark.parametrize(("path", "status"), [
    ("/html-502", 502), ("/http-500", 500), ("/http-400-json", 400), ("/http-429", 429), ("/redirect", 302),
])
def test_an_http_error_has_the_servers_status(items_pager, path, status):
    with pytest.raises((swiftpager.HTTPError, swiftpager.GraphQLError), match=str(status)) as caught:
        items_pager(path).load_all()
    assert caught.value.http_status == status
    assert [error["message"] for error in caught.value.errors] == {
        "/http-400-json": ["Cannot query field 'nope' on type 'Query'."], "/http-429": ["Slow down."],
    }.get(path, [])


@pytest.mark.parametrize("path", WITHOUT_DATA)
def test_errors_without_data_are_raised_with_the_errors(items_pager, path):
    pager = items_pager(path)
    with pytest.raises(swiftpager.GraphQLError) as caught:
        pager.load_all()
    assert caught.value.errors[0]["message"] in str(caught.value)
    assert ids(pager.pages) == list(range(1, 21))
    assert pager.pages[-1].errors == caught.value.errors


@pytest.mark.parametrize("path", WITHOUT_DATA)
@pytest.mark.parametrize("once", [0, 1])
def test_m13_load_next_asks_for_a_page_without_data_again_and_puts_it_in_its_place(items_pager, trouble, path, once):
    pager = items_pager(path, once=once)
    with pytest.raises(swiftpager.GraphQLError):
        pager.load_all()
    if once:
        pager.load_next()
        pager.load_next()
        assert ids(pager.pages) == list(range(1, 41))
        assert trouble.stats()["cursors"] == [None, "item-10", "item-20", "item-20", "item-30"]
    else:
        for _ in range(2):
            with pytest.raises(swiftpager.GraphQLError):
                pager.load_next()
        assert [page.data is None for page in pager.pages] == [False, False, True]
        assert trouble.stats()["cursors"] == [None, "item-10", "item-20", "item-20", "item-20"]


@pytest.mark.parametrize("emit", ["each", "end"])
def test_errors_with_a_null_in_place_of_the_list_are_raised_and_the_page_is_not_walked(emit):
    answers = [
        {"data": {"a": {"nodes": [1], "pageInfo": {"hasNextPage": True, "endCursor": "1"}}}},
        {"data": {"a": None}, "errors": [{"message": "The warehouse is closed."}]},
    ]
    walked = []
    with serving(answers) as url, swiftpager.Client(url) as client:
        pager = client.pager(
            "query ($after: String) { a(after: $after) { nodes pageInfo { hasNextPage endCursor } } }", emit=emit
        )
        with pytest.raises(swiftpager.GraphQLError, match="The warehouse is closed") as caught:
            for page in pager:
                walked.append(page)
    assert [page.items for page in walked] == [[1]]
    assert caught.value.errors == answers[1]["errors"]


@pytest.mark.parametrize(("path", "kind", "items"), ENDLESS)
def test_a_list_that_leads_nowhere_is_incomplete_and_says_why(items_pager, trouble, path, kind, items):
    pager = items_pager(path)
    with pytest.raises(kind) as caught:
        pager.load_all()
    assert isinstance(caught.value, swiftpager.IncompleteError)
    assert ids(pager.pages) == list(range(1, items + 1))
    assert pager.state["end"] == caught.value.code
    assert not pager.can_load_next
    with pytest.raises(kind):
        pager.load_next()
    assert trouble.stats()["requests"] == 3


def test_a_cursor_that_the_server_does_not_know_raises_its_errors(items_pager):
    pager = items_pager("/end-cursor-wrong-type")
    with pytest.raises(swiftpager.SwiftPagerError):
        pager.load_all()
    assert ids(pager.pages) == list(range(1, 31))


@pytest.mark.parametrize(("path", "counts"), UNUSUAL)
def test_an_unusual_answer_is_taken_as_it_is(items_pager, path, counts):
    assert [page.item_count for page in items_pager(path)] == counts


def test_an_integer_beyond_64_bits_is_refused_and_the_message_says_so(items_pager):
    pager = items_pager("/big-integer")
    with pytest.raises(swiftpager.BadResponseError, match="too large for 64 bits"):
        pager.load_all()
    assert pager.pages == []


def test_no_server_is_a_network_error():
    with swiftpager.Client("http://127.0.0.1:9") as client:
        pager = client.pager("query ($after: String) { a(after: $after) { nodes pageInfo { hasNextPage endCursor } } }")
        with pytest.raises(swiftpager.NetworkError) as caught:
            pager.fetch()
    assert type(caught.value) is swiftpager.NetworkError
    assert "127.0.0.1:9" in str(caught.value)


def test_a_server_without_tls_at_an_https_endpoint_says_what_to_change():
    with FakeServer() as server, swiftpager.Client(server.url.replace("http:", "https:"), retry=False) as client:
        with pytest.raises(swiftpager.NetworkError, match="does not use TLS, write the endpoint with http"):
            client.execute("{ a }")


def test_every_trouble_of_the_server_is_tested(trouble):
    tested = {entry[0] for entry in [*ON_THE_WAY, *ENDLESS, *UNUSUAL]} | {*WITHOUT_A_BYTE, *WITHOUT_DATA, *OTHERS}
    # The troubles of offset lists are in test_offset_lists.py.
    assert {path for path in trouble.paths() if not path.startswith("/offsets")} == tested
