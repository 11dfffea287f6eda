"""The shop's GraphQL schema: a Relay connection, an offset list, and mutations that change what the pages show."""

import sys
from collections.abc import Iterable
from typing import Any, Self

import strawberry
from graphql import GraphQLError
from strawberry import relay
from strawberry.relay.utils import SliceMetadata
from strawberry.schema.config import StrawberryConfig

from shop_data import Goods, goods

State = dict[str, Any]
Info = strawberry.Info[State, None]


@strawberry.type(description="The shop itself: one entity that every page can repeat.")
class Shop(relay.Node):
    number: relay.NodeID[int]
    name: str

    @classmethod
    def resolve_nodes(  # type: ignore[override]
        cls, *, info: Info, node_ids: Iterable[str], required: bool = False
    ) -> list["Shop | None"]:
        shop: Shop = info.context["shop"]
        return [shop if node_id == str(shop.number) else None for node_id in node_ids]


@strawberry.type(description="Something the shop sells.")
class Product(relay.Node):
    number: relay.NodeID[int]
    name: str
    price: float
    description: str
    category: str
    in_stock: int

    @strawberry.field
    def shop(self, info: Info) -> Shop:
        return info.context["shop"]

    @classmethod
    def resolve_nodes(  # type: ignore[override]
        cls, *, info: Info, node_ids: Iterable[str], required: bool = False
    ) -> list["Product | None"]:
        return [_find(info, node_id) for node_id in node_ids]


@strawberry.type
class ProductConnection(relay.Connection[Product]):
    """A Relay connection that also has `nodes` and `totalCount`.

    strawberry's own list connection leaves the edges out when neither `edges` nor `pageInfo` is selected, which would
    make `nodes` alone come back empty; so this one slices by itself and always fills them.
    """

    total_count: int

    @strawberry.field
    def nodes(self) -> list[Product]:
        return [edge.node for edge in self.edges]

    @classmethod
    def resolve_connection(  # type: ignore[override]
        cls,
        nodes: list[Product],
        *,
        info: Info,
        before: str | None = None,
        after: str | None = None,
        first: int | None = None,
        last: int | None = None,
        max_results: int | None = None,
        **_: Any,
    ) -> Self:
        # Also refuses a cursor that this server did not issue and a page over the limit.
        asked = SliceMetadata.from_arguments(
            info, before=before, after=after, first=first, last=last, max_results=max_results
        )
        start, end = asked.start, min(asked.end, len(nodes))
        if (cost := (first or last or end - start)) > info.context["max_cost"]:
            raise GraphQLError(f"the query costs {cost}", extensions={"code": "MAX_COST_EXCEEDED"})
        if last is not None and asked.end == sys.maxsize:
            start = max(start, end - last)
        edges = [
            relay.Edge.resolve_edge(node, cursor=position)
            for position, node in enumerate(nodes[start:end], start)
        ]
        return cls(
            edges=edges,
            total_count=len(nodes),
            page_info=relay.PageInfo(
                has_next_page=end < len(nodes),
                has_previous_page=start > 0,
                start_cursor=edges[0].cursor if edges else None,
                end_cursor=edges[-1].cursor if edges else None,
            ),
        )


@strawberry.type(description="Denies the pages at the end that it was not asked toward, as many servers do.")
class ForgetfulConnection(ProductConnection):
    @classmethod
    def resolve_connection(  # type: ignore[override]
        cls, nodes: list[Product], *, last: int | None = None, **asked: Any
    ) -> Self:
        page = super().resolve_connection(nodes, last=last, **asked)
        if last is None:
            page.page_info.has_previous_page = False
        else:
            page.page_info.has_next_page = False
        return page


@strawberry.type(description="A page of an offset list.")
class ProductList:
    items: list[Product]
    total: int
    page_count: int
    has_more: bool


@strawberry.type
class Query:
    node: relay.Node = relay.node()

    @strawberry.field
    def shop(self, info: Info) -> Shop:
        return info.context["shop"]

    @relay.connection(ProductConnection)
    def products(self, info: Info) -> list[Product]:
        return info.context["products"]

    @relay.connection(ForgetfulConnection)
    def forgetful_products(self, info: Info) -> list[Product]:
        return info.context["products"]

    @strawberry.field
    def product(self, info: Info, id: relay.GlobalID) -> Product | None:
        return _find(info, id.node_id) if id.type_name == "Product" else None

    @strawberry.field
    def product_list(self, info: Info, offset: int = 0, limit: int = 20) -> ProductList:
        return _list(info, offset, limit)

    @strawberry.field(description="A bare array. A limit over the largest page is cut down to it, as many servers do.")
    def product_array(self, info: Info, offset: int = 0, limit: int = 20) -> list[Product]:
        products: list[Product] = info.context["products"]
        return products[offset : offset + min(limit, info.schema.config.relay_max_results)]

    @strawberry.field(description="Pages by their number, which counts from 1.")
    def product_page(self, info: Info, page: int = 1, limit: int = 20) -> ProductList:
        return _list(info, (page - 1) * limit, limit)


@strawberry.type
class Mutation:
    @strawberry.mutation
    def rename_product(self, info: Info, id: relay.GlobalID, name: str) -> Product:
        product = _find(info, id.node_id) if id.type_name == "Product" else None
        if product is None:
            raise ValueError(f"There is no product with the id '{id}'.")
        product.name = name
        return product

    @strawberry.mutation(description="Changes what is given, and fails for a negative price.")
    def update_product(
        self, info: Info, id: relay.GlobalID, name: str | None = None, price: float | None = None
    ) -> Product:
        product = _find(info, id.node_id) if id.type_name == "Product" else None
        if product is None:
            raise ValueError(f"There is no product with the id '{id}'.")
        if price is not None and price < 0:
            raise ValueError(f"A price of {price} is not one.")
        product.name = product.name if name is None else name
        product.price = product.price if price is None else price
        return product

    @strawberry.mutation
    def rename_shop(self, info: Info, name: str) -> Shop:
        shop: Shop = info.context["shop"]
        shop.name = name
        return shop


def schema(max_page: int) -> strawberry.Schema:
    """The schema; a page of more than `max_page` products is refused."""
    return strawberry.Schema(
        query=Query, mutation=Mutation, config=StrawberryConfig(relay_max_results=max_page)
    )


def state(product_count: int) -> State:
    """What the server remembers: the shop and its products, which mutations change."""
    return {
        "shop": Shop(number=1, name="The Corner Shop"),
        "products": [_product(item) for item in goods(product_count)],
    }


def _product(item: Goods) -> Product:
    return Product(
        number=item.number,
        name=item.name,
        price=item.price,
        description=item.description,
        category=item.category,
        in_stock=item.in_stock,
    )


def _find(info: Info, number: str) -> Product | None:
    products: list[Product] = info.context["products"]
    if not number.isdecimal() or not 1 <= int(number) <= len(products):
        return None
    return products[int(number) - 1]


def _list(info: Info, offset: int, limit: int) -> ProductList:
    largest = info.schema.config.relay_max_results
    if offset < 0:
        raise ValueError("Argument 'offset' must be a non-negative integer.")
    if not 0 <= limit <= largest:
        raise ValueError(f"Argument 'limit' must be from 0 to {largest}.")
    products: list[Product] = info.context["products"]
    return ProductList(
        items=products[offset : offset + limit],
        total=len(products),
        page_count=-(-len(products) // limit) if limit else 0,
        has_more=offset + limit < len(products),
    )
