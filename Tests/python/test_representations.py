"""The `repr` of objects at a prompt and in a log: it shows type and state, and no secrets."""

import re

import pytest

import swiftpager
from conftest import ITEMS_QUERY


def test_a_client_shows_where_it_leads_and_no_secrets():
    headers = {"Authorization": "secret"}
    client = swiftpager.Client("http://name:secret@127.0.0.1:9/graphql?token=secret", headers=headers)
    assert repr(client) == "<swiftpager.Client http://127.0.0.1:9/graphql>"
    assert repr(client.cache) == "<swiftpager.Cache>"
    client.close()
    assert repr(client) == "<swiftpager.Client closed>"
    assert repr(swiftpager.AsyncClient("http://127.0.0.1:9/")) == "<swiftpager.AsyncClient http://127.0.0.1:9/>"


def test_a_pager_shows_how_far_it_is(items_pager):
    pager = items_pager()
    assert repr(pager) == "<swiftpager.Pager 0 pages loaded, at rest>"
    operation = pager.start_load_all()
    operation.wait()
    assert repr(operation) == "<swiftpager.Operation done>"
    assert repr(pager) == "<swiftpager.Pager 5 pages loaded, complete>"
    assert repr(pager.pages[1]) == "<swiftpager.Page next, 10 items>"
    pager.close()
    assert repr(pager) == "<swiftpager.Pager closed>"


def test_what_belongs_to_a_closed_client_shows_itself(items_pager):
    pager, updates = items_pager(), []
    subscription = pager.subscribe(updates.append)
    operation = pager.start_fetch()
    operation.wait()
    page = pager.pages[0]
    pager.client.close()
    assert repr(pager) == "<swiftpager.Pager 0 pages loaded, at rest>"
    assert repr(updates[0]) == "<swiftpager.Update 1 page>"
    assert repr(page) == "<swiftpager.Page initial, 10 items>"
    assert (repr(operation), repr(subscription)) == ("<swiftpager.Operation done>", "<swiftpager.Subscription>")


def test_a_pager_shows_what_it_is_doing(items_pager):
    pager = items_pager("/stall", bad=1)
    operation = pager.start_load_all()
    assert repr(pager) == "<swiftpager.Pager 0 pages loaded, load_all>"
    assert repr(operation) == "<swiftpager.Operation under way>"
    operation.cancel()


def test_what_tells_of_a_list_shows_what_it_tells(items_pager):
    pager, updates = items_pager("/html-502"), []
    subscription = pager.subscribe(updates.append)
    with pytest.raises(swiftpager.HTTPError):
        pager.load_all()
    assert [repr(update) for update in updates] == [
        "<swiftpager.Update 1 page>", "<swiftpager.Update 2 pages>", "<swiftpager.Update 2 pages, HTTP>",
    ]
    assert repr(subscription) == "<swiftpager.Subscription>"
    subscription.cancel()
    assert repr(subscription) == "<swiftpager.Subscription cancelled>"


def test_a_request_shows_no_address_and_no_body(trouble):
    shown = []

    def send(request):
        shown.append(repr(request))
        request.fail("seen")

    with swiftpager.Client(trouble.url("/good"), transport=send, retry=False) as client:
        with pytest.raises(swiftpager.NetworkError):
            client.execute(ITEMS_QUERY)
    assert re.fullmatch(r"<swiftpager.Request POST, \d+ bytes>", shown[0])


def test_a_pager_counts_the_pages_it_holds_and_is_true_without_any(items_pager):
    pager = items_pager()
    assert len(pager) == 0 and pager
    pager.load_all()
    assert len(pager) == 5 == len(pager.pages)
    assert [page.kind for page in pager.pages[-2:]] == ["next", "next"]
    assert pager.pages[::-1][0].end_cursor == "item-50"
