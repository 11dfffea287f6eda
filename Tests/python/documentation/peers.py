"""What a walk of each peer comes to: gh, gql, dlt and a loop over httpx, beside this library, at one server.

An outcome is the text of a cell in README.md: how the walk ended, and how many items it brought.
"""

import collections
import contextlib
import http.server
import importlib.metadata
import json
import os
import pathlib
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Generator

import dlt.sources.helpers.rest_client.client as dlt_client
import gql
import httpx
from dlt.sources.helpers.rest_client.paginators import JSONResponseCursorPaginator
from gql.transport.httpx import HTTPXTransport

import swiftpager
from conftest import LIMIT_SECONDS
from loopback import listening
from swiftpager.testing import FakeServer

# The name of gh's variable is gh's own. It knows no other.
QUERY = """
query ($endCursor: String) {
  items(first: 100, after: $endCursor) { nodes { id } pageInfo { hasNextPage endCursor } }
}
"""
# A server that a peer has asked so often gives up: the peer would ask for ever.
ENOUGH = 12

Walk = Callable[[str, pathlib.Path], Generator[object]]


class EndlessList(Exception):
    """The peer has asked more often than the list has pages."""


def by_swiftpager(url: str, _: pathlib.Path) -> Generator[object]:
    """The loop that the README shows."""
    with swiftpager.Client(url, retry={"base_delay": 0.001}) as client:
        yield from client.pager(QUERY).items()


def by_httpx(url: str, _: pathlib.Path) -> Generator[object]:
    """The loop that one writes by hand."""
    after = None
    with httpx.Client() as client:
        while True:
            answer = client.post(url, json={"query": QUERY, "variables": {"endCursor": after}})
            answer.raise_for_status()
            page = answer.json()["data"]["items"]
            yield from page["nodes"]
            if not page["pageInfo"]["hasNextPage"]:
                return
            after = page["pageInfo"]["endCursor"]


def by_gql(url: str, _: pathlib.Path) -> Generator[object]:
    """The same loop over gql."""
    document = gql.gql(QUERY)
    with gql.Client(transport=HTTPXTransport(url=url)) as session:
        while True:
            page = session.execute(document)["items"]
            yield from page["nodes"]
            if not page["pageInfo"]["hasNextPage"]:
                return
            document.variable_values = {"endCursor": page["pageInfo"]["endCursor"]}


def by_dlt(url: str, folder: pathlib.Path) -> Generator[object]:
    """dlt's client for APIs, told where cursor and items are."""
    base, _, place = url.rpartition("/")
    client = dlt_client.RESTClient(base, paginator=JSONResponseCursorPaginator(
        cursor_path="data.items.pageInfo.endCursor", cursor_body_path="variables.endCursor",
        has_more_path="data.items.pageInfo.hasNextPage",
    ))
    pages = client.paginate(
        place, method="POST", json={"query": QUERY, "variables": {}}, data_selector="data.items.nodes[*]")
    for page in pages:
        yield from page


def by_gh(url: str, folder: pathlib.Path) -> Generator[object]:
    """gh, whose only hosts are GitHub's: it reaches the server through a proxy."""
    with listening(type("GhProxy", (Proxy,), {"upstream": url})) as proxy:
        env = {
            **os.environ, "no_proxy": "", "NO_PROXY": "", "http_proxy": proxy, "GH_HOST": "github.localhost",
            "GH_ENTERPRISE_TOKEN": "none", "GH_TOKEN": "none", "GH_CONFIG_DIR": str(folder),
        }
        done = subprocess.run(
            ["gh", "api", "graphql", "--paginate", "-f", f"query={QUERY}", "--jq", ".data.items.nodes[]?"],
            env=env, capture_output=True, check=False, timeout=LIMIT_SECONDS,
        )
    # With an error, the body of the response comes among the items.
    yield from (item for item in map(json.loads, done.stdout.splitlines()) if "id" in item)
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, "gh", stderr=done.stderr)


class Proxy(http.server.BaseHTTPRequestHandler):
    """A proxy between gh and a test server. An upstream that hangs up is a connection that ends."""

    upstream: str

    def do_POST(self) -> None:
        """Passes a request on, and its answer back."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        asked = urllib.request.Request(self.upstream, body, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(asked, timeout=LIMIT_SECONDS) as response:
                status, answer = response.status, response.read()
        except urllib.error.HTTPError as error:
            status, answer = error.code, error.read()
        except (OSError, http.client.HTTPException):
            self.close_connection = True
            return
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments: object) -> None:
        """Says nothing."""


WALKS: dict[str, Walk] = {
    "swiftpager": by_swiftpager, "gh": by_gh, "gql": by_gql, "dlt": by_dlt, "httpx": by_httpx,
}


def version(peer: str) -> str:
    """The version of a peer, as the head of the table has it."""
    if peer == "gh":
        text = subprocess.run(["gh", "--version"], capture_output=True, check=True, text=True).stdout
        found = re.search(r"version (\d+\.\d+)", text)
        assert found is not None, text
        return found[1]
    return ".".join(importlib.metadata.version(peer).split(".")[:2])


def outcome(walk: Walk, server: FakeServer, folder: pathlib.Path, count: int) -> str:
    """What a walk over `count` items comes to."""
    items: collections.deque[object] = collections.deque()
    ending = "no error"
    with contextlib.closing(walk(server.url, folder)) as walked:
        try:
            for item in walked:
                items.append(item)
                if len(items) > ENOUGH * 100:
                    raise EndlessList
        except swiftpager.SwiftPagerError as error:
            ending = f"`{error.code}`"
        except EndlessList:
            return "asks for ever"
        # The peers' exceptions have no class in common.
        except Exception:
            ending = "fails"
    if len(server.requests) > ENOUGH:
        return "asks for ever"
    if ending == "no error" and len(items) == count:
        return "complete"
    return f"{ending}, {len(items)} of {count}"
