"""HTTP/2 streams that a server refuses: it has certainly not processed their requests."""

from typing import Any

import pytest

import swiftpager
from conftest import ITEMS_QUERY, ids
from negotiating_server import PAGE_COUNT, PAGE_SIZE
from refusing_server import RefusingServer

ALL = list(range(1, PAGE_COUNT * PAGE_SIZE + 1))


def client_of(server: RefusingServer, **options: Any) -> swiftpager.Client:
    return swiftpager.Client(server.url, ca_file=server.authorities, http_version="2", **options)


@pytest.mark.parametrize("refuses_every", [2, 3, 5])
def test_a_walk_goes_on_after_streams_that_were_refused(refuses_every: int) -> None:
    with RefusingServer(refuses_every) as server, client_of(server, retry={"base_delay": 0.001}) as client:
        for _ in range(4):
            assert ids(list(client.pager(ITEMS_QUERY))) == ALL
        assert server.refused >= 4
        # Without the refusals, each page was requested once.
        assert len(server.answered) == 4 * PAGE_COUNT
        assert server.streams == len(server.answered) + server.refused


def test_a_mutation_is_sent_again_for_it_was_not_looked_at() -> None:
    with RefusingServer(2) as server, client_of(server, retry={"base_delay": 0.001}) as client:
        for number in range(6):
            client.execute("mutation ($number: Int) { rename(number: $number) { id } }", {"number": number})
        assert server.refused >= 5
        assert server.answered == [{"number": number} for number in range(6)]


@pytest.mark.parametrize("retry", [True, False])
def test_a_mutation_is_not_sent_again_where_its_connection_is_lost(retry: bool) -> None:
    with RefusingServer(loses_mutations=True) as server, client_of(server, retry=retry) as client:
        client.pager(ITEMS_QUERY).load_all()
        connections = server.connections
        with pytest.raises(swiftpager.NetworkError):
            client.execute("mutation { pay }")
        assert server.lost == 1
        # Other requests continue on the existing connection.
        client.pager(ITEMS_QUERY).load_all()
        assert server.connections == connections + 1


@pytest.mark.parametrize("attempts", [1, 3])
def test_a_server_that_refuses_everything_ends_the_walk(attempts: int) -> None:
    retry: swiftpager.Retry = {"base_delay": 0.001, "max_attempts": attempts}
    with RefusingServer(1) as server, client_of(server, retry=retry) as client:
        with pytest.raises(swiftpager.NetworkError) as caught:
            client.pager(ITEMS_QUERY).fetch()
        assert caught.value.attempts == attempts
        assert server.answered == []
        assert server.streams == server.refused >= attempts
