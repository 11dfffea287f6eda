"""The server: three tools, each call on a thread and with a client of its own."""

from __future__ import annotations

import dataclasses
import os
import signal
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import anyio
import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.types import ToolAnnotations
from pydantic import Field

from .._remedies import MCP
from .._secrets import Secrets
from .._version import __version__
from ..cli.formats import Formulas
from ..client import Client
from ..exceptions import SwiftPagerError
from ..schema import Schema, SchemaError
from ._describing import Description, Lists, columns_text, described, lists
from ._folder import FileRefused, Folder
from ._pipes import Input, Output
from ._walking import Walked, Written, planned, shortened, written

Result = TypeVar("Result")

# How many calls run at once; the others wait for their turn. Walks do not take the place of questions.
_WALKS, _QUESTIONS = 32, 8
_LONGEST_ERROR = 2_000
_INSTRUCTIONS = (
    "Reads the lists of one GraphQL server. Find a list with list_lists, look at its fields and arguments with"
    " describe_list, and write its items into a file with walk_list. No tool changes anything on the server."
)
_LIST_LISTS = (
    "The lists that the GraphQL server has: the name of each, how it is paged, the type of its items, and the arguments"
    " that it needs. left_out is the number of lists that are not shown, because the search does not fit them or"
    " because there are too many: then search for a word."
)
_DESCRIBE_LIST = (
    "One list: its key, how it is sorted, how it tells what is new, the arguments that it needs and the optional ones"
    " with their types, the fields that a walk reads by default, more fields that can be named, paginated lists inside"
    " its items, and the query. The query is null for a list that needs arguments."
)
_WALK_LIST = (
    "Reads a list from its beginning and writes its items into a file, at most `limit` of them. Returns the path of the"
    " file, the number of items, whether the list has more or may have more (has_more), the columns with their types,"
    " the fields that the server refused (left_out), and the first items, shortened. To see only what the items look"
    " like, take a small limit."
)


@dataclasses.dataclass(frozen=True)
class Settings:
    """What the user of the command decides.

    client     makes a client for a call
    schema     the schema, asked for with a client if it is not known yet
    by_schema  what a function makes of the schema, or of the server's newest one if that is another one
    folder     the folder of the files
    secrets    what no value may show that an assistant gets
    max_items  the largest limit of a walk
    formulas   what becomes of formulas in CSV
    """

    client: Callable[[], Client]
    schema: Callable[[Client], Schema]
    by_schema: Callable[[Client, Callable[[Schema], Any]], Any]
    folder: Folder
    secrets: Secrets
    max_items: int
    formulas: Formulas


