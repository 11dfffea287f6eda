"""The options of clients, of pagers and of loads, by their names. The docstrings of the calls say what each means."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypedDict, TypeVar

from ._authorizing import Authorizer
from ._configuration import NOT_GIVEN, NotGiven, Path, pager_config
from ._documents import Query
from ._hooks import Hooks
from ._json import Default
from .shapes import (
    BudgetShare,
    CachePolicy,
    Emit,
    Errors,
    FixedRate,
    HTTPVersion,
    LoadAllOptions,
    LoadOptions,
    Nested,
    NestedDict,
    NestedMode,
    NextQuery,
    PageInfo,
    PageRequest,
    Pagination,
    PaginationDict,
    PersistedQueries,
    RateLimitPolicy,
    Retain,
    Retry,
    Since,
    SinceDict,
    SQLiteStore,
)
from .transport import Request, Transport

Function = TypeVar("Function", bound=Callable[..., Any])

_HOOKS = ("extract_page_info", "resolve_page", "transform")
LOAD_OPTIONS = frozenset(LoadOptions.__annotations__)
LOAD_ALL_OPTIONS = frozenset(LoadAllOptions.__annotations__)


class ClientOptions(TypedDict, total=False):
    """What `Client` and `AsyncClient` take beside the endpoint. The library's default applies to each without a value.

    A function that makes clients can take the same options: `def connect(**options: Unpack[ClientOptions])`.
    """

    headers: Mapping[str, str] | None
    headers_env: Mapping[str, str] | None
    timeout: float | NotGiven | None
    connect_timeout: float | NotGiven
    max_response_bytes: int | None
    ca_file: Path | None
    client_cert: Path | None
    client_key: Path | None
    proxy: str | None
    http_version: HTTPVersion | None
    user_agent: str | None
    cache: Literal["none", "memory"] | os.PathLike[str] | SQLiteStore | None
    key_fields: Sequence[str] | Mapping[str, Sequence[str]] | None
    max_records: int | None
    max_age: float | Mapping[str, float] | None
    add_typename: bool | None
    refetch_incomplete: bool | None
    retry: Retry | bool | None
    persisted_queries: PersistedQueries | bool | None
    compress_requests: bool | None
    rate_limit: RateLimitPolicy | FixedRate | BudgetShare | None
    max_connections: int | None
    record: Path | None
    replay: Path | None
    transport: Transport | Callable[[Request], object] | None
    authorizer: Authorizer | None
    default: Default | None
    after_fork: Literal["raise", "reopen"]


class RequestOptions(TypedDict, total=False):
    """What the functions of `swiftpager generate --python` take beside variables: see `Client.execute`."""

    headers: Mapping[str, str] | None
    timeout: float | NotGiven | None
    cache_policy: CachePolicy | None
    optimistic: Mapping[str, Mapping[str, Any]] | None


class PagerOptions(TypedDict, total=False):
    """What `Client.pager` and `AsyncClient.pager` take beside the query, its variables and the type of its items.

    A function that makes pagers can take the same options: `def products(**options: Unpack[PagerOptions])`.
    """

    operation_name: str | None
    pagination: Pagination | PaginationDict | None
    next_query: NextQuery | None
    retain: Retain | None
    emit: Emit
    max_pages: int | None
    max_items: int | None
    cache_policy: CachePolicy | None
    since: Since | SinceDict | None
    checkpoint: str | Mapping[str, Any] | None
    errors: Errors | None
    strict: bool | None
    nested: NestedMode | Nested | NestedDict | None
    extract_page_info: Callable[[Any, bool], PageInfo | None] | None
    resolve_page: Callable[[PageInfo, Literal["next", "previous"]], PageRequest | None] | None
    transform: Callable[[Any], Any] | None


def with_options(options: type) -> Callable[[Function], Function]:
    """Shows options by their names in `help()` and `inspect.signature`, where `**options` alone says nothing."""

    def shown(function: Function) -> Function:
        before = inspect.signature(function)
        parameters = list(before.parameters.values())[:-1]
        for name, hint in options.__annotations__.items():
            words = getattr(hint, "__forward_arg__", hint)
            parameters.append(
                inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=NOT_GIVEN, annotation=words)
            )
        vars(function)["__signature__"] = before.replace(parameters=parameters)
        return function

    return shown


def given_options(kind: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that have a value. None is a value of `timeout` only: it means no limit.

    Raises TypeError for an option that no client has, as Python does for an unknown argument.
    """
    for name in options:
        if name not in ClientOptions.__annotations__:
            raise TypeError(f"{kind}.__init__() got an unexpected keyword argument {name!r}")
    return {
        name: value for name, value in options.items()
        if value is not NOT_GIVEN and (value is not None or name in ("timeout", "connect_timeout"))
    }


def pager_arguments(
    kind: str, query: Query, variables: Mapping[str, Any] | None, options: Mapping[str, Any]
) -> tuple[dict[str, Any], Retain | None, Emit, Hooks]:
    """What a pager is made with: its configuration, the pages that it keeps, its updates, its hooks.

    Raises TypeError for an option that no pager has, as Python does for an unknown argument.
    """
    for name in options:
        if name not in PagerOptions.__annotations__:
            raise TypeError(f"{kind}.pager() got an unexpected keyword argument {name!r}")
    others = dict(options)
    retain, hooks = others.pop("retain", None), Hooks(*(others.pop(name, None) for name in _HOOKS))
    emit = others.setdefault("emit", "each")
    return pager_config(query, variables, **others), retain, emit, hooks


def checked(options: Mapping[str, Any], known: frozenset[str]) -> Mapping[str, Any]:
    """The given options of a load; raises TypeError for an unknown option."""
    for name in options.keys() - known:
        raise TypeError(f"unexpected keyword argument {name!r}: the known ones are {', '.join(sorted(known))}")
    return {name: value for name, value in options.items() if value is not None}


def past_the_cache(options: Mapping[str, Any], config: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options of a refetch of a pager: the server answers it, unless the options say otherwise."""
    # The pager's own calls go past the cache already, or its pages are put together from several answers.
    nested = config.get("nested")
    mode = nested.get("mode") if isinstance(nested, dict) else nested
    if mode == "drain" or config.get("cache_policy") == "fetch_ignoring_cache_completely":
        return options
    return {"cache_policy": "fetch_ignoring_cache_data", **options}
