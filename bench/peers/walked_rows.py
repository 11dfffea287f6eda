"""The rows of one list, as a loop written by hand collects them: http.client and orjson."""

import argparse
import http.client

import orjson

import peer


def walked(
    connection: http.client.HTTPConnection, path: str, asked: argparse.Namespace
) -> tuple[list[dict[str, object]], int]:
    """The rows of one list, and the number of its pages."""
    rows: list[dict[str, object]] = []
    pages, cursor, has_next_page = 0, None, True
    while has_next_page:
        body = orjson.dumps({"query": peer.QUERY, "variables": {"first": asked.size, "after": cursor}})
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        received = response.read()
        if response.status != 200:
            raise SystemExit(f"the server answered with HTTP status {response.status}")
        products = orjson.loads(received)["data"]["products"]
        rows += [edge["node"] for edge in products["edges"]]
        has_next_page = products["pageInfo"]["hasNextPage"]
        cursor = products["pageInfo"]["endCursor"]
        pages += 1
    return rows, pages
