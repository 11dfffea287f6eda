"""`python -m swiftpager.schema FILE …`: what the package finds in schemas, a line each.

| column | what is counted |
| --- | --- |
| types | the types of the schema |
| lists | the lists that `Schema.lists` has |
| walkable | those that need no argument of a user's |
| valid | those whose plans are valid queries, of the walkable ones; a plan that is not is named |
| key, order, since | the lists that have a key, an argument that sorts them, and a way to ask for what is new |
"""

from __future__ import annotations

import argparse
import pathlib
import sys

from .._printable import printable_lines
from . import SchemaError, read
from .opened import Schema

_HEAD = ("schema", "types", "lists", "walkable", "valid", "key", "order", "since")


def main() -> int:
    """Prints the table; the exit code is 1 if a plan is not valid, and 2 for a file that is not a schema."""
    parser = argparse.ArgumentParser(
        prog="python -m swiftpager.schema", description="Counts the lists of schemas, and makes a plan for each."
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a schema: its text (SDL), or an introspection result")
    rows: list[tuple[str, ...]] = [_HEAD]
    invalid: list[str] = []
    for file in parser.parse_args().files:
        try:
            schema = read(file)
        except (SchemaError, OSError) as error:
            print(printable_lines(str(error)), file=sys.stderr)
            return 2
        row, refused = _counted(pathlib.Path(file).stem, schema)
        rows.append(row)
        invalid += [f"{file}: {message}" for message in refused]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))]
        print("  ".join(cells))
    print(*map(printable_lines, invalid), sep="\n", end="\n" if invalid else "", file=sys.stderr)
    return 1 if invalid else 0


def _counted(name: str, schema: Schema) -> tuple[tuple[str, ...], list[str]]:
    """The row of a schema, and the messages about plans that are not valid."""
    lists = schema.lists()
    walkable = [found for found in lists if not found.arguments]
    refused = []
    for found in walkable:
        try:
            schema.plan(found.name, since="auto")
        except SchemaError as error:
            refused.append(str(error))
    counts = (
        schema.type_count, len(lists), len(walkable), len(walkable) - len(refused),
        sum(found.key is not None for found in lists), sum(found.order is not None for found in lists),
        sum(found.since is not None for found in lists),
    )
    return (name, *map(str, counts)), refused


if __name__ == "__main__":
    sys.exit(main())
