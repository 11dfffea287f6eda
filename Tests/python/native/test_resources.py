"""Nothing is left behind: descriptors, threads, memory."""

import collections
import contextlib
import gc
import os
import pathlib
import weakref

import polars
import pytest

import swiftpager
from conftest import ITEMS_QUERY, until
from swiftpager._native import registry
from swiftpager._native.library import native
from swiftpager._native.statuses import Status
from swiftpager.arrow import _stream_functions
from swiftpager.subscription import PulledUpdates

PRODUCTS = (
    "query ($after: String) { products(first: 10, after: $after) {"
    " nodes { id name } pageInfo { hasNextPage endCursor } } }"
)


def open_descriptors():
    return len(os.listdir("/proc/self/fd"))


def threads():
    return len(os.listdir("/proc/self/task"))


def resident_kilobytes():
    status = pathlib.Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))


def use_a_client(url):
    with swiftpager.Client(url) as client:
        client.fileno()
        with client.pager(ITEMS_QUERY) as pager:
            pager.subscribe(lambda update: None)
            pager.start_fetch(lambda error: None)


@pytest.mark.long
def test_a_thousand_clients_leave_nothing_behind(trouble):
    url = trouble.url("/good")
    for _ in range(100):
        use_a_client(url)
    before = open_descriptors(), threads(), resident_kilobytes()
    for _ in range(1_000):
        use_a_client(url)
    gc.collect()
    assert open_descriptors() <= before[0]
    assert threads() <= before[1]
    # Less than a kilobyte per client; a single client takes many kilobytes.
    assert resident_kilobytes() - before[2] < 1_000


@pytest.mark.long
def test_clients_that_are_merely_dropped_leave_nothing_behind(trouble):
    url = trouble.url("/good")

    def drop():
        pages = iter(swiftpager.Client(url).pager(ITEMS_QUERY))
        next(pages)

    drop()
    gc.collect()
    before = open_descriptors(), threads()
    for _ in range(50):
        drop()
    gc.collect()
    assert (open_descriptors(), threads()) <= before


@pytest.mark.parametrize("bad", [None, 2])
@pytest.mark.parametrize("kind", ["ndjson", "ndjson with a checkpoint", "parquet"])
def test_a_walk_into_files_leaves_no_descriptor_behind(trouble, tmp_path, kind, bad):
    def write(number):
        pager = client.pager(ITEMS_QUERY)
        output = tmp_path / str(number)
        with contextlib.suppress(swiftpager.SwiftPagerError):
            if kind == "parquet":
                pager.write_parquet(output)
            elif kind == "ndjson":
                pager.write_ndjson(output)
            else:
                pager.write_ndjson(output, checkpoint_file=tmp_path / f"{number}.side")
        assert output.exists() == (kind != "ndjson" or bad is None)

    url = trouble.url("/good") if bad is None else trouble.url("/http-400-json", bad=bad)
    with swiftpager.Client(url) as client:
        write(0)
        before = open_descriptors()
        for number in range(1, 4):
            write(number)
        assert open_descriptors() <= before


# The functions that return handles and strings, the argument that receives them, and the functions that release them.
HANDED_OUT = {
    "swiftpager_client_create": ("client", 3),
    "swiftpager_pager_create": ("pager", 4),
    "swiftpager_pager_fetch": ("operation", 5),
    "swiftpager_pager_load_next": ("operation", 5),
    "swiftpager_pager_load_all": ("operation", 5),
    "swiftpager_pager_walk": ("operation", 2),
    "swiftpager_pager_subscribe": ("subscription", 4),
    "swiftpager_subscription_next": ("update", 2),
    "swiftpager_operation_next": ("update", 2),
    "swiftpager_operation_next_items": ("text", 2),
    "swiftpager_pager_current": ("update", 1),
}
TEXTS = {
    "swiftpager_client_create": 4,
    "swiftpager_pager_create": 5,
    "swiftpager_pager_fetch": 6,
    "swiftpager_pager_load_next": 6,
    "swiftpager_pager_load_all": 6,
    "swiftpager_pager_walk": 3,
    "swiftpager_pager_state": 1,
    "swiftpager_operation_wait": 2,
    "swiftpager_operation_next": 3,
    "swiftpager_operation_next_items": 4,
}
GIVEN_BACK = {
    "swiftpager_client_release": "client",
    "swiftpager_pager_release": "pager",
    "swiftpager_operation_release": "operation",
    "swiftpager_subscription_release": "subscription",
    "swiftpager_update_release": "update",
    "swiftpager_free": "text",
}


