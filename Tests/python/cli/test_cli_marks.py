"""`swiftpager URL LIST --since auto`: the trial item, or the first page, shows whether the list has a mark."""

import pathlib
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from commands import COMMAND, environment
from conftest import LIMIT_SECONDS
from sdl_server import Served, serving

SDL = """
enum F { UPDATED_AT } enum D { ASC DESC } input O { field: F! direction: D! }
type I { id: ID! updatedAt: String! }
type P { hasNextPage: Boolean! endCursor: String }
type C { nodes: [I!]! pageInfo: P! }
type Query {
  words(first: Int, after: String, orderBy: O): C! numbers(first: Int, after: String, orderBy: O): C!
  all_words(after: String, orderBy: O): C! all_numbers(after: String, orderBy: O): C!
}
"""
REFUSAL = (
    'swiftpager: --since auto: an item of {} has "Jan 02 2026" at /updatedAt, which is neither a time like'
    " 2026-03-01T12:00:00Z nor a whole number: leave the option out, and LIST is read whole\n"
)


@pytest.fixture
def served() -> Iterator[Served]:
    def page(texts: "list[str]") -> Any:
        nodes = [{"id": text, "updatedAt": text} for text in texts]
        return lambda *_, **__: {"nodes": nodes, "pageInfo": {"hasNextPage": False}}

    words, numbers = page(["Jan 02 2026", "Jan 01 2026"]), page(["17", "16"])
    root = {"words": words, "all_words": words, "numbers": numbers, "all_numbers": numbers}
    with serving(SDL, root) as served:
        yield served


def run(served: Served, folder: pathlib.Path, *words: str) -> "tuple[int, str, str]":
    done = subprocess.run(
        [*COMMAND, served.url, *words], env=environment(XDG_CACHE_HOME=str(folder / "cache")), capture_output=True,
        text=True, timeout=LIMIT_SECONDS, check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", ["words", "all_words"])
def test_a_list_whose_items_have_no_mark_is_refused(served: Served, tmp_path: pathlib.Path, name: str) -> None:
    words = (name, "-o", str(tmp_path / "items.ndjson"), "--checkpoint", str(tmp_path / "items.checkpoint"))
    code, _, errors = run(served, tmp_path, *words, "--since", "auto")
    assert (code, errors) == (2, REFUSAL.format(name))
    code, _, errors = run(served, tmp_path, *words)
    assert code == 0, errors
    assert len((tmp_path / "items.ndjson").read_text().splitlines()) == 2


@pytest.mark.parametrize("name", ["numbers", "all_numbers"])
def test_texts_of_digits_are_a_mark(served: Served, tmp_path: pathlib.Path, name: str) -> None:
    words = (name, "-o", str(tmp_path / "items.ndjson"), "--checkpoint", str(tmp_path / "items.checkpoint"))
    for rows in (2, 2):
        code, _, errors = run(served, tmp_path, *words, "--since", "auto")
        assert code == 0, errors
        assert len((tmp_path / "items.ndjson").read_text().splitlines()) == rows


@pytest.mark.long
def test_a_line_of_each_is_refused_alone(served: Served, tmp_path: pathlib.Path) -> None:
    lines = tmp_path / "lines"
    lines.write_text('{}\n{}\n')
    code, _, errors = run(served, tmp_path, "all_words", "--since", "auto", "--each", str(lines))
    assert code == 2 and errors.count('has "Jan 02 2026" at /updatedAt') >= 1, errors
