"""The list shapes of real products: their queries, what is found in them, and how their lists end.

`docs/shapes.md` shows this table, and test_shapes.py walks each row of it. Tests/servers/shapes.py answers the queries.
"""

import dataclasses
from typing import Any, Literal

Config = dict[str, Any]
# A walk ends with "complete"; "stuck" and "cycle" are the errors CURSOR_STUCK and CURSOR_CYCLE. "ends" is an end before
# the list's, because nothing in an answer says that there is more. With "warning" the list is complete, and says so.
Outcome = Literal["complete", "stuck", "cycle", "ends", "warning", "untold"]


@dataclasses.dataclass(frozen=True)
class Shape:
    """One product."""

    name: str
    # Its path at the server.
    product: str
    query: str
    # What the library says about the list after a walk: parts of `list` in the pager's state.
    found: Config
    # How the list ends, and its limits.
    ends: str
    limits: str = ""
    # Without the size of a page.
    variables: Config = dataclasses.field(default_factory=dict)
    # The keys of `pagination` that the row needs.
    needs: Config = dataclasses.field(default_factory=dict)
    # The keys that say all of it; None where only a hook can.
    names: Config | None = None
    next_query: Config | None = None
    # The same list in a query without boilerplate.
    bare: str | None = None
    # Where the id of an item is.
    key: tuple[str, ...] = ("id",)
    # What comes of an empty page in the middle, of a repeated page, and of a total that is too large. "untold" is a
    # list whose query selects no total.
    empty: Outcome = "complete"
    repeated: Outcome = "cycle"
    wrong_total: Outcome = "warning"


def _relay(connection: str, items: str = "/nodes", **others: Any) -> Config:
    return {
        "type": "cursor", "connection": connection, "items": items, "page_info": "/pageInfo",
        "has_next_page": "/hasNextPage", "end_cursor": "/endCursor", "after": "after", "first": "first", **others,
    }


def _offsets(connection: str, items: str, offset: str, limit: str, **others: Any) -> Config:
    return {"type": "offset", "connection": connection, "items": items, "offset": offset, "limit": limit, **others}


def _pages(connection: str, items: str, page: str, limit: str | None, **others: Any) -> Config:
    return {"type": "offset", "connection": connection, "items": items, "page": page, "limit": limit, **others}


def _named(found: Config, *left_out: str) -> Config:
    """All names as a config. A named total beside another sign would be checked."""
    return {name: value for name, value in found.items() if value is not None and name not in left_out}


_ANILIST = _pages(
    "/Page", "/media", "page", "perPage", has_more="/pageInfo/hasNextPage", page_count="/pageInfo/lastPage",
    total="/pageInfo/total",
)
_MAGENTO = _pages(
    "/products", "/items", "currentPage", "pageSize", page_count="/page_info/total_pages", total="/total_count"
)
_RICK_AND_MORTY = _pages("/characters", "/results", "page", None, page_count="/info/pages", total="/info/count")
_STRAPI4 = _pages(
    "/articles", "/data", "page", "pageSize", page_count="/meta/pagination/pageCount", total="/meta/pagination/total"
)
_STRAPI5 = _pages(
    "/articles_connection", "/nodes", "page", "pageSize", page_count="/pageInfo/pageCount", total="/pageInfo/total"
)
_STRAPI4_OBJECT = {**_STRAPI4, "page": "/pagination/page", "limit": None}
_SPRING = _pages("/books", "/content", "page", "size", page_count="/totalPages", total="/totalElements")
_LIGHTHOUSE = _pages(
    "/posts", "/data", "page", "first", has_more="/paginatorInfo/hasMorePages", page_count="/paginatorInfo/lastPage",
    total="/paginatorInfo/total",
)

