"""Answers that are unusual but right: a client must take them as they are."""

import gzip
import json

from .exchange import JSON_TYPE, Exchange, head, json_bytes
from .register import on_bad_page, on_every_page

# Quotes, backslashes, a control character, accents and an emoji: a cursor is opaque and must come back as it was.
ODD_CURSOR = 'say "after" \\ C:\\new\t\N{GRINNING FACE} é '
# Also a character of two surrogates with a joiner, NUL, and a separator that JavaScript reads as a line's end.
ODD_NAME = '"Größe" \\ 品 \N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET} \0 \N{LINE SEPARATOR} '
CHUNK_BYTES = 37


@on_every_page("/good")
async def good(exchange: Exchange) -> None:
    """Good pages only."""
    await exchange.send_page()


@on_every_page("/gzip")
async def compressed(exchange: Exchange) -> None:
    """Every page compressed, when the client accepts gzip."""
    body = json_bytes(exchange.page.response())
    if "gzip" in (exchange.request.header("accept-encoding") or ""):
        await exchange.send(gzip.compress(body), headers={"Content-Encoding": "gzip"})
    else:
        await exchange.send(body)


@on_every_page("/chunked", ODD_CURSOR)
async def chunked(exchange: Exchange) -> None:
    """Every page in chunks of 37 bytes, which cut through characters."""
    body = json_bytes(exchange.page.response())
    pieces = [body[start : start + CHUNK_BYTES] for start in range(0, len(body), CHUNK_BYTES)]
    await exchange.connection.write(head(200, JSON_TYPE, {"Transfer-Encoding": "chunked"}))
    for piece in pieces:
        await exchange.connection.write(b"%x\r\n%s\r\n" % (len(piece), piece))
    await exchange.connection.write(b"0\r\n\r\n")


@on_every_page("/unicode", ODD_CURSOR)
async def unicode(exchange: Exchange) -> None:
    """Odd cursors, and names outside ASCII: written as escapes on odd pages, as UTF-8 on even ones."""
    response = exchange.page.response()
    for edge in response["data"]["items"]["edges"]:
        edge["node"]["name"] = ODD_NAME + edge["node"]["id"]
    await exchange.send(json.dumps(response).encode() if exchange.page.number % 2 else json_bytes(response))


@on_every_page("/indented")
async def indented(exchange: Exchange) -> None:
    """Every page spread over lines, with odd names, an item that is null and `extensions`."""
    response = exchange.page.response()
    response["extensions"] = {"cost": exchange.page.number}
    response["data"]["items"]["totalCount"] += exchange.options.pages
    edges = response["data"]["items"]["edges"]
    for edge in edges:
        edge["node"]["name"] = ODD_NAME + edge["node"]["id"]
    edges.append(None)
    await exchange.send(json.dumps(response, indent=2, ensure_ascii=False).encode())


@on_every_page("/big-integer")
async def big_integer(exchange: Exchange) -> None:
    """Every node has a `number` of 40 digits, which fits no machine integer."""
    response = exchange.page.response()
    for edge in response["data"]["items"]["edges"]:
        edge["node"]["number"] = 10**39 + int(edge["node"]["id"])
    await exchange.send_json(response)


@on_bad_page("/empty-middle")
async def empty_middle(exchange: Exchange) -> None:
    """A page in the middle has no edges, and there is more after it."""
    response = exchange.page.response()
    response["data"]["items"]["edges"] = []
    await exchange.send_json(response)


@on_every_page("/headers")
async def headers(exchange: Exchange) -> None:
    """One page whose nodes are the request's headers, with the raw request in `data.request`."""
    request = exchange.request
    edges = [
        {"cursor": exchange.page.cursor(number), "node": {"id": str(number), "name": name, "value": value}}
        for number, (name, value) in enumerate(request.headers, 1)
    ]
    connection = exchange.page.connection()
    connection["totalCount"] = len(edges)
    connection["edges"] = edges
    connection["pageInfo"] = {
        "hasNextPage": False,
        "hasPreviousPage": False,
        "startCursor": edges[0]["cursor"] if edges else None,
        "endCursor": edges[-1]["cursor"] if edges else None,
    }
    echoed = {"method": request.method, "target": request.target, "body": request.body.decode("utf-8", "replace")}
    await exchange.send_json({"data": {"items": connection, "request": echoed}})
