"""examples/python/walk.py does what it says."""

import subprocess
import sys

from conftest import LIMIT_SECONDS, REPOSITORY

EXAMPLE = REPOSITORY / "examples" / "python" / "walk.py"


def run_example(*arguments):
    return subprocess.run(
        [sys.executable, str(EXAMPLE), *arguments], capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False
    )


def test_it_walks_the_shop(shop):
    done = run_example(shop)
    assert (done.returncode, done.stderr) == (0, "")
    for words in ("fetch", "load_next", "load_all", "1,000 products", "items()"):
        assert words in done.stdout


def test_it_explains_itself():
    done = run_example("--help")
    assert done.returncode == 0
    assert "ENDPOINT" in done.stdout


def test_it_fails_with_a_message_and_a_code():
    done = run_example("http://127.0.0.1:9/graphql")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "127.0.0.1:9" in done.stderr
    assert run_example().returncode == 2
