"""Schemas in Tests/servers/schemas, and the server that serves them."""

import functools
from typing import Any

import swiftpager
import swiftpager.schema
from conftest import REPOSITORY

FOLDER = REPOSITORY / "Tests" / "servers" / "schemas"
NAMES = sorted(path.stem for path in FOLDER.glob("*.graphql"))
ITEMS = 23
# How many rows the server has for a list without pages.
WHOLE = 5
# Values for the arguments that only a user knows, by their names.
GIVEN: dict[str, Any] = {
    "owner": "apple", "name": "swift", "repository.name": "swift", "project.name": "swift", "login": "apple",
    "refPrefix": "refs/", "query": "is:open", "type": "ISSUE", "id": "1",
}
# The server of a schema has numbers here, where others have texts.
NUMBERS = {("anime", "id"): 1, ("anime", "userId"): 1}


@functools.cache
def schema(name: str) -> swiftpager.schema.Schema:
    """The schema of a file."""
    return swiftpager.schema.read(FOLDER / f"{name}.graphql")


def of_text(folder: Any, text: str) -> swiftpager.schema.Schema:
    """The schema of a text."""
    path = folder / "schema.graphql"
    path.write_text(text, encoding="utf-8")
    return swiftpager.schema.read(path)


def given(name: str, found: swiftpager.schema.List) -> dict[str, Any]:
    """Values for the arguments of a list that a user must give; one of those of which one is needed."""
    needed = [one for one, kind in found.arguments.items() if kind.endswith("!")] or list(found.arguments)[:1]
    return {one: NUMBERS.get((name, one), GIVEN.get(one)) for one in needed}


def pager_of(
    client: swiftpager.Client, plan: swiftpager.schema.Plan, checkpoint: str | None = None
) -> swiftpager.Pager:
    """The pager of a plan."""
    pagination: Any = plan.pagination
    since: Any = plan.since
    return client.pager(plan.query, plan.variables, pagination=pagination, since=since, checkpoint=checkpoint)
