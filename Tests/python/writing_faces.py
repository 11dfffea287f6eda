"""All that writes files: each face of the package writes once, in this process, below a folder."""

import contextlib
import io
import json
import pathlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import swiftpager
from marked_list import QUERY, SIZE, MarkedList, Output, marked_list
from sdl_server import serving
from swiftpager.cli.main import main
from swiftpager.fleet import Store, Walk, restart, run_slice
from swiftpager.mcp._folder import Folder
from swiftpager.schema.keeping import schema_of
from swiftpager.testing import recorded

SDL = """
type Query { items(first: Int, after: String): Items! }
type Items { nodes: [Item!]! pageInfo: PageInfo! }
type Item { id: ID! name: String }
type PageInfo { hasNextPage: Boolean! endCursor: String }
"""
ITEMS = {"nodes": [{"id": "1", "name": "a"}], "pageInfo": {"hasNextPage": False, "endCursor": None}}


@dataclass
class Servers:
    """The servers of the faces."""

    items: MarkedList
    schema: str


@contextlib.contextmanager
def servers() -> Iterator[Servers]:
    """The servers, to the end of the block."""
    with marked_list() as items, serving(SDL, {"items": ITEMS}) as served:
        items.fill(*range(2 * SIZE))
        yield Servers(items, served.url)


def ended(*words: Any) -> tuple[int, str]:
    """Runs the command in this process; returns the exit code and what it says."""
    with contextlib.redirect_stderr(io.StringIO()) as told:
        code = main([str(word) for word in words])
    return code, told.getvalue()


def succeed(*words: Any) -> None:
    """Runs the command in this process to a good end."""
    assert ended(*words) == (0, "")


def walk(name: str, *options: str) -> Callable[[pathlib.Path, Servers], list[str]]:
    """The words of a walk of the command into a file; an option that begins with @ is a path below the folder."""
    def words(folder: pathlib.Path, servers: Servers) -> list[str]:
        given = [f"{folder}/{option[1:]}" if option.startswith("@") else option for option in options]
        return [servers.items.url, "--query", QUERY, "-v", f"first={SIZE}", "-o", f"{folder}/{name}", *given]

    return words


def each(folder: pathlib.Path, servers: Servers) -> list[str]:
    (folder / "lines").write_text(f'{{"first": {SIZE}}}\n')
    return [servers.items.url, "--query", QUERY, "-o", f"{folder}/a.ndjson", "--each", f"{folder}/lines"]


def execute(folder: pathlib.Path, servers: Servers) -> list[str]:
    return [servers.items.url, "--execute", QUERY, "-v", f"first={SIZE}", "-o", f"{folder}/a.json"]


def generate(language: str) -> Callable[[pathlib.Path, Servers], list[str]]:
    def words(folder: pathlib.Path, servers: Servers) -> list[str]:
        (folder / "schema.graphql").write_text(SDL)
        (folder / "q.graphql").write_text("query Items { items { nodes { id } } }")
        given = ["--schema", f"{folder}/schema.graphql", f"{folder}/q.graphql"]
        return ["generate", "--quiet", *given, f"--{language}", f"{folder}/new/out"]

    return words


def sync(folder: pathlib.Path, servers: Servers) -> list[str]:
    return ["sync", servers.schema, "-o", f"{folder}/lists", "--quiet"]


# The command lines, by the name of what they write.
COMMANDS: dict[str, Callable[[pathlib.Path, Servers], list[str]]] = {
    "ndjson": walk("a.ndjson"), "json": walk("a.json"), "csv": walk("a.csv"), "parquet": walk("a.parquet"),
    "arrow": walk("a.arrow"), "checkpoint": walk("a.ndjson", "--checkpoint", "@c"),
    "csv-checkpoint": walk("a.csv", "--checkpoint", "@c"),
    "parts": walk("parts", "--format", "parquet", "--checkpoint", "@c"), "each": each, "execute": execute,
    "record": walk("a.ndjson", "--record", "@r"), "cache": walk("a.ndjson", "--cache", "@cache"),
    "generate-python": generate("python"), "generate-swift": generate("swift"), "sync": sync,
}


def command(name: str) -> Callable[[pathlib.Path, Servers], None]:
    return lambda folder, servers: succeed(*COMMANDS[name](folder, servers))


def behind_a_mark(folder: pathlib.Path, servers: Servers) -> Output:
    """An output with a mark, and pages since then; the server has forgotten the cursor behind them."""
    items, output = servers.items, Output("ndjson", folder, servers.items)
    items.times.clear()
    items.fill(*range(2 * SIZE))
    assert output.write() == ""
    items.fill(*range(100, 100 + 3 * SIZE))
    assert output.write(most_pages=2) == "PageLimit"
    items.epoch += 1
    return output


def cut_back(folder: pathlib.Path, servers: Servers) -> None:
    """A walk that begins again at its mark: the file beside the output gets what is cut off."""
    assert behind_a_mark(folder, servers).write() == ""


def write_ndjson(folder: pathlib.Path, servers: Servers) -> None:
    with swiftpager.Client(servers.items.url) as client:
        client.pager(QUERY, {"first": SIZE}).write_ndjson(folder / "a.ndjson")


def write_parquet(folder: pathlib.Path, servers: Servers) -> None:
    with swiftpager.Client(servers.items.url) as client:
        client.pager(QUERY, {"first": SIZE}).write_parquet(folder / "new" / "parts", rows=SIZE)


def record(folder: pathlib.Path, servers: Servers) -> None:
    with recorded(folder / "new" / "r.jsonl", servers.items.url, record=True) as client:
        assert len(list(client.pager(QUERY, {"first": SIZE}))) >= 2


def fleet(folder: pathlib.Path, servers: Servers) -> None:
    walk = Walk(servers.items.url, QUERY, {"first": SIZE}, key="items")
    store = Store(folder / "store")
    assert run_slice(walk, store).was_committed
    restart(store, ["items"])
    assert run_slice(walk, store).was_committed


def mcp(folder: pathlib.Path, servers: Servers) -> None:
    with Folder(str(folder / "out")).writing("new/a.ndjson") as file:
        file.write(b"1\n")


def keep_schema(folder: pathlib.Path, servers: Servers) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "caches"))
        with swiftpager.Client(servers.schema) as client:
            schema_of(client)
            schema_of(client)
    assert len(list((folder / "caches" / "swiftpager").iterdir())) == 2


FACES: dict[str, Callable[[pathlib.Path, Servers], None]] = {
    **{name: command(name) for name in COMMANDS}, "cut-back": cut_back, "write_ndjson": write_ndjson,
    "write_parquet": write_parquet, "recorded": record, "fleet": fleet, "mcp": mcp, "kept-schema": keep_schema,
}


def ids_in(path: pathlib.Path) -> list[int]:
    """The ids in a file of NDJSON."""
    return [json.loads(line)["id"] for line in path.read_text().splitlines()]
