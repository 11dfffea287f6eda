"""Requests that leave at a fixed rate or use a share of a budget, and limited connections: counted at the server."""

import json
import re
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import swiftpager
from commands import environment, seen_on_a_terminal, without
from conftest import FORGE_QUERY, LIMIT_SECONDS, Forge, endpoint, ids, until
from negotiating_server import (
    PAGE_COUNT,
    Answer,
    Got,
    NegotiatingServer,
    page,
)
from servers import nginx

QUERY = (
    "query Items($after: String) { items(after: $after) {"
    " edges { node { id name } } pageInfo { hasNextPage endCursor } } }"
)
MUTATION = "mutation Touch { touch { id } }"
# A departure is noted this late at most, and the next one may be noted without delay.
LATE_SECONDS = 0.06


def rate(per_second: float, burst: int = 1) -> swiftpager.FixedRate:
    return {"mode": "rate", "per_second": per_second, "burst": burst}


def check_rate(times: list[float], per_second: float, burst: int = 1) -> None:
    """Fails if more requests left in any time than may leave."""
    for first, start in enumerate(times):
        for last in range(first, len(times)):
            allowed = burst + per_second * (times[last] - start + LATE_SECONDS)
            assert last - first + 1 <= allowed, (last - first + 1, times[last] - start)


def departures(client: swiftpager.Client) -> list[float]:
    """When each request leaves; `dispatch()` tells of the last ones. A busy server may note several at once."""
    left: list[float] = []
    client.observe(lambda event: left.append(event["time"] / 1_000) if event["event"] == "request" else None)
    return left


def walk(client: swiftpager.Client) -> None:
    assert ids(list(client.pager(QUERY))) == list(range(1, 11))


