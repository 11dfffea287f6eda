"""The example of a service: what its clients, its operator and its upstream server see."""

import re
import socket
import subprocess
from collections.abc import Callable

import pytest

from programs import SERVICE, Service, eventually, gated, lines, products
from swiftpager.testing import Connection, FakeServer


def test_a_list_comes_whole_a_product_a_line(shop_endpoint: str) -> None:
    with Service(shop_endpoint) as service:
        response = service.get("/products")
        assert response.status == 200
        assert response.headers["Content-Type"] == "application/x-ndjson"
        got = lines(response)
        assert len(got) == len({product["id"] for product in got}) == 1000
        assert got[0].keys() == {"id", "name", "price"}
        eventually(lambda: service.figure("streams_open") == 0, "the stream ends")
        figures = [service.figure(name) for name in ("upstream_pages", "products_written", "upstream_errors")]
        assert figures == [10, 1000, 0]


def test_many_clients_read_at_once(shop_endpoint: str) -> None:
    with Service(shop_endpoint) as service:
        responses = [service.get(f"/products?pageSize={size}") for size in (100, 40, 20, 10) * 5]
        assert [len(lines(response)) for response in responses] == [1000] * 20


def test_the_log_has_the_request_of_each_line(shop_endpoint: str) -> None:
    with Service(shop_endpoint) as service:
        for _ in range(2):
            service.get("/products").read()
        eventually(lambda: sum("The list is complete" in line for line in service.log) == 2, "both are complete")
        begun, ended = (
            [found[1] for line in service.log if words in line and (found := re.search(r"request\.id=(\w+)", line))]
            for words in ("/products", "The list is complete")
        )
        assert begun == ended
        assert len(set(begun)) == 2


def test_the_upstream_walk_ends_when_the_client_leaves() -> None:
    with gated(first_held=3) as (upstream, held), Service(upstream.url) as service:
        response = service.get("/products?pageSize=10")
        assert response.readline()
        eventually(lambda: held.asked == 3, "the third page is asked for")
        response.close()
        # The third page is still held: the service does not wait for it to notice.
        service.logged("The client left")
        eventually(lambda: service.figure("streams_open") == 0, "the stream ends")
        held.open()
        eventually(lambda: len(upstream.requests) == 3, "the third page is answered")
        # A walk that went on would have asked for the fourth page by the time that another whole list has come.
        assert len(lines(service.get("/products"))) == 1000
        assert held.asked == 3 + 10


@pytest.mark.parametrize(
    ("fault", "count", "message"),
    [
        (lambda server: server.answer_errors("no stock", after=2), 200, "no stock"),
        (lambda server: server.refuse(500, after=2), 200, "500"),
        (lambda server: server.answer_errors("one price failed", with_data=True, after=1), 250, "one price failed"),
    ],
    ids=["errors", "status", "partial data"],
)
def test_the_last_line_says_what_cut_the_list(fault: Callable[[FakeServer], None], count: int, message: str) -> None:
    with FakeServer({"products": Connection(products(250))}) as upstream, Service(upstream.url) as service:
        fault(upstream)
        *got, last = lines(service.get("/products"))
        assert len(got) == count
        assert last.keys() == {"error"}
        assert message in last["error"]
        assert service.figure("upstream_errors") == 1
        line = service.logged(f"error.*request.id=(\\w+).*The list is cut.*{message}")
        assert {request.headers["x-request-id"] for request in upstream.requests} == {line[1]}


def test_a_page_that_takes_too_long_cuts_the_list() -> None:
    with gated(first_held=3) as (upstream, held), Service(upstream.url, PAGE_SECONDS="1") as service:
        *got, last = lines(service.get("/products?pageSize=10"))
        assert len(got) == 20
        assert "no page within 1.0 seconds" in last["error"]
        assert held.asked == 3


def test_sigterm_lets_streams_end() -> None:
    with gated(first_held=3) as (upstream, held), Service(upstream.url) as service:
        response = service.get("/products?pageSize=10")
        assert response.readline()
        eventually(lambda: held.asked == 3, "the third page is asked for")
        service.terminate()
        eventually(lambda: not service.listens(), "it takes no new clients")
        held.open()
        assert len(lines(response)) == 999
        assert service.ended() == 0


def test_after_the_limit_a_stream_is_cut_and_says_so() -> None:
    with gated(first_held=3) as (upstream, held), Service(upstream.url, DRAIN_SECONDS="1") as service:
        response = service.get("/products?pageSize=10")
        assert response.readline()
        eventually(lambda: held.asked == 3, "the third page is asked for")
        service.terminate()
        *got, last = lines(response)
        assert len(got) == 19
        assert last == {"error": "the service shuts down"}
        assert service.ended() == 0


def test_a_client_that_does_not_read_holds_back_the_walk_but_not_the_end() -> None:
    megabyte = Connection(products(5000, name="x" * 100_000))
    with FakeServer({"products": megabyte}) as upstream, Service(upstream.url, DRAIN_SECONDS="0") as service:
        with socket.create_connection(("127.0.0.1", service.port)) as client:
            client.sendall(b"GET /products?pageSize=10 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            eventually(lambda: len(upstream.requests) > 2, "pages come")
            counts: list[int] = []

            def is_held() -> bool:
                counts.append(len(upstream.requests))
                return len(counts) > 50 and counts[-50] == counts[-1]

            eventually(is_held, "the walk stops")
            assert counts[-1] < 100
            service.terminate()
            assert service.ended() == 0


def test_wrong_requests_and_settings_are_refused(shop_endpoint: str) -> None:
    with Service(shop_endpoint) as service:
        assert service.get("/products?pageSize=0").status == 400
        assert service.get("/health").status == 200
    done = subprocess.run([SERVICE], env={}, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr == "service: UPSTREAM is not set: the address of a GraphQL server\n"
