"""The types of values that are plain dicts and strings, for annotations."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, Required, TypedDict

from ._documents import Document, Query

Retain = Literal["all", "last", "none"]
Emit = Literal["each", "end"]
CachePolicy = Literal[
    "return_cache_data_else_fetch",
    "fetch_ignoring_cache_data",
    "fetch_ignoring_cache_completely",
    "return_cache_data_dont_fetch",
    "return_cache_data_and_fetch",
]
Errors = Literal["report", "keep", "fail"]
NestedMode = Literal["report", "error", "drain"]
HTTPVersion = Literal["automatic", "1.1", "2"]
RateLimitPolicy = Literal["react", "pace"]


class Retry(TypedDict, total=False):
    """When requests that brought no answer are sent again; what is left out stays as the library has it."""

    # How often a request is sent at most: 4.
    max_attempts: int
    # The longest wait before the second attempt, in seconds, where the server names none: 0.25. It doubles each time.
    base_delay: float
    # The longest of such waits, in seconds: 30.
    max_delay: float
    # How long all waits of one request may take together, in seconds: 120.
    budget: float
    # The HTTP statuses after which a request is sent again: 429, 502, 503 and 504.
    statuses: Sequence[int]
    # Whether a page that is too much for the server is asked for with half as many items: True.
    shrink: bool
    # The codes of GraphQL errors that say so: "MAX_NODE_LIMIT_EXCEEDED", "MAX_COST_EXCEEDED" and
    # "RESOURCE_LIMITS_EXCEEDED".
    shrink_codes: Sequence[str]


class PersistedQueries(TypedDict, total=False):
    """How queries are sent by their hashes."""

    # Whether queries go by GET, so that caches on the way can answer them: False.
    get: bool


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


class SQLiteStore(TypedDict):
    """A file in which a cache is kept."""

    sqlite: str


class ListNames(TypedDict, total=False):
    """Where a document's answers keep the list, and which variables ask for pages; pointers are JSON Pointers."""

    # Below `data`, like "/shop/products".
    connection: str
    # Below the connection.
    items: str
    page_info: str
    # Below the page info.
    has_next_page: str
    end_cursor: str
    has_previous_page: str
    start_cursor: str
    # The variables that take the cursors and the sizes of pages.
    after: str
    first: str
    before: str
    last: str
    # Of an offset list: the variables that take the offset or the page's number, and the size of a page.
    offset: str
    page: str
    limit: str
    # Of an offset list: below the connection. The number of pages is that of a list that is asked for by page numbers.
    total: str
    page_count: str
    has_more: str


class Pagination(ListNames, total=False):
    """How a list is paged, where the document alone does not say it."""

    type: Literal["cursor", "offset"]
    direction: Literal["forward", "reverse", "bidirectional"]
    # Whether the answer to a forward request is believed where it says that there is no previous page.
    trust_opposite_flag: bool
    # What ends an offset list that does not say whether there is more.
    end: Literal["empty_page", "short_page"]
    # How many pages of an offset list with a `total` or `page_count` a walk may ask for at once, from 1 to 64: 1.
    concurrency: int
    # Of an offset list: what tells its items apart, below each. Those that were seen before are left out.
    identity: str


class NextQuery(ListNames, total=False):
    """Another query, which asks for all pages but the first."""

    query: Required[Query]
    operation_name: str
    variables: Mapping[str, Any]


# A query for the rest of a list inside the items; it selects of the list what the pager's query does. "from" has JSON
# Pointers into the object that has the list, by the variables that take what is there.
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


class Draining(TypedDict, total=False):
    """How the rest of lists inside the items is fetched."""

    mode: Required[NestedMode]
    # For one page, and at once.
    max_requests: int
    parallel: int
    # By where the pager's query has the list: "/products/nodes/reviews".
    queries: Mapping[str, RestQuery]


Nested = NestedMode | Draining


class LoadOptions(TypedDict, total=False):
    """What one load does otherwise than its pager."""

    # Which pages stay with the pager after it.
    retain: Retain
    # What the client's cache has to do with it.
    cache_policy: CachePolicy
    # Sent with its requests, beside the client's.
    headers: Mapping[str, str]


class LoadAllOptions(LoadOptions, total=False):
    """The same of a load of all pages."""

    # True: from the first page on, which is usual. False: goes on at the ends of what is loaded; usual for a pager with
    # `resume` that holds no page yet.
    fetch_from_initial_page: bool
    # Caps on what this run loads; one that is reached while there is more raises `PageLimit`. Pages are whole, so there
    # may be more items than `max_items`: those of the page that reaches it.
    max_pages: int
    max_items: int


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
