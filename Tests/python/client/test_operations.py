"""Operations that a program starts and waits for later, and dispatching."""

import gc
import select
import threading

import pytest

import swiftpager
from conftest import ITEMS_QUERY, LIMIT_SECONDS, ids, until
from swiftpager._native import calls


def test_an_operation_ends_once_with_none_for_success(items_pager):
    pager, ends = items_pager(), []
    operation = pager.start_load_all(ends.append)
    assert not operation.done
    operation.wait()
    operation.wait()
    assert operation.done
    assert operation.error is None
    assert ends == [None]


def test_an_operation_ends_once_with_its_failure(items_pager):
    pager, ends = items_pager("/http-500"), []
    operation = pager.start_load_all(ends.append)
    for _ in range(2):
        with pytest.raises(swiftpager.HTTPError):
            operation.wait()
    (end,) = ends
    assert end is operation.error
    assert end.http_status == 500


def test_every_start_returns_an_operation(items_pager):
    pager = items_pager()
    for start in (pager.start_fetch, pager.start_load_next, pager.start_refetch, pager.start_load_all):
        start().wait(LIMIT_SECONDS)
    assert ids(pager.pages) == list(range(1, 51))


def test_a_wait_that_runs_out_leaves_the_operation_going(items_pager, trouble):
    operation = items_pager("/gated").start_fetch()
    with pytest.raises(swiftpager.WaitTimeout) as caught:
        operation.wait(0.01)
    assert isinstance(caught.value, TimeoutError)
    assert "0.01 s" in str(caught.value)
    assert not operation.done
    trouble.open_gate()
    operation.wait()
    assert operation.done


def test_cancel_ends_the_operation_and_aborts_its_request(items_pager, trouble):
    pager = items_pager("/stall", bad=1)
    operation = pager.start_fetch()
    until(lambda: trouble.stats()["requests"] == 1)
    operation.cancel()
    with pytest.raises(swiftpager.Cancelled):
        operation.wait()
    until(lambda: trouble.stats()["aborts"] == 1)


def test_a_fetch_supersedes_the_operation_before(items_pager):
    pager = items_pager("/stall", bad=2, once=1)
    first, second = pager.start_load_all(), pager.start_fetch()
    with pytest.raises(swiftpager.Cancelled):
        first.wait()
    second.wait()
    assert ids(pager.pages) == list(range(1, 11))


@pytest.mark.long
def test_dropping_all_but_the_operation_lets_it_go_on(trouble):
    operation = swiftpager.Client(trouble.url("/good", ms=20)).pager(ITEMS_QUERY).start_fetch()
    gc.collect()
    operation.wait()
    assert operation.done
    assert operation.error is None
    stats = trouble.stats()
    assert (stats["requests"], stats["aborts"], stats["cursors"]) == (1, 0, [None])


def test_an_operation_goes_on_when_its_object_is_dropped(items_pager):
    pager, ends = items_pager(), []
    pager.start_fetch(ends.append)
    gc.collect()
    while not ends:
        assert pager.client.dispatch(LIMIT_SECONDS) == 1
    assert len(pager.pages) == 1


def test_dispatch_runs_what_waits_up_to_its_limit(items_pager):
    pager, updates = items_pager(), []
    for _ in range(3):
        pager.subscribe(updates.append)
    pager.fetch()
    for _ in range(3):
        pager.subscribe(updates.append)
    assert len(updates) == 3
    assert [pager.client.dispatch(limit=2), pager.client.dispatch(limit=2), pager.client.dispatch()] == [2, 1, 0]
    assert len(updates) == 6


def test_wake_makes_a_waiting_dispatch_return(items_pager):
    client, counts = items_pager().client, []
    thread = threading.Thread(target=lambda: counts.append(client.dispatch(None)))
    thread.start()
    until(lambda: thread.ident in calls._running)
    client.wake()
    thread.join(LIMIT_SECONDS)
    assert counts == [0]


