"""The programs in examples/python do what they say."""

import sqlite3
import subprocess
import sys

import pytest

from changing_server import changing_server
from conftest import LIMIT_SECONDS, REPOSITORY

EXAMPLE = REPOSITORY / "examples" / "python" / "walk.py"
HOURLY = EXAMPLE.with_name("hourly.py")


def run_example(*arguments, example=EXAMPLE):
    return subprocess.run(
        [sys.executable, str(example), *arguments], capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False
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


@pytest.mark.long
def test_the_hourly_run_keeps_a_copy(tmp_path):
    path = str(tmp_path / "issues.sqlite")
    with changing_server() as server:
        for _ in range(7):
            server.list.now += 1_000
            server.list.insert()
        runs = [run_example(server.url, path, "--page-size", "3", example=HOURLY)]
        server.list.now += 1_000
        server.list.insert()
        runs += [run_example(server.url, path, "--page-size", "3", example=HOURLY) for _ in range(2)]
        assert [(done.returncode, done.stderr, done.stdout) for done in runs] == [
            (0, "", f"{count} issues are new or have changed\n") for count in (7, 1, 0)
        ]
        with sqlite3.connect(path) as database:
            rows = set(database.execute("SELECT id, title, updated_at FROM issues"))
        assert rows == {(item["id"], item["title"], item["updatedAt"]) for item in server.list.shown_items().values()}
        server.list.spoils = "title"
        server.list.now += 1_000
        server.list.insert()
        spoiled = run_example(server.url, path, example=HOURLY)
        assert (spoiled.returncode, spoiled.stderr.count("\n")) == (75, 1)
        server.list.spoils = None
        assert run_example(server.url, path, example=HOURLY).stdout == "1 issues are new or have changed\n"
