"""OpenTelemetry: spans and metrics of a client's operations and requests. Needs the extra `otel`.

    swiftpager.otel.instrument(client)

Each operation (a walk, a load, an `execute`) becomes a span with a name like "query Products", as the semantic
conventions for GraphQL say. Each HTTP request that it sends becomes a span below it, and a value in the histogram
`http.client.request.duration`, as the semantic conventions for HTTP clients say. Each attempt is a request of its own.
The requests send the `traceparent` of the operation.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

try:
    from opentelemetry import context, metrics, propagate, trace
    from opentelemetry.trace import Span, SpanKind, StatusCode
except ImportError as error:
    error.add_note("swiftpager.otel needs opentelemetry-api: pip install opentelemetry-api, or swiftpager[otel]")
    raise

from ._documents import operation_of
from ._tracing import Running
from .exceptions import Cancelled, SwiftPagerError
from .shapes import RequestEvent

if TYPE_CHECKING:
    from .aio.client import AsyncClient
    from .client import Client

__all__ = ["instrument", "uninstrument"]

SCOPE = "swiftpager"
# The version of the semantic conventions that the names come from.
SCHEMA = "https://opentelemetry.io/schemas/1.37.0"
# The boundaries that the conventions advise for this histogram, in seconds.
BOUNDARIES = (0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10)
# An event may be dispatched after its operation has ended. A request that was aborted gets no further event.
MOST_ENDED, MOST_REQUESTS = 1_024, 1_024
# What the events of a call's requests have as "tag": a number that no other call of this process has.
_tags = itertools.count(1)

_NANOSECONDS = 1_000_000


def instrument(
    client: Client | AsyncClient, *, tracer_provider: trace.TracerProvider | None = None,
    meter_provider: metrics.MeterProvider | None = None,
) -> None:
    """Makes spans and metrics of a client's operations from now on, with these providers or else the global ones.

        with swiftpager.Client("https://example.com/graphql") as client:
            swiftpager.otel.instrument(client)
            client.pager(QUERY).load_all()  # a span, and one below it for each request

    An operation's span has `graphql.operation.type` and `graphql.operation.name`, and in `swiftpager.method` the name
    of the method. Its requests' spans have the attributes of HTTP clients. No span has a header, a variable or what
    follows the path of the address. A request that no operation has sent, like one for a page that the cache has lost,
    has a span without a parent.

    The client's `observe` and its logger stay as they are. The spans of requests are made when the client's events are
    dispatched, with the times of the events.
    """
    client._observing.trace(_Tracer(client, tracer_provider, meter_provider))


def uninstrument(client: Client | AsyncClient) -> None:
    """Makes no more spans of operations that begin later."""
    client._observing.trace(None)


@dataclass(eq=False)
class _Operation:
    """The span of an operation, and when it ran, in nanoseconds since 1970."""

    tag: str
    span: Span
    began: int
    ended: int | None = None


class _Running(Running):
    """An operation as the package knows it. If the program drops it without waiting for its end, the span ends."""

    def __init__(self, tracer: _Tracer, operation: _Operation) -> None:
        self._tracer = tracer
        self._operation = operation
        self.tag = operation.tag
        self.headers: dict[str, str] = {}
        propagate.inject(self.headers, trace.set_span_in_context(operation.span))

    def end(self, error: BaseException | None = None, *, was_cancelled: bool = False) -> None:
        if not self._tracer.remove(self._operation):
            return
        span = self._operation.span
        if was_cancelled or isinstance(error, Cancelled):
            span.set_attribute("swiftpager.cancelled", True)
        elif error is not None:
            span.set_attribute("error.type", _type_of(error))
            span.set_status(StatusCode.ERROR, str(error))
        span.end(self._operation.ended)

    def __del__(self) -> None:
        self.end(was_cancelled=True)


@dataclass
class _Request:
    """A request that has been sent and not been answered."""

    # Milliseconds since 1970.
    began: int
    # How often the same request was sent before.
    resent: int
    method: str
    # Whether it has been answered, and another may follow.
    is_done: bool = False


class _Tracer:
    """Makes the spans and metrics of one client."""

    def __init__(
        self, client: Client | AsyncClient, tracer_provider: trace.TracerProvider | None,
        meter_provider: metrics.MeterProvider | None,
    ) -> None:
        from . import __version__

        self._tracer = trace.get_tracer(SCOPE, __version__, tracer_provider, SCHEMA)
        self._duration = metrics.get_meter(SCOPE, __version__, meter_provider, SCHEMA).create_histogram(
            "http.client.request.duration", "s", "Duration of HTTP client requests.",
            explicit_bucket_boundaries_advisory=BOUNDARIES,
        )
        # Without user, password and query.
        self._address = client._shown_endpoint
        parts = urlsplit(self._address)
        self._server: dict[str, str | int] = {
            "server.address": parts.hostname or "",
            "server.port": parts.port or (443 if parts.scheme == "https" else 80),
        }
        persisted = client._arguments.get("persisted_queries")
        self._sends_get = isinstance(persisted, Mapping) and bool(persisted.get("get"))
        # Reentrant, because the end of an operation that was dropped may come inside it.
        self._lock = threading.RLock()
        self._running: dict[str, _Operation] = {}
        self._ended: OrderedDict[str, _Operation] = OrderedDict()
        self._requests: OrderedDict[int, _Request] = OrderedDict()

    # Operations

    def begin(self, call: str, query: object, operation_name: str | None) -> Running:
        """Begins the span of an operation, below the current span."""
        name = operation_of(query, operation_name)
        attributes = {"graphql.operation.type": name.kind, "swiftpager.method": call}
        if name.name is not None:
            attributes["graphql.operation.name"] = name.name
        began = time.time_ns()
        words = name.kind if name.name is None else f"{name.kind} {name.name}"
        span = self._tracer.start_span(words, attributes=attributes, start_time=began)
        operation = _Operation(str(next(_tags)), span, began)
        with self._lock:
            self._running[operation.tag] = operation
        return _Running(self, operation)

    def remove(self, operation: _Operation) -> bool:
        """Ends an operation; returns False if it has ended before."""
        with self._lock:
            if operation.ended is not None:
                return False
            operation.ended = time.time_ns()
            self._ended[operation.tag] = self._running.pop(operation.tag)
            if len(self._ended) > MOST_ENDED:
                self._ended.popitem(last=False)
            return True

    # Requests

    def tell(self, event: RequestEvent) -> None:
        """Makes the span of a request when it is answered; adds waits to the span of the operation."""
        match event["event"]:
            case "request":
                self._sent(event)
            case "answer":
                self._answered(event, event["status"], None)
            case "failure":
                self._answered(event, None, event["message"])
            case "retry" | "pace":
                operation = self._sender(event)
                if operation is not None:
                    attributes: dict[str, str | int] = {"wait_ms": event["wait_ms"]}
                    if "reason" in event:
                        attributes["reason"] = event["reason"]
                    operation.span.add_event(
                        f"swiftpager.{event['event']}", attributes, event["time"] * _NANOSECONDS
                    )

    def _sent(self, event: RequestEvent) -> None:
        with self._lock:
            before = self._requests.pop(event["request"], None)
            # Only a query that is sent for the first time may go by GET.
            is_get = self._sends_get and before is None
            self._requests[event["request"]] = _Request(
                event["time"], 0 if before is None else before.resent + 1, "GET" if is_get else "POST"
            )
            while len(self._requests) > MOST_REQUESTS:
                self._requests.popitem(last=False)

    def _answered(self, event: RequestEvent, status: int | None, failure: str | None) -> None:
        with self._lock:
            request = self._requests.get(event["request"])
            if request is None or request.is_done:
                # The event of its beginning was dropped.
                request = _Request(event["time"] - event["milliseconds"], event["attempt"] - 1, "POST")
            request.is_done = True
        attributes: dict[str, str | int] = {"http.request.method": request.method, **self._server}
        if status is not None:
            attributes["http.response.status_code"] = status
        if failure is not None or (status is not None and status >= 400):
            attributes["error.type"] = "_OTHER" if status is None else str(status)
        operation = self._sender(event)
        self._make_span(event, request, operation, attributes, failure)
        if event["operation"] is not None:
            attributes["graphql.operation.name"] = event["operation"]
        parent = None if operation is None else trace.set_span_in_context(operation.span)
        self._duration.record(event["milliseconds"] / 1_000, attributes, parent)

    def _make_span(
        self, event: RequestEvent, request: _Request, operation: _Operation | None,
        attributes: Mapping[str, str | int], failure: str | None,
    ) -> None:
        # A millisecond begins before the operation does.
        began = max(request.began * _NANOSECONDS, 0 if operation is None else operation.began)
        span = self._tracer.start_span(
            request.method,
            context.Context() if operation is None else trace.set_span_in_context(operation.span),
            SpanKind.CLIENT,
            {**attributes, "url.full": self._address},
            start_time=began,
        )
        if request.resent:
            span.set_attribute("http.request.resend_count", request.resent)
        if event["page"] is not None:
            span.set_attribute("swiftpager.page", event["page"])
        if "error.type" in attributes:
            span.set_status(StatusCode.ERROR, failure)
        span.end(max(began, event["time"] * _NANOSECONDS))

    def _sender(self, event: RequestEvent) -> _Operation | None:
        """The operation that has sent a request; None if no operation has, or if it ended long ago."""
        tag = event["tag"]
        if tag is None:
            return None
        with self._lock:
            return self._running.get(tag) or self._ended.get(tag)


def _type_of(error: BaseException) -> str:
    return error.code if isinstance(error, SwiftPagerError) else type(error).__qualname__
