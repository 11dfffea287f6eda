"""Pagers of a type: all that has items has values of the type."""

import asyncio
import pickle
import re

import msgspec
import pytest

import swiftpager
from swiftpager.testing import Connection, FakeServer

QUERY = "query ($after: String) { items(after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } }"


class Product(msgspec.Struct):
    id: int
    name: str


class Named(msgspec.Struct):
    name: str


EXPECTED = [Product(number, f"Product {number}") for number in range(1, 6)]


@pytest.fixture(scope="module")
def url():
    items = [{"id": number, "name": f"Product {number}"} for number in range(1, 6)]
    with FakeServer({"items": Connection(items, page_size=2)}) as server:
        yield server.url


@pytest.fixture
def pager(url):
    with swiftpager.Client(url) as client:
        yield client.pager(QUERY, type=Product, retain="all")


def test_the_items_of_a_walk_are_of_the_pagers_type(pager):
    assert list(pager.items()) == EXPECTED
    assert list(pager.items(limit=3)) == EXPECTED[:3]


def test_the_items_of_pages_are_of_the_pagers_type(pager):
    assert [item for page in pager for item in page.items] == EXPECTED
    assert [item for page in pager.pages for item in page.items] == EXPECTED


def test_the_pages_of_updates_have_items_of_the_pagers_type(pager):
    updates = []
    with pager.subscribe(updates.append):
        pager.load_all()
    assert updates[-1].page.items == updates[-1].pages[-1].items == EXPECTED[4:]


def test_a_copied_page_has_items_of_the_pagers_type(pager):
    assert pickle.loads(pickle.dumps(next(iter(pager)))).items == EXPECTED[:2]


def test_a_walk_may_have_another_type(pager):
    assert next(iter(pager.items(Named))) == Named("Product 1")
    assert next(iter(pager)).items_as(Named)[0] == Named("Product 1")


def test_what_the_server_sent_stays_as_it_is(pager):
    page = next(iter(pager))
    assert page.edges == [{"id": 1, "name": "Product 1"}, {"id": 2, "name": "Product 2"}]


def test_a_pager_without_a_type_has_what_json_has(url):
    with swiftpager.Client(url) as client:
        assert list(client.pager(QUERY).items(limit=1)) == [{"id": 1, "name": "Product 1"}]


def test_an_item_that_does_not_fit_names_its_page(url):
    class Wrong(msgspec.Struct):
        id: str

    with swiftpager.Client(url) as client:
        with pytest.raises(msgspec.ValidationError) as caught:
            list(client.pager(QUERY, type=Wrong).items())
    assert caught.value.__notes__ == ["item at index 0 of the page", "page 1 of this walk"]


def test_a_wrong_type_is_refused_before_there_is_a_pager(url):
    with swiftpager.Client(url) as client, pytest.raises(TypeError, match="type must be the type of an item"):
        client.pager(QUERY, type=3)


@pytest.mark.parametrize("kind", [swiftpager.Client, swiftpager.AsyncClient])
def test_an_unknown_option_is_refused(kind):
    client = kind("http://127.0.0.1:9/graphql")
    with pytest.raises(TypeError, match=re.escape(f"{kind.__name__}.pager() got an unexpected keyword argument 'typ'")):
        client.pager(QUERY, typ=Product)


def test_an_asynchronous_pager_has_a_type_too(url):
    async def main():
        async with swiftpager.AsyncClient(url) as client:
            pager = client.pager(QUERY, type=Product)
            assert [item async for item in pager.items()] == EXPECTED
            assert [item async for page in pager for item in page.items] == EXPECTED
            async with pager.updates() as updates:
                await pager.fetch()
                assert (await anext(updates)).page.items == EXPECTED[:2]

    asyncio.run(main())


def test_annotations_of_a_running_program_may_name_the_type():
    def names(pager: swiftpager.Pager[Product]) -> list[str]:
        return [product.name for product in pager.items()]

    assert names.__annotations__["pager"].__origin__ is swiftpager.Pager
