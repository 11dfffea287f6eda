"""The lists of real products: found in the query, or named by one key or two; each item comes, and comes once."""

import functools
import itertools
import json
import logging
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager
from conftest import LIMIT_SECONDS, REPOSITORY
from servers import server
from shapes import FAMILIES, SHAPES, Config, Outcome, Shape
from shapes_page import PAGE, written

SIZE = 5
ITEMS = 23
SIZES = ("first", "limit", "perPage", "pageSize", "size", "take")
WRONG_TOTAL = 123
# Products whose page has a size of its own.
OWN_SIZES = {"rick_and_morty": 20}
_runs = itertools.count(1)


class Products:
    """The server, and what one walk reads from it."""

    def __init__(self, base: str) -> None:
        self.base = base

    def get(self, shape: Shape, name: str, words: str = "") -> Any:
        """What the server says about a list."""
        with urllib.request.urlopen(f"{self.base}/{shape.product}/{name}?{words}", timeout=LIMIT_SECONDS) as answer:
            return json.load(answer)

    def truth(self, shape: Shape, **variant: int) -> list[Any]:
        """The ids of the list, as the server counts them."""
        truth: list[Any] = self.get(shape, "truth", "&".join(f"{name}={value}" for name, value in variant.items()))
        return truth

    def client(self, shape: Shape, **variant: int) -> swiftpager.Client:
        """A client for one variant of the list."""
        words = "&".join(f"{name}={value}" for name, value in {**variant, "run": next(_runs)}.items())
        return swiftpager.Client(f"{self.base}/{shape.product}?{words}", retry=False)


@pytest.fixture(scope="module")
def products() -> Iterator[Products]:
    """The server of all shapes."""
    with server("shapes") as address:
        yield Products(address)


def variables(shape: Shape, size: int = SIZE) -> Config:
    """The variables of a row, with the size of a page."""
    return {name: size for name in SIZES if f"${name}:" in shape.query} | shape.variables


def pager_of(client: swiftpager.Client, shape: Shape, config: Config, **options: Any) -> swiftpager.Pager:
    """The pager of a row."""
    pagination: Any = config or None
    next_query: Any = shape.next_query
    return client.pager(shape.query, variables(shape), pagination=pagination, next_query=next_query, **options)


def ids(shape: Shape, items: Any) -> list[Any]:
    """The ids of items."""
    return [functools.reduce(lambda value, name: value[name], shape.key, item) for item in items]


def delivered(shape: Shape, pager: swiftpager.Pager) -> tuple[list[Any], type[BaseException] | None]:
    """The ids that a walk delivers, and the error that ends it."""
    came: list[Any] = []
    try:
        for page in pager:
            came += ids(shape, page.items)
    except swiftpager.IncompleteError as error:
        return came, type(error)
    return came, None


# --- The ways of reading a list. Each takes the server, a row, and the config of its pager. --- #


def forward(products: Products, shape: Shape, config: Config) -> None:
    truth = products.truth(shape)
    assert len(truth) == ITEMS
    with products.client(shape) as client:
        pager = pager_of(client, shape, config)
        assert ids(shape, pager.items()) == truth
        assert pager.state["end"] == "complete"


