"""Products with the connections of Relay."""

from products.listing import Listing, Row
from products.product import PAGE_INFO, Arguments, Product, connection, needed_first, size


def _usual(usual: int, largest: int, listing: Listing, arguments: Arguments) -> Row:
    return connection(listing.from_cursor(size(arguments, "first", usual, largest), arguments.get("after")), arguments)


WPGRAPHQL = Product("wpgraphql", """
type Query {
  posts(
    first: Int, last: Int, after: String, before: String, where: RootQueryToPostConnectionWhereArgs
  ): RootQueryToPostConnection
}
input RootQueryToPostConnectionWhereArgs { search: String status: PostStatusEnum }
enum PostStatusEnum { PUBLISH DRAFT }
type RootQueryToPostConnection {
  edges: [RootQueryToPostConnectionEdge!]! nodes: [Post!]! pageInfo: RootQueryToPostConnectionPageInfo!
}
type RootQueryToPostConnectionEdge { cursor: String node: Post! }
type RootQueryToPostConnectionPageInfo {
  hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String
}
type Post { id: ID! databaseId: Int! title: String }
""", {
    "Query.posts": lambda listing, arguments: _usual(10, 100, listing, arguments),
}, lambda n: {"id": f"cG9zdDo{n}", "databaseId": n, "title": f"Post {n}"})

GITLAB = Product("gitlab", PAGE_INFO + """
type Query { project(fullPath: ID!): Project }
type Project {
  id: ID!
  issues(first: Int, last: Int, after: String, before: String, state: IssuableState, sort: IssueSort): IssueConnection
}
enum IssuableState { opened closed locked all }
enum IssueSort { CREATED_ASC CREATED_DESC UPDATED_DESC }
type IssueConnection { count: Int! edges: [IssueEdge] nodes: [Issue] pageInfo: PageInfo! }
type IssueEdge { cursor: String! node: Issue }
type Issue { id: ID! iid: ID! title: String! }
""", {
    "Query.project": lambda *_: {"id": "gid://gitlab/Project/1"},
    "Project.issues": lambda listing, arguments: {
        **_usual(100, 100, listing, arguments), "count": listing.total,
    },
}, lambda n: {"id": f"gid://gitlab/Issue/{n}", "iid": str(n), "title": f"Issue {n}"})

LINEAR = Product("linear", PAGE_INFO + """
type Query {
  issues(
    first: Int, last: Int, after: String, before: String, filter: IssueFilter, includeArchived: Boolean,
    orderBy: PaginationOrderBy
  ): IssueConnection!
}
input IssueFilter { title: StringComparator }
input StringComparator { eq: String contains: String }
enum PaginationOrderBy { createdAt updatedAt }
type IssueConnection { edges: [IssueEdge!]! nodes: [Issue!]! pageInfo: PageInfo! }
type IssueEdge { cursor: String! node: Issue! }
type Issue { id: ID! identifier: String! title: String! }
""", {
    "Query.issues": lambda listing, arguments: _usual(50, 250, listing, arguments),
}, lambda n: {"id": f"issue-{n}", "identifier": f"ENG-{n}", "title": f"Issue {n}"})

BRAINTREE = Product("braintree", PAGE_INFO + """
type Query { search: Search! }
type Search {
  transactions(
    input: TransactionSearchInput!, first: Int, after: String, last: Int, before: String
  ): TransactionConnection
}
input TransactionSearchInput { id: SearchValueInput status: SearchPaymentStatusInput }
input SearchValueInput { is: String in: [String!] }
input SearchPaymentStatusInput { is: PaymentStatus in: [PaymentStatus!] }
enum PaymentStatus { SETTLED SETTLING VOIDED }
type TransactionConnection { edges: [TransactionConnectionEdge] pageInfo: PageInfo! }
type TransactionConnectionEdge { cursor: String node: Transaction }
type Transaction { id: ID! legacyId: ID! status: PaymentStatus! }
""", {
    "Query.search": lambda *_: {},
    "Search.transactions": lambda listing, arguments: _usual(50, 50, listing, arguments),
}, lambda n: {"id": f"dHJhbnNhY3Rpb25f{n}", "legacyId": str(n), "status": "SETTLED"})


