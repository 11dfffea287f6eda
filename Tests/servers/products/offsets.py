"""Products whose requests have the number of an item."""

from graphql import GraphQLError

from products.listing import Listing, Row
from products.product import Arguments, Product, size


def _contentful(listing: Listing, arguments: Arguments) -> Row:
    length = size(arguments, "limit", 100, 1000, "The limit must be at most {largest}.")
    part = listing.from_offset(length, arguments["skip"])
    return {"total": part.total, "skip": arguments["skip"], "limit": length, "items": part.rows}


CONTENTFUL = Product("contentful", """
type Query {
  blogPostCollection(
    skip: Int = 0, limit: Int = 100, preview: Boolean, locale: String, where: BlogPostFilter, order: [BlogPostOrder]
  ): BlogPostCollection
}
input BlogPostFilter { title: String title_contains: String }
enum BlogPostOrder { title_ASC title_DESC sys_publishedAt_ASC sys_publishedAt_DESC }
type BlogPostCollection { total: Int! skip: Int! limit: Int! items: [BlogPost]! }
type BlogPost { sys: Sys! title: String }
type Sys { id: String! spaceId: String! }
""", {"Query.blogPostCollection": _contentful}, lambda n: {
    "sys": {"id": f"post{n}", "spaceId": "space"}, "title": f"Post {n}",
}, key=("sys", "id"))


def _datocms(listing: Listing, arguments: Arguments) -> list[Row]:
    length = size(arguments, "first", 20, 500, "'first' can be at most {largest}")
    return listing.from_offset(length, arguments["skip"]).rows


DATOCMS = Product("datocms", """
scalar IntType
scalar ItemId
type Query {
  allPosts(
    first: IntType = 20, skip: IntType = 0, filter: PostModelFilter, orderBy: [PostModelOrderBy]
  ): [PostRecord!]!
  _allPostsMeta(filter: PostModelFilter): CollectionMetadata!
  _site(revision: Int): ID
}
input PostModelFilter { title: StringFilter }
input StringFilter { eq: String }
enum PostModelOrderBy { id_ASC id_DESC title_ASC title_DESC }
type PostRecord { id: ItemId! title: String }
type CollectionMetadata { count: IntType! }
""", {
    "Query.allPosts": _datocms,
    "Query._allPostsMeta": lambda listing, _: {"count": listing.total},
}, lambda n: {"id": f"{n}00", "title": f"Post {n}"})


def _hasura(listing: Listing, arguments: Arguments) -> list[Row]:
    length = size(arguments, "limit", max(1, len(listing.rows)))
    return listing.from_offset(length, arguments.get("offset") or 0).rows


HASURA = Product("hasura", """
type Query {
  authors(
    distinct_on: [authors_select_column!], limit: Int, offset: Int, order_by: [authors_order_by!],
    where: authors_bool_exp
  ): [authors!]!
}
enum authors_select_column { id name }
enum order_by { asc asc_nulls_first asc_nulls_last desc desc_nulls_first desc_nulls_last }
input authors_order_by { id: order_by name: order_by }
input authors_bool_exp { _and: [authors_bool_exp!] id: Int_comparison_exp }
input Int_comparison_exp { _eq: Int _gt: Int }
type authors { id: Int! name: String! }
""", {"Query.authors": _hasura}, lambda n: {"id": n, "name": f"Author {n}"})


def _dgraph(listing: Listing, arguments: Arguments) -> list[Row]:
    length = size(arguments, "first", max(1, len(listing.rows)))
    return listing.from_offset(length, arguments.get("offset") or 0).rows


DGRAPH = Product("dgraph", """
type Query {
  queryPost(filter: PostFilter, order: PostOrder, first: Int, offset: Int): [Post]
  aggregatePost(filter: PostFilter): PostAggregateResult
}
input PostFilter { id: [ID!] title: StringTermFilter }
input StringTermFilter { allofterms: String anyofterms: String }
input PostOrder { asc: PostOrderable desc: PostOrderable then: PostOrder }
enum PostOrderable { title }
type Post { id: ID! title: String }
type PostAggregateResult { count: Int }
""", {
    "Query.queryPost": _dgraph,
    "Query.aggregatePost": lambda listing, _: {"count": listing.total},
}, lambda n: {"id": hex(n), "title": f"Post {n:03}"})


