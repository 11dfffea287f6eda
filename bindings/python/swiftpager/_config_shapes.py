"""The types of configs and options, which are plain dicts and strings.

contract/headers.py writes the keys in the docstrings, from include/schema.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Required, TypedDict

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
HTTPVersion = Literal["automatic", "1.1", "2"]
RateLimitPolicy = Literal["react", "pace"]


class Retry(TypedDict, total=False):
    """When the library sends a request again that brought no answer.

    max_attempts: The most times that the library sends one request. Default: 4.
    base_delay: The longest wait before the second attempt if the server does not name a wait. The longest wait doubles
        with each further attempt. In seconds. Default: 0.25.
    max_delay: The upper limit of the wait before any attempt if the server does not name a wait. In seconds. Default:
        30.
    budget: How long all waits of one request may take together. In seconds. Default: 120.
    statuses: The HTTP statuses after which the library sends a request again. With an authorizer, the first 401 is a
        question to it, as always. Default: [429, 502, 503, 504].
    shrink: Whether the library asks for half as many items when a page is too much for the server. Default: True.
    shrink_codes: The codes of GraphQL errors that say that a page is too much for the server, whatever the HTTP status
        is. Default: ["MAX_NODE_LIMIT_EXCEEDED", "MAX_COST_EXCEEDED", "RESOURCE_LIMITS_EXCEEDED"].
    shrink_messages: Parts of the messages of GraphQL errors that say that a page is too much, for servers without
        codes. Upper and lower case are the same. They count if the response has no data. GitHub's, the last of the
        defaults, also stands for a failure that passes: the library asks once more for as many items first. Default:
        ["query too complex", "exceeds max complexity", "something went wrong while executing your query"].
    """

    max_attempts: int
    base_delay: float
    max_delay: float
    budget: float
    statuses: Sequence[int]
    shrink: bool
    shrink_codes: Sequence[str]
    shrink_messages: Sequence[str]


class PersistedQueries(TypedDict, total=False):
    """How a client sends queries by their hashes.

    get: Whether queries with a hash go by GET, which lets caches on the way answer them. Default: False.
    """

    get: bool


class FixedRate(TypedDict, total=False):
    """The rate at which all requests of a client leave.

    mode: What sets the pace of the requests.
        - "rate": all requests of the client leave at a fixed rate
        - "pace": as "pace" without an object, but with a share of the budget
    per_second: How many requests leave in a second, from 0.001 to 1000000. With the mode "rate" it must be given.
        Default: not a fixed rate.
    burst: How many requests may leave at once if fewer have left before. Valid only with the mode "rate". Default: 1.
    """

    mode: Required[Literal["rate"]]
    per_second: Required[float]
    burst: int


class BudgetShare(TypedDict, total=False):
    """The part of the budget that a server announces that one client may use.

    mode: What sets the pace of the requests.
        - "rate": all requests of the client leave at a fixed rate
        - "pace": as "pace" without an object, but with a share of the budget
    share: The part of the announced budget that this client may use: more than 0, and at most 1. Valid only with the
        mode "pace". Default: 1.
    """

    mode: Required[Literal["pace"]]
    share: float


class SQLiteStore(TypedDict):
    """A file that keeps a cache.

    sqlite: Path of the SQLite file. The library creates the file if it does not exist.
    """

    sqlite: str


class LoadOptions(TypedDict, total=False):
    """What one load does differently from its pager.

    retain: Which pages this run keeps. The values are those of a pager's `retain`. Default: the pager's `retain`.
    cache_policy: How this call uses the client's cache. The values are those of a pager's `cache_policy`. Default: the
        pager's `cache_policy`.
    headers: Headers that the client sends with the requests of this call in addition to its own, by name. A header here
        replaces the client's header of the same name. Default: {}.
    """

    retain: Retain
    cache_policy: CachePolicy
    headers: Mapping[str, str]


class LoadAllOptions(LoadOptions, total=False):
    """What one load of all pages does differently from its pager.

    retain: Which pages this run keeps. The values are those of a pager's `retain`. Default: the pager's `retain`.
    cache_policy: How this call uses the client's cache. The values are those of a pager's `cache_policy`. Default: the
        pager's `cache_policy`.
    headers: Headers that the client sends with the requests of this call in addition to its own, by name. A header here
        replaces the client's header of the same name. Default: {}.
    fetch_from_initial_page: Whether load_all starts over with the first page. If not, it continues at the ends of the
        loaded list. Default: True; False for a pager with a `resume` in its config that has not been reset or fetched
        and holds no page.
    max_pages: The most pages that this load_all loads. If there is more, it ends with PAGE_LIMIT. Default: the pager's
        `load_all`.
    max_items: The number of items after which this load_all stops. Pages are whole, so the last page may exceed this
        number. If the list has more, the load_all ends with PAGE_LIMIT. Default: the pager's `load_all`.
    """

    fetch_from_initial_page: bool
    max_pages: int
    max_items: int
