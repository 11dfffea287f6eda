"""One list as a drawn document has it, its truth, and the server that hands it out."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal

Row = dict[str, Any]
Path = tuple[str, ...]
Expected = Literal["found", "refused"]


@dataclasses.dataclass
class Drawn:
    """One document, its server, and the truth."""

    seed: int
    kind: str
    # Why nothing is to be found; an empty text if the list is.
    trouble: str = ""
    # Whether both an error and the right list are right.
    is_open: bool = False
    query: str = ""
    variables: Row = dataclasses.field(default_factory=dict)
    # The place of the list in the data, by the keys of the answer, and the items and signs below it.
    path: Path = ()
    items: Path = ()
    signs: dict[str, Path] = dataclasses.field(default_factory=dict)
    # The variable that takes the place, and where the server begins without it.
    place: str = ""
    begin: int = 0
    size: int = 1
    ids: list[int] = dataclasses.field(default_factory=list)
    # What else the answer has: below the list, and beside it.
    noise: dict[Path, Any] = dataclasses.field(default_factory=dict)
    beside: dict[Path, Any] = dataclasses.field(default_factory=dict)

    @property
    def expected(self) -> Expected:
        """Whether a walk has to read the list, or an error has to say why not."""
        return "refused" if self.trouble else "found"

    @property
    def names(self) -> Row | None:
        """The truth as a config; None where only a sign that a config cannot name ends the list."""
        names: Row = {"connection": pointer(self.path), "items": pointer(self.items)}
        if self.kind == "cursor":
            if "more" not in self.signs or self.signs["end"][:1] == ("edges",):
                return None
            return names | {
                "after": self.place, "page_info": "", "has_next_page": pointer(self.signs["more"]),
                "end_cursor": pointer(self.signs["end"]),
            }
        names[self.kind] = self.place
        for sign, key in (("more", "has_more"), ("page_count", "page_count"), ("total", "total")):
            if sign in self.signs:
                # One sign is enough, and the first of them decides.
                return names | {key: pointer(self.signs[sign])}
        return names

    def answer(self, variables: Mapping[str, Any]) -> Row:
        """The response to a request."""
        rows, start = self._rows(variables)
        end = start + len(rows)
        has_more = end < len(self.ids)
        is_edges = self.items[-1:] == ("edges",)
        items: list[Row] = rows
        if is_edges:
            items = [{"cursor": f"c{start + index}", "node": row} for index, row in enumerate(rows, 1)]
        if not self.items:
            return {"data": self._data(items)}
        values: dict[Path, Any] = {self.items: items}
        for sign, path in self.signs.items():
            value = {
                "more": has_more, "page_count": -(-len(self.ids) // self.size), "total": len(self.ids),
                "end": f"c{end}" if has_more or "more" in self.signs else None,
            }[sign]
            if "-1" not in path:
                values[path] = value
        values |= self.noise
        if self.trouble == "a total of others":
            values[self.signs["total"]] = len(self.ids) + 40
        # Some servers name the number of items of the page so.
        values = {path: len(rows) if value == "of the page" else value for path, value in values.items()}
        return {"data": self._data(tree(values))}

    def _rows(self, variables: Mapping[str, Any]) -> tuple[list[Row], int]:
        given = variables.get(self.place)
        if self.kind == "cursor":
            start = int(given[1:]) if given else 0
        elif self.kind == "page":
            start = ((self.begin if given is None else given) - self.begin) * self.size
        else:
            start = self.begin if given is None else given
        return [{"id": id} for id in self.ids[start:start + self.size]], start

    def _data(self, value: Any) -> Row:
        return tree({self.path: value} | self.beside)


def pointer(path: Sequence[str]) -> str:
    return "".join(f"/{token}" for token in path)


def tree(values: Mapping[Path, Any]) -> Row:
    """Nested objects with a value at each path."""
    root: Row = {}
    for path, value in values.items():
        node = root
        for token in path[:-1]:
            node = node.setdefault(token, {})
        node[path[-1]] = value
    return root
