"""Pages that another pager's answers change: their new page info counts, or the state says why it does not."""

from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager
from conftest import until
from raw_server import answer, raw_server

QUERY = (
    "query ($first: Int, $after: String, $last: Int, $before: String) {"
    " things(first: $first, after: $after, last: $last, before: $before) { nodes { __typename id }"
    " pageInfo { hasNextPage endCursor hasPreviousPage startCursor } } }"
)
OFFSETS = (
    "query ($offset: Int, $limit: Int) { things(offset: $offset, limit: $limit) { nodes { __typename id } total } }"
)


class Things:
    """A server on loopback whose list may change; the cursor of an item is its id, and ids are in order."""

    def __init__(self, ids: range) -> None:
        self.ids = list(ids)

    def __call__(self, request: dict[str, Any]) -> bytes:
        asked = request["variables"]
        if "offset" in asked:
            page = self.ids[asked["offset"]:][:asked["limit"]]
            rest: dict[str, Any] = {"total": len(self.ids)}
        else:
            page = [id for id in self.ids if id > int(asked.get("after") or -1)][:asked["first"]] \
                if asked.get("first") else [id for id in self.ids if id < int(asked["before"])][-asked["last"]:]
            rest = {"pageInfo": {
                "__typename": "PageInfo", "hasNextPage": page[-1:] != self.ids[-1:], "endCursor": str(page[-1]),
                "hasPreviousPage": page[:1] != self.ids[:1], "startCursor": str(page[0]),
            }}
        nodes = [{"__typename": "Thing", "id": str(id)} for id in page]
        return answer({"data": {"__typename": "Query", "things": {"__typename": "Things", "nodes": nodes, **rest}}})


class Scene:
    """Two pagers over one cache."""

    def __init__(self, ids: range, url_of: Any, query: str = QUERY, variables: Any = None, **options: Any) -> None:
        self.things = Things(ids)
        self.server = url_of(self.things)
        self.client = swiftpager.Client(self.server.url, cache="memory")
        self.ask = lambda: self.client.pager(query, variables or {"first": 10}, **options)
        self.mine, self.other = self.ask(), self.ask()

    def shown(self) -> list[int]:
        return [int(item["id"]) for page in self.mine.pages for item in page.items]

    def change(self, *ids: int, remove: int | None = None) -> None:
        """Changes the server's list, and makes the other pager load the changed first page."""
        self.things.ids = sorted({*self.things.ids, *ids} - {remove})
        before = self.shown()
        self.other.fetch()
        until(lambda: self.client.dispatch(0.05) or self.shown() != before)


@pytest.fixture
def scene() -> Iterator[Any]:
    stack = []

    def make(ids: range, *arguments: Any, **options: Any) -> Scene:
        def serve(things: Things) -> Any:
            context = raw_server(things)
            stack.append(context)
            return context.__enter__()

        return Scene(ids, serve, *arguments, **options)

    yield make
    for context in stack:
        context.__exit__(None, None, None)


def test_an_item_inserted_before_the_end_of_the_newest_page_costs_no_other(scene):
    scene = scene(range(0, 60, 2))
    scene.mine.fetch()
    scene.change(5)
    assert scene.shown()[-1] == 16
    scene.mine.load_all(fetch_from_initial_page=False)
    assert scene.shown() == scene.things.ids
    assert (scene.mine.state["end"], scene.mine.state["gaps"]) == ("complete", 0)
    assert scene.mine.state["items_loaded"] == 31


def test_a_page_that_says_there_is_more_now_can_be_gone_on_from(scene):
    scene = scene(range(0, 10, 2))
    scene.mine.load_all()
    assert not scene.mine.can_load_next
    scene.change(*range(11, 30, 2))
    assert scene.mine.can_load_next
    token = scene.mine.resume_token()
    scene.mine.load_next()
    assert scene.shown() == scene.things.ids
    # Resume tokens include the change.
    again = scene.client.pager(QUERY, {"first": 10}, checkpoint=token)
    assert [int(item["id"]) for item in again.items()] == scene.things.ids[10:]


def test_a_page_that_grows_makes_no_doubles_of_an_offset_list(scene):
    scene = scene(range(0, 6), OFFSETS, {"limit": 10}, pagination={"type": "offset", "connection": "/things"})
    scene.mine.fetch()
    scene.change(6, 7)
    scene.things.ids += [8, 9, 10]
    scene.mine.load_all(fetch_from_initial_page=False)
    assert scene.shown() == scene.things.ids


def test_a_list_whose_middle_leads_elsewhere_does_not_end_as_complete(scene):
    scene = scene(range(0, 60, 2))
    scene.mine.fetch()
    scene.mine.load_next()
    scene.change(5)
    # The request for the page after it began behind item 18, which is now on neither page.
    assert 18 not in scene.shown()
    state = scene.mine.state
    assert (state["gaps"], state["end"], state["ends"]["next"]) == (1, None, None)
    with pytest.raises(swiftpager.MissingPageInfo, match="fetch the list again"):
        scene.mine.load_all(fetch_from_initial_page=False)
    state = scene.mine.state
    assert (state["gaps"], state["end"], state["ends"]["next"]) == (1, "MISSING_PAGE_INFO", "complete")
    # Each later load raises it again, and so does a walk that continues from a token.
    with pytest.raises(swiftpager.MissingPageInfo):
        scene.mine.load_all(fetch_from_initial_page=False)
    again = scene.client.pager(QUERY, {"first": 10}, checkpoint=scene.mine.resume_token())
    assert (again.state["gaps"], again.state["end"]) == (1, "MISSING_PAGE_INFO")
    with pytest.raises(swiftpager.MissingPageInfo):
        again.load_all()
    scene.mine.load_all()
    assert (scene.shown(), scene.mine.state["gaps"], scene.mine.state["end"]) == (scene.things.ids, 0, "complete")


def test_a_gap_that_closes_again_is_none(scene):
    scene = scene(range(0, 60, 2))
    scene.mine.load_all()
    scene.change(5)
    assert scene.mine.state["gaps"] == 1
    scene.change(remove=5)
    assert (scene.mine.state["gaps"], scene.mine.state["end"]) == (0, "complete")
    assert scene.shown() == scene.things.ids


def test_the_other_end_goes_on_from_what_the_page_says_now(scene):
    pagination = {"direction": "reverse", "connection": "/things"}
    scene = scene(range(0, 60, 2), QUERY, {"last": 10, "before": "40"}, pagination=pagination)
    scene.mine.fetch()
    assert scene.shown()[0] == 20
    scene.change(35)
    assert scene.shown()[0] == 22
    scene.mine.load_all(fetch_from_initial_page=False)
    assert scene.shown() == [id for id in scene.things.ids if id < 40]
    assert scene.mine.state["gaps"] == 0
