"""What the tests of the Python binding share: their servers, and the place of the package.

Run them with `scripts/with_servers.py --shop --trouble --tls -- python -m pytest Tests/python`. SWIFTPAGER_BINDING
names the folder of another package than the repository's: one that is installed.
"""

import itertools
import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BINDING = pathlib.Path(os.environ.get("SWIFTPAGER_BINDING") or REPOSITORY / "bindings" / "python")
sys.path.insert(0, str(BINDING))
# What runs the tests on a wheel has the tests alone, and their library is not the one of `make lib`.
if "SWIFTPAGER_BINDING" not in os.environ:
    sys.path.append(str(REPOSITORY / "scripts"))
    from running.library import pytest_collection_modifyitems, pytest_configure  # noqa: F401

import swiftpager  # noqa: E402  (the path has to be set before)

ITEMS_QUERY = (
    "query Items($first: Int, $after: String) { items(first: $first, after: $after) {"
    " totalCount edges { cursor node { id name } } pageInfo { hasNextPage endCursor } } }"
)
PRODUCTS_QUERY = (
    "query Products($first: Int!, $after: String) { products(first: $first, after: $after) {"
    " totalCount edges { cursor node { id name price } } pageInfo { hasNextPage endCursor } } }"
)
# Three levels of the forge: repositories, their issues, and the labels of the issues.
FORGE_QUERY = """
query ($first: Int!, $after: String) {
  repositories(first: $first, after: $after) {
    nodes {
      id __typename name
      issues(first: 2) {
        nodes {
          id __typename title
          labels(first: 2) { nodes { name } pageInfo { hasNextPage endCursor } }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}
"""
# Set by `make test-long`: tests then repeat random checks more often.
LONG = os.environ.get("SWIFTPAGER_LONG") == "1"
# Far longer than any test step takes, so that only a hang reaches it. An emulator takes longer.
LIMIT_SECONDS = int(os.environ.get("TEST_LIMIT", "30"))

_numbers = itertools.count(1)


def endpoint(variable: str) -> str:
    """An address that with_servers.py exports; without it a test fails, because skipping would look like success."""
    address = os.environ.get(variable)
    if not address:
        pytest.fail(f"{variable} is not set: run this by scripts/with_servers.py --shop --trouble --tls", pytrace=False)
    return address


class Trouble:
    """The misbehaving server, with a separate key for each test, so that its counts belong to one test."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.key = f"python-{os.getpid()}-{next(_numbers)}"

    def url(self, path: str, **options: int) -> str:
        """The address of a path; Tests/servers/misbehaviour/options.py defines the options."""
        query = "&".join(f"{name}={value}" for name, value in options.items())
        return f"{self.base}{path}?key={self.key}&{query}"

    def stats(self) -> dict[str, Any]:
        """What the server saw under this test's key."""
        with urllib.request.urlopen(f"{self.base}/stats?key={self.key}", timeout=LIMIT_SECONDS) as answer:
            stats: dict[str, Any] = json.load(answer)
        return stats

    def open_gate(self) -> None:
        """Lets the path /gated answer under this test's key."""
        with urllib.request.urlopen(f"{self.base}/open?key={self.key}", timeout=LIMIT_SECONDS) as answer:
            answer.read()

    def paths(self) -> set[str]:
        """Every path of the server."""
        with urllib.request.urlopen(f"{self.base}/", timeout=LIMIT_SECONDS) as answer:
            return {line.split()[0] for line in answer.read().decode().splitlines() if line.startswith("/")}


@pytest.fixture
def shop() -> str:
    """The address of the real GraphQL server."""
    return endpoint("SWIFTPAGER_SHOP_ENDPOINT")


