"""For tests of programs that use swiftpager: a server that answers from Python data, and recordings.

    from swiftpager.testing import Connection

    def test_products(swiftpager_server):  # a pytest fixture
        swiftpager_server.data["products"] = Connection([{"id": n} for n in range(250)])
        with swiftpager.Client(swiftpager_server.url) as client:
            assert len(list(client.pager(QUERY).items())) == 250

    from swiftpager.testing import recorded

    def test_the_real_products():
        with recorded("tests/recordings/products.jsonl", "https://example.com/graphql") as client:
            assert len(list(client.pager(QUERY).items())) == 250

See `docs/python/testing.md` for the rest.
"""

from .lists import Connection, OffsetList, PagedList
from .recordings import is_recording, recorded
from .server import FakeServer, ReceivedRequest

__all__ = ["Connection", "FakeServer", "OffsetList", "PagedList", "ReceivedRequest", "is_recording", "recorded"]
