"""Exceptions in callbacks, and the calls that callbacks may make."""

import threading

import pytest

import swiftpager
from conftest import ITEMS_QUERY, LIMIT_SECONDS, ids
from swiftpager._native import registry


class Unwelcome(Exception):
    """The exception that the callbacks raise here."""


def raise_unwelcome(*_):
    raise Unwelcome("not today")


@pytest.mark.parametrize("kind", [Unwelcome, KeyboardInterrupt, SystemExit])
def test_an_exception_in_an_update_callback_is_raised_by_the_method_that_waits(items_pager, kind):
    def fail(update):
        raise kind("not today")

    pager = items_pager()
    pager.subscribe(fail)
    with pytest.raises(kind, match="not today"):
        pager.load_all()
    assert pager.state["loading"] is None, "the operation is cancelled with the wait for it"
    assert len(pager.pages) >= 1


def test_an_exception_in_a_completion_is_raised_by_dispatch(items_pager):
    pager = items_pager()
    pager.start_fetch(raise_unwelcome)
    with pytest.raises(Unwelcome):
        while True:
            pager.client.dispatch(None)
    assert len(pager.pages) == 1


def test_an_exception_in_a_callback_is_raised_by_the_walk(items_pager):
    pager = items_pager()
    pager.subscribe(raise_unwelcome)
    with pytest.raises(Unwelcome):
        list(pager)


def test_an_exception_in_a_completion_is_raised_by_close(items_pager):
    pager = items_pager("/stall", bad=1)
    pager.start_fetch(raise_unwelcome)
    with pytest.raises(Unwelcome):
        pager.client.close()
    pager.client.close()


def test_of_several_exceptions_the_first_is_raised_and_the_others_are_its_notes(items_pager):
    pager = items_pager()
    pager.fetch()
    for number in range(3):
        def fail(update, number=number):
            raise Unwelcome(number)

        pager.subscribe(fail)
    with pytest.raises(Unwelcome) as caught:
        pager.client.dispatch()
    assert caught.value.args == (0,)
    assert [f"Unwelcome({number})" in note for number, note in enumerate(caught.value.__notes__, 1)] == [True, True]


def test_an_interrupt_goes_before_the_exceptions_of_other_callbacks(items_pager):
    def interrupt(update):
        raise KeyboardInterrupt

    pager = items_pager()
    pager.fetch()
    pager.subscribe(raise_unwelcome)
    pager.subscribe(interrupt)
    with pytest.raises(KeyboardInterrupt) as caught:
        pager.client.dispatch()
    assert "Unwelcome" in caught.value.__notes__[0]


def test_calls_that_wait_are_refused_inside_a_callback(items_pager):
    pager, refused = items_pager(), []
    operation = None

    def call_all(update):
        for call in (pager.fetch, pager.client.dispatch, operation.wait, lambda: list(pager)):
            with pytest.raises(swiftpager.ReentrantError) as caught:
                call()
            refused.append(caught.value.code)

    pager.subscribe(call_all)
    operation = pager.start_fetch()
    # The refused methods cancelled the operations that they had started, and with them the running one.
    try:
        operation.wait()
    except swiftpager.Cancelled:
        pass
    assert refused == ["REENTRANT"] * 4


def test_calls_that_do_not_wait_are_allowed_inside_a_callback(items_pager):
    pager, seen = items_pager(), []

    def go_on(update):
        seen.append((update.page_count, len(pager.pages), pager.can_load_next, pager.state["pages_held"]))

    def load_next(error):
        assert error is None
        if pager.can_load_next:
            pager.start_load_next(load_next)

    pager.subscribe(go_on)
    pager.start_fetch(load_next)
    while len(seen) < 5:
        pager.client.dispatch(None)
    assert seen == [(n, n, n < 5, n) for n in range(1, 6)]


def test_a_callback_may_close_everything(items_pager):
    pager, updates = items_pager(), []

    def close(update):
        updates.append(update)
        pager.close()
        pager.client.close()

    pager.subscribe(close)
    with pytest.raises(swiftpager.Cancelled):
        pager.load_all()
    assert ids(updates[0].pages) == list(range(1, 11))


def test_calls_that_wait_for_another_client_are_refused_inside_a_callback_too(items_pager):
    pager, other, refused = items_pager(), items_pager(), []
    operation = other.start_fetch()

    def wait_for_another(update):
        for call in (operation.wait, other.client.dispatch, other.load_all, lambda: list(other)):
            with pytest.raises(swiftpager.ReentrantError, match=r"inside a callback|a callback must not") as caught:
                call()
            refused.append(caught.value.code)

    pager.subscribe(wait_for_another)
    pager.fetch()
    assert refused == ["REENTRANT"] * 4
    other.fetch()
    assert len(other.pages) == 1


def test_two_threads_whose_callbacks_wait_for_each_others_client_do_not_lock_up(items_pager):
    both, refused = [items_pager(), items_pager()], []
    inside = threading.Barrier(2, timeout=LIMIT_SECONDS)

    def wait_for_the_other(other):
        def wait(update):
            inside.wait()
            with pytest.raises(swiftpager.ReentrantError):
                other.client.dispatch(None)
            refused.append(other)

        return wait

    threads = []
    for pager, other in (both, both[::-1]):
        pager.subscribe(wait_for_the_other(other))
        threads.append(threading.Thread(target=pager.fetch, daemon=True))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT_SECONDS)
    assert len(refused) == 2


def test_a_callback_may_use_another_client_without_waiting(items_pager):
    pager, other, operations = items_pager(), items_pager(), []

    def start_another(update):
        operations.append(other.start_load_all())
        assert other.pages == []

    pager.subscribe(start_another)
    pager.fetch()
    operations[0].wait()
    assert ids(other.pages) == list(range(1, 51))


def test_no_callable_is_kept_after_everything_is_closed(trouble):
    before = registry.registered_count()
    with swiftpager.Client(trouble.url("/good")) as client:
        # The logger, if there is one.
        own = registry.registered_count()
        pager = client.pager(ITEMS_QUERY)
        pager.subscribe(lambda update: None)
        pager.start_load_all(lambda error: None)
        assert registry.registered_count() == own + 2
    assert registry.registered_count() == before


def test_a_refused_start_keeps_no_callable(items_pager):
    pager = items_pager()
    before = registry.registered_count()
    with pytest.raises(swiftpager.MissingInitialPage):
        pager.start_load_next(print)
    assert registry.registered_count() == before


@pytest.mark.parametrize("method", ["subscribe", "start_fetch", "start_load_all"])
def test_a_callback_that_cannot_be_called_is_refused(items_pager, method):
    with pytest.raises(TypeError, match="must be callable"):
        getattr(items_pager(), method)(42)
