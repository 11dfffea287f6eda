"""The command compared with `gh api graphql --paginate`, on the same list of the same server."""

import http.server
import json
import os
import subprocess
import urllib.request

import pytest

from commands import outcome, run
from conftest import LIMIT_SECONDS
from loopback import listening

QUERY = (
    "query ($endCursor: String) { products(first: 100, after: $endCursor) {"
    " nodes { id name price } pageInfo { hasNextPage endCursor } } }"
)


class Proxy(http.server.BaseHTTPRequestHandler):
    """A proxy between gh, which only knows GitHub's hosts, and a test server."""

    upstream: str

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        asked = urllib.request.Request(self.upstream, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked, timeout=LIMIT_SECONDS) as response:
            answer = response.read()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def gh(shop, tmp_path):
    # gh uses plain HTTP for this host.
    env = {
        **os.environ, "no_proxy": "", "NO_PROXY": "", "GH_HOST": "github.localhost", "GH_ENTERPRISE_TOKEN": "none",
        "GH_TOKEN": "none", "GH_CONFIG_DIR": str(tmp_path),
    }

    def written(*options):
        done = subprocess.run(
            ["gh", "api", "graphql", "--paginate", "-f", f"query={QUERY}", *options], env=env, capture_output=True,
            check=True, timeout=LIMIT_SECONDS,
        )
        return done.stdout

    with listening(type("ShopProxy", (Proxy,), {"upstream": shop})) as proxy:
        env["http_proxy"] = proxy
        yield written


def ours(shop, *options):
    done = run(shop, *options, query=QUERY)
    assert outcome(done) == (0, "")
    return done.stdout


def test_a_field_is_written_as_by_gh(gh, shop):
    assert ours(shop, "--field", "/name", "--raw") == gh("--jq", ".data.products.nodes[].name")


def test_items_have_the_values_that_they_have_in_gh(gh, shop):
    theirs = gh("--jq", ".data.products.nodes[]")
    assert list(map(json.loads, ours(shop).splitlines())) == list(map(json.loads, theirs.splitlines()))


def test_pages_are_those_of_gh_each_on_a_line(gh, shop):
    assert ours(shop, "--pages").replace(b"\n", b"") == gh()
