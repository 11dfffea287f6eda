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
    # Whether the list may be found, and may be refused.
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
    # The page that is empty, counted from 0, although more follow; -1 if all have items.
    gap: int = -1
    # Whether counts are texts and flags are numbers, and what each item has beside its id.
    writes_texts: bool = False
    inner: Row = dataclasses.field(default_factory=dict)
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
        rows, end, has_more, token = self._page(variables)
        is_edges = self.items[-1:] == ("edges",)
        items: list[Row] = rows
        if is_edges:
            items = [{"cursor": f"c{end - len(rows) + index}", "node": row} for index, row in enumerate(rows, 1)]
        if not self.items:
            return {"data": self._data(items)}
        values: dict[Path, Any] = {self.items: items}
        for sign, path in self.signs.items():
            value: Any = {
                "more": has_more, "page_count": -(-len(self.ids) // self.size) + (self.gap >= 0),
                "total": len(self.ids), "end": token if has_more or "more" in self.signs else None,
            }[sign]
            if self.writes_texts and sign != "end":
                value = int(value) if sign == "more" else str(value)
            if "-1" not in path:
                values[path] = value
        values |= self.noise
        if self.trouble == "a total of others":
            values[self.signs["total"]] = len(self.ids) + 40
        # Some servers name the number of items of the page so.
        values = {path: len(rows) if value == "of the page" else value for path, value in values.items()}
        return {"data": self._data(tree(values))}

    def _page(self, variables: Mapping[str, Any]) -> tuple[list[Row], int, bool, str]:
        """A page's rows, the place behind them, whether more follow, and the cursor of the next page."""
        given = variables.get(self.place)
        is_gap = False
        if self.kind == "cursor":
            start = int(given.strip("c+")) if given else 0
            is_gap = start == self.gap * self.size and not (given or "").endswith("+")
        elif self.kind == "page":
            number = (self.begin if given is None else given) - self.begin
            is_gap = number == self.gap
            start = (number - (0 <= self.gap < number)) * self.size
        else:
            start = self.begin if given is None else given
        ids = [] if is_gap else self.ids[start:start + self.size]
        end = start + len(ids)
        return [{"id": id, **self.inner} for id in ids], end, end < len(self.ids), f"c{end}{'+' * is_gap}"

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
