"""The lists of a random world: of which kinds they are, what their items are, and what a server answers of them."""

import base64
import bisect
import dataclasses
import datetime
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

SECOND = 1_000_000
# The times of items are microseconds since 1970. No real clock is before this day.
BEGINNING = 1_577_836_800 * SECOND
DAY = 24 * 3_600 * SECOND
# So far below the newest time of a night an item may be that is committed after it.
LAG = 300 * SECOND
# How many microseconds a time is exact to, by the name of its form. Whole numbers count from 1970.
# "number" is a whole number that the schema calls a time, and "digits" a text with one.
UNITS = {
    "seconds": SECOND, "milliseconds": 1_000, "microseconds": 1, "String": SECOND, "Int": SECOND, "Long": 1_000,
    "number": SECOND, "digits": 1_000,
}
ODD_TIMES = ("number", "digits")
COLUMN_TYPES = ("String", "String!", "Int", "Int!", "Float", "Boolean", "[String!]", "Owner!", "Owner")
# Names that folders cannot have, or do not tell apart.
SLUGS = (
    "{}", "/{}/..", "{}" + 80 * "é", 210 * "n" + "{}", "__HIVE_DEFAULT_PARTITION__", "{} = %2F", "{}.", "'{}\"", "Ⅷ {}",
)
WORDS = ("word", "Wörter", "", " ", "雪", "a\tb", "it's")
# The first item of each list.
FIRST = 1

# An item of a list without `under` has no parent.
Key = tuple[str | None, str]


@dataclasses.dataclass(frozen=True)
class Kind:
    """How a list is paged, and how it is asked for what is new."""

    pages: str
    since: str = ""

    def __str__(self) -> str:
        return f"{self.pages} {self.since}".strip()


KINDS = (
    Kind("cursor"), Kind("cursor", "ascending"), Kind("cursor", "descending"), Kind("cursor", "filtered"),
    Kind("offset"), Kind("offset", "descending"), Kind("page"), Kind("page", "descending"),
    Kind("keyset"), Kind("keyset", "filtered"), Kind("whole"),
)


@dataclasses.dataclass(frozen=True)
class Item:
    """An item as it is now; another one takes its place when it changes."""

    number: int
    # The values of its fields, as answers have them.
    shown: Mapping[str, Any]
    # Null until the first change in some lists.
    time: int | None


