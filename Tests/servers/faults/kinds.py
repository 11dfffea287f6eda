"""What can befall a request on its way: each kind of fault by its name.

A fault sends an answer whole, in part, changed or not at all; `forward` asks the server behind, `seconds` is how late
is late. With `PASSING` a client gets the page in the end: it asks again, or the answer is whole after all. With
`ENDING` the request ends with an error, and a walk goes on with its resume token.
"""

import asyncio
from collections.abc import Awaitable, Callable

from misbehaviour.connection import Connection

Forward = Callable[[], Awaitable[bytes]]
Fault = Callable[[Connection, Forward, float], Awaitable[None]]
# How many parts an answer is sent in that comes slowly.
DROPS = 8


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


async def drip(connection: Connection, forward: Forward, seconds: float) -> None:
    """The answer comes in small parts."""
    answer = await forward()
    step = len(answer) // DROPS + 1
    for start in range(0, len(answer), step):
        await connection.write(answer[start : start + step])
        await asyncio.sleep(seconds / DROPS)


async def write_half(connection: Connection, forward: Forward) -> None:
    """The answer's head, and the first half of its body."""
    head, body = parts(await forward())
    await connection.write(head + body[: len(body) // 2])


async def truncate(connection: Connection, forward: Forward, seconds: float) -> None:
    """The connection is closed in the middle of a body whose length the head says."""
    await write_half(connection, forward)
    await connection.close()


async def reset_body(connection: Connection, forward: Forward, seconds: float) -> None:
    """A TCP reset in the middle of the body."""
    await write_half(connection, forward)
    connection.reset()


async def stall(connection: Connection, forward: Forward, seconds: float) -> None:
    """The second half of the body does not come."""
    await write_half(connection, forward)
    await connection.until_closed_by_client()


async def cut(connection: Connection, forward: Forward, seconds: float) -> None:
    """The connection is closed in the middle of a body that has no length: nothing but the JSON shows it."""
    _, body = parts(await forward())
    await connection.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n")
    await connection.write(body[: len(body) // 2])
    await connection.close()


async def short_length(connection: Connection, forward: Forward, seconds: float) -> None:
    """The head says half of the body's length; the connection stays open, with the rest of the body on it."""
    _, body = parts(await forward())
    await connection.write(answer_of("200 OK", "application/json", body, length=len(body) // 2))


async def garbage(connection: Connection, forward: Forward, seconds: float) -> None:
    """Bytes that belong to no answer follow the answer, on a connection that stays open."""
    await connection.write(await forward() + b"\0garbage\r\n\r\n")


def parts(answer: bytes) -> tuple[bytes, bytes]:
    """An answer's head and its body."""
    end = answer.index(b"\r\n\r\n") + 4
    return answer[:end], answer[end:]


def answer_of(status: str, kind: str, body: bytes, *headers: str, length: int | None = None) -> bytes:
    """An answer that the server behind did not give."""
    size = len(body) if length is None else length
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {size}", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


def instead(status: str, kind: str, body: str, *headers: str) -> Fault:
    """Another answer, in place of the server's."""
    answer = answer_of(status, kind, body.encode(), *headers)

    async def fault(connection: Connection, forward: Forward, seconds: float) -> None:
        await connection.write(answer)

    return fault


def refuse(status: str, *headers: str) -> Fault:
    """A gateway's own answer."""
    return instead(status, "text/html", f"<html><body><h1>{status}</h1></body></html>", *headers)


PASSING: dict[str, Fault] = {
    "drop": drop,
    "lose": lose,
    "reset": reset,
    "delay": delay,
    "drip": drip,
    "truncate": truncate,
    "reset-body": reset_body,
    "429": refuse("429 Too Many Requests"),
    "429-retry-after": refuse("429 Too Many Requests", "Retry-After: 0"),
    "502": refuse("502 Bad Gateway"),
    "503": refuse("503 Service Unavailable"),
    "503-retry-after": refuse("503 Service Unavailable", "Retry-After: 0"),
    "503-close": refuse("503 Service Unavailable", "Connection: close"),
}
ENDING: dict[str, Fault] = {
    "500": refuse("500 Internal Server Error"),
    "stall": stall,
    "cut": cut,
    "short-length": short_length,
    "garbage": garbage,
    "html": refuse("200 OK"),
    "broken-json": instead("200 OK", "application/json", '{"data":{"items":{"edges":[}}}'),
    "errors": instead("200 OK", "application/json", '{"errors":[{"message":"a shard is away"}]}'),
}
KINDS: dict[str, Fault] = {**PASSING, **ENDING}
