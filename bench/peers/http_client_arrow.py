"""The rows of a list as a table, as written by hand: http.client, orjson, and pyarrow or pandas for the columns.

With --parquet they become a file of that format, in memory: by pandas' to_parquet().
"""

import http.client
import io
from urllib.parse import urlsplit

import peer
import walked_rows


def main() -> None:
    """Loads all pages, collects their nodes, and makes columns of them."""
    asked = peer.arguments(__doc__)
    # The time to load the libraries does not count.
    import pandas
    import pyarrow

    url = urlsplit(asked.url)
    start = peer.Cost.now()
    connection = http.client.HTTPConnection(url.hostname or "", url.port)
    rows, pages = walked_rows.walked(connection, url.path, asked)
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
