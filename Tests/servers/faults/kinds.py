"""What can befall a request on its way: each kind of fault by its name.

A fault sends an answer whole, in part or not at all; `forward` asks the server behind, `seconds` is how late is late.
"""

import asyncio
from collections.abc import Awaitable, Callable

from misbehaviour.connection import Connection

Forward = Callable[[], Awaitable[bytes]]
Fault = Callable[[Connection, Forward, float], Awaitable[None]]


async def drop(connection: Connection, forward: Forward, seconds: float) -> None:
    """The connection is closed before the server hears of the request."""
    await connection.close()


async def lose(connection: Connection, forward: Forward, seconds: float) -> None:
    """The server does its work, and the connection is closed before the answer."""
    await forward()
    await connection.close()


async def reset(connection: Connection, forward: Forward, seconds: float) -> None:
    """A TCP reset in place of an answer."""
    connection.reset()


async def delay(connection: Connection, forward: Forward, seconds: float) -> None:
    """The answer comes late."""
    await asyncio.sleep(seconds)
    await connection.write(await forward())


async def truncate(connection: Connection, forward: Forward, seconds: float) -> None:
    """The answer's head comes, and the first half of its body."""
    answer = await forward()
    head = answer.index(b"\r\n\r\n") + 4
    await connection.write(answer[: head + (len(answer) - head) // 2])
    await connection.close()


def refuse(status: str, *headers: str) -> Fault:
    """A gateway's own answer."""
    body = f"<html><body><h1>{status}</h1></body></html>".encode()
    lines = [f"HTTP/1.1 {status}", "Content-Type: text/html", f"Content-Length: {len(body)}", *headers]
    answer = "\r\n".join([*lines, "", ""]).encode() + body

    async def fault(connection: Connection, forward: Forward, seconds: float) -> None:
        await connection.write(answer)

    return fault


KINDS: dict[str, Fault] = {
    "drop": drop,
    "lose": lose,
    "reset": reset,
    "delay": delay,
    "truncate": truncate,
    "429": refuse("429 Too Many Requests"),
    "429-retry-after": refuse("429 Too Many Requests", "Retry-After: 0"),
    "502": refuse("502 Bad Gateway"),
    "503": refuse("503 Service Unavailable"),
    "503-retry-after": refuse("503 Service Unavailable", "Retry-After: 0"),
    "503-close": refuse("503 Service Unavailable", "Connection: close"),
}
