"""The parts of GitHub's and Shopify's schemas that docs/recipes uses, and a few items behind them."""

import base64
from typing import Any

import ariadne
from graphql import GraphQLError, GraphQLSchema

Row = dict[str, Any]

# The most items of a page, whatever a request asks for.
LARGEST_PAGE = 3

PAGE_INFO = "type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }\n"
GITHUB_TYPES = PAGE_INFO + """
scalar DateTime
type Query {
  organization(login: String!): Organization
  repository(owner: String!, name: String!): Repository
  search(query: String!, type: SearchType!, first: Int, after: String): SearchResultItemConnection!
  node(id: ID!): Node
}
enum SearchType { ISSUE REPOSITORY USER DISCUSSION }
enum IssueOrderField { CREATED_AT UPDATED_AT COMMENTS }
enum OrderDirection { ASC DESC }
input IssueOrder { field: IssueOrderField! direction: OrderDirection! }
interface Node { id: ID! }
union SearchResultItem = Issue | Repository
type Organization implements Node {
  id: ID! login: String! repositories(first: Int, after: String): RepositoryConnection!
}
type Repository implements Node {
  id: ID! name: String! nameWithOwner: String! stargazerCount: Int!
  issues(first: Int, after: String, orderBy: IssueOrder): IssueConnection!
}
type Issue implements Node {
  id: ID! number: Int! title: String! updatedAt: DateTime! labels(first: Int, after: String): LabelConnection
}
type Label implements Node { id: ID! name: String! }
type RepositoryConnection { nodes: [Repository] pageInfo: PageInfo! totalCount: Int! }
type IssueConnection { nodes: [Issue] pageInfo: PageInfo! totalCount: Int! }
type LabelConnection { nodes: [Label] pageInfo: PageInfo! totalCount: Int! }
type SearchResultItemConnection { nodes: [SearchResultItem] pageInfo: PageInfo! issueCount: Int! }
"""
SHOPIFY_TYPES = PAGE_INFO + """
scalar DateTime
scalar Decimal
type Query {
  products(first: Int, after: String): ProductConnection!
  orders(first: Int, after: String, sortKey: OrderSortKeys = PROCESSED_AT, reverse: Boolean = false): OrderConnection!
}
enum OrderSortKeys { CREATED_AT ID PROCESSED_AT UPDATED_AT }
type Product { id: ID! title: String! handle: String! }
type Order { id: ID! name: String! updatedAt: DateTime! totalPriceSet: MoneyBag! }
type MoneyBag { shopMoney: MoneyV2! }
type MoneyV2 { amount: Decimal! currencyCode: String! }
type ProductConnection { nodes: [Product!]! pageInfo: PageInfo! }
type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
"""


def github() -> GraphQLSchema:
    """An organisation with 7 repositories; the issues of each have up to 5 labels."""
    repositories = [_repository(number) for number in range(1, 8)]
    issues = [issue for each in repositories for issue in each["issues"]]
    objects = {each["id"]: each for each in (*repositories, *issues)}
    query = ariadne.QueryType()
    query.set_field("organization", lambda *_, login: {"id": "O_1", "login": login})
    named = {each["name"]: each for each in repositories}
    query.set_field("repository", lambda *_, owner, name: named.get(name))
    query.set_field("node", lambda *_, id: objects.get(id))

    @query.field("search")
    def search(_parent: object, _info: object, **given: Any) -> Row:
        words = dict(word.split(":", 1) for word in given["query"].split() if ":" in word)
        least = words.get("updated", ">=").removeprefix(">=")
        found = [issue for issue in _newest_first(issues) if issue["updatedAt"] >= least]
        is_ascending = words["sort"] == "updated-asc"
        return _page(found[::-1] if is_ascending else found, given.get("first"), given.get("after"))

    organization, repository, issue = map(ariadne.ObjectType, ("Organization", "Repository", "Issue"))
    organization.set_field("repositories", lambda *_, first=None, after=None: _page(repositories, first, after))
    repository.set_field(
        "issues", lambda parent, *_, first=None, after=None, **__: _page(_newest_first(parent["issues"]), first, after)
    )
    issue.set_field("labels", lambda parent, _info, first=None, after=None: _page(parent["labels"], first, after))
    kinds = {"R": "Repository", "I": "Issue", "L": "Label", "O": "Organization"}

    def kind(found: Row, *_: object) -> str:
        return kinds[found["id"][0]]

    node, item = ariadne.InterfaceType("Node", kind), ariadne.UnionType("SearchResultItem", kind)
    return ariadne.make_executable_schema(GITHUB_TYPES, query, organization, repository, issue, node, item)


def shopify() -> GraphQLSchema:
    """A shop with 7 products and 7 orders."""
    numbers = range(1, 8)
    products = [
        {"id": f"gid://shopify/Product/{number}", "title": f"Product {number}", "handle": f"product-{number}"}
        for number in numbers
    ]
    orders = [
        {
            "id": f"gid://shopify/Order/{number}", "name": f"#{1000 + number}", "updatedAt": _time(number),
            "totalPriceSet": {"shopMoney": {"amount": f"{number * 7}.50", "currencyCode": "EUR"}},
        }
        for number in numbers
    ]
    query = ariadne.QueryType()
    query.set_field("products", lambda *_, first=None, after=None: _page(products, first, after))

    @query.field("orders")
    def orders_of(_parent: object, _info: object, **given: Any) -> Row:
        found = sorted(orders, key=_updated, reverse=given["reverse"])
        return _page(found, given.get("first"), given.get("after"))

    return ariadne.make_executable_schema(SHOPIFY_TYPES, query)


def _page(items: list[Row], first: int | None, after: str | None) -> Row:
    if first is None or not 0 < first <= 250:
        raise GraphQLError("You must provide a `first` value to properly paginate the connection.")
    start = 0 if after is None else int(base64.b64decode(after).decode().removeprefix("cursor:"))
    end = min(start + min(first, LARGEST_PAGE), len(items))
    info = {
        "hasNextPage": end < len(items), "hasPreviousPage": start > 0,
        "startCursor": _cursor(start + 1) if end > start else None, "endCursor": _cursor(end) if end > start else None,
    }
    return {"nodes": items[start:end], "pageInfo": info, "totalCount": len(items), "issueCount": len(items)}


def _cursor(position: int) -> str:
    return base64.b64encode(f"cursor:{position}".encode()).decode()


def _time(number: int) -> str:
    return f"2026-11-{number % 28 + 1:02}T08:00:00Z"


def _newest_first(issues: list[Row]) -> list[Row]:
    return sorted(issues, key=_updated, reverse=True)


def _updated(row: Row) -> str:
    found: str = row["updatedAt"]
    return found


def _repository(number: int) -> Row:
    name = f"repository-{number}"
    issues = [
        {
            "id": f"I_{number}_{each}", "number": each, "title": f"Issue {each} of {name}",
            "updatedAt": _time(number * 3 + each),
            "labels": [{"id": f"L_{number}_{each}_{label}", "name": f"label {label}"} for label in range(each % 6)],
        }
        for each in range(1, number * 3 % 7 + 1)
    ]
    return {
        "id": f"R_{number}", "name": name, "nameWithOwner": f"example/{name}", "stargazerCount": number * 11,
        "issues": issues,
    }
