"""The options of a client, each written once: `Client.__init__` says what each means."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypedDict, TypeVar

from ._authorizing import Authorizer
from ._configuration import NOT_GIVEN, NotGiven, Path
from ._json import Default
from .shapes import (
    BudgetShare,
    FixedRate,
    HTTPVersion,
    PersistedQueries,
    RateLimitPolicy,
    Retry,
    SQLiteStore,
)
from .transport import Request, Transport

Function = TypeVar("Function", bound=Callable[..., Any])


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


def with_options(function: Function) -> Function:
    """Shows the options by their names in `help()` and `inspect.signature`, where `**options` alone says nothing."""
    parameters = list(inspect.signature(function).parameters.values())[:-1]
    for name, hint in ClientOptions.__annotations__.items():
        words = getattr(hint, "__forward_arg__", hint)
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=NOT_GIVEN, annotation=words))
    vars(function)["__signature__"] = inspect.Signature(parameters, return_annotation="None")
    return function


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
