"""A GraphQL server in this process whose list a test changes while walks read it.

The list has its own clock, which stands still until a test moves it. So a test decides which changes fall into one
second, and what the `Date` header of an answer says.
"""

import base64
import contextlib
import dataclasses
import email.utils
import functools
import json
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from graphql import DocumentNode, GraphQLError, build_schema, execute_sync, parse, validate

SCHEMA = build_schema("""
enum Field { UPDATED_AT STAMP CREATED_AT ID }
enum Direction { ASC DESC }
input Order { field: Field!, direction: Direction! }
type Issue { id: ID! updatedAt: String stamp: String title: String }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Edge { cursor: String! node: Issue }
type Issues { edges: [Edge!]! nodes: [Issue]! pageInfo: PageInfo! }
type Query {
  issues(first: Int! after: String orderBy: Order updatedSince: String stampSince: String): Issues!
  pages(limit: Int! offset: Int! orderBy: Order): [Issue]!
}
""")
# The list's clock begins here. Its times are milliseconds since then.
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


@dataclasses.dataclass
class Record:
    """An item of the list."""

    id: int
    updated: int
    title: str
    # When the item became visible, by the list's clock. A late commit is older than that.
    committed: int


@dataclasses.dataclass
class Received:
    """An answered request."""

    query: str
    variables: dict[str, Any]


