"""The examples in languages without a binding: what docs/bindings.md says is enough for them."""

import http.server
import os
import pathlib
import subprocess
import threading
from collections.abc import Callable

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY_FOLDER = ROOT / "build" / "lib"
PAGES = [
    f"100 items, the first: {name} at {price}"
    for name, price in [
        ("Oak Bowl No. 1", "84.14"), ("Clay Chair No. 101", "503.14"), ("Willow Kettle No. 201", "422.14"),
        ("Brass Basket No. 301", "341.14"), ("Cork Clock No. 401", "260.14"), ("Slate Mirror No. 501", "179.14"),
        ("Wool Shelf No. 601", "98.14"), ("Glass Blanket No. 701", "17.14"), ("Linen Vase No. 801", "436.14"),
        ("Copper Stool No. 901", "355.14"),
    ]
]

Run = Callable[[str], "subprocess.CompletedProcess[str]"]


@pytest.fixture(params=["php", "pascal"])
def walk(request: pytest.FixtureRequest, tmp_path: pathlib.Path) -> Run:
    """Runs the example of a language with an endpoint."""
    if request.param == "php":
        words = ["php", "-d", "ffi.enable=1", str(ROOT / "examples" / "php" / "walk.php")]
        more = [str(ROOT / "include")]
    else:
        source = ROOT / "examples" / "pascal" / "walk.pas"
        subprocess.run(["fpc", "-v0", f"-FE{tmp_path}", f"-Fl{LIBRARY_FOLDER}", source], check=True)
        words, more = [str(tmp_path / "walk")], []
    environment = os.environ | {"LD_LIBRARY_PATH": str(LIBRARY_FOLDER)}

    def run(endpoint: str) -> "subprocess.CompletedProcess[str]":
        command = [*words, endpoint, *more]
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)

    return run


def test_a_walk_has_all_pages(walk: Run, shop_endpoint: str) -> None:
    done = walk(shop_endpoint)
    assert (done.stdout.splitlines(), done.stderr, done.returncode) == (PAGES, "", 0)


def test_a_walk_that_fails_says_why(walk: Run) -> None:
    done = walk("http://127.0.0.1:1/")
    assert (done.stdout, done.returncode) == ("", 1)
    assert "NETWORK: could not connect to http://127.0.0.1:1/" in done.stderr


def test_an_endpoint_that_is_none_is_refused(walk: Run) -> None:
    done = walk("shop")
    assert done.returncode == 1
    assert "INVALID_CONFIG: " in done.stderr


@pytest.mark.parametrize(("number", "output", "message"), [
    ("1e999", "", "BAD_RESPONSE: the response is not a GraphQL response: a number starts here that is too large"),
    ("1e-400", "2 items, the first: A at 1.00\n", ""),
])
def test_a_number_beyond_all_numbers_ends_no_program(walk: Run, number: str, output: str, message: str) -> None:
    """Pascal's arithmetic raises SIGFPE."""
    nodes = f'[{{"id":"1","name":"A","price":1}},{{"id":"2","name":"B","price":{number}}}]'
    text = f'{{"data":{{"products":{{"nodes":{nodes},"pageInfo":{{"hasNextPage":false,"endCursor":null}}}}}}}}'

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        done = walk(f"http://127.0.0.1:{server.server_port}/")
        server.shutdown()
    assert (done.stdout, done.returncode) == (output, 1 if message else 0)
    assert done.stderr.startswith(message) and bool(done.stderr) == bool(message)
