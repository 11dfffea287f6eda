"""Products whose requests have the number of a page."""

from graphql import GraphQLError

from products.listing import Listing, Row
from products.product import Arguments, Product, size


def _anilist(listing: Listing, arguments: Arguments) -> Row:
    length = size(arguments, "perPage", 50, 50)
    part = listing.at_number(length, arguments.get("page") or 1)
    # The total is a fixed number, and the last page follows from it: only the flag is right.
    total = listing.variant.wrong_total or 5000
    info = {
        "total": total, "perPage": length, "currentPage": part.number, "lastPage": -(-total // length),
        "hasNextPage": part.has_more,
    }
    return {"pageInfo": info, "media": part.rows}


ANILIST = Product("anilist", """
type Query { Page(page: Int, perPage: Int): Page }
type Page {
  pageInfo: PageInfo
  media(id: Int, type: MediaType, search: String, sort: [MediaSort], isAdult: Boolean): [Media]
}
type PageInfo { total: Int perPage: Int currentPage: Int lastPage: Int hasNextPage: Boolean }
enum MediaType { ANIME MANGA }
enum MediaSort { ID ID_DESC POPULARITY_DESC }
type Media { id: Int! title: MediaTitle type: MediaType }
type MediaTitle { romaji: String english: String native: String }
""", {"Query.Page": _anilist}, lambda n: {"id": n, "title": {"romaji": f"Anime {n}"}, "type": "ANIME"})


def _magento(listing: Listing, arguments: Arguments) -> Row:
    length = size(arguments, "pageSize", 20, 300, "Maximum pageSize is {largest}")
    number = arguments["currentPage"]
    part = listing.at_number(length, number)
    if number > part.pages > 0:
        raise GraphQLError(
            f"currentPage value {number} specified is greater than the {part.pages} page(s) available."
        )
    info = {"current_page": number, "page_size": length, "total_pages": part.pages}
    return {"items": part.rows, "page_info": info, "total_count": part.total}


MAGENTO = Product("magento", """
type Query {
  products(
    search: String, filter: ProductAttributeFilterInput, pageSize: Int = 20, currentPage: Int = 1,
    sort: ProductAttributeSortInput
  ): Products
}
input ProductAttributeFilterInput { category_uid: FilterEqualTypeInput name: FilterMatchTypeInput }
input FilterEqualTypeInput { eq: String in: [String] }
input FilterMatchTypeInput { match: String }
input ProductAttributeSortInput { name: SortEnum position: SortEnum price: SortEnum relevance: SortEnum }
enum SortEnum { ASC DESC }
type Products { items: [ProductInterface] page_info: SearchResultPageInfo total_count: Int }
type SearchResultPageInfo { current_page: Int page_size: Int total_pages: Int }
interface ProductInterface { uid: ID! sku: String name: String }
type SimpleProduct implements ProductInterface { uid: ID! sku: String name: String weight: Float }
""", {"Query.products": _magento}, lambda n: {
    "__typename": "SimpleProduct", "uid": f"MTA{n}", "sku": f"24-MB{n:02}", "name": f"Bag {n}", "weight": 1.5,
}, key=("sku",))


def _rick_and_morty(listing: Listing, arguments: Arguments) -> Row:
    part = listing.at_number(20, arguments.get("page") or 1)
    info = {
        "count": part.total, "pages": part.pages, "next": part.number + 1 if part.has_more else None,
        "prev": part.number - 1 if part.number > 1 else None,
    }
    return {"info": info, "results": part.rows}


RICK_AND_MORTY = Product("rick_and_morty", """
type Query { characters(page: Int, filter: FilterCharacter): Characters }
input FilterCharacter { name: String status: String species: String type: String gender: String }
type Characters { info: Info results: [Character] }
type Info { count: Int pages: Int next: Int prev: Int }
type Character { id: ID name: String status: String species: String }
""", {"Query.characters": _rick_and_morty}, lambda n: {"id": str(n), "name": f"Morty {n}", "status": "Alive"})


def _strapi(listing: Listing, arguments: Arguments) -> tuple[list[Row], Row]:
    asked = arguments["pagination"]
    length = size(asked, "pageSize", 10, 100)
    if {"start", "limit"} & asked.keys():
        part = listing.from_offset(size(asked, "limit", 10, 100), asked.get("start") or 0)
    else:
        part = listing.at_number(length, asked.get("page") or 1)
    info = {"total": part.total, "page": part.number, "pageSize": length, "pageCount": part.pages}
    return part.rows, info


def _strapi4(listing: Listing, arguments: Arguments) -> Row:
    rows, info = _strapi(listing, arguments)
    return {"data": rows, "meta": {"pagination": info}}


def _strapi5(listing: Listing, arguments: Arguments) -> Row:
    rows, info = _strapi(listing, arguments)
    return {"nodes": rows, "pageInfo": info}


STRAPI_TYPES = """
input PaginationArg { page: Int pageSize: Int start: Int limit: Int }
input ArticleFiltersInput { title: StringFilterInput }
input StringFilterInput { eq: String contains: String }
type Pagination { total: Int! page: Int! pageSize: Int! pageCount: Int! }
"""
STRAPI4 = Product("strapi4", STRAPI_TYPES + """
type Query {
  articles(
    filters: ArticleFiltersInput, pagination: PaginationArg = {}, sort: [String] = [],
    publicationState: PublicationState
  ): ArticleEntityResponseCollection
}
enum PublicationState { LIVE PREVIEW }
type ArticleEntityResponseCollection { data: [ArticleEntity!]! meta: ResponseCollectionMeta! }
type ResponseCollectionMeta { pagination: Pagination! }
type ArticleEntity { id: ID attributes: Article }
type Article { title: String }
""", {"Query.articles": _strapi4}, lambda n: {"id": str(n), "attributes": {"title": f"Article {n}"}})

STRAPI5 = Product("strapi5", STRAPI_TYPES + """
type Query {
  articles(
    filters: ArticleFiltersInput, pagination: PaginationArg = {}, sort: [String] = [], status: PublicationStatus
  ): [Article]!
  articles_connection(
    filters: ArticleFiltersInput, pagination: PaginationArg = {}, sort: [String] = [], status: PublicationStatus
  ): ArticleEntityResponseCollection
}
enum PublicationStatus { DRAFT PUBLISHED }
type ArticleEntityResponseCollection { nodes: [Article!]! pageInfo: Pagination! }
type Article { documentId: ID! title: String }
""", {
    "Query.articles": lambda listing, arguments: _strapi(listing, arguments)[0],
    "Query.articles_connection": _strapi5,
}, lambda n: {"documentId": f"clkgylw7d000{n}", "title": f"Article {n}"}, key=("documentId",))


def _spring(listing: Listing, arguments: Arguments) -> Row:
    number = arguments["page"]
    length = size(arguments, "size", 20, 2000)
    part = listing.at_number(length, number + 1)
    return {
        "content": part.rows, "number": number, "size": length, "numberOfElements": len(part.rows),
        "totalPages": part.pages, "totalElements": part.total, "first": number == 0, "last": not part.has_more,
    }


SPRING = Product("spring", """
type Query { books(page: Int = 0, size: Int = 20): BookPage! }
type BookPage {
  content: [Book!]! number: Int! size: Int! numberOfElements: Int! totalPages: Int! totalElements: Int!
  first: Boolean! last: Boolean!
}
type Book { id: ID! title: String! }
""", {"Query.books": _spring}, lambda n: {"id": str(n), "title": f"Book {n}"})


def _lighthouse(listing: Listing, arguments: Arguments) -> Row:
    length = size(arguments, "first", 10, 100, "Maximum number of {largest} requested items exceeded, got {asked}.")
    part = listing.at_number(length, arguments.get("page") or 1)
    start = (part.number - 1) * length
    info = {
        "count": len(part.rows), "currentPage": part.number, "firstItem": start + 1 if part.rows else None,
        "hasMorePages": part.has_more, "lastItem": start + len(part.rows) if part.rows else None,
        "lastPage": part.pages, "perPage": length, "total": part.total,
    }
    return {"paginatorInfo": info, "data": part.rows}


LIGHTHOUSE = Product("lighthouse", """
type Query { posts(first: Int! = 10, page: Int): PostPaginator! }
type PostPaginator { paginatorInfo: PaginatorInfo! data: [Post!]! }
type PaginatorInfo {
  count: Int! currentPage: Int! firstItem: Int hasMorePages: Boolean! lastItem: Int lastPage: Int! perPage: Int!
  total: Int!
}
type Post { id: ID! title: String! }
""", {"Query.posts": _lighthouse}, lambda n: {"id": str(n), "title": f"Post {n}"})

PAGE_NUMBERS = (ANILIST, MAGENTO, RICK_AND_MORTY, STRAPI4, STRAPI5, SPRING, LIGHTHOUSE)
