"""The types of the configs of a list: how it is paged, what is read of it, and the lists inside its items.

contract/headers.py writes the keys in the docstrings, from include/schema. A dict with the same keys may stand in place
of each dataclass.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Required, TypedDict, TypeVar

from ._documents import Document, Query

NestedMode = Literal["report", "error", "drain"]


class ListNames(TypedDict, total=False):
    """Where a document's answers keep the list, and which variables ask for pages: see `Pagination`."""

    connection: str
    items: str
    page_info: str
    has_next_page: str
    end_cursor: str
    has_previous_page: str
    start_cursor: str
    after: str | Sequence[str]
    first: str
    before: str | Sequence[str]
    last: str
    offset: str
    page: str
    limit: str
    # None leaves out what the library finds. In `Pagination`, None means that nothing is given.
    total: str | None
    page_count: str | None
    has_more: str | None
    key: str | Sequence[str]


class PaginationDict(ListNames, total=False):
    """`Pagination` as a dict."""

    type: Literal["cursor", "offset", "keyset"]
    direction: Literal["forward", "reverse", "bidirectional"]
    trust_opposite_flag: bool
    cursor: Literal["page", "scroll"]
    end: Literal["null_cursor", "empty_page", "short_page", "first_page"]
    concurrency: int
    identity: str
    inclusive: bool
    null_list: Literal["error", "empty"]
    repeats: Literal["error", "allow"]
    max_empty_pages: int
    check_total: bool
    find: bool
    complete_query: bool


