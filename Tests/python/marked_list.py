"""A list that is sorted by its changes, whose server forgets cursors, forbids items, or is down."""

import contextlib
import json
import pathlib
import subprocess
from collections.abc import Iterator
from typing import Any

import pyarrow.parquet

import swiftpager
from commands import run, run_to
from list_server import Variables, list_server

QUERY = """
query ($first: Int, $after: String) {
  items(first: $first, after: $after) { nodes { id updatedAt } pageInfo { hasNextPage endCursor } }
}
"""
SINCE: Any = {"path": "/updatedAt", "type": "integer", "order": "descending"}
# The outputs of a walk that can continue.
OUTPUTS = ("ndjson", "parquet", "command-ndjson", "command-csv", "command-parquet", "command-stdout")
SIZE = 5


class MarkedList:
    """The items, newest first; a cursor names the last item before it."""

    def __init__(self) -> None:
        self.url = ""
        # The time of each item.
        self.times: dict[int, int] = {}
        self.forbidden: set[int] = set()
        # Cursors of earlier epochs are refused.
        self.epoch = 0
        self.is_down = False
        # The number of pages after which the server is down; None: never.
        self.pages_left: int | None = None
        self.requests = 0

    def fill(self, *ids: int) -> None:
        """Adds or changes items, one after another."""
        for id in ids:
            self.times[id] = max(self.times.values(), default=0) + 1

    def answer(self, variables: Variables) -> dict[str, Any]:
        """The response to a request."""
        self.requests += 1
        if self.is_down or self.pages_left == 0:
            return {"errors": [{"message": "down", "extensions": {"code": "INTERNAL_SERVER_ERROR"}}], "data": None}
        if self.pages_left is not None:
            self.pages_left -= 1
        order = sorted(self.times, key=lambda id: (-self.times[id], id))
        if (after := variables.get("after")) is not None:
            epoch, time, last = map(int, after.split(":"))
            if epoch != self.epoch:
                return {"errors": [{"message": "the cursor has expired"}], "data": None}
            order = [id for id in order if (-self.times[id], id) > (-time, last)]
        shown = order[: variables["first"]]
        nodes = [None if id in self.forbidden else {"id": id, "updatedAt": self.times[id]} for id in shown]
        end = f"{self.epoch}:{self.times[shown[-1]]}:{shown[-1]}" if shown else None
        page = {"nodes": nodes, "pageInfo": {"hasNextPage": len(order) > len(shown), "endCursor": end}}
        nulls = [index for index, node in enumerate(nodes) if node is None]
        errors = [{"message": "forbidden", "path": ["items", "nodes", index]} for index in nulls]
        return {"data": {"items": page}, **({"errors": errors} if errors else {})}


@contextlib.contextmanager
def marked_list() -> Iterator[MarkedList]:
    """The list, which a server has during the block."""
    items = MarkedList()
    with list_server(items.answer) as (items.url, _):
        yield items


class Output:
    """One output of the list, written by run after run."""

    def __init__(self, kind: str, folder: pathlib.Path, items: MarkedList) -> None:
        self.kind = kind
        self.to = folder / f"items.{'csv' if kind == 'command-csv' else 'out'}"
        self.side = folder / "checkpoint.json"
        self._items = items

    def write(self, errors: Any = "keep", most_pages: int | None = None, since: Any = SINCE) -> str:
        """Runs once; returns how that ended: "" for a good end."""
        if self.kind.startswith("command"):
            return self._command(errors, most_pages, since)
        with swiftpager.Client(self._items.url, retry=False) as client:
            pager = client.pager(QUERY, {"first": SIZE}, since=since, errors=errors, max_pages=most_pages)
            try:
                if self.kind == "parquet":
                    pager.write_parquet(self.to, rows=2 * SIZE)
                else:
                    pager.write_ndjson(self.to, checkpoint_file=self.side)
            except swiftpager.SwiftPagerError as error:
                return type(error).__name__
        return ""

    def _command(self, errors: Any, most_pages: int | None, since: Any) -> str:
        options = self.options(errors, most_pages, since)
        if self.kind == "command-stdout":
            with open(self.to, "ab") as file:
                return _ending(run_to(file, self._items.url, *options, query=QUERY))
        return _ending(run(self._items.url, *options, query=QUERY))

    def options(self, errors: Any, most_pages: int | None, since: Any) -> list[str]:
        """The options of a command that writes the output."""
        format = self.kind.removeprefix("command-")
        options = ["--checkpoint", str(self.side), "--since", json.dumps(since), "--errors", errors, "--retry", "1"]
        options += ["-v", f"first={SIZE}", "--format", "ndjson" if format == "stdout" else format]
        options += [] if most_pages is None else ["--max-pages", str(most_pages)]
        return options if format == "stdout" else [*options, "-o", str(self.to)]

    def ids(self) -> list[int | None]:
        """The ids of the written items, in order; None for a null."""
        return [None if row is None else row[0] for row in self.rows()]

    def rows(self) -> list[tuple[int, int] | None]:
        """The ids and times of the written items, in order; None for a null."""
        if not self.to.exists():
            return []
        if self.kind.endswith("parquet"):
            tables = [pyarrow.parquet.read_table(part) for part in sorted(self.to.glob("part-*.parquet"))]
            items = [item for table in tables for item in table.to_pylist()]
            return [None if item["id"] is None else (item["id"], item["updatedAt"]) for item in items]
        lines = self.to.read_text().splitlines()
        if self.kind == "command-csv":
            if lines:
                # One header, however often the file was cut back.
                assert lines.index("id,updatedAt") == 0 and lines.count("id,updatedAt") == 1
            return [_row(line) for line in lines[1:]]
        return [item and (item["id"], item["updatedAt"]) for item in map(json.loads, lines)]


def lines(file: pathlib.Path) -> list[int]:
    """The ids in a file of NDJSON."""
    return [json.loads(line)["id"] for line in file.read_text().splitlines()]


def _row(line: str) -> tuple[int, int] | None:
    id, _, time = line.partition(",")
    return (int(id), int(time)) if id else None


def _ending(done: "subprocess.CompletedProcess[bytes]") -> str:
    return "" if done.returncode == 0 else f"{done.returncode}: {done.stderr.decode()}"
