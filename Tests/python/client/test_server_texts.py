"""A server's texts in headers and errors: limited in length, without secrets, and harmless on a terminal."""

import json
import socket
import threading
import time

import pytest

import swiftpager
from raw_server import answer, raw_server

QUERY = "query ($after: String) { things(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"


def failure(text, *, path="", **options):
    """The exception of an operation for an answer."""
    with raw_server(lambda request: text) as server:
        with swiftpager.Client(server.url + path, retry=False, **options) as client:
            with pytest.raises(swiftpager.SwiftPagerError) as caught:
                client.execute("{ a }")
            assert len(server.requests) == 1
    return caught.value


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
MEGABYTES = 20


@pytest.mark.parametrize("text", [
    CHUNKED + b"d\r\n{\"data\":null}\r\n0\r\n" + b"X-Tail: 0123456789\r\n" * (MEGABYTES * 50_000),
    b"HTTP/1.1 200 OK\r\n" + b"X-Head: 0123456789\r\n" * (MEGABYTES * 50_000),
    b"HTTP/1.1 103 Early Hints\r\nX-Early: 0123456789\r\n\r\n" * (MEGABYTES * 20_000),
], ids=["trailers", "headers", "interim responses"])
def test_headers_without_end_are_a_network_error(text):
    began = time.monotonic()
    error = failure(text, timeout=30)
    assert type(error) is swiftpager.NetworkError
    assert "header" in str(error)
    assert "too long" in str(error)
    assert "262144 bytes" in str(error)
    assert time.monotonic() - began < 15


def test_a_line_of_a_header_that_is_too_long_is_no_want_of_memory():
    line = b"X-Long: " + b"x" * 110_000
    error = failure(b"HTTP/1.1 200 OK\r\n" + line + b"\r\nContent-Length: 2\r\n\r\n{}")
    assert type(error) is swiftpager.NetworkError
    assert "header" in str(error)
    assert "too long" in str(error)


def test_headers_below_the_limit_are_taken():
    lines = b"X-Many: 0123456789\r\n" * 10_000
    body = b'{"data":{"a":1}}'
    text = b"HTTP/1.1 200 OK\r\n" + lines + b"Content-Length: %d\r\n\r\n" % len(body) + body
    with raw_server(lambda request: text) as server, swiftpager.Client(server.url) as client:
        for _ in range(3):
            assert client.execute("{ a }") == {"data": {"a": 1}}


# --- Secrets and lengths ------------------------------------------------------------------------------------------- #


def redirect(location):
    return f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()


@pytest.mark.parametrize("location", [
    "/graphql?api_key=S3cr3t", "http://other.example/graphql?api_key=S3cr3t", "http://me:S3cr3t@other.example/graphql",
    "http://other.example/graphql#S3cr3t", "//me:S3cr3t@[x/graphql", "http://[/graphql?S3cr3t",
])
def test_a_redirect_does_not_show_what_may_be_a_key(location):
    events = []
    with raw_server(lambda request: redirect(location)) as server:
        with swiftpager.Client(server.url + "?api_key=S3cr3t", retry=False) as client:
            client.observe(events.append)
            with pytest.raises(swiftpager.HTTPError, match="redirects") as caught:
                client.execute("{ a }")
            assert "S3cr3t" not in repr(client)
    assert "S3cr3t" not in str(caught.value) + json.dumps(caught.value.details) + repr(events)


def test_a_long_location_makes_no_long_message():
    error = failure(redirect("http://other.example/" + "x" * 90_000))
    assert "http://other.example/xxx" in str(error)
    assert len(str(error)) < 2_000


def test_no_other_failure_shows_the_key():
    for endpoint in ("http://me:S3cr3t@127.0.0.1:1/?key=S3cr3t", "http://me:S3cr3t@nowhere.invalid/?key=S3cr3t"):
        events = []
        with swiftpager.Client(endpoint, retry=False) as client:
            client.observe(events.append)
            with pytest.raises(swiftpager.NetworkError) as caught:
                client.execute("{ a }")
        assert "S3cr3t" not in str(caught.value) + repr(events)


