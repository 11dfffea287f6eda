"""Continuing in another process: the pages that a token covers, and the tokens that are refused."""

import json

import pytest

import swiftpager
from conftest import ITEMS_QUERY, PRODUCTS_QUERY, ids

EXTRACTED = (
    "query ($first: Int, $after: String) { products(first: $first, after: $after) {"
    " nodes { name } cursor: pageInfo { endCursor hasNextPage } } }"
)


def page_info(page, is_initial):
    place = page["data"]["products"]["cursor"]
    return {"can_load_next": place["hasNextPage"], "end_cursor": place["endCursor"]}


# A list of the document, and lists of hooks: the query and the arguments.
LISTS = {
    "forward": (PRODUCTS_QUERY, {"variables": {"first": 100}}),
    "hook": (
        EXTRACTED,
        {
            "variables": {"first": 100},
            "pagination": {"connection": "/products", "items": "/nodes"},
            "extract_page_info": page_info,
        },
    ),
    "hooks": (
        EXTRACTED,
        {
            "variables": {"first": 100},
            "pagination": {"connection": "/products", "items": "/nodes"},
            "extract_page_info": page_info,
            "resolve_page": lambda info, direction: {"variables": {"first": 90, "after": info["end_cursor"]}},
        },
    ),
    "hook for requests": (
        PRODUCTS_QUERY,
        {
            "variables": {"first": 100},
            "resolve_page": lambda info, direction: {"variables": {"first": 90, "after": info["end_cursor"]}},
        },
    ),
}


def numbers(pages):
    """The numbers in the products' names, which are their positions in the list."""
    return [int(product["name"].rpartition(" ")[2]) for page in pages for product in page.items]


@pytest.mark.parametrize("name", LISTS)
def test_a_list_goes_on_where_another_client_stopped(shop, name):
    query, arguments = LISTS[name]
    with swiftpager.Client(shop) as client:
        expected = [numbers([page]) for page in client.pager(query, **arguments)]
    assert sorted(number for page in expected for number in page) == list(range(1, 1001))
    for count in (0, len(expected) // 2, len(expected)):
        with swiftpager.Client(shop) as client:
            pager = client.pager(query, retain="none", **arguments)
            pages = iter(pager)
            walked = [numbers([next(pages)]) for _ in range(count)]
            if count == len(expected):
                assert next(pages, None) is None
                token = pager.resume_token()
            else:
                next(pages)  # this page was loading or waiting; now the loop has it, but has not finished it
                token = pager.resume_token()
        assert walked == expected[:count]
        with swiftpager.Client(shop) as client:
            pager = client.pager(query, retain="none", checkpoint=token, **arguments)
            assert [numbers([page]) for page in pager] == expected[count:]
            assert pager.state["items_loaded"] == 1000
            assert pager.state["end"] == "complete"


def test_a_loop_has_not_finished_with_its_page_until_it_says_so(items_pager):
    pager = items_pager(pager={"retain": "none"})
    for number, page in enumerate(pager):
        assert json.loads(pager.resume_token())["pages"] == number
        page.finish()
        assert json.loads(pager.resume_token())["pages"] == number + 1
        assert len(page.items) == 10
    assert json.loads(pager.resume_token())["pages"] == 5


@pytest.mark.parametrize("finishes", [False, True])
def test_a_loop_that_is_left_has_finished_with_what_it_says(items_pager, finishes):
    pager = items_pager()
    for page in pager:
        if ids([page])[0] == 21:
            if finishes:
                page.finish()
            break
    del page
    token = pager.resume_token()
    assert json.loads(token)["pages"] == (3 if finishes else 2)
    # This process continues where the loop was, after the page ahead if that page had already arrived.
    pager.load_next()
    assert json.loads(pager.resume_token())["pages"] == pager.state["pages_loaded"]
    assert pager.state["pages_loaded"] in (4, 5)


def test_a_loop_that_fails_has_not_finished_with_its_page(items_pager):
    pager = items_pager()

    def work():
        for page in pager:
            if ids([page])[0] == 21:
                raise KeyError("the page is not worked on")

    with pytest.raises(KeyError):
        work()
    assert json.loads(pager.resume_token())["pages"] == 2


def test_in_a_callback_an_update_can_be_finished_with(items_pager):
    pager, pages = items_pager(), []

    def receive(update):
        pages.append(json.loads(pager.resume_token())["pages"])
        update.finish()
        pages.append(json.loads(pager.resume_token())["pages"])

    pager.subscribe(receive)
    pager.load_all()
    assert pages == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]


def test_the_default_goes_on_until_a_page_is_held(items_pager):
    pager = items_pager()
    pager.fetch()
    resumed = items_pager(pager={"checkpoint": pager.resume_token()})
    # The token is accepted, because the endpoint is the same.
    resumed.load_all(max_pages=None)
    assert ids(resumed.pages) == list(range(11, 51))
    resumed.load_all()
    assert ids(resumed.pages) == list(range(1, 51))
    resumed.load_all(fetch_from_initial_page=False)
    assert ids(resumed.pages) == list(range(1, 51))


def test_a_token_can_be_the_object_in_the_text(items_pager):
    pager = items_pager()
    pager.fetch()
    token = json.loads(pager.resume_token())
    assert ids(items_pager(pager={"checkpoint": token})) == list(range(11, 51))


FILTERED = ITEMS_QUERY.replace("($first", "($filter: String, $first").replace("(first", "(filter: $filter, first")

