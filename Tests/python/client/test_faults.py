"""A walk is complete and in order even if each kind of network fault hits one percent of the requests."""

import collections
import socket
import struct
import threading
import urllib.parse

import pytest

import swiftpager
from conftest import ITEMS_QUERY, endpoint, ids
from servers import fault_proxy, faults, nginx
from soak_chores import ITEMS, walk_to_the_end

PAGES, SIZE = 2_000, 5
ALL = list(range(1, PAGES * SIZE + 1))
# The kinds that end a request with an error: Tests/servers/faults/kinds.py.
ENDING = ("500", "stall", "cut", "short-length", "garbage", "html", "broken-json", "errors")
# With thirteen kinds, one request in eight meets a fault: so many in a row do not happen.
RETRY: swiftpager.Retry = {"max_attempts": 20, "base_delay": 0.001, "max_delay": 0.01}


def behind(trouble, proxy, pages=PAGES):
    """The address of the misbehaving server's good list at another host."""
    good = urllib.parse.urlsplit(trouble.url("/good", pages=pages, size=SIZE))
    return f"{proxy}{good.path}?{good.query}"


def walked(url, retry, **options):
    """All pages; also checks that a subscriber has seen each of them once."""
    with swiftpager.Client(url, retry=retry, **options) as client:
        pager = client.pager(ITEMS_QUERY, {"first": SIZE}, retain="none")
        pages = list(pager)
        assert pager.state["end"] == "complete"
        assert pager.state["items_loaded"] == len(ALL)
    return pages


def each_kind_happened(proxy):
    told = faults(proxy)
    assert min(told["faults"].values()) > 0, told
    # Every fault except a late or a slow answer led to another attempt.
    late = told["faults"]["delay"] + told["faults"]["drip"]
    assert told["requests"] >= PAGES + sum(told["faults"].values()) - late


@pytest.mark.long
def test_a_walk_of_2000_pages_through_every_kind_of_fault_is_complete(trouble):
    with fault_proxy(trouble.base, "passing=1") as proxy:
        pages = walked(behind(trouble, proxy), {**RETRY, "shrink": False})
        assert ids(pages) == ALL
        assert {page.item_count for page in pages} == {SIZE}
        each_kind_happened(proxy)


def test_a_walk_that_faults_end_goes_on_until_it_is_whole(trouble):
    resumed = collections.Counter()
    with fault_proxy(trouble.base, "passing=2", "ending=6") as proxy:
        url = behind(trouble, proxy, pages=len(ITEMS) // SIZE)
        with swiftpager.Client(url, retry=RETRY, timeout=0.1) as client:
            while not all(faults(proxy)["faults"][kind] for kind in ENDING):
                assert walk_to_the_end(client, resumed) == ITEMS
    # The faults that only the client's clock, the status, the JSON or the errors show.
    assert {"RequestTimeout", "ServerError", "BadResponseError", "GraphQLError"} <= set(resumed)


@pytest.mark.long
def test_pages_that_a_502_makes_smaller_have_every_item_once(trouble):
    with fault_proxy(trouble.base, "passing=1") as proxy:
        pages = walked(behind(trouble, proxy), RETRY)
        assert ids(pages) == ALL
        assert len(pages) > PAGES
        # The page after a smaller one is larger again.
        assert sum(page.item_count == SIZE for page in pages) > PAGES * 0.9


@pytest.mark.long
def test_a_walk_over_http2_through_nginx_is_complete(trouble):
    with fault_proxy(trouble.base, "passing=1") as proxy, nginx(proxy, "--requests", "20") as front:
        options = {"ca_file": endpoint("SWIFTPAGER_TLS_CA"), "http_version": "2"}
        pages = walked(behind(trouble, front), {**RETRY, "shrink": False}, **options)
        assert ids(pages) == ALL
        assert len(pages) == PAGES
        each_kind_happened(proxy)


@pytest.mark.parametrize("version", ["1.1", "2"])
@pytest.mark.long
def test_a_walk_goes_on_when_nginx_is_started_again(trouble, version):
    retry = {"max_attempts": 100, "base_delay": 0.01, "max_delay": 0.1}
    options = {"ca_file": endpoint("SWIFTPAGER_TLS_CA"), "http_version": version, "retry": retry}
    found = []
    with nginx(trouble.base) as first:
        port = str(urllib.parse.urlsplit(first).port)
        client = swiftpager.Client(behind(trouble, first), **options)
    with client:
        pages = iter(client.pager(ITEMS_QUERY, {"first": SIZE}, max_pages=500))
        for _ in range(5):
            with nginx(trouble.base, "--port", port):
                found += [next(pages) for _ in range(100)]
    assert ids(found) == ALL[: 500 * SIZE]


def close_within_handshakes(listener, ways):
    """Closes connections after the client's first packet: in order, or with a reset."""
    for way in ways:
        connection, _ = listener.accept()
        # The client's first message is one packet. Unread data would turn each close into a reset.
        connection.recv(65536)
        if way == "reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    listener.close()


@pytest.mark.parametrize("way", ["close", "reset"])
def test_a_connection_that_is_lost_within_the_handshake_is_tried_again(way):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"https://127.0.0.1:{listener.getsockname()[1]}/"
        closing = threading.Thread(target=close_within_handshakes, args=(listener, [way] * 3))
        closing.start()
        with swiftpager.Client(url, retry={**RETRY, "max_attempts": 3}) as client:
            with pytest.raises(swiftpager.NetworkError, match="could not connect") as caught:
                # The server has done nothing, so the client sends even a mutation again.
                client.execute("mutation { rename }")
        assert caught.value.attempts == 3
        closing.join()


def test_a_certificate_that_nobody_trusts_is_not_tried_again():
    with swiftpager.Client(endpoint("SWIFTPAGER_TLS_ENDPOINT"), retry=RETRY) as client:
        with pytest.raises(swiftpager.NetworkError, match="no secure connection") as caught:
            client.execute("{ items { name } }")
    assert caught.value.attempts == 1


def test_a_server_that_speaks_no_tls_is_not_tried_again(shop):
    with swiftpager.Client(shop.replace("http:", "https:"), retry=RETRY) as client:
        with pytest.raises(swiftpager.NetworkError, match="no secure connection") as caught:
            client.execute("{ items { name } }")
    assert caught.value.attempts == 1
