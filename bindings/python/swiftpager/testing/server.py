"""A GraphQL server on loopback that answers from Python data."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Mapping
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

from ._answer import answer
from ._document import QueryError
from ._http import Exchange, Listener
from .faults import Errors, Fault, HangUp, Plan, Refusal


@dataclasses.dataclass(frozen=True)
class ReceivedRequest:
    """A request that came, and the status it was answered with; None where the server hung up."""

    query: str
    variables: Mapping[str, Any]
    operation_name: str | None
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    status: int | None


class FakeServer:
    """A server for tests, on a port and on threads of its own, from its making to `close()` or the end of a `with`.

        with FakeServer({"products": Connection([{"id": n} for n in range(250)])}) as server:
            with swiftpager.Client(server.url) as client:
                assert len(list(client.pager(QUERY, {"first": 100}).items())) == 250
            assert [request.variables for request in server.requests] == …

    `data` has the fields of the query: dicts for objects, lists, values, `Connection` and `OffsetList` for lists with
    pages, anywhere, and functions of the field's arguments, a dict. A query gets what it asks for, by the names that it
    asks for. A field that the data does not have is an error in the response; types are not checked. A `__typename` is
    the object's own, or "Object".
    """

    def __init__(self, data: Mapping[str, Any] | None = None, *, latency: float = 0.0) -> None:
        """Starts it. `latency` is how many seconds each answer takes, and may be changed at any time."""
        self.data: dict[str, Any] = dict(data or {})
        self.latency = latency
        self._lock = threading.Lock()
        self._plan = Plan()
        self._requests: list[ReceivedRequest] = []
        self._closing = threading.Event()
        self._listener = Listener(self._exchange)

    @property
    def url(self) -> str:
        """The address that queries are posted to."""
        return f"http://127.0.0.1:{self._listener.server_port}/graphql"

    @property
    def requests(self) -> list[ReceivedRequest]:
        """The requests that were answered, in their order; those that met a fault, too."""
        with self._lock:
            return list(self._requests)

    def refuse(
        self, status: int, *, headers: Mapping[str, str] | None = None, body: str = "", times: int = 1, after: int = 0
    ) -> None:
        """Answers the next request, or `times` requests, with a status and no response; `after` so many others.

        `server.refuse(429, headers={"Retry-After": "1"})` is a limit, `refuse(503, times=2)` a server that restarts.
        Faults that are asked for one after the other come one after the other.
        """
        self._add(Refusal(status, dict(headers or {}), body.encode()), times, after)

    def answer_errors(
        self, *errors: str | Mapping[str, Any], with_data: bool = False, times: int = 1, after: int = 0
    ) -> None:
        """Answers with errors: messages, or errors as GraphQL has them; in place of data or beside it."""
        written = [{"message": error} if isinstance(error, str) else error for error in errors]
        self._add(Errors(written, with_data), times, after)

    def hang_up(self, *, times: int = 1, after: int = 0) -> None:
        """Closes the connection in place of an answer."""
        self._add(HangUp(), times, after)

    def close(self) -> None:
        """Ends it, and the connections that are open. Once is enough."""
        self._closing.set()
        self._listener.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<swiftpager.testing.FakeServer {self.url}>"

    def _add(self, fault: Fault, times: int, after: int) -> None:
        with self._lock:
            self._plan.add(fault, times, after)

    def _exchange(self, body: Mapping[str, Any], headers: Mapping[str, str]) -> Exchange | None:
        """The answer to one request; None: none."""
        with self._lock:
            fault = self._plan.take()
        exchange = self._answer(body, fault)
        self._closing.wait(self.latency)
        with self._lock:
            self._requests.append(
                ReceivedRequest(
                    query=body.get("query") or "",
                    variables=body.get("variables") or {},
                    operation_name=body.get("operationName"),
                    headers=headers,
                    body=body,
                    status=None if exchange is None else exchange.status,
                )
            )
        return exchange

    def _answer(self, body: Mapping[str, Any], fault: Fault | None) -> Exchange | None:
        if isinstance(fault, HangUp):
            return None
        if isinstance(fault, Refusal):
            return Exchange(fault.status, fault.headers, fault.body)
        response: dict[str, Any] = {}
        if fault is None or fault.with_data:
            response = self._response(body)
        if fault is not None:
            response["errors"] = [*fault.errors, *response.get("errors", [])]
        return Exchange.of_json(HTTPStatus.OK, response)

    def _response(self, body: Mapping[str, Any]) -> dict[str, Any]:
        query = body.get("query")
        if not isinstance(query, str):
            code = {"code": "PERSISTED_QUERY_NOT_SUPPORTED"}
            return {"errors": [{"message": "PersistedQueryNotSupported", "extensions": code}]}
        try:
            return {"data": answer(self.data, query, body.get("variables") or {}, body.get("operationName"))}
        except QueryError as error:
            return {"errors": [{"message": str(error)}]}
        # A function of the data may raise anything; whoever waits for the answer is told.
        except Exception as error:
            return {"errors": [{"message": f"the fake server's data raised {type(error).__name__}: {error}"}]}
