"""Walk and watch paginated GraphQL APIs.

    import swiftpager

    with swiftpager.Client("https://example.com/graphql") as client:
        pager = client.pager(
            "query ($after: String) { products(first: 100, after: $after) {"
            " edges { node { id name } } pageInfo { hasNextPage endCursor } } }"
        )
        for product in pager.items():
            print(product["name"])

A `Client` is an endpoint with its connections. A `Pager` is one paginated query of a client. See `docs/python` for the
rest, and `swiftpager.exceptions` for the tree of exceptions.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

# First, because it is about the imports after it.
from . import _starting  # noqa: F401
from ._native.library import LibraryNotFoundError, library_version, list_words
from ._version import __version__
from .arrow.batch import Batch
from .arrow.table import Table
from .cache import Cache
from .client import Client
from .exceptions import (
    AuthenticationError,
    BadResponseError,
    CacheFailed,
    CacheMiss,
    Cancelled,
    ClosedError,
    ConfigurationError,
    CursorCycle,
    CursorStuck,
    DuplicateKey,
    FewerThanTotal,
    FirstError,
    ForkedError,
    GraphQLAuthenticationError,
    GraphQLError,
    HookError,
    HTTPError,
    IncompleteError,
    InDoubt,
    InternalError,
    Interrupted,
    InvalidArgumentError,
    LoadInProgress,
    MarkNotReached,
    MissingInitialPage,
    MissingPageInfo,
    NestedIncomplete,
    NetworkError,
    NoQuery,
    NotOrdered,
    NotRecorded,
    NullCursor,
    OutOfMemoryError,
    OutOfResourcesError,
    PageHasNoMoreContent,
    PageLimit,
    PaginationError,
    PartialData,
    Position,
    RateLimited,
    RecordingFailed,
    ReentrantError,
    RequestTimeout,
    ServerError,
    SwiftPagerError,
    WaitTimeout,
)
from .headers import Headers
from .operation import Operation
from .options import ClientOptions, PagerOptions
from .page import Page
from .pager import Pager
from .shapes import (
    BudgetShare,
    FixedRate,
    LoadAllOptions,
    LoadOptions,
    Nested,
    NextQuery,
    PagerState,
    Pagination,
    PersistedQueries,
    RateLimitPolicy,
    Retry,
    Since,
)
from .subscription import Subscription
from .transport import Request
from .update import Update

if TYPE_CHECKING:
    from ._decoding import Decoder
    from .aio.client import AsyncClient
    from .aio.pager import AsyncPager, AsyncUpdates

__all__ = [
    "AsyncClient",
    "AsyncPager",
    "AsyncUpdates",
    "AuthenticationError",
    "BadResponseError",
    "Batch",
    "BudgetShare",
    "Cache",
    "CacheFailed",
    "CacheMiss",
    "Cancelled",
    "Client",
    "ClientOptions",
    "ClosedError",
    "ConfigurationError",
    "CursorCycle",
    "CursorStuck",
    "DuplicateKey",
    "FewerThanTotal",
    "FirstError",
    "FixedRate",
    "ForkedError",
    "GraphQLAuthenticationError",
    "GraphQLError",
    "HTTPError",
    "Headers",
    "HookError",
    "InDoubt",
    "IncompleteError",
    "InternalError",
    "Interrupted",
    "InvalidArgumentError",
    "LibraryNotFoundError",
    "LoadAllOptions",
    "LoadInProgress",
    "LoadOptions",
    "MarkNotReached",
    "MissingInitialPage",
    "MissingPageInfo",
    "Nested",
    "NestedIncomplete",
    "NetworkError",
    "NextQuery",
    "NoQuery",
    "NotOrdered",
    "NotRecorded",
    "NullCursor",
    "Operation",
    "OutOfMemoryError",
    "OutOfResourcesError",
    "Page",
    "PageHasNoMoreContent",
    "PageLimit",
    "Pager",
    "PagerOptions",
    "PagerState",
    "Pagination",
    "PaginationError",
    "PartialData",
    "PersistedQueries",
    "Position",
    "RateLimitPolicy",
    "RateLimited",
    "RecordingFailed",
    "ReentrantError",
    "Request",
    "RequestTimeout",
    "Retry",
    "ServerError",
    "Since",
    "Subscription",
    "SwiftPagerError",
    "Table",
    "Update",
    "WaitTimeout",
    "__version__",
    "decoder",
    "library_version",
    "list_words",
]

if TYPE_CHECKING:
    # The name of what decodes pages.
    decoder: Decoder

# Loaded at first use, because asyncio takes longer to load than this package.
_LAZY = {"AsyncClient": "aio.client", "AsyncPager": "aio.pager", "AsyncUpdates": "aio.pager"}


# Hidden from type checkers, for which a module with this function has every name, also a misspelled one.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name == "decoder":
            return importlib.import_module("._decoding", __name__).chosen()[0]
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f".{_LAZY[name]}", __name__), name)


def __dir__() -> list[str]:
    return [*globals(), *_LAZY, "decoder"]