def resumed(products: Products, shape: Shape, config: Config) -> None:
    truth = products.truth(shape)
    size = OWN_SIZES.get(shape.product, SIZE)
    for pages in range(1, -(-ITEMS // size)):
        with products.client(shape) as client:
            pager = pager_of(client, shape, config, max_pages=pages)
            before: list[Any] = []
            with pytest.raises(swiftpager.PageLimit):
                for page in pager:
                    before += ids(shape, page.items)
            assert before == truth[:pages * size]
            later = pager_of(client, shape, config, checkpoint=pager.resume_token())
            assert before + ids(shape, later.items()) == truth
            assert later.state["end"] == "complete"


def empty_page(products: Products, shape: Shape, config: Config) -> None:
    truth = products.truth(shape)
    first = truth[:OWN_SIZES.get(shape.product, SIZE)]
    with products.client(shape, empty_page=2) as client:
        pager = pager_of(client, shape, config)
        found = delivered(shape, pager)
        if shape.empty == "ends":
            signs = dict(pager.state["list"] or {})
            assert [signs[sign] for sign in ("has_more", "page_count", "total", "has_next_page")] == [None] * 4
    expected = {"complete": (truth, None), "stuck": (first, swiftpager.CursorStuck), "ends": (first, None)}
    assert found == expected[shape.empty]


def repeated_page(products: Products, shape: Shape, config: Config) -> None:
    truth = products.truth(shape)
    first = truth[:OWN_SIZES.get(shape.product, SIZE)]
    with products.client(shape, repeat_page=2) as client:
        found, error = delivered(shape, pager_of(client, shape, config))
        # The page that came again is delivered, too.
        assert (found, error) == (first + first, swiftpager.CursorCycle)
        # The offset counts what came, so a list of offsets passes over as many items as came again.
        if "offset" not in shape.found:
            identity = {**config, "identity": "/" + "/".join(shape.key)}
            assert delivered(shape, pager_of(client, shape, identity)) == (truth, None)


def wrong_total(products: Products, shape: Shape, config: Config) -> None:
    truth = products.truth(shape)
    with products.client(shape, wrong_total=WRONG_TOTAL) as client:
        pager = pager_of(client, shape, config)
        error = swiftpager.CursorStuck if shape.wrong_total == "stuck" else None
        assert delivered(shape, pager) == (truth, error)
        state = pager.state
        if shape.wrong_total == "untold":
            assert state["fewer"] is None
        elif shape.wrong_total == "warning" and config == shape.needs:
            assert state["fewer"] == {"items": ITEMS, "total": WRONG_TOTAL}
        if shape.wrong_total != "stuck":
            assert state["end"] == "complete"


WAYS = {
    "forward": forward, "resumed": resumed, "empty page": empty_page, "repeated page": repeated_page,
    "wrong total": wrong_total,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", SHAPES)
def test_it_is_found_or_named_by_a_key_or_two(products, name, way):
    WAYS[way](products, SHAPES[name], SHAPES[name].needs)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [name for name, shape in SHAPES.items() if shape.names is not None])
def test_with_names_in_the_config(products, name, way):
    shape = SHAPES[name]
    assert shape.names is not None
    WAYS[way](products, shape, shape.names)


@pytest.mark.parametrize("name", SHAPES)
def test_the_state_says_what_was_found(products, name):
    shape = SHAPES[name]
    with products.client(shape) as client:
        pager = pager_of(client, shape, shape.needs)
        pager.load_all()
        state: Config = dict(pager.state["list"] or {})
    assert {key: state.get(key) for key in shape.found} == shape.found


@pytest.mark.parametrize("name", [name for name, shape in SHAPES.items() if shape.bare])
def test_a_query_without_boilerplate(products, name):
    shape = SHAPES[name]
    with products.client(shape) as client:
        pager = client.pager(shape.bare)
        assert ids(shape, pager.items()) == products.truth(shape)
        state: Config = dict(pager.state)
        assert state["added"]


# What a server refuses of what was added, and the words of the query to write.
REFUSED = {
    "DatoCMS": ("{ allPosts(first: 5, skip: 0) { id } }", "$skip: IntType"),
    "Wagtail": ("{ pages(limit: 5, offset: 0) { id } }", "$offset: PositiveInt"),
    "nestjs-query": ("{ todoItems { edges { node { id } } } }", "after"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_server_refuses_of_it_is_said(products, name):
    text, words = REFUSED[name]
    with products.client(SHAPES[name]) as client:
        with pytest.raises(swiftpager.SwiftPagerError) as caught:
            client.pager(text).load_all()
    assert "added" in str(caught.value) and words in str(caught.value)


@pytest.mark.parametrize("name", [
    name for name, shape in SHAPES.items() if {"total", "page_count"} & shape.found.keys()
    and shape.found["type"] == "offset"
])
def test_pages_are_read_side_by_side(products, name):
    shape = SHAPES[name]
    with products.client(shape) as client:
        pager = pager_of(client, shape, {**shape.needs, "concurrency": 4})
        assert ids(shape, pager.items()) == products.truth(shape)


def test_at_least_24_products_need_no_config():
    without = [shape.name for shape in SHAPES.values() if not shape.needs and not shape.next_query]
    assert len(SHAPES) >= 30
    assert len(without) >= 24
    assert all(len(shape.needs) <= 2 for shape in SHAPES.values())


# --- Limits that a product has --- #


def test_a_search_of_github_stops_at_1000(products):
    shape = SHAPES["GitHub's search"]
    with products.client(shape, items=1200) as client:
        pager = client.pager(shape.query, {"first": 100})
        assert ids(shape, pager.items()) == products.truth(shape, items=1200)
        assert (pager.state["items_loaded"], pager.state["end"]) == (1000, "complete")


def test_a_total_of_githubs_search_is_compared_if_it_is_named(products):
    shape = SHAPES["GitHub's search"]
    with products.client(shape, items=1200) as client:
        pager = client.pager(shape.query, {"first": 100}, pagination={"total": "/issueCount"})
        with pytest.raises(swiftpager.FewerThanTotal, match="1000 items, and its pages name a total of 1200"):
            pager.load_all()


def test_a_search_of_yelp_is_refused_after_1000(products):
    shape = SHAPES["Yelp"]
    with products.client(shape, items=1100) as client:
        pager = client.pager(shape.query, {"limit": 50}, pagination=shape.names)
        with pytest.raises(swiftpager.GraphQLError, match="Too many results"):
            pager.load_all()
        assert pager.state["items_loaded"] == 1000


def test_one_warning_says_that_a_total_differs(products, caplog):
    shape = SHAPES["Saleor"]
    with products.client(shape, wrong_total=WRONG_TOTAL) as client, caplog.at_level(logging.WARNING, "swiftpager"):
        pager_of(client, shape, {}).load_all()
    (message,) = [record.getMessage() for record in caplog.records]
    start = f"the list may not be complete: it has {ITEMS} items, and its pages name a total of {WRONG_TOTAL}: "
    assert message.startswith(start)


# --- What the servers are --- #


@pytest.mark.parametrize("name", SHAPES)
def test_the_server_validates_the_query(products, name):
    shape = SHAPES[name]
    for text in filter(None, (shape.query, shape.bare, (shape.next_query or {}).get("query"))):
        assert "errors" not in products_answer(products, shape, text)
    wrong = shape.query.replace("(", "($undeclared: Int, ", 1)
    assert "never used" in json.dumps(products_answer(products, shape, wrong)["errors"])


def products_answer(products: Products, shape: Shape, text: str) -> Config:
    """The response to a query, from a client that is independent of this library."""
    values = variables(shape) | ({"cursor": "MDox"} if "$cursor" in text else {})
    body = json.dumps({"query": text, "variables": values}).encode()
    request = urllib.request.Request(
        f"{products.base}/{shape.product}", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=LIMIT_SECONDS) as answer:
        answered: Config = json.load(answer)
    return answered


def test_the_page_shows_each_row():
    page = (REPOSITORY / PAGE).read_text(encoding="utf-8")
    assert page == written(page)
    for shape in SHAPES.values():
        assert shape.query in page
        assert f"| {shape.name} |" in page
        assert all(f"`{key}`" in page or f'"{key}"' in page for key in shape.needs)
    assert sum(map(len, FAMILIES.values())) == len(SHAPES)


@pytest.mark.long
def test_each_outcome_is_explained_on_the_page():
    page = (REPOSITORY / PAGE).read_text(encoding="utf-8")
    outcomes: set[Outcome] = {
        outcome for shape in SHAPES.values() for outcome in (shape.empty, shape.repeated, shape.wrong_total)
    }
    assert all(f"| {outcome} |" in page for outcome in outcomes)
