"""Plans are walked: each list of each schema brings the server's rows, each once, and in the types of its columns."""

from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager
import swiftpager.schema
from schema_support import ITEMS, NAMES, WHOLE, given, pager_of, schema
from servers import server

# Each list of each schema.
LISTS = [(name, found.name) for name in NAMES for found in schema(name).lists()]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The server of all schemas."""
    with server("schemas") as base:
        yield base


def plan_of(name: str, list_name: str, **options: Any) -> swiftpager.schema.Plan:
    found = schema(name).list(list_name)
    return schema(name).plan(list_name, arguments=given(name, found), **options)


def size_of(found: swiftpager.schema.List) -> int:
    return WHOLE if found.kind == "whole" else ITEMS


@pytest.mark.parametrize(("name", "list_name"), LISTS)
def test_a_plan_brings_each_row_once(address, name, list_name):
    found = schema(name).list(list_name)
    plan = plan_of(name, list_name, page_size=7)
    with swiftpager.Client(f"{address}/{name}", retry=False) as client:
        pager = pager_of(client, plan)
        items: list[Any] = list(pager.items())
    assert len(items) == size_of(found)
    if found.key is not None:
        assert len({item[found.key] for item in items}) == len(items)


@pytest.mark.parametrize(("name", "list_name"), LISTS)
def test_the_columns_of_a_plan_take_the_servers_values(address, name, list_name):
    plan = plan_of(name, list_name)
    with swiftpager.Client(f"{address}/{name}", retry=False) as client:
        table = pager_of(client, plan).to_arrow(plan.columns)
    assert table.num_rows == size_of(schema(name).list(list_name))
    assert table.column_names == list(plan.columns)


@pytest.mark.parametrize(("name", "list_name"), LISTS)
def test_strict_columns_have_one_type_with_rows_and_without(address, name, list_name):
    plan = plan_of(name, list_name, strict_columns=True)
    assert all("type" in column for column in plan.columns.values())
    schemas = []
    for items in (ITEMS, 0):
        with swiftpager.Client(f"{address}/{name}?items={items}", retry=False) as client:
            schemas.append(pager_of(client, plan).to_arrow(plan.columns).schema)
    assert schemas[0] == schemas[1]


SINCE = [(name, found.name) for name in NAMES for found in schema(name).lists() if found.since is not None]


@pytest.mark.parametrize(("name", "list_name"), SINCE)
def test_a_second_run_since_a_mark_brings_nothing_that_the_first_one_had(address, name, list_name):
    plan = plan_of(name, list_name, since="auto", page_size=7)
    assert plan.since is not None
    with swiftpager.Client(f"{address}/{name}", retry=False) as client:
        pager = pager_of(client, plan)
        # The server sorts or filters as it was asked to; a row out of its place would end the walk with NotOrdered.
        assert len(list(pager.items())) == ITEMS
        again = pager_of(client, plan, pager.checkpoint())
        assert list(again.items()) == []
        # One page, and one more for the items that a deletion may have moved, or for the end of a list of keys.
        assert again.state["pages_loaded"] <= (1 if plan.kind == "cursor" else 2), again.state


def test_a_run_since_a_mark_asks_the_server_for_what_is_newer(address):
    plan = plan_of("rows", "orders", since="auto", page_size=7)
    assert plan.since is not None
    newer = {**plan.since, "value": "2026-01-20T00:00:00Z"}
    with swiftpager.Client(f"{address}/rows", retry=False) as client:
        since: Any = newer
        pagination: Any = plan.pagination
        items: list[Any] = list(client.pager(plan.query, plan.variables, pagination=pagination, since=since).items())
    assert items and all(item["updated_at"] >= "2026-01-20" for item in items)
    assert len({item["id"] for item in items}) == len(items) < ITEMS


def test_a_filter_of_the_users_stays_beside_that_of_the_keys(address):
    where = {"status": {"_in": ["status 3", "status 20"]}}
    plan = schema("rows").plan("orders", arguments={"where": where}, page_size=1)
    assert plan.kind == "keyset"
    with swiftpager.Client(f"{address}/rows", retry=False) as client:
        items: list[Any] = list(pager_of(client, plan).items())
    assert [item["status"] for item in items] == ["status 3", "status 20"]


def test_a_keyset_list_in_the_users_order_is_read_by_offsets(address):
    plan = schema("rows").plan("orders", ["updated_at"], {"order_by": [{"updated_at": "desc"}]}, page_size=7)
    assert plan.kind == "offset"
    with swiftpager.Client(f"{address}/rows", retry=False) as client:
        times = [item["updated_at"] for item in pager_of(client, plan).items()]
    assert len(times) == ITEMS and times == sorted(times, reverse=True)


def test_an_order_of_the_users_reaches_the_lists_server(address):
    plan = schema("anime").plan("Page.media", ["id"], {"sort": ["ID_DESC"]}, page_size=7)
    with swiftpager.Client(f"{address}/anime", retry=False) as client:
        assert [item["id"] for item in pager_of(client, plan).items()] == list(range(ITEMS, 0, -1))


def test_a_hundred_items_a_page_are_the_default_and_the_servers_cap(address):
    with swiftpager.Client(f"{address}/code_host?items=250", retry=False) as client:
        pager = pager_of(client, schema("code_host").plan("securityAdvisories"))
        assert [len(page.items) for page in pager] == [100, 100, 50]
        with pytest.raises(swiftpager.GraphQLError, match="exceeds the limit of 100"):
            list(pager_of(client, schema("code_host").plan("securityAdvisories", page_size=101)))


@pytest.mark.parametrize("name", NAMES)
def test_a_server_tells_the_schema_that_its_file_has(address, name):
    with swiftpager.Client(f"{address}/{name}", retry=False) as client:
        told = client.execute(swiftpager.schema.INTROSPECTION_QUERY)
    read = swiftpager.schema.read(told)
    assert read.lists() == schema(name).lists()
    assert read.nested() == schema(name).nested()
    for found in read.lists():
        plans = [one.plan(found.name, arguments=given(name, found), since="auto") for one in (read, schema(name))]
        assert plans[0] == plans[1]


@pytest.mark.long
def test_a_struct_and_a_dotted_column_have_the_servers_values(address):
    plan = schema("storefront").plan("orders", ["id", "totalPrice", "customer.displayName"])
    with swiftpager.Client(f"{address}/storefront", retry=False) as client:
        table = pager_of(client, plan).to_arrow(plan.columns)
    assert table.column_names == ["id", "totalPrice", "customer.displayName"]
    assert table.to_pylist()[2] == {
        "id": "Order:00003", "totalPrice": {"amount": "3.50", "currencyCode": "USD"},
        "customer.displayName": "displayName 3",
    }
