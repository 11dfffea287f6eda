"""Lists that end too early, of each kind, with each way in which a schema shows a total: 20 items of 35.

The names of the lists are `KIND_WAY`, with `unsized_` before them for those that take no size of a page. Whole lists
take none, and keyset lists are arrays, which have no place for a total.
"""

import contextlib
import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from conftest import LONG
from sdl_server import Served, serving

COUNT, TOTAL, PAGE_SIZE = 20, 35, 10
ITEMS = [{"id": f"{number:03}"} for number in range(TOTAL)]


@dataclasses.dataclass(frozen=True)
class Way:
    """How the type of a list shows its total, and what follows."""

    # The fields of the type, and their values.
    fields: str
    values: Mapping[str, Any]
    # Whether a plan names the total, finds it, or leaves it out after the trial.
    outcome: str
    selected: tuple[str, ...]

    @property
    def reason(self) -> str:
        """Why the trial leaves something out; "" if it does not."""
        return self.outcome.partition("left out: ")[2]


def _refusing(*_: Any) -> Any:
    raise ValueError("no totals for you")


WAYS = {
    "totalCount": Way("totalCount: Int!", {"totalCount": TOTAL}, "named", ("/totalCount",)),
    "bigint": Way("total: BigInt!", {"total": TOTAL}, "named", ("/total",)),
    "nested": Way(
        "meta: Meta!", {"meta": {"pagination": {"total": TOTAL}}}, "named", ("/meta/pagination/total",),
    ),
    "count": Way("count: Int!", {"count": TOTAL}, "found", ("/count",)),
    "aggregate": Way("aggregate: Aggregate!", {"aggregate": {"count": TOTAL}}, "found", ("/aggregate/count",)),
    "text": Way("totalCount: String!", {"totalCount": str(TOTAL)}, "found", ("/totalCount",)),
    "parts": Way(
        "issueCount: Int! userCount: Int!", {"issueCount": TOTAL, "userCount": 0}, "found",
        ("/issueCount", "/userCount"),
    ),
    "null": Way("totalCount: Int", {"totalCount": None}, "left out: the server answers null", ()),
    "refused": Way("totalCount: Int!", {"totalCount": _refusing}, "left out: the server refuses it (no totals", ()),
    "refused_part": Way(
        "issueCount: Int userCount: Int!", {"issueCount": _refusing, "userCount": TOTAL},
        "found but left out: the server refuses it (no totals", ("/userCount",),
    ),
    "nothing": Way("name: String", {"name": "x"}, "none", ()),
    # An object, a flag and a number that arguments choose are not totals.
    "others": Way(
        "total: Aggregate totalCount: Boolean count(of: String!): Int", {"total": {"count": TOTAL}}, "none", (),
    ),
}
# The arguments of a list, with a size and without one, and what its type has beside the total.
KINDS = {
    "cursor": ("first: Int, after: String", "after: String", "pageInfo: PageInfo!"),
    "offset": ("limit: Int, offset: Int", "offset: Int", "hasMore: Boolean!"),
    "page": ("size: Int, page: Int", "page: Int", "totalPages: Int!"),
    # Lists in which a total alone may say where they end.
    "lone": ("limit: Int, offset: Int", "offset: Int", "note: String"),
    "number": ("size: Int, page: Int = 1", "page: Int = 1", "note: String"),
    "whole": ("", "", "note: String"),
    "keyset": ("limit: Int, where: Where", "", ""),
}
SIZED = ("cursor", "offset", "page", "lone", "number")
LONE = ("lone", "number")
NAMES = [f"{kind}_{way}" for kind in SIZED for way in WAYS]
UNSIZED = [f"unsized_{kind}_{way}" for kind in (*SIZED, "whole") for way in WAYS]


def lists_to_walk(names: list[str]) -> list[str]:
    """The lists that a test walks: all with SWIFTPAGER_LONG=1, and else a third, with each kind and each way."""
    kinds, ways = [*SIZED, "whole"], list(WAYS)
    parts = {name: name.removeprefix("unsized_").partition("_") for name in names}
    return [name for name in names if LONG or (kinds.index(parts[name][0]) + ways.index(parts[name][2])) % 3 == 0]


def schema() -> str:
    """The schema of all lists."""
    types, fields = [], []
    for kind in (*SIZED, "whole"):
        sized, unsized, more = KINDS[kind]
        for name, way in WAYS.items():
            types.append(f"type {kind}_{name}_page {{ nodes: [R!]! {more} {way.fields} }}")
            if kind != "whole":
                fields.append(f"{kind}_{name}({sized}): {kind}_{name}_page!")
            fields.append(f"unsized_{kind}_{name}{f'({unsized})' if unsized else ''}: {kind}_{name}_page!")
    fields.append(f"keyset({KINDS['keyset'][0]}): [R!]!")
    return (
        "scalar BigInt input Where { id_gt: ID } type R { id: ID! } type Aggregate { count: Int }"
        " type PageInfo { hasNextPage: Boolean! endCursor: String } type Pagination { total: Int }"
        f" type Meta {{ pagination: Pagination }} {' '.join(types)} type Query {{ {' '.join(fields)} }}"
    )


class Lists:
    """The root of the schema, and how many items each list has; a test may change the numbers."""

    def __init__(self) -> None:
        self.count = COUNT
        self.total = TOTAL
        self.broken: set[str] = set()

    def root(self) -> dict[str, Any]:
        """The resolvers, by the names of lists."""
        lists = {
            f"{prefix}{kind}_{way}": self._resolver(f"{prefix}{kind}_{way}", kind, WAYS[way].values)
            for prefix in ("", "unsized_") for kind in (*SIZED, "whole") for way in WAYS
        }
        return {**lists, "keyset": self._keyset}

    def _keyset(self, _: Any, limit: int = PAGE_SIZE, where: Any = None) -> Any:
        after = (where or {}).get("id_gt") or ""
        return [item for item in ITEMS[: self.count] if item["id"] > after][:limit]

    def _resolver(self, name: str, kind: str, values: Mapping[str, Any]) -> Any:
        def resolve(
            _: Any, first: int = 0, limit: int = 0, size: int = 0, after: str | None = None, offset: int | None = None,
            page: int | None = None,
        ) -> Any:
            if name in self.broken:
                raise ValueError("broken")
            if kind == "number" and page is not None and page < 1:
                raise ValueError("pages begin with 1")
            most = self.count if kind == "whole" else (first or limit or size or PAGE_SIZE)
            begin = int(after or offset or ((page or 1) - 1) * most)
            end = min(begin + most, self.count)
            return {
                **_of_now(values, self.total), "nodes": ITEMS[begin:end], "hasMore": end < self.count,
                "totalPages": -(-self.count // most), "note": None,
                "pageInfo": {"hasNextPage": end < self.count, "endCursor": str(end)},
            }

        return resolve


def _of_now(values: Any, total: int) -> Any:
    if isinstance(values, Mapping):
        return {name: _of_now(one, total) for name, one in values.items()}
    return type(values)(total) if values in (TOTAL, str(TOTAL)) else values


def way_of(name: str) -> Way:
    """How a list shows its total."""
    return WAYS[name.removeprefix("unsized_").partition("_")[2]]


def is_lone(name: str) -> bool:
    """Whether a total alone may say where a list ends."""
    return name.removeprefix("unsized_").startswith(LONE)


@contextlib.contextmanager
def short_lists() -> Iterator[tuple[Served, Lists]]:
    """The server of all lists."""
    lists = Lists()
    with serving(schema(), lists.root()) as served:
        yield served, lists