class Ledger:
    """Counts the handles and strings that the library returns, and their releases; the library works as usual."""

    def __init__(self, monkeypatch):
        self.made, self.returned = collections.Counter(), collections.Counter()
        for name in {*HANDED_OUT, *TEXTS, *GIVEN_BACK, "swiftpager_update_retain"}:
            monkeypatch.setattr(native, name, self.watched(name, getattr(native, name)))

    def watched(self, name, function):
        def call(*arguments):
            result = function(*arguments)
            if name in GIVEN_BACK:
                self.returned[GIVEN_BACK[name]] += 1
            elif name == "swiftpager_update_retain":
                self.made["update"] += 1
            elif result == 0 and name in HANDED_OUT and arguments[HANDED_OUT[name][1]]._obj.value:
                self.made[HANDED_OUT[name][0]] += 1
            if (text := arguments[TEXTS[name]] if name in TEXTS else None) is not None and text._obj.value:
                self.made["text"] += 1
            return result

        return call


def refused(kind, call):
    with pytest.raises(kind):
        call()


def use_everything(url):
    client = swiftpager.Client(url)
    refused(swiftpager.ConfigurationError, lambda: client.pager("{"))
    pager = client.pager(ITEMS_QUERY, retain="all")
    refused(swiftpager.MissingInitialPage, pager.load_next)
    updates = []
    pager.subscribe(updates.append)
    pager.subscribe(updates.append).cancel()
    for load in (pager.fetch, pager.refetch, pager.load_next, pager.load_all, lambda: list(pager)):
        with contextlib.suppress(swiftpager.HTTPError):
            load()
    next(pager.items())
    with contextlib.suppress(swiftpager.HTTPError):
        assert list(pager.items())
    abandoned = iter(pager)
    next(abandoned)
    pager.start_load_all(lambda error: None)
    assert pager.pages
    assert pager.state["pages_held"]
    client.close()


@pytest.mark.long
def test_every_handle_and_every_string_is_given_back(trouble, monkeypatch):
    # What earlier tests left is not counted.
    gc.collect()
    ledger = Ledger(monkeypatch)
    refused(swiftpager.ConfigurationError, lambda: swiftpager.Client("nowhere"))
    for path in ("/good", "/http-500"):
        use_everything(trouble.url(path))
    gc.collect()
    assert ledger.made == ledger.returned
    assert set(ledger.made) == {"client", "pager", "operation", "subscription", "update", "text"}


def test_what_is_subscribed_and_cancelled_is_forgotten(trouble):
    with swiftpager.Client(trouble.url("/good")) as client:
        pager = client.pager(ITEMS_QUERY)
        pager.fetch()
        before = registry.registered_count()
        for _ in range(100):
            pager.subscribe(lambda update: None).cancel()
            assert len(pager.pages) == 1
        client.dispatch()
        assert registry.registered_count() == before
        assert pager._subscriptions == set()
        # A leaked subscription, whose updates no consumer pulls, would hold this back for ever.
        pager.load_all()


def test_an_operation_that_is_under_way_keeps_nothing_alive_that_was_dropped(trouble):
    client = swiftpager.Client(trouble.url("/stall", bad=1))
    operation = client.pager(ITEMS_QUERY).start_fetch()
    gone = weakref.ref(client)
    del client, operation
    gc.collect()
    assert gone() is None


@pytest.mark.long
def test_a_completion_that_is_still_to_be_called_keeps_its_client_alive(trouble):
    client = swiftpager.Client(trouble.url("/stall", bad=1))
    client.pager(ITEMS_QUERY).start_fetch(lambda error: None)
    kept = weakref.ref(client)
    del client
    gc.collect()
    assert kept() is not None
    kept().close()
    gc.collect()
    assert kept() is None


def test_an_update_is_given_back_when_its_page_is_gone(trouble):
    with swiftpager.Client(trouble.url("/good")) as client:
        page = next(iter(client.pager(ITEMS_QUERY, retain="none")))
        key = page._parts._update.key
        items = page.raw_edges
    assert native.swiftpager_update_status(key) == Status.OK
    del page
    assert items.startswith(b"[")
    assert native.swiftpager_update_status(key) == Status.INVALID_HANDLE


def test_an_update_is_given_back_by_the_collector_of_cycles(trouble):
    with swiftpager.Client(trouble.url("/good")) as client:
        page = next(iter(client.pager(ITEMS_QUERY, retain="none")))
    key = page._parts._update.key
    page.itself = page
    del page
    gc.collect()
    assert native.swiftpager_update_status(key) == Status.INVALID_HANDLE


