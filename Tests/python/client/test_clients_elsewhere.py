"""Clients in other processes: pickled as their arguments, with headers of the environment, and after a fork."""

import asyncio
import copy
import inspect
import multiprocessing
import os
import pickle
import select
import threading

import pytest

import swiftpager
from conftest import start_script
from swiftpager.testing import Connection, FakeServer
from test_processes import in_a_child

QUERY = (
    "query Q($after: String) { products(first: 2, after: $after) {"
    " nodes { id } pageInfo { hasNextPage endCursor } } }"
)
KINDS = [swiftpager.Client, swiftpager.AsyncClient]
COPIES = {"pickle": lambda client: pickle.loads(pickle.dumps(client)), "copy": copy.copy, "deepcopy": copy.deepcopy}


@pytest.fixture
def server():
    with FakeServer({"products": Connection([{"id": n} for n in range(5)])}) as made:
        yield made


def numbers(client):
    return [node["id"] for node in client.pager(QUERY).items()]


# Pickling


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_has_the_same_arguments(kind, way, tmp_path):
    given = {
        "timeout": None, "connect_timeout": 3, "retry": {"max_attempts": 2, "budget": 1.5},
        "cache": tmp_path / "cache.db", "key_fields": {"A": ["id"]}, "user_agent": "u", "rate_limit": "pace",
        "after_fork": "reopen", "authorizer": authorize, "proxy": "http://127.0.0.1:9",
    }
    client = kind("http://127.0.0.1:9/graphql", **given)
    twin = COPIES[way](client)
    assert type(twin) is kind
    assert twin._arguments == client._arguments == {"endpoint": "http://127.0.0.1:9/graphql", **given}
    assert twin._handle.key != client._handle.key


def authorize(reason):
    return {"Authorization": f"Bearer of {reason}"}


def test_every_argument_is_kept():
    given = {name for name in inspect.signature(swiftpager.Client).parameters if name != "endpoint"}
    values = {name: object() for name in given}
    client = swiftpager.Client.__new__(swiftpager.Client)
    # The first wrong argument ends it, after all were noted.
    with pytest.raises(TypeError):
        client.__init__("http://127.0.0.1:9/", **values)
    assert client._arguments == {"endpoint": "http://127.0.0.1:9/", **values}


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_a_worker_gets_the_client(server, method, monkeypatch):
    monkeypatch.syspath_prepend(os.path.dirname(__file__))
    with swiftpager.Client(server.url) as client, multiprocessing.get_context(method).Pool(2) as pool:
        assert numbers(client) == list(range(5))
        assert pool.map(numbers, [client] * 3) == [list(range(5))] * 3


def test_a_closed_client_is_pickled_too(server):
    client = swiftpager.Client(server.url)
    client.close()
    assert numbers(pickle.loads(pickle.dumps(client))) == list(range(5))


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("endpoint", "options", "words"), [
    ("http://127.0.0.1:9/", {"headers": {"Accept-Language": "en"}}, "in `headers_env`.* where it is made"),
    ("http://me:secret-1@127.0.0.1:9/", {}, "the endpoint has a user, a password or a query"),
    ("http://127.0.0.1:9/?key=secret-1", {}, "the endpoint has a user, a password or a query"),
    ("http://127.0.0.1:9/", {"proxy": "http://me:secret-1@127.0.0.1:9"}, "the proxy has a user, a password or a query"),
    ("http://127.0.0.1:9/", {"record": "x.jsonl"}, "the copy would empty the recording"),
])
def test_a_client_that_may_hold_a_secret_says_why_it_is_not_copied(
    kind, endpoint, options, words, way, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError, match=f"{kind.__name__} objects .*{words}") as caught:
        COPIES[way](kind(endpoint, **options))
    assert "secret-1" not in str(caught.value)


def test_what_pickle_cannot_write_is_pickles_own_error():
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        pickle.dumps(swiftpager.Client("http://127.0.0.1:9/", authorizer=lambda reason: {}))


# Headers of the environment


@pytest.mark.parametrize(("value", "sent"), [
    ("TOKEN", "abc"), ("Bearer ${TOKEN}", "Bearer abc"), ("$TOKEN-$TOKEN", "abc-abc"),
])
def test_headers_come_from_the_environment(server, monkeypatch, value, sent):
    monkeypatch.setenv("TOKEN", "abc")
    with swiftpager.Client(server.url, headers_env={"Authorization": value}, headers={"X-A": "1"}) as client:
        monkeypatch.setenv("TOKEN", "later")
        numbers(client)
    assert {request.headers["authorization"] for request in server.requests} == {sent}
    assert server.requests[0].headers["x-a"] == "1"


def test_a_copy_reads_the_environment_of_its_own_process(server, monkeypatch):
    monkeypatch.setenv("TOKEN", "secret-1")
    client = swiftpager.Client(server.url, headers_env={"Authorization": "TOKEN"})
    pickled = pickle.dumps(client)
    assert b"secret-1" not in pickled
    monkeypatch.setenv("TOKEN", "secret-2")
    numbers(pickle.loads(pickled))
    assert server.requests[-1].headers["authorization"] == "secret-2"
    monkeypatch.delenv("TOKEN")
    with pytest.raises(swiftpager.ConfigurationError, match="the environment variable TOKEN is missing or empty"):
        pickle.loads(pickled)


