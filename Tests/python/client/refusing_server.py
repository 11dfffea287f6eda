"""An HTTP/2 server that refuses streams; it runs in the test's own process and shows what it did."""

import json
import pathlib
import socket
import ssl
import struct
import threading
from typing import Any, Self

import h2.config
import h2.connection
import h2.errors
import h2.events

from conftest import endpoint
from negotiating_server import page

RECEIVE_BYTES = 64 * 1024


class RefusingServer:
    """Serves the list of `negotiating_server` over TLS, by HTTP/2 only; refuses every n-th stream, or loses the
    connection of each mutation."""

    def __init__(self, refuses_every: int = 0, *, loses_mutations: bool = False) -> None:
        self._refuses_every = refuses_every
        self._loses_mutations = loses_mutations
        self._lock = threading.Lock()
        self.connections = 0
        self.streams = 0
        self.refused = 0
        # The variables of the answered requests, in order.
        self.answered: list[Any] = []
        # The number of lost mutations.
        self.lost = 0
        authority = pathlib.Path(endpoint("SWIFTPAGER_TLS_CA"))
        self.authorities = str(authority)
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(authority.with_name("server.pem"), authority.with_name("server.key"))
        self._tls.set_alpn_protocols(["h2"])
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://127.0.0.1:{self._listener.getsockname()[1]}/graphql"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        # Wakes the thread that waits in accept(); close() alone would not wake it.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, plain: socket.socket) -> None:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            with self._tls.wrap_socket(plain, server_side=True) as connection:
                with self._lock:
                    self.connections += 1
                self._converse(connection)
        except OSError:
            # The client has left.
            return

    def _converse(self, connection: ssl.SSLSocket) -> None:
        protocol = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        protocol.initiate_connection()
        connection.sendall(protocol.data_to_send())
        bodies: dict[int, bytes] = {}
        while received := connection.recv(RECEIVE_BYTES):
            for event in protocol.receive_data(received):
                match event:
                    case h2.events.RequestReceived(stream_id=int(stream)):
                        if self._refuses():
                            protocol.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)
                        else:
                            bodies[stream] = b""
                    case h2.events.DataReceived(stream_id=int(stream), data=bytes(data)):
                        protocol.acknowledge_received_data(event.flow_controlled_length or 0, stream)
                        if stream in bodies:
                            bodies[stream] += data
                    case h2.events.StreamEnded(stream_id=int(stream)) if stream in bodies:
                        asked = json.loads(bodies.pop(stream))
                        if self._loses_mutations and asked["query"].startswith("mutation"):
                            self.lost += 1
                            # Closes with a reset.
                            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                            return
                        self._answer(protocol, stream, asked)
            connection.sendall(protocol.data_to_send())

    def _refuses(self) -> bool:
        with self._lock:
            self.streams += 1
            is_refused = self._refuses_every > 0 and self.streams % self._refuses_every == 0
            self.refused += is_refused
        return is_refused

    def _answer(self, protocol: h2.connection.H2Connection, stream: int, asked: Any) -> None:
        with self._lock:
            self.answered.append(asked.get("variables"))
        # Small enough for every flow-control window.
        protocol.send_headers(stream, [(":status", "200"), ("content-type", "application/json")])
        protocol.send_data(stream, json.dumps(page(asked)).encode(), end_stream=True)
