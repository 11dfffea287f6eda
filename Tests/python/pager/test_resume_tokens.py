"""Continuing in another process: the pages that a token covers, and the tokens that are refused."""

import base64
import json

import pytest

import swiftpager
from conftest import ITEMS_QUERY, PRODUCTS_QUERY, ids

PAGE_INFO = "pageInfo { hasNextPage endCursor hasPreviousPage startCursor }"
BOTH_WAYS = (
    "query ($first: Int, $after: String, $last: Int, $before: String) {"
    f" products(first: $first, after: $after, last: $last, before: $before) {{ nodes {{ name }} {PAGE_INFO} }} }}"
)
REVERSE = (
    "query ($last: Int, $before: String) { products(last: $last, before: $before) { nodes { name }"
    " pageInfo { hasPreviousPage startCursor } } }"
)
LIST = "query ($offset: Int, $limit: Int) { productList(offset: $offset, limit: $limit) { items { name } total } }"
NUMBERED = "query ($page: Int, $limit: Int) { productPage(page: $page, limit: $limit) { items { name } hasMore } }"
OPENING = "query { products(first: 30) { nodes { name } pageInfo { hasNextPage endCursor } } }"
FURTHER = (
    "query ($from: String!, $size: Int!) { products(first: $size, after: $from) { nodes { name }"
    " pageInfo { hasNextPage endCursor } } }"
)
EXTRACTED = (
    "query ($first: Int, $after: String) { products(first: $first, after: $after) {"
    " nodes { name } cursor: pageInfo { endCursor hasNextPage } } }"
)


def cursor(number):
    """The shop's cursor of a product."""
    return base64.b64encode(f"arrayconnection:{number - 1}".encode()).decode()


def page_info(page, is_initial):
    place = page["data"]["products"]["cursor"]
    return {"can_load_next": place["hasNextPage"], "end_cursor": place["endCursor"]}


# For each kind of list: the query and the pagination.
LISTS = {
    "forward": (PRODUCTS_QUERY, {"variables": {"first": 100}}),
    "reverse": (REVERSE, {"variables": {"last": 100}}),
    "bidirectional": (BOTH_WAYS, {"variables": {"first": 100, "after": cursor(450)}}),
    "offset": (LIST, {"variables": {"limit": 100}, "pagination": {"connection": "/productList", "total": "/total"}}),
    "page numbers": (
        NUMBERED,
        {"variables": {"limit": 100}, "pagination": {"connection": "/productPage", "has_more": "/hasMore"}},
    ),
    "next query": (OPENING, {"next_query": {"query": FURTHER, "variables": {"size": 97}}}),
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
@pytest.mark.parametrize("retain", ["all", "last", "none"])
def test_a_list_goes_on_where_another_client_stopped(shop, name, retain):
    query, arguments = LISTS[name]
    with swiftpager.Client(shop) as client:
        expected = [numbers([page]) for page in client.pager(query, **arguments)]
    assert sorted(number for page in expected for number in page) == list(range(1, 1001))
    for count in (0, 1, len(expected) // 2, len(expected)):
        with swiftpager.Client(shop) as client:
            pager = client.pager(query, retain=retain, **arguments)
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
            pager = client.pager(query, retain=retain, checkpoint=token, **arguments)
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


@pytest.mark.parametrize(
    "change",
    [
        {"variables": {"first": 30}},
        {"variables": {"first": 30, "after": "item-7"}},
        {"retain": "none"},
        {"max_pages": 7},
    ],
)
def test_sizes_cursors_and_what_is_kept_may_differ(items_pager, change):
    pager = items_pager(pager={"variables": {"first": 10}})
    pager.fetch()
    assert items_pager(pager={**change, "checkpoint": pager.resume_token()}).can_load_next


FILTERED = ITEMS_QUERY.replace("($first", "($filter: String, $first").replace("(first", "(filter: $filter, first")

REFUSED = [
    ({"query": ITEMS_QUERY + " "}, "another list"),
    ({"variables": {"filter": "b"}}, "another list"),
    ({"variables": {"filter": None}}, "another list"),
    ({"variables": {}}, "another list"),
    ({"endpoint": "http://127.0.0.1:1/graphql"}, "another list"),
    ({"next_query": {"query": FILTERED}}, "another list"),
]


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


@pytest.mark.parametrize(("change", "reason"), REFUSED)
def test_a_token_of_another_list_is_refused(token, change, reason):
    assert refusal(checkpoint=token) is None
    if change.get("query"):
        change = {**change, "variables": {}}
    refused = refusal(checkpoint=token, **change)
    assert refused.startswith("/resume: ")
    assert reason in refused


def test_a_damaged_token_is_refused(token):
    whole = json.loads(token)
    changed = token.replace('"pages":0', '"pages":1')
    for text in ["", "{}", "[]", "null", "1", token[:-1], token[1:], token + "x", changed]:
        assert "damaged" in refusal(checkpoint=text), text
    for key in whole:
        assert "damaged" in refusal(checkpoint={**whole, key: "x"}), key
        assert "damaged" in refusal(checkpoint={name: whole[name] for name in whole if name != key}), key
    assert "damaged" in refusal(checkpoint={**whole, "more": 1})


def test_a_newer_token_is_refused(token):
    assert "newer" in refusal(checkpoint={**json.loads(token), "version": 2, "unknown": []})


def test_whatever_a_json_library_does_to_a_token_it_stays_one(token):
    whole = json.loads(token)
    for text in [json.dumps(whole, indent=3), json.dumps(dict(reversed(whole.items())), ensure_ascii=True)]:
        assert refusal(checkpoint=text) is None


def test_cursors_come_back_as_they_were_written(items_pager):
    pager = items_pager("/unicode")
    pages = iter(pager)
    walked = ids([next(pages)])
    next(pages)
    token = json.dumps(json.loads(pager.resume_token()))
    assert walked + ids(items_pager("/unicode", pager={"checkpoint": token})) == list(range(1, 51))


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
