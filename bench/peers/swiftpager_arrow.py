"""swiftpager in Python: the rows of a list as a table of pyarrow; with --parquet a file of that format, in memory."""

import io

import peer
import swiftpager


def main() -> None:
    """Walks all pages with `retain` "none"."""
    asked = peer.arguments(__doc__)
    # The time to load the library does not count.
    import pyarrow
    import pyarrow.parquet

    items = 0
    start = peer.Cost.now()
    with swiftpager.Client(asked.url) as client:
        pager = client.pager(peer.QUERY, {"first": asked.size}, retain="none")
        if asked.parquet:
            reader = pyarrow.RecordBatchReader.from_stream(pager)
            with pyarrow.parquet.ParquetWriter(io.BytesIO(), reader.schema) as writer:
                for batch in reader:
                    writer.write_batch(batch)
                    items += batch.num_rows
        else:
            items = pager.to_arrow().num_rows
        pages = pager.state["pages_loaded"]
    cost = peer.Cost.since(start)

    peer.report("swiftpager_arrow", asked, pages, items, cost)


if __name__ == "__main__":
    main()
