"""Troubles with the bytes of a body: too many, too few, or not what they claim to be."""

import functools
import gzip

from .exchange import JSON_TYPE, Exchange, head, json_bytes
from .pages import JSONObject
from .register import on_bad_page

MEGABYTE = 1024 * 1024
LARGE_BYTES = 16 * MEGABYTE
LARGE_UNPACKED_BYTES = 64 * MEGABYTE
CHUNK_BYTES = 64 * 1024
PADDING_MARK = b"@padding@"


def _padded(response: JSONObject, count: int) -> bytes:
    """A valid response that carries `count` bytes more, in `extensions`."""
    text = json_bytes({**response, "extensions": {"padding": PADDING_MARK.decode()}})
    return text.replace(PADDING_MARK, b"x" * count)


@functools.lru_cache(maxsize=4)
def _packed(text: bytes, count: int) -> bytes:
    return gzip.compress(text.replace(PADDING_MARK, b"x" * count), compresslevel=1)


@on_bad_page("/too-large")
async def too_large(exchange: Exchange) -> None:
    """A valid page of more than `bytes` (default 16 MiB), with its length announced."""
    await exchange.send(_padded(exchange.page.response(), exchange.options.bytes or LARGE_BYTES))


@on_bad_page("/too-large-chunked")
async def too_large_chunked(exchange: Exchange) -> None:
    """As /too-large, but in chunks, so that no length is announced."""
    body = _padded(exchange.page.response(), exchange.options.bytes or LARGE_BYTES)
    await exchange.connection.write(head(200, JSON_TYPE, {"Transfer-Encoding": "chunked"}))
    for start in range(0, len(body), CHUNK_BYTES):
        piece = body[start : start + CHUNK_BYTES]
        await exchange.connection.write(b"%x\r\n%s\r\n" % (len(piece), piece))
    await exchange.connection.write(b"0\r\n\r\n")


@on_bad_page("/too-large-gzip")
async def too_large_gzip(exchange: Exchange) -> None:
    """A small compressed body that unpacks to more than `bytes` (default 64 MiB)."""
    text = json_bytes({**exchange.page.response(), "extensions": {"padding": PADDING_MARK.decode()}})
    body = _packed(text, exchange.options.bytes or LARGE_UNPACKED_BYTES)
    await exchange.send(body, headers={"Content-Encoding": "gzip"})


@on_bad_page("/broken-gzip")
async def broken_gzip(exchange: Exchange) -> None:
    """Claims to be compressed and is not."""
    await exchange.send(json_bytes(exchange.page.response()), headers={"Content-Encoding": "gzip"})


@on_bad_page("/empty-body")
async def empty_body(exchange: Exchange) -> None:
    """200 and no body at all."""
    await exchange.send(b"")


@on_bad_page("/truncated-json")
async def truncated_json(exchange: Exchange) -> None:
    """A complete answer whose JSON ends in the middle."""
    body = json_bytes(exchange.page.response())
    await exchange.send(body[: len(body) // 2])


@on_bad_page("/not-json")
async def not_json(exchange: Exchange) -> None:
    """Text that claims to be JSON."""
    await exchange.send(b"All is well, thank you.\n")


@on_bad_page("/not-an-object")
async def not_an_object(exchange: Exchange) -> None:
    """JSON, but an array with the response inside."""
    await exchange.send_json([exchange.page.response()])


@on_bad_page("/invalid-utf8")
async def invalid_utf8(exchange: Exchange) -> None:
    """JSON with bytes inside a string that are not UTF-8."""
    await exchange.send(json_bytes(exchange.page.response()).replace(b"Item ", b"It\xff\xfem "))


@on_bad_page("/deep")
async def deep(exchange: Exchange) -> None:
    """Valid JSON with `levels` (default 5000) arrays inside each other in one node."""
    response = exchange.page.response()
    response["data"]["items"]["edges"][0]["node"]["nested"] = PADDING_MARK.decode()
    levels = exchange.options.levels
    nested = b"[" * levels + b"]" * levels
    await exchange.send(json_bytes(response).replace(b'"%s"' % PADDING_MARK, nested))
