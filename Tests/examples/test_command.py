"""The example of a command: its output, its messages and its exit codes."""

import json
import os
import pty
import signal
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from programs import COMMAND, eventually, gated, products
from swiftpager.testing import Connection, FakeServer


def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Runs the command to its end."""
    return subprocess.run(
        [COMMAND, *arguments], capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, **environment},
    )


def rows(output: str) -> list[Any]:
    """The objects in an output."""
    return [json.loads(line) for line in output.splitlines()]


def test_a_list_comes_whole(shop_endpoint: str) -> None:
    done = run(shop_endpoint)
    assert (done.returncode, done.stderr) == (0, "1000 products\n")
    assert len({product["id"] for product in rows(done.stdout)}) == 1000


def test_a_limit_ends_the_walk() -> None:
    with FakeServer({"products": Connection(products(1000))}) as server:
        done = run(server.url, "--limit", "150", "--quiet")
        assert (done.returncode, done.stderr) == (0, "")
        assert rows(done.stdout) == products(150)
        # The walk is one page ahead.
        assert len(server.requests) <= 3


@pytest.mark.parametrize(
    ("fault", "count", "message"),
    [
        (lambda server: server.answer_errors("no stock", after=2), 200, "no stock"),
        (lambda server: server.refuse(500, after=2), 200, "500"),
        (lambda server: server.answer_errors("one price failed", with_data=True, after=1), 250, "one price failed"),
    ],
    ids=["errors", "status", "partial data"],
)
def test_a_list_that_is_cut_is_an_error(fault: Callable[[FakeServer], None], count: int, message: str) -> None:
    with FakeServer({"products": Connection(products(250))}) as server:
        fault(server)
        done = run(server.url, "--quiet")
    assert done.returncode == 1
    assert len(rows(done.stdout)) == count
    assert done.stderr.startswith(f"the list is cut after {count} products: ")
    assert message in done.stderr


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_walk_after_whole_lines(number: signal.Signals, code: int) -> None:
    with gated(first_held=3) as (server, held):
        command = [str(COMMAND), server.url, "--page-size", "10"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        eventually(lambda: held.asked == 3, "the third page is asked for")
        process.send_signal(number)
        output, messages = process.communicate(timeout=60)
    assert process.returncode == code
    assert rows(output) == products(20)
    assert messages == "interrupted after 20 products\n"


def test_a_reader_that_leaves_ends_the_command_in_silence(shop_endpoint: str) -> None:
    process = subprocess.Popen([COMMAND, shop_endpoint], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.wait(60) == -signal.SIGPIPE
    assert process.stderr.read() == b""
    process.stderr.close()


def test_a_terminal_shows_progress(shop_endpoint: str) -> None:
    primary, secondary = pty.openpty()
    done = subprocess.run([COMMAND, shop_endpoint], stdout=subprocess.DEVNULL, stderr=secondary, timeout=60, check=True)
    os.close(secondary)
    shown = os.read(primary, 1 << 16).decode()
    os.close(primary)
    assert done.returncode == 0
    assert shown.startswith("\r100 of 1000 products")
    assert "\r1000 products" in shown


def test_a_token_comes_from_the_environment() -> None:
    with FakeServer({"products": Connection(products(3))}) as server:
        assert run(server.url, "--token-variable", "SHOP_TOKEN", SHOP_TOKEN="secret").returncode == 0
        assert server.requests[0].headers["authorization"] == "Bearer secret"


@pytest.mark.parametrize(
    "arguments",
    [[], ["ftp://example.com"], ["http://a", "--page-size", "0"], ["http://a", "--token-variable", "NO_SUCH"]],
    ids=["no address", "not http", "no page", "no token"],
)
def test_wrong_arguments_are_refused(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (64, "")
    assert done.stderr.startswith("Error: ")
