"""What the package asks of a tracer, like that of `swiftpager.otel`. Without a tracer, each operation costs one more
call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from .shapes import RequestEvent


class Running:
    """A running operation that nothing traces."""

    # What its requests send, in addition to the headers of the call.
    headers: Mapping[str, str] = {}
    # What the events of its requests have as "tag".
    tag: str | None = None

    def end(self, error: BaseException | None = None, *, was_cancelled: bool = False) -> None:
        """Says how the operation ended; a second call does nothing."""


class Tracer(Protocol):
    """Follows the operations of one client."""

    def begin(self, call: str, query: object, operation_name: str | None) -> Running:
        """An operation begins, by a method like "execute" or "load_all"."""

    def tell(self, event: RequestEvent) -> None:
        """Something happened to a request of the client."""


NOT_TRACED = Running()


def traced(running: Running, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options of a call, with the tag and the headers of its operation; the call's own headers override these."""
    if running.tag is None:
        return options
    options = {**options, "tag": running.tag}
    given = options.get("headers")
    if not isinstance(given, Mapping | None):
        return options
    own: Mapping[Any, str] = given or {}
    known = {name.lower() for name in own if isinstance(name, str)}
    others = {name: value for name, value in running.headers.items() if name.lower() not in known}
    return {**options, "headers": {**others, **own}}
