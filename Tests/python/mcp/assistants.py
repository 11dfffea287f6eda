"""An assistant that speaks with `swiftpager mcp` over stdin and stdout."""

import asyncio
import contextlib
import json
import pathlib
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

from commands import COMMAND, TAKES_SIGNALS, environment
from conftest import LIMIT_SECONDS
from refusing import COUNT
from servers import server

IDS = [str(number) for number in range(1, COUNT + 1)]
NOWHERE = "http://127.0.0.1:9/graphql"

# The list of the misbehaving server, which answers no introspection.
ITEMS = """
type Query { items(first: Int, after: String): Items! }
type Items { edges: [Edge!]!, pageInfo: PageInfo! }
type Edge { node: Item! }
type Item { id: ID!, name: String, value: String }
type PageInfo { hasNextPage: Boolean!, endCursor: String }
"""


@pytest.fixture(scope="module")
def schemas() -> Iterator[str]:
    with server("schemas") as address:
        yield address


@pytest.fixture
def items(tmp_path: pathlib.Path) -> tuple[str, str]:
    """The options that give the schema of the misbehaving server's list."""
    path = tmp_path / "items.graphql"
    path.write_text(ITEMS)
    return "--schema", str(path)


@pytest.fixture
def out(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / "out"


@contextlib.asynccontextmanager
async def assistant(url: str, out: pathlib.Path, *options: str, **variables: str) -> AsyncIterator[Client]:
    """The SDK's client of a command."""
    words = [*COMMAND[1:], "mcp", url, "-o", str(out), *options]
    given = StdioServerParameters(command=COMMAND[0], args=words, env=environment(**variables))
    async with asyncio.timeout(LIMIT_SECONDS), Client(given) as client:
        yield client


def spoken(
    work: Callable[[Client], Awaitable[Any]], url: str, out: pathlib.Path, *options: str, **variables: str
) -> Any:
    """What a conversation with a command returns."""

    async def conversation() -> Any:
        async with assistant(url, out, *options, **variables) as client:
            try:
                return await work(client)
            except Exception as error:
                # The SDK's groups of tasks would wrap it.
                return error

    result = asyncio.run(conversation())
    if isinstance(result, Exception):
        raise result
    return result


async def told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The result of a call that succeeds."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The sentence of a call that fails."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    return str(getattr(result.content[0], "text", ""))


def told_by(tool: str, url: str, out: pathlib.Path, *options: str, **arguments: Any) -> dict[str, Any]:
    """The result of the only call of a conversation."""
    found: dict[str, Any] = spoken(lambda client: told(client, tool, **arguments), url, out, *options)
    return found


def refused_by(tool: str, url: str, out: pathlib.Path, *options: str, **arguments: Any) -> str:
    """The sentence of the only call of a conversation."""
    sentence: str = spoken(lambda client: refused(client, tool, **arguments), url, out, *options)
    return sentence


def files(folder: pathlib.Path) -> list[str]:
    """The files of a folder and of those in it."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def ids(path: pathlib.Path) -> list[str]:
    return [json.loads(line)["id"] for line in path.read_bytes().splitlines()]


def many_lists(count: int) -> str:
    """A schema."""
    return f"type Query {{ {' '.join(f'a{number}: [Item]' for number in range(count))} }} type Item {{ id: ID }}"


# A conversation without the SDK, for what happens to the process


class Spoken:
    """A command whose stdin and stdout a test holds."""

    def __init__(self, url: str, out: pathlib.Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [*TAKES_SIGNALS, *COMMAND, "mcp", url, "-o", str(out), *options], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
        )
        self.send(id=1, method="initialize", params={
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
        })
        assert self.line()["id"] == 1
        self.send(method="notifications/initialized")

    def send(self, **message: Any) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def call(self, number: int, tool: str, **arguments: Any) -> None:
        self.send(id=number, method="tools/call", params={"name": tool, "arguments": arguments})

    def line(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ended(self) -> tuple[int, bytes, str]:
        """The exit code, the rest of stdout, and stderr, of a command that ends with its stdin still open."""
        assert self.process.stdout is not None and self.process.stderr is not None
        code = self.process.wait(LIMIT_SECONDS)
        return code, self.process.stdout.read(), self.process.stderr.read().decode()


@contextlib.contextmanager
def conversation(url: str, out: pathlib.Path, *options: str) -> Iterator[Spoken]:
    command = Spoken(url, out, *options)
    try:
        yield command
    finally:
        command.process.kill()
        command.process.wait()
        for pipe in (command.process.stdin, command.process.stdout, command.process.stderr):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
