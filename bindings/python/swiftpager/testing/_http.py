"""HTTP for the fake server: it receives requests and sends answers, each connection on its own thread."""

from __future__ import annotations

import dataclasses
import json
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self, cast

# How often the thread that accepts connections checks whether it must end.
_POLL_SECONDS = 0.02


@dataclasses.dataclass(frozen=True)
class Exchange:
    """An answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @classmethod
    def of_json(cls, status: int, value: Any) -> Self:
        """An answer with JSON; if the value has no JSON form, the answer has an error that says so."""
        try:
            body = json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
        except (TypeError, ValueError) as error:
            body = json.dumps({"errors": [{"message": f"the fake server's data is not JSON: {error}"}]}).encode()
        return cls(status, {"Content-Type": "application/json"}, body)


Answering = Callable[[Mapping[str, Any], Mapping[str, str]], Exchange | None]


class Listener(ThreadingHTTPServer):
    """Accepts connections on a loopback port until it is closed."""

    request_queue_size = 128

    def __init__(self, answering: Answering) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answering = answering
        self._connections: set[socket.socket] = set()
        self._handlers: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self.serve_forever, args=(_POLL_SECONDS,), name="swiftpager.testing")
        # A program that forgets to close the listener, or fails before that, can still end.
        self._thread.daemon = True
        self._thread.start()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Begins a connection."""
        # ThreadingHTTPServer either waits for its threads or lets the interpreter end without them, and not both.
        thread = threading.Thread(target=self._serve, args=(request, client_address), daemon=True)
        with self._lock:
            self._connections.add(request)
            self._handlers.add(thread)
        thread.start()

    def _serve(self, request: Any, client_address: Any) -> None:
        self.process_request_thread(request, client_address)
        with self._lock:
            self._handlers.discard(threading.current_thread())

    def shutdown_request(self, request: Any) -> None:
        """Ends a connection."""
        with self._lock:
            self._connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Reports a failure in the server; a client that closed its connection is not a failure."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def close(self) -> None:
        """Ends all connections, and waits for their threads."""
        if self._is_closed:
            return
        self._is_closed = True
        self.shutdown()
        self._thread.join()
        with self._lock:
            threads = tuple(self._handlers)
            for connection in self._connections:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    # The client has already closed it.
                    continue
        for thread in threads:
            thread.join()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    # Sends headers and body together.
    wbufsize = -1

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            self.close_connection = True
            self._send(self._refusal(HTTPStatus.LENGTH_REQUIRED, "the request has no Content-Length"))
            return
        try:
            body = json.loads(self.rfile.read(int(length)))
        except ValueError as error:
            self._send(self._refusal(HTTPStatus.BAD_REQUEST, f"the request is not JSON: {error}"))
            return
        if not isinstance(body, dict):
            self._send(self._refusal(HTTPStatus.BAD_REQUEST, "the request is not a JSON object"))
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        exchange = cast(Listener, self.server).answering(body, headers)
        if exchange is None:
            self.close_connection = True
        else:
            self._send(exchange)

    def do_GET(self) -> None:
        self._send(self._refusal(HTTPStatus.METHOD_NOT_ALLOWED, "the fake server takes POST only"))

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing, because `FakeServer.requests` has the requests."""

    def _send(self, exchange: Exchange) -> None:
        self.send_response(exchange.status)
        for name, value in exchange.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(exchange.body)))
        self.end_headers()
        self.wfile.write(exchange.body)
        self.wfile.flush()

    def _refusal(self, status: HTTPStatus, message: str) -> Exchange:
        return Exchange.of_json(status, {"errors": [{"message": message}]})
