"""The server of a random world, in this process: graphql-core executes what the lists do not spoil."""

import contextlib
import email.utils
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler
from typing import Any

from graphql import GraphQLError, GraphQLSchema, build_schema, execute_sync, graphql_sync, parse, validate

from loopback import listening
from world_lists import SECOND, WorldList
from world_troubles import Answer, Trouble

SCHEMA = """
scalar DateTime
scalar Long
enum Direction { ASC DESC }
type Owner { login: String! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
"""
CHECKED_QUERIES = 500


class WorldServer:
    """The lists, and how the server presents them. `lock` is for what changes them."""

    def __init__(self, lists: Sequence[WorldList], troubles: Mapping[str, Trouble]) -> None:
        self.lock = threading.RLock()
        self.url = ""
        # What the clock of the server says, in microseconds since 1970.
        self.now = 0
        # The requests for each list, and the introspections.
        self.counts: Counter[str] = Counter()
        self._lists = {one.box or one.field: one for one in lists}
        self._troubles = troubles
        self._schema: GraphQLSchema | None = None
        self._sdl = ""
        self._checked: dict[str, Any] = {}

    @property
    def schema(self) -> GraphQLSchema:
        """The schema as it is now."""
        lists = self._lists.values()
        sdl = SCHEMA + "\n".join(one.types() for one in lists)
        sdl += "\ntype Query {\n" + "\n".join(one.entry() for one in lists) + "\n}\n"
        if self._schema is None or sdl != self._sdl:
            self._schema, self._sdl, self._checked = build_schema(sdl), sdl, {}
        return self._schema

    def answer(self, body: Mapping[str, Any]) -> Answer:
        """The status, the type and the text of an answer."""
        query, variables = body["query"], body.get("variables")
        with self.lock:
            schema = self.schema
            if "__schema" in query:
                self.counts["introspections"] += 1
                return _json(graphql_sync(schema, query).formatted)
            document, mistakes = self._check(schema, query)
            if mistakes:
                return _json({"errors": [mistake.formatted for mistake in mistakes]}, 400)
            one = self._lists[document.definitions[0].selection_set.selections[0].name.value]
            trouble = self._troubles[one.name]
            trouble.asked += 1
            self.counts[one.name] += 1
            instead = trouble.before(query, variables or {})
            if instead is not None:
                return instead
            root = {one.box or one.field: _resolver(one)}
            return _json(execute_sync(schema, document, root, variable_values=variables).formatted)

    def _check(self, schema: GraphQLSchema, query: str) -> tuple[Any, list[GraphQLError]]:
        """A document, and what is wrong with it."""
        if len(self._checked) > CHECKED_QUERIES:
            self._checked.clear()
        if query not in self._checked:
            document = parse(query)
            self._checked[query] = document, validate(schema, document)
        checked: tuple[Any, list[GraphQLError]] = self._checked[query]
        # A mistake that no field of the query type has belongs to no list.
        return checked


def _resolver(one: WorldList) -> Callable[..., Any]:
    """The root value of a list."""
    if one.box is None:
        return lambda info, **given: one.resolve(None, given)

    def box(info: Any, name: str) -> Any:
        return {one.field: lambda info, **given: one.resolve(name, given)} if name in one.shelves else None

    return box


def _json(answer: Any, status: int = 200) -> Answer:
    return status, "application/json", json.dumps(answer).encode()


@contextlib.contextmanager
def serving(served: WorldServer) -> Iterator[None]:
    """Serves the lists while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, kind, text = served.answer(body)
            if status == 0:
                self.close_connection = True
                return
            self.send_response_only(status)
            self.send_header("Date", email.utils.formatdate(served.now // SECOND, usegmt=True))
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            with contextlib.suppress(ConnectionError):
                self.wfile.write(text)
                self.wfile.flush()

        def log_message(self, format: str, *arguments: Any) -> None:
            """Logs nothing."""

    with listening(Handler) as address:
        served.url = f"{address}/graphql"
        yield