@pytest.mark.parametrize(("options", "words"), [
    ({"headers_env": {"A": "NOT_THERE"}}, "NOT_THERE is missing or empty (at /headers_env/A)"),
    ({"headers_env": {"A": "${NOT_THERE}"}}, "NOT_THERE is missing or empty"),
    # It looks like a name, and may be the secret itself.
    ({"headers_env": {"A": "ghp_secret"}}, "the environment variable that it names is missing"),
    ({"headers_env": {"A": "Bearer secret"}}, "expected the name of an environment variable"),
    ({"headers_env": {"A": "PATH"}, "headers": {"a": "1"}}, "the header is given twice"),
    ({"headers_env": {"A": "PATH", "a": "PATH"}}, "the header is given twice"),
])
def test_wrong_variables_are_refused_without_showing_a_value(options, words):
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        swiftpager.Client("http://127.0.0.1:9/", **options)
    assert words in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("given", ["TOKEN", {"A": 1}, {1: "A"}, [("A", "B")]])
def test_other_types_are_refused(given):
    with pytest.raises(TypeError, match="headers_env must"):
        swiftpager.Client("http://127.0.0.1:9/", headers_env=given)


# After a fork


def test_a_client_goes_on_in_a_child(server):
    with swiftpager.Client(server.url, after_fork="reopen", authorizer=authorize) as client:
        events = []
        client.observe(events.append)
        assert numbers(client) == list(range(5))

        def work():
            del events[:]
            answer = numbers(client), client.execute(QUERY)["data"]["products"]["nodes"][0]["id"]
            client.dispatch()
            return *answer, "answer" in {event["event"] for event in events}

        assert in_a_child(work) == str((list(range(5)), 0, True))
        # The child's end does not touch the parent's client.
        assert numbers(client) == list(range(5))
        # A child of a child, and a second one.
        assert in_a_child(lambda: in_a_child(work)) == in_a_child(work)
    assert {request.headers["authorization"] for request in server.requests} == {"Bearer of start"}


def test_pagers_of_the_parent_stay_the_parents(server):
    with swiftpager.Client(server.url, after_fork="reopen") as client:
        pager = client.pager(QUERY)
        pager.fetch()
        assert in_a_child(pager.load_next).startswith("ForkedError")


def test_a_client_that_was_closed_stays_closed_in_a_child(server):
    client = swiftpager.Client(server.url, after_fork="reopen")
    client.close()
    assert in_a_child(lambda: numbers(client)).startswith("ClosedError")
    assert in_a_child(lambda: repr(client)) == "<swiftpager.Client closed>"


def test_a_child_may_close_it_without_using_it(server):
    with swiftpager.Client(server.url, after_fork="reopen") as client:
        assert in_a_child(lambda: (client.close(), repr(client))[1]) == "<swiftpager.Client closed>"
        assert in_a_child(lambda: repr(client)) == repr(client)
        assert numbers(client) == list(range(5))


def test_threads_of_a_child_share_one_client(server):
    with swiftpager.Client(server.url, after_fork="reopen") as client:

        def work():
            keys, barrier = set(), threading.Barrier(8)

            def use():
                barrier.wait()
                keys.add(client._handle.key)

            threads = [threading.Thread(target=use) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return len(keys)

        assert in_a_child(work) == "1"


def test_an_async_client_leaves_the_event_loop_of_the_parent_alone(server):
    async def main():
        async with swiftpager.AsyncClient(server.url, after_fork="reopen") as client:
            assert len([page async for page in client.pager(QUERY)]) == 3

            async def walk():
                return [node["id"] async for node in client.pager(QUERY).items()]

            child = await asyncio.to_thread(in_a_child, lambda: asyncio.run(walk()))
            assert child == str(list(range(5)))
            # The parent's loop still gets the callbacks.
            seen = asyncio.Event()
            pager = client.pager(QUERY)
            pager.subscribe(lambda update: seen.set())
            await pager.fetch()
            await asyncio.wait_for(seen.wait(), 10)

    asyncio.run(main())


def test_the_descriptor_is_the_childs_own(server):
    with swiftpager.Client(server.url, after_fork="reopen") as client:
        client.fileno()

        def work():
            client.pager(QUERY).start_fetch()
            return bool(select.select([client.fileno()], [], [], 10)[0])

        assert in_a_child(work) == "True"
        assert client.dispatch() == 0


def test_without_it_the_child_gets_forked_error(server):
    with swiftpager.Client(server.url) as client:
        assert in_a_child(lambda: numbers(client)).startswith("ForkedError")


@pytest.mark.parametrize(("options", "words"), [
    ({"after_fork": "again"}, 'expected "raise" or "reopen"'),
    ({"after_fork": "reopen", "record": "x.jsonl"}, "the child would empty the recording"),
])
def test_wrong_values_are_refused(options, words):
    with pytest.raises(swiftpager.ConfigurationError, match=words):
        swiftpager.Client("http://127.0.0.1:9/", **options)


def test_a_client_that_is_dropped_is_closed(server):
    """The handle that a child can reopen does not keep the client alive."""
    with start_script(f"""
import gc, weakref
gc.disable()
client = swiftpager.Client({server.url!r}, after_fork="reopen")
client, gone = None, weakref.ref(client)
say(gone() is None)
""") as process:
        output, errors = process.communicate(timeout=30)
    assert (output.strip(), errors) == ("True", "")
