"""`swiftpager URL LIST` with a list that takes no size: its first page is written unless it shows something wrong."""

import json
import pathlib
import subprocess
from typing import Any

import pytest

from commands import COMMAND, environment, outcome, run_words
from conftest import LIMIT_SECONDS
from list_server import Variables, list_server
from refusing import COUNT, refusing, served

__all__ = ["refusing", "served"]  # fixtures
IDS = [str(number) for number in range(1, COUNT + 1)]
LARGE = "x" * 10_000
# A decoder, which the package prefers to Python's own, that writes down how much it decodes.
COUNTING = """
import json, os
def loads(text):
    with open(os.environ["DECODED"], "a") as file:
        print(len(text), file=file)
    return json.loads(bytes(text))
"""
PAGES = """
type Query { pages(page: Int = 1): Page! }
type Page { items: [Item!]!, totalPages: Int! }
type Item { id: ID!, text: String }
"""


def ids(path: pathlib.Path) -> list[str]:
    return [json.loads(line)["id"] for line in path.read_text().splitlines()]


@pytest.mark.parametrize("words", [[], ["--checkpoint", "CHECKPOINT"]])
def test_only_the_first_page_is_decoded(tmp_path: pathlib.Path, words: list[str]) -> None:
    (tmp_path / "pages.graphql").write_text(PAGES)
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "orjson.py").write_text(COUNTING)

    def answer(variables: Variables) -> dict[str, Any]:
        items = [{"id": str(variables.get("page", 1)), "text": LARGE}]
        return {"data": {"pages": {"items": items, "totalPages": 4}}}

    with list_server(answer) as (url, requests):
        path = tmp_path / "pages.ndjson"
        given = [word.replace("CHECKPOINT", str(tmp_path / "checkpoint")) for word in words]
        done = subprocess.run(
            [*COMMAND, url, "pages", "--schema", str(tmp_path / "pages.graphql"), "-o", str(path), *given],
            env=environment(tmp_path / "modules", DECODED=str(tmp_path / "decoded")), capture_output=True,
            timeout=LIMIT_SECONDS, check=False,
        )
    assert outcome(done) == (0, "") and len(requests) == 4
    assert ids(path) == ["1", "2", "3", "4"]
    decoded = [int(line) for line in (tmp_path / "decoded").read_text().splitlines()]
    assert len([size for size in decoded if size > len(LARGE)]) == 1


@pytest.mark.parametrize("refused", ["email", "salary"])
@pytest.mark.long
def test_each_line_has_a_first_page_of_its_own(refusing, tmp_path, refused):
    lines = tmp_path / "lines.ndjson"
    lines.write_text("{}\n{}\n")
    words = [*COMMAND, refusing.url(refuse=refused), "everybody", "--each", str(lines)]
    done = run_words(*words)
    code, told = outcome(done)
    assert code == 0 and f"line 2: left out, because the server refuses it: {refused} (" in told
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == IDS * 2
    assert len(refusing.requests()) == 4
    assert run_words(*words, "--quiet").stderr == b"" and run_words(*words, "--keep-refused").returncode in (1, 3)


@pytest.mark.long
def test_a_run_that_goes_on_has_the_plan_that_the_first_page_left(refusing, tmp_path):
    path = tmp_path / "teams.ndjson"
    words = [refusing.url(refuse="email"), "teams", "--fields", "id,email", "-o", str(path), "--checkpoint",
             str(tmp_path / "checkpoint")]
    code, told = outcome(run_words(*COMMAND, *words, "--max-pages", "1"))
    assert code == 3 and "left out, because the server refuses it: email" in told
    refusing.requests()
    assert outcome(run_words(*COMMAND, *words)) == (0, "")
    assert not any("email" in request["query"] for request in refusing.requests())
    assert ids(path) == IDS
