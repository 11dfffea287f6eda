"""The fastest loop that a Python programmer writes by hand: libcurl keeps the connection, orjson reads the page."""

from io import BytesIO

import orjson
import pycurl

import peer


def main() -> None:
    """Walks all pages and counts the items."""
    asked = peer.arguments(__doc__)
    pages = items = 0
    cursor = None
    has_next_page = True

    start = peer.Cost.now()
    connection = pycurl.Curl()
    connection.setopt(pycurl.URL, asked.url)
    connection.setopt(pycurl.HTTPHEADER, ["Content-Type: application/json"])
    while has_next_page:
        received = BytesIO()
        body = orjson.dumps({"query": peer.QUERY, "variables": {"first": asked.size, "after": cursor}})
        connection.setopt(pycurl.POSTFIELDS, body)
        connection.setopt(pycurl.WRITEFUNCTION, received.write)
        connection.perform()
        if connection.getinfo(pycurl.RESPONSE_CODE) != 200:
            raise SystemExit(f"the server answered with HTTP status {connection.getinfo(pycurl.RESPONSE_CODE)}")
        products = orjson.loads(received.getbuffer())["data"]["products"]
        for edge in products["edges"]:
            if edge["node"] is not None:
                items += 1
        has_next_page = products["pageInfo"]["hasNextPage"]
        cursor = products["pageInfo"]["endCursor"]
        pages += 1
    cost = peer.Cost.since(start)

    connection.close()
    peer.report("pycurl_orjson", asked, pages, items, cost)


if __name__ == "__main__":
    main()
