"""The events of a client's requests, for a function of the program and for the logger `swiftpager`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._json import read, written
from ._native.callbacks import NO_DESTROY, ON_DESTROY
from ._native.calls import entry
from ._native.functions import check_function
from ._native.handle import Handle
from ._native.library import native
from ._native.raising import check
from ._native.registry import receiver, register
from ._native.signatures import EventCallback
from ._native.starting import starting
from ._tracing import NOT_TRACED, Running, Tracer
from .shapes import RequestEvent

if TYPE_CHECKING:
    import logging

LOGGER = "swiftpager"
NO_EVENT: Any = EventCallback()
# The level of `logging`.
_DEBUG = 10


class Observer:
    """The receivers of events: a function of the program, a tracer and the logger."""

    __slots__ = ("callback", "tracer")

    def __init__(self, callback: Callable[[RequestEvent], object] | None, tracer: Tracer | None = None) -> None:
        self.callback = callback
        self.tracer = tracer

    def kinds(self) -> list[str] | None:
        """The kinds of events that a receiver wants; None for all."""
        if self.callback is not None or self.tracer is not None:
            return None
        # If no handler is set up for the log, it needs no events.
        if (logger := heard_logger()) is None:
            return []
        return None if logger.isEnabledFor(_DEBUG) else ["retry"]

    def tell(self, event: RequestEvent) -> None:
        import logging

        log(logging.getLogger(LOGGER), event)
        if self.tracer is not None:
            self.tracer.tell(event)
        if self.callback is not None:
            self.callback(event)


class Observing:
    """The observer of a client, and the kinds of events that it wanted at the last check."""

    __slots__ = ("_client", "_kinds", "_observer")

    def __init__(self, client: Handle) -> None:
        self._client = client
        self._observer = Observer(None)
        # No kinds: by itself, the library reports no events.
        self._kinds: list[str] | None = []
        self.look_again()

    def observe(self, callback: Callable[[RequestEvent], object] | None) -> None:
        """Sets the function that gets events, in addition to the logger; None leaves the logger only."""
        if callback is not None:
            check_function("callback", callback)
        with starting():
            self._tell(Observer(callback, self._observer.tracer))

    def trace(self, tracer: Tracer | None) -> None:
        """Sets the tracer of the client's operations; None removes it."""
        with starting():
            self._tell(Observer(self._observer.callback, tracer))

    def begin_operation(self, call: str, query: object, operation_name: str | None) -> Running:
        """Tells the tracer that an operation begins; see `Tracer.begin`."""
        tracer = self._observer.tracer
        return NOT_TRACED if tracer is None else tracer.begin(call, query, operation_name)

    def begin_again(self) -> None:
        """Gives the same receivers to another client of the library, which by itself reports no events."""
        self._kinds = []
        self.look_again()

    def look_again(self) -> None:
        """Checks what the logger wants now, because programs may set logging up after they make clients."""
        with starting():
            if self._observer.kinds() != self._kinds:
                self._tell(Observer(self._observer.callback, self._observer.tracer))

    def _tell(self, observer: Observer) -> None:
        client, kinds = self._client.key, observer.kinds()
        if kinds == []:
            check(native.swiftpager_client_observe(client, None, NO_EVENT, None, NO_DESTROY, None))
        else:
            text = None if kinds is None else written("the kinds of events", kinds)
            key = register(observer)
            check(native.swiftpager_client_observe(client, text, ON_EVENT, key, ON_DESTROY, None))
        self._observer, self._kinds = observer, kinds


def heard_logger() -> logging.Logger | None:
    """The package's logger if a handler gets its warnings; else None.

    A program with a handler has imported `logging`. For all others, that would take milliseconds.
    """
    if "logging" not in sys.modules:
        return None
    import logging

    logger = logging.getLogger(LOGGER)
    return logger if logger.hasHandlers() and logger.isEnabledFor(logging.WARNING) else None


def log(logger: logging.Logger, event: RequestEvent) -> None:
    """Logs an event as a line; the attribute `swiftpager` of the log record has the event itself."""
    what: Any = event
    name = f"request {what['request']}" if what["request"] else "a page"
    if what["operation"]:
        name += f" ({what['operation']})"
    if what["page"]:
        name += f", page {what['page']}"
    extra = {"swiftpager": event}
    match what["event"]:
        case "retry":
            logger.warning(
                "%s: attempt %d brought no answer (%s); the next follows in %.3f s",
                name, what["attempt"], what["reason"], what["wait_ms"] / 1_000, extra=extra,
            )
        case "pace":
            logger.debug("%s: waits %.3f s before it is sent", name, what["wait_ms"] / 1_000, extra=extra)
        case "resend":
            logger.debug("%s: is sent again in another form (%s)", name, what["reason"], extra=extra)
        case "request":
            logger.debug("%s: attempt %d, %d bytes", name, what["attempt"], what["bytes"], extra=extra)
        case "answer":
            logger.debug(
                "%s: %d, %d bytes in %d ms", name, what["status"], what["bytes"], what["milliseconds"], extra=extra
            )
        case "failure":
            logger.debug("%s: failed after %d ms: %s", name, what["milliseconds"], what["message"], extra=extra)
        case "connection":
            logger.debug("%s: connection %s", name, what["state"], extra=extra)
        case "limit":
            logger.debug("%s: %d remain of the server's limit", name, what["remaining"], extra=extra)
        case "unreadable":
            logger.debug(
                "%s: the cache cannot read it back, so it does not follow changes: %s (%s)",
                name, what["reason"], what["place"], extra=extra,
            )
        case "conflict":
            logger.debug(
                "%s: the answer has two values for %s of %s, and the cache keeps one of them",
                name, what["field"], what["key"], extra=extra,
            )
        case "positions":
            logger.debug("%s: the cursors are positions, so a deletion may hide an item", name, extra=extra)
        case "authorizing":
            logger.debug("%s: calls the authorizer (%s)", name, what["reason"], extra=extra)


@entry
def _on_event(key: int, event: bytes) -> None:
    receiver(key).tell(read(event))


ON_EVENT: Any = EventCallback(_on_event)
