"""Generated modules of Python are typed: mypy --strict and pyright know what each function takes and returns."""

import pytest

from generated_python import DOCUMENTS, MARKET, QUERIES, text_for, text_of
from type_checkers import checked

PROGRAM = '''
from collections.abc import Iterator
from datetime import datetime

import awkward
import operations as api
import swiftpager
from typing_extensions import assert_type


def card(product: api.ProductCard) -> str:
    return product.name


with swiftpager.Client("https://example.com/graphql") as client:
    products = api.products(client, filter={"price": {"low": 3}, "status": api.Status.ACTIVE}, max_pages=3)
    assert_type(products, swiftpager.Pager[api.Products.Product])
    for product in products.items():
        assert_type(product.created_at, datetime)
        assert_type(product.maker, api.MakerBadge | None)
        assert_type(product.sizes, list[int | None] | None)
        assert_type(product.status, api.Status)
        card(product)
    products.record_batches(api.PRODUCTS_COLUMNS)
    assert_type(api.cards(client).items(), Iterator[api.ProductCard])
    for found in api.search(client, first=20).items():
        match found:
            case api.Search.Product():
                card(found.product_card)
            case api.Search.Bundle(title=title):
                assert_type(title, str)
            case None:
                pass
            case _:
                assert_type(found.typename, str)
    node = api.thing(client, id="p1", timeout=3, errors="keep").node
    assert_type(node, api.Thing.Node | None)
    if isinstance(node, api.Thing.Product):
        assert_type(node.price, float)
    api.one_product(client, by={"name": "Product 1"})
    api.rows(client, paging={"limit": 3})
    assert_type(api.rename_product(client, id="p1", name="New").rename_product, api.ProductCard | None)
    assert_type(next(iter(products)).data_as(api.Products), api.Products)
    nested: awkward.Range = {"low": 1, "not": [{"in": "text"}], "self": {"high": None}}
    awkward.data(client, self=3, type_={"in": True}, range=nested)
    awkward.type_mutation(client, range=None)


async def main() -> None:
    async with swiftpager.AsyncClient("https://example.com/graphql") as client:
        assert_type(api.products_async(client), swiftpager.AsyncPager[api.Products.Product])
        async for product in api.cards_async(client).items():
            assert_type(product, api.ProductCard)
        assert_type(await api.thing_async(client, id="p1"), api.Thing)
'''
WRONG = '''
import operations as api
import swiftpager

client = swiftpager.Client("https://example.com/graphql")
api.products(client, filter={"prize": {}})
api.products(client, frist=3)
for product in api.products(client).items():
    print(product.nmae)
api.thing(client)
api.one_product(client, by={"id": "p1", "name": "Product 1"})
for backward in api.back(client).items():
    print(backward.name)
api.products(swiftpager.AsyncClient("https://example.com/graphql"))
'''


def written(folder):
    (folder / "operations.py").write_text(text_for(MARKET, QUERIES, DateTime="datetime"))
    for name in ("awkward", "kingdom"):
        text = text_for(DOCUMENTS / name / "schema.graphql", DOCUMENTS / name / "queries.graphql")
        (folder / f"{name}.py").write_text(text)
    return folder


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.long
def test_type_checkers_take_generated_modules_and_their_use(checker, tmp_path):
    lines, output = checked(checker, PROGRAM, written(tmp_path), "operations.py", "awkward.py", "kingdom.py")
    assert lines == set(), output


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.long
def test_type_checkers_refuse_a_wrong_use(checker, tmp_path):
    lines, output = checked(checker, WRONG, written(tmp_path))
    assert lines == {6, 7, 9, 10, 11, 13, 14}, output


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.long
def test_scalars_are_types_of_the_program(checker, tmp_path):
    schema = (
        "scalar Money scalar uuid scalar Day scalar Other enum Kind { field Columns } input By { in: String }"
        " type Query { a(by: By): Money! b: [uuid!]! c: Day d: Other field: Kind }"
    )
    (tmp_path / "money.py").write_text(
        "import dataclasses\n\n\n@dataclasses.dataclass\nclass Money:\n    amount: str\n    currency: str\n"
    )
    document = "query Values($by: By) { a(by: $by) b c d field }"
    text = text_of(tmp_path, schema, document, Money="money.Money", uuid="UUID", Day="date")
    (tmp_path / "operations.py").write_text(text)
    program = (
        "import datetime, uuid\nfrom typing import Any\n\nimport operations\nfrom money import Money\n"
        "from typing_extensions import assert_type\n\n\ndef show(values: operations.Values) -> None:\n"
        "    assert_type(values.a, Money)\n    assert_type(values.b, list[uuid.UUID])\n"
        "    assert_type(values.c, datetime.date | None)\n    assert_type(values.d, Any | None)\n"
    )
    lines, output = checked(checker, program, tmp_path, "operations.py")
    assert lines == set(), output
