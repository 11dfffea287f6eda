"""swiftpager in Python: the rows of a list as a table of pyarrow; with --parquet a file of that format, in memory."""

import io
import time

import peer
import swiftpager


def main() -> None:
    """Walks all pages with `retain` "none"."""
    asked = peer.arguments(__doc__)
    # Loading the library is not what is measured.
    import pyarrow
    import pyarrow.parquet

    items = 0
    start = time.perf_counter()
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
    seconds = time.perf_counter() - start

    peer.report("swiftpager_arrow", asked, pages, items, seconds)


if __name__ == "__main__":
    main()
