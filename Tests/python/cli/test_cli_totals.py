"""The total of LIST: which lists end with 3, what the command says, and `--total off`."""

import json
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest

from commands import COMMAND, outcome, run_each, run_words
from sdl_server import Served, serving
from short_lists import COUNT, NAMES, PAGE_SIZE, TOTAL, UNSIZED, Lists, is_lone, lists_to_walk, short_lists, way_of

REMEDY = "add --total off"


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def short() -> Iterator[tuple[Served, Lists]]:
    with short_lists() as both:
        yield both


def words(url: str, name: str, *options: str) -> list[str]:
    size = [] if name.startswith("unsized") else ["--page-size", str(PAGE_SIZE)]
    return [url, name, *size, *options]


def ended(folder: pathlib.Path, *lines: list[str]) -> list[tuple[int, str, int]]:
    """Runs command lines in one process: the code, the text on stderr, and the number of items that were written."""
    files = [folder / f"{number}.ndjson" for number in range(len(lines))]
    done = run_each(*([*line, "-o", str(file)] for line, file in zip(lines, files, strict=True)))
    return [(code, told, _lines_of(file)) for (code, told), file in zip(done, files, strict=True)]


def _lines_of(file: pathlib.Path) -> int:
    found = file if file.exists() else file.with_name(f"{file.name}.part")
    return len(found.read_text().splitlines()) if found.exists() else 0


def test_each_list_ends_as_its_total_says(short, tmp_path: pathlib.Path):
    names = lists_to_walk([*NAMES, *UNSIZED])
    done = ended(tmp_path, *(words(short[0].url, name) for name in names))
    for name, (code, told, count) in zip(names, done, strict=True):
        way = way_of(name)
        # A list of one page has as many items as any count of it.
        is_of_page = "whole" in name and way.outcome == "found" and "_text" not in name and len(way.selected) == 1
        is_named = way.outcome == "named" or is_of_page
        is_found = way.outcome.startswith("found") and not is_of_page
        assert count == COUNT, (name, told)
        assert code == (3 if is_named else 0), (name, told)
        assert (REMEDY in told) == (is_named or is_found), (name, told)
        # A walk that nothing but a named total ends does not come to its end.
        has_end = is_found or (is_named and not is_lone(name))
        assert ("name a total of 35" in told) == has_end, (name, told)
        assert told.count("read without its total") == bool(way.reason), (name, told)
        assert way.reason in told, (name, told)


@pytest.mark.parametrize("name", [
    "cursor_totalCount", "page_nested", "lone_totalCount", "unsized_number_bigint", "unsized_offset_bigint",
    "unsized_whole_count",
])
def test_total_off_reads_the_list_without_it(short, tmp_path: pathlib.Path, name):
    assert ended(tmp_path, words(short[0].url, name, "--total", "off")) == [(0, "", COUNT)]


def test_total_is_for_lists_of_the_schema(short):
    (code, told), = run_each([short[0].url, "--query", "{ a }", "--total", "off"])
    assert code == 2 and "--total is for LIST" in told


@pytest.mark.parametrize("name", ["cursor_totalCount", "offset_bigint", "page_nested"])
def test_total_off_continues_a_walk_and_stays_in_its_checkpoint(short, tmp_path: pathlib.Path, name):
    file = tmp_path / "walk.json"
    line = words(short[0].url, name, "--checkpoint", str(file), "-o", str(tmp_path / "o.ndjson"))
    asked = len(short[0].asked)
    done = run_each(line, line, [*line, "--total", "off"], line)
    assert [code for code, _ in done] == [3, 3, 0, 0]
    assert [REMEDY in told for _, told in done] == [True, True, False, False]
    # The trial and the pages, each once.
    assert len(short[0].asked) - asked == 1 + COUNT // PAGE_SIZE
    assert len((tmp_path / "o.ndjson").read_text().splitlines()) == COUNT
    plan = json.loads(file.read_text())["command"]["plan"]["plan"]
    assert plan["pagination"]["check_total"] is False and plan["totals"] == list(way_of(name).selected)


def test_since_auto_reads_the_list_again_until_the_total_is_met_or_off(tmp_path: pathlib.Path):
    sdl = (
        "enum O { UPDATED_AT_DESC } type R { id: ID! updatedAt: String! } type P { hasNextPage: Boolean! endCursor:"
        " String } type C { count: Int! nodes: [R!]! pageInfo: P! } type Query { a(first: Int, after: String, orderBy:"
        " O): C! }"
    )
    items = [{"id": str(n), "updatedAt": f"2024-01-01T00:00:{59 - n}Z"} for n in range(COUNT)]

    def rows(_: Any, first: int = 10, after: str | None = None, orderBy: Any = None) -> Any:
        begin = int(after or 0)
        more = {"hasNextPage": begin + first < COUNT, "endCursor": str(begin + first)}
        return {"count": TOTAL, "nodes": items[begin : begin + first], "pageInfo": more}

    with serving(sdl, {"a": rows}) as served:
        line = [served.url, "a", "--page-size", "10", "--since", "auto", "--checkpoint", str(tmp_path / "walk.json"),
                "-o", str(tmp_path / "o.ndjson")]
        done = run_each(line, line, [*line, "--total", "off"], line)
    assert [code for code, _ in done] == [3, 3, 0, 0], done
    assert len((tmp_path / "o.ndjson").read_text().splitlines()) == COUNT


def test_each_line_names_the_option(short, tmp_path: pathlib.Path):
    lines = tmp_path / "lines.ndjson"
    lines.write_text("{}\n{}\n")
    (code, told, _), = ended(tmp_path, words(short[0].url, "cursor_totalCount", "--each", str(lines)))
    assert code == 3 and REMEDY in told and "check_total" not in told


def test_lines_after_the_first_leave_out_what_the_trial_of_the_first_left_out(short, tmp_path: pathlib.Path):
    lines = tmp_path / "lines.ndjson"
    lines.write_text("{}\n{}\n")
    (code, told, count), = ended(tmp_path, words(short[0].url, "cursor_refused", "--each", str(lines)))
    assert (code, count, told.count("read without its total")) == (0, 2 * COUNT, 1)


def test_print_query_names_the_total(short):
    done = run_words(*COMMAND, short[0].url, "cursor_totalCount", "--print-query")
    assert outcome(done) == (0, "") and b"    totalCount\n" in done.stdout and b'"total": "/totalCount"' in done.stdout
