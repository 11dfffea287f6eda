"""The server behind the proxy: one connection to it for each of the proxy's own."""

import asyncio
import contextlib

from misbehaviour.connection import Request

# Headers that concern one connection, not the request.
OF_THE_CONNECTION = {"connection", "content-length", "expect", "host", "keep-alive", "transfer-encoding"}
LARGEST_HEAD = 64 * 1024


class UpstreamGone(Exception):
    """The server behind closed, or is not there."""


class Upstream:
    """Asks the server behind, over a connection that it keeps."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, request: Request) -> bytes:
        """The whole answer, as it came."""
        try:
            if self._reader is None or self._writer is None or self._reader.at_eof():
                await self.close()
                self._reader, self._writer = await asyncio.open_connection(self._host, self._port, limit=LARGEST_HEAD)
            self._writer.write(self._written(request))
            await self._writer.drain()
            return await self._answer(self._reader)
        except (OSError, asyncio.IncompleteReadError) as error:
            await self.close()
            raise UpstreamGone from error

    async def close(self) -> None:
        """Closes the connection, if there is one."""
        if self._writer is not None:
            self._writer.close()
            with contextlib.suppress(OSError):
                await self._writer.wait_closed()
        self._reader = self._writer = None

    def _written(self, request: Request) -> bytes:
        lines = [f"{request.method} {request.target} HTTP/1.1", f"Host: {self._host}:{self._port}"]
        lines += [f"{name}: {value}" for name, value in request.headers if name not in OF_THE_CONNECTION]
        lines += [f"Content-Length: {len(request.body)}", "", ""]
        return "\r\n".join(lines).encode("latin-1") + request.body

    async def _answer(self, reader: asyncio.StreamReader) -> bytes:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").lower().split("\r\n")[1:]
        headers = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if headers.get("transfer-encoding") == "chunked":
            return head + await self._chunks(reader)
        if headers.get("connection") == "close" or "content-length" not in headers:
            answer = head + await reader.read()
            await self.close()
            return answer
        return head + await reader.readexactly(int(headers["content-length"]))

    async def _chunks(self, reader: asyncio.StreamReader) -> bytes:
        chunks = b""
        while True:
            line = await reader.readuntil(b"\r\n")
            size = int(line.split(b";")[0], 16)
            chunks += line + await reader.readexactly(size + 2)
            if size == 0:
                return chunks
