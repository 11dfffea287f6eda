"""The types of configs and of what is returned as dicts and strings, for annotations."""

from typing import Any, Literal, NotRequired, TypedDict

from ._config_shapes import (
    BudgetShare,
    CachePolicy,
    Emit,
    Errors,
    FixedRate,
    HTTPVersion,
    LoadAllOptions,
    LoadOptions,
    PersistedQueries,
    RateLimitPolicy,
    Retain,
    Retry,
    SQLiteStore,
)
from ._documents import Document
from ._list_configs import (
    ListNames,
    Nested,
    NestedDict,
    NestedMode,
    NextQuery,
    Pagination,
    PaginationDict,
    RestQuery,
    Since,
    SinceDict,
    Tolerance,
)

__all__ = [
    "BudgetShare",
    "CachePolicy",
    "Drift",
    "Emit",
    "Ends",
    "Errors",
    "ErrorsState",
    "FirstErrorState",
    "FixedRate",
    "FoundList",
    "FoundNames",
    "FutureValues",
    "HTTPVersion",
    "ListNames",
    "LoadAllOptions",
    "LoadOptions",
    "Nested",
    "NestedCount",
    "NestedDict",
    "NestedList",
    "NestedLists",
    "NestedMode",
    "NestedState",
    "NextQuery",
    "PageInfo",
    "PageRequest",
    "PagerState",
    "Pagination",
    "PaginationDict",
    "PersistedQueries",
    "RateLimitPolicy",
    "RequestEvent",
    "RestQuery",
    "Retain",
    "Retry",
    "SQLiteStore",
    "Since",
    "SinceDict",
    "SinceState",
    "Tolerance",
    "Waiting",
]


class Waiting(TypedDict):
    """Why a running operation has no request under way just now."""

    # "connection", "http_503", "rate_limit" or "too_large"; "pace" before the request is first sent; "rate" each time,
    # if requests leave at a fixed rate.
    reason: str
    # How often the client has sent the request.
    attempt: int
    # The time when the client sends it: milliseconds since 1970. At a fixed rate it may be earlier, if requests before
    # it are cancelled.
    until: int


class RequestEvent(TypedDict):
    """An event in the life of a client's request. No event has headers, variables or the query of an address.

    The keys depend on "event":

    request      `bytes`
    connection   `state`, "opened" or "reused"
    answer       `status`, `bytes` and `milliseconds`
    failure      `message` and `milliseconds`
    limit        `remaining`, `total` and `reset`, from the server's headers
    retry        `reason` and `wait_ms`
    pace         `wait_ms`
    resend       `reason`; the client sends the request in another form at once
    authorizing  `reason`
    unreadable   `place`, `field` and `reason`; the cache cannot read a page back
    conflict     `type`, `key` and `field`; the answer has two values for a field of one record of the cache
    positions    the cursors of a list with `since` are positions: a deletion during the walk may hide an item
    """

    event: Literal[
        "authorizing", "pace", "request", "connection", "limit", "answer", "failure", "resend", "retry", "unreadable",
        "conflict", "positions",
    ]
    # The number of the client's request, from 1; its attempts share the number. 0 for an event without a request.
    request: int
    # The number of the attempt, from 1; 0 without an attempt.
    attempt: int
    # The name of the request's operation.
    operation: str | None
    # The number of the requested page, from 1 in the order of loading; None if the request is not for a page.
    page: int | None
    # The name that the caller gave the call; None if it gave none.
    tag: str | None
    # The time of the event: milliseconds since 1970.
    time: int
    # The number of events before this one that the library dropped.
    dropped: int
    bytes: NotRequired[int]
    state: NotRequired[Literal["opened", "reused"]]
    status: NotRequired[int]
    milliseconds: NotRequired[int]
    message: NotRequired[str]
    remaining: NotRequired[int]
    total: NotRequired[int | None]
    reset: NotRequired[int | None]
    reason: NotRequired[str]
    wait_ms: NotRequired[int]
    # The key of the record that lacks the field. The field is None if the cause is not one field.
    place: NotRequired[str]
    field: NotRequired[str | None]
    # The key that two objects of this type share. `field` is the field in which they differ, with its arguments.
    type: NotRequired[str]
    key: NotRequired[str]


