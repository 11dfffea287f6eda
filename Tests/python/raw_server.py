"""An HTTP server whose answers are bytes, even ones that a server should not send."""

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

# The answer to a request; None closes the connection without an answer.
Answer = Callable[[dict[str, Any]], bytes | None]


def answer(data: Any, status: str = "200 OK") -> bytes:
    """A complete answer with JSON in it."""
    body = json.dumps(data).encode()
    return b"HTTP/1.1 %b\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (
        status.encode(), len(body), body,
    )


class RawServer:
    """The server: answers each request with the result of a function, and closes after an incomplete answer."""

    def __init__(self, answers: Answer) -> None:
        self._answers = answers
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/graphql"
        # The received requests, in order.
        self.requests: list[dict[str, Any]] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Accepts no more connections."""
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

    def _serve(self, connection: socket.socket) -> None:
        # A client may close its connection at any moment.
        with contextlib.suppress(ConnectionError), connection, connection.makefile("rb") as lines:
            while lines.readline():
                length = 0
                while (line := lines.readline().strip()):
                    name, _, value = line.partition(b":")
                    if name.lower() == b"content-length":
                        length = int(value)
                request = json.loads(lines.read(length))
                self.requests.append(request)
                text = self._answers(request)
                connection.sendall(text or b"")
                if text is None or b"\r\n\r\n" not in text:
                    return


@contextlib.contextmanager
def raw_server(answers: Answer) -> Iterator[RawServer]:
    """The server, which runs to the end of the block."""
    server = RawServer(answers)
    try:
        yield server
    finally:
        server.close()
