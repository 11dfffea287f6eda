"""A server with an organisation's repositories, whose issues are lists of their own; a fleet walks both."""

from collections.abc import Iterator, Mapping
from typing import Any, Self

import swiftpager.fleet as fleet
from swiftpager.testing import Connection, FakeServer

REPOSITORIES = """
query Repositories($after: String) {
  repositories(first: 2, after: $after) { nodes { id name updatedAt } pageInfo { hasNextPage endCursor } }
}"""
ISSUES = """
query Issues($name: String!, $after: String) {
  repository(name: $name) { issues(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
}"""
COLUMNS = {"id": {"type": "string"}, "name": {"type": "string"}}
SINCE = {"path": "/updatedAt", "type": "time", "order": "descending"}


class Forge:
    """The server, and the program that walks it. The newest repository comes first; each has three issues."""

    def __init__(self, repositories: int, *, name: str = "org", issues: str = ISSUES) -> None:
        self.repositories = list(range(repositories))
        self.name = name
        self.issues = issues
        self.server = FakeServer({
            "repositories": lambda arguments: Connection([self._repository(n) for n in reversed(self.repositories)]),
            "repository": lambda arguments: {
                "issues": Connection([{"id": f"{arguments['name']}-i{n}"} for n in range(3)]),
            },
        })

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ending: object) -> None:
        self.server.close()

    def parent(self, since: Mapping[str, Any] | None = None) -> fleet.Walk:
        """The walk through the repositories. A request is not tried again inside a slice."""
        return fleet.Walk(
            self.server.url, REPOSITORIES, key=self.name, since=since, retry=False, partition={"kind": "repositories"}
        )

    def children(self, rows: Any) -> Iterator[fleet.Walk]:
        """The walks through the issues of the repositories in some rows."""
        for name in rows["name"].to_pylist():
            if name is not None:
                yield self.child(name)

    def child(self, name: str) -> fleet.Walk:
        """The walk through the issues of one repository."""
        return self.parent().child(name, self.issues, {"name": name}, partition={"kind": "issues"})

    def run(self, store: fleet.Store, parent: fleet.Walk | None = None, **options: Any) -> fleet.Job:
        """One night: a fleet to its end."""
        job = fleet.run(
            [parent or self.parent()], store, threads=4, slice_pages=2, children=self.children, **options
        )
        job.wait(60)
        return job

    def asked(self) -> int:
        """How many requests were for repositories."""
        return sum("Repositories" in request.query for request in self.server.requests)

    def _repository(self, number: int) -> dict[str, Any]:
        return {"id": f"R{number}", "name": f"r{number}", "updatedAt": f"2026-01-01T00:00:{number:02}Z"}


def walked(store: fleet.Store) -> set[str]:
    """The names of the repositories whose issues are complete."""
    return {
        walk.key.partition(".")[2] for walk in fleet.status(store).walks if "." in walk.key and walk.end == "complete"
    }


def repositories(count: int) -> set[str]:
    """The names of a forge's first repositories."""
    return {f"r{number}" for number in range(count)}
