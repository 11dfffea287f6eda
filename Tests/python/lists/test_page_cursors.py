"""The cursors of a page, under whatever names the query or the pagination gives them."""

import asyncio
import pickle

import pytest

import swiftpager

QUERY = (
    "query ($first: Int! = 100, $after: String) {{ products(first: $first, after: $after) {{ nodes {{ id }} {} }} }}"
)
ALIASES = "info: pageInfo { more: hasNextPage next: endCursor begin: startCursor }"
FOUND = QUERY.format(ALIASES)
# The query that the library cannot read by itself, and what the program says of it.
NAMES = {"connection": "/products", "items": "/nodes", "after": "after"}
PAGINATIONS = {
    "aliases": {},
    "names below the page info": {
        **NAMES, "page_info": "/info", "has_next_page": "/more", "end_cursor": "/next", "start_cursor": "/begin",
    },
    "names below the connection": {
        **NAMES, "page_info": "", "has_next_page": "/info/more", "end_cursor": "/info/next",
    },
    "the cursor is the page info": {
        **NAMES, "page_info": "/info/next", "has_next_page": "", "end_cursor": "",
    },
}


@pytest.fixture
def client(shop):
    with swiftpager.Client(shop) as made:
        yield made


@pytest.fixture
def truth(client):
    """The end cursors of the ten pages, under their usual name."""
    usual = QUERY.format("pageInfo { hasNextPage endCursor }")
    cursors = [page.page_info["endCursor"] for page in client.pager(usual)]
    assert len(set(cursors)) == 10
    return cursors


@pytest.mark.parametrize("names", ["aliases", "names below the page info", "names below the connection"])
def test_a_cursor_with_another_name_is_the_end_cursor(client, truth, names):
    pagination = PAGINATIONS[names] or None
    assert [page.end_cursor for page in client.pager(FOUND, pagination=pagination)] == truth


def test_a_start_cursor_with_another_name_is_found_too(client):
    pager = client.pager(FOUND, pagination={**PAGINATIONS["names below the page info"]})
    starts = [page.start_cursor for page in pager]
    assert starts == [page.page_info["begin"] for page in client.pager(FOUND)]
    assert None not in starts


def test_a_page_info_that_is_the_cursor_itself(client, truth):
    # A text is not a flag, so the walk ends with the first page.
    pager = client.pager(FOUND, pagination=PAGINATIONS["the cursor is the page info"])
    with pytest.raises(swiftpager.MissingPageInfo):
        pager.load_all()
    assert pager.pages[0].end_cursor == truth[0]


def test_every_way_to_a_page_knows_its_cursor(shop, client, truth):
    pager, told = client.pager(FOUND), []
    pager.subscribe(lambda update: told.append(update.page.end_cursor))
    pager.load_all()
    assert told == truth
    assert [page.end_cursor for page in pager.pages] == truth
    assert [page.end_cursor for page in pickle.loads(pickle.dumps(pager.pages))] == truth

    async def walked():
        async with swiftpager.AsyncClient(shop) as other:
            return [page.end_cursor async for page in other.pager(FOUND)]

    assert asyncio.run(walked()) == truth


def test_two_queries_may_name_it_differently(client, truth):
    opening = FOUND.replace("next: endCursor", "first_end: endCursor")
    further = FOUND.replace("next: endCursor", "further_end: endCursor")
    pager = client.pager(opening, next_query={"query": further})
    pages = iter(pager)
    assert [next(pages).end_cursor, next(pages).end_cursor] == truth[:2]
    token = pager.resume_token()
    # The first page of a resumed walk may be an answer to the further query.
    resumed = client.pager(opening, next_query={"query": further}, checkpoint=token)
    assert [page.end_cursor for page in resumed] == truth[1:]


def test_a_page_without_such_a_field_has_none(client):
    pager = client.pager(QUERY.format("pageInfo { hasNextPage endCursor }"))
    pager.fetch()
    assert pager.pages[0].start_cursor is None
