"""The C examples do what they say."""

import os
import pathlib
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from conftest import LIBRARY_FOLDER, ROOT, STRICT, run

sys.path.insert(0, str(ROOT / "scripts"))

from with_servers import server

# What the watching examples print about the shop's second page, and the lines that both begin with.
SECOND_PAGE = "  page 1 from the cache: {name} at {price}, Oak Clock No. 5 at 400.90, Oak Mirror No. 6 at 480.09"
WATCHED = [
    "two pages:",
    "  page 0 from the server: Oak Bowl No. 1 at 84.14, Oak Chair No. 2 at 163.33, Oak Kettle No. 3 at 242.52",
    "  page 1 from the server: Oak Basket No. 4 at 321.71, Oak Clock No. 5 at 400.90, Oak Mirror No. 6 at 480.09",
    "a mutation, whose answer the page shows:",
    SECOND_PAGE.format(name="Oak Basket No. 4", price="19.50"),
    "a write to the cache, without a request:",
    SECOND_PAGE.format(name="The same under another name", price="19.50"),
]

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def example(tmp_path: pathlib.Path, library: pathlib.Path) -> Run:
    """Builds an example and runs it: its name, then its arguments."""

    def built(name: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        source = ROOT / "examples" / "c" / f"{name}.c"
        link = [f"-L{LIBRARY_FOLDER}", "-lswiftpager", "-ljansson"]
        run("cc", "-std=c11", *STRICT, f"-I{ROOT / 'include'}", "-o", tmp_path / name, source, *link)
        environment = {**os.environ, "LD_LIBRARY_PATH": str(LIBRARY_FOLDER)}
        return subprocess.run(
            [tmp_path / name, *arguments], capture_output=True, text=True, env=environment, timeout=60, check=False
        )

    return built


@pytest.fixture
def changing_shop() -> Iterator[str]:
    """A shop of one test, because the watching examples change prices that they also show."""
    with server("shop") as endpoint:
        yield endpoint


def test_pull_walks_to_the_end(example: Run, shop_endpoint: str) -> None:
    done = example("pull", shop_endpoint)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["a page of 100 items"] * 10


def test_reverse_reads_the_newest_first(example: Run, shop_endpoint: str) -> None:
    done = example("reverse", shop_endpoint, "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "the newest: 100 products, 100 so far",
        "before that: 100 products, 200 so far",
        "there are older ones",
    ]
    assert example("reverse", shop_endpoint, "99").stdout.endswith("1000 so far\nthat is all of them\n")


def test_offset_walks_both_lists_to_their_end(example: Run, shop_endpoint: str) -> None:
    done = example("offset", shop_endpoint)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"by offset: pages of {'100 ' * 10}0 products; complete, 1000 in all",
        f"by page number, from 3 on: pages of {'100 ' * 8}products; complete, 800 in all",
    ]


def test_watch_shows_the_page_that_changes(example: Run, changing_shop: str) -> None:
    done = example("watch", changing_shop)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == WATCHED


def test_watch_in_python_shows_the_page_that_changes(changing_shop: str) -> None:
    upstream, _, path = changing_shop.rpartition("/")
    source = ROOT / "examples" / "python" / "watch.py"
    # Each answer is late, so that there is time to see the guess.
    with server("fault_proxy", "--upstream", upstream, "--rate", "delay=100", "--delay-ms", "300") as proxy:
        done = subprocess.run(
            [sys.executable, source, f"{proxy}/{path}"], capture_output=True, text=True, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (0, "")
    guessed = [
        "a mutation with a guess, which the page shows until the answer:",
        SECOND_PAGE.format(name="Oak Basket No. 4", price="17.00"),
        SECOND_PAGE.format(name="Oak Basket No. 4", price="18.25"),
    ]
    renamed = SECOND_PAGE.format(name="The same under another name", price="18.25")
    assert done.stdout.splitlines() == [*WATCHED[:5], *guessed, *WATCHED[5:6], renamed]


def test_transport_answers_from_memory(example: Run) -> None:
    done = example("transport")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        '[{"name":"Mercury"},{"name":"Venus"}]',
        '[{"name":"Earth"},{"name":"Mars"}]',
        '[{"name":"Jupiter"},{"name":"Saturn"}]',
        "3 requests",
    ]


@pytest.mark.parametrize("name", ["pull", "reverse", "offset", "watch"])
def test_examples_fail_with_a_message_and_a_code(name: str, example: Run) -> None:
    done = example(name, "http://127.0.0.1:9/graphql")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "NETWORK" in done.stderr
    assert example(name).returncode == 2
