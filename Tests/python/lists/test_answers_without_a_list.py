"""Answers that have something else in the place of the list: the message says what, and what to do."""

import pytest

import swiftpager
from raw_server import answer, raw_server

QUERY = "query ($after: String) {{ {} }}"
LIST = "things(after: $after) {{ {} nodes {{ id }} pageInfo {{ hasNextPage endCursor }} }}"
UNION = QUERY.format(LIST.format("__typename ... on Failure { message }"))
NO_REASON = ", and no error says why: there is no such object"


def walked(server, query, pagination=None):
    with swiftpager.Client(server.url) as client:
        return list(client.pager(query, pagination=pagination))


@pytest.mark.parametrize(("data", "told"), [
    (
        {"things": {"__typename": "Failure", "message": "the shop is closed"}},
        'the object at /data/things has the type Failure and the message "the shop is closed"',
    ),
    ({"things": {"code": 7, "reason": "closed"}}, "the object at /data/things has code, reason"),
    ({"things": {}}, "the object at /data/things is empty"),
])
def test_an_error_that_comes_as_data_is_shown(data, told):
    with raw_server(lambda request: answer({"data": data})) as server:
        with pytest.raises(swiftpager.BadResponseError) as caught:
            walked(server, UNION)
    assert told in str(caught.value)


@pytest.mark.parametrize(("data", "place"), [
    ({"shop": None}, "/data/shop"), ({"shop": {"things": None}}, "/data/shop/things"),
])
def test_a_null_above_the_items_is_named(data, place):
    query = QUERY.format(f"shop {{ {LIST.format('')} }}")
    with raw_server(lambda request: answer({"data": data})) as server:
        with pytest.raises(swiftpager.MissingPageInfo) as caught:
            walked(server, query)
    assert f"the response has null at {place}{NO_REASON}" in str(caught.value)


def test_a_list_whose_end_another_process_met_says_the_same_without_the_place():
    with raw_server(lambda request: answer({"data": {"things": None}})) as server:
        query = QUERY.format(LIST.format(""))
        with swiftpager.Client(server.url) as client:
            pager = client.pager(query)
            with pytest.raises(swiftpager.MissingPageInfo):
                pager.load_all()
            resumed = client.pager(query, checkpoint=pager.resume_token())
            with pytest.raises(swiftpager.MissingPageInfo) as caught:
                resumed.load_all(fetch_from_initial_page=False)
    assert f"the response has null on the way to the list{NO_REASON}" in str(caught.value)


def test_an_object_in_place_of_an_array_without_a_name_shows_its_arrays():
    query = "query ($page: Int) { Page(page: $page) { info { total } media { id } } }"
    data = {"Page": {"info": {"total": 1}, "media": [{"id": 1}]}}
    with raw_server(lambda request: answer({"data": data})) as server:
        with pytest.raises(swiftpager.BadResponseError) as caught:
            walked(server, query, {"type": "offset", "connection": "/Page"})
    told = "an object at /data/Page, not an array; name the array of items below it as `items`, for example /media"
    assert told in str(caught.value)


@pytest.mark.parametrize("page_info", ["total hasNextPage", "hasNextPage hasPreviousPage", "total"])
def test_a_page_info_without_cursors_may_be_that_of_an_offset_list(page_info):
    query = f"query ($where: Int) {{ Page(where: $where) {{ media {{ id }} pageInfo {{ {page_info} }} }} }}"
    with swiftpager.Client("http://127.0.0.1:9/") as client:
        with pytest.raises(swiftpager.ConfigurationError) as caught:
            client.pager(query)
    told = str(caught.value)
    assert 'if requests name an offset or a page number, set "type": "offset" in `pagination`' in told
    # The place of the mistake is told once.
    assert told.count("line 1, column 23") == 1