def _yelp(listing: Listing, arguments: Arguments) -> Row:
    length = size(arguments, "limit", 20, 50, "{asked} is greater than the maximum of {largest}")
    offset = arguments.get("offset") or 0
    if offset + length > 1000:
        raise GraphQLError("Too many results requested, limit+offset must be <= 1000.")
    part = listing.from_offset(length, offset)
    return {"total": part.total, "business": part.rows}


YELP = Product("yelp", """
type Query {
  search(
    term: String, location: String, latitude: Float, longitude: Float, radius: Float, categories: String,
    locale: String, limit: Int, offset: Int, sort_by: String, price: String, open_now: Boolean, open_at: Int
  ): Businesses
}
type Businesses { total: Int business: [Business] }
type Business { id: String name: String rating: Float }
""", {"Query.search": _yelp}, lambda n: {"id": f"yelp-{n}", "name": f"Burritos {n}", "rating": 4.5})


def _neo4j(listing: Listing, arguments: Arguments) -> list[Row]:
    options = arguments.get("options") or {}
    length = size(options, "limit", max(1, len(listing.rows)))
    return listing.from_offset(length, options.get("offset") or 0).rows


NEO4J = Product("neo4j", """
type Query { movies(where: MovieWhere, options: MovieOptions): [Movie!]! }
input MovieWhere { title: String title_CONTAINS: String }
input MovieOptions { limit: Int offset: Int sort: [MovieSort!] }
input MovieSort { id: SortDirection title: SortDirection }
enum SortDirection { ASC DESC }
type Movie { id: ID! title: String! }
""", {"Query.movies": _neo4j}, lambda n: {"id": f"m{n}", "title": f"Movie {n}"})


def _hot_chocolate(listing: Listing, arguments: Arguments) -> Row:
    length = size(arguments, "take", 10, 50, "The maximum allowed items per page were exceeded.")
    offset = arguments.get("skip") or 0
    part = listing.from_offset(length, offset)
    info = {"hasNextPage": part.has_more, "hasPreviousPage": offset > 0}
    return {"pageInfo": info, "items": part.rows, "totalCount": part.total}


HOT_CHOCOLATE = Product("hot_chocolate", """
type Query {
  users(skip: Int, take: Int, where: UserFilterInput, order: [UserSortInput!]): UsersCollectionSegment
}
input UserFilterInput { and: [UserFilterInput!] or: [UserFilterInput!] name: StringOperationFilterInput }
input StringOperationFilterInput { eq: String contains: String }
input UserSortInput { id: SortEnumType name: SortEnumType }
enum SortEnumType { ASC DESC }
type UsersCollectionSegment { pageInfo: CollectionSegmentInfo! items: [User!] totalCount: Int! }
type CollectionSegmentInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! }
type User { id: Int! name: String! }
""", {"Query.users": _hot_chocolate}, lambda n: {"id": n, "name": f"User {n}"})


def _wagtail(listing: Listing, arguments: Arguments) -> list[Row]:
    return listing.from_offset(size(arguments, "limit", 10, 100), arguments.get("offset") or 0).rows


WAGTAIL = Product("wagtail", """
scalar PositiveInt
type Query {
  pages(
    limit: PositiveInt, offset: PositiveInt, order: String, searchQuery: String, id: ID, contentType: String
  ): [PageInterface!]!
  site(port: Int): ID
}
interface PageInterface { id: ID title: String! slug: String! }
type Page implements PageInterface { id: ID title: String! slug: String! }
""", {"Query.pages": _wagtail}, lambda n: {
    "__typename": "Page", "id": str(n), "title": f"Page {n}", "slug": f"page-{n}",
})

OFFSETS = (CONTENTFUL, DATOCMS, HASURA, DGRAPH, YELP, NEO4J, HOT_CHOCOLATE, WAGTAIL)
