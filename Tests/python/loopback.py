"""HTTP servers inside a test's own process."""

import contextlib
import http.server
import sys
import threading
from collections.abc import Iterator
from typing import Any


class _LoopbackServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        # Many tests are about a client that stops reading.
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextlib.contextmanager
def listening(handler: type[http.server.BaseHTTPRequestHandler]) -> Iterator[str]:
    """Passes requests to `handler`, each connection on its own thread; yields the server's address."""
    with _LoopbackServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
