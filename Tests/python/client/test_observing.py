"""Observers of requests, and authorizers."""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import swiftpager
from conftest import ITEMS_QUERY, Trouble, ids
from negotiating_server import HashingServer, NegotiatingServer, WindowServer
from swiftpager._observing import Observer

Make = Callable[..., swiftpager.Client]


@pytest.fixture
def make(trouble: Trouble) -> Iterator[Make]:
    """Makes clients of the misbehaving server: a path, the path's options, and the client's options in `client`."""
    clients: list[swiftpager.Client] = []

    def client(path: str, *, client: dict[str, Any] | None = None, **options: int) -> swiftpager.Client:
        clients.append(swiftpager.Client(trouble.url(path, **options), **(client or {})))
        return clients[-1]

    yield client
    for made in clients:
        made.close()


def kinds(events: list[Any]) -> list[str]:
    return [event["event"] for event in events]


def test_events_are_told_in_order(make: Make) -> None:
    client = make("/html-502", bad=2, once=1, client={"retry": {"base_delay": 0.001}})
    events: list[Any] = []
    client.observe(events.append)
    list(client.pager(ITEMS_QUERY))
    client.dispatch()
    page = ["request", "connection", "answer"]
    assert kinds(events) == page * 2 + ["retry"] + page * 4
    assert [event["page"] for event in events if event["event"] == "answer"] == [1, 2, 2, 3, 4, 5]
    assert [event["status"] for event in events if event["event"] == "answer"] == [200, 502, 200, 200, 200, 200]
    client.observe(None)
    client.pager(ITEMS_QUERY).fetch()
    client.dispatch()
    assert len(events) == 19


def test_the_operation_is_named(make: Make) -> None:
    client = make("/good")
    events: list[Any] = []
    client.observe(events.append)
    client.pager(ITEMS_QUERY).fetch()
    client.dispatch()
    assert {event["operation"] for event in events} == {"Items"}


def test_an_exception_in_an_observer_is_raised_by_what_dispatches(make: Make) -> None:
    client = make("/good")

    def observer(event: object) -> None:
        raise LookupError("from the observer")

    client.observe(observer)
    with pytest.raises(LookupError, match="from the observer"):
        client.pager(ITEMS_QUERY).fetch()
        client.dispatch()


PAGE = ["request", "connection", "answer"]


@pytest.mark.parametrize(("server", "options", "reason"), [
    (HashingServer(), {"persisted_queries": True}, "hash_unknown"),
    (HashingServer(takes_hashes=False), {"persisted_queries": True}, "hash_refused"),
    (HashingServer(takes_get=False), {"persisted_queries": {"get": True}}, "get_refused"),
], ids=["unknown", "refused", "get"])
def test_the_further_requests_of_a_hash_are_told(
    server: NegotiatingServer, options: dict[str, Any], reason: str
) -> None:
    events: list[Any] = []
    with server, swiftpager.Client(server.url, **options) as client:
        client.observe(events.append)
        client.pager(ITEMS_QUERY).fetch()
        client.dispatch()
        # There are as many request events as the server received requests; "resend" events say why.
        assert kinds(events).count("request") == len(server.got) > 1
    assert kinds(events)[:7] == [*PAGE, "resend", *PAGE]
    assert next(event["reason"] for event in events if event["event"] == "resend") == reason
    assert {(event["request"], event["attempt"]) for event in events} == {(1, 1)}


@pytest.mark.long
def test_waits_for_a_turn_are_told() -> None:
    events: list[Any] = []
    with WindowServer(8, 3) as server, swiftpager.Client(server.url, rate_limit="pace") as client:
        client.observe(events.append)
        for _ in range(2):
            list(client.pager(ITEMS_QUERY))
        client.dispatch()
    waits = [event for event in events if event["event"] == "pace"]
    assert waits and all(event["wait_ms"] > 0 and event["attempt"] == 1 for event in waits)
    # Each "pace" event comes before the request that waits.
    for wait in waits:
        of_request = [event["event"] for event in events if event["request"] == wait["request"]]
        assert of_request[:2] == ["pace", "request"]