class Forge:
    """Repositories with lists inside lists, with a separate key for each test, so that its count is this test's."""

    def __init__(self, shop: str) -> None:
        self.base = shop.removesuffix("/graphql")
        self.key = f"python-{os.getpid()}-{next(_numbers)}"

    def url(self, misbehaviour: str | None = None) -> str:
        """The address; a list may misbehave on later pages: see Tests/servers/forge_schema.py."""
        return f"{self.base}/forge?key={self.key}" + (f"&misbehaviour={misbehaviour}" if misbehaviour else "")

    def requests(self) -> int:
        """The number of requests with this test's key."""
        with urllib.request.urlopen(f"{self.base}/stats?key={self.key}", timeout=LIMIT_SECONDS) as answer:
            count: int = json.load(answer)["requests"]
        return count

    def ask(self, query: str, **variables: Any) -> Any:
        """The data of one query, from a client that is independent of this library."""
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(
            f"{self.base}/forge", body, {"content-type": "application/json", "accept": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=LIMIT_SECONDS) as answer:
            answered = json.load(answer)
        assert "errors" not in answered, answered
        return answered["data"]


@pytest.fixture
def forge(shop: str) -> Forge:
    """Repositories with issues with labels."""
    return Forge(shop)


@pytest.fixture
def trouble() -> Trouble:
    """The misbehaving server."""
    return Trouble(endpoint("SWIFTPAGER_TROUBLE_ENDPOINT"))


@pytest.fixture
def items_pager(trouble: Trouble) -> Iterator[Callable[..., swiftpager.Pager]]:
    """Makes pagers of the misbehaving server's list: path, then its options, then the pager's in `pager`."""
    clients = []

    def make(
        path: str = "/good",
        *,
        client: dict[str, Any] | None = None,
        pager: dict[str, Any] | None = None,
        **options: int,
    ) -> swiftpager.Pager:
        # A failure is tested with one attempt; tests of retries switch retries on.
        clients.append(swiftpager.Client(trouble.url(path, **options), **{"retry": False, **(client or {})}))
        return clients[-1].pager(ITEMS_QUERY, **(pager or {}))

    yield make
    for client in clients:
        client.close()


@pytest.fixture(params=["asyncio", "uvloop", "trio"])
def run(request: pytest.FixtureRequest) -> Callable[[Callable[[], Any]], None]:
    """Runs a coroutine function to its end, in each of the event loops."""
    from loops import RUNNERS

    runner: Callable[[Callable[[], Any]], None] = RUNNERS[request.param]
    return runner


@pytest.fixture
def products(shop: str) -> Iterator[swiftpager.Pager]:
    """The shop's 1,000 products, 100 per page."""
    with swiftpager.Client(shop) as client:
        yield client.pager(PRODUCTS_QUERY, {"first": 100})


def until(condition: Callable[[], object]) -> None:
    """Waits for an effect of another thread or of the server; fails if it does not come."""
    deadline = time.monotonic() + LIMIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "what the test waits for did not happen"
        time.sleep(0.005)


def ids(pages: Sequence[swiftpager.Page]) -> list[int]:
    """The ids of the misbehaving server's items, which count from 1."""
    return [int(node["id"]) for page in pages for node in page.items]


def process_that_is_gone() -> int:
    """The number of a process that no longer runs."""
    with subprocess.Popen(["true"]) as process:
        process.wait()
    return process.pid


PREAMBLE = f"""
import os, sys, threading, time
sys.path.insert(0, {str(BINDING)!r})
import swiftpager
QUERY = {ITEMS_QUERY!r}
def say(word):
    print(word, flush=True)
"""


def start_script(script: str, *, before: str = "", **environment: str) -> "subprocess.Popen[str]":
    """Starts Python with a script that already has the package, QUERY and say(); `before` runs first of all."""
    return subprocess.Popen(
        [sys.executable, "-c", before + PREAMBLE + script],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def python_path(*folders: pathlib.Path) -> str:
    """PYTHONPATH with folders before the existing ones, which may contain packages that the tests need."""
    inherited = os.environ.get("PYTHONPATH", "")
    return os.pathsep.join([*map(str, folders), *filter(None, inherited.split(os.pathsep))])


def run_script(script: str, *, before: str = "", **environment: str) -> tuple[int, str, str]:
    """Runs such a script to its end: exit code, stdout, stderr."""
    with start_script(script, before=before, **environment) as process:
        try:
            output, errors = process.communicate(timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return process.returncode, output, errors
