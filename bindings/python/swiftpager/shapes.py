"""The types of values that are plain dicts and strings, for annotations."""

from typing import Any, Literal, NotRequired, TypedDict

from ._config_shapes import (
    CachePolicy,
    Draining,
    Emit,
    Errors,
    HTTPVersion,
    ListNames,
    LoadAllOptions,
    LoadOptions,
    Nested,
    NestedMode,
    NextQuery,
    Pagination,
    PersistedQueries,
    RateLimitPolicy,
    RestQuery,
    Retain,
    Retry,
    SQLiteStore,
)
from ._documents import Document

__all__ = [
    "CachePolicy",
    "Draining",
    "Drift",
    "Emit",
    "Ends",
    "Errors",
    "ErrorsState",
    "FirstErrorState",
    "FoundList",
    "FoundNames",
    "HTTPVersion",
    "ListNames",
    "LoadAllOptions",
    "LoadOptions",
    "Nested",
    "NestedCount",
    "NestedList",
    "NestedLists",
    "NestedMode",
    "NestedState",
    "NextQuery",
    "PageInfo",
    "PageRequest",
    "PagerState",
    "Pagination",
    "PersistedQueries",
    "RateLimitPolicy",
    "RequestEvent",
    "RestQuery",
    "Retain",
    "Retry",
    "SQLiteStore",
    "Waiting",
]


class Waiting(TypedDict):
    """Why nothing is under way just now, though an operation is."""

    # "connection", "http_503", "rate_limit" or "too_large"; "pace" before the request is sent at all.
    reason: str
    # How often the request was sent.
    attempt: int
    # When it is sent again: milliseconds since 1970.
    until: int


class RequestEvent(TypedDict):
    """Something that happened to a request of a client. No event has headers, variables or an address's query.

    Which keys there are is up to "event": "request" has `bytes`; "connection" has `state`, "opened" or "reused";
    "answer" has `status`, `bytes` and `milliseconds`; "failure" has `message` and `milliseconds`; "limit" has
    `remaining`, `total` and `reset`, as the server's headers say; "retry" has `reason` and `wait_ms`; "pace" has
    `wait_ms`; "resend", where the server gets the request in another form at once, and "authorizing" have `reason`;
    "unreadable", where the cache cannot read a page back, has `place`, `field` and `reason`.
    """

    event: Literal[
        "authorizing", "pace", "request", "connection", "limit", "answer", "failure", "resend", "retry", "unreadable"
    ]
    # Which request of the client, from 1; its attempts share the number. 0: none, with "unreadable".
    request: int
    # Which attempt, from 1. 0: none.
    attempt: int
    # The name of its operation.
    operation: str | None
    # Which page of its list it asks for, from 1 and in the order of loading; None for requests of no page.
    page: int | None
    # When it happened: milliseconds since 1970.
    time: int
    # How many events before this one were not told.
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
    # The key of the record that lacks the field; None: it is not one field.
    place: NotRequired[str]
    field: NotRequired[str | None]


class Ends(TypedDict):
    """How a list ends: None while there is more, "complete", or a code like "CURSOR_STUCK"."""

    next: str | None
    previous: str | None


class NestedList(TypedDict):
    """A list inside a page that cannot be taken for whole."""

    # A JSON Pointer into the response.
    path: str
    # None: it does not tell.
    has_more: Literal[True] | None
    item_count: int
    # As it came; None where it is null or not asked for.
    page_info: dict[str, Any] | None


class NestedLists(TypedDict):
    """What a page says of the lists inside its items."""

    # How many say that there is more, and how many do not tell.
    incomplete: int
    unknown: int
    # The first 10,000 of both.
    lists: list[NestedList]
    # How many requests were made to fill lists; absent where that was not wanted.
    requests: NotRequired[int]


class NestedCount(TypedDict):
    """Lists inside pages that cannot be taken for whole: how many say that there is more, and how many do not tell."""

    incomplete: int
    unknown: int


class NestedState(NestedCount):
    """The same of a whole list, and where its query has such lists: "/products/nodes/reviews"."""

    connections: list[str]


class Drift(TypedDict):
    """What was noticed of an offset list that changes while it is read."""

    # Pages with fewer items than one before them, although further items follow.
    short_pages: int
    # How often a page told another total than the one before it, and the one that was told last.
    total_changes: int
    total: int | None
    # The same of the number of pages.
    page_count_changes: int
    page_count: int | None


class FoundNames(TypedDict):
    """The names of `ListNames` as they were found; None where the list has no such place, or only answers show it."""

    connection: str
    items: str | None
    page_info: str | None
    has_next_page: str | None
    end_cursor: str | None
    has_previous_page: str | None
    start_cursor: str | None
    after: str | None
    first: str | None
    before: str | None
    last: str | None
    offset: str | None
    page: str | None
    limit: str | None
    total: str | None
    page_count: str | None
    has_more: str | None


class FoundList(FoundNames):
    """The list that a pager reads, as the query and the pagination describe it."""

    # None: the hook `extract_page_info` knows.
    type: Literal["cursor", "offset"] | None
    direction: Literal["forward", "reverse", "bidirectional"] | None
    # None: one query asks for all pages.
    next_query: FoundNames | None


class FirstErrorState(TypedDict):
    """The first error beside the data of a list: see `swiftpager.exceptions.FirstError`."""

    page: int
    message: str | None
    path: str | None


class ErrorsState(TypedDict):
    """The errors beside the data of a list's pages, counted."""

    # How many pages came with errors, and how many errors these have together.
    pages: int
    errors: int
    first: FirstErrorState


class PagerState(TypedDict):
    """What `Pager.state` tells; the loaded counts are those of the list as it stands, also of pages not retained."""

    loading: Literal["fetch", "load_next", "load_previous", "load_all"] | None
    # None: no request waits to be sent again.
    waiting: Waiting | None
    pages_held: int
    pages_loaded: int
    items_loaded: int
    # Items that were left out, because an earlier page had them.
    duplicates: int
    # None: no page of the list came with errors beside its data.
    errors: ErrorsState | None
    # Of the pages held, those that the client's cache cannot read back: they are not told of changes. The event
    # "unreadable" says what is missing.
    unreadable_pages: int
    # Pages that do not begin where the page before them ends any more, because that has changed: items may be missing.
    gaps: int
    # None: the list is none of offsets.
    drift: Drift | None
    can_load_next: bool
    can_load_previous: bool
    # An end at which the list is not read is complete.
    ends: Ends
    # None: no page yet, or there is more. "complete", "PARTIAL_DATA" where `errors` is not None and the
    # pager was made to report that, or why it cannot be completed: a code like "CURSOR_STUCK".
    end: str | None
    # Known before the first request.
    list: FoundList
    # None: the query has no lists inside its items.
    nested: NestedState | None


class PageInfo(TypedDict, total=False):
    """What a hook says of the pages around one, and whatever else the resolver wants."""

    can_load_next: bool
    can_load_previous: bool
    end_cursor: str | int | float | None
    start_cursor: str | int | float | None


class PageRequest(TypedDict, total=False):
    """What asks for a page: "query" and "operation_name" stay as they are where they are left out."""

    query: str | Document
    operation_name: str
    variables: dict[str, Any]
