"""LIST with --since auto: what is committed late within the lag comes once, and is warned of what cannot."""

import json
import pathlib
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager
from commands import COMMAND, environment
from conftest import LIMIT_SECONDS
from sdl_server import Served, serving

SDL = """
scalar DateTime
enum Direction { ASC DESC }
enum Field { UPDATED_AT }
input Order { field: Field! direction: Direction! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Item { id: ID! updatedAt: DateTime }
type Items { nodes: [Item!]! pageInfo: PageInfo! }
type Query { items(first: Int, after: String, orderBy: Order): Items! }
"""


class Rows:
    """The items of a list with the newest first."""

    def __init__(self) -> None:
        self.at: dict[str, str | None] = {f"a{number:02}": f"2026-01-01T12:{number:02}:00Z" for number in range(30)}

    def items(self, _: Any, first: int = 10, after: str | None = None, orderBy: Any = None) -> Any:
        ids = sorted(self.at, key=lambda key: (self.at[key] or "", key), reverse=True)
        begin = 0 if after is None else ids.index(after) + 1
        part = [{"id": key, "updatedAt": self.at[key]} for key in ids[begin:begin + first]]
        info = {"hasNextPage": begin + len(part) < len(ids), "endCursor": part[-1]["id"] if part else None}
        return {"nodes": part, "pageInfo": info}


@pytest.fixture
def served() -> Iterator[tuple[Served, Rows]]:
    rows = Rows()
    with serving(SDL, {"items": rows.items}) as server:
        yield server, rows


def run(folder: pathlib.Path, url: str, *words: str, code: int = 0) -> str:
    """Runs the command, which ends with a code; returns what it says."""
    done = subprocess.run(
        [*COMMAND, url, *words], env=environment(XDG_CACHE_HOME=str(folder / "cache")), cwd=folder, capture_output=True,
        text=True, timeout=LIMIT_SECONDS, check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stderr


WALK = ("items", "--since", "auto", "--page-size", "10", "-o", "items.ndjson", "--checkpoint", "items.json")


def written(folder: pathlib.Path) -> list[str]:
    return [json.loads(line)["id"] for line in (folder / "items.ndjson").read_text().splitlines()]


def test_a_late_item_comes_once(served, tmp_path: pathlib.Path):
    server, rows = served
    run(tmp_path, server.url, *WALK)
    rows.at |= {"late": "2026-01-01T12:25:30Z", "new": "2026-01-01T13:00:00Z"}
    for _ in range(3):
        run(tmp_path, server.url, *WALK)
        assert sorted(written(tmp_path)) == sorted(rows.at)


def test_a_lag_of_the_command_line_counts(served, tmp_path: pathlib.Path):
    server, rows = served
    run(tmp_path, server.url, *WALK, "--lag", "60")
    rows.at |= {"late": "2026-01-01T12:28:10Z", "later": "2026-01-01T12:25:30Z", "new": "2026-01-01T13:00:00Z"}
    run(tmp_path, server.url, *WALK, "--lag", "60")
    assert sorted({*rows.at} - {*written(tmp_path)}) == ["later"] and len(written(tmp_path)) == 32


def test_an_import_within_the_lag_is_warned_of(served, tmp_path: pathlib.Path):
    server, rows = served
    rows.at |= {
        f"b{number:05}": f"2026-01-01T13:0{number // 6_000}:{number // 100 % 60:02}Z" for number in range(12_000)
    }
    walk = (*WALK[:4], "2000", *WALK[5:])
    assert "more than 10,000 items lie within the lag, so it shrinks" in run(tmp_path, server.url, *walk)
    rows.at["late"] = "2026-01-01T13:01:30Z"
    for _ in range(2):
        run(tmp_path, server.url, *walk)
    assert sorted(written(tmp_path)) == sorted(rows.at)


def test_items_without_a_value_behind_others_are_warned_of(served, tmp_path: pathlib.Path):
    server, rows = served
    rows.at |= {"null": None}
    told = run(tmp_path, server.url, *WALK)
    assert "1 item of the list has no value at /updatedAt, and a run since the mark misses new ones like that" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("items", "--lag", "5"), "--lag is for --since auto"),
        (("items", "--since", "/updatedAt", "--lag", "5"), "--lag is for --since auto"),
        (("--lists", "--lag", "5"), "--lists and --lag exclude each other"),
        (("--query", "{ items { nodes { id } } }", "--lag", "5"), "--lag is for LIST"),
        (("items", "--since", "auto", "--lag", "soon"), "expected a number of seconds"),
    ],
)
def test_a_lag_without_its_list_is_refused(served, tmp_path: pathlib.Path, words, told: str):
    assert told in run(tmp_path, served[0].url, *words, code=2)


def test_the_printed_query_has_the_lag(served, tmp_path: pathlib.Path):
    done = subprocess.run(
        [*COMMAND, served[0].url, "items", "--since", "auto", "--print-query"], capture_output=True, text=True,
        env=environment(XDG_CACHE_HOME=str(tmp_path)), timeout=LIMIT_SECONDS, check=True,
    )
    assert '"shrinking_lag": 300.0' in done.stdout


def test_a_pager_of_python_has_the_lag(served, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch):
    server, rows = served
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with swiftpager.Client(server.url) as client:
        first = client.list("items", since="auto", page_size=10)
        list(first)
        rows.at["late"] = "2026-01-01T12:25:30Z"
        checkpoint = first.checkpoint()
        assert [item["id"] for item in client.list("items", since="auto", checkpoint=checkpoint).items()] == ["late"]
        shorter = client.list("items", since="auto", lag=60, checkpoint=checkpoint)
        assert list(shorter.items()) == []