class Ends(TypedDict):
    """How a list ends: None while there is more, "complete", or a code like "CURSOR_STUCK"."""

    next: str | None
    previous: str | None


class FirstConflict(TypedDict):
    """The first field for which one answer has two values in one record of the cache."""

    # The number of the page, from 1 in the order of loading.
    page: int
    type: str
    key: str
    # With its arguments.
    field: str


class ConflictsState(TypedDict):
    """The number of fields for which one answer has two values in one record of the cache."""

    count: int
    first: FirstConflict


class NestedList(TypedDict):
    """A list inside a page that may be incomplete."""

    # A JSON Pointer into the response.
    path: str
    # None if the list does not say it.
    has_more: Literal[True] | None
    item_count: int
    # As the server sent it; None if it is null or the query does not select it.
    page_info: dict[str, Any] | None


class NestedLists(TypedDict):
    """The lists inside the items of a page."""

    # How many lists say that there is more, and how many do not say whether there is.
    incomplete: int
    unknown: int
    # The first 10,000 of both kinds.
    lists: list[NestedList]
    # The number of requests that filled lists; absent if the pager does not fill them.
    requests: NotRequired[int]


class NestedCount(TypedDict):
    """How many lists inside pages say that there is more, and how many do not say whether there is."""

    incomplete: int
    unknown: int


class NestedState(NestedCount):
    """The same counts for a whole list, and the places of such lists in the query: "/products/nodes/reviews"."""

    connections: list[str]


class Drift(TypedDict):
    """Signs that a list changes while a pager reads it."""

    # Pages with fewer items than an earlier page, although more items follow.
    short_pages: int
    # How often a page has another total than the page before it, and the latest total. The config names the total, or
    # the query selects it by a word of `list_words()`, below the connection or in its page info.
    total_changes: int
    total: int | None
    # The same for the number of pages.
    page_count_changes: int
    page_count: int | None


# A page says that there is more, and the page after it is empty and ends the list; the list has fewer items than the
# smallest total of its pages; it has more than the greatest; the server refuses the page after a total that it may have
# capped.
Doubt = Literal["broken_promise", "fewer_than_total", "more_than_total", "refused_beyond_total"]


class Fewer(TypedDict):
    """A list that was read from its beginning to its end, and has fewer items than its pages name."""

    items: int
    # The smallest total that a page named.
    total: int


class FoundNames(TypedDict):
    """The names of `ListNames` that the pager found; None if the list has no such place, or only answers show it."""

    connection: str
    items: str | None
    page_info: str | None
    has_next_page: str | None
    end_cursor: str | None
    has_previous_page: str | None
    start_cursor: str | None
    # A list for the several keys of a keyset list; like `before` and `key`.
    after: str | list[str] | None
    first: str | None
    before: str | list[str] | None
    last: str | None
    offset: str | None
    page: str | None
    limit: str | None
    total: str | None
    page_count: str | None
    has_more: str | None
    key: str | list[str] | None
    # None if the pages say whether there is more.
    end: Literal["null_cursor", "empty_page", "short_page", "first_page"] | None
    # None if each page has a cursor of its own, or none.
    cursor: Literal["scroll"] | None


class FoundList(FoundNames):
    """The list that a pager reads, as the query and the pagination describe it."""

    # None if the hook `extract_page_info` decides.
    type: Literal["cursor", "offset", "keyset"] | None
    direction: Literal["forward", "reverse", "bidirectional"] | None
    # The words in the document by which the library found the list, by the keys of a config, and those of the next
    # query under "next_query"; None if a config or a connection describes the list.
    found_by: dict[str, Any] | None
    # None if one query loads all pages.
    next_query: FoundNames | None


class FirstErrorState(TypedDict):
    """The first error beside the data of a list: see `swiftpager.exceptions.FirstError`."""

    page: int
    message: str | None
    path: str | None


class ErrorsState(TypedDict):
    """The number of errors beside the data of a list's pages."""

    # How many pages have errors, and how many errors these pages have together.
    pages: int
    errors: int
    first: FirstErrorState