@dataclasses.dataclass(frozen=True, kw_only=True)
class Pagination:
    """How a list is paged, if the document alone does not say it.

    connection: JSON Pointer below `data` to the list, like /shop/products. In an offset list or a keyset list it may
        lead to the array of items itself. Default: found in the document; a keyset list must give it.
    items: JSON Pointer below the connection to the array of items. Default: the connection's `nodes` if a response has
        them, otherwise its `edges`; in other lists the connection itself if that is an array, otherwise its one field
        that is an array in the first answer.
    page_info: JSON Pointer below the connection to the page info. Default: found in the document.
    has_next_page: JSON Pointer below the page info to the flag (true or false, or 1 or 0) that says whether there is a
        next page. Default: found in the document.
    end_cursor: JSON Pointer below the page info to the cursor of the next page. Default: found in the document.
    has_previous_page: JSON Pointer below the page info to the flag (true or false, or 1 or 0) that says whether there
        is a previous page. Default: found in the document.
    start_cursor: JSON Pointer below the page info to the cursor of the previous page. Default: found in the document.
    after: Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /paging/after, that
        takes the cursor of a next page. For a keyset list, the place that takes the key of the last item of a page: the
        name of a variable, or a JSON Pointer to a place inside a variable, like /where/id/_gt. If the list has several
        keys: one place for each key. Default: the variable of the argument `after`.
    first: Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /paging/first, that
        takes the size of a page when the library reads forward. Default: the variable of the argument `first`.
    before: Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /paging/before,
        that takes the cursor of a previous page. For a keyset list, the place that takes the key of the first item of a
        page: the name of a variable, or a JSON Pointer to a place inside a variable, like /where/id/_lt. If the list
        has several keys: one place for each key. Default: the variable of the argument `before`.
    last: Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /paging/last, that
        takes the size of a page when the library reads backward. Default: the variable of the argument `last`.
    offset: Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /options/offset,
        of an offset list that takes the number of the first item wanted. Default: the variable of the argument
        `offset`.
    page: Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like /pagination/page, of
        a list with page numbers that takes the number of the page. Default: the variable of the argument `page`.
    limit: Name of the variable, without the $, or a JSON Pointer to a place inside a variable, like
        /pagination/pageSize, of an offset list or a keyset list that takes the size of a page. Default: the variable of
        the argument `limit`; of a keyset list also of `first` or `last`.
    total: JSON Pointer below the connection to the number of all items of the list. Null: the list is read without it.
        Default: found in the document, if the library finds the list there; otherwise the answers do not have it.
    page_count: JSON Pointer below the connection of a list with page numbers to the number of all its pages. Valid only
        with `page`. Null: the list is read without it. Default: found in the document, if the library finds the list
        there; otherwise the answers do not have it.
    has_more: JSON Pointer below the connection of an offset list or a keyset list to the flag (true or false, or 1 or
        0) that says whether there are more items. Null: the list is read without it. Default: found in the document, if
        the library finds the list there; otherwise the answers do not have it.
    key: JSON Pointer below an item of a keyset list (below the node of an edge) to the value by which the server orders
        the list and filters it, like /id. For an order by several values a list of pointers, in that order. Default:
        the list is not a keyset list.
    type: How the pager asks for a page. Default: "keyset" if `key` is given, "offset" if a key of offset lists is
        given, otherwise found in the document.
        - "cursor": by a cursor
        - "offset": by a number: an offset or a page number
        - "keyset": by the key of an item: the page after the item with that key
    direction: In which direction the list is read. Default: what the document allows; for a keyset list the directions
        for which `after` or `before` is given.
        - "forward": from the beginning of the list
        - "reverse": from the end: the first page is the last page of the list
        - "bidirectional": both, starting at the first page; the library asks for the first page forward
    trust_opposite_flag: Whether the library believes the flag for previous pages in the answer to a forward request.
        Default: False.
    cursor: What a cursor names in a list of cursors. Default: "page".
        - "page": a page: each page has another cursor, and a request can be sent again
        - "scroll": the list, like the scroll id of a search: the cursor may be the same on every page, and each request
          moves the list. Such a list is read forward
    end: What ends a list whose pages do not say whether there is more. Default: "empty_page" in an offset list or a
        keyset list; in a list of cursors "null_cursor" if the library finds a cursor and no flag.
        - "null_cursor": a cursor that is null or an empty text: for lists of cursors, in place of `has_next_page`.
          `page_info` may be left out; `end_cursor` is then below the connection
        - "empty_page": an empty page: also for lists of cursors that are never null
        - "short_page": an empty page, or a page with fewer items than the limit, which saves the request for an empty
          page
        - "first_page": the first page: for a list that the server sends at once, whose query needs no variable for an
          offset. If the answer says that there is more, by `has_more`, `page_count`, a cursor like `nextToken` or a
          word for these, or has as many items as the query asks for, the walk ends with MISSING_PAGE_INFO
    concurrency: How many pages of an offset list a load_all may ask for at once. The library delivers them in the order
        of the list. Needs `total` or `page_count`. Default: 1.
    identity: JSON Pointer below an item (below the node of an edge) to a string or a number that tells the item apart,
        like /id. The library leaves out items that the list had before, and counts them. Default: the library leaves
        out no items.
    inclusive: Whether the server's filter of a keyset list includes the key that it gets (>= in place of >). Each page
        then begins with items that the page before it had, and `identity` leaves them out. Needs `identity`. Default:
        False.
    null_list: What a null in place of the list is, if the response has no errors. Default: "error".
        - "error": a failure of the server: the walk ends with MISSING_PAGE_INFO, unless the page says that nothing
          follows
        - "empty": an empty page: some servers write it so
    repeats: What becomes of a page that has the items of an earlier one, byte for byte and in their old places.
        Default: "error"; if `identity` is given, pages in a row may be equal, because identities tell more.
        - "error": the walk ends with CURSOR_CYCLE
        - "allow": a page like any other
    max_empty_pages: How many pages in a row may be empty, in a list with page numbers or cursors, although each says
        that there is more. The walk hands such a page out and asks for the next one. After more of them it ends with
        CURSOR_STUCK. An offset and a key do not move on such a page. Default: 10 with page numbers, and with cursors
        once as many items came as the total names; otherwise 10,000 with cursors.
    check_total: Whether a load_all over the whole list ends with FEWER_THAN_TOTAL if the list has fewer items than the
        smallest `total` that its pages named. Default: True.
    find: Whether the library looks in the document for a list that is not a connection: by names like `offset`, `page`,
        `nextToken`, `hasMore`, `totalPages`. Default: True.
    complete_query: Whether the library adds to the query what a list needs to be paged: the variable and the argument
        `after`, and `pageInfo { hasNextPage endCursor }`; or a variable in place of a written `offset: 0`, `page: 1`,
        `after: null` or `after: ""`. Default: True.
    """

    connection: str | None = None
    items: str | None = None
    page_info: str | None = None
    has_next_page: str | None = None
    end_cursor: str | None = None
    has_previous_page: str | None = None
    start_cursor: str | None = None
    after: str | Sequence[str] | None = None
    first: str | None = None
    before: str | Sequence[str] | None = None
    last: str | None = None
    offset: str | None = None
    page: str | None = None
    limit: str | None = None
    total: str | None = None
    page_count: str | None = None
    has_more: str | None = None
    key: str | Sequence[str] | None = None
    type: Literal["cursor", "offset", "keyset"] | None = None
    direction: Literal["forward", "reverse", "bidirectional"] | None = None
    trust_opposite_flag: bool | None = None
    cursor: Literal["page", "scroll"] | None = None
    end: Literal["null_cursor", "empty_page", "short_page", "first_page"] | None = None
    concurrency: int | None = None
    identity: str | None = None
    inclusive: bool | None = None
    null_list: Literal["error", "empty"] | None = None
    repeats: Literal["error", "allow"] | None = None
    max_empty_pages: int | None = None
    check_total: bool | None = None
    find: bool | None = None
    complete_query: bool | None = None


class Tolerance(TypedDict, total=False):
    """How much disorder a list with `since` may have: one of the two."""

    # An item may be out of order with so many items before it.
    items: int
    # Two times may be out of order by so many seconds.
    seconds: float