@pytest.mark.parametrize("level", [logging.DEBUG, logging.WARNING, logging.ERROR])
def test_the_logger_tells_retries_as_warnings_and_the_rest_for_debugging(
    make: Make, caplog: pytest.LogCaptureFixture, level: int
) -> None:
    caplog.set_level(level, logger="swiftpager")
    client = make("/html-502", bad=2, once=1, client={"retry": {"base_delay": 0.001}})
    list(client.pager(ITEMS_QUERY))
    client.dispatch()
    levels = [record.levelno for record in caplog.records]
    assert levels.count(logging.WARNING) == (1 if level <= logging.WARNING else 0)
    assert levels.count(logging.DEBUG) == (18 if level == logging.DEBUG else 0)
    if level == logging.WARNING:
        assert "attempt 1 brought no answer (http_502); the next follows in" in caplog.text
        assert vars(caplog.records[0])["swiftpager"]["wait_ms"] <= 1


@pytest.mark.parametrize("start", ["walk", "fetch", "execute", "to_arrow"])
def test_logging_may_be_set_up_after_the_client(make: Make, caplog: pytest.LogCaptureFixture, start: str) -> None:
    caplog.set_level(logging.ERROR, logger="swiftpager")
    client = make("/good")
    pager = client.pager(ITEMS_QUERY)
    starts: dict[str, Callable[[], object]] = {
        "walk": lambda: list(pager),
        "fetch": pager.fetch,
        "execute": lambda: client.execute(ITEMS_QUERY),
        "to_arrow": pager.to_arrow,
    }

    def logged() -> int:
        caplog.clear()
        starts[start]()
        client.dispatch()
        return len(caplog.records)

    assert logged() == 0
    caplog.set_level(logging.DEBUG, logger="swiftpager")
    assert logged() > 0
    # The same holds when the log becomes quiet again, while a function still gets the events.
    events: list[Any] = []
    client.observe(events.append)
    caplog.set_level(logging.ERROR, logger="swiftpager")
    assert (logged(), bool(events)) == (0, True)


def test_retries_are_logged_where_logging_was_set_up_after_the_client(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, logger="swiftpager")
    client = make("/html-502", bad=2, once=1, client={"retry": {"base_delay": 0.001}})
    caplog.set_level(logging.WARNING, logger="swiftpager")
    list(client.pager(ITEMS_QUERY))
    client.dispatch()
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


def test_logging_may_be_set_up_after_an_async_client(
    trouble: Trouble, caplog: pytest.LogCaptureFixture, run: Callable[[Callable[[], Any]], None]
) -> None:
    caplog.set_level(logging.ERROR, logger="swiftpager")

    async def main() -> None:
        async with swiftpager.AsyncClient(trouble.url("/good")) as client:
            caplog.set_level(logging.DEBUG, logger="swiftpager")
            await client.execute(ITEMS_QUERY)
        assert caplog.records

    run(main)


@pytest.mark.parametrize(
    ("level", "wanted"),
    [(logging.DEBUG, None), (logging.INFO, ["retry"]), (logging.WARNING, ["retry"]), (logging.ERROR, [])],
)
def test_only_what_is_logged_is_asked_of_the_library(
    caplog: pytest.LogCaptureFixture, level: int, wanted: list[str] | None
) -> None:
    caplog.set_level(level, logger="swiftpager")
    assert Observer(None).kinds() == wanted
    assert Observer(print).kinds() is None


# Authorizing


def test_a_function_says_who_is_calling(make: Make) -> None:
    asked: list[str] = []

    def authorizer(reason: str) -> dict[str, str]:
        asked.append(reason)
        return {"Authorization": f"Bearer {len(asked)}"}

    client = make("/tokens", uses=2, client={"authorizer": authorizer})
    assert ids(list(client.pager(ITEMS_QUERY))) == list(range(1, 51))
    assert asked == ["start", "unauthorized", "unauthorized"]


