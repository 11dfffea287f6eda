"""Other processes and copies: a page can travel; an object that belongs to one process says that it cannot."""

import copy
import multiprocessing
import os
import pickle
import signal
import threading

import pyarrow
import pytest

import swiftpager
from conftest import ITEMS_QUERY, LIMIT_SECONDS, ids, run_script, until
from swiftpager._native.starting import starting

COPIES = {
    "pickle": pickle.dumps,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.fixture
def live(items_pager):
    """One object of each type that holds a handle."""
    pager, updates = items_pager(), []
    subscription = pager.subscribe(updates.append)
    operation = pager.start_fetch()
    operation.wait()
    until(lambda: updates or pager.client.dispatch(0.01))
    return {
        "Client": pager.client, "Pager": pager, "Operation": operation, "Subscription": subscription,
        "Update": updates[0], "Cache": pager.client.cache,
    }


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("name", ["Pager", "Operation", "Subscription", "Update", "Cache"])
def test_what_holds_a_handle_refuses_to_be_copied(live, name, way):
    with pytest.raises(TypeError, match=f"{name} objects belong to one process and cannot be pickled or copied: "):
        COPIES[way](live[name])


@pytest.mark.parametrize("way", [lambda page: pickle.loads(pickle.dumps(page)), copy.copy, copy.deepcopy])
def test_a_page_is_pickled_with_its_bytes(items_pager, way):
    pager = items_pager(pager={"transform": lambda response: {"count": len(response["data"]["items"]["edges"])}})
    pager.load_all()
    for page in pager.pages:
        twin = way(page)
        assert twin.raw == page.raw and twin.raw_edges == page.raw_edges and twin.raw_items == page.raw_items
        assert twin.items == page.items and twin.edges == page.edges and twin.data == page.data
        assert (twin.kind, twin.item_count, twin.end_cursor) == (page.kind, 10, page.end_cursor)
        assert twin.model == page.model == {"count": 10}
        assert dict(twin.headers) == dict(page.headers)
        assert (twin.errors, twin.raw_errors, twin.nested) == ([], None, None)
        twin.finish()
        assert pickle.loads(pickle.dumps(twin)).items == page.items
        assert repr(twin) == repr(page)


@pytest.mark.parametrize("way", [lambda page: pickle.loads(pickle.dumps(page)), copy.copy])
@pytest.mark.parametrize("use", [swiftpager.Page.to_arrow, pyarrow.record_batch])
def test_a_page_that_travelled_becomes_columns(items_pager, way, use):
    pager = items_pager()
    pager.fetch()
    assert use(way(pager.pages[0])).equals(pager.pages[0].to_arrow())


# multiprocessing


def names_of(page):
    """A worker's task for a page."""
    return os.getpid(), [node["name"] for node in page.items]


def walk(url):
    """A worker's task for an address."""
    with swiftpager.Client(url) as client:
        return ids(list(client.pager(ITEMS_QUERY)))


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_a_worker_reads_the_page_that_it_was_sent(items_pager, method, monkeypatch):
    monkeypatch.syspath_prepend(os.path.dirname(__file__))
    pager = items_pager()
    pager.load_all()
    with multiprocessing.get_context(method).Pool(2) as pool:
        for page, (process, names) in zip(pager.pages, pool.map(names_of, pager.pages), strict=True):
            assert process != os.getpid()
            assert names == [node["name"] for node in page.items]


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_a_worker_makes_a_client_of_its_own(items_pager, trouble, method, monkeypatch):
    monkeypatch.syspath_prepend(os.path.dirname(__file__))
    # The parent has used the library before, and continues to use it.
    pages = iter(items_pager())
    next(pages)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(walk, [trouble.url("/good")] * 4) == [list(range(1, 51))] * 4
    assert ids(list(pages)) == list(range(11, 51))


def in_a_child(work):
    """The text that a forked child returns for an object."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            text = str(work())
        except BaseException as error:
            text = f"{type(error).__name__}: {error}"
        os.write(writing, text.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return text


@pytest.mark.parametrize("use", [
    lambda live: live["Client"].execute("{ a }"),
    lambda live: live["Client"].pager(ITEMS_QUERY),
    lambda live: live["Client"].dispatch(),
    lambda live: live["Client"].cache.get("A:1"),
    lambda live: live["Pager"].fetch(),
    lambda live: list(live["Pager"]),
    lambda live: list(live["Pager"].items()),
    lambda live: live["Pager"].pages,
    lambda live: len(live["Pager"]),
    lambda live: live["Pager"].state,
    lambda live: live["Pager"].subscribe(print),
    lambda live: live["Operation"].wait(),
    lambda live: live["Update"].pages,
    lambda live: live["Update"].page,
])
def test_what_the_parent_made_raises_forked_error_in_a_child(live, use):
    assert in_a_child(lambda: use(live)).startswith("ForkedError: ")


@pytest.mark.long
def test_what_the_parent_made_shows_itself_in_a_child(live):
    shown = {name: in_a_child(lambda what=what: repr(what)) for name, what in live.items()}
    assert shown == {
        "Client": repr(live["Client"]), "Pager": "<swiftpager.Pager of the parent process>",
        "Operation": "<swiftpager.Operation done>", "Subscription": "<swiftpager.Subscription>",
        "Update": "<swiftpager.Update of the parent process>", "Cache": "<swiftpager.Cache>",
    }
    page = live["Pager"].pages[0]
    assert in_a_child(lambda: repr(page)) == "<swiftpager.Page of the parent process>"
    assert in_a_child(lambda: repr(copy.copy(page))).startswith("ForkedError")


def test_a_page_of_the_parent_says_so_in_a_child(items_pager):
    pager = items_pager()
    pager.fetch()
    page = pager.pages[0]
    assert in_a_child(lambda: page.items).startswith("ForkedError")
    copied = copy.copy(page)
    assert in_a_child(lambda: len(copied.items)) == "10"


def test_a_child_walks_with_a_client_of_its_own(items_pager, trouble):
    pages = iter(items_pager())
    next(pages)
    assert in_a_child(lambda: walk(trouble.url("/good"))) == str(list(range(1, 51)))
    assert ids(list(pages)) == list(range(11, 51))


def test_a_child_does_not_wait_at_its_end_for_threads_of_its_parent():
    code, output, errors = run_script("""
from swiftpager._native import calls
calls.EXIT_SECONDS = 1000
client = swiftpager.Client("http://127.0.0.1:9/")
threading.Thread(target=lambda: client.dispatch(1), daemon=True).start()
while not calls._running:
    time.sleep(0.001)
child = os.fork()
if child:
    os.waitpid(child, 0)
    say("gone")
    client.close()
""")
    assert (code, output.split()) == (0, ["gone"]), errors


@pytest.mark.parametrize("member", [
    "error", "page", "page_count", "page_index", "nested", "pages", "is_change", "source", "output",
])
def test_no_member_of_a_parents_update_looks_empty_in_a_child(live, member):
    assert in_a_child(lambda: getattr(live["Update"], member)).startswith("ForkedError")


@pytest.mark.parametrize("part", ["raw", "data", "items", "page_info", "raw_edges", "headers"])
def test_no_part_of_a_parents_page_looks_empty_in_a_child(items_pager, part):
    pager = items_pager()
    pager.fetch()
    page = pager.pages[0]
    assert in_a_child(lambda: getattr(page, part)).startswith("ForkedError")


def test_a_child_starts_what_it_likes_while_a_thread_of_its_parent_is_starting_something(trouble):
    begun, done = threading.Event(), threading.Event()

    def start():
        with starting():
            begun.set()
            done.wait()

    thread = threading.Thread(target=start)
    thread.start()
    begun.wait()
    try:
        # Ends a child that hangs.
        assert in_a_child(lambda: signal.alarm(LIMIT_SECONDS) or walk(trouble.url("/good"))) == str(list(range(1, 51)))
    finally:
        done.set()
        thread.join()
