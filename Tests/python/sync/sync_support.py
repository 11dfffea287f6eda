"""What the tests of `swiftpager sync` share: a server whose lists change, the command, and what DuckDB reads then."""

import contextlib
import json
import pathlib
import random
import subprocess
import urllib.request
from collections.abc import Iterator
from typing import Any

import duckdb

from commands import COMMAND, environment
from conftest import LIMIT_SECONDS
from runners import killed_at_step as killed_at_step
from servers import server

PAGE_SIZE = 5


class Lists:
    """The server of Tests/servers/changing_lists.py."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._base = url.removesuffix("/graphql")

    def night(self) -> None:
        """Changes the items of the lists."""
        self._ask("/night", {})

    def control(self, **behaviour: Any) -> None:
        """Sets how the lists behave from now on."""
        self._ask("/control", behaviour)

    def truth(self) -> dict[str, list[tuple[str, str]]]:
        """The id and the name of each row of each list, sorted."""
        return {name: sorted(map(tuple, rows)) for name, rows in self._ask("/truth").items()}

    def stats(self) -> dict[str, int]:
        """How often each list was asked for, all `requests`, and the `introspections` among them."""
        counts: dict[str, int] = self._ask("/stats")
        return {"introspections": 0, **counts}

    def _ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(self._base + path, data, timeout=LIMIT_SECONDS) as answer:
            return json.load(answer)


@contextlib.contextmanager
def lists(*options: str) -> Iterator[Lists]:
    """A server of lists of its own."""
    with server("changing_lists", *options) as url:
        yield Lists(url)


class Folder:
    """The folder of a test, and the command that fills it."""

    def __init__(self, path: pathlib.Path, url: str) -> None:
        self.path = path / "out"
        self.url = url
        self.env = environment(XDG_CACHE_HOME=str(path / "cache"))

    def words(self, *options: str) -> list[str]:
        """The words of a command line."""
        size = [] if "--page-size" in options else ["--page-size", str(PAGE_SIZE)]
        return [*COMMAND, "sync", self.url, "-o", str(self.path), *size, *options]

    def run(self, *options: str, code: int | None = 0, before: "tuple[str, ...]" = ()) -> "tuple[str, str]":
        """Runs the command, which ends with a code, or with any code; returns the texts on stdout and stderr."""
        done = subprocess.run(
            [*before, *self.words(*options)], env=self.env, capture_output=True, text=True, timeout=LIMIT_SECONDS,
            check=False,
        )
        assert done.returncode == code or code is None, done.stdout + done.stderr
        return done.stdout, done.stderr

    def run_json(self, *options: str, code: int | None = 0) -> dict[str, Any]:
        """Runs the command, and returns what it says of each list."""
        told = json.loads(self.run(*options, "--json", code=code)[0])
        return {one["name"]: one for one in told["lists"]}

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """What DuckDB answers with the views of the folder."""
        with duckdb.connect() as database:
            database.execute((self.path / "views.sql").read_text())
            return database.execute(sql).fetchall()

    def rows(self, sql: str | None = None) -> dict[str, list[tuple[str, str]]]:
        """The id and the name of each row of each view, sorted, by the names of the lists.

        sql  an earlier content of `views.sql`
        """
        with duckdb.connect() as database:
            database.execute((self.path / "views.sql").read_text() if sql is None else sql)
            views = [name for (name,) in database.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal")
                     .fetchall()]
            return {
                self.list_of(view): sorted(database.execute(f'SELECT id, name FROM "{view}"').fetchall())
                for view in views
            }

    def list_of(self, view: str) -> str:
        """The list that a view shows."""
        entries = self.plan()["lists"]
        return view if view in entries else next(name for name, entry in entries.items() if entry["folder"] == view)

    def plan(self) -> dict[str, Any]:
        """The content of `_plan.json`."""
        plan: dict[str, Any] = json.loads((self.path / "_plan.json").read_text())
        return plan

    def edit(self, name: str, **fields: Any) -> None:
        """Changes the entry of a list in `_plan.json`, as a person does."""
        plan = self.plan()
        plan["lists"][name] |= fields
        (self.path / "_plan.json").write_text(json.dumps(plan))

    def stores(self, name: str) -> list[int]:
        """The numbers of the stores of a list."""
        folder = self.path / self.plan()["lists"][name]["folder"]
        return sorted(int(path.name) for path in folder.iterdir())

    def until_killed(self, chance: random.Random, longest: float, *options: str) -> bool:
        """Starts the command, and kills it after a random time; returns whether it still ran."""
        with subprocess.Popen(
            self.words(*options), env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as command:
            try:
                command.wait(chance.uniform(0.2, longest))
            except subprocess.TimeoutExpired:
                command.kill()
                return True
        return False