@pytest.mark.long
def test_a_long_walk_does_not_gather_pages(trouble):
    with swiftpager.Client(trouble.url("/good", pages=3_000, size=100)) as client:
        pager = client.pager(ITEMS_QUERY, retain="none")
        before = None
        for number, page in enumerate(pager):
            assert len(page.raw_edges) > 1_000
            if number == 500:
                before = resident_kilobytes()
        # 2,500 pages of 6 kB would be 15 MB.
        assert resident_kilobytes() - before < 3_000


def test_pages_that_are_dropped_give_their_memory_back(trouble):
    with swiftpager.Client(trouble.url("/good", size=2_000)) as client:
        pager = client.pager(ITEMS_QUERY, retain="none")
        before = None
        for number in range(60):
            pages = list(pager)
            views = [page.raw_edges for page in pages]
            assert len(views) == 5
            if number == 20:
                before = resident_kilobytes()
        # 40 times 5 pages of 120 kB would be 24 MB.
        assert resident_kilobytes() - before < 6_000


def test_what_is_held_of_a_closed_client_holds_no_thread(shop):
    held = []
    before = threads()
    for _ in range(20):
        client = swiftpager.Client(shop, cache="memory")
        pager = client.pager(PRODUCTS)
        pager.fetch()
        client.cache[f"Product:{pager.pages[0].items[0]['id']}"] = {"name": "other"}
        client.close()
        held.append(pager)
    until(lambda: threads() <= before + 1)


def fail(*_):
    raise LookupError("from a callback")


@pytest.mark.parametrize("start", ["walk", "updates"])
def test_an_update_that_a_callbacks_exception_meets_is_given_back(trouble, monkeypatch, start):
    with swiftpager.Client(trouble.url("/good")) as client:
        pager = client.pager(ITEMS_QUERY)
        pager.subscribe(fail)
        ledger = Ledger(monkeypatch)
        for _ in range(20):
            if start == "walk":
                refused(LookupError, lambda: list(pager))
            else:
                pulled = PulledUpdates(pager._handle, pager._cursors)
                pager.start_fetch()
                with pytest.raises(LookupError):
                    while True:
                        pulled.next(100)
                pulled.cancel()
        gc.collect()
        assert ledger.made["update"] >= 20
        assert ledger.returned["update"] == ledger.made["update"]


def test_items_that_a_callbacks_exception_meets_are_given_back(trouble, monkeypatch):
    with swiftpager.Client(trouble.url("/good")) as client:
        pager = client.pager(ITEMS_QUERY)
        pager.subscribe(fail)
        ledger = Ledger(monkeypatch)
        for _ in range(20):
            refused(LookupError, lambda: list(pager.items()))
        gc.collect()
        assert ledger.made["text"] >= 20
        assert ledger.returned["text"] == ledger.made["text"]


@pytest.mark.long
def test_exceptions_of_hooks_are_not_kept(trouble):
    class Unwelcome(Exception):
        """An exception that weak references can refer to."""

    raised = []

    def transform(page):
        error = Unwelcome(f"number {len(raised)}")
        raised.append(weakref.ref(error))
        raise error

    with swiftpager.Client(trouble.url("/good")) as client:
        for _ in range(100):
            refused(swiftpager.HookError, client.pager(ITEMS_QUERY, transform=transform).fetch)
    gc.collect()
    assert len(raised) == 100
    # The library keeps the newest ones.
    assert sum(error() is not None for error in raised) <= 16


@pytest.mark.long
def test_streams_that_have_ended_are_not_kept(trouble):
    with swiftpager.Client(trouble.url("/good")) as client:
        for _ in range(20):
            assert polars.DataFrame(client.pager(ITEMS_QUERY)).height == 50
            gc.collect()
    # Each stream forgets the ended ones before it.
    assert len(_stream_functions._running) <= 2


@pytest.mark.long
def test_a_view_of_an_update_keeps_it(trouble):
    with swiftpager.Client(trouble.url("/good")) as client:
        pager, updates = client.pager(ITEMS_QUERY), []
        pager.subscribe(updates.append)
        pager.fetch()
        update = updates.pop()
        view, key = update.output, update._handle.key
        del update
        gc.collect()
        assert native.swiftpager_update_status(key) == Status.OK
        del view
        gc.collect()
        assert native.swiftpager_update_status(key) == Status.INVALID_HANDLE


@pytest.mark.long
def test_a_callback_goes_when_its_pager_is_closed(trouble):
    class Callback:
        def __call__(self, update):
            pass

    with swiftpager.Client(trouble.url("/good")) as client:
        pager, callback = client.pager(ITEMS_QUERY), Callback()
        reference = weakref.ref(callback)
        pager.subscribe(callback)
        del callback
        pager.fetch()
        assert reference() is not None
        pager.close()
        client.dispatch()
        gc.collect()
        assert reference() is None
