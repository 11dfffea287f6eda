"""A Parquet file for each of many lists, as written by hand: http.client, orjson, pyarrow, and a link to the file.

The file is on the disk before it has its name, and the name is on the disk before the next list begins, as a fleet's
slices are. Nothing else is: a run that is cut off begins anew.
"""

import http.client
import json
import os
import pathlib
import tempfile
from urllib.parse import urlsplit

import peer
import walked_rows


def main() -> None:
    """Walks `--pagers` lists one after the other, each of `--pages` pages."""
    asked = peer.arguments(__doc__)
    # The time to load the libraries does not count.
    import pyarrow
    import pyarrow.parquet

    kinds = (("id", "string"), ("name", "string"), ("price", "float64"), ("description", "string"), ("inStock", "bool"))
    schema = pyarrow.schema([(name, pyarrow.type_for_alias(kind)) for name, kind in kinds])
    url = urlsplit(asked.url)
    pages = items = 0
    with tempfile.TemporaryDirectory() as folder:
        start = peer.Cost.now()
        connection = http.client.HTTPConnection(url.hostname or "", url.port)
        for number in range(asked.pagers):
            rows, read = walked_rows.walked(connection, url.path, asked)
            table = pyarrow.Table.from_pylist(rows, schema=schema)
            path = pathlib.Path(folder) / f"walk-{number}-000001.parquet"
            with open(f"{path}.new", "xb") as file:
                with pyarrow.parquet.ParquetWriter(file, schema) as writer:
                    writer.write_table(table)
                    writer.add_key_value_metadata({b"walk": json.dumps({"pages": read, "complete": True}).encode()})
                file.flush()
                os.fsync(file.fileno())
            os.link(f"{path}.new", path)
            os.unlink(f"{path}.new")
            descriptor = os.open(folder, os.O_RDONLY)
            os.fsync(descriptor)
            os.close(descriptor)
            pages += read
            items += table.num_rows
        cost = peer.Cost.since(start)
    connection.close()
    peer.report("files_by_hand", asked, pages, items, cost)


if __name__ == "__main__":
    main()