class SinceDict(TypedDict, total=False):
    """`Since` as a dict."""

    path: Required[str]
    type: Literal["time", "integer", "text"]
    order: Required[Literal["descending", "ascending", "filtered"]]
    value: str | int
    lag: float
    shrinking_lag: float
    variable: str
    template: str
    tolerate: Tolerance
    expired: Literal["restart", "fail"]
    unreached: Literal["error", "accept"]
    on_missing: Literal["error", "deliver", "skip"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Since:
    """Reads only the items that are new or changed since a mark, and checks that the list is sorted as it says.

    path: JSON Pointer below an item to the value that says since when the item is as it is, like /updatedAt.
    type: "time" (the default), "integer" or "text".
    order: "descending" if the newest items come first, "ascending" if they come last, and "filtered" for any order if
        the server leaves out older items.
    value: The mark to begin with if `checkpoint` has no mark. Without either, the first run reads the whole list.
    lag: How far below the mark the next run reads again: seconds of times, a number of integers. Default: 0.
    shrinking_lag: A lag in its place, in seconds also for integers, which count as times since 1970. If more than
        10,000 items lie within it, the next run reads less again, and the log says so.
    variable: The variable that takes the mark less the lag: its name, or a JSON Pointer to a place inside it, like
        /where/updatedAt/_gte. "ascending" and "filtered" need one.
    template: A text with `{value}` in it, which the variable takes with the value in that place.
    tolerate: How much disorder is expected and read past: {"items": …} places, or {"seconds": …} between two times.
        Default: none.
    expired: What happens if the server refuses the cursor of a checkpoint: "restart" (the default) begins at the mark
        again, "fail" raises the error.
    unreached: What becomes of a "descending" list that ends before an item came that the run before had: "error" (the
        default) raises `MarkNotReached`, "accept" takes the list as complete.
    on_missing: What becomes of an item with null, or nothing, at `path`: "error" (the default) raises `NotOrdered`,
        "deliver" hands it out in every run, "skip" leaves it out.

    The documentation's page "Configuration" has the rules of each.
    """

    path: str
    type: Literal["time", "integer", "text"] | None = None
    order: Literal["descending", "ascending", "filtered"]
    value: str | int | None = None
    lag: float | None = None
    shrinking_lag: float | None = None
    variable: str | None = None
    template: str | None = None
    tolerate: Tolerance | None = None
    expired: Literal["restart", "fail"] | None = None
    unreached: Literal["error", "accept"] | None = None
    on_missing: Literal["error", "deliver", "skip"] | None = None


class NextQuery(ListNames, total=False):
    """Another query, which asks for all pages but the first.

    query: A GraphQL document with the query for further pages.
    operation_name: Which operation of the document the pager sends. Default: the only operation of the document.
    variables: The variables of further pages, by name, without the cursor. Default: {}.
    connection, items, page_info, has_next_page, end_cursor, has_previous_page, start_cursor, after, first, before,
        last, offset, page, limit, total, page_count, has_more, key: As in `Pagination`, for this query.
    """

    query: Required[Query]
    operation_name: str
    variables: Mapping[str, Any]


# A query for the rest of a list inside the items; `Draining` describes its keys.
RestQuery = TypedDict(
    "RestQuery",
    {
        "query": Required[str | Document],
        "operation_name": str,
        "variables": Mapping[str, Any],
        "from": Mapping[str, str],
        "connection": str,
        "after": str,
    },
    total=False,
)


class NestedDict(TypedDict, total=False):
    """`Nested` as a dict."""

    mode: Required[NestedMode]
    max_requests: int
    parallel: int
    queries: Mapping[str, RestQuery]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Nested:
    """How a pager fetches the rest of lists inside the items.

    mode: What the pager does.
        - "report": counts and lists them
        - "error": shows and keeps a page with a list that says that there is more, or does not say; then the operation
          ends with NESTED_INCOMPLETE
        - "drain": fetches the rest of each list before it shows the page, and inserts it
    max_requests: The most requests for the rest of the lists inside one page. Default: 1000.
    parallel: The most of these requests that are under way at once. Default: 8.
    queries: Queries of your own for lists that node(id:) cannot fetch. The name of each is the place of the list in the
        pager's query, like /products/nodes/reviews. Default: {}.
        query: A GraphQL document.
        operation_name: Which operation of the document the pager sends. Default: the only operation of the document.
        variables: The variables that stay the same. Default: {}.
        from: JSON Pointers into the object that has the list, by the names of the variables that take the values there.
            Default: {}.
        connection: JSON Pointer below `data` to the list in the answers. Default: the only connection of the document.
        after: Name of the variable that takes the cursor. Default: the variable of the argument `after`, or `before` if
            the list is read backward.
    """

    mode: NestedMode
    max_requests: int | None = None
    parallel: int | None = None
    queries: Mapping[str, RestQuery] | None = None


Config = TypeVar("Config")


def as_dict(config: Config) -> Config | dict[str, Any]:
    """A config as the dict with the keys that it gives, if it is one of these dataclasses; else the value itself."""
    if not isinstance(config, Pagination | Since | Nested):
        return config
    values = {field.name: getattr(config, field.name) for field in dataclasses.fields(config)}
    return {name: value for name, value in values.items() if value is not None}
