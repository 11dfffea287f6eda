"""A token that is a common word hides no name of a list or of a column: only texts of the server are masked."""

import json
import pathlib
import subprocess
from collections.abc import Iterator

import pytest

import common_words
from commands import COMMAND, environment
from conftest import LIMIT_SECONDS
from sdl_server import Served


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with common_words.serving() as served:
        yield served


def told(url: str, folder: pathlib.Path, *, are_common: bool) -> "list[tuple[str, str]]":
    """What commands write with headers whose values are names, or are not."""
    options, values = common_words.headers(are_common=are_common)
    folder.mkdir()
    sync = ("sync", url, "-o", "out")
    return [_told(folder, [*words, *options], values) for words in (
        sync, (*sync, "--json"), (*sync, "--refresh"), (url, "--lists"), (url, "--lists", "--json"), (url, "warehouse"),
        (url, "products"), (url, "nothings1"), (url, "product"), (url, "products", "--fields", "invntory"),
    )]


def _told(folder: pathlib.Path, words: "list[str]", values: "dict[str, str]") -> "tuple[str, str]":
    done = subprocess.run(
        [*COMMAND, *words], cwd=folder, env=environment(**values, XDG_CACHE_HOME=str(folder / "cache")),
        capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False,
    )
    # Lists are tried side by side, so their messages have no order.
    return done.stdout, "\n".join(sorted(done.stderr.splitlines()))


@pytest.mark.long
def test_tokens_that_are_names_change_no_output(served: Served, tmp_path: pathlib.Path) -> None:
    plain = told(served.url, tmp_path / "plain", are_common=False)
    common = told(served.url, tmp_path / "common", are_common=True)
    assert common == plain and "[hidden]" not in json.dumps(common)
    everything = "\n".join(map("\n".join, common))
    assert "left out, because the server refuses it: inventory (no access)" in everything
    lines = [line.split()[0] for line in common[0][0].splitlines()]
    assert lines == ["customers", "nothings1", "products", "shipments", "warehouse"]
    plans = [(tmp_path / name / "out" / "_plan.json").read_text() for name in ("plain", "common")]
    assert plans[0] == plans[1]


@pytest.mark.long
def test_a_token_in_a_text_of_the_server_is_hidden(served: Served, tmp_path: pathlib.Path) -> None:
    env = {"TOKEN": "no access"}
    words = ["sync", served.url, "-o", "out", "--header-env", "X-Token: ${TOKEN}"]
    output, errors = _told(tmp_path, words, env)
    assert "left out, because the server refuses it: inventory ([hidden])" in errors
    assert "no access" not in output + errors
