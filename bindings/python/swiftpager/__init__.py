"""Walk and watch paginated GraphQL APIs.

    import swiftpager

    with swiftpager.Client("https://example.com/graphql") as client:
        pager = client.pager(
            "query ($after: String) { products(first: 100, after: $after) {"
            " edges { node { id name } } pageInfo { hasNextPage endCursor } } }"
        )
        for product in pager.items():
            print(product["name"])

A `Client` is an endpoint with its connections, a `Pager` one paginated query of it. `docs/python.md` tells the rest;
`swiftpager.exceptions` draws the tree of what can be raised.
"""

from __future__ import annotations

from ._library import LibraryNotFoundError, library_version
from .cache import Cache
from .client import Client
from .exceptions import (
    BadResponseError,
    CacheFailed,
    CacheMiss,
    Cancelled,
    ClosedError,
    ConfigurationError,
    CursorCycle,
    CursorStuck,
    ForkedError,
    GraphQLError,
    HookError,
    HTTPError,
    IncompleteError,
    InternalError,
    Interrupted,
    InvalidArgumentError,
    LoadInProgress,
    MissingInitialPage,
    MissingPageInfo,
    NestedIncomplete,
    NetworkError,
    NoQuery,
    NotRecorded,
    NullCursor,
    OutOfMemoryError,
    PageHasNoMoreContent,
    PageLimit,
    PaginationError,
    Position,
    RateLimited,
    RecordingFailed,
    ReentrantError,
    SwiftPagerError,
    WaitTimeout,
)
from .operation import Operation
from .page import Page
from .pager import Pager
from .subscription import Subscription
from .transport import Request
from .update import Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shapes import NextQuery, PagerState, Pagination, PersistedQueries, RateLimitPolicy, Retry
else:

    def __getattr__(name: str) -> object:
        """Loads the types that only annotations need when a program asks for them: see `swiftpager.shapes`."""
        if name in ("NextQuery", "PagerState", "Pagination", "PersistedQueries", "RateLimitPolicy", "Retry"):
            from . import shapes

            return getattr(shapes, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

__version__ = "0.1.0"

__all__ = [
    "BadResponseError",
    "Cache",
    "CacheFailed",
    "CacheMiss",
    "Cancelled",
    "Client",
    "ClosedError",
    "ConfigurationError",
    "CursorCycle",
    "CursorStuck",
    "ForkedError",
    "GraphQLError",
    "HTTPError",
    "HookError",
    "IncompleteError",
    "InternalError",
    "Interrupted",
    "InvalidArgumentError",
    "LibraryNotFoundError",
    "LoadInProgress",
    "MissingInitialPage",
    "MissingPageInfo",
    "NestedIncomplete",
    "NetworkError",
    "NextQuery",
    "NoQuery",
    "NotRecorded",
    "NullCursor",
    "Operation",
    "OutOfMemoryError",
    "Page",
    "PageHasNoMoreContent",
    "PageLimit",
    "Pager",
    "PagerState",
    "Pagination",
    "PaginationError",
    "PersistedQueries",
    "Position",
    "RateLimitPolicy",
    "RateLimited",
    "RecordingFailed",
    "ReentrantError",
    "Request",
    "Retry",
    "Subscription",
    "SwiftPagerError",
    "Update",
    "WaitTimeout",
    "__version__",
    "library_version",
]