PAGE_NUMBERS = [
    Shape(
        "AniList", "anilist",
        "query ($page: Int, $perPage: Int) { Page(page: $page, perPage: $perPage) { pageInfo { total currentPage"
        " lastPage hasNextPage } media(type: ANIME, sort: ID) { id title { romaji } } } }",
        _ANILIST, "`hasNextPage`", "50 items a page; `total` and `lastPage` are not those of the list",
        names=_named(_ANILIST, "total", "page_count"),
        bare="{ Page(page: 1, perPage: 5) { pageInfo { hasNextPage } media(type: ANIME) { id } } }",
    ),
    Shape(
        "Magento", "magento",
        "query ($pageSize: Int, $currentPage: Int) { products(filter: {}, pageSize: $pageSize, currentPage:"
        " $currentPage) { total_count items { uid sku name } page_info { current_page page_size total_pages } } }",
        _MAGENTO, "`total_pages`",
        "a page beyond the last one is an error; pages repeat items unless `sort` tells all items apart",
        names=_named(_MAGENTO, "total"), key=("sku",),
    ),
    Shape(
        "Rick and Morty", "rick_and_morty",
        "query ($page: Int) { characters(page: $page) { info { count pages next } results { id name } } }",
        _RICK_AND_MORTY, "`pages`", "20 items a page, always", names=_named(_RICK_AND_MORTY, "total"),
        bare="{ characters(page: 1) { info { pages } results { id name } } }",
    ),
    Shape(
        "Strapi 4", "strapi4",
        "query ($page: Int, $pageSize: Int) { articles(pagination: {page: $page, pageSize: $pageSize}) { data { id"
        " attributes { title } } meta { pagination { total page pageSize pageCount } } } }",
        _STRAPI4, "`pageCount`", "100 items a page, unless the server is configured otherwise",
        names=_named(_STRAPI4, "total"),
        bare="{ articles(pagination: {page: 1, pageSize: 5}) { data { id } meta { pagination { pageCount } } } }",
    ),
    Shape(
        "Strapi 5", "strapi5",
        "query ($page: Int, $pageSize: Int) { articles_connection(pagination: {page: $page, pageSize: $pageSize}) {"
        " nodes { documentId title } pageInfo { total page pageSize pageCount } } }",
        _STRAPI5, "`pageCount`", "100 items a page, unless the server is configured otherwise",
        names=_named(_STRAPI5, "total"), key=("documentId",),
    ),
    Shape(
        "Strapi with an object", "strapi4",
        "query ($pagination: PaginationArg) { articles(pagination: $pagination) { data { id attributes { title } } meta"
        " { pagination { total pageCount } } } }",
        _STRAPI4_OBJECT, "`pageCount`", "100 items a page", variables={"pagination": {"page": 1, "pageSize": 5}},
        needs={"page": "/pagination/page"},
    ),
    Shape(
        "Spring", "spring",
        "query ($page: Int, $size: Int) { books(page: $page, size: $size) { content { id title } number totalPages"
        " totalElements } }",
        _SPRING, "`totalPages`", "counts pages from 0: name the first page in the variables", variables={"page": 0},
        names=_named(_SPRING, "total"), bare="{ books(page: 0, size: 5) { content { id title } totalPages } }",
    ),
    Shape(
        "Lighthouse", "lighthouse",
        "query ($first: Int!, $page: Int) { posts(first: $first, page: $page) { paginatorInfo { currentPage lastPage"
        " hasMorePages total } data { id title } } }",
        _LIGHTHOUSE, "`hasMorePages`", "a larger `first` than the server's limit is an error",
        names=_named(_LIGHTHOUSE, "total", "page_count"),
        bare="{ posts(first: 5, page: 1) { paginatorInfo { hasMorePages } data { id title } } }",
    ),
]

_CONTENTFUL = _offsets("/blogPostCollection", "/items", "skip", "limit", total="/total")
_DATOCMS = _offsets("/allPosts", "", "skip", "first")
_HASURA = _offsets("/authors", "", "offset", "limit")
_DGRAPH = _offsets("/queryPost", "", "offset", "first")
_YELP = _offsets("/search", "/business", "offset", "limit", total="/total")
_NEO4J = _offsets("/movies", "", "offset", "limit")
_HOT_CHOCOLATE = _offsets(
    "/users", "/items", "skip", "take", has_more="/pageInfo/hasNextPage", total="/totalCount"
)
_WAGTAIL = _offsets("/pages", "", "offset", "limit")

