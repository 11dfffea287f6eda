"""`swiftpager sync` and LIST: a user who does what a message says gets the list."""

import json
import pathlib
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import sdl_server
from commands import COMMAND, outcome
from conftest import LIMIT_SECONDS
from sdl_server import Served
from sync_support import Folder

SDL = """
type Item { id: ID! }
type Query {
  nothing(offset: Int, limit: Int): [Item!]
  many(limit: Int): [Item!]!
  slow(offset: Int, limit: Int): [Item!]!
}
"""
COUNT = 333


class Slowness:
    """How long the server waits before it answers for the list `slow`."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.ended = threading.Event()

    def __call__(self, query: str, variables: Mapping[str, Any]) -> None:
        if "slow" in query and variables.get("limit") != 1:
            self.ended.wait(self.seconds)


@pytest.fixture
def slowness() -> Iterator[Slowness]:
    slowness = Slowness()
    yield slowness
    slowness.ended.set()


@pytest.fixture
def served(slowness: Slowness) -> Iterator[Served]:
    root: dict[str, Any] = {
        "nothing": lambda info, **_: None,
        "many": lambda info, limit=10: [{"id": str(number)} for number in range(min(limit, COUNT))],
        "slow": lambda info, offset=0, limit=10: [{"id": "1"}] if offset == 0 else [],
    }
    with sdl_server.serving(SDL, root, slowness) as served:
        yield served
        slowness.ended.set()


@pytest.fixture
def folder(served: Served, tmp_path: pathlib.Path) -> Folder:
    return Folder(tmp_path, served.url)


def test_the_message_of_a_null_list_says_what_to_write_into_the_plan(folder: Folder) -> None:
    words = 'if it does, add "null_list": "empty" to "pagination" in the plan of nothing in _plan.json'
    told = folder.run_json("--only", "nothing", code=3)
    assert words in told["nothing"]["error"]["message"]
    assert words in folder.run(code=3)[1]
    plan = folder.plan()["lists"]["nothing"]["plan"]
    plan["pagination"]["null_list"] = "empty"
    folder.edit("nothing", plan=plan)
    assert folder.run()[0] == "nothing  0 rows  complete\n"


def test_the_message_of_a_full_page_names_the_options_for_a_larger_one(folder: Folder) -> None:
    _, errors = folder.run("--only", "many", code=3)
    assert "the list may be longer: ask for more (--refresh --page-size N)" in errors
    assert folder.run("--refresh", "--page-size", "400")[0] == "many  333 rows  complete\n"


@pytest.mark.long
def test_a_list_that_takes_longer_than_the_timeout_gets_a_longer_one(folder: Folder, slowness: Slowness) -> None:
    folder.run("--only", "slow")
    slowness.seconds = 2.0
    began = time.monotonic()
    told = folder.run_json("--timeout", "0.2", code=4)
    assert time.monotonic() - began < LIMIT_SECONDS / 2
    assert (told["slow"]["error"]["code"], told["slow"]["end"]) == ("NETWORK", "failed")
    assert "raise the timeout (--timeout SECONDS)" in told["slow"]["error"]["message"]
    assert folder.run("--timeout", "5")[0] == "slow  1 row  complete\n"


def test_a_wrong_timeout_is_refused(folder: Folder) -> None:
    code, told = outcome(subprocess.run(
        folder.words("--timeout", "-1"), env=folder.env, capture_output=True, timeout=LIMIT_SECONDS, check=False,
    ))
    assert code == 2 and "argument --timeout: expected a number of seconds, found '-1'" in told


def test_list_is_walked_as_its_message_says(served: Served, folder: Folder, tmp_path: pathlib.Path) -> None:
    def run(*options: str, code: int) -> "tuple[str, str]":
        done = subprocess.run(
            [*COMMAND, served.url, *options], env=folder.env, capture_output=True, text=True, timeout=LIMIT_SECONDS,
            check=False,
        )
        assert done.returncode == code, done.stderr
        return done.stdout, done.stderr

    _, errors = run("nothing", code=3)
    assert "if it does, walk the query that --print-query writes, with -p null_list=empty" in errors
    (tmp_path / "q.graphql").write_text(run("nothing", "--print-query", code=0)[0])
    query = ("--query-file", str(tmp_path / "q.graphql"), "-v", "limit=5")
    assert "if it does, add -p null_list=empty" in run(*query, code=3)[1]
    assert run(*query, "-p", "null_list=empty", code=0)[0] == ""
    assert "ask for more (--page-size N)" in run("many", code=3)[1]
    assert len(run("many", "--page-size", "400", code=0)[0].splitlines()) == COUNT
    assert json.loads(run("many", "--page-size", "400", "--format", "json", code=0)[0])[0] == {"id": "0"}
