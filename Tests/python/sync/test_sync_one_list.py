"""One list that cannot be answered: the run reads the others, and says what is wrong with it."""

import contextlib
import pathlib
import threading
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from sdl_server import Served, serving
from sync_support import Folder

NAMES = [f"l{number}" for number in range(5)]
SDL = f"""
    type Item {{ id: ID! n: Float }}
    type PageInfo {{ hasNextPage: Boolean! endCursor: String }}
    type Connection {{ nodes: [Item!]! pageInfo: PageInfo! }}
    type Query {{ {" ".join(f"{name}(first: Int, after: String): Connection!" for name in NAMES)} }}
"""
COUNT = 3


def connection(info: object, first: int = 10, after: str | None = None) -> dict[str, Any]:
    nodes = [{"id": str(number), "n": number} for number in range(COUNT)]
    return {"nodes": nodes, "pageInfo": {"hasNextPage": False, "endCursor": None}}


# What the list l2 answers, and what the command says of it.
HTML = {"text": "<html>Internal Server Error</html>"}
FAILURES: dict[str, tuple[dict[str, Any], str]] = {
    "500": ({"status": 500, **HTML}, "500"),
    "html": (HTML, "not a GraphQL response"),
    "400": ({"status": 400, "text": "bad request"}, "400"),
    "401": ({"status": 401, "text": "who?"}, "401"),
    "403": ({"status": 403, "errors": [{"message": "not you"}]}, "not you"),
    "null": ({"data": None}, "no data and no errors"),
    "closed": ({"closes": True}, "closed the connection"),
    "big number": (
        {"data": {"l2": {"nodes": [{"id": "1", "n": 10**20}], "pageInfo": {"hasNextPage": False, "endCursor": None}}}},
        "number",
    ),
}


@contextlib.contextmanager
def failing(how: str | None) -> Iterator[tuple[Served, dict[str, Any]]]:
    """A server of five lists, one of which fails; `failure` may be set to None."""
    state: dict[str, Any] = {"failure": None if how is None else FAILURES[how][0]}

    def before(query: str, variables: Mapping[str, Any]) -> dict[str, Any] | None:
        if "l2" not in query or "__schema" in query or state["failure"] is None:
            return None
        return dict(state["failure"])

    with serving(SDL, dict.fromkeys(NAMES, connection), before) as served:
        yield served, state


def read_in(told: Mapping[str, Any]) -> list[str]:
    return [name for name, one in told.items() if (one["end"], one["rows"]) == ("complete", COUNT)]


OTHERS = [name for name in NAMES if name != "l2"]


@pytest.mark.parametrize(
    "how", ["500", *(pytest.param(how, marks=pytest.mark.long) for how in FAILURES if how != "500")]
)
def test_the_other_lists_are_read(tmp_path: pathlib.Path, how: str) -> None:
    with failing(how) as (served, state):
        folder = Folder(tmp_path, served.url)
        told = folder.run_json("--jobs", "1", code=None)
        assert read_in(told) == OTHERS
        assert told["l2"]["end"] == "failed" and FAILURES[how][1] in told["l2"]["error"]["message"]
        state["failure"] = None
        assert read_in(folder.run_json()) == NAMES
        plan = folder.plan()["lists"]["l2"]
        state["failure"] = FAILURES[how][0]
        told = folder.run_json("--refresh", code=None)
        assert read_in(told) == OTHERS
        assert folder.plan()["lists"]["l2"] == plan
        assert folder.query("SELECT count(*) FROM l2") == [(COUNT,)]


def test_a_list_without_an_answer_holds_up_no_other(tmp_path: pathlib.Path) -> None:
    gate = threading.Event()

    def before(query: str, variables: Mapping[str, Any]) -> None:
        if "l0" in query and "__schema" not in query:
            gate.wait()
        elif "l4" in query:
            answered.add("l4")
            if len(answered) == 1:
                gate.set()

    answered: set[str] = set()
    with serving(SDL, dict.fromkeys(NAMES, connection), before) as served:
        # The first list is answered only once the last one is asked for.
        assert read_in(Folder(tmp_path, served.url).run_json("--jobs", "2")) == NAMES


@pytest.mark.parametrize("status", [None, 401])
def test_what_concerns_the_address_ends_the_run(tmp_path: pathlib.Path, status: int | None) -> None:
    schema = tmp_path / "schema.graphql"
    schema.write_text(SDL)
    with serving(SDL, dict.fromkeys(NAMES, connection)) as served:
        folder = Folder(tmp_path, served.url)
    if status is None:
        # The server is gone.
        lines, errors = folder.run("--schema", str(schema), code=4)
        assert (lines, errors.count("could not connect")) == ("", 1)
        return

    def before(query: str, variables: Mapping[str, Any]) -> dict[str, Any] | None:
        return {"status": 401, "errors": [{"message": "who are you?"}]}

    with serving(SDL, dict.fromkeys(NAMES, connection), before) as served:
        folder.url = served.url
        lines, errors = folder.run("--schema", str(schema), "--jobs", "1", code=1)
        assert lines == "" and "who are you?" in errors and len(served.asked) == 2
