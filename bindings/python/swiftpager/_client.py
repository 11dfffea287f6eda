"""What clients have in common, whether they wait or are awaited."""

from __future__ import annotations

import abc
import os
from collections.abc import Callable, Mapping, Sequence
from ctypes import byref, c_int, c_uint32, c_void_p
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import urlsplit, urlunsplit

from . import _exit
from ._authorizing import Authorizer, set_authorizer
from ._calls import call
from ._configuration import NOT_GIVEN, NotGiven, Path, client_config, pager_config, request_config
from ._documents import Query
from ._functions import check_function
from ._handle import Handle, NotCopied
from ._hooks import Hooks
from ._json import Default, written
from ._library import native
from ._observing import Observing
from ._raising import check, check_descriptor
from ._text import OwnedText
from .cache import Cache
from .operation import Execution
from .shapes import (
    CachePolicy,
    Emit,
    Errors,
    HTTPVersion,
    Nested,
    NextQuery,
    PageInfo,
    PageRequest,
    Pagination,
    PersistedQueries,
    RateLimitPolicy,
    RequestEvent,
    Retain,
    Retry,
    SQLiteStore,
)
from .transport import Request, Transport, transport_functions

PagerType = TypeVar("PagerType")

# How long `close` waits for the library's thread; it ends by itself when that is not enough.
CLOSE_MILLISECONDS = 1_000


