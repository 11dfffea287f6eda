"""The clients that slices of one fleet have one after the other."""

import pathlib
from typing import Any

import pytest

import fleets
import swiftpager.fleet as fleet
from conftest import until
from list_server import list_server
from swiftpager import Client, ConfigurationError
from swiftpager.fleet import Limit, Walk, _clients
from swiftpager.fleet._clients import Clients

URL = "http://127.0.0.1:9/graphql"


def walk(url: str = URL, **others: Any) -> Walk:
    return Walk(url, "query ($after: String) { items(after: $after) { nodes { id } } }", key="a", **others)


def lent(clients: Clients, wanted: Walk, rate_limit: Any = None, longest_wait: float = 60.0) -> Client:
    """The client that a slice gets and gives back."""
    with clients.lent(wanted, rate_limit, longest_wait) as client:
        assert not client._handle.is_released
    return client


def test_the_next_slice_has_the_client_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "one")
    clients = Clients()
    first = lent(clients, walk(headers_env={"X-Key": "SOME_TOKEN"}, timeout=3))
    assert lent(clients, walk(headers_env={"X-Key": "SOME_TOKEN"}, timeout=3)) is first
    others = (
        walk(), walk(URL + "?a=1"), walk(timeout=3), walk(headers_env={"X-Key": "SOME_TOKEN"}, timeout=4),
        walk(headers_env={"X-Other": "SOME_TOKEN"}, timeout=3), walk(retry=False),
    )
    made = [lent(clients, other) for other in others]
    assert len({id(client) for client in [first, *made]}) == len(others) + 1
    assert [lent(clients, other) for other in others] == made
    assert lent(clients, walk(), longest_wait=5) not in [first, *made]
    # A secret that is another one now.
    monkeypatch.setenv("SOME_TOKEN", "two")
    assert lent(clients, walk(headers_env={"X-Key": "SOME_TOKEN"}, timeout=3)) is not first
    monkeypatch.delenv("SOME_TOKEN")
    with pytest.raises(ConfigurationError, match="missing"):
        lent(clients, walk(headers_env={"X-Key": "SOME_TOKEN"}, timeout=3))
    clients.close()
    assert all(client._handle.is_released for client in [first, *made])


def test_two_slices_at_once_have_two_clients() -> None:
    clients = Clients()
    with clients.lent(walk(), None, 60.0) as one, clients.lent(walk(), None, 60.0) as other:
        assert one is not other
    # The one that was given back last.
    assert lent(clients, walk()) is one
    clients.close()


def test_a_client_is_closed_after_a_failure_and_with_a_rate() -> None:
    clients = Clients()
    with pytest.raises(OSError, match="full"), clients.lent(walk(), None, 60.0) as failed:
        raise OSError("full")
    with clients.lent(walk(), None, 60.0) as closed:
        assert closed is not failed
        closed.close()
    rated = lent(clients, walk(), {"mode": "rate", "per_second": 10})
    after = lent(clients, walk())
    assert after not in (failed, closed, rated)
    assert all(client._handle.is_released for client in (failed, closed, rated))
    clients.close()


def test_the_client_that_waits_longest_is_closed_if_there_are_too_many() -> None:
    clients = Clients(most_idle=2)
    made = [lent(clients, walk(f"{URL}?a={number}")) for number in range(3)]
    assert [client._handle.is_released for client in made] == [True, False, False]
    clients.close()
    assert lent(clients, walk())._handle.is_released


def test_a_forked_child_makes_clients_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    clients = Clients()
    parents = lent(clients, walk())
    monkeypatch.setattr(_clients.os, "getpid", lambda: -1)
    childs = lent(clients, walk())
    assert childs is not parents and lent(clients, walk()) is childs
    clients.close()
    parents.close()


@pytest.mark.parametrize("has_limit", [False, True])
def test_the_slices_of_a_thread_have_one_client(tmp_path: pathlib.Path, has_limit: bool) -> None:
    made: list[Client] = []

    class Counted(Client):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            made.append(self)

    def answer(variables: dict[str, Any]) -> dict[str, Any]:
        if variables["list"] == "list-2":
            return {"errors": [{"message": "no such list"}]}
        nodes = [{"id": variables["list"], "place": 0, "child": None}]
        return {"data": {"items": {"nodes": nodes, "pageInfo": {"hasNextPage": False, "endCursor": None}}}}

    with pytest.MonkeyPatch.context() as patch, list_server(answer) as (url, _):
        patch.setattr(_clients, "Client", Counted)
        limits = {url.split("/")[2]: Limit(1, per_second=1000)} if has_limit else None
        walks = fleets.Lists(url).walks(5)
        with fleet.run(walks, fleets.store_in(tmp_path), threads=1, retries=0, limits=limits) as job:
            progress = job.wait(60)
    assert (progress.complete, progress.failed) == (4, 1)
    # A failure ends a client, and a rate is that of one slice.
    assert len(made) == (5 if has_limit else 2)
    until(lambda: all(client._handle.is_released for client in made))
