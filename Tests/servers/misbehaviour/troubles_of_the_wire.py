"""Troubles with the connection itself: the answer stays away or stops."""

import asyncio

from .exchange import JSON_TYPE, Exchange, answer, json_bytes
from .register import on_bad_page

SLOW_MILLISECONDS = 1_000


def _half_of_the_page(exchange: Exchange) -> bytes:
    whole = answer(json_bytes(exchange.page.response()), 200, JSON_TYPE)
    start_of_body = whole.index(b"\r\n\r\n") + 4
    return whole[: (start_of_body + len(whole)) // 2]


@on_bad_page("/close-half-way")
async def close_half_way(exchange: Exchange) -> None:
    """Announces the whole length, sends half of the body and closes."""
    await exchange.connection.write(_half_of_the_page(exchange))
    await exchange.connection.close()


@on_bad_page("/close-without-length")
async def close_without_length(exchange: Exchange) -> None:
    """Announces no length, sends half of the body and closes."""
    head, _, body = _half_of_the_page(exchange).partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"content-length")]
    await exchange.connection.write(b"\r\n".join([*lines, b"Connection: close"]) + b"\r\n\r\n" + body)
    await exchange.connection.close()


@on_bad_page("/close-at-once")
async def close_at_once(exchange: Exchange) -> None:
    """Reads the request and closes without a single byte."""
    await exchange.connection.close()


@on_bad_page("/connection-reset")
async def connection_reset(exchange: Exchange) -> None:
    """Reads the request and resets the connection."""
    exchange.connection.reset()


@on_bad_page("/stall")
async def stall(exchange: Exchange) -> None:
    """Sends half of the body, then nothing more until the client closes."""
    await exchange.connection.write(_half_of_the_page(exchange))
    await asyncio.Event().wait()


@on_bad_page("/slow", keeps_time=True)
async def slow(exchange: Exchange) -> None:
    """Waits `ms` (default 1000) before it answers with a good page."""
    milliseconds = SLOW_MILLISECONDS if exchange.options.ms is None else exchange.options.ms
    await asyncio.sleep(milliseconds / 1_000)
    await exchange.send_page()


@on_bad_page("/gated", 1)
async def gated(exchange: Exchange) -> None:
    """Waits until `GET /open?key=…` opens the gate of its key, then answers with a good page."""
    await exchange.gates.pass_through(exchange.options.key)
    await exchange.send_page()
