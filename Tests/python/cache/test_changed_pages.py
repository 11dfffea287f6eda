"""Pages that another pager's answers change: their new page info counts, or the state says why it does not."""

from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager
from conftest import until
from raw_server import answer, raw_server

QUERY = (
    "query ($first: Int, $after: String) { things(first: $first, after: $after) {"
    " nodes { __typename id } pageInfo { hasNextPage endCursor } } }"
)


class Things:
    """A server on loopback whose list may change; the cursor of an item is its id, and ids are in order."""

    def __init__(self, ids: range) -> None:
        self.ids = list(ids)

    def __call__(self, request: dict[str, Any]) -> bytes:
        asked = request["variables"]
        page = [id for id in self.ids if id > int(asked.get("after") or -1)][:asked["first"]]
        nodes = [{"__typename": "Thing", "id": str(id)} for id in page]
        info = {"__typename": "PageInfo", "hasNextPage": page[-1:] != self.ids[-1:], "endCursor": str(page[-1])}
        things = {"__typename": "Things", "nodes": nodes, "pageInfo": info}
        return answer({"data": {"__typename": "Query", "things": things}})


class Scene:
    """Two pagers over one cache."""

    def __init__(self, ids: range, url_of: Any) -> None:
        self.things = Things(ids)
        self.server = url_of(self.things)
        self.client = swiftpager.Client(self.server.url, cache="memory")
        self.mine, self.other = (self.client.pager(QUERY, {"first": 10}) for _ in range(2))

    def shown(self) -> list[int]:
        return [int(item["id"]) for page in self.mine.pages for item in page.items]

    def change(self, *ids: int) -> None:
        """Changes the server's list, and makes the other pager load the changed first page."""
        self.things.ids = sorted({*self.things.ids, *ids})
        before = self.shown()
        self.other.fetch()
        until(lambda: self.client.dispatch(0.05) or self.shown() != before)


@pytest.fixture
def scene() -> Iterator[Any]:
    stack = []

    def make(ids: range) -> Scene:
        def serve(things: Things) -> Any:
            context = raw_server(things)
            stack.append(context)
            return context.__enter__()

        return Scene(ids, serve)

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
