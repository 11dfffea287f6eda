"""Documents drawn from the words of servers: a list is found rightly, or refused with an error; never found wrongly."""

import collections
import contextlib
from collections.abc import Iterator
from typing import Any

import graphql
import pytest

import swiftpager
from conftest import LONG
from drawn_documents import CONTAINERS, ITEMS, PLACES, SIGNS, TROUBLES, draw
from drawn_lists import Drawn, pointer, tree
from list_server import Variables, list_server

COUNT = 5000 if LONG else 150
# Far more requests than the longest of the drawn lists needs.
MOST_REQUESTS = 60


class Server:
    """Answers for one drawn document after the other."""

    def __init__(self) -> None:
        self.drawn = draw(0)
        self.client: swiftpager.Client
        self.pager: swiftpager.Pager
        self.came: list[int] = []
        # What comes before the responses of the document.
        self.first: list[dict[str, Any]] = []

    def answer(self, variables: Variables) -> dict[str, Any]:
        """The response of the document's server."""
        return self.first.pop() if self.first else self.drawn.answer(variables)

    def walk(self, drawn: Drawn, config: Any, **options: Any) -> tuple[list[int], dict[str, Any]]:
        """The ids that a walk delivers, and what its pager says about the list."""
        self.drawn = drawn
        # A limit ends a walk that goes round.
        options = {"max_pages": MOST_REQUESTS, **options}
        self.pager = self.client.pager(drawn.query, drawn.variables, pagination=config, **options)
        self.came = []
        for item in self.pager.items():
            self.came.append(item["id"])
        return self.came, self.names()

    def names(self) -> dict[str, Any]:
        """What the pager says about its list."""
        return dict(self.pager.state["list"] or {})


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """The server, and a client for it."""
    server = Server()
    with list_server(server.answer) as (url, _), swiftpager.Client(url, retry=False) as server.client:
        yield server


def outcome(server: Server, drawn: Drawn, pagination: dict[str, Any] | None) -> str:
    """What a walk does: "found" rightly, "refused" with an error, or what is wrong."""
    try:
        found, names = server.walk(drawn, pagination)
    except swiftpager.SwiftPagerError:
        return "refused"
    if found != drawn.ids:
        return f"found {found}"
    if server.pager.state["added"]:
        # A connection without its cursor.
        return "found"
    expected = {"connection": pointer(drawn.path), "items": pointer(drawn.items)}
    expected["after" if drawn.kind == "cursor" else drawn.kind] = drawn.place
    if drawn.kind != "cursor" and "more" in drawn.signs:
        expected["has_more"] = pointer(drawn.signs["more"])
    differing = {key: names[key] for key, value in expected.items() if names[key] != value}
    return f"found {differing}" if differing else "found"


def shown(drawn: Drawn, what: str) -> str:
    """A document with which something is wrong."""
    return (
        f"seed {drawn.seed}: {what}; expected: {drawn.expected} {drawn.trouble}\n  {drawn.query}\n"
        f"  variables {drawn.variables}, items {drawn.items}, signs {drawn.signs}, {len(drawn.ids)} by {drawn.size}"
    )


@pytest.fixture(scope="module")
def outcomes(server: Server) -> list[tuple[Drawn, str]]:
    """What comes of each document without a config."""
    return [(drawn, outcome(server, drawn, None)) for drawn in map(draw, range(COUNT))]


@pytest.mark.long
def test_each_is_found_rightly_or_refused(outcomes):
    wrong = []
    for drawn, what in outcomes:
        # A size alone finds nothing, unless it is that of a connection.
        is_open = drawn.is_open or drawn.trouble == "a size alone"
        if what != drawn.expected and not (is_open and what in ("found", "refused")):
            wrong.append(shown(drawn, what))
    assert not wrong, f"{len(wrong)} of {COUNT}:\n" + "\n".join(wrong[:20])