def _github_search(listing: Listing, arguments: Arguments) -> Row:
    part = listing.from_cursor(needed_first(arguments, "search", 100), arguments.get("after"))
    return {**connection(part, arguments), "issueCount": part.total}


def _github_issues(listing: Listing, arguments: Arguments) -> Row:
    part = listing.from_cursor(needed_first(arguments, "issues", 100), arguments.get("after"))
    return connection(part, arguments)


# A search stops at 1,000 results, whatever its count says; the issues of a repository do not.
GITHUB = Product("github", PAGE_INFO + """
type Query {
  nodes(ids: [ID!]!): [Node]!
  search(
    query: String!, type: SearchType!, first: Int, after: String, last: Int, before: String
  ): SearchResultItemConnection!
}
enum SearchType { DISCUSSION ISSUE REPOSITORY USER }
enum IssueState { OPEN CLOSED }
interface Node { id: ID! }
union SearchResultItem = Issue | Repository
type Repository implements Node {
  id: ID! name: String!
  issues(first: Int, after: String, last: Int, before: String, states: [IssueState!]): IssueConnection!
}
type IssueConnection { edges: [IssueEdge] nodes: [Issue] pageInfo: PageInfo! totalCount: Int! }
type IssueEdge { cursor: String! node: Issue }
type SearchResultItemConnection {
  edges: [SearchResultItemEdge] nodes: [SearchResultItem] pageInfo: PageInfo! issueCount: Int!
}
type SearchResultItemEdge { cursor: String! node: SearchResultItem }
type Issue implements Node { id: ID! number: Int! title: String! }
""", {
    "Query.search": _github_search,
    "Query.nodes": lambda _, arguments: [
        {"__typename": "Repository", "id": id, "name": "swift"} for id in arguments["ids"]
    ],
    "Repository.issues": _github_issues,
}, lambda n: {"__typename": "Issue", "id": f"I_{n}", "number": n, "title": f"Issue {n}"}, reach=1000)


def _shopify(listing: Listing, arguments: Arguments) -> Row:
    length = needed_first(arguments, "products", 250)
    return connection(listing.from_cursor(length, arguments.get("after")), arguments)


SHOPIFY = Product("shopify", PAGE_INFO + """
type Query {
  products(
    first: Int, after: String, last: Int, before: String, reverse: Boolean = false, sortKey: ProductSortKeys = ID,
    query: String, savedSearchId: ID
  ): ProductConnection!
}
enum ProductSortKeys { CREATED_AT ID TITLE UPDATED_AT }
type ProductConnection { edges: [ProductEdge!]! nodes: [Product!]! pageInfo: PageInfo! }
type ProductEdge { cursor: String! node: Product! }
type Product { id: ID! title: String! handle: String! }
""", {"Query.products": _shopify}, lambda n: {
    "id": f"gid://shopify/Product/{n}", "title": f"Product {n}", "handle": f"product-{n}",
}, extensions={"cost": {
    "requestedQueryCost": 7, "actualQueryCost": 5,
    "throttleStatus": {"maximumAvailable": 2000.0, "currentlyAvailable": 1993, "restoreRate": 100.0},
}})


def _saleor(listing: Listing, arguments: Arguments) -> Row:
    length = needed_first(arguments, "products", 100)
    return connection(listing.from_cursor(length, arguments.get("after")), arguments)


SALEOR = Product("saleor", PAGE_INFO + """
type Query {
  products(
    first: Int, after: String, last: Int, before: String, channel: String, search: String, filter: ProductFilterInput,
    sortBy: ProductOrder
  ): ProductCountableConnection
}
input ProductFilterInput { search: String ids: [ID!] }
input ProductOrder { direction: OrderDirection! field: ProductOrderField }
enum OrderDirection { ASC DESC }
enum ProductOrderField { NAME DATE }
type ProductCountableConnection { pageInfo: PageInfo! edges: [ProductCountableEdge!]! totalCount: Int }
type ProductCountableEdge { node: Product! cursor: String! }
type Product { id: ID! name: String! slug: String! }
""", {"Query.products": _saleor}, lambda n: {"id": f"UHJvZHVjdDo{n}", "name": f"Product {n}", "slug": f"product-{n}"})

RELAY = (WPGRAPHQL, GITLAB, LINEAR, BRAINTREE, GITHUB, SHOPIFY, SALEOR)
