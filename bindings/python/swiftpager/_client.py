"""The base of both clients, the one that waits and the one for event loops."""

from __future__ import annotations

import abc
import weakref
from collections.abc import Callable, Mapping
from ctypes import byref, c_int, c_uint32, c_void_p
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex, TypeVar, Unpack

from ._addresses import without_query
from ._authorizing import NO_AUTHORIZER, set_authorizer
from ._configuration import (
    check_after_fork,
    client_config,
    request_config,
)
from ._documents import Query
from ._environment import with_environment
from ._json import written
from ._native import exit as _exit
from ._native.callbacks import NO_DESTROY
from ._native.calls import call
from ._native.functions import check_function
from ._native.handle import CLOSED_CLIENT, Handle
from ._native.library import native
from ._native.raising import check, check_descriptor
from ._native.reopening import ReopenedHandle, check_pickled, remade
from ._native.statuses import Status
from ._native.text import OwnedText
from ._observing import NO_EVENT, Observing
from ._secrets import Secrets
from ._tracing import traced
from .cache import Cache
from .operation import Execution
from .options import ClientOptions, given_options, with_options
from .shapes import (
    RequestEvent,
)
from .transport import transport_functions

if TYPE_CHECKING:
    from .schema import Plan, Schema

PagerType = TypeVar("PagerType")

# How long `close` waits for the library's thread. If this is too short, the thread ends later by itself.
CLOSE_MILLISECONDS = 1_000


