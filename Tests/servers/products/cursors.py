"""Products whose requests have a cursor, and whose lists are not those of Relay."""

from products.listing import Listing, Row
from products.product import Arguments, Product, connection, size


def _data_api_builder(listing: Listing, arguments: Arguments) -> Row:
    part = listing.from_cursor(size(arguments, "first", 100, 100_000), arguments.get("after"))
    return {"items": part.rows, "endCursor": part.token, "hasNextPage": part.has_more}


DATA_API_BUILDER = Product("data_api_builder", """
type Query { books(first: Int, after: String, filter: bookFilterInput, orderBy: bookOrderByInput): bookConnection! }
input bookFilterInput { and: [bookFilterInput] title: StringFilterInput }
input StringFilterInput { eq: String contains: String }
input bookOrderByInput { id: OrderBy title: OrderBy }
enum OrderBy { ASC DESC }
type bookConnection { items: [book!]! endCursor: String hasNextPage: Boolean! }
type book { id: Int! title: String! }
""", {"Query.books": _data_api_builder}, lambda n: {"id": n, "title": f"Book {n}"})


def _tokens(listing: Listing, arguments: Arguments) -> Row:
    part = listing.from_cursor(size(arguments, "limit", 100, 1000), arguments.get("nextToken"))
    return {"items": part.rows, "nextToken": part.token}


APPSYNC = Product("appsync", """
type Query { listPosts(filter: TablePostFilterInput, limit: Int, nextToken: String): PostConnection }
input TablePostFilterInput { id: TableIDFilterInput title: TableStringFilterInput }
input TableIDFilterInput { eq: ID ne: ID }
input TableStringFilterInput { eq: String contains: String }
type PostConnection { items: [Post] nextToken: String }
type Post { id: ID! title: String }
""", {"Query.listPosts": _tokens}, lambda n: {"id": f"post-{n}", "title": f"Post {n}"})

AMPLIFY = Product("amplify", """
type Query { listTodos(filter: ModelTodoFilterInput, limit: Int, nextToken: String): ModelTodoConnection }
input ModelTodoFilterInput {
  id: ModelIDInput name: ModelStringInput and: [ModelTodoFilterInput] or: [ModelTodoFilterInput]
  not: ModelTodoFilterInput
}
input ModelIDInput { eq: ID ne: ID beginsWith: ID }
input ModelStringInput { eq: String ne: String contains: String }
scalar AWSDateTime
type ModelTodoConnection { items: [Todo]! nextToken: String }
type Todo { id: ID! name: String! description: String createdAt: AWSDateTime! updatedAt: AWSDateTime! }
""", {"Query.listTodos": _tokens}, lambda n: {
    "id": f"todo-{n}", "name": f"Todo {n}", "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z",
})


def _nestjs_query(listing: Listing, arguments: Arguments) -> Row:
    paging = arguments["paging"]
    length = size(paging, "first", 10, 50, "Field paging: has violations: first must not be greater than {largest}")
    return connection(listing.from_cursor(length, paging.get("after")), paging)


NESTJS_QUERY = Product("nestjs_query", """
scalar ConnectionCursor
type Query {
  todoItems(
    paging: CursorPaging! = {first: 10}, filter: TodoItemFilter! = {}, sorting: [TodoItemSort!]! = []
  ): TodoItemConnection!
}
input CursorPaging { before: ConnectionCursor after: ConnectionCursor first: Int last: Int }
input TodoItemFilter { title: StringFieldComparison }
input StringFieldComparison { eq: String like: String }
input TodoItemSort { field: TodoItemSortFields! direction: SortDirection! }
enum TodoItemSortFields { id title }
enum SortDirection { ASC DESC }
type TodoItemConnection { pageInfo: PageInfo! edges: [TodoItemEdge!]! totalCount: Int! }
type TodoItemEdge { node: TodoItem! cursor: ConnectionCursor! }
type PageInfo {
  hasNextPage: Boolean hasPreviousPage: Boolean startCursor: ConnectionCursor endCursor: ConnectionCursor
}
type TodoItem { id: ID! title: String! }
""", {"Query.todoItems": _nestjs_query}, lambda n: {"id": str(n), "title": f"Item {n}"})