class BaseClient(NotCopied, abc.ABC, Generic[PagerType]):
    """A GraphQL endpoint."""

    _instead = "make another with the same arguments there"

    def __init__(
        self,
        endpoint: str,
        *,
        headers: Mapping[str, str] | None = None,
        timeout: float | NotGiven | None = NOT_GIVEN,
        connect_timeout: float | NotGiven = NOT_GIVEN,
        max_response_bytes: int | None = None,
        ca_file: Path | None = None,
        client_cert: Path | None = None,
        client_key: Path | None = None,
        proxy: str | None = None,
        http_version: HTTPVersion | None = None,
        user_agent: str | None = None,
        cache: Literal["none", "memory"] | os.PathLike[str] | SQLiteStore | None = None,
        key_fields: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
        max_records: int | None = None,
        max_age: float | Mapping[str, float] | None = None,
        add_typename: bool | None = None,
        refetch_incomplete: bool | None = None,
        retry: Retry | bool | None = None,
        persisted_queries: PersistedQueries | bool | None = None,
        compress_requests: bool | None = None,
        rate_limit: RateLimitPolicy | None = None,
        record: Path | None = None,
        replay: Path | None = None,
        transport: Transport | Callable[[Request], object] | None = None,
        authorizer: Authorizer | None = None,
        default: Default | None = None,
    ) -> None:
        """What is not given is left to the library, whose defaults are these.

        timeout             30 seconds for one whole request; None is no limit
        connect_timeout     10 seconds for finding the server, connecting to it and the TLS handshake
        max_response_bytes  64 MiB for one response, after decompression
        ca_file             the system's authorities; in a wheel those that SSL_CERT_FILE or CURL_CA_BUNDLE names, or
                            else the system's. This file and the next two are PEM files
        client_cert, client_key  no certificate of the client's own
        proxy               what libcurl's environment variables say
        http_version        "automatic": HTTP/2 where TLS offers it
        user_agent          "swiftpager/" and the library's version
        cache               "none"; "memory" keeps what responses bring, and a path keeps it in a file, too. Then pages
                            are watched: see `Cache`. The next five are for a cache
        key_fields          ["id"], the fields that tell objects of one type apart; or a dict of such lists by type,
                            with "*" for all others
        max_records         no limit to the records that are kept
        max_age             any age of a record, in seconds; or a dict of ages by type, with "*" for all others
        add_typename        True: `__typename` is asked for of all objects
        refetch_incomplete  False: a page that is held stays as it was when the cache loses a part of it; True: the
                            server is asked for it
        retry               True: queries that brought no answer are sent again, up to four times; False, or a dict of
                            what is to be otherwise, like {"max_attempts": 10, "budget": 600}: see `swiftpager.Retry`
        persisted_queries   False; True: requests name their queries by hashes, as Apollo's automatic persisted queries
                            do; {"get": True}: and queries go by GET
        compress_requests   True: requests of more than 8,192 bytes are sent in gzip where the server has said that it
                            takes that
        rate_limit          "react": a limit is waited for when the server has refused a request; "pace": requests slow
                            down before that, by what the server says of its budget
        record              a file that every exchange is written to as it passes, without secrets; it begins anew
        replay              a recording that answers in place of the network: see also `swiftpager.testing`
        transport           libcurl; else what answers the requests: a function that takes a `Request`, or an object
                            with such a method `send`, and perhaps `cancel`. It is called where callbacks are
        authorizer          nobody; else a function that gives the headers that say who is calling, or a coroutine
                            function. It is called with "start" before the first request, and with "unauthorized" where
                            the server answered 401: see `docs/python/requests.md`
        default             nothing; else a function that makes of a variable's value one that JSON has. Dates, times,
                            UUIDs, decimals, enumerations (their values) and dataclasses need none

        Raises `ConfigurationError` for what the library refuses; its `path` names the library's key, like
        "/tls/ca_file". Raises `CacheFailed` where the file of the cache cannot be used, and `RecordingFailed` where a
        recording cannot.
        """
        if default is not None:
            check_function("default", default)
        config = client_config(
            endpoint,
            headers=headers,
            timeout=timeout,
            connect_timeout=connect_timeout,
            max_response_bytes=max_response_bytes,
            ca_file=ca_file,
            client_cert=client_cert,
            client_key=client_key,
            proxy=proxy,
            http_version=http_version,
            user_agent=user_agent,
            cache=cache,
            key_fields=key_fields,
            max_records=max_records,
            max_age=max_age,
            add_typename=add_typename,
            refetch_incomplete=refetch_incomplete,
            retry=retry,
            persisted_queries=persisted_queries,
            compress_requests=compress_requests,
            rate_limit=rate_limit,
            record=record,
            replay=replay,
        )
        out, error = c_void_p(), OwnedText()
        text = written("the client's configuration", config)
        functions = transport_functions(transport)
        status = native.swiftpager_client_create(text, functions and byref(functions), byref(out), byref(error))
        check(status, error.read())
        self._handle = Handle(out.value, _close)
        self._default = default
        self._shown_endpoint = _without_secrets(endpoint)
        _exit.close_at_exit(self._handle)
        if authorizer is not None:
            set_authorizer(self._handle.key, authorizer)
        self._observing = Observing(self._handle)

    def observe(self, callback: Callable[[RequestEvent], object] | None) -> None:
        """Has a function told what happens to the client's requests, inside a dispatch; None: nobody.

        It gets dicts: see `swiftpager.shapes.RequestEvent`. One function at a time. The logger `swiftpager` is told,
        too: of retries at WARNING, and of everything else at DEBUG, as it is set up when a load or a request starts.
        """
        self._observing.observe(callback)

    @property
    def cache(self) -> Cache:
        """The records that the client keeps, by their keys."""
        return Cache(self._handle)

    def fileno(self) -> int:
        """A file descriptor that is readable exactly while callbacks wait: then call `dispatch()`.

        For `select` and event loops. Take it out of the loop before the client is closed; never read or close it.
        """
        out = c_int()
        check_descriptor(native.swiftpager_client_fd(self._handle.key, byref(out)))
        return out.value

    def pager(
        self,
        query: Query,
        variables: Mapping[str, Any] | None = None,
        *,
        operation_name: str | None = None,
        pagination: Pagination | None = None,
        next_query: NextQuery | None = None,
        retain: Retain | None = None,
        emit: Emit = "each",
        max_pages: int | None = None,
        max_items: int | None = None,
        cache_policy: CachePolicy | None = None,
        resume: str | Mapping[str, Any] | None = None,
        errors: Errors | None = None,
        strict: bool | None = None,
        nested: Nested | None = None,
        extract_page_info: Callable[[Any, bool], PageInfo | None] | None = None,
        resolve_page: Callable[[PageInfo, Literal["next", "previous"]], PageRequest | None] | None = None,
        transform: Callable[[Any], Any] | None = None,
    ) -> PagerType:
        """Makes a pager of a query; nothing is sent yet.

        `query` is a text, or what graphql-core or gql has parsed: a `DocumentNode`, or a `GraphQLRequest`, whose
        variables and operation name count where these arguments do not say otherwise.

        `pagination` may be left out where the document says it: the one field with `pageInfo { hasNextPage endCursor }`
        and an argument `after: $variable`, or with their backward twins, or with all of them. `next_query` is another
        query, which asks for all pages but the first. Of an offset list `pagination` may have a `concurrency`, the
        number of pages that are asked for at once, and an `identity`, by which items that were seen before are left
        out. `retain` says which pages stay with the pager: "all", "last" or "none". Without it loads keep
        all, and walks none. `emit` says whether `load_all` makes an update for each page or one at
        its end, and the caps end every `load_all` and every walk, after the page that reaches them.

        `cache_policy` is that of all loads but `refetch`, in place of their defaults: "return_cache_data_and_fetch" for
        `fetch`, `load_next` and `load_previous`, "fetch_ignoring_cache_data" for `load_all` and walks.

        `errors` says what a walk makes of errors that come beside the data of its pages. "report", the default: the
        walk gets to the end of the list, and then raises `PartialData`, which has their number and the first of them.
        "keep": it ends well. "fail": such a page ends what asked for it with `GraphQLError`, and is kept. In each case
        `state["errors"]` counts them, and the log has one warning a walk. `strict=True` is an older name of "fail".

        `resume` is a token of `Pager.resume_token`: the list goes on after what was finished with then.

        `nested` says what is done about lists inside the items that their own page info says are not whole: "report",
        the default, lists them as `Page.nested`; "error" ends the load with `NestedIncomplete`, after the page; "drain"
        fetches the rest and puts it in its place first. `{"mode": "drain", "max_requests": …}` says more of that.

        Three hooks may read the pages; they are called where callbacks are. `extract_page_info(page, is_initial)` finds
        the page info in a response, `resolve_page(page_info, direction)` makes the request for the page beyond, and
        what `transform(page)` returns is the page's `model`. What they raise ends the load with `HookError`.

        Raises `ConfigurationError`, with the position in the query where that is at fault.
        """
        config = pager_config(
            query,
            variables,
            operation_name=operation_name,
            pagination=pagination,
            next_query=next_query,
            emit=emit,
            max_pages=max_pages,
            max_items=max_items,
            cache_policy=cache_policy,
            resume=resume,
            errors=errors,
            strict=strict,
            nested=nested,
        )
        return self._pager(config, retain, emit, Hooks(extract_page_info, resolve_page, transform))

    @abc.abstractmethod
    def _pager(self, config: dict[str, Any], retain: Retain | None, emit: Emit, hooks: Hooks) -> PagerType:
        """Makes a pager of this kind of client."""

    def _execution(self, query: Query, variables: Mapping[str, Any] | None, **options: Any) -> Execution:
        """A request under way."""
        request = written("the request", request_config(query, variables, **options), self._default)
        self._observing.look_again()
        return Execution(self._handle.key, request)

    def __repr__(self) -> str:
        name = f"swiftpager.{type(self).__name__}"
        return f"<{name} closed>" if self._handle.is_released else f"<{name} {self._shown_endpoint}>"


def _without_secrets(endpoint: str) -> str:
    """An address without user, password and query, which may be secrets."""
    parts = urlsplit(endpoint)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _close(client: int) -> int:
    # Inside a callback the library refuses the first two. The release works all the same; it drops completions.
    native.swiftpager_client_shutdown(client, CLOSE_MILLISECONDS)
    count = c_uint32(1)
    try:
        while count.value:
            call(native.swiftpager_client_dispatch, client, 0, 0, byref(count))
    finally:
        status = call(native.swiftpager_client_release, client)
    return status
