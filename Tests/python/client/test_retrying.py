"""Queries without an answer are sent again, to a server that really misbehaves and to one that comes and goes."""

import _thread
import subprocess
import sys
import threading
import time

import pytest

import swiftpager
from conftest import LIMIT_SECONDS, PRODUCTS_QUERY, REPOSITORY, ids, until

QUICK: swiftpager.Retry = {"base_delay": 0.001}


@pytest.mark.parametrize("path", ["/http-429", "/connection-reset"])
def test_a_page_that_fails_once_is_asked_for_again(items_pager, path):
    pager = items_pager(path, client={"retry": QUICK}, bad=3, once=1, after_seconds=0)
    assert ids(list(pager)) == list(range(1, 51))


def test_attempts_are_told_and_limited(items_pager, trouble):
    pager = items_pager("/html-502", client={"retry": {**QUICK, "max_attempts": 3}}, bad=2)
    with pytest.raises(swiftpager.HTTPError) as caught:
        pager.load_all()
    assert (caught.value.http_status, caught.value.attempts) == (502, 3)
    assert trouble.stats()["requests"] == 1 + 3
    # The earlier pages stay.
    assert pager.state["pages_loaded"] == 1


def test_off_means_once(items_pager, trouble):
    with pytest.raises(swiftpager.HTTPError):
        items_pager("/html-502", client={"retry": False}, bad=1).fetch()
    assert trouble.stats()["requests"] == 1


def test_a_limit_that_lasts_too_long_ends_at_once_and_says_how_long(items_pager, trouble):
    pager = items_pager("/http-429", client={"retry": {**QUICK, "budget": 20}}, bad=1, after_seconds=30)
    began = time.monotonic()
    with pytest.raises(swiftpager.RateLimited, match="wait 30 s") as caught:
        pager.fetch()
    assert time.monotonic() - began < 20
    assert caught.value.retry_after == 30
    assert caught.value.attempts == 1
    assert trouble.stats()["requests"] == 1


def test_who_does_the_retrying_alone_is_told_how_long_to_wait(items_pager, trouble):
    with pytest.raises(swiftpager.HTTPError) as caught:
        items_pager("/http-429", client={"retry": False}, bad=1, after_seconds=30).fetch()
    assert (caught.value.http_status, caught.value.retry_after) == (429, 30)
    with pytest.raises(swiftpager.HTTPError) as caught:
        items_pager("/http-500", client={"retry": False}, bad=1).fetch()
    assert caught.value.retry_after is None
    assert trouble.stats()["requests"] == 2


def test_a_wait_is_told_and_can_be_cancelled(items_pager):
    pager = items_pager("/http-429", client={"retry": True}, bad=1, after_seconds=60)
    operation = pager.start_fetch()
    until(lambda: pager.state["waiting"])
    waiting = pager.state["waiting"]
    assert (waiting["reason"], waiting["attempt"]) == ("rate_limit", 1)
    assert 50 < waiting["until"] / 1_000 - time.time() < 61
    operation.cancel()
    with pytest.raises(swiftpager.Cancelled):
        operation.wait()
    assert pager.state["waiting"] is None


def test_ctrl_c_ends_a_wait(items_pager):
    pager = items_pager("/http-429", client={"retry": True}, bad=1, after_seconds=60)

    def interrupt():
        until(lambda: pager.state["waiting"])
        _thread.interrupt_main()

    threading.Thread(target=interrupt).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        pager.fetch()
    assert time.monotonic() - began < LIMIT_SECONDS


def test_options_are_checked():
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        swiftpager.Client("http://localhost/", retry={"max_attempts": 0})
    assert caught.value.path == "/retry/max_attempts"
    with pytest.raises(ValueError, match="base_delay"):
        swiftpager.Client("http://localhost/", retry={"base_delay": -1})
    swiftpager.Client("http://localhost/", retry={"base_delay": 0, "statuses": [503]}).close()


@pytest.fixture
def frugal_shop():
    """A separate shop with 60 products that refuses pages of more than 6 items."""
    command = [sys.executable, str(REPOSITORY / "Tests" / "servers" / "shop.py"), "--products", "60", "--max-cost", "6"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("listening on ").strip()
        process.terminate()


@pytest.mark.long
def test_pages_that_cost_too_much_are_made_smaller_and_none_is_missing(frugal_shop):
    with swiftpager.Client(frugal_shop, cache="memory") as client:
        pager = client.pager(PRODUCTS_QUERY, {"first": 20})
        pages = list(pager)
        # The client halves 20 until 5 works; it requests the next page with 10 and halves again. After that it does not
        # exceed 5.
        assert {page.item_count for page in pages} == {5}
        assert [int(node["name"].rpartition(" ")[2]) for page in pages for node in page.items] == list(range(1, 61))
        pager.load_all()
        client.cache["Product:" + pager.pages[3].items[0]["id"]] = {"name": "Changed"}
        until(lambda: client.dispatch(0.1) or pager.pages[3].items[0]["name"] == "Changed")
    with swiftpager.Client(frugal_shop, retry={"shrink": False}) as client:
        with pytest.raises(swiftpager.GraphQLError, match="costs 20"):
            client.pager(PRODUCTS_QUERY, {"first": 20}).fetch()


@pytest.mark.long
def test_a_walk_goes_on_when_its_server_is_started_again():
    command = [sys.executable, str(REPOSITORY / "Tests" / "servers" / "shop.py"), "--products", "600", "--port"]

    def start(port: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen([*command, port], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        endpoints.append(process.stdout.readline().removeprefix("listening on ").strip())
        return process

    endpoints = []
    server = start("0")
    port = endpoints[0].rpartition(":")[2].partition("/")[0]
    names = []
    retry = {"max_attempts": 100, "base_delay": 0.05, "max_delay": 0.2}
    try:
        with swiftpager.Client(endpoints[0], retry=retry) as client:
            for number, page in enumerate(client.pager(PRODUCTS_QUERY, {"first": 10}), 1):
                names += [node["name"] for node in page.items]
                if number % 10 == 0 and number <= 50:
                    server.kill()
                    server.wait()
                    server = start(port)
    finally:
        server.kill()
        server.wait()
    assert [int(name.rpartition(" ")[2]) for name in names] == list(range(1, 601))
