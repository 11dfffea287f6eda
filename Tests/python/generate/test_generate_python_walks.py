"""Generated modules of Python against a real server: what they give equals what the server has."""

import asyncio
import datetime

import pyarrow
import pytest

import swiftpager
from conftest import endpoint
from generated_python import MARKET, QUERIES, loaded, plain, text_for

FIELDS = "id name price rating status tags default createdAt sizes extra available maker { id name country }"


@pytest.fixture(scope="module")
def market():
    return endpoint("SWIFTPAGER_SHOP_ENDPOINT").replace("/graphql", "/market")


@pytest.fixture(scope="module")
def operations(tmp_path_factory):
    return loaded(text_for(MARKET, QUERIES, DateTime="datetime"), tmp_path_factory.mktemp("operations"))


@pytest.fixture
def client(market):
    with swiftpager.Client(market) as client:
        yield client


@pytest.fixture(scope="module")
def truth(market):
    """All products, in one answer of the server."""
    with swiftpager.Client(market) as client:
        response = client.execute(f"{{ products(first: 1000) {{ nodes {{ {FIELDS} }} }} }}")
    return response["data"]["products"]["nodes"]


def part(product, *keys):
    """Some keys of a product."""
    return {key: product[key] for key in keys}


CARD = ("id", "name", "price", "rating", "status", "tags")
PLAIN = ("id", "name", "price", "rating", "available")


@pytest.mark.parametrize(("name", "keys"), [
    ("cards", CARD), ("plain", PLAIN), ("both", ("id",)), ("favourites", ("id", "name")), ("in_fragments", ("id",)),
    ("pages", ("id",)), ("list_query", ("id",)), ("completed", ("id",)),
])
def test_a_walk_has_all_items_of_the_list(operations, client, truth, name, keys):
    items = list(getattr(operations, name)(client).items())
    assert [plain(item) for item in items] == [part(product, *keys) for product in truth]


def test_a_list_by_an_input_object_is_walked(operations, client, truth):
    items = list(operations.rows(client, paging={"limit": 300}).items())
    assert [item.id for item in items] == [product["id"] for product in truth]


def test_a_list_in_an_object_of_one_type_is_walked(operations, client, truth):
    items = list(operations.on_shelf(client, first=20).items())
    assert [item.id for item in items] == [product["id"] for product in truth[:50]]


def test_a_list_is_walked_backward(operations, client, truth):
    pages = list(operations.back(client, last=300))
    assert [[item.id for item in page.items] for page in pages] == [
        [product["id"] for product in truth[low:high]] for low, high in ((700, 1000), (400, 700), (100, 400), (0, 100))
    ]


OTHER_LISTS = """
query Two($first: Int!, $after: String, $other: String) {
  products(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
  search(first: 2, after: $other) { nodes { __typename } pageInfo { hasNextPage endCursor } }
}
query Renamed($after: String) {
  a: viewer {
    b: favourites(first: 300, after: $after) { list: nodes { id: name } pageInfo { more: hasNextPage end: endCursor } }
  }
}
query Inside($skip: Int) { rows(paging: {limit: 250, offset: $skip}) { items { id } total } }
"""


def test_the_first_of_two_lists_a_renamed_one_and_one_inside_an_argument_are_walked(client, truth, tmp_path):
    (tmp_path / "others.graphql").write_text(OTHER_LISTS)
    others = loaded(text_for(MARKET, tmp_path / "others.graphql"), tmp_path)
    ids = [product["id"] for product in truth]
    assert [item.id for item in others.two(client, first=400).items()] == ids
    assert [item.id for item in others.renamed(client).items()] == [product["name"] for product in truth]
    assert [item.id for item in others.inside(client).items()] == ids


def test_a_walk_may_begin_elsewhere(operations, client, truth):
    ids = [product["id"] for product in truth]
    assert [item.id for item in operations.cards(client, after="899").items()] == ids[900:]
    assert [item.id for item in operations.list_query(client, offset=950).items()] == ids[950:]
    assert [item.id for item in operations.pages(client, page=10).items()] == ids[900:]


def test_a_null_in_place_of_the_list_is_not_an_empty_list(operations, client):
    with pytest.raises(swiftpager.SwiftPagerError):
        list(operations.missing(client).items())


def test_items_have_the_types_of_the_schema(operations, client, truth):
    items = list(operations.products(client).items())
    assert [item.created_at for item in items] == [
        datetime.datetime.fromisoformat(product["createdAt"]) for product in truth
    ]
    assert [item.status for item in items] == [operations.Status(product["status"]) for product in truth]
    assert [item.extra for item in items] == [product["extra"] for product in truth]
    assert [item.maker and item.maker.name for item in items] == [
        product["maker"] and product["maker"]["name"] for product in truth
    ]
    assert all(isinstance(item, operations.ProductCard) for item in items)


