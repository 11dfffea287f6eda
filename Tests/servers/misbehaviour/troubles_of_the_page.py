"""Troubles inside a well-formed response: errors, and page info that leads nowhere."""

from .exchange import Exchange, graphql_error, json_bytes
from .register import on_bad_page, on_every_page


@on_bad_page("/errors-null-data")
async def errors_null_data(exchange: Exchange) -> None:
    """200 with errors and `data: null`."""
    error = graphql_error("The warehouse is closed.", ["items"], code="INTERNAL_SERVER_ERROR")
    await exchange.send_json({"errors": [error], "data": None})


@on_bad_page("/errors-no-data")
async def errors_no_data(exchange: Exchange) -> None:
    """200 with errors and without the key `data`."""
    await exchange.send_json({"errors": [graphql_error("Cannot query field 'nope' on type 'Query'.")]})


@on_bad_page("/partial", bad_page=2)
async def partial(exchange: Exchange) -> None:
    """The page, with one name null and an error that says why; the walk can go on."""
    response = exchange.page.response()
    response["data"]["items"]["edges"][0]["node"]["name"] = None
    response["errors"] = [graphql_error("The name is secret.", ["items", "edges", 0, "node", "name"], code="FORBIDDEN")]
    await exchange.send_json(response)


@on_every_page("/resource-limits")
async def resource_limits(exchange: Exchange) -> None:
    """Names after the first `bytes` items of a page, by default 4, are null, and an error says so as GitHub's does."""
    most = 4 if exchange.options.bytes is None else exchange.options.bytes
    response = exchange.page.response()
    for edge in response["data"]["items"]["edges"][most:]:
        edge["node"]["name"] = None
    if exchange.page.end - exchange.page.start > most:
        error = graphql_error("Resource limits for this query exceeded.", ["items", "edges", most, "node", "name"])
        response["errors"] = [{**error, "type": "RESOURCE_LIMITS_EXCEEDED"}]
    await exchange.send_json(response)


@on_bad_page("/no-page-info")
async def no_page_info(exchange: Exchange) -> None:
    """The page without `pageInfo`."""
    response = exchange.page.response()
    del response["data"]["items"]["pageInfo"]
    await exchange.send_json(response)


@on_bad_page("/page-info-null")
async def page_info_null(exchange: Exchange) -> None:
    """`pageInfo` is null."""
    await _send_with(exchange, "pageInfo", None)


@on_bad_page("/page-info-wrong-type")
async def page_info_wrong_type(exchange: Exchange) -> None:
    """`pageInfo` is a string."""
    await _send_with(exchange, "pageInfo", "there is more")


@on_bad_page("/has-next-page-wrong-type")
async def has_next_page_wrong_type(exchange: Exchange) -> None:
    """`hasNextPage` is a string."""
    await exchange.send_page(hasNextPage="yes")


@on_bad_page("/end-cursor-wrong-type")
async def end_cursor_wrong_type(exchange: Exchange) -> None:
    """`endCursor` is a number."""
    await exchange.send_page(endCursor=42)


@on_bad_page("/same-cursor")
async def same_cursor(exchange: Exchange) -> None:
    """`endCursor` is the very cursor that was asked with, and there is always more."""
    await exchange.send_page(hasNextPage=True, endCursor=exchange.page.cursor(exchange.page.start))


@on_bad_page("/cursor-cycle")
async def cursor_cycle(exchange: Exchange) -> None:
    """`endCursor` leads two pages back, A → B → A, and there is always more."""
    page = exchange.page
    length = page.end - page.start
    await exchange.send_page(hasNextPage=True, endCursor=page.cursor(max(page.start - length, 0)))


@on_bad_page("/null-cursor")
async def null_cursor(exchange: Exchange) -> None:
    """`hasNextPage` is true and `endCursor` null."""
    await exchange.send_page(hasNextPage=True, endCursor=None)


@on_bad_page("/edges-null")
async def edges_null(exchange: Exchange) -> None:
    """`edges` is null; the page info is good."""
    await _send_with(exchange, "edges", None)


@on_bad_page("/edges-wrong-type")
async def edges_wrong_type(exchange: Exchange) -> None:
    """`edges` is an object, as servers of another language write an array with gaps."""
    await _send_with(exchange, "edges", {"0": {"node": None}})


@on_bad_page("/edges-absent")
async def edges_absent(exchange: Exchange) -> None:
    """The page without `edges`, although the query asks for them; the page info is good."""
    response = exchange.page.response()
    del response["data"]["items"]["edges"]
    await exchange.send_json(response)


@on_bad_page("/duplicate-key")
async def duplicate_key(exchange: Exchange) -> None:
    """`hasNextPage` stands twice in the page info: first false, then true."""
    body = json_bytes(exchange.page.response())
    await exchange.send(body.replace(b'"hasNextPage"', b'"hasNextPage":false,"hasNextPage"', 1))


@on_bad_page("/connection-null")
async def connection_null(exchange: Exchange) -> None:
    """The connection itself is null, without an error."""
    await exchange.send_json({"data": {"items": None}})


async def _send_with(exchange: Exchange, field: str, value: object) -> None:
    response = exchange.page.response()
    response["data"]["items"][field] = value
    await exchange.send_json(response)