def refusal(query=FILTERED, endpoint="http://127.0.0.1/graphql", **arguments):
    """The exception that refuses a pager; None if it is accepted."""
    with swiftpager.Client(endpoint) as client:
        try:
            client.pager(query, **{"variables": {"filter": "a"}, **arguments})
        except swiftpager.ConfigurationError as error:
            return f"{error.path}: {error}"
    return None


@pytest.fixture
def token():
    with swiftpager.Client("http://me:secret@127.0.0.1/graphql") as client:
        return client.pager(FILTERED, {"filter": "a"}).resume_token()


def test_a_token_of_another_list_and_a_damaged_one_are_refused(token):
    assert refusal(checkpoint=token) is None
    refused = refusal(checkpoint=token, variables={"filter": "b"})
    assert refused is not None and refused.startswith("/resume: ")
    assert "another list" in refused
    assert "damaged" in refusal(checkpoint=token[:-1])
    assert "damaged" in refusal(checkpoint={**json.loads(token), "more": 1})


def further(info, direction):
    """The request for the next page."""
    assert direction == "next"
    return {"variables": {"first": 100, "after": info["end_cursor"]}}


@pytest.fixture
def hooked_token(shop):
    """The token after one page of a pager whose requests come from a hook."""
    with swiftpager.Client(shop) as client:
        pager = client.pager(PRODUCTS_QUERY, {"first": 100}, resolve_page=further)
        pager.fetch()
        return pager.resume_token()


def test_a_token_of_a_hooks_requests_has_the_page_info_and_no_request(hooked_token):
    assert list(json.loads(hooked_token)["next"]) == ["page_info"]
    assert PRODUCTS_QUERY not in hooked_token


def test_a_hook_that_fails_at_a_token_fails_the_call_that_makes_the_pager(shop, hooked_token):
    def failing(info, direction):
        raise LookupError("no such shelf")

    with swiftpager.Client(shop) as client:
        with pytest.raises(swiftpager.HookError, match="resolve_page failed: LookupError: no such shelf") as caught:
            client.pager(PRODUCTS_QUERY, {"first": 100}, checkpoint=hooked_token, resolve_page=failing)
        assert isinstance(caught.value.__cause__, LookupError)
        with pytest.raises(swiftpager.HookError, match="resolve_page returned a request that cannot be sent"):
            client.pager(
                PRODUCTS_QUERY, {"first": 100}, checkpoint=hooked_token,
                resolve_page=lambda info, direction: {"query": "{"},
            )


def test_a_hook_without_a_query_for_what_follows_a_token_says_so_when_it_is_asked_for(shop, hooked_token):
    with swiftpager.Client(shop) as client:
        pager = client.pager(
            PRODUCTS_QUERY, {"first": 100}, checkpoint=hooked_token, resolve_page=lambda info, direction: None
        )
        with pytest.raises(swiftpager.NoQuery):
            pager.load_all()


def test_tokens_with_and_without_the_hook_are_not_mixed_up(shop, token, hooked_token):
    with swiftpager.Client(shop) as client:
        pager = client.pager(PRODUCTS_QUERY, {"first": 100})
        pager.fetch()
        for resume, hook in [(hooked_token, None), (pager.resume_token(), further)]:
            with pytest.raises(swiftpager.ConfigurationError, match="the hook resolve_page") as caught:
                client.pager(PRODUCTS_QUERY, {"first": 100}, checkpoint=resume, resolve_page=hook)
            assert caught.value.path == "/resume"


def test_a_page_info_that_is_too_long_has_no_token(shop):
    def extract(page, is_initial):
        return {**page_info(page, is_initial), "more": "x" * 20_000}

    with swiftpager.Client(shop) as client:
        pager = client.pager(
            EXTRACTED, {"first": 100}, pagination={"connection": "/products", "items": "/nodes"},
            extract_page_info=extract, resolve_page=further,
        )
        pager.fetch()
        with pytest.raises(swiftpager.BadResponseError, match="page info"):
            pager.resume_token()


def test_each_token_of_a_walk_continues_after_its_page(shop):
    with swiftpager.Client(shop) as client:
        pager = client.pager(PRODUCTS_QUERY, {"first": 20}, retain="none")
        pages, tokens = [], []
        for page in pager:
            pages.append(numbers([page]))
            page.finish()
            tokens.append(pager.resume_token())
        assert len(tokens) > 10
        for count in (1, 2, len(tokens) // 2, len(tokens) - 1):
            rest = client.pager(PRODUCTS_QUERY, {"first": 20}, checkpoint=tokens[count - 1])
            assert [numbers([page]) for page in rest] == pages[count:]


@pytest.mark.parametrize("size", [10_000, 16_000, 900_000])
def test_a_token_has_a_limit_which_the_error_names(shop, size):
    query, arguments = LISTS["hook"]
    found = {"can_load_next": True, "end_cursor": "x" * size}
    arguments = {**arguments, "extract_page_info": lambda page, is_initial: found}
    with swiftpager.Client(shop) as client:
        pager = client.pager(query, **arguments)
        pager.fetch()
        if size < 16_000:
            assert size < len(pager.resume_token()) <= 16_000
            return
        for token in (pager.resume_token, pager.checkpoint):
            with pytest.raises(swiftpager.BadResponseError, match=r"at most 16,000 bytes: read the list in one walk"):
                token()