class FutureValues(TypedDict):
    """The items whose values are later than the server's clock."""

    items: int
    value: str  # The greatest of the values.


class SinceState(TypedDict):
    """How far a list with `since` has come."""

    # The mark with which the list begins; None in a first run.
    mark: str | None
    # The greatest value of the list so far, without values from the future; None before the first item.
    greatest: str | None
    # None if no value is later than the server's clock.
    future: FutureValues | None
    # How many items have no value, as `on_missing` allows.
    missing: int
    missing_behind: bool  # Whether one of these came behind an item with a value.
    # Whether the cursors of the list are positions, which shift when items come and go.
    positions: bool
    local_times: bool  # Whether times came without an offset; they count as UTC.
    again_from: str | None  # From where the next run reads again, if the lag shrank.
    # Why the mark does not move: a page had errors beside its data, or more than 10,000 items have one value.
    stays: Literal["PARTIAL_DATA", "TIES"] | None


class SiblingLists(TypedDict):
    """The value of `siblings` in a `PagerState`."""

    # How many lists in the same place of other elements have more.
    lists: int
    # The place of the first one: "/data/nodes/1/issues".
    first: str


class PagerState(TypedDict):
    """The value of `Pager.state`; the loaded counts are for the current list, with pages that were not retained."""

    loading: Literal["fetch", "load_next", "load_previous", "load_all"] | None
    # None if no request waits to be sent.
    waiting: Waiting | None
    pages_held: int
    pages_loaded: int
    items_loaded: int
    # Items of these that are null: the server did not return them, and a list without them may look whole.
    null_items: int
    # Items that were left out because an earlier page had them.
    duplicates: int
    # Items that were left out because an earlier run had them.
    known: int
    # None for a pager without `since`.
    since: SinceState | None
    # None if no page of the list has errors beside its data.
    errors: ErrorsState | None
    # The number of held pages that the client's cache cannot read back, so that they do not follow changes. The event
    # "unreadable" says what is missing.
    unreadable_pages: int
    # None if no answer has two values for a field of one record of the client's cache. The event "conflict" tells each
    # of them, and the client's `key_fields` prevent them.
    conflicts: ConflictsState | None
    # Pages that no longer begin where the page before them ends, because that page has changed: items may be missing.
    gaps: int
    # None if the list is not an offset list and its pages name no total.
    drift: Drift | None
    # What the library added to the query so that its list can be paged; None if that is nothing.
    added: list[str] | None
    # None if the list has not reached its end, has as many items as its pages name, was opened in its middle, was read
    # to its mark, or has `"check_total": False`.
    fewer: Fewer | None
    # What speaks against a list that is complete; empty while it is not. Without `strict` a doubt is not an error.
    doubts: list[Doubt]
    # The lists with more that the walk does not read, because an index in `connection` chooses another one; or None.
    siblings: SiblingLists | None
    can_load_next: bool
    can_load_previous: bool
    # If the list is not read in one direction, its end there is complete.
    ends: Ends
    # None if there is no page yet, or if there is more. "complete" for a complete list. "FEWER_THAN_TOTAL" if
    # `fewer` is not None, and the pagination names the total or the pager has `since`. "PARTIAL_DATA" if `errors` is
    # not None and the pager reports that. Otherwise, why the list cannot be completed: a code like "CURSOR_STUCK".
    end: str | None
    # "KNOWN" if a list with `since` is complete because an earlier run had the rest; otherwise None.
    reason: Literal["KNOWN"] | None
    # Known before the first request.
    list: FoundList
    # None if the query has no lists inside its items.
    nested: NestedState | None


class PageInfo(TypedDict, total=False):
    """What a hook says about the pages around one page; it may have other members, for `resolve_page`."""

    can_load_next: bool
    can_load_previous: bool
    end_cursor: str | int | float | None
    start_cursor: str | int | float | None


class PageRequest(TypedDict, total=False):
    """The request for a page; without "query" or "operation_name", those of the pager stay."""

    query: str | Document
    operation_name: str
    variables: dict[str, Any]