def test_a_wake_before_the_dispatch_is_not_lost(items_pager):
    client = items_pager().client
    client.wake()
    assert client.dispatch(None) == 0


def test_a_wake_counts_once(items_pager, trouble):
    pager, ends, waiting = items_pager("/gated"), [], threading.get_ident()

    def open_the_gate_once_main_waits():
        until(lambda: waiting in calls._running)
        trouble.open_gate()

    pager.client.wake()
    assert pager.client.dispatch(None) == 0
    pager.start_fetch(ends.append)
    thread = threading.Thread(target=open_the_gate_once_main_waits)
    thread.start()
    assert pager.client.dispatch(LIMIT_SECONDS) == 1, "it waits again"
    thread.join()
    assert ends == [None]


def test_the_descriptor_is_readable_exactly_while_callbacks_wait(items_pager):
    pager, updates = items_pager(), []
    descriptor = pager.client.fileno()

    def is_readable(timeout):
        return bool(select.select([pager.client], [], [], timeout)[0])

    assert not is_readable(0)
    pager.subscribe(updates.append)
    operation = pager.start_fetch()
    while not operation.done:
        assert is_readable(LIMIT_SECONDS)
        pager.client.dispatch()
    assert not is_readable(0)
    assert len(updates) == 1
    assert pager.client.fileno() == descriptor


def test_another_thread_may_dispatch(items_pager):
    pager, threads = items_pager(pages=20), set()
    pager.subscribe(lambda update: threads.add(threading.get_ident()))
    operation = pager.start_load_all()

    def dispatch():
        while not operation.done:
            pager.client.dispatch(0.1)

    thread = threading.Thread(target=dispatch)
    thread.start()
    thread.join(LIMIT_SECONDS)
    assert threads == {thread.ident}
    assert len(pager.pages) == 20


def test_threads_may_use_one_client_at_once(trouble):
    counts = []
    with swiftpager.Client(trouble.url("/good", pages=20)) as client:
        def walk():
            counts.append(sum(1 for _ in client.pager(ITEMS_QUERY).items()))

        threads = [threading.Thread(target=walk) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LIMIT_SECONDS)
    assert counts == [200] * 4


def test_closing_the_client_ends_operations_with_cancelled(items_pager):
    pager, ends = items_pager("/stall", bad=1), []
    operation = pager.start_fetch(ends.append)
    pager.client.close()
    pager.client.close()
    (end,) = ends
    assert isinstance(end, swiftpager.Cancelled)
    with pytest.raises(swiftpager.Cancelled):
        operation.wait()


def test_everything_after_close_raises_closed(items_pager):
    pager = items_pager()
    pager.fetch()
    pager.client.close()
    for call in (
        pager.fetch, pager.load_all, lambda: pager.pages, lambda: list(pager), pager.reset,
        lambda: pager.subscribe(print), pager.client.dispatch, pager.client.fileno, pager.client.wake,
        lambda: pager.client.pager(ITEMS_QUERY),
    ):
        with pytest.raises(swiftpager.ClosedError, match="the client was"):
            call()
    pager.close()
    pager.close()
    with pytest.raises(swiftpager.ClosedError, match="the pager was closed: make a new one"):
        pager.state


def test_closing_the_pager_ends_its_operation(items_pager):
    pager = items_pager("/stall", bad=1)
    operation = pager.start_fetch()
    pager.close()
    with pytest.raises(swiftpager.Cancelled):
        operation.wait()


@pytest.mark.parametrize("timeout", [-1, float("nan")])
def test_a_timeout_that_is_no_time_is_refused(items_pager, timeout):
    pager = items_pager()
    operation = pager.start_fetch()
    with pytest.raises(ValueError, match="timeout must be"):
        operation.wait(timeout)
    with pytest.raises(ValueError, match="timeout must be"):
        pager.client.dispatch(timeout)
