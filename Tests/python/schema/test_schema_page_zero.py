"""Lists that count pages, from 0 or from 1: the trial asks for page 0 if neither the schema nor the pages say it."""

import asyncio
import itertools
import json
import pathlib
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager
import swiftpager.schema
from commands import COMMAND, environment
from conftest import LIMIT_SECONDS
from schema_support import of_text
from sdl_server import Served, serving
from swiftpager.schema.first_page import FirstPage

COUNT, SIZE = 25, 10
SDL = (
    "input Paging {{ page: Int pageSize: Int }} type R {{ id: ID! seen: Int }} type C {{ items: [R!]! {signs} }}"
    " type Query {{ posts({arguments}): C }}"
)
MORE = "hasMore: Boolean!"
OTHER = "0: page 0 has other items than page 1"
SAME = "1: page 0 has the items of page 1"
NONE = "1: page 0 has no items"
REFUSED = "1: the server refuses page 0"
UNTRIED = "1: page 0 is not tried"


@pytest.fixture(autouse=True)
def cache(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def posts(first: int, *, on_zero: str = "", count: int = COUNT) -> Any:
    """A resolver that counts pages from a number; `on_zero` is what page 0 of a list from 1 is."""
    seen = itertools.count()

    def resolve(_: Any, page: int | None = None, size: int = SIZE, paging: Any = None) -> Any:
        page = (paging or {}).get("page") if paging else page
        size = (paging or {}).get("pageSize") or size
        number = first if page is None else page
        if number < first and on_zero == "refused":
            raise ValueError("pages begin with 1")
        if number < first and on_zero == "first":
            number = first
        begin = (number - first) * size
        rows = [] if begin < 0 else [{"id": str(n), "seen": next(seen)} for n in range(begin, min(begin + size, count))]
        return {
            "items": rows, "hasMore": begin + size < count, "count": len(rows), "total": count,
            "totalPages": -(-count // size),
        }

    return resolve


def serve(first: int, *, on_zero: str = "", arguments: str = "page: Int, size: Int", signs: str = MORE,
          count: int = COUNT, before: Any = lambda query, variables: None) -> Any:
    sdl = SDL.format(arguments=arguments, signs=signs)
    return serving(sdl, {"posts": posts(first, on_zero=on_zero, count=count)}, before)


def pages_asked(served: Served) -> Iterator[Any]:
    for _, variables in served.asked:
        inner = variables.get("paging") or variables
        yield inner.get("page")


@pytest.mark.parametrize("signs", [MORE, "note: String", "count: Int!"])
@pytest.mark.parametrize(("first", "on_zero", "why"), [
    (0, "", OTHER), (1, "", NONE), (1, "first", SAME), (1, "refused", REFUSED),
])
@pytest.mark.parametrize("arguments", ["page: Int, size: Int", "page: Int!, size: Int", "paging: Paging"])
def test_each_item_comes_once_wherever_the_pages_begin(signs, first, on_zero, why, arguments):
    with serve(first, on_zero=on_zero, arguments=arguments, signs=signs) as served:
        with swiftpager.Client(served.url, retry=False) as client:
            pager = client.list("posts", page_size=SIZE)
            assert pager.plan is not None and pager.plan.first_page == why
            assert [item["id"] for item in pager.items()] == [str(n) for n in range(COUNT)]
    asked = list(pages_asked(served))
    assert asked[:2] == [1, 0] and asked[2] in (first, None)


def test_a_list_with_one_page_from_0_is_found(caplog):
    for count in (1, SIZE):
        with serve(0, count=count) as served, swiftpager.Client(served.url) as client:
            assert len(list(client.list("posts", page_size=SIZE).items())) == count


def test_a_list_without_items_begins_with_1():
    with serve(0, count=0) as served, swiftpager.Client(served.url) as client:
        pager = client.list("posts")
        assert pager.plan is not None and pager.plan.first_page == NONE
        assert list(pager.items()) == []


@pytest.mark.parametrize(("arguments", "signs", "first"), [
    ("page: Int = 0, size: Int", MORE, 0),
    ("page: Int = 1, size: Int", MORE, 1),
    ("page: Int, size: Int", "totalPages: Int!", 1),
    ("page: Int, size: Int", "total: Int!", 1),
])
def test_what_the_schema_or_the_pages_say_is_not_asked_for(arguments, signs, first):
    with serve(first, arguments=arguments, signs=signs) as served, swiftpager.Client(served.url) as client:
        pager = client.list("posts", page_size=SIZE)
        assert len(served.asked) == 1
        assert pager.plan is not None and pager.plan.first_page is None
        assert len(list(pager.items())) == COUNT


def test_a_page_of_the_users_is_the_first_one():
    with serve(0) as served, swiftpager.Client(served.url) as client:
        pager = client.list("posts", arguments={"page": 2}, page_size=SIZE)
        assert len(served.asked) == 1 and len(list(pager.items())) == COUNT - 2 * SIZE


def test_an_error_of_http_for_page_0_is_a_refusal():
    def before(query: str, variables: Any) -> Any:
        return {"status": 500, "message": "no page 0"} if variables.get("page") == 0 else None

    with serve(1, before=before) as served, swiftpager.Client(served.url, retry=False) as client:
        pager = client.list("posts", page_size=SIZE)
        assert pager.plan is not None and pager.plan.first_page == REFUSED
        assert len(list(pager.items())) == COUNT


def test_an_error_beside_an_item_of_page_0_does_not_hide_the_page():
    def resolve(_: Any, page: int | None = None, size: int = SIZE) -> Any:
        begin = (page or 0) * size
        rows: list[Any] = [{"id": str(n), "seen": n} for n in range(begin, min(begin + size, COUNT))]
        if begin == 0:
            rows[0]["seen"] = ValueError("not counted")
        return {"items": rows, "hasMore": begin + size < COUNT}

    sdl = SDL.format(arguments="page: Int, size: Int", signs=MORE)
    with serving(sdl, {"posts": resolve}) as served, swiftpager.Client(served.url) as client:
        pager = client.list("posts", page_size=SIZE)
        assert pager.plan is not None and pager.plan.first_page == OTHER


def test_a_null_list_on_page_0_with_an_error_is_a_refusal():
    def resolve(_: Any, page: int | None = None, size: int = SIZE) -> Any:
        if page == 0:
            raise ValueError("no page 0")
        return {"items": [{"id": str(page)}], "hasMore": False}

    sdl = SDL.format(arguments="page: Int, size: Int", signs=MORE)
    with serving(sdl, {"posts": resolve}) as served, swiftpager.Client(served.url, retry=False) as client:
        pager = client.list("posts", page_size=SIZE)
        assert pager.plan is not None and pager.plan.first_page == REFUSED


def test_an_async_client_asks_as_well():
    async def count(url: str) -> int:
        async with swiftpager.AsyncClient(url) as client:
            pager = await client.list("posts", page_size=SIZE)
            return len([item async for item in pager.items()])

    with serve(0) as served:
        assert asyncio.run(count(served.url)) == COUNT


def test_a_plan_that_is_not_tried_says_so(tmp_path):
    plan = of_text(tmp_path, SDL.format(arguments="page: Int, size: Int", signs=MORE)).plan("posts")
    assert plan.first_page == UNTRIED and "page" not in plan.variables
    with serve(0, arguments="page: Int") as served, swiftpager.Client(served.url) as client:
        pager = client.list("posts")
        assert pager.plan is not None and pager.plan.first_page == UNTRIED and served.asked == []


def test_a_walk_that_is_the_trial_asks_for_no_page_0(tmp_path):
    plan = of_text(tmp_path, SDL.format(arguments="page: Int", signs=MORE)).plan("posts")
    first_page = FirstPage(plan, str)
    with serve(1, arguments="page: Int") as served, swiftpager.Client(served.url) as client:
        for page in client.pager(plan.query, plan.variables, pagination=plan.pagination):
            first_page.look(page)
            assert not first_page.is_open
        assert 0 not in pages_asked(served)


def command(*words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [*COMMAND, *words], env=environment(), capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("arguments", ["page: Int, size: Int", "page: Int"])
def test_the_command_and_sync_begin_with_page_0(tmp_path: pathlib.Path, arguments):
    with serve(0, arguments=arguments) as served:
        size = ["--page-size", str(SIZE)]
        file = tmp_path / "walk.json"
        code, out, told = command(served.url, "posts", *size, "--checkpoint", str(file))
        assert (code, told) == (0, "") and len(out.splitlines()) == COUNT
        assert json.loads(file.read_text())["command"]["plan"]["plan"]["first_page"] == OTHER
        for night in (1, 2):
            code, out, told = command("sync", served.url, "-o", str(tmp_path / "out"), *size)
            assert code == 0 and f"{COUNT} rows  complete" in out, (night, told)
        plan = json.loads((tmp_path / "out" / "_plan.json").read_text())["lists"]["posts"]
        assert plan["plan"]["first_page"] == OTHER and "untried" not in plan


def test_each_line_begins_with_page_0(tmp_path: pathlib.Path):
    lines = tmp_path / "lines.ndjson"
    lines.write_text("{}\n{}\n")
    with serve(0) as served:
        code, out, _ = command(served.url, "posts", "--page-size", str(SIZE), "--each", str(lines))
        # The first line is tried for both.
        assert code == 0 and len(out.splitlines()) == 2 * COUNT and list(pages_asked(served)).count(1) == 1 + 2