OFFSETS = [
    Shape(
        "Contentful", "contentful",
        "query ($skip: Int, $limit: Int) { blogPostCollection(skip: $skip, limit: $limit, order: sys_publishedAt_ASC)"
        " { total items { sys { id } title } } }",
        _CONTENTFUL, "`total`", "1,000 items a page; a cost of the query below 11,000",
        names=_named(_CONTENTFUL), key=("sys", "id"), empty="stuck", wrong_total="stuck",
        bare="{ blogPostCollection(skip: 0, limit: 5) { total items { sys { id } } } }",
    ),
    Shape(
        "DatoCMS", "datocms",
        "query ($skip: IntType, $first: IntType) { allPosts(skip: $skip, first: $first, orderBy: id_ASC) { id title }"
        " _allPostsMeta { count } }",
        _DATOCMS, "an empty page: the count is another field", "500 items a page", names=_named(_DATOCMS),
        empty="ends", wrong_total="untold",
    ),
    Shape(
        "Hasura", "hasura",
        "query ($limit: Int, $offset: Int) { authors(limit: $limit, offset: $offset, order_by: {id: asc}) { id name }"
        " }",
        _HASURA, "an empty page", "a role may have a limit of rows", names=_named(_HASURA), empty="ends",
        wrong_total="untold", bare="{ authors(limit: 5, offset: 0, order_by: {id: asc}) { id name } }",
    ),
    Shape(
        "Dgraph", "dgraph",
        "query ($first: Int, $offset: Int) { queryPost(order: {asc: title}, first: $first, offset: $offset) { id title"
        " } }",
        _DGRAPH, "an empty page", names=_named(_DGRAPH), empty="ends", wrong_total="untold",
        bare="{ queryPost(first: 5, offset: 0) { id title } }",
    ),
    Shape(
        "Yelp", "yelp",
        'query ($limit: Int, $offset: Int) { search(term: "burrito", location: "san francisco", limit: $limit,'
        " offset: $offset) { total business { id name } } }",
        _YELP, "`total`", "50 items a page; `limit` and `offset` together at most 1,000", names=_named(_YELP),
        empty="stuck", wrong_total="stuck",
        bare='{ search(location: "san francisco", limit: 5, offset: 0) { total business { id name } } }',
    ),
    Shape(
        "Neo4j", "neo4j",
        "query ($offset: Int, $limit: Int) { movies(options: {offset: $offset, limit: $limit, sort: [{id: ASC}]}) {"
        " id title } }",
        _NEO4J, "an empty page", names=_named(_NEO4J), empty="ends", wrong_total="untold",
        bare="{ movies(options: {offset: 0, limit: 5}) { id title } }",
    ),
    Shape(
        "Hot Chocolate", "hot_chocolate",
        "query ($skip: Int, $take: Int) { users(skip: $skip, take: $take, order: [{id: ASC}]) { items { id name }"
        " pageInfo { hasNextPage hasPreviousPage } totalCount } }",
        _HOT_CHOCOLATE, "`hasNextPage`", "50 items a page, unless the server is configured otherwise",
        names=_named(_HOT_CHOCOLATE, "total"), empty="stuck",
        bare="{ users(skip: 0, take: 5) { items { id name } pageInfo { hasNextPage } } }",
    ),
    Shape(
        "Wagtail", "wagtail",
        "query ($limit: PositiveInt, $offset: PositiveInt) { pages(limit: $limit, offset: $offset) { id title } }",
        _WAGTAIL, "an empty page", "100 items a page, unless the server is configured otherwise",
        names=_named(_WAGTAIL), empty="ends", wrong_total="untold",
    ),
]

_DATA_API_BUILDER = {
    "type": "cursor", "connection": "/books", "items": "/items", "after": "after", "first": "first",
}
_NESTJS = _relay("/todoItems", "/edges", total="/totalCount")
_NESTJS_OBJECT = _relay("/todoItems", "/edges", after="/paging/after", first=None)
_TIBBER = _relay("/viewer/homes/0/consumption")