# --- Each right ---------------------------------------------------------------------------------------------------- #


@pytest.mark.parametrize("wait", ["0x10", "1e3", "0x1p4", "+-3"])
def test_a_wait_that_is_no_decimal_number_is_none(wait):
    error = failure(f"HTTP/1.1 429 X\r\nRetry-After: {wait}\r\nContent-Length: 0\r\n\r\n".encode())
    assert error.retry_after is None or error.retry_after == 1


def test_a_304_is_no_redirect():
    error = failure(b"HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n")
    assert (type(error), error.http_status) == (swiftpager.HTTPError, 304)
    assert "redirect" not in str(error)
    assert "HTTP 304" in str(error)


def test_a_proxy_that_cannot_be_reached_is_named():
    with raw_server(lambda request: answer({"data": {}})) as server:
        with swiftpager.Client(server.url, proxy="http://me:S3cr3t@127.0.0.1:1", retry=False) as client:
            with pytest.raises(swiftpager.NetworkError) as caught:
                client.execute("{ a }")
        assert "could not connect to the proxy 127.0.0.1:1" in str(caught.value)
        assert server.url in str(caught.value)
        assert "S3cr3t" not in str(caught.value)
    # Without a proxy, the message names the endpoint.
    with swiftpager.Client("http://127.0.0.1:1/", proxy="", retry=False) as client:
        with pytest.raises(swiftpager.NetworkError, match=r"could not connect to http://127\.0\.0\.1:1/"):
            client.execute("{ a }")
    with swiftpager.Client("http://localhost:1/", proxy="", retry=False) as client:
        with pytest.raises(swiftpager.NetworkError, match="could not connect to http://localhost:1/"):
            client.execute("{ a }")


def test_a_proxy_that_refuses_is_told_as_that():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def serve():
            connection, _ = listener.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")

        thread = threading.Thread(target=serve)
        thread.start()
        proxy = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with swiftpager.Client("https://api.example/graphql?key=S3cr3t", proxy=proxy, retry=False) as client:
            with pytest.raises(swiftpager.NetworkError) as caught:
                client.execute("{ a }")
        thread.join()
    assert "the proxy did not connect to https://api.example/graphql" in str(caught.value)
    assert "407" in str(caught.value)
    assert "S3cr3t" not in str(caught.value)


EVIL = "bad\x1b[2J\r\nswiftpager: all is well\x9b\u202e\x7f"
SHOWN = r"bad\u001b[2J\r\nswiftpager: all is well\u009b\u202e\u007f"


@pytest.mark.parametrize("status", ["200 OK", "400 X", "401 X", "500 X"])
def test_control_characters_of_a_server_are_escaped_in_messages_and_stay_in_errors(status):
    text = answer({"errors": [{"message": EVIL}]}, status)
    with raw_server(lambda request: text) as server, swiftpager.Client(server.url, retry=False) as client:
        for run in (lambda: client.execute("{ a }"), client.pager(QUERY).load_all):
            with pytest.raises(swiftpager.SwiftPagerError) as caught:
                run()
            assert SHOWN in str(caught.value)
            assert not set(EVIL) & set(str(caught.value)) - set("bad[2Jswiftpager: all is well")
            assert caught.value.errors[0]["message"] == EVIL


def test_control_characters_in_the_errors_of_a_limit_are_escaped():
    text = answer({"errors": [{"message": EVIL, "type": "RATE_LIMITED"}]})
    with raw_server(lambda request: text) as server:
        with swiftpager.Client(server.url, retry={"max_attempts": 1}) as client:
            with pytest.raises(swiftpager.RateLimited) as caught:
                client.execute("{ a }")
    assert SHOWN in str(caught.value)


def test_control_characters_of_a_location_are_escaped():
    error = failure(b"HTTP/1.1 302 Found\r\nLocation: http://other.example/\x1b[2Jx\r\nContent-Length: 0\r\n\r\n")
    assert "\x1b" not in str(error)
