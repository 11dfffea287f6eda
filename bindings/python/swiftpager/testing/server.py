"""A GraphQL server on the loopback interface that answers from Python data."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Mapping
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

from ._answer import answer
from ._arguments import mapping, seconds, whole
from ._document import QueryError
from ._http import Exchange, Listener
from .faults import Errors, Fault, HangUp, Plan, Refusal


@dataclasses.dataclass(frozen=True)
class ReceivedRequest:
    """A received request and the status of its answer; None if the server hung up."""

    query: str
    variables: Mapping[str, Any]
    operation_name: str | None
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    status: int | None


class FakeServer:
    """A server for tests, on its own port and threads. It runs until `close()`, or the end of a `with` or of Python.

        with FakeServer({"products": Connection([{"id": n} for n in range(250)])}) as server:
            with swiftpager.Client(server.url) as client:
                assert len(list(client.pager(QUERY, {"first": 100}).items())) == 250
            assert server.requests[0].variables == {"first": 100}

    `data` has the fields of the query. A value is a dict for an object, a list, a plain value, a `Connection` or
    `OffsetList` for a list with pages, or a function that takes the field's arguments as a dict. A query gets the
    fields that it selects, under its own names. A field that the data does not have is an error in the response. The
    server does not check types. A `__typename` is the object's own, or "Object".
    """

    def __init__(self, data: Mapping[str, Any] | None = None, *, latency: float = 0.0) -> None:
        """Starts the server. `latency` is the time of each answer in seconds; you may change it at any time."""
        self.data: dict[str, Any] = mapping("data", data, "the query's fields")
        self.latency = latency
        self._lock = threading.Lock()
        self._plan = Plan()
        self._requests: list[ReceivedRequest] = []
        self._closing = threading.Event()
        self._listener = Listener(self._exchange)

    @property
    def latency(self) -> float:
        """The time of each answer in seconds."""
        return self._latency

    @latency.setter
    def latency(self, value: float) -> None:
        self._latency = seconds("latency", value)

    @property
    def url(self) -> str:
        """The address to which clients post their queries."""
        return f"http://127.0.0.1:{self._listener.server_port}/graphql"

    @property
    def requests(self) -> list[ReceivedRequest]:
        """The answered requests in order, with those that met a fault."""
        with self._lock:
            return list(self._requests)

    def refuse(
        self, status: int, *, headers: Mapping[str, str] | None = None, body: str = "", times: int = 1, after: int = 0
    ) -> None:
        """Answers `times` requests with an HTTP status and no GraphQL response, after `after` other requests.

            server.refuse(429, headers={"Retry-After": "1"})  # a limit
            server.refuse(503, times=2)  # and then a server that restarts

        `server.refuse(429, headers={"Retry-After": "1"})` is a rate limit, `refuse(503, times=2)` a server that
        restarts. Several faults come in the order of these calls.
        """
        whole("status", status, 200, 999)
        given = mapping("headers", headers, "strings")
        for name, value in given.items():
            if not isinstance(name, str) or not isinstance(value, str):
                raise TypeError(f"headers must be a mapping of strings, and {name!r}: {value!r} is not one")
        if not isinstance(body, str):
            raise TypeError(f"body must be a string, not {body!r}")
        self._add(Refusal(status, given, body.encode()), times, after)

    def answer_errors(
        self, *errors: str | Mapping[str, Any], with_data: bool = False, times: int = 1, after: int = 0
    ) -> None:
        """Answers with errors, given as messages or as GraphQL errors.

            server.answer_errors("no access")
            server.answer_errors({"message": "one failed", "path": ["products"]}, with_data=True)

        They come instead of data or, `with_data`, beside it.
        """
        for error in errors:
            if not isinstance(error, str | Mapping):
                raise TypeError(f"an error must be a message or a GraphQL error, which is a dict, not {error!r}")
        if not errors:
            raise TypeError("name at least one error: a message or a GraphQL error")
        written = [{"message": error} if isinstance(error, str) else error for error in errors]
        self._add(Errors(written, with_data), times, after)

    def hang_up(self, *, times: int = 1, after: int = 0) -> None:
        """Closes the connection instead of an answer."""
        self._add(HangUp(), times, after)

    def close(self) -> None:
        """Ends the server and its open connections. A second call does nothing."""
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
        whole("times", times, 1)
        whole("after", after, 0)
        with self._lock:
            self._plan.add(fault, times, after)

    def _exchange(self, body: Mapping[str, Any], headers: Mapping[str, str]) -> Exchange | None:
        """The answer to one request; None if the server hangs up."""
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
        # A function in the data may raise any exception; the client gets it as an error.
        except Exception as error:
            return {"errors": [{"message": f"the fake server's data raised {type(error).__name__}: {error}"}]}
