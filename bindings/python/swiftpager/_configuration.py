"""What clients and pagers are told, as the library reads it."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._authorities import authorities
from ._json import given
from ._library import native
from ._waiting import milliseconds
from .shapes import (
    CachePolicy,
    Emit,
    HTTPVersion,
    Nested,
    NextQuery,
    Pagination,
    PersistedQueries,
    RateLimitPolicy,
    Retry,
    SQLiteStore,
)

# A thousand years; the library takes more.
LONGEST_AGE_SECONDS = 32e9

Path = str | os.PathLike[str]


class NotGiven:
    """The type of `NOT_GIVEN`, which stands for an argument that was left out where None has a meaning of its own."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


def client_config(
    endpoint: str,
    *,
    headers: Mapping[str, str] | None,
    timeout: float | NotGiven | None,
    connect_timeout: float | NotGiven,
    max_response_bytes: int | None,
    ca_file: Path | None,
    client_cert: Path | None,
    client_key: Path | None,
    proxy: str | None,
    http_version: HTTPVersion | None,
    user_agent: str | None,
    cache: Literal["none", "memory"] | os.PathLike[str] | SQLiteStore | None,
    key_fields: Sequence[str] | Mapping[str, Sequence[str]] | None,
    max_records: int | None,
    max_age: float | Mapping[str, float] | None,
    add_typename: bool | None,
    refetch_incomplete: bool | None,
    retry: Retry | bool | None,
    persisted_queries: PersistedQueries | bool | None,
    compress_requests: bool | None,
    rate_limit: RateLimitPolicy | None,
    record: Path | None,
    replay: Path | None,
) -> dict[str, Any]:
    """The configuration of a client; the library checks every value."""
    if ca_file is None:
        ca_file = authorities(native._name, endpoint)
    tls = given(ca_file=_path(ca_file), client_cert=_path(client_cert), client_key=_path(client_key))
    return given(
        endpoint=endpoint,
        headers=headers,
        # The library reads 0 as no limit.
        timeout_ms=0 if timeout is None else limit("timeout", timeout),
        connect_timeout_ms=limit("connect_timeout", connect_timeout),
        max_response_bytes=max_response_bytes,
        tls=tls or None,
        proxy=proxy,
        http_version=http_version,
        user_agent=user_agent,
        cache=_store(cache),
        key_fields=key_fields,
        max_records=max_records,
        max_age_ms=_ages(max_age),
        add_typename=add_typename,
        refetch_incomplete=refetch_incomplete,
        retry=_retry(retry),
        persisted_queries=persisted_queries,
        compress_requests=compress_requests,
        rate_limit=rate_limit,
        record=_path(record),
        replay=_path(replay),
    )


def pager_config(
    query: str,
    variables: Mapping[str, Any] | None,
    *,
    operation_name: str | None,
    pagination: Pagination | None,
    next_query: NextQuery | None,
    emit: Emit,
    max_pages: int | None,
    max_items: int | None,
    cache_policy: CachePolicy | None,
    resume: str | Mapping[str, Any] | None,
    strict: bool | None,
    nested: Nested | None,
) -> dict[str, Any]:
    """The configuration of a pager; the library checks every value."""
    return given(
        query=query,
        load_all={"emit": emit, **given(max_pages=max_pages, max_items=max_items)},
        variables=variables,
        operation_name=operation_name,
        pagination=pagination,
        next_query=next_query,
        cache_policy=cache_policy,
        resume=resume,
        strict=strict,
        nested=nested,
    )


def request_config(
    query: str,
    variables: Mapping[str, Any] | None,
    *,
    operation_name: str | None,
    headers: Mapping[str, str] | None,
    timeout: float | NotGiven | None,
    cache_policy: CachePolicy | None,
    optimistic: Mapping[str, Mapping[str, Any]] | None,
) -> dict[str, Any]:
    """The request that a client executes; the library checks every value."""
    return given(
        query=query,
        variables=variables,
        operation_name=operation_name,
        headers=headers,
        timeout_ms=0 if timeout is None else limit("timeout", timeout),
        cache_policy=cache_policy,
        optimistic=optimistic,
    )


def limit(name: str, seconds: float | NotGiven) -> int | None:
    """A limit in the library's milliseconds; None, which leaves it to the library, where it was not given."""
    return None if isinstance(seconds, NotGiven) else milliseconds(name, seconds)


# In seconds here, in milliseconds there.
RETRY_TIMES = ("base_delay", "max_delay", "budget")


def _retry(retry: Retry | bool | None) -> Any:
    """When requests are sent again, as the library reads it."""
    if retry is None or isinstance(retry, bool):
        return None if retry is None else {"enabled": retry}
    given: dict[str, Any] = dict(retry)
    for key in RETRY_TIMES:
        if key in given:
            seconds = given.pop(key)
            given[f"{key}_ms"] = milliseconds(key, seconds) if seconds else 0
    return given


def _store(cache: Any) -> Any:
    """Where a cache is kept, as the library reads it."""
    return {"sqlite": os.fspath(cache)} if isinstance(cache, os.PathLike) else cache


def _path(path: Path | None) -> str | None:
    # Anything else is the library's to refuse.
    return os.fspath(path) if isinstance(path, os.PathLike) else path


def _ages(age: float | Mapping[str, float] | None) -> Any:
    """Ages in the library's milliseconds, rounded up: it takes none under one."""
    if age is None:
        return None
    if isinstance(age, (int, float)):
        return _age(age)
    return {name: _age(age[name]) for name in age.keys()}


def _age(seconds: float) -> int:
    if not 0 < seconds < LONGEST_AGE_SECONDS:
        raise ValueError(f"max_age must be more than 0 seconds, and a number, not {seconds!r}")
    return math.ceil(seconds * 1_000)
