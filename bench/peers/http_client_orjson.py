"""The loop that a Python programmer writes by hand: http.client keeps the connection, orjson or json reads the page."""

import http.client
import json
import time
from urllib.parse import urlsplit

import orjson

import peer


def main() -> None:
    """Walks all pages and counts the items."""
    asked = peer.arguments(__doc__)
    loads = json.loads if asked.json else orjson.loads
    url = urlsplit(asked.url)
    headers = {"Content-Type": "application/json"}
    pages = items = 0
    cursor = None
    has_next_page = True

    start = peer.Cost.now()
    connection = http.client.HTTPConnection(url.hostname or "", url.port)
    while has_next_page:
        body = orjson.dumps({"query": peer.QUERY, "variables": {"first": asked.size, "after": cursor}})
        connection.request("POST", url.path, body, headers)
        response = connection.getresponse()
        received = response.read()
        if response.status != 200:
            raise SystemExit(f"the server answered with HTTP status {response.status}")
        products = loads(received)["data"]["products"]
        for edge in products["edges"]:
            if edge["node"] is not None:
                items += 1
        has_next_page = products["pageInfo"]["hasNextPage"]
        cursor = products["pageInfo"]["endCursor"]
        pages += 1
        if asked.consumer_ms:
            time.sleep(asked.consumer_ms / 1_000)
    cost = peer.Cost.since(start)

    connection.close()
    peer.report("http_client_orjson", asked, pages, items, cost)


if __name__ == "__main__":
    main()
