"""The programs of examples/service and examples/command, and an upstream server whose answers a test holds back."""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from swiftpager.testing import Connection, FakeServer

BUILD = Path(__file__).resolve().parents[2] / ".build"
SERVICE, COMMAND = BUILD / "service/debug/service", BUILD / "command/debug/products"
WAIT_SECONDS = 60.0


def products(count: int, name: str = "Lamp") -> list[dict[str, Any]]:
    """Products of an upstream server."""
    return [{"id": str(number), "name": name, "price": number / 4} for number in range(1, count + 1)]


def eventually(condition: Callable[[], bool], what: str) -> None:
    """Waits until a condition holds."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.01)


class GatedList:
    """A list whose pages from a number on wait for `open()`."""

    def __init__(self, count: int, first_held: int) -> None:
        self._list = Connection(products(count))
        self._gate = threading.Event()
        self._lock = threading.Lock()
        self._first_held = first_held
        self.asked = 0

    def __call__(self, arguments: Mapping[str, Any]) -> Any:
        with self._lock:
            self.asked += 1
            held = self.asked >= self._first_held
        if held:
            assert self._gate.wait(WAIT_SECONDS)
        return self._list.page(arguments)

    def open(self) -> None:
        """Lets all pages through."""
        self._gate.set()


@contextlib.contextmanager
def gated(count: int = 1000, first_held: int = 3) -> Iterator[tuple[FakeServer, GatedList]]:
    """A server with a gated list, which opens at the end."""
    held = GatedList(count, first_held)
    with FakeServer({"products": held}) as server:
        try:
            yield server, held
        finally:
            held.open()


class Service:
    """The running service. `with` ends it."""

    def __init__(self, upstream: str, **environment: str) -> None:
        # Only what the service documents: a variable of this machine changes nothing.
        variables = {"UPSTREAM": upstream, "PORT": "0", "PATH": os.environ["PATH"], **environment}
        self.process = subprocess.Popen([SERVICE], env=variables, stderr=subprocess.PIPE, text=True)
        self.log: list[str] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        try:
            self.port = int(self.logged(r"listening on 127\.0\.0\.1:(\d+)")[1])
        except BaseException:
            self.__exit__()
            raise

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.log.extend(self.process.stderr)

    def logged(self, pattern: str) -> re.Match[str]:
        """Waits for a line of the log."""
        found: list[re.Match[str]] = []

        def look() -> bool:
            found.extend(match for line in list(self.log) if (match := re.search(pattern, line)))
            assert found or self.process.poll() is None, f"the service ended: {self.log}"
            return bool(found)

        eventually(look, f"{pattern} in the log: {self.log}")
        return found[0]

    def get(self, path: str) -> "http.client.HTTPResponse":
        """Begins a request. Its connection ends with the response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_SECONDS)
        connection.request("GET", path)
        return connection.getresponse()

    def listens(self) -> bool:
        """Whether the service takes new clients."""
        try:
            return self.get("/health").status == 200
        except ConnectionError:
            return False

    def figure(self, name: str) -> float:
        """The value of a counter or a meter."""
        for line in self.get("/metrics").read().decode().splitlines():
            if line.startswith(f"{name} "):
                return float(line.removeprefix(name))
        return 0

    def terminate(self) -> None:
        """Sends SIGTERM and waits until the service has noticed it."""
        self.process.send_signal(signal.SIGTERM)
        self.logged("Ending")

    def ended(self) -> int:
        """Waits for the end, and returns the exit code."""
        code = self.process.wait(WAIT_SECONDS)
        self._reader.join()
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.ended()


def lines(response: "http.client.HTTPResponse") -> list[Any]:
    """The rest of a stream, as JSON values."""
    return [json.loads(line) for line in response.read().splitlines()]
