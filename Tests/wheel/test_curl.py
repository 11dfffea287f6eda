"""The libcurl of the wheel, which packaging/wheel/curl.sh makes, compared with Debian's."""

import json
import pathlib
import subprocess
import sys

import pytest

from conftest import REPOSITORY, endpoint, run
from copies import CURL_FEATURES, CURL_PROTOCOLS

INFORMATION = pathlib.Path(__file__).with_name("curl_information.py")
SERVERS = REPOSITORY / "Tests" / "servers"
WALK = """
import sys, swiftpager
query = "query ($after: String) { products(first: 10, after: $after) {" \\
    " edges { node { id } } pageInfo { hasNextPage endCursor } } }"
with swiftpager.Client(sys.argv[1], ca_file=sys.argv[2], http_version=sys.argv[3], retry=False) as client:
    print(sum(1 for _ in client.pager(query).items()))
"""


def told(python: str | pathlib.Path, library: str | pathlib.Path) -> dict[str, list[str]]:
    done = run(python, INFORMATION, library)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def bundled(installed):
    (library,) = installed.parents[1].glob("lib/python3.*/site-packages/swiftpager.libs/libcurl-*.so*")
    return told(installed, library)


@pytest.fixture(scope="module")
def debians():
    return told(sys.executable, "libcurl.so.4")


def test_it_speaks_http_and_https_only(bundled):
    assert bundled["protocols"] == CURL_PROTOCOLS


def test_it_has_what_debians_has_for_http(bundled, debians):
    assert set(bundled["features"]) == CURL_FEATURES
    assert set(debians["features"]) > CURL_FEATURES
    assert bundled["authorities"] == debians["authorities"]


def test_it_is_linked_with_the_versions_that_debians_is_linked_with(bundled, debians):
    names = {"libcurl", "OpenSSL", "zlib", "brotli", "zstd", "libidn2", "nghttp2"}
    assert {word.partition("/")[0] for word in bundled["version"]} == names
    assert bundled["version"] == [word for word in debians["version"] if word.partition("/")[0] in names]


@pytest.fixture
def front():
    """A server of HTTP/2 alone, in front of the shop."""
    authority = pathlib.Path(endpoint("SWIFTPAGER_TLS_CA"))
    words = ["--upstream", endpoint("SWIFTPAGER_SHOP_ENDPOINT").removesuffix("/graphql"), "--http2"]
    words += ["--certificate", str(authority.with_name("server.pem")), "--key", str(authority.with_name("server.key"))]
    command = [sys.executable, str(SERVERS / "nginx_front.py"), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("listening on ").strip() + "/graphql"
        process.terminate()


@pytest.mark.parametrize(("version", "said"), [("automatic", "1000"), ("1.1", "505")])
def test_a_walk_over_tls_uses_http_2(installed, front, version, said):
    done = run(installed, "-c", WALK, front, endpoint("SWIFTPAGER_TLS_CA"), version)
    assert said in done.stdout + done.stderr
