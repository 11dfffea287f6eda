"""fetch, load_next, load_all and reset, and the calls that they refuse."""

import pytest

import swiftpager
from conftest import PRODUCTS_QUERY, ids

# The query selects `totalCount`, and no page has come.
NO_DRIFT = {"short_pages": 0, "total_changes": 0, "total": None, "page_count_changes": 0, "page_count": None}


def state_but_for_the_list(pager):
    """The part of the state that changes while a list is read."""
    return {key: value for key, value in pager.state.items() if key != "list"}


def test_fetch_holds_the_first_page(products):
    products.fetch()
    (page,) = products.pages
    assert (page.kind, page.item_count) == ("initial", 100)
    assert page.data["products"]["totalCount"] == 1000
    assert products.can_load_next


def test_load_next_adds_the_page_after_the_last(products):
    products.fetch()
    products.load_next()
    assert [page.kind for page in products.pages] == ["initial", "next"]
    first, second = products.pages
    assert [first.items[0]["name"], second.items[0]["name"]] != [first.items[-1]["name"], second.items[-1]["name"]]
    assert first.items[-1]["id"] != second.items[0]["id"]


def test_load_all_holds_every_product_once_and_in_order(products):
    products.load_all()
    assert [page.item_count for page in products.pages] == [100] * 10
    names = [node["name"] for page in products.pages for node in page.items]
    assert [int(name.rpartition(" ")[2]) for name in names] == list(range(1, 1001))
    assert not products.can_load_next
    assert state_but_for_the_list(products) == {
        "loading": None, "waiting": None, "nested": None, "pages_held": 10, "pages_loaded": 10, "items_loaded": 1000,
        "null_items": 0, "siblings": None,
        "duplicates": 0, "gaps": 0, "unreadable_pages": 0, "conflicts": None, "doubts": [],
        "drift": {**NO_DRIFT, "total": 1000}, "fewer": None, "errors": None,
        "can_load_next": False, "can_load_previous": False,
        "ends": {"next": "complete", "previous": "complete"}, "end": "complete",
        "reason": None, "since": None, "known": 0, "added": None,
    }


def test_a_new_pager_holds_nothing(products):
    assert products.pages == []
    assert not products.can_load_next
    assert state_but_for_the_list(products) == {
        "loading": None, "waiting": None, "nested": None, "pages_held": 0, "pages_loaded": 0, "items_loaded": 0,
        "null_items": 0, "siblings": None,
        "duplicates": 0, "gaps": 0, "unreadable_pages": 0, "conflicts": None, "doubts": [], "drift": NO_DRIFT,
        "fewer": None, "errors": None,
        "can_load_next": False, "can_load_previous": False, "ends": {"next": None, "previous": None}, "end": None,
        "reason": None, "since": None, "known": 0, "added": None,
    }


@pytest.mark.parametrize("method", ["fetch", "refetch"])
def test_m32_m33_fetching_again_asks_once_more_and_replaces_all_pages(items_pager, trouble, method):
    pager, updates = items_pager(), []
    pager.fetch()
    pager.load_next()
    pager.subscribe(updates.append)
    pager.client.dispatch()
    getattr(pager, method)()
    assert [update.page_count for update in updates] == [2, 1]
    assert ids(pager.pages) == list(range(1, 11))
    assert trouble.stats()["cursors"] == [None, "item-10", None]


def test_load_all_that_goes_on_after_a_complete_list_succeeds_at_once(items_pager, trouble):
    pager = items_pager()
    pager.load_all()
    pager.load_all(fetch_from_initial_page=False)
    assert ids(pager.pages) == list(range(1, 51))
    assert pager.state["end"] == "complete"
    assert trouble.stats()["requests"] == 5


def test_m5_load_all_goes_on_after_the_last_page(items_pager, trouble):
    pager, updates = items_pager(pager={"emit": "end"}), []
    pager.subscribe(updates.append)
    pager.fetch()
    pager.load_next()
    pager.load_all(fetch_from_initial_page=False)
    assert [update.page_count for update in updates] == [1, 2, 5]
    assert ids(pager.pages) == list(range(1, 51))
    assert trouble.stats()["cursors"] == [None, "item-10", "item-20", "item-30", "item-40"]


@pytest.mark.parametrize(("caps", "loaded"), [({"max_pages": 2}, 2), ({"max_items": 25}, 3), ({"max_items": 30}, 3)])
def test_a_cap_ends_load_all_with_page_limit(items_pager, caps, loaded):
    pager = items_pager()
    with pytest.raises(swiftpager.PageLimit) as caught:
        pager.load_all(**caps)
    assert caught.value.code == "PAGE_LIMIT"
    assert str(caught.value).endswith("there is more: load_all(fetch_from_initial_page=False) continues from here")
    assert caught.value.details["message"] == str(caught.value)
    assert len(pager.pages) == loaded
    pager.load_all(fetch_from_initial_page=False)
    assert ids(pager.pages) == list(range(1, 51))