def test_what_a_condition_leaves_out_is_none(operations, client):
    assert {item.maker for item in operations.products(client, with_maker=False).items()} == {None}


def test_variables_are_input_objects_and_enums(operations, client, truth):
    found = operations.products(
        client, filter={"status": operations.Status.ACTIVE, "price": {"low": 30.0}, "excluding": {"price": {"low": 99}}}
    )
    assert [item.id for item in found.items()] == [
        product["id"] for product in truth if product["status"] == "ACTIVE" and 30 <= product["price"] < 99
    ]


def test_objects_have_the_class_of_their_type(operations, client):
    kinds = {"Product": operations.Search.Product, "Bundle": operations.Search.Bundle, "Maker": operations.Search.Maker}
    items = list(operations.search(client).items())
    assert len(items) == 61 and items[-1] is None
    assert [type(item) for item in items[:-1]] == [kinds[item.typename] for item in items[:-1]]
    response = client.execute(operations.SEARCH_DOCUMENT, {"first": 100})
    assert [item and plain(item) for item in items] == response["data"]["search"]["nodes"]


def test_an_object_of_another_type_has_what_all_have(operations, client):
    node = operations.thing(client, id="m3").node
    assert type(node) is operations.Thing.Node and node.typename == "Maker" and node.id == "m3"
    assert type(operations.thing(client, id="b3").node) is operations.Thing.Bundle
    assert operations.thing(client, id="nothing").node is None


def test_an_object_shows_itself_as_each_of_its_fragments(operations, client, truth):
    product = operations.one_product(client, by={"name": "Product 7"}).product
    labelled, sized = operations.Labelled, operations.Sized
    maker = truth[7]["maker"]
    assert product.labelled == labelled(name="Product 7", maker=labelled.Maker(name=maker["name"]))
    assert product.sized == sized(
        name="Product 7", sizes=truth[7]["sizes"], maker=sized.Maker(country=maker["country"])
    )
    assert (product.maker.name, product.maker.country) == (maker["name"], maker["country"])


@pytest.mark.parametrize(("by", "expected"), [({"id": "p5"}, "Product 5"), ({"name": "Product 8"}, "Product 8")])
def test_one_of_several_members_is_given(operations, client, by, expected):
    assert operations.one_product(client, by=by).product.name == expected


def test_a_fragment_that_a_condition_leaves_out_is_none(operations, client):
    with_card = operations.conditions(client, card=True).product
    assert with_card.product_card == operations.ProductCard(
        id="p1", name="Product 1", price=1.5, rating=0.1, status=operations.Status.ARCHIVED, tags=["new"]
    )
    without = operations.conditions(client, card=False, brief=True).product
    assert without.product_card is None and without.name is None and without.id == "p1"


def test_a_mutation_returns_its_data(operations, client):
    renamed = operations.rename_product(client, id="p3", name="Novelty").rename_product
    assert renamed.name == "Novelty" and isinstance(renamed, operations.ProductCard)


def test_coroutines_do_the_same(operations, market, truth):
    async def main():
        async with swiftpager.AsyncClient(market) as client:
            items = [item async for item in operations.cards_async(client).items()]
            assert [plain(item) for item in items] == [part(product, *CARD) for product in truth]
            assert (await operations.thing_async(client, id="p3")).node.name == "Product 3"

    asyncio.run(main())


def test_a_page_gives_its_data_as_the_querys_class(operations, client):
    page = next(iter(operations.products(client, first=10)))
    data = page.data_as(operations.Products)
    assert data.products.total_count == 1000 and data.products.nodes == page.items


def test_columns_have_the_types_of_the_schema(operations, client, truth):
    table = operations.products(client).to_arrow(operations.PRODUCTS_COLUMNS)
    assert {field.name: field.type for field in table.schema} == {
        "id": pyarrow.string(), "name": pyarrow.string(), "price": pyarrow.float64(), "rating": pyarrow.float64(),
        "status": pyarrow.string(), "tags": pyarrow.list_(pyarrow.string()), "default": pyarrow.bool_(),
        "createdAt": pyarrow.timestamp("us", "UTC"), "sizes": pyarrow.list_(pyarrow.int64()),
        "extra": pyarrow.string(),
        "maker": pyarrow.struct([("id", pyarrow.string()), ("name", pyarrow.string())]),
    }
    keys = ("id", "name", "price", "rating", "status", "tags", "default", "sizes")
    assert [part(row, *keys) for row in table.to_pylist()] == [part(product, *keys) for product in truth]


def test_columns_of_several_types_have_the_keys_of_all(operations, client):
    rows = operations.search(client).to_arrow(operations.SEARCH_COLUMNS).to_pylist()
    assert [row["title"] for row in rows[:3]] == [None, "Bundle 0", None]
    assert [row["__typename"] for row in rows[:3]] == ["Product", "Bundle", "Maker"]
    assert rows[1]["products"][1]["name"] == "Product 1"
