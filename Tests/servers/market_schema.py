"""A market's GraphQL schema, for types that are generated: unions, interfaces, enums, one-of inputs, kinds of lists.

    market_schema.py      prints the schema, as Tests/Generated/Code/market.graphql has it
"""

import dataclasses
import datetime
import enum
from collections.abc import Sequence
from typing import Annotated, Any

import strawberry
from strawberry.scalars import JSON

COUNT = 1000


@strawberry.enum
class Status(enum.Enum):
    ACTIVE = "active"
    ARCHIVED = "archived"
    ON_HOLD = "on_hold"


@strawberry.interface
class Node:
    id: strawberry.ID


@strawberry.interface
class Priced:
    price: float


@strawberry.type
class Maker(Node):
    name: str
    country: str | None


@strawberry.type
class Product(Node, Priced):
    name: str
    rating: float | None
    available: bool
    status: Status
    created_at: datetime.datetime
    tags: list[str]
    sizes: list[int | None] | None
    maker: Maker | None
    default: bool
    extra: JSON | None


@strawberry.type
class Bundle(Node, Priced):
    title: str
    products: list[Product]


SearchResult = Annotated[Product | Bundle | Maker, strawberry.union("SearchResult")]


@strawberry.type
class PageInfo:
    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


@strawberry.type
class ProductEdge:
    cursor: str
    node: Product


@strawberry.type
class ProductConnection:
    nodes: list[Product]
    edges: list[ProductEdge | None] | None
    page_info: PageInfo
    total_count: int


@strawberry.type
class SearchConnection:
    nodes: list[SearchResult | None]
    page_info: PageInfo


@strawberry.type
class ProductRows:
    items: list[Product]
    total: int


@strawberry.type
class ProductPages:
    items: list[Product]
    has_more: bool


@strawberry.input
class Range:
    low: float | None = strawberry.UNSET
    high: float | None = strawberry.UNSET


@strawberry.input
class ProductFilter:
    status: Status | None = strawberry.UNSET
    price: Range | None = strawberry.UNSET
    tags: list[str] | None = strawberry.UNSET
    excluding: "ProductFilter | None" = strawberry.UNSET

    def passes(self, product: Product) -> bool:
        """Whether the filter lets a product through."""
        low = self.price.low if self.price else None
        return (
            (not self.status or product.status == self.status) and (not low or product.price >= low)
            and not (self.excluding and self.excluding.passes(product))
        )


@strawberry.input(one_of=True)
class Key:
    id: strawberry.ID | None = strawberry.UNSET
    name: str | None = strawberry.UNSET


@strawberry.input
class Paging:
    limit: int | None = strawberry.UNSET
    offset: int | None = strawberry.UNSET


def _product(number: int) -> Product:
    return Product(
        id=strawberry.ID(f"p{number}"), name=f"Product {number}", price=number * 1.5,
        rating=None if number % 3 == 0 else number / 10, available=number % 2 == 0, status=list(Status)[number % 3],
        created_at=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(hours=number),
        tags=["new"] * (number % 3), sizes=None if number % 4 == 0 else [number, None],
        maker=None if number % 5 == 0 else MAKERS[number % 5], default=number == 0,
        extra=JSON({"shelf": number}) if number % 2 else None,
    )


MAKERS = [
    Maker(id=strawberry.ID(f"m{number}"), name=f"Maker {number}", country=None if number % 2 else "SE")
    for number in range(5)
]
PRODUCTS = [_product(number) for number in range(COUNT)]
BUNDLES = [
    Bundle(id=strawberry.ID(f"b{number}"), title=f"Bundle {number}", price=9.0, products=PRODUCTS[number:number + 2])
    for number in range(20)
]
FOUND: list[Any] = [
    one for three in zip(PRODUCTS[:20], BUNDLES, MAKERS * 4, strict=True) for one in three
] + [None]


def _part(
    rows: Sequence[Any], first: int | None, after: str | None, last: int | None, before: str | None
) -> tuple[int, list[Any], PageInfo]:
    if first is not None and last is not None:
        raise ValueError("only one of first and last")
    low, high = int(after) + 1 if after else 0, int(before) if before else len(rows)
    if first is not None:
        high = min(high, low + first)
    if last is not None:
        low = max(low, high - last)
    info = PageInfo(
        has_next_page=high < len(rows), has_previous_page=low > 0, start_cursor=str(low) if high > low else None,
        end_cursor=str(high - 1) if high > low else None,
    )
    return low, list(rows[low:high]), info


def _connection(
    rows: Sequence[Product], first: int | None, after: str | None, last: int | None = None, before: str | None = None
) -> ProductConnection:
    low, part, info = _part(rows, first, after, last, before)
    edges = [ProductEdge(cursor=str(low + index), node=one) for index, one in enumerate(part)]
    return ProductConnection(nodes=part, edges=list(edges), page_info=info, total_count=len(rows))


@strawberry.type
class Viewer:
    @strawberry.field
    def favourites(self, first: int | None = 10, after: str | None = None) -> ProductConnection | None:
        return _connection(PRODUCTS, first, after)

    @strawberry.field
    def missing(self, first: int | None = 10, after: str | None = None) -> ProductConnection | None:
        return None


@strawberry.type
class Shelf(Node):
    @strawberry.field
    def products(self, first: int, after: str | None = None) -> ProductConnection:
        return _connection(PRODUCTS[:50], first, after)


@strawberry.type
class Query:
    @strawberry.field
    def products(
        self, first: int | None = None, after: str | None = None, last: int | None = None, before: str | None = None,
        filter: ProductFilter | None = None,
    ) -> ProductConnection:
        rows = [one for one in PRODUCTS if filter is None or filter.passes(one)]
        return _connection(rows, first, after, last, before)

    @strawberry.field
    def rows(self, paging: Paging | None = None) -> ProductRows:
        low = (paging and paging.offset) or 0
        size = (paging and paging.limit) or 10
        return ProductRows(items=PRODUCTS[low:low + size], total=COUNT)

    @strawberry.field
    def list(self, limit: int = 10, offset: int = 0) -> list[Product]:
        return PRODUCTS[offset:offset + limit]

    @strawberry.field
    def pages(self, page: int = 1, per_page: int = 10) -> ProductPages:
        low = (page - 1) * per_page
        return ProductPages(items=PRODUCTS[low:low + per_page], has_more=low + per_page < COUNT)

    @strawberry.field
    def search(self, first: int, after: str | None = None) -> SearchConnection:
        _, part, info = _part(FOUND, first, after, None, None)
        return SearchConnection(nodes=part, page_info=info)

    @strawberry.field
    def viewer(self) -> Viewer | None:
        return Viewer()

    @strawberry.field
    def node(self, id: strawberry.ID) -> Node | None:
        if id == "shelf":
            return Shelf(id=id)
        return next((one for one in (*PRODUCTS[:50], *BUNDLES, *MAKERS) if one.id == id), None)

    @strawberry.field
    def product(self, by: Key) -> Product | None:
        wanted = dataclasses.asdict(by)
        return next((one for one in PRODUCTS if one.id == wanted["id"] or one.name == wanted["name"]), None)


@strawberry.type
class Mutation:
    @strawberry.mutation
    def rename_product(self, id: strawberry.ID, name: str) -> Product | None:
        """The product with another name; the market keeps the old one."""
        found = next((one for one in PRODUCTS if one.id == id), None)
        return dataclasses.replace(found, name=name) if found else None


schema = strawberry.Schema(Query, Mutation, types=[Bundle, Maker, Shelf])

if __name__ == "__main__":
    print(schema.as_str())