class Tools:
    """The tools. A call raises `ToolError` with a sentence."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._hide = settings.secrets.hide
        self._walks = anyio.CapacityLimiter(_WALKS)
        self._questions = anyio.CapacityLimiter(_QUESTIONS)

    async def list_lists(
        self,
        search: Annotated[str | None, Field(
            description="Show only lists whose names, or the types of whose items, contain this text."
        )] = None,
    ) -> Lists:
        """The lists of the server."""
        settings = self._settings
        return await self._call(lambda client: lists(settings.schema(client), search, self._hide), self._questions)

    async def describe_list(
        self, name: Annotated[str, Field(description="The name of the list, as list_lists shows it.")]
    ) -> Description:
        """One list."""
        settings = self._settings
        return await self._call(lambda client: described(settings.schema(client), name, self._hide), self._questions)

    async def walk_list(
        self,
        name: Annotated[str, Field(description="The name of the list, as list_lists shows it.")],
        file: Annotated[str, Field(
            description="The file to write, below the folder of this server. The ending is the format: .ndjson, .csv or"
            " .parquet. A file that this server did not write is not replaced."
        )],
        fields: Annotated[list[str] | None, Field(
            description='The fields to read, like ["id", "owner.login"]; "*" stands for the default fields, and "-name"'
            " leaves one out. Without this argument: the default fields."
        )] = None,
        arguments: Annotated[dict[str, Any] | None, Field(
            description='Values for arguments of the list, like {"owner": "apple"}; describe_list shows which.'
        )] = None,
        limit: Annotated[int, Field(ge=1, description="The largest number of items to write.")] = 1_000,
    ) -> Walked:
        """A walk of a list into a file."""
        most = min(limit, self._settings.max_items)
        return await self._call(lambda client: self._walk(client, name, file, fields, arguments, most), self._walks)

    def _walk(
        self, client: Client, name: str, file: str, fields: list[str] | None, arguments: dict[str, Any] | None,
        limit: int,
    ) -> Walked:
        folder = self._settings.folder
        # A name that is refused sends no request.
        path = folder.check(file)

        def walked(schema: Schema) -> Written:
            plan = planned(client, schema, name, fields, arguments, limit)
            with folder.writing(file) as out:
                return written(client, plan, out, os.path.splitext(path)[1], limit, self._settings.formulas)

        done: Written = self._settings.by_schema(client, walked)
        return {
            "path": path, "items": done.count, "has_more": done.has_more, "columns": columns_text(done.plan.columns),
            "left_out": done.plan.refused,
            "preview": [shortened(self._settings.secrets.hide_in(item)) for item in done.first],
        }

    async def _call(self, work: Callable[[Client], Result], limiter: anyio.CapacityLimiter) -> Result:
        """Runs a call on a thread. If the call is cancelled, its client closes, which ends its requests."""
        client = self._settings.client()

        def run() -> Result | Exception:
            try:
                with client:
                    result: Result = _encodable(work(client))
                    return result
            except Exception as error:
                # A group of tasks would wrap what is raised.
                return error

        async with anyio.create_task_group() as group:
            group.start_soon(_close_in_the_end, client)
            outcome = await anyio.to_thread.run_sync(run, limiter=limiter)
            group.cancel_scope.cancel()
        if isinstance(outcome, Exception):
            raise ToolError(_encodable(_words(outcome))[:_LONGEST_ERROR]) from None
        return outcome


async def _close_in_the_end(client: Client) -> None:
    try:
        await anyio.sleep_forever()
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(client.close)


def _encodable(value: Any) -> Any:
    """The value without what is not Unicode: the protocol has no place for that."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, dict):
        return {_encodable(name): _encodable(one) for name, one in value.items()}
    return [_encodable(one) for one in value] if isinstance(value, list) else value


def _words(error: Exception) -> str:
    """The library's sentence for a failure, with its notes."""
    is_known = isinstance(error, SwiftPagerError | SchemaError | FileRefused | OSError | ImportError)
    words = MCP.words(str(error)) if is_known else f"{type(error).__name__}: {error}"
    return "; ".join([words, *getattr(error, "__notes__", [])])


def made(settings: Settings) -> MCPServer:
    """The server with its tools."""
    server = MCPServer("swiftpager", version=__version__, instructions=_INSTRUCTIONS, log_level="ERROR")
    tools = Tools(settings)
    reads = ToolAnnotations(read_only_hint=True, open_world_hint=True)
    writes = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=True)
    server.add_tool(tools.list_lists, title="Lists", description=_LIST_LISTS, annotations=reads)
    server.add_tool(tools.describe_list, title="One list", description=_DESCRIBE_LIST, annotations=reads)
    server.add_tool(tools.walk_list, title="List into a file", description=_WALK_LIST, annotations=writes)
    return server


async def serve(server: MCPServer, out: Output) -> int | None:
    """Answers on stdin and stdout until stdin ends or a signal arrives; returns the number of the signal."""
    arrived: list[int] = []

    async def watch() -> None:
        # A shell makes a program in the background ignore Ctrl-C.
        numbers = [each for each in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(each) is not signal.SIG_IGN]
        with anyio.open_signal_receiver(*numbers) as signals:
            async for number in signals:
                arrived.append(number)
                group.cancel_scope.cancel()

    lines: Any = Input(out)
    texts: Any = out
    # The SDK's own way to run is on its own pipes only.
    low = server._lowlevel_server
    async with anyio.create_task_group() as group:
        group.start_soon(watch)
        async with stdio_server(lines, texts) as (read, write):
            await low.run(read, write, low.create_initialization_options())
        group.cancel_scope.cancel()
    return arrived[0] if arrived else None
