"""Writes the tables of docs/shapes.md from shapes.py.

    python3 Tests/python/shapes_page.py

The text before the tables is written by hand.
"""

import json
import pathlib
from collections.abc import Iterator

from shapes import FAMILIES, SHAPES, Shape

PAGE = "docs/shapes.md"
# What stands below it is written by this program.
MARK = "<!-- Tests/python/shapes_page.py writes what follows from Tests/python/shapes.py. -->\n"
# What the library finds, in the order of the page.
SHOWN = ("after", "offset", "page", "first", "limit", "items", "has_more", "page_count", "total", "end")


def written(page: str) -> str:
    """The page with its tables as the rows are."""
    return page.partition(MARK)[0] + MARK + "".join(_tables())


def _tables() -> Iterator[str]:
    for family, shapes in FAMILIES.items():
        yield f"\n## {family}\n\n"
        yield "| product | query | found, or the keys | its end | limits | empty, repeated, total |\n"
        yield "| --- | --- | --- | --- | --- | --- |\n"
        yield from map(_row, shapes)
    yield "\n## Without boilerplate\n\n"
    yield "The library adds the variable of the next page, and the page info of a connection, to these queries.\n\n"
    yield "| product | query |\n| --- | --- |\n"
    yield from (f"| {shape.name} | `{shape.bare}` |\n" for shape in SHAPES.values() if shape.bare)


def _row(shape: Shape) -> str:
    outcomes = f"{shape.empty}, {shape.repeated}, {shape.wrong_total}"
    return f"| {shape.name} | `{shape.query}` | {_names(shape)} | {shape.ends} | {shape.limits or '—'} | {outcomes} |\n"


def _names(shape: Shape) -> str:
    needs = f"`{json.dumps(shape.needs)}`" if shape.needs else ""
    if shape.next_query:
        needs += f" and `next_query`: `{shape.next_query['query']}`"
    words = ", ".join(
        f"{name} `{'$' if name in SHOWN[:5] else ''}{shape.found[name]}`" for name in SHOWN
        if shape.found.get(name) not in (None, "") and name not in shape.needs
    )
    return f"**{needs}**; found: {words}" if needs else f"found: {words}"


def main() -> None:
    """Writes the page."""
    path = pathlib.Path(__file__).resolve().parents[2] / PAGE
    path.write_text(written(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
