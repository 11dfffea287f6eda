"""The handling of a native call: hooks are restored, and exceptions reach the caller on every thread."""

import os
import signal
import sys
import threading

import pytest

import swiftpager
from conftest import LIMIT_SECONDS
from swiftpager._native import calls, signals


class Unwelcome(Exception):
    """The exception that the callbacks raise here."""


def raise_unwelcome(*_):
    raise Unwelcome("not today")


@pytest.fixture
def hook(monkeypatch):
    """The program's own hook."""
    unraisable = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    return sys.unraisablehook


def test_the_hook_is_the_programs_own_again_after_every_call(items_pager, hook):
    pager, during = items_pager(), []
    pager.subscribe(lambda update: during.append(sys.unraisablehook))
    pager.load_all()
    assert len(during) == 5
    assert hook not in during
    assert sys.unraisablehook == hook
    for _ in pager:
        assert sys.unraisablehook == hook
    pager.client.dispatch()
    assert sys.unraisablehook == hook
    pager.client.close()
    assert sys.unraisablehook == hook


def test_the_hook_is_put_back_when_a_callback_raises(items_pager, hook):
    pager = items_pager()
    pager.subscribe(raise_unwelcome)
    for load in (pager.fetch, lambda: list(pager)):
        with pytest.raises(Unwelcome):
            load()
        assert sys.unraisablehook == hook
    assert calls._running == {}


def test_a_call_inside_a_callback_puts_the_hook_of_the_outer_call_back(items_pager, trouble, hook):
    pager, hooks = items_pager(), []

    def close_another(update):
        hooks.append(sys.unraisablehook)
        swiftpager.Client(trouble.url("/good")).close()
        hooks.append(sys.unraisablehook)

    pager.subscribe(close_another)
    pager.fetch()
    outer, after = hooks
    assert outer == after != hook
    assert sys.unraisablehook == hook


def test_an_exception_elsewhere_is_left_to_the_programs_hook(items_pager, monkeypatch):
    class Broken:
        def __del__(self):
            raise Unwelcome("in a finalizer")

    unraisable = []
    monkeypatch.setattr(sys, "unraisablehook", lambda raised: unraisable.append(raised.exc_type))
    pager = items_pager()
    pager.subscribe(lambda update: Broken() and None)
    pager.fetch()
    assert unraisable == [Unwelcome]


@pytest.mark.parametrize("kind", [Unwelcome, KeyboardInterrupt, SystemExit])
def test_an_exception_in_a_callback_is_raised_on_the_thread_that_waits(items_pager, hook, kind):
    pager, raised = items_pager(), []

    def fail(update):
        raise kind("not today")

    def load():
        try:
            pager.load_all()
        except BaseException as error:
            raised.append(error)

    pager.subscribe(fail)
    thread = threading.Thread(target=load, daemon=True)
    thread.start()
    thread.join(LIMIT_SECONDS)
    assert [type(error) for error in raised] == [kind]
    assert pager.state["loading"] is None


def keeps_handler(make, change):
    """The handler after a call whose hook replaces it; with the old handler and the new one."""
    def old(number, frame):
        pass

    def new(number, frame):
        pass

    before = signal.signal(signal.SIGUSR1, old)
    try:
        make(lambda page: change(new)).fetch()
        return signal.getsignal(signal.SIGUSR1), old, new
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_a_signal_handler_that_a_callback_sets_stays(items_pager):
    after, _, new = keeps_handler(
        lambda transform: items_pager(pager={"transform": transform}),
        lambda handler: signal.signal(signal.SIGUSR1, handler) and None,
    )
    assert after is new


def test_the_signal_handlers_of_the_program_are_its_own_after_a_call(items_pager):
    during = []
    after, old, _ = keeps_handler(
        lambda transform: items_pager(pager={"transform": transform}),
        lambda handler: during.append(signal.getsignal(signal.SIGUSR1)),
    )
    assert after is old
    assert during[0] is not old


def test_ctrl_c_ends_a_hook_also_after_a_signal_that_did_not(items_pager):
    seen = []

    def transform(page):
        os.kill(os.getpid(), signal.SIGUSR1)
        try:
            os.kill(os.getpid(), signal.SIGINT)
            seen.append("went on")
        except KeyboardInterrupt:
            seen.append("ended")
            raise

    interrupt = signal.signal(signal.SIGINT, signal.default_int_handler)
    harmless = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append("harmless"))
    try:
        with pytest.raises(KeyboardInterrupt):
            items_pager(pager={"transform": transform}).fetch()
    finally:
        signal.signal(signal.SIGUSR1, harmless)
        signal.signal(signal.SIGINT, interrupt)
    assert seen == ["harmless", "ended"]


def test_ctrl_c_while_the_handlers_are_put_back_leaves_none_behind(items_pager):
    """The signal arrives when its own handler is back, and that of another signal is not."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGUSR1, signal.SIGUSR2)}
    own = {number: lambda number, frame: raise_unwelcome() for number in before}
    pager = items_pager(pager={"transform": lambda page: None})
    codes = (signal.signal.__code__, signals.restore.__code__)

    def send(frame, event, argument):
        if event == "return" and (frame.f_code, frame.f_back.f_code) == codes:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)

    for number, handler in own.items():
        signal.signal(number, handler)
    sys.setprofile(send)
    try:
        with pytest.raises(Unwelcome):
            pager.fetch()
    finally:
        sys.setprofile(None)
        after = {number: signal.getsignal(number) for number in before}
        for number, handler in before.items():
            signal.signal(number, handler)
    assert after == own
    assert calls._running == {}
