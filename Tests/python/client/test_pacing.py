"""Slowing down before the server refuses, with servers that count requests or points."""

import time

import pytest

import swiftpager
from conftest import ids, until
from negotiating_server import NegotiatingServer, WindowServer

QUERY = (
    "query Items($after: String) { items(after: $after) {"
    " edges { node { id name } } pageInfo { hasNextPage endCursor } } }"
)


def walk(client: swiftpager.Client, count: int) -> None:
    for _ in range(count):
        assert ids(list(client.pager(QUERY))) == list(range(1, 11))


@pytest.mark.long
def test_a_window_lasts_when_it_is_paced() -> None:
    with WindowServer(8, 3) as server, swiftpager.Client(server.url, rate_limit="pace") as client:
        walk(client, 2)
        assert server.answered == [200] * 10


class SlowWindow(NegotiatingServer):
    """Has no budget left for a minute."""

    def answer(self, got):
        status, _, value = super().answer(got)
        return status, {"RateLimit-Limit": "100", "RateLimit-Remaining": "0", "RateLimit-Reset": "60"}, value


def test_a_wait_is_told_and_can_be_cancelled() -> None:
    with SlowWindow() as server, swiftpager.Client(server.url, rate_limit="pace") as client:
        pager = client.pager(QUERY)
        pager.fetch()
        operation = pager.start_load_next()
        until(lambda: pager.state["waiting"])
        waiting = pager.state["waiting"]
        assert waiting is not None
        assert (waiting["reason"], waiting["attempt"]) == ("pace", 0)
        assert 50 < waiting["until"] / 1_000 - time.time() < 62
        operation.cancel()
        with pytest.raises(swiftpager.Cancelled):
            operation.wait()
        assert pager.state["waiting"] is None
        assert len(server.got) == 1


def test_what_it_may_be_is_checked() -> None:
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        swiftpager.Client("http://localhost/", rate_limit="never")  # type: ignore[arg-type]
    assert caught.value.path == "/rate_limit"
