"""A walk that another operation replaces: it ends with Cancelled and holds nothing back."""

import threading

import pytest

import swiftpager
from conftest import LIMIT_SECONDS, ids, until
from swiftpager import operation as operations

ALL = list(range(1, 51))


class Unwelcome(Exception):
    """The exception that the loops raise here."""


def assert_cancelled(iterator):
    with pytest.raises(swiftpager.Cancelled):
        next(iterator)
    assert list(iterator) == [], "once it was told, it is at its end"


@pytest.mark.parametrize("retain", ["all", "last", "none"])
def test_a_second_walk_of_items_ends_the_first_which_gets_cancelled(items_pager, retain):
    pager = items_pager(pager={"retain": retain})
    first = pager.items()
    assert next(first)["id"] == "1"
    assert [int(node["id"]) for node in pager.items()] == ALL
    assert_cancelled(first)


@pytest.mark.parametrize("emit", ["each", "end"])
def test_a_second_walk_of_pages_ends_the_first_which_gets_cancelled(items_pager, emit):
    pager = items_pager(pager={"emit": emit})
    first = iter(pager)
    assert ids([next(first)]) == list(range(1, 11))
    assert ids(list(pager)) == ALL
    assert_cancelled(first)


def test_a_loop_that_raised_and_is_kept_by_its_traceback_holds_nothing_back(items_pager):
    pager = items_pager()

    def cell():
        for _ in pager:
            raise Unwelcome

    with pytest.raises(Unwelcome) as kept:
        cell()
    assert ids(list(pager)) == ALL
    assert kept.tb is not None


@pytest.mark.parametrize("pulled", [1, 2, 5])
@pytest.mark.parametrize(("start", "held"), [
    (lambda pager: pager.fetch(), ALL[:10]),
    (lambda pager: pager.refetch(), ALL[:10]),
    (lambda pager: pager.load_all(), ALL),
    (lambda pager: pager.load_all(fetch_from_initial_page=False), ALL),
    (lambda pager: pager.reset(), []),
], ids=["fetch", "refetch", "load_all", "load_all that goes on", "reset"])
def test_every_start_ends_the_walk_before(items_pager, start, held, pulled):
    pager = items_pager(pager={"retain": "all"})
    pages = iter(pager)
    assert ids([next(pages) for _ in range(pulled)]) == ALL[: 10 * pulled]
    start(pager)
    assert_cancelled(pages)
    assert ids(pager.pages) == held


def test_load_next_ends_a_walk_whose_loading_had_ended(items_pager):
    pager = items_pager(pager={"max_pages": 2})
    pages = iter(pager)
    next(pages)
    until(lambda: pager.state["loading"] is None)
    pager.load_next()
    assert_cancelled(pages)


def test_load_next_is_refused_during_a_walk_which_goes_on(items_pager):
    pager, walked = items_pager("/slow", bad=2, ms=60_000), []
    pages = iter(pager)
    walked.append(next(pages))
    with pytest.raises(swiftpager.LoadInProgress):
        pager.load_next()
    pages.close()

    pager = items_pager()
    for page in pager:
        walked.append(page)
        with pytest.raises(swiftpager.PaginationError):
            pager.load_next()
    assert ids(walked[1:]) == ALL


@pytest.mark.parametrize("start", ["start_fetch", "start_load_all"])
def test_a_walk_begins_with_its_own_first_page_whatever_was_under_way(items_pager, trouble, monkeypatch, start):
    pager = items_pager("/gated")
    pull = operations.Pull.next

    def pull_and_let_come_what_was_under_way(walk, milliseconds):
        monkeypatch.undo()
        update = pull(walk, milliseconds)
        trouble.open_gate()
        until(lambda: pager.state["loading"] is None or pager.state["pages_loaded"] > 0)
        return update

    operation = getattr(pager, start)()
    until(lambda: trouble.stats()["requests"] == 1)
    monkeypatch.setattr(operations.Pull, "next", pull_and_let_come_what_was_under_way)
    assert ids(list(pager)) == ALL
    with pytest.raises(swiftpager.Cancelled):
        operation.wait()


def test_a_walk_that_waits_on_another_thread_is_ended_too(items_pager, trouble):
    pager, walked, ends = items_pager("/stall", bad=2, once=1), [], []

    def walk():
        try:
            for page in pager:
                walked.append(page)
        except swiftpager.SwiftPagerError as error:
            ends.append(error.code)

    thread = threading.Thread(target=walk, daemon=True)
    thread.start()
    until(lambda: walked and trouble.stats()["requests"] == 2)
    assert ids(list(pager)) == ALL
    thread.join(LIMIT_SECONDS)
    assert ids(walked) == ALL[:10]
    assert ends == ["CANCELLED"]


def test_threads_that_take_each_others_place_see_whole_walks_or_cancelled(items_pager):
    pager, complete, ends = items_pager(), [], []

    def walk():
        for _ in range(20):
            try:
                complete.append(ids(list(pager)))
            except swiftpager.SwiftPagerError as error:
                ends.append(error.code)

    threads = [threading.Thread(target=walk, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT_SECONDS)
    assert not any(thread.is_alive() for thread in threads)
    assert set(ends) <= {"CANCELLED"}
    assert len(complete) + len(ends) == 60
    assert complete, "the last one had no other after it"
    assert all(walked == ALL for walked in complete)
