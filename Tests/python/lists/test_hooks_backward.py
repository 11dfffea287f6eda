"""Hooks of lists that are read backward or in both directions."""

import base64
from collections.abc import Iterator
from typing import Any, Literal

import pytest

import swiftpager
from swiftpager.shapes import PageRequest, PaginationDict

# The page infos have names that only the hooks know.
HIDDEN = "nodes { name } info: pageInfo { a: hasNextPage b: endCursor c: hasPreviousPage d: startCursor } } }"
REVERSE = f"query ($last: Int, $before: String) {{ products(last: $last, before: $before) {{ {HIDDEN}"
BOTH_WAYS = f"""query ($first: Int, $after: String, $last: Int, $before: String) {{
  products(first: $first, after: $after, last: $last, before: $before) {{ {HIDDEN}"""
PLACES: PaginationDict = {"connection": "/products", "items": "/nodes"}

Direction = Literal["next", "previous"]


@pytest.fixture
def client(shop: str) -> Iterator[swiftpager.Client]:
    with swiftpager.Client(shop) as client:
        yield client


def cursor(number: int) -> str:
    """The shop's cursor of a product."""
    return base64.b64encode(f"arrayconnection:{number - 1}".encode()).decode()


def numbers(page: swiftpager.Page) -> list[int]:
    """The numbers in the products' names, which are their positions in the list."""
    return [int(product["name"].rpartition(" ")[2]) for product in page.items]


def extract(page: Any, is_initial: bool) -> Any:
    info = page["data"]["products"]["info"]
    return {
        "can_load_next": info["a"], "end_cursor": info["b"], "can_load_previous": info["c"], "start_cursor": info["d"],
    }


class Resolver:
    """Requests pages of two items and records the direction; it has a query for the directions in `known`."""

    def __init__(self, *known: Direction) -> None:
        self.known = known
        self.asked: list[Direction] = []

    def __call__(self, info: Any, direction: Direction) -> Any:
        self.asked.append(direction)
        if direction not in self.known:
            return None
        if direction == "next":
            return {"variables": {"first": 2, "after": info["end_cursor"]}}
        return {"variables": {"last": 2, "before": info["start_cursor"]}}


def test_c2_e3_hooks_walk_a_reverse_list_to_its_beginning(client: swiftpager.Client) -> None:
    resolve = Resolver("previous")
    pager = client.pager(
        REVERSE, {"last": 2, "before": cursor(6)}, pagination=PLACES, extract_page_info=extract, resolve_page=resolve)
    pager.fetch()
    assert pager.can_load_previous
    pager.load_previous()
    assert [(page.kind, numbers(page)) for page in pager.pages] == [("previous", [2, 3]), ("initial", [4, 5])]
    with pytest.raises(swiftpager.NoQuery):
        pager.load_next()
    pager.load_previous()
    assert [numbers(page) for page in pager.pages] == [[1], [2, 3], [4, 5]]
    with pytest.raises(swiftpager.PageHasNoMoreContent):
        pager.load_previous()
    assert set(resolve.asked) == {"previous", "next"}


def test_d2_hooks_walk_both_ways_from_the_middle(client: swiftpager.Client) -> None:
    resolve = Resolver("next", "previous")
    pager = client.pager(
        BOTH_WAYS, {"first": 2, "after": cursor(499)}, pagination=PLACES, extract_page_info=extract,
        resolve_page=resolve)
    for load in (pager.fetch, pager.load_next, pager.load_previous, pager.load_next, pager.load_previous):
        load()
    assert [numbers(page)[0] for page in pager.pages] == [496, 498, 500, 502, 504]
    assert [page.kind for page in pager.pages] == ["previous", "previous", "initial", "next", "next"]
    assert set(resolve.asked) == {"next", "previous"}


def test_d2_page_info_of_a_hook_is_enough_where_the_document_names_the_variables(client: swiftpager.Client) -> None:
    pager = client.pager(
        BOTH_WAYS, {"first": 2, "after": cursor(499)}, pagination=PLACES, extract_page_info=extract)
    for load in (pager.fetch, pager.load_previous, pager.load_next):
        load()
    assert [numbers(page) for page in pager.pages] == [[498, 499], [500, 501], [502, 503]]


def test_e4_the_iterator_gives_next_pages_first_with_hooks_too(client: swiftpager.Client) -> None:
    pager = client.pager(
        BOTH_WAYS, {"first": 2, "after": cursor(995)}, pagination=PLACES, extract_page_info=extract,
        resolve_page=Resolver("next", "previous"), max_pages=5)
    found: list[int] = []
    with pytest.raises(swiftpager.PageLimit):
        found.extend(numbers(page)[0] for page in pager)
    assert found == [996, 998, 1000, 994, 992]


def test_what_a_hook_raises_on_the_way_back_leaves_the_pages_before(client: swiftpager.Client) -> None:
    answers: Iterator[PageRequest] = iter([{"variables": {"last": 2, "before": cursor(7)}}])
    pager = client.pager(
        REVERSE, {"last": 2, "before": cursor(9)}, pagination=PLACES,
        extract_page_info=lambda page, is_initial: extract(page, is_initial) | {"can_load_next": False},
        resolve_page=lambda info, direction: next(answers))
    with pytest.raises(swiftpager.HookError, match="resolve_page failed: StopIteration") as raised:
        pager.load_all()
    assert isinstance(raised.value.__cause__, StopIteration)
    assert [numbers(page) for page in pager.pages] == [[7, 8]]