def _tokens(connection: str) -> Config:
    return {
        "type": "cursor", "connection": connection, "items": "/items", "after": "nextToken", "first": "limit",
        "end_cursor": "/nextToken", "end": "null_cursor",
    }


_MONDAY_NEXT = (
    "query ($cursor: String!, $limit: Int!) { next_items_page(cursor: $cursor, limit: $limit) { cursor items { id name"
    " } } }"
)

CURSORS = [
    Shape(
        "Data API builder", "data_api_builder",
        "query ($first: Int, $after: String) { books(first: $first, after: $after, orderBy: {id: ASC}) { items { id"
        " title } endCursor hasNextPage } }",
        _DATA_API_BUILDER, "`hasNextPage` of the list", "100,000 items a page",
        names={**_DATA_API_BUILDER, "page_info": "", "has_next_page": "/hasNextPage", "end_cursor": "/endCursor"},
        wrong_total="untold",
    ),
    Shape(
        "AppSync", "appsync",
        "query ($limit: Int, $nextToken: String) { listPosts(limit: $limit, nextToken: $nextToken) { items { id title }"
        " nextToken } }",
        _tokens("/listPosts"),
        "`nextToken` is null", "a filter leaves pages empty in the middle; 1 MB is read for a page",
        wrong_total="untold",
    ),
    Shape(
        "Amplify", "amplify",
        "query ListTodos($filter: ModelTodoFilterInput, $limit: Int, $nextToken: String) { listTodos(filter: $filter,"
        " limit: $limit, nextToken: $nextToken) { items { id name } nextToken } }",
        _tokens("/listTodos"),
        "`nextToken` is null", "a filter leaves pages empty in the middle; 100 items a page, if `limit` is missing",
        wrong_total="untold",
    ),
    Shape(
        "nestjs-query", "nestjs_query",
        "query ($first: Int, $after: ConnectionCursor) { todoItems(paging: {first: $first, after: $after}, sorting:"
        " [{field: id, direction: ASC}]) { edges { node { id title } } pageInfo { hasNextPage endCursor } totalCount }"
        " }",
        _NESTJS, "`hasNextPage`", "50 items a page, unless the server is configured otherwise",
        names=_named(_NESTJS, "total"),
    ),
    Shape(
        "nestjs-query with an object", "nestjs_query",
        "query ($paging: CursorPaging!) { todoItems(paging: $paging) { edges { node { id title } } pageInfo {"
        " hasNextPage endCursor } totalCount } }",
        _NESTJS_OBJECT, "`hasNextPage`", "50 items a page", variables={"paging": {"first": 5}},
        needs={"after": "/paging/after"},
    ),
    Shape(
        "Godwoken", "godwoken",
        "query ($after: String, $limit: Int) { token_transfers(input: {after: $after, limit: $limit}) { entries {"
        " transaction_hash log_index } metadata { total_count before after } } }",
        {"type": "cursor", "connection": "/token_transfers", "items": "/entries", "after": "after", "first": "limit"},
        "`metadata { after }` is null", "100 items a page", key=("transaction_hash",),
        needs={"end": "null_cursor", "end_cursor": "/metadata/after"},
    ),
    Shape(
        "Monday", "monday",
        'query ($limit: Int!) { boards(ids: ["1234567890"]) { items_page(limit: $limit) { cursor items { id name } } }'
        " }",
        {"type": "cursor", "connection": "/boards/0/items_page", "items": "/items"},
        "`cursor` is null", "500 items a page; a cursor lives for 60 minutes",
        needs={"connection": "/boards/0/items_page", "end": "null_cursor"},
        next_query={"query": _MONDAY_NEXT, "variables": {"limit": 5}}, wrong_total="untold",
    ),
    Shape(
        "Tibber", "tibber",
        "query ($first: Int, $after: String) { viewer { homes { consumption(resolution: HOURLY, first: $first, after:"
        " $after) { pageInfo { endCursor hasNextPage } nodes { from to consumption } } } } }",
        _TIBBER, "`hasNextPage`", "`count` is the number of items of the page", key=("from",),
        needs={"connection": "/viewer/homes/0/consumption"}, names={"connection": "/viewer/homes/0/consumption"},
        wrong_total="untold",
    ),
]