class BaseClient(abc.ABC, Generic[PagerType]):
    """A GraphQL endpoint."""

    # The schema of the endpoint, once `schema` has read it.
    _schema: Schema | None = None

    @with_options(ClientOptions)
    def __init__(self, endpoint: str, **options: Unpack[ClientOptions]) -> None:
        """Makes a client. For each argument that you do not give, the library's default applies.

        headers             headers of each request
        headers_env         headers whose values are in environment variables, which are read now: the name of a
                            variable, {"Authorization": "TOKEN"}, or a text, {"Authorization": "Bearer ${TOKEN}"}
        timeout             seconds for one whole request; default 30, None for no limit
        connect_timeout     seconds to find the server, connect to it and do the TLS handshake; default 10
        max_response_bytes  the limit of one response after decompression; default 64 MiB
        ca_file             the authorities to trust; default: the system's. In a wheel, SSL_CERT_FILE or CURL_CA_BUNDLE
                            come first. This file and the next two are PEM files
        client_cert, client_key  the client's own certificate and its key; default: none
        proxy               the proxy; default: what libcurl's environment variables say
        http_version        default "automatic": HTTP/2 if TLS offers it
        user_agent          default "swiftpager/" and the library's version
        cache               default "none". "memory" keeps the contents of responses; a path also keeps them in a file.
                            With a cache, pages follow changes: see `Cache`. The next five arguments are for a cache
        key_fields          two objects of one type are one record if these fields have the same values: name the
                            fields that tell them apart; default ["id"]. Or a dict of such lists by type, with "*" for
                            all other types
        max_records         the largest number of records to keep; default: no limit
        max_age             the largest age of a record in seconds; default: no limit. Or a dict of ages by type, with
                            "*" for all other types
        add_typename        default True: the client requests `__typename` for all objects
        refetch_incomplete  default False: if the cache loses a part of a held page, the page stays as it was. True: the
                            client requests the page from the server again
        retry               default True: the client sends a query that brought no answer again, up to four times in
                            all. False, or a dict of the settings to change, like {"max_attempts": 10, "budget": 600}:
                            see `swiftpager.Retry`
        persisted_queries   default False. True: requests identify their queries by hashes, like Apollo's automatic
                            persisted queries. {"get": True}: in addition, the client sends queries with GET
        compress_requests   default True: the client compresses requests of more than 8,192 bytes with gzip if the
                            server has said that it accepts gzip
        rate_limit          default "react": the client waits for a limit after the server has refused a request.
                            "pace": it slows down before that, by the budget that the server reports.
                            {"mode": "rate", "per_second": 10}: all requests of the client leave at this rate.
                            {"mode": "pace", "share": 0.25}: the client uses at most a quarter of the reported budget.
                            See `swiftpager.FixedRate` and `swiftpager.BudgetShare`
        max_connections     default: no limit. The largest number of connections that are open at a time
        record              a file that gets every exchange, without secrets; the client first empties it
        replay              a recording that answers instead of the network: see also `swiftpager.testing`
        transport           default: libcurl. Or a function that takes a `Request` and answers it, or an object with
                            such a method `send`, and optionally `cancel`. The client calls it where callbacks run
        authorizer          default: none. A function or coroutine function that returns the headers that authorize
                            requests. The client calls it with "start" before the first request, and with "unauthorized"
                            after an answer of 401: see `docs/python/requests.md`
        default             default: none. A function that converts a variable's value to one that JSON has. Dates,
                            times, UUIDs, decimals, enumerations (their values) and dataclasses do not need it
        after_fork          default "raise": in a forked child, the client raises `ForkedError`. "reopen": the child's
                            first use of it makes a client of the child's own with the same arguments, observer and
                            authorizer. Pagers of the parent stay the parent's

        You can pickle and copy a client: the copy is made with the same arguments. A client with `headers`, with a
        user, password or query in its address, or with a `record` refuses with a TypeError that says why.

        Raises `ConfigurationError` if the library refuses an argument; the `path` of the exception names the library's
        key, like "/tls/ca_file". Raises `CacheFailed` if the cache's file cannot be used, and `RecordingFailed` if a
        recording cannot be used.
        """
        given = given_options(type(self).__name__, options)
        # All arguments as they were given, for pickle.
        self._arguments: dict[str, Any] = {"endpoint": endpoint, **given}
        default, authorizer, transport = given.get("default"), given.get("authorizer"), given.get("transport")
        after_fork = given.get("after_fork", "raise")
        if default is not None:
            check_function("default", default)
        check_after_fork(after_fork, given.get("record"))
        headers = with_environment(given.get("headers"), given.get("headers_env"))
        config = client_config(endpoint, headers, given)
        text = written("the client's configuration", config)

        def made() -> int | None:
            out, error = c_void_p(), OwnedText()
            functions = transport_functions(transport)
            status = native.swiftpager_client_create(
                None, text, functions and byref(functions), byref(out), byref(error))
            check(status, error.read())
            return out.value

        if after_fork == "reopen":
            # Weak, because the handle must not keep its own client alive.
            client = weakref.WeakMethod(self._reopened), weakref.WeakMethod(self._forked)
            self._handle: Handle = ReopenedHandle(
                made, _close, opened=lambda: _call(client[0]()), on_fork=lambda: _call(client[1]())
            )
        else:
            self._handle = Handle(made(), _close, CLOSED_CLIENT)
        self._has_cache = config.get("cache", "none") != "none"
        self._default = default
        self._authorizer = authorizer
        self._endpoint = endpoint
        # For texts of the server that this package itself quotes.
        self._secrets = Secrets(endpoint, headers, given.get("proxy"))
        _exit.close_at_exit(self._handle)
        if authorizer is not None:
            set_authorizer(self._handle.key, authorizer, self._secrets.authorized)
        self._observing = Observing(self._handle)

    @property
    def _shown_endpoint(self) -> str:
        return without_query(self._endpoint)

    def _reopened(self) -> None:
        """Gives the new client of a forked child what the parent's client had: its observer and its authorizer."""
        if self._authorizer is not None:
            set_authorizer(self._handle.key, self._authorizer, self._secrets.authorized)
        self._observing.begin_again()

    def _forked(self) -> None:
        """Forgets what must not be used in a forked child."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        check_pickled(type(self).__name__, self._arguments)
        options = dict(self._arguments)
        return remade, (type(self), options.pop("endpoint"), options)

    def observe(self, callback: Callable[[RequestEvent], object] | None) -> None:
        """Sets the function that gets the events of the client's requests, inside a dispatch; None removes it.

            client.observe(lambda event: print(event["event"]))

        An event is a dict: see `swiftpager.shapes.RequestEvent`. There is one function at a time. The logger
        `swiftpager` also gets the events: retries at WARNING, and everything else at DEBUG. The logger's settings at
        the start of a load or request count.
        """
        self._observing.observe(callback)

    @property
    def cache(self) -> Cache:
        """The records that the client keeps, by key."""
        return Cache(self._handle)

    def fileno(self) -> int:
        """A file descriptor that is readable exactly while callbacks wait: then call `dispatch()`.

        Use it with `select` and event loops. Remove it from the loop before you close the client. Never read or close
        it.
        """
        out = c_int()
        check_descriptor(native.swiftpager_client_fd(self._handle.key, byref(out)))
        return out.value

    def _planned(self, plan: Plan, options: Mapping[str, Any], lag: float | None = None) -> PagerType:
        """Makes the pager of a plan, with a lag in seconds or the default one."""
        from .schema.lag import with_lag

        others = dict(pagination=plan.pagination, since=with_lag(plan.since, lag), **options)
        pager: Any = self._pager(plan.query, plan.variables, others.pop("type", None), others)
        pager.plan = plan
        made: PagerType = pager
        return made

    @abc.abstractmethod
    def _pager(
        self, query: Query, variables: Mapping[str, Any] | None, kind: Any, options: Mapping[str, Any]
    ) -> PagerType:
        """Makes a pager of this kind of client: see `Client.pager`."""

    def _execution(self, query: Query, variables: Mapping[str, Any] | None, **options: Any) -> Execution:
        """Starts a request."""
        running = self._observing.begin_operation("execute", query, options["operation_name"])
        try:
            config = request_config(query, variables, **traced(running, options))
            request = written("the request", config, self._default)
            self._observing.look_again()
            return Execution(self._handle.key, request, running)
        except BaseException as error:
            running.end(error)
            raise

    def __repr__(self) -> str:
        name = f"swiftpager.{type(self).__name__}"
        return f"<{name} closed>" if self._handle.is_released else f"<{name} {self._shown_endpoint}>"


def _call(function: Callable[[], None] | None) -> None:
    """Calls a method, if its object still exists."""
    if function is not None:
        function()


def _close(client: int) -> int:
    # Inside a callback, the library refuses to wait and to dispatch. The release still works, but drops completions.
    if native.swiftpager_client_close(client, CLOSE_MILLISECONDS) == Status.REENTRANT:
        native.swiftpager_client_close(client, 0)
    try:
        _run_callbacks(client)
        # Pagers may keep the client, but not the functions of the program.
        native.swiftpager_client_observe(client, None, NO_EVENT, None, NO_DESTROY, None)
        native.swiftpager_client_set_authorizer(client, NO_AUTHORIZER, None, NO_DESTROY, None)
        _run_callbacks(client)
    finally:
        status = call(native.swiftpager_client_release, client)
    return status


def _run_callbacks(client: int) -> None:
    """Runs the callbacks that wait for a client."""
    count = c_uint32(1)
    while count.value:
        call(native.swiftpager_client_dispatch, client, 0, 0, byref(count))
