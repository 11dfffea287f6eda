"""Troubles that the HTTP status tells."""

from .exchange import GRAPHQL_TYPE, JSON_TYPE, Exchange, graphql_error, json_bytes
from .register import on_bad_page

GATEWAY_PAGE = """<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title></head>
<body><h1>502 Bad Gateway</h1><p>The upstream server did not answer.</p></body></html>
"""
REFUSED = {"errors": [graphql_error("Cannot query field 'nope' on type 'Query'.", code="GRAPHQL_VALIDATION_FAILED")]}


@on_bad_page("/html-502")
async def html_502(exchange: Exchange) -> None:
    """502 with a page of HTML, as a gateway sends it."""
    await exchange.send(GATEWAY_PAGE.encode(), 502, "text/html; charset=utf-8")


@on_bad_page("/http-500")
async def http_500(exchange: Exchange) -> None:
    """500 with a line of plain text."""
    await exchange.send(b"Internal Server Error\n", 500, "text/plain; charset=utf-8")


@on_bad_page("/http-400-graphql")
async def http_400_graphql(exchange: Exchange) -> None:
    """400 with a body that says by its type that it is a GraphQL response."""
    await exchange.send_json(REFUSED, 400, GRAPHQL_TYPE)


@on_bad_page("/http-400-json")
async def http_400_json(exchange: Exchange) -> None:
    """400 with GraphQL errors in plain JSON."""
    await exchange.send_json(REFUSED, 400)


@on_bad_page("/http-429")
async def http_429(exchange: Exchange) -> None:
    """429 with `Retry-After: after_seconds`."""
    body = json_bytes({"errors": [graphql_error("Slow down.", code="RATE_LIMITED")]})
    await exchange.send(body, 429, JSON_TYPE, {"Retry-After": str(exchange.options.after_seconds)})


@on_bad_page("/redirect")
async def redirect(exchange: Exchange) -> None:
    """302 to /good on this server."""
    await exchange.send(b"", 302, "text/plain", {"Location": "/good"})