_PAGE_INFO = "pageInfo { hasNextPage endCursor }"

RELAY = [
    Shape(
        "WPGraphQL", "wpgraphql",
        f"query ($first: Int, $after: String) {{ posts(first: $first, after: $after) {{ nodes {{ id title }}"
        f" {_PAGE_INFO} }} }}",
        _relay("/posts"), "`hasNextPage`", "100 items a page, and a larger `first` is cut down in silence",
        names={}, bare="{ posts(first: 5) { nodes { id title } } }", wrong_total="untold",
    ),
    Shape(
        "GitLab", "gitlab",
        'query ($first: Int, $after: String) { project(fullPath: "group/project") { issues(first: $first, after:'
        f" $after) {{ count nodes {{ id title }} {_PAGE_INFO} }} }} }}",
        _relay("/project/issues"), "`hasNextPage`", "100 items a page; a complexity of the query",
        names={},
        bare='{ project(fullPath: "group/project") { issues(first: 5) { nodes { id title } } } }',
    ),
    Shape(
        "Linear", "linear",
        f"query ($first: Int, $after: String) {{ issues(first: $first, after: $after) {{ nodes {{ id title }}"
        f" {_PAGE_INFO} }} }}",
        _relay("/issues"), "`hasNextPage`", "250 items a page; a complexity of the query", names={},
        bare="{ issues(first: 5) { nodes { id title } } }", wrong_total="untold",
    ),
    Shape(
        "Braintree", "braintree",
        "query ($first: Int, $after: String) { search { transactions(input: {}, first: $first, after: $after) { edges {"
        f" node {{ id status }} }} {_PAGE_INFO} }} }} }}",
        _relay("/search/transactions", "/edges"), "`hasNextPage`", "50 items a page", names={},
        bare="{ search { transactions(input: {}, first: 5) { edges { node { id status } } } } }", wrong_total="untold",
    ),
    Shape(
        "GitHub's search", "github",
        'query ($first: Int, $after: String) { search(query: "is:open", type: ISSUE, first: $first, after: $after) {'
        f" issueCount nodes {{ ... on Issue {{ id title }} }} {_PAGE_INFO} }} }}",
        _relay("/search"), "`hasNextPage`", "1,000 items of a search, whatever `issueCount` says; 100 items a page",
        names={},
        bare='{ search(query: "is:open", type: ISSUE, first: 5) { nodes { ... on Issue { id title } } } }',
    ),
    Shape(
        "GitHub's nodes", "github",
        'query ($first: Int, $after: String) { nodes(ids: ["R_1"]) { ... on Repository { issues(first: $first, after:'
        f" $after) {{ totalCount nodes {{ id title }} {_PAGE_INFO} }} }} }} }}",
        _relay("/nodes/0/issues"), "`hasNextPage`", "100 items a page",
        needs={"connection": "/nodes/0/issues"}, names={"connection": "/nodes/0/issues"},
    ),
    Shape(
        "Shopify", "shopify",
        "query ($first: Int, $after: String) { products(first: $first, after: $after, sortKey: ID) { nodes { id title }"
        f" {_PAGE_INFO} }} }}",
        _relay("/products"), "`hasNextPage`", "250 items a page; a cost of 1,000 a query, and a bucket of costs",
        names={}, bare="{ products(first: 5) { nodes { id title } } }", wrong_total="untold",
    ),
    Shape(
        "Saleor", "saleor",
        'query ($first: Int, $after: String) { products(first: $first, after: $after, channel: "default") { totalCount'
        f" edges {{ node {{ id name }} }} {_PAGE_INFO} }} }}",
        _relay("/products", "/edges"), "`hasNextPage`",
        "100 items a page, and `first` must be given", names={},
        bare='{ products(first: 5, channel: "default") { edges { node { id name } } } }',
    ),
]

FAMILIES = {
    "Numbers of pages": PAGE_NUMBERS, "Offsets": OFFSETS, "Cursors of their own": CURSORS, "Connections": RELAY,
}
SHAPES = {shape.name: shape for family in FAMILIES.values() for shape in family}