class ChangingList:
    """The list, and how the server presents it. Tests change all of it under `lock`, or inside `before_request`."""

    def __init__(self) -> None:
        self.records: dict[int, Record] = {}
        self.now = 0
        # What a request takes, by the list's clock.
        self.request_takes = 0
        # The number of milliseconds of which a time is a multiple.
        self.precision = 1_000
        # The order in which the server sorts, whatever the request says; None to obey.
        self.sorts_by: str | None = None
        # Cursors of earlier generations have expired.
        self.generation = 0
        # A member of the first item that comes as null beside an error: "title", "updatedAt", or "node" for all of it.
        self.spoils: str | None = None
        # The ids of the items that it spares.
        self.spares: set[str] = set()
        # Whether answers have a `Date` header.
        self.has_date = True
        # Called before each request with its number, from 1.
        self.before_request: Callable[[int], None] | None = None
        self.requests: list[Received] = []
        self.lock = threading.RLock()
        self._next_id = 1

    # Changes

    def insert(self, *, age: int = 0) -> Record:
        """Adds an item. With an age, it is an item that was committed late; a negative one is from the future."""
        record = Record(self._next_id, self.now - age, "", self.now)
        record.title = f"item {record.id}, version 1"
        self._next_id += 1
        self.records[record.id] = record
        return record

    def update(self, index: int, *, age: int = 0) -> None:
        """Changes an item and its time; does nothing if the list is empty."""
        if self.records:
            record = self._at(index)
            # An item's time never goes back.
            record.updated = max(record.updated, self.now - age)
            record.committed = self.now
            name, _, version = record.title.rpartition(" ")
            record.title = f"{name} {int(version) + 1}"

    def delete(self, index: int) -> None:
        """Takes an item out."""
        if self.records:
            del self.records[self._at(index).id]

    def _at(self, index: int) -> Record:
        return list(self.records.values())[index % len(self.records)]

    # What a client sees

    def shown(self, record: Record) -> dict[str, Any]:
        """An item as answers have it."""
        time = self.value(record)
        moment = BEGINNING + timedelta(milliseconds=time)
        if record.id % 3 == 0:
            # The same moment in another zone: texts do not sort as moments do.
            moment = moment.astimezone(timezone(timedelta(hours=2)))
        text = moment.strftime("%Y-%m-%dT%H:%M:%S")
        if time % 1_000:
            text += f".{time % 1_000:03}".rstrip("0")
        text += "Z" if moment.tzinfo is UTC else "+02:00"
        return {"id": str(record.id), "updatedAt": text, "stamp": str(time), "title": record.title}

    def value(self, record: Record) -> int:
        """An item's time in the precision of the list."""
        return record.updated // self.precision * self.precision

    def shown_items(self) -> dict[str, dict[str, Any]]:
        """All items by their ids."""
        return {str(record.id): self.shown(record) for record in self.records.values()}

    # What the server does

    def in_order(self, order: Any) -> list[Record]:
        """The items in the server's order."""
        by = self.sorts_by or (f"{order['field']} {order['direction']}" if order else "ID ASC")
        field, _, direction = by.partition(" ")
        # Ids count upward as issues are created.
        if field in ("ID", "CREATED_AT"):
            return sorted(self.records.values(), key=lambda record: record.id, reverse=direction == "DESC")
        keys = {"UPDATED_AT": self._place, "STAMP": self._place, "TITLE": lambda record: (record.title, record.id)}
        return sorted(self.records.values(), key=keys[field], reverse=direction == "DESC")

    def _place(self, record: Record) -> tuple[Any, int]:
        return (self.value(record), record.id)

    def issues(
        self, _: object, first: int, after: str | None = None, orderBy: Any = None, updatedSince: str | None = None,
        stampSince: str | None = None,
    ) -> dict[str, Any]:
        """A page of the connection. A cursor has its item's place, not its number: changes do not shift pages."""
        records = self.in_order(orderBy)
        if updatedSince is not None:
            since = (datetime.fromisoformat(updatedSince) - BEGINNING) / timedelta(milliseconds=1)
            records = [record for record in records if self.value(record) >= since]
        if stampSince is not None:
            records = [record for record in records if self.value(record) >= int(stampSince)]
        if after is not None:
            generation, *place = json.loads(base64.b64decode(after))
            if generation != self.generation:
                raise GraphQLError("the cursor has expired", extensions={"code": "INVALID_CURSOR"})
            records = self._behind(records, place, orderBy)
        page, more = records[:first], len(records) > first
        cursors = [self._cursor(record) for record in page]
        nodes = [self._node(record, number == 0) for number, record in enumerate(page)]
        return {
            "edges": [{"cursor": cursor, "node": node} for cursor, node in zip(cursors, nodes, strict=True)],
            "nodes": nodes,
            "pageInfo": {"hasNextPage": more, "endCursor": cursors[-1] if cursors else None},
        }

    def _behind(self, records: Sequence[Record], place: Sequence[Any], order: Any) -> list[Record]:
        by = self.sorts_by or (f"{order['field']} {order['direction']}" if order else "ID ASC")
        value, title, number = place
        keys: dict[str, tuple[Callable[[Record], Any], Any]] = {
            "UPDATED_AT": (self._place, (value, number)),
            "STAMP": (self._place, (value, number)),
            "TITLE": (lambda record: (record.title, record.id), (title, number)),
            "ID": (lambda record: record.id, number),
            "CREATED_AT": (lambda record: record.id, number),
        }
        key, last = keys[by.partition(" ")[0]]
        if by.endswith("DESC"):
            return [record for record in records if key(record) < last]
        return [record for record in records if key(record) > last]

    def _cursor(self, record: Record) -> str:
        place = [self.generation, self.value(record), record.title, record.id]
        return base64.b64encode(json.dumps(place).encode()).decode()

    def _node(self, record: Record, is_first: bool) -> Any:
        if not is_first or self.spoils is None or str(record.id) in self.spares:
            return self.shown(record)
        error = GraphQLError(f"this server keeps {self.spoils} to itself")
        return error if self.spoils == "node" else {**self.shown(record), self.spoils: error}

    def pages(self, _: object, limit: int, offset: int, orderBy: Any = None) -> list[Any]:
        """A page by its number of items to skip."""
        return [self.shown(record) for record in self.in_order(orderBy)[offset : offset + limit]]

    def answer(self, body: dict[str, Any]) -> tuple[dict[str, Any], str | None]:
        """The response to one request, and its `Date` header."""
        with self.lock:
            self.requests.append(Received(body["query"], body.get("variables") or {}))
            if self.before_request:
                self.before_request(len(self.requests))
            self.now += self.request_takes
            document, mistakes = checked(body["query"])
            if mistakes:
                return {"errors": [mistake.formatted for mistake in mistakes]}, self.date()
            root = {"issues": self.issues, "pages": self.pages}
            result = execute_sync(SCHEMA, document, root, variable_values=body.get("variables"))
            return cast(dict[str, Any], result.formatted), self.date()

    def date(self) -> str | None:
        """The list's time as a `Date` header has it."""
        if not self.has_date:
            return None
        return email.utils.format_datetime(BEGINNING + timedelta(milliseconds=self.now // 1_000 * 1_000), usegmt=True)


@functools.lru_cache
def checked(query: str) -> tuple[DocumentNode, list[GraphQLError]]:
    """A document, and what is wrong with it."""
    document = parse(query)
    return document, validate(SCHEMA, document)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        response, date = cast(_Server, self.server).list.answer(body)
        answer = json.dumps(response).encode()
        self.send_response_only(200)
        if date is not None:
            self.send_header("Date", date)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        try:
            self.wfile.write(answer)
            self.wfile.flush()
        except ConnectionError:
            # The client was killed, or has left its walk.
            self.close_connection = True

    def log_message(self, format: str, *arguments: Any) -> None:
        """Logs nothing: `ChangingList.requests` has the requests."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, changing: ChangingList) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.list = changing

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Prints a failure of this server. A client that closed its connection is not one."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

class ChangingServer:
    """The server. `list` may be replaced between walks."""

    def __init__(self) -> None:
        self._server = _Server(ChangingList())
        self.url = f"http://127.0.0.1:{self._server.server_port}/graphql"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def list(self) -> ChangingList:
        """The list that the server answers from."""
        return self._server.list

    @list.setter
    def list(self, changing: ChangingList) -> None:
        self._server.list = changing

    def close(self) -> None:
        """Accepts no more connections."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@contextlib.contextmanager
def changing_server() -> Iterator[ChangingServer]:
    """The server, which runs to the end of the block."""
    server = ChangingServer()
    try:
        yield server
    finally:
        server.close()