def test_a_cap_of_the_pager_holds_for_every_load_all(items_pager):
    pager = items_pager(pager={"max_pages": 3})
    for _ in range(2):
        with pytest.raises(swiftpager.PageLimit):
            pager.load_all()
        assert len(pager.pages) == 3


def test_a_cap_that_the_list_just_reaches_is_no_failure(items_pager):
    pager = items_pager()
    pager.load_all(max_pages=5, max_items=50)
    assert len(pager.pages) == 5


@pytest.mark.parametrize(("retain", "held"), [("all", [1, 2, 3, 4, 5]), ("last", [5]), ("none", [])])
def test_retain_says_which_pages_are_held(items_pager, retain, held):
    pager = items_pager(pager={"retain": retain})
    pager.load_all()
    assert ids(pager.pages)[::10] == [10 * number - 9 for number in held]
    assert (pager.state["pages_held"], pager.state["pages_loaded"]) == (len(held), 5)


@pytest.mark.parametrize("retain", ["all", "none"])
def test_looking_at_the_pages_during_a_load_changes_nothing(items_pager, trouble, retain):
    pager = items_pager(pages=200, size=1, pager={"retain": retain})
    operation = pager.start_load_all()
    while pager.state["loading"]:
        assert len(pager.pages) <= 200
    operation.wait()
    assert (pager.state["pages_loaded"], pager.state["end"]) == (200, "complete")
    assert trouble.stats()["requests"] == 200


def test_reset_forgets_all_pages(items_pager):
    pager = items_pager()
    pager.load_all()
    pager.reset()
    assert pager.pages == []
    with pytest.raises(swiftpager.MissingInitialPage):
        pager.load_next()


def test_a_load_after_a_first_page_that_failed_says_what_that_failed_with(items_pager):
    pager = items_pager("/html-502", bad=1)
    with pytest.raises(swiftpager.HTTPError) as failed:
        pager.fetch()
    with pytest.raises(swiftpager.MissingInitialPage) as caught:
        pager.load_next()
    cause = caught.value.__cause__
    assert isinstance(cause, swiftpager.HTTPError)
    assert (cause.http_status, str(cause), cause.status) == (502, str(failed.value), failed.value.status)
    pager.reset()
    with pytest.raises(swiftpager.MissingInitialPage) as caught:
        pager.load_next()
    assert caught.value.__cause__ is None


def test_m1_m2_going_on_before_the_first_page_is_refused_and_a_fetch_works(items_pager, trouble):
    pager, updates = items_pager(), []
    pager.subscribe(updates.append)
    for _ in range(2):
        with pytest.raises(swiftpager.MissingInitialPage) as caught:
            pager.load_next()
        assert isinstance(caught.value, swiftpager.PaginationError)
    with pytest.raises(swiftpager.MissingInitialPage):
        pager.load_all(fetch_from_initial_page=False)
    assert trouble.stats()["requests"] == 0
    assert pager.client.dispatch() == 0
    pager.fetch()
    assert [update.page_count for update in updates] == [1]


def test_m3_beyond_the_ends_of_a_list_nothing_is_loaded(items_pager, trouble):
    pager, updates = items_pager(pages=1), []
    pager.subscribe(updates.append)
    pager.fetch()
    for load in (pager.load_next, pager.load_previous):
        with pytest.raises(swiftpager.PageHasNoMoreContent, match="no further page in this direction"):
            load()
    assert pager.client.dispatch() == 0
    assert [update.page_count for update in updates] == [1]
    assert trouble.stats()["requests"] == 1


def test_load_next_during_an_operation_is_refused(items_pager):
    pager = items_pager("/slow", bad=2, ms=60_000)
    pager.fetch()
    operation = pager.start_load_next()
    with pytest.raises(swiftpager.LoadInProgress):
        pager.load_next()
    operation.cancel()
    with pytest.raises(swiftpager.Cancelled):
        operation.wait()


def test_an_empty_list_is_one_page_without_items(items_pager):
    pager = items_pager(pages=0)
    pager.load_all()
    (page,) = pager.pages
    assert (page.item_count, page.edges, page.items) == (0, [], [])


def test_variables_reach_the_server(shop):
    with swiftpager.Client(shop) as client:
        pager = client.pager(PRODUCTS_QUERY, {"first": 7})
        pager.fetch()
        assert pager.pages[0].item_count == 7


def test_a_server_that_refuses_the_variables_raises_its_errors(shop):
    with swiftpager.Client(shop) as client:
        pager = client.pager(PRODUCTS_QUERY, {"first": 101})
        with pytest.raises(swiftpager.GraphQLError) as caught:
            pager.fetch()
    assert caught.value.errors[0]["message"] in str(caught.value)
