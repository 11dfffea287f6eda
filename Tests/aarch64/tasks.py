"""What the emulated Python does with the wheel: `tasks.py TASK [ARGUMENT …]`, which prints what it found as JSON."""

import json
import pathlib
import platform
import sys
import threading

import swiftpager
from swiftpager._native.library import native

PRODUCTS = (
    "query Products($after: String) { products(first: 100, after: $after) {"
    " edges { node { id name price } } pageInfo { hasNextPage endCursor } } }"
)


def walk(address: str) -> object:
    """The products of the shop; and where the library comes from."""
    with swiftpager.Client(address) as client:
        names = [item["name"] for item in client.pager(PRODUCTS).items()]
    return {"machine": platform.machine(), "library": native._name, "first": names[0], "count": len(names)}


def callbacks(address: str) -> object:
    """The numbers of pages that a callback was told, and the threads that it ran on."""
    told, threads = [], set()

    def note(update: swiftpager.Update) -> None:
        told.append(update.page_count)
        threads.add(threading.current_thread() is threading.main_thread())

    with swiftpager.Client(address) as client:
        pager = client.pager(PRODUCTS)
        with pager.subscribe(note):
            pager.load_all()
    return {"told": told, "threads": sorted(threads)}


def exceptions(address: str) -> object:
    """The exceptions of a callback and of a document that the library refuses."""
    found = []

    def fail(update: swiftpager.Update) -> None:
        raise KeyError("not today")

    with swiftpager.Client(address) as client:
        pager = client.pager(PRODUCTS)
        with pager.subscribe(fail):
            try:
                pager.load_all()
            except KeyError as error:
                found.append(type(error).__name__)
        try:
            client.pager("query {")
        except swiftpager.SwiftPagerError as error:
            found.append(type(error).__name__)
    return found


def arrow(address: str) -> object:
    """The shop's products as a table of pyarrow's."""
    import pyarrow

    with swiftpager.Client(address) as client:
        table = pyarrow.table(client.pager(PRODUCTS))
    table.validate(full=True)
    return {"types": [str(field.type) for field in table.schema], "rows": table.num_rows, "last": table.to_pylist()[-1]}


def cache(address: str) -> object:
    """What a second client has from the file of the first, without the server."""
    file = pathlib.Path("/tmp/shop.db")
    with swiftpager.Client(address, cache=file) as client:
        client.pager(PRODUCTS).load_all()
    with swiftpager.Client("http://127.0.0.1:9/", cache=file, retry=False) as client:
        pager = client.pager(PRODUCTS, cache_policy="return_cache_data_dont_fetch")
        pager.fetch()
        return {"count": len(pager.pages[0].items), "size": file.stat().st_size}


def tls(address: str, authority: str, other: str) -> object:
    """What a server with TLS answers, and the error of a client that trusts another authority."""
    query = "query { items { edges { node { id } } pageInfo { hasNextPage endCursor } } }"
    with swiftpager.Client(address, ca_file=authority, retry=False) as client:
        answer = client.execute(query)
    with swiftpager.Client(address, ca_file=other, retry=False) as client:
        try:
            client.execute(query)
            refused = ""
        except swiftpager.SwiftPagerError as error:
            refused = str(error)
    return {"answer": str(answer), "refused": refused}


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
