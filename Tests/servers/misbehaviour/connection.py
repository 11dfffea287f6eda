"""One client connection: reads HTTP/1.1 requests and writes raw bytes.

Written on plain streams because `http.server` would not let a handler misbehave.
"""

import asyncio
import dataclasses
import socket
import struct
from urllib.parse import SplitResult, urlsplit

LARGEST_HEAD = 64 * 1024
LARGEST_BODY = 64 * 1024 * 1024
READ_SIZE = 64 * 1024


class BadRequest(Exception):
    """The client sent something that is not a request this server understands."""


@dataclasses.dataclass(frozen=True)
class Request:
    """A request as received; header names are in lower case and in the order sent."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def url(self) -> SplitResult:
        return urlsplit(self.target)

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)


class Connection:
    """Reads ahead into a buffer of its own, so that waiting for the client to close loses no bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._received = bytearray()
        self.keep_alive = True
        self.closed_here = False

    async def read_request(self) -> Request | None:
        """The next request, or None when the client closed instead of sending one."""
        head = await self._take_until(b"\r\n\r\n")
        if head is None:
            return None
        first_line, *lines = head.decode("latin-1").split("\r\n")
        parts = first_line.split(" ")
        if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
            raise BadRequest(f"not an HTTP/1 request line: {first_line!r}")
        pairs = [line.partition(":") for line in lines]
        headers = tuple((name.lower(), value.strip()) for name, _, value in pairs)
        request = Request(parts[0], parts[1], headers, b"")
        if (request.header("expect") or "").lower() == "100-continue":
            await self.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        if (request.header("connection") or "").lower() == "close":
            self.keep_alive = False
        return dataclasses.replace(request, body=await self._read_body(request))

    async def write(self, data: bytes) -> None:
        """Sends bytes as they are; returns once the kernel took most of them."""
        self._writer.write(data)
        await self._writer.drain()

    async def until_closed_by_client(self) -> None:
        """Returns when the client closed or reset the connection; keeps what it sent before that."""
        while await self._read_more():
            pass

    async def close(self) -> None:
        """Closes the connection after everything written has been sent."""
        self.closed_here = True
        self.keep_alive = False
        self._writer.close()
        try:
            await self._writer.wait_closed()
        except OSError:
            return  # The client was quicker.

    def reset(self) -> None:
        """Closes with a TCP reset instead of an orderly end."""
        self.closed_here = True
        self.keep_alive = False
        raw: socket.socket = self._writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

    async def _read_body(self, request: Request) -> bytes:
        if (request.header("transfer-encoding") or "").lower() == "chunked":
            return await self._read_chunks()
        length = request.header("content-length") or "0"
        if not length.isdecimal() or int(length) > LARGEST_BODY:
            raise BadRequest(f"content-length must be a number up to {LARGEST_BODY}, not {length!r}")
        return await self._take(int(length))

    async def _read_chunks(self) -> bytes:
        body = bytearray()
        while True:
            size_line = await self._take_until(b"\r\n")
            if size_line is None:
                raise BadRequest("the client closed inside a chunked body")
            size = int(size_line.split(b";")[0], 16)
            if size < 0 or len(body) + size > LARGEST_BODY:
                raise BadRequest(f"the chunked body is over {LARGEST_BODY} bytes")
            body += await self._take(size)
            await self._take(2)
            if size == 0:
                return bytes(body)

    async def _take_until(self, mark: bytes) -> bytes | None:
        while (end := self._received.find(mark)) < 0:
            if len(self._received) > LARGEST_HEAD:
                raise BadRequest(f"the request's head is over {LARGEST_HEAD} bytes")
            if not await self._read_more():
                return None
        taken = bytes(self._received[:end])
        del self._received[: end + len(mark)]
        return taken

    async def _take(self, count: int) -> bytes:
        while len(self._received) < count:
            if not await self._read_more():
                raise BadRequest("the client closed inside a request's body")
        taken = bytes(self._received[:count])
        del self._received[:count]
        return taken

    async def _read_more(self) -> bool:
        try:
            data = await self._reader.read(READ_SIZE)
        except OSError:
            return False  # A reset by the client ends its connection like a close does.
        self._received += data
        return bool(data)
