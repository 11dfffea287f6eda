"""Nothing is left behind: descriptors, threads, memory."""

import gc
import os
import pathlib

import swiftpager
from swiftpager import _updates
from conftest import ITEMS_QUERY


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
    # Less than a kilobyte a client, where one alone takes many.
    assert resident_kilobytes() - before[2] < 1_000


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


def test_an_update_is_given_back_when_its_page_and_its_views_are_gone(trouble):
    before = _updates.kept_count()
    with swiftpager.Client(trouble.url("/good")) as client:
        page = next(iter(client.pager(ITEMS_QUERY, retain="none")))
        view = page.raw_items
    assert _updates.kept_count() == before + 1
    del page
    assert bytes(view).startswith(b"[")
    assert _updates.kept_count() == before + 1
    del view
    assert _updates.kept_count() == before


def test_a_long_walk_does_not_gather_pages(trouble):
    with swiftpager.Client(trouble.url("/good", pages=3_000, size=100)) as client:
        pager = client.pager(ITEMS_QUERY, retain="none")
        before = None
        for number, page in enumerate(pager):
            assert len(page.raw_items) > 1_000
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
            views = [page.raw_items for page in pages]
            assert len(views) == 5
            if number == 20:
                before = resident_kilobytes()
        # 40 times 5 pages of 120 kB would be 24 MB.
        assert resident_kilobytes() - before < 6_000