def test_a_coroutine_says_it_on_a_thread_of_its_own(make: Make) -> None:
    threads: list[threading.Thread] = []

    async def authorizer(reason: str) -> dict[str, str]:
        await asyncio.sleep(0)
        threads.append(threading.current_thread())
        return {"Authorization": f"Bearer {len(threads)}"}

    client = make("/tokens", uses=3, client={"authorizer": authorizer})
    assert ids(list(client.pager(ITEMS_QUERY))) == list(range(1, 51))
    assert len(threads) == 2
    assert threading.current_thread() not in threads


def test_a_coroutine_runs_in_the_event_loop_that_dispatches(make: Make) -> None:
    loops: list[Any] = []

    async def authorizer(reason: str) -> dict[str, str]:
        loops.append(asyncio.get_running_loop())
        return {"Authorization": f"Bearer {len(loops)}"}

    async def main() -> swiftpager.Pager:
        client = make("/tokens", uses=3, client={"authorizer": authorizer})
        asyncio.get_running_loop().add_reader(client.fileno(), client.dispatch)
        done = asyncio.Event()
        pager = client.pager(ITEMS_QUERY)
        pager.start_load_all(lambda error: done.set())
        await asyncio.wait_for(done.wait(), 30)
        assert loops == [asyncio.get_running_loop()] * 2
        asyncio.get_running_loop().remove_reader(client.fileno())
        return pager

    assert ids(asyncio.run(main()).pages) == list(range(1, 51))


def test_an_authorizer_that_raises_ends_the_load(make: Make) -> None:
    def authorizer(reason: str) -> dict[str, str]:
        raise PermissionError("the vault is closed")

    with pytest.raises(swiftpager.HookError, match="authorize failed: PermissionError: the vault is closed") as caught:
        make("/tokens", client={"authorizer": authorizer}).pager(ITEMS_QUERY).fetch()
    assert isinstance(caught.value.__cause__, PermissionError)


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        (None, "it returned NoneType, not a mapping of headers"),
        ("Bearer 1", "it returned str, not a mapping of headers"),
        ({"A": 1}, "it returned a header of str and int, not of strings"),
        ({"A B": "x"}, "it returned a header that a request cannot have"),
        ({"A": "secret\nB: x"}, "it returned a header that a request cannot have"),
        ({"Content-Length": "1"}, "not one that the library writes itself"),
    ],
)
def test_what_is_no_headers_ends_the_load(make: Make, headers: Any, message: str) -> None:
    with pytest.raises(swiftpager.HookError, match=message):
        make("/tokens", client={"authorizer": lambda reason: headers}).pager(ITEMS_QUERY).fetch()


def test_after_ctrl_c_in_an_authorizer_it_is_asked_again(make: Make) -> None:
    asked: list[str] = []

    def authorizer(reason: str) -> dict[str, str]:
        asked.append(reason)
        if len(asked) == 1:
            raise KeyboardInterrupt
        return {"Authorization": "Bearer 1"}

    pager = make("/tokens", client={"authorizer": authorizer}).pager(ITEMS_QUERY)
    with pytest.raises(KeyboardInterrupt):
        pager.fetch()
    pager.fetch()
    assert asked == ["start", "start"]


def test_a_task_that_is_cancelled_is_an_answer(make: Make) -> None:
    async def authorizer(reason: str) -> dict[str, str]:
        raise asyncio.CancelledError

    with pytest.raises(swiftpager.HookError, match="authorize failed: CancelledError"):
        make("/tokens", client={"authorizer": authorizer}).pager(ITEMS_QUERY).fetch()


def test_an_authorizer_must_be_callable(make: Make) -> None:
    with pytest.raises(TypeError, match="callable"):
        make("/tokens", client={"authorizer": "Bearer 1"})


def test_headers_of_one_call(make: Make) -> None:
    client = make("/tokens", uses=1, client={"headers": {"Authorization": "Bearer 0"}})
    pager = client.pager(ITEMS_QUERY)
    with pytest.raises(swiftpager.HTTPError):
        pager.fetch()
    pager.fetch(headers={"Authorization": "Bearer 1"})
    pager.load_next(headers={"authorization": "Bearer 2"})
    assert len(pager.pages) == 2
    with pytest.raises(swiftpager.ConfigurationError):
        pager.fetch(headers={"A B": "x"})