def _godwoken(listing: Listing, arguments: Arguments) -> Row:
    asked = arguments["input"]
    part = listing.from_cursor(size(asked, "limit", 20, 100), asked.get("after"))
    # The flag of Godwoken's own explorer is this cursor: null on the first page before it, on the last one behind it.
    before = part.cursors[0] if asked.get("after") and part.cursors else None
    return {"entries": part.rows, "metadata": {"total_count": part.total, "before": before, "after": part.token}}


GODWOKEN = Product("godwoken", """
scalar HashAddress
scalar Decimal
type Query { token_transfers(input: TokenTransferInput!): PaginateTokenTransfers }
input TokenTransferInput {
  from_address: HashAddress to_address: HashAddress before: String after: String limit: Int
}
type PaginateTokenTransfers { entries: [TokenTransfer] metadata: PageMetadata }
type PageMetadata { total_count: Int before: String after: String }
type TokenTransfer { transaction_hash: String log_index: Int amount: Decimal }
""", {"Query.token_transfers": _godwoken}, lambda n: {
    "transaction_hash": f"0x{n:064x}", "log_index": n, "amount": "1",
}, key=("transaction_hash",))


def _monday(listing: Listing, arguments: Arguments) -> Row:
    length = size(arguments, "limit", 25, 500, "limit must be at most {largest}")
    part = listing.from_cursor(length, arguments.get("cursor"))
    return {"cursor": part.token, "items": part.rows}


MONDAY = Product("monday", """
type Query {
  boards(ids: [ID!], limit: Int = 25, page: Int = 1): [Board]
  next_items_page(cursor: String!, limit: Int! = 25): ItemsResponse!
}
type Board {
  id: ID! name: String!
  items_page(limit: Int! = 25, cursor: String, query_params: ItemsQuery): ItemsResponse!
}
input ItemsQuery { rules: [ItemsQueryRule!] operator: ItemsQueryOperator ids: [ID!] }
input ItemsQueryRule { column_id: ID! compare_value: [String!]! }
enum ItemsQueryOperator { and or }
type ItemsResponse { cursor: String items: [Item!]! }
type Item { id: ID! name: String! }
""", {
    "Query.boards": lambda _, arguments: [{"id": id, "name": "Board"} for id in arguments.get("ids") or ["1"]],
    "Board.items_page": _monday,
    "Query.next_items_page": _monday,
}, lambda n: {"id": f"9{n:03}", "name": f"Item {n}"})


def _hour(number: int) -> str:
    return f"2026-01-{1 + number // 24:02}T{number % 24:02}:00:00Z"


def _tibber(listing: Listing, arguments: Arguments) -> Row:
    part = listing.from_cursor(size(arguments, "first", 24, 744), arguments.get("after"))
    whole = connection(part, arguments)
    # The count is that of the page.
    whole["pageInfo"] |= {"count": len(part.rows), "currency": "NOK", "totalCost": 1.5}
    return whole


TIBBER = Product("tibber", """
type Query { viewer: Viewer! }
type Viewer { name: String homes: [Home]! }
type Home {
  id: ID!
  consumption(
    resolution: EnergyResolution!, first: Int, last: Int, before: String, after: String, filterEmptyNodes: Boolean
  ): HomeConsumptionConnection
}
enum EnergyResolution { HOURLY DAILY WEEKLY MONTHLY ANNUAL }
type HomeConsumptionConnection {
  pageInfo: HomeConsumptionPageInfo! nodes: [Consumption] edges: [HomeConsumptionEdge]
}
type HomeConsumptionEdge { cursor: String! node: Consumption! }
type HomeConsumptionPageInfo {
  endCursor: String hasNextPage: Boolean hasPreviousPage: Boolean startCursor: String count: Int currency: String
  totalCost: Float
}
type Consumption { from: String! to: String! cost: Float consumption: Float }
""", {
    "Query.viewer": lambda *_: {"name": "Reader", "homes": [{"id": "home"}]},
    "Home.consumption": _tibber,
}, lambda n: {
    "from": _hour(n), "to": _hour(n + 1), "cost": 0.5, "consumption": 0.25 * n,
}, key=("from",))

CURSORS = (DATA_API_BUILDER, APPSYNC, AMPLIFY, NESTJS_QUERY, GODWOKEN, MONDAY, TIBBER)