class WorldList:
    """A list, and how the server shows it."""

    def __init__(self, chance: random.Random, index: int, kind: Kind, *, under: "WorldList | None" = None) -> None:
        self._chance = chance
        self.kind = kind
        self.under = under
        self.field = f"{kind.pages}{index}"
        # The object that has the list of one item of the list before.
        self.box = f"box{index}" if under is not None else None
        self.name = f"{self.box}.{self.field}" if self.box else self.field
        self._type = f"T{index}"
        self.time = chance.choice([name for name in UNITS if name not in ODD_TIMES]) if kind.since else ""
        # Where the server puts items without a time: "first" or "last", or "" if all have one.
        self.nulls = ""
        self.columns = {f"c{number}": chance.choice(COLUMN_TYPES) for number in range(chance.randint(0, 4))}
        self.has_edges = chance.random() < 0.4
        self.is_element_null = chance.random() < 0.4
        # What the server tells of the list's end: an array tells nothing.
        self.sign = chance.choice(SIGNS[kind.pages])
        self.names_first_page = chance.random() < 0.5
        # If the schema does not say it, and an answer has a total, a walk from page 1 notices page 0, and fails.
        is_shown = self.names_first_page or self.sign in ("array", "flag")
        self.first_page = chance.choice((0, 1)) if is_shown else 1
        self.answer_to_page_0 = chance.choice(("page 1", "nothing", "an error"))
        # The items by their numbers, for each parent; a list without `under` has the parent None.
        self.shelves: dict[str | None, dict[int, Item]] = {}
        # What the names of items are made of, if they are unusual.
        self.slugs: Sequence[str] = ()
        self._staying: set[tuple[str | None, int]] = set()
        # Takes the place of an item's values in an answer.
        self.spoil: Callable[[Item, int], Any] = lambda item, place: dict(item.shown)
        self._last = 0

    def __str__(self) -> str:
        words = [self.name, str(self.kind), self.time, f"nulls {self.nulls}" if self.nulls else "", self.sign]
        return " ".join(word for word in words if word)

    # Items

    @property
    def unit(self) -> int:
        """So many microseconds are one step of the list's times."""
        return UNITS.get(self.time, SECOND)

    def truth(self) -> dict[Key, Item]:
        """The items by their keys: the name of the item before, and the id."""
        return {(parent, item.shown["id"]): item for parent, items in self.shelves.items() for item in items.values()}

    def put(self, parent: str | None, number: int, time: int | None) -> None:
        """Adds an item, or changes it."""
        before = self.shelves[parent].get(number)
        version = 0 if before is None else int(before.shown["name"].rpartition(" ")[2]) + 1
        shown = {
            "id": f"{number:06}", "name": f"{self.field} {number} {version}",
            "slug": self.slug_of(number) if before is None else before.shown["slug"],
            **{name: self._value(kind) for name, kind in self.columns.items()},
        }
        self.shelves[parent][number] = Item(number, shown | self._shown_time(time), time)

    def slug_of(self, number: int) -> str:
        """What the lists below take as the name of an item: it never changes."""
        plain = f"{self.field}-{number}"
        return self.slugs[number % len(self.slugs)].format(plain) if self.slugs else plain

    def add_column(self, name: str, kind: str) -> None:
        """Gives the items one field more."""
        self.columns[name] = kind
        for items in self.shelves.values():
            for number, item in items.items():
                items[number] = dataclasses.replace(item, shown={**item.shown, name: self._value(kind)})

    def remove_column(self, name: str) -> None:
        """Takes a field out of the schema."""
        self.columns.pop(name, None)

    def add(self, parent: str | None, time: int | None) -> None:
        """Adds an item."""
        count = len(self.shelves[parent])
        self._last = max(self._last + 1, FIRST + 1) if count else max(self._last, FIRST)
        number = self._last if count else FIRST
        if count < (2 if self.nulls else 1):
            self._staying.add((parent, number))
        self.put(parent, number, time)

    def stays(self, parent: str | None, number: int) -> bool:
        """Whether an item never changes.

        Without one such item, a list with the newest items first may end above its mark. And where times may be null,
        the first walk has to see that.
        """
        return (parent, number) in self._staying

    def _shown_time(self, time: int | None) -> dict[str, Any]:
        if not self.time:
            return {}
        if time is None:
            return {"updatedAt": None}
        if self.time in ("Int", "Long", "number", "digits"):
            return {"updatedAt": str(time // self.unit) if self.time == "digits" else time // self.unit}
        moment = datetime.datetime.fromtimestamp(time // SECOND, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%S")
        part = time % SECOND
        digits = {"milliseconds": f".{part // 1_000:03}", "microseconds": f".{part:06}"}.get(self.time, "")
        return {"updatedAt": f"{moment}{digits}Z"}

    def _value(self, kind: str) -> Any:
        chance = self._chance
        if not kind.endswith("!") and chance.random() < 0.2:
            return None
        match kind.removesuffix("!"):
            case "String":
                return chance.choice(WORDS) + str(chance.randrange(100))
            case "Int":
                return chance.randrange(-2**31, 2**31)
            case "Float":
                return chance.choice((0.0, -1.5, chance.random(), 1e300))
            case "Boolean":
                return chance.random() < 0.5
            case "Owner":
                return {"login": f"o{chance.randrange(9)}"}
            case _:
                return [f"tag {chance.randrange(9)}" for _ in range(chance.randrange(3))]

    # The schema

    def types(self) -> str:
        """The types of the list."""
        kind, number = self.kind, self._type
        time = self._time_type()
        updated = f"updatedAt: {time}{'' if self.nulls else '!'}" if self.time else ""
        fields = " ".join(f"{name}: {one}" for name, one in self.columns.items())
        element = f"[{number}{'' if self.is_element_null else '!'}]!"
        signs = {"flag": "hasNextPage: Boolean!", "pages": "totalPages: Int!", "total": "totalCount: Int!", "array": ""}
        nodes = f"edges: [E{number}!]!" if self.has_edges else f"nodes: {element}"
        around = f"pageInfo: PageInfo! {nodes}" if kind.pages == "cursor" else f"items: {element}"
        return "\n".join([
            f"type {number} {{ id: ID! name: String! slug: String! {updated} {fields} }}",
            f"type E{number} {{ cursor: String! node: {element[1:-2]} }}",
            f"type C{number} {{ {around} {signs.get(self.sign, '')} }}",
            f"enum F{number} {{ NAME UPDATED_AT }}",
            f"input O{number} {{ field: F{number}! direction: Direction! }}",
            f"input X{number} {{ _gt: ID _gte: {time} }}",
            f"input W{number} {{ id: X{number} {f'updatedAt: X{number}' if kind.since else ''} }}",
            f"input B{number} {{ id: Direction name: Direction }}",
            f"type Box{number} {{ {self._asked()} }}" if self.box else "",
        ])

    def entry(self) -> str:
        """The field of the query type."""
        return f"{self.box}(name: String!): Box{self._type}" if self.box else self._asked()

    def _asked(self) -> str:
        """The field of the list."""
        number = self._type
        first = f" = {self.first_page}" if self.names_first_page else ""
        taken = {
            "cursor": ["first: Int", "after: String"], "offset": ["offset: Int", "limit: Int"],
            "page": [f"page: Int{first}", "perPage: Int"], "keyset": ["limit: Int", f"where: W{number}"],
        }.get(self.kind.pages, [])
        if self.kind.pages == "keyset":
            taken.append(f"order_by: [B{number}!]")
        elif self.kind.since in ("ascending", "descending"):
            taken.append(f"orderBy: O{number}")
        if self.kind.pages == "cursor" and self.kind.since in ("ascending", "filtered"):
            taken.append(f"updatedSince: {self._time_type()}")
        arguments = f"({', '.join(taken)})" if taken else ""
        shown = f"[{number}{'' if self.is_element_null else '!'}]!" if self.sign == "array" else f"C{number}!"
        return f"{self.field}{arguments}: {shown}"

    def _time_type(self) -> str:
        return {"digits": "String", "String": "String", "Int": "Int", "Long": "Long"}.get(self.time, "DateTime")

    # Answers

    def resolve(self, parent: str | None, given: Mapping[str, Any]) -> Any:
        """What a resolver returns for some arguments."""
        items = self._in_order(parent, given.get("orderBy"))
        where = given.get("where") or {}
        since = given.get("updatedSince", (where.get("updatedAt") or {}).get("_gte"))
        if since is not None:
            items = [item for item in items if item.time is not None and item.time >= self._moment(since)]
        behind = (where.get("id") or {}).get("_gt")
        if behind is not None:
            items = [item for item in items if item.shown["id"] > behind]
        page, more = self._page(items, given)
        nodes = [self.spoil(item, place) for place, item in enumerate(page)]
        if self.sign == "array":
            return nodes
        ends = [self._cursor(item, given.get("orderBy")) for item in page]
        size = given.get("perPage") or 1
        return {
            "items": nodes, "nodes": nodes, "hasNextPage": more, "totalCount": len(items),
            "totalPages": -(-len(items) // size),
            "edges": [{"cursor": end, "node": node} for end, node in zip(ends, nodes, strict=True)],
            "pageInfo": {"hasNextPage": more, "endCursor": ends[-1] if ends else None},
        }

    def _page(self, items: list[Item], given: Mapping[str, Any]) -> tuple[list[Item], bool]:
        """The items of a page, and whether there are more."""
        begin, size = 0, len(items)
        match self.kind.pages:
            case "cursor":
                size = given.get("first", 10)
                if (after := given.get("after")) is not None:
                    place, order = tuple(json.loads(base64.b64decode(after))), given.get("orderBy")
                    is_down = self._is_down(order)
                    begin = bisect.bisect_right(
                        items, _turned(place) if is_down else place,
                        key=lambda item: _turned(self._place(item, order)) if is_down else self._place(item, order),
                    )
            case "offset":
                begin, size = given.get("offset") or 0, given.get("limit", 10)
            case "page":
                size = given.get("perPage", 10)
                number = given.get("page", 1) - self.first_page
                if number < 0 and self.answer_to_page_0 != "page 1":
                    if self.answer_to_page_0 == "an error":
                        raise ValueError("pages begin with 1")
                    size = 0
                begin = max(number, 0) * size
            case "keyset":
                size = given.get("limit", 10)
        return items[begin : begin + size], len(items) > begin + size

    def _in_order(self, parent: str | None, order: Any) -> list[Item]:
        items = list(self.shelves[parent].values())
        return sorted(items, key=lambda item: self._place(item, order), reverse=self._is_down(order))

    def _is_down(self, order: Any) -> bool:
        return order is not None and order["direction"] == "DESC"

    def _place(self, item: Item, order: Any) -> tuple[float, int]:
        if order is None or order["field"] != "UPDATED_AT":
            return (0, item.number)
        if item.time is None:
            is_low = (self.nulls == "last") == self._is_down(order)
            return (-1, item.number) if is_low else (2**60, item.number)
        return (item.time, item.number)

    def _cursor(self, item: Item, order: Any) -> str:
        return base64.b64encode(json.dumps(self._place(item, order)).encode()).decode()

    def _moment(self, given: Any) -> int:
        if isinstance(given, int) or given.isdecimal():
            return int(given) * self.unit
        moment = datetime.datetime.fromisoformat(given)
        return (moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)) // datetime.timedelta(microseconds=1)


SIGNS = {
    "cursor": ("", "", "total"), "offset": ("array", "flag", "total"), "page": ("array", "flag", "pages", "total"),
    "keyset": ("array",), "whole": ("array",),
}


def _turned(place: tuple[float, int]) -> tuple[float, int]:
    """A place in an order that begins with the largest."""
    return (-place[0], -place[1])


def shelves_of(one: WorldList) -> Iterator[str | None]:
    """The parents of a list: the names of the items before it, or None."""
    if one.under is None:
        yield None
        return
    for item in one.under.shelves[None].values():
        yield item.shown["slug"]
