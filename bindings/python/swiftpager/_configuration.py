"""The configurations of clients and pagers, in the form that the library reads."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from typing import Any

from ._authorities import authorities
from ._documents import Query, unpacked
from ._json import given
from ._list_configs import as_dict
from ._native.library import native
from ._native.statuses import Status
from ._native.waiting import is_number, milliseconds
from .exceptions import ConfigurationError
from .shapes import (
    CachePolicy,
    Emit,
    Errors,
    Nested,
    NestedDict,
    NestedMode,
    NextQuery,
    Pagination,
    PaginationDict,
    Retry,
    Since,
    SinceDict,
)

# About a thousand years; the library accepts more.
LONGEST_AGE_SECONDS = 32e9

Path = str | os.PathLike[str]


class NotGiven:
    """The type of `NOT_GIVEN`, the value of an argument that was left out, if None has a meaning of its own."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


_FILES = ("record", "replay")
_TLS_FILES = ("ca_file", "client_cert", "client_key")
# Options that the library reads in another form, or never. It reads all others as they are.
_OTHERS = {
    *_FILES, *_TLS_FILES, "headers", "headers_env", "timeout", "connect_timeout", "cache", "max_age", "retry",
    "transport", "authorizer", "default", "after_fork",
}


def client_config(endpoint: str, headers: Mapping[str, str] | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration of a client; the library checks every value."""
    files = dict(options)
    if "ca_file" not in files:
        files["ca_file"] = authorities(native._name, endpoint)
    tls = given(**{name: _path(name, files.get(name)) for name in _TLS_FILES})
    timeout = options.get("timeout", NOT_GIVEN)
    return given(
        endpoint=endpoint,
        headers=headers,
        # For the library, 0 means no limit.
        timeout_ms=0 if timeout is None else limit("timeout", timeout),
        connect_timeout_ms=limit("connect_timeout", options.get("connect_timeout", NOT_GIVEN)),
        tls=tls or None,
        cache=_store(options.get("cache")),
        max_age_ms=_ages(options.get("max_age")),
        retry=_retry(options.get("retry")),
        **{name: _path(name, options.get(name)) for name in _FILES},
        **{name: value for name, value in options.items() if name not in _OTHERS},
    )


def pager_config(
    query: Query,
    variables: Mapping[str, Any] | None,
    *,
    operation_name: str | None = None,
    pagination: Pagination | PaginationDict | None = None,
    next_query: NextQuery | None = None,
    emit: Emit,
    max_pages: int | None = None,
    max_items: int | None = None,
    cache_policy: CachePolicy | None = None,
    since: Since | SinceDict | None = None,
    checkpoint: str | Mapping[str, Any] | None = None,
    errors: Errors | None = None,
    strict: bool | None = None,
    nested: NestedMode | Nested | NestedDict | None = None,
) -> dict[str, Any]:
    """The configuration of a pager; the library checks every value."""
    query, variables, operation_name = unpacked(query, variables, operation_name)
    return given(
        query=query,
        load_all={"emit": emit, **given(max_pages=max_pages, max_items=max_items)},
        variables=variables,
        operation_name=operation_name,
        pagination=as_dict(pagination),
        next_query=_next_query(next_query),
        cache_policy=cache_policy,
        since=_since(since),
        errors=errors,
        strict=strict,
        nested=as_dict(nested),
        **({} if checkpoint is None else place_in_list(checkpoint)),
    )


def place_in_list(checkpoint: Any) -> dict[str, Any]:
    """The key for a place in a list, and its value: a resume token is a checkpoint without a mark.

    The library has a key for each of the two, and it refuses whatever else this is.
    """
    fields = checkpoint
    if isinstance(checkpoint, str):
        try:
            fields = json.loads(checkpoint)
        except (ValueError, RecursionError):
            fields = None
    is_token = isinstance(fields, Mapping) and "fingerprints" in fields and "window" not in fields
    return {"resume" if is_token else "checkpoint": checkpoint}


def request_config(
    query: Query,
    variables: Mapping[str, Any] | None,
    *,
    operation_name: str | None,
    headers: Mapping[str, str] | None,
    timeout: float | NotGiven | None,
    cache_policy: CachePolicy | None,
    optimistic: Mapping[str, Mapping[str, Any]] | None,
    tag: str | None = None,
) -> dict[str, Any]:
    """The request that a client executes; the library checks every value."""
    query, variables, operation_name = unpacked(query, variables, operation_name)
    return given(
        query=query,
        variables=variables,
        operation_name=operation_name,
        headers=headers,
        timeout_ms=0 if timeout is None else limit("timeout", timeout),
        cache_policy=cache_policy,
        optimistic=optimistic,
        tag=tag,
    )


def _next_query(given_query: NextQuery | None) -> Any:
    """The query for all pages after the first, in the form that the library reads."""
    if not isinstance(given_query, Mapping) or "query" not in given_query:
        return given_query
    query, variables, operation_name = unpacked(
        given_query["query"], given_query.get("variables"), given_query.get("operation_name")
    )
    return {**given_query, **given(query=query, variables=variables, operation_name=operation_name)}


def check_after_fork(after_fork: str, record: Path | None) -> None:
    """Raises `ConfigurationError` for a wrong value of `after_fork`."""
    if after_fork not in ("raise", "reopen"):
        raise refused("/after_fork", f'expected "raise" or "reopen", found {after_fork!r}')
    if after_fork == "reopen" and record is not None:
        raise refused("/after_fork", "a client with `record` cannot be reopened: the child would empty the recording")


def limit(name: str, seconds: float | NotGiven) -> int | None:
    """A limit in the library's milliseconds; None if it was not given, which leaves it to the library."""
    return None if isinstance(seconds, NotGiven) else milliseconds(name, seconds)


def _since(given_since: Since | SinceDict | None) -> Any:
    """The value of `since`, in the form that the library reads: in Python, times are in seconds."""
    since: Any = as_dict(given_since)
    if not isinstance(since, Mapping):
        return since
    for key in ("lag", "shrinking_lag"):
        if f"{key}_ms" in since:
            raise refused(f"/since/{key}_ms", f"unknown key `{key}_ms`: give the lag in seconds, as `{key}`")
    made: dict[str, Any] = dict(since)
    if "shrinking_lag" in made:
        made["shrinking_lag_ms"] = _span("the shrinking lag of since", made.pop("shrinking_lag"))
    if "lag" in made and made.get("type", "time") == "time":
        made["lag_ms"] = _span("the lag of since", made.pop("lag"))
    if isinstance(tolerance := made.get("tolerate"), Mapping):
        if "ms" in tolerance:
            raise refused("/since/tolerate/ms", "unknown key `ms`: give the time in seconds, as `seconds`")
        spans = {"ms" if name == "seconds" else name: value for name, value in tolerance.items()}
        if "ms" in spans:
            spans["ms"] = _span("the seconds of tolerate", spans["ms"])
        made["tolerate"] = spans
    return made


def _span(name: str, seconds: Any) -> int:
    """A time in the library's milliseconds, rounded up. It may be 0."""
    if not is_number(seconds):
        raise TypeError(f"{name} must be a number of seconds, not {seconds!r}")
    if not 0 <= seconds < LONGEST_AGE_SECONDS:
        raise ValueError(f"{name} must be 0 or more seconds, and less than 32,000,000,000, not {seconds!r}")
    milliseconds: int = math.ceil(seconds * 1_000)
    return milliseconds


# In seconds in Python, in milliseconds in the library.
RETRY_TIMES = ("base_delay", "max_delay", "budget")
RETRY_KEYS = frozenset(Retry.__annotations__)


def _retry(retry: Retry | bool | None) -> Any:
    """The value of `retry`, in the form that the library reads."""
    if retry is None or isinstance(retry, bool):
        return None if retry is None else {"enabled": retry}
    if not isinstance(retry, Mapping):
        raise TypeError(f"retry must be True, False or a dict with the keys of swiftpager.Retry, not {retry!r}")
    for key in retry.keys() - RETRY_KEYS:
        # The library's own message would name its keys, which count milliseconds.
        raise refused(f"/retry/{key}", f"unknown key `{key}`; the known keys are {', '.join(sorted(RETRY_KEYS))}")
    given: dict[str, Any] = dict(retry)
    for key in RETRY_TIMES:
        if key in given:
            given[f"{key}_ms"] = _retry_time(key, given.pop(key))
    return given


def _retry_time(key: str, seconds: Any) -> int:
    """A time of `retry` in the library's milliseconds."""
    name = f"retry's {key}"
    if is_number(seconds) and not seconds >= 0:
        raise ValueError(f"{name} must be 0 or more seconds, not {seconds!r}")
    return 0 if is_number(seconds) and seconds == 0 else milliseconds(name, seconds)


def _store(cache: Any) -> Any:
    """The store of a cache, in the form that the library reads."""
    if isinstance(cache, os.PathLike):
        return {"sqlite": os.fspath(cache)}
    if isinstance(cache, str) and cache not in ("none", "memory"):
        # It may be the name of a file, which the library takes only inside an object.
        raise refused("/cache", f'expected "none", "memory" or a path like pathlib.Path("cache.db"), found {cache!r}')
    return cache


def refused(path: str, message: str) -> ConfigurationError:
    """The exception that Python code gets if the library refuses this value."""
    details = {"code": Status.INVALID_CONFIG.name, "message": message, "path": path}
    return ConfigurationError(message, Status.INVALID_CONFIG, details)


def _path(name: str, path: Path | None) -> Any:
    text: Any = os.fspath(path) if isinstance(path, os.PathLike) else path
    # JSON has no bytes. The library itself refuses all other wrong values.
    if isinstance(text, bytes):
        raise TypeError(f"{name} must be a string or a path, not {path!r}")
    return text


def _ages(age: float | Mapping[str, float] | None) -> Any:
    """Ages in the library's milliseconds, rounded up, because it accepts no age under 1 ms."""
    if age is None:
        return None
    if isinstance(age, Mapping):
        return {name: _age(f"max_age of {name!r}", age[name]) for name in age}
    if not is_number(age):
        raise TypeError(f"max_age must be a number of seconds or a dict of such numbers by type, not {age!r}")
    return _age("max_age", age)


def _age(name: str, seconds: float) -> int:
    if not is_number(seconds):
        raise TypeError(f"{name} must be a number of seconds, not {seconds!r}")
    if not 0 < seconds < LONGEST_AGE_SECONDS:
        raise ValueError(f"{name} must be more than 0 seconds and less than 32,000,000,000, not {seconds!r}")
    return math.ceil(seconds * 1_000)