def at_once(count: int, job: Callable[[], None]) -> None:
    """Runs a job on some threads; raises what one of them raised."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            job()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


class CountingServer(NegotiatingServer):
    """Notes when requests come, and how many connections are open.

    Requests for a first page can wait for each other (`crowd`), and all answers for an event (`gate`).
    """

    crowd: threading.Barrier | None = None
    gate: threading.Event | None = None

    def __init__(self, *, seconds: float = 0) -> None:
        super().__init__()
        self.times: list[float] = []
        self.open = 0
        self.most_open = 0
        self._seconds = seconds
        self._lock = threading.Lock()
        outer = self

        class Handler(self._handler):  # type: ignore[name-defined]
            def setup(self) -> None:
                with outer._lock:
                    outer.open += 1
                    outer.most_open = max(outer.most_open, outer.open)
                super().setup()

            def finish(self) -> None:
                super().finish()
                with outer._lock:
                    outer.open -= 1

        self._handler = Handler

    def answer(self, got: Got) -> Answer:
        with self._lock:
            self.times.append(time.monotonic())
        if self._seconds:
            time.sleep(self._seconds)
        if self.gate:
            assert self.gate.wait(LIMIT_SECONDS)
        after = str((got.asked.get("variables") or {}).get("after"))
        if self.crowd and after == "None":
            self.crowd.wait(LIMIT_SECONDS)
        if got.asked.get("query") == MUTATION:
            return 200, {}, {"data": {"touch": {"id": "1"}}}
        return super().answer(got)


def test_all_pagers_and_requests_of_a_client_share_a_rate() -> None:
    with CountingServer() as server, swiftpager.Client(server.url, rate_limit=rate(25)) as client:

        def job() -> None:
            walk(client)
            client.execute(MUTATION)

        left = departures(client)
        at_once(3, job)
        client.dispatch()
        assert len(server.times) == len(left) == 3 * (PAGE_COUNT + 1)
        check_rate(left, 25)
        assert left[-1] - left[0] >= 17 / 25 - LATE_SECONDS


def test_requests_for_inner_lists_count(forge: Forge) -> None:
    with swiftpager.Client(forge.url(), rate_limit=rate(50)) as client:
        left = departures(client)
        client.pager(FORGE_QUERY, {"first": 3}, nested={"mode": "drain", "parallel": 8}).fetch()
        client.dispatch()
    assert len(left) > 5
    check_rate(left, 50)


def test_requests_of_a_transport_of_ones_own_count() -> None:
    times: list[float] = []

    def send(request: swiftpager.Request) -> None:
        times.append(time.monotonic())
        request.complete(200, json.dumps(page(Got("POST", "/", {}, request.body).asked)).encode())

    with swiftpager.Client("http://localhost/", transport=send, rate_limit=rate(25)) as client:
        walk(client)
    assert len(times) == PAGE_COUNT
    check_rate(times, 25)


@pytest.mark.long
def test_a_wait_takes_nothing_of_the_timeout() -> None:
    with (
        CountingServer() as server,
        swiftpager.Client(server.url, rate_limit=rate(0.4), timeout=2, retry=False) as client,
    ):
        client.pager(QUERY).fetch()
        client.pager(QUERY).fetch()
        assert len(server.times) == 2


@pytest.mark.parametrize("modules", [[], ["rich"]])
def test_the_command_keeps_a_rate_and_tells_of_the_wait(tmp_path: Any, modules: list[str]) -> None:
    with CountingServer() as server:
        env = environment(without(tmp_path / "modules", *modules), TERM="xterm")
        shown, code = seen_on_a_terminal(server.url, "--max-pages", "2", "--rate-limit", "rate:1", env=env)
        assert code == 3
        assert len(server.times) == 2
        # The first request may have arrived late.
        assert server.times[1] - server.times[0] > 0.5
        assert re.search(r"1 page, 2 items in .*, waiting (1\.0|0\.\d) s for the next turn", shown)


@pytest.mark.parametrize("value", ["slow", "rate", "rate:", "rate:ten", "pace:", "rate:1:2:3", "react:1", "rate:1:0.5"])
def test_the_command_refuses_what_it_cannot_keep(value: str) -> None:
    shown, code = seen_on_a_terminal("http://localhost/", "--rate-limit", value)
    assert code == 2
    assert "expected react, pace, pace:SHARE, rate:PER_SECOND or rate:PER_SECOND:BURST" in " ".join(shown.split())


@pytest.mark.parametrize(("value", "path"), [
    ({"mode": "rate"}, "/rate_limit/per_second"),
    ({"mode": "rate", "per_second": 0}, "/rate_limit/per_second"),
    ({"mode": "rate", "per_second": 1, "share": 1}, "/rate_limit/share"),
    ({"mode": "pace", "share": 2}, "/rate_limit/share"),
    ({"mode": "slow"}, "/rate_limit/mode"),
    ({}, "/rate_limit/mode"),
])
def test_a_refusal_names_the_key(value: Any, path: str) -> None:
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        swiftpager.Client("http://localhost/", rate_limit=value)
    assert caught.value.path == path


@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.long
def test_no_more_connections_are_open_than_allowed(most: int) -> None:
    # All requests together take longer than the timeout of one: it begins when a request has its connection.
    with (
        CountingServer(seconds=0.15) as server,
        swiftpager.Client(server.url, max_connections=most, timeout=2, retry=False) as client,
    ):
        at_once(6, lambda: walk(client))
        assert len(server.times) == 6 * PAGE_COUNT
        assert server.most_open == most


def test_one_connection_over_http2_carries_many_requests_and_makes_way_for_a_mutation() -> None:
    opened: list[str] = []

    def note(event: Any) -> None:
        if event["event"] == "connection":
            opened.append(event["state"])

    with CountingServer() as server, nginx(server.url.removesuffix("/graphql")) as front:
        with swiftpager.Client(
            f"{front}/graphql", ca_file=endpoint("SWIFTPAGER_TLS_CA"), http_version="2", max_connections=1, retry=False
        ) as client:
            client.observe(note)
            walk(client)
            # None of the six is answered until all of them are there.
            server.crowd = threading.Barrier(6)
            at_once(6, lambda: walk(client))
            server.crowd = None
            at_once(3, lambda: client.execute(MUTATION))
            walk(client)
            client.dispatch()
        assert len(server.times) == 8 * PAGE_COUNT + 3
        assert opened.count("opened") <= 1 + 3 + 1


def test_without_a_limit_each_walk_has_its_connection() -> None:
    with CountingServer() as server, swiftpager.Client(server.url) as client:
        server.crowd = threading.Barrier(6)
        at_once(6, lambda: walk(client))
        assert server.most_open == 6


def test_a_request_that_waits_for_a_connection_can_be_cancelled() -> None:
    with CountingServer() as server, swiftpager.Client(server.url, max_connections=1) as client:
        server.gate = threading.Event()
        first = client.pager(QUERY).start_fetch()
        until(lambda: server.times)
        second, third = client.pager(QUERY).start_fetch(), client.pager(QUERY).start_fetch()
        second.cancel()
        server.gate.set()
        third.wait()
        first.wait()
        assert len(server.times) == 2
