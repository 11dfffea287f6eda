"""The rows of a list as a table, as written by hand: http.client, orjson, and pyarrow or pandas for the columns.

With --parquet they become a file of that format, in memory: by pandas' to_parquet().
"""

import http.client
import io
from urllib.parse import urlsplit

import orjson

import peer


def main() -> None:
    """Loads all pages, collects their nodes, and makes columns of them."""
    asked = peer.arguments(__doc__)
    # The time to load the libraries does not count.
    import pandas
    import pyarrow

    url = urlsplit(asked.url)
    headers = {"Content-Type": "application/json"}
    pages = 0
    cursor = None
    rows: list[dict[str, object]] = []

    start = peer.Cost.now()
    connection = http.client.HTTPConnection(url.hostname or "", url.port)
    has_next_page = True
    while has_next_page:
        body = orjson.dumps({"query": peer.QUERY, "variables": {"first": asked.size, "after": cursor}})
        connection.request("POST", url.path, body, headers)
        response = connection.getresponse()
        received = response.read()
        if response.status != 200:
            raise SystemExit(f"the server answered with HTTP status {response.status}")
        products = orjson.loads(received)["data"]["products"]
        rows += [edge["node"] for edge in products["edges"]]
        has_next_page = products["pageInfo"]["hasNextPage"]
        cursor = products["pageInfo"]["endCursor"]
        pages += 1
    if asked.parquet:
        frame = pandas.DataFrame(rows)
        frame.to_parquet(io.BytesIO())
        items = len(frame)
    else:
        items = pyarrow.Table.from_pylist(rows).num_rows
    cost = peer.Cost.since(start)

    connection.close()
    peer.report("http_client_arrow", asked, pages, items, cost)


if __name__ == "__main__":
    main()
