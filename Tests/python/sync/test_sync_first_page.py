"""Lists without a size in `swiftpager sync`: the first page of the walk shows what the server refuses."""

import contextlib
import pathlib
import signal
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import graphql
import pytest

import sync_support
from commands import TAKES_SIGNALS
from conftest import LIMIT_SECONDS, LONG
from killing import ended, forked
from raw_server import RawServer, answer
from refusing import COUNT, refusing, served
from sync_support import Folder, Lists

__all__ = ["refusing", "served"]  # fixtures


@pytest.fixture
def changing() -> Iterator[Lists]:
    with sync_support.lists() as lists:
        yield lists


def columns(folder: Folder, name: str) -> list[str]:
    return [row[0] for row in folder.query(f'DESCRIBE "{name}"')]


@pytest.mark.parametrize(("name", "pages"), [("everybody", 1), ("teams", 3)])
@pytest.mark.long
def test_no_page_is_asked_for_twice(refusing, tmp_path: pathlib.Path, name: str, pages: int) -> None:
    folder = Folder(tmp_path, refusing.url())
    for _ in range(2):
        told = folder.run_json("--only", name)
        assert (told[name]["rows"], told[name]["end"]) == (COUNT, "complete")
        assert len(refusing.requests()) == pages
    assert "untried" not in folder.plan()["lists"][name]
    assert folder.query(f"SELECT count(DISTINCT id) FROM {name}") == [(COUNT,)]


@pytest.mark.parametrize(("name", "pages"), [("everybody", 1), ("teams", 3)])
@pytest.mark.long
def test_what_the_first_page_refuses_is_left_out(refusing, tmp_path: pathlib.Path, name: str, pages: int) -> None:
    folder = Folder(tmp_path, refusing.url(refuse="email,salary", times="local"))
    _, errors = folder.run("--only", name)
    # `salary` takes its parents with it, and the times show only behind it.
    assert f"{name}: left out, because the server refuses it: email, salary (" in errors
    assert len(refusing.requests()) == pages + 2
    assert columns(folder, name) == ["id", "name", "createdAt", "joined", "profile"]
    assert folder.query(f"SELECT count(*), any_value(typeof(createdAt)) FROM {name}") == [(COUNT, "TIMESTAMP")]
    assert folder.stores(name) == [1]
    assert folder.run()[1] == "" and len(refusing.requests()) == pages
    assert folder.run("--refresh")[1].endswith("swiftpager: the plans did not change\n")


def test_a_kill_at_each_step_loses_nothing(refusing, tmp_path: pathlib.Path) -> None:
    stride = 3 if LONG else 30
    steps, died = stride, True
    while died:
        (tmp_path / str(steps)).mkdir()
        folder = Folder(tmp_path / str(steps), refusing.url(refuse="email", times="local"))
        words, cache = folder.words("--only", "teams,everybody")[3:], str(tmp_path / "cache")
        with forked(sync_support.killed_at_step, steps, words, cache) as process:
            process.join(LIMIT_SECONDS)
            assert process.exitcode in (0, -signal.SIGKILL)
            died = process.exitcode != 0
        assert ended(sync_support.killed_at_step, 1_000_000, words, cache) == ""
        for name in ("teams", "everybody"):
            assert folder.query(f"SELECT count(id), count(DISTINCT id) FROM {name}") == [(COUNT, COUNT)]
            assert columns(folder, name) == ["id", "name", "salary", "createdAt", "joined", "profile"]
            assert "untried" not in folder.plan()["lists"][name]
        steps += stride
    assert steps > 2 * stride


TAGS = graphql.build_schema("""
type Query { repos: [Repo!]! repo(name: String!): Repo! }
type Repo { id: ID! name: String! tags: [Tag!]! }
type Tag { id: ID! email: String }
""")


NO_EMAILS = graphql.GraphQLError("no emails", extensions={"code": "FORBIDDEN"})


def tags(request: dict[str, Any]) -> bytes:
    """The tags of a repo, whose emails the server refuses, as it refuses all of the first repo."""

    def repo(_: object, name: str) -> dict[str, Any]:
        if name == "a":
            raise ValueError("no access to a")
        return {"tags": [{"id": f"{name}{number}", "email": NO_EMAILS} for number in range(3)]}

    root = {"repos": [{"id": name, "name": name} for name in "abc"], "repo": repo}
    done = graphql.graphql_sync(TAGS, request["query"], root, variable_values=request.get("variables"))
    return answer(done.formatted)


@pytest.mark.long
def test_the_first_item_that_is_not_refused_shows_what_is(tmp_path: pathlib.Path) -> None:
    with contextlib.closing(RawServer(tags)) as server:
        folder = Folder(tmp_path, server.url)
        folder.run("--only", "repos,repo.tags")
        folder.edit("repo.tags", under={"list": "repos", "arguments": {"name": "/name"}})
        server.requests.clear()
        _, errors = folder.run(code=1)
        assert "repo.tags: left out, because the server refuses it: email (no emails)" in errors
        assert "no access to a" in errors
        asked = [request["variables"]["name"] for request in server.requests if "tags" in request["query"]]
        # The second plan begins with the first item again.
        assert asked == ["a", "b", "a", "b", "c"]
        assert folder.query('SELECT id FROM "repo.tags" ORDER BY id') == [
            (f"{name}{number}",) for name in "bc" for number in range(3)
        ]
        assert columns(folder, "repo.tags") == ["id", "name"] and folder.stores("repo.tags") == [1]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"])
@pytest.mark.long
def test_a_signal_ends_the_wait_for_a_first_page(tmp_path: pathlib.Path, number: signal.Signals, code: int) -> None:
    arrived, gate = threading.Event(), threading.Event()

    def held(request: dict[str, Any]) -> bytes:
        if "IntrospectionQuery" not in request["query"]:
            arrived.set()
            gate.wait()
        return tags(request)

    with contextlib.closing(RawServer(held)) as server:
        folder = Folder(tmp_path, server.url)
        words = [*TAKES_SIGNALS, *folder.words("--only", "repos")]
        with subprocess.Popen(words, env=folder.env, stderr=subprocess.PIPE) as command:
            arrived.wait()
            command.send_signal(number)
            _, errors = command.communicate(timeout=LIMIT_SECONDS)
        gate.set()
        assert (command.returncode, b"Traceback" in errors) == (code, False)
        assert folder.plan()["lists"]["repos"]["untried"] is True
        folder.run()
        assert folder.query("SELECT count(*) FROM repos") == [(3,)]


@pytest.mark.long
def test_what_is_refused_later_is_partial(changing: Lists, tmp_path: pathlib.Path) -> None:
    folder = Folder(tmp_path, changing.url)
    folder.run("--only", "currencies")
    changing.control(forbidden=["currencies"])
    _, errors = folder.run(code=1)
    assert "no access to currencies" in errors
    assert folder.rows()["currencies"] == changing.truth()["currencies"]


@pytest.mark.long
def test_a_list_that_is_refused_at_first_is_tried_later(changing: Lists, tmp_path: pathlib.Path) -> None:
    folder = Folder(tmp_path, changing.url)
    changing.control(forbidden=["currencies"])
    lines, errors = folder.run("--only", "currencies,countries", code=1)
    assert "no access to currencies" in errors and "countries   23 rows  complete" in lines
    assert changing.stats()["currencies"] == 1
    assert folder.plan()["lists"]["currencies"]["untried"] is True
    changing.control()
    folder.run()
    truth = changing.truth()
    assert folder.rows() == {name: truth[name] for name in ("currencies", "countries")}
    assert "untried" not in folder.plan()["lists"]["currencies"]