def test_none_is_found_wrongly(outcomes):
    wrong = [shown(drawn, what) for drawn, what in outcomes if what not in ("found", "refused")]
    assert not wrong, f"{len(wrong)} of {COUNT}:\n" + "\n".join(wrong[:20])


def test_the_named_list_is_the_drawn_one(server):
    wrong = []
    for drawn in map(draw, range(COUNT)):
        if drawn.trouble or drawn.names is None:
            continue
        what = outcome(server, drawn, drawn.names)
        if what != "found":
            wrong.append(shown(drawn, what) + f"\n  {drawn.names}")
    assert not wrong, f"{len(wrong)} of {COUNT}:\n" + "\n".join(wrong[:20])


@pytest.mark.long
def test_a_resumed_walk_finds_nothing_anew(server, outcomes):
    wrong = []
    for drawn, what in outcomes:
        if what != "found":
            continue
        # A shorter list ends before its limit.
        with contextlib.suppress(swiftpager.PageLimit):
            server.walk(drawn, None, max_pages=1 + drawn.seed % 3)
            continue
        before, names, token = server.came, server.names(), server.pager.resume_token()
        after, found = server.walk(drawn, None, checkpoint=token)
        # A token has the names, without the words by which they were found.
        differing = {key: value for key, value in found.items() if names[key] != value and key != "found_by"}
        if differing or before + after != drawn.ids:
            wrong.append(shown(drawn, f"{before} and {after}, {differing}"))
    assert not wrong, f"{len(wrong)} of {COUNT}:\n" + "\n".join(wrong[:20])


@pytest.mark.long
def test_an_answer_without_the_list_decides_nothing(server, outcomes):
    wrong = []
    for drawn in [drawn for drawn, what in outcomes if what == "found"][:200]:
        for first in ({"data": None}, {"data": tree({drawn.path: None})}):
            server.first = [{**first, "errors": [{"message": "busy"}]}]
            with pytest.raises(swiftpager.GraphQLError, match="busy"):
                server.walk(drawn, None)
            # The same pager reads the list.
            again = [item["id"] for item in server.pager.items()]
            if again != drawn.ids:
                wrong.append(shown(drawn, f"{first}, then {again}"))
    assert not wrong, "\n".join(wrong[:20])


# --- The generator --- #


def test_it_draws_valid_documents():
    for drawn in map(draw, range(COUNT)):
        graphql.parse(drawn.query)
        # The same seed draws the same document.
        assert draw(drawn.seed) == drawn


def test_the_drawn_servers_hand_out_their_lists():
    for drawn in map(draw, range(COUNT)):
        if drawn.trouble:
            continue
        given = dict(drawn.variables)
        found: list[int] = []
        for number in range(MOST_REQUESTS):
            whole: Any = drawn.answer(given)["data"]
            for key in (*drawn.path, *drawn.items):
                whole = whole[key]
            if not whole and number != drawn.gap:
                break
            found += [row["node"]["id"] if "node" in row else row["id"] for row in whole]
            cursor = f"c{len(found)}" if whole else f"c{len(found)}+"
            given[drawn.place] = {
                "cursor": cursor, "offset": len(found), "page": drawn.begin + number + 1
            }[drawn.kind]
        assert found == drawn.ids, shown(drawn, f"found {found}")


def test_it_draws_every_word_and_every_trouble():
    drawn = [draw(seed) for seed in range(2000)]
    troubles = collections.Counter(each.trouble for each in drawn)
    assert set(troubles) == {"", *TROUBLES}
    assert troubles[""] > len(drawn) // 2
    queries = " ".join(each.query for each in drawn)
    words = [*ITEMS, *(word for group in (*PLACES.values(), *SIGNS.values()) for word in group)]
    assert [word for word in words if f" {word}" not in queries] == []
    assert {each.signs["more"][:-1] for each in drawn if "more" in each.signs} == set(CONTAINERS)
