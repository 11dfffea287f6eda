"""The loop: connection → request → page → trouble → answer, and the counters beside it."""

import asyncio
import contextlib
import itertools
from collections.abc import Coroutine
from typing import Any
from urllib.parse import parse_qs

from . import (
    offsets,
    peculiarities,
    tokens,
    troubles_of_the_body,
    troubles_of_the_page,
    troubles_of_the_status,
    troubles_of_the_wire,
)
from .connection import BadRequest, Connection, Request
from .counters import Counters
from .exchange import JSON_TYPE, Exchange, answer, graphql_error, json_bytes
from .gates import Gates
from .options import BadOption, Options, parse_options
from .pages import BadVariables, UnknownCursor, asked_cursor, requested_page, requested_variables
from .register import PATHS, Path

# Importing a module of troubles registers its paths.
FAMILIES = (
    offsets,
    peculiarities,
    tokens,
    troubles_of_the_wire,
    troubles_of_the_status,
    troubles_of_the_body,
    troubles_of_the_page,
)


class TroubleServer:
    """Serves every path of the register; one instance for all connections."""

    def __init__(self) -> None:
        self._counters = Counters()
        self._gates = Gates()
        self._numbers = itertools.count(1)
        self._conversations: set[asyncio.Task[None]] = set()

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Starts to answer a new connection.

        Not a coroutine, because Python 3.11's streams print a stack trace for each one that is cancelled at the end.
        """
        conversation = asyncio.create_task(self._converse(reader, writer))
        self._conversations.add(conversation)
        conversation.add_done_callback(self._conversations.discard)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers requests until either side closes."""
        number = next(self._numbers)
        self._counters.connections += 1
        connection = Connection(reader, writer)
        with contextlib.suppress(OSError):
            try:
                while connection.keep_alive and (request := await connection.read_request()):
                    await self._serve(connection, request, number)
            except BadRequest as error:
                await connection.write(_refusal(400, str(error)))
            finally:
                await connection.close()

    async def _serve(self, connection: Connection, request: Request, number: int) -> None:
        path = PATHS.get(request.url.path)
        if path is None:
            await connection.write(self._control(request))
            return
        if request.method != "POST":
            await connection.write(_refusal(405, f"{request.url.path} takes POST, not {request.method}"))
            return
        try:
            options = parse_options(request.url.query)
            variables = requested_variables(request.body)
            place = asked_cursor(variables)
            self._counters.count_request(
                request.url.path, options.key, number, variables.get("offset") if place is None else place
            )
            page = requested_page(variables, options, path.cursor_prefix)
        except UnknownCursor as error:
            await connection.write(_refusal(200, str(error), data=None))
            return
        except (BadOption, BadVariables) as error:
            await connection.write(_refusal(400, str(error)))
            return
        exchange = Exchange(connection, request, options, page, self._gates)
        with self._counters.answering(request.url.path, options.key):
            is_answered = await self._answered_before_close(connection, self._answer(path, exchange))
        if not is_answered:
            self._counters.count_abort(request.url.path, options.key)

    async def _answer(self, path: Path, exchange: Exchange) -> None:
        options = exchange.options
        if options.ms and not path.keeps_time:
            await asyncio.sleep(options.ms / 1_000)
        if self._is_bad(path, exchange):
            await path.handler(exchange)
        else:
            await exchange.send_page()

    def _is_bad(self, path: Path, exchange: Exchange) -> bool:
        if path.bad_page is None:
            return True
        options = exchange.options
        bad_page = path.bad_page if options.bad is None else options.bad
        if exchange.page.number != bad_page:
            return False
        return not options.once or self._counters.first_time(exchange.request.url.path, options.key)

    async def _answered_before_close(self, connection: Connection, answering: Coroutine[Any, Any, None]) -> bool:
        """Runs the answer, and stops it when the client closes meanwhile; whether all of it was sent."""
        answer_task = asyncio.create_task(answering)
        close_task = asyncio.create_task(connection.until_closed_by_client())
        await asyncio.wait((answer_task, close_task), return_when=asyncio.FIRST_COMPLETED)
        close_task.cancel()
        # A trouble that closes the connection itself is an answer, although the reading side ends with it.
        if not answer_task.done() and not connection.closed_here:
            answer_task.cancel()
        answer_outcome, _ = await asyncio.gather(answer_task, close_task, return_exceptions=True)
        if answer_outcome is None:
            return True
        if isinstance(answer_outcome, OSError | asyncio.CancelledError):
            await connection.close()
            return False
        raise answer_outcome

    def _control(self, request: Request) -> bytes:
        """The answer to a path that is not a list: the counters, the gates, the index, or 404."""
        query = parse_qs(request.url.query)
        match (request.method, request.url.path):
            case ("GET", "/stats"):
                return answer(json_bytes(self._counters.as_json(query.get("key", [None])[0])), 200, JSON_TYPE)
            case ("POST", "/reset-stats"):
                self._counters.reset()
                return answer(b"{}", 200, JSON_TYPE)
            case ("GET", "/open"):
                self._gates.open(query.get("key", [""])[0])
                return answer(b"{}", 200, JSON_TYPE)
            case ("GET", "/"):
                return answer(index().encode(), 200, "text/plain; charset=utf-8")
        return _refusal(404, f"there is no {request.method} {request.url.path}; GET / lists the paths")


def index() -> str:
    """One line for each path: what it does, and on which page."""
    lines = [
        f"{path:28} {'every page' if entry.bad_page is None else f'page {entry.bad_page}':11} {entry.summary}"
        for path, entry in sorted(PATHS.items())
    ]
    return "\n".join([*lines, f"options: {', '.join(vars(Options()))}", ""])


def _refusal(status: int, message: str, **more: Any) -> bytes:
    return answer(json_bytes({"errors": [graphql_error(message)], **more}), status, JSON_TYPE)
