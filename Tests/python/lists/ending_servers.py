"""Servers of lists, drawn by a seed: each kind of list, servers that keep their word, and servers with defects."""

import base64
import dataclasses
import json
import random
from typing import Any

Row = dict[str, Any]
Variables = dict[str, Any]
Key = tuple[int, ...]

# The kinds of lists, by what a request names a page by, and by what ends the list.
CURSORS = ("cursor", "null_cursor")
OFFSETS = ("offset_total", "offset_more", "offset_bare")
PAGES = ("page_count", "page_total", "page_more", "page_bare")
KEYSETS = ("keyset_bare", "keyset_more")
KINDS = (*CURSORS, *OFFSETS, *PAGES, *KEYSETS)
FLAGGED = ("cursor", "offset_more", "page_more", "keyset_more")
BARE = ("offset_bare", "page_bare", "keyset_bare")
BY_TOTAL = ("offset_total", "page_total")
WAYS = ("plain", "descending", "ascending", "filtered")
# The names of the field that says whether there is more, by the end of a kind's name.
_WORDS = {"more": "hasMore", "count": "totalPages", "token": "nextToken"}


# A server with a defect may never say that its list ends.
MOST_REQUESTS = 300


@dataclasses.dataclass(frozen=True)
class Plan:
    """What a list is, and how it is read."""

    seed: int
    kind: str
    way: str
    # The size that requests ask for, and the largest one that the server sends.
    size: int
    serves: int
    # How the query shows a total: "none", "found" by its word, "named" by the config, or "of the page".
    total: str
    # Whether the config names the list; otherwise the library finds it.
    is_named: bool
    # The number of the server's first page, and whether the variables name it.
    base: int = 1
    is_first_named: bool = True
    has_ids: bool = True
    has_positions: bool = False
    # What the server does that it should not; "" if it keeps its word.
    defect: str = ""
    # Whether the last page says that there is more, and whether rows are hidden from a page after it was cut out.
    promises: bool = False
    leaves_gaps: bool = False
    # Whether rows come and go while a walk reads.
    is_restless: bool = False
    lag: int = 0
    # Whether the reader keeps the checkpoint of a night that failed.
    keeps: bool = False
    # What a server that counts from 1 answers to a request for page 0.
    page_zero: str = "first"

    @property
    def is_since(self) -> bool:
        return self.way != "plain"

    @property
    def is_by_cursor(self) -> bool:
        return self.kind in CURSORS

    @property
    def is_by_page(self) -> bool:
        return self.kind in PAGES

    @property
    def ends_by_total(self) -> bool:
        """Whether the total says that there is more: one that the config names, or one of a list that is found."""
        return self.kind in BY_TOTAL and self.total != "of the page" and not (self.total == "found" and self.is_named)

    @property
    def total_word(self) -> str | None:
        """The field with the total; None if the query selects none."""
        return None if self.total == "none" else "total" if self.kind in BY_TOTAL else "totalCount"

    def query(self) -> str:
        """The document."""
        place = {
            "cursor": {"first": "Int", "after": "String"}, "null": {"limit": "Int", "nextToken": "String"},
            "offset": {"limit": "Int", "offset": "Int"}, "page": {"limit": "Int", "page": "Int"},
            "keyset": {"limit": "Int", "afterId": "Int"},
        }[self.kind.partition("_")[0]]
        if self.kind in KEYSETS and self.is_ordered:
            place = {**place, "afterV": "Int"}
        if self.way in ("ascending", "filtered"):
            place = {**place, "from": "Int"}
        defined = ", ".join(f"${name}: {type}" for name, type in place.items())
        given = ", ".join(f"{name}: ${name}" for name in place)
        item = "{ id v t }" if self.has_ids else "{ v t }"
        return f"query ({defined}) {{ list({given}) {self._selection(item)} }}"

    def _selection(self, item: str) -> str:
        total = self.total_word or ""
        if self.kind == "cursor":
            return f"{{ nodes {item} {total} pageInfo {{ hasNextPage endCursor }} }}"
        if self.kind == "null_cursor":
            return f"{{ items {item} {total} nextToken }}"
        if self.kind in BARE and not total:
            return item
        return f"{{ items {item} {total} {_WORDS.get(self.kind.partition('_')[2], '')} }}"

    @property
    def is_ordered(self) -> bool:
        """Whether the list is sorted by the values of its items."""
        return self.way in ("descending", "ascending")

    def pagination(self) -> Row | None:
        """The config; None if the library has to find the list."""
        names: Row = {}
        if self.is_named:
            names = {"connection": "/list"}
            names |= {} if self.kind in BARE and not self.total_word else {"items": f"/{self.items_word}"}
            names |= {
                "cursor": {"type": "cursor", "after": "after", "first": "first"},
                "null": {
                    "type": "cursor", "after": "nextToken", "first": "limit", "end": "null_cursor",
                    "page_info": "", "end_cursor": "/nextToken",
                },
                "offset": {"type": "offset", "offset": "offset", "limit": "limit"},
                "page": {"type": "offset", "page": "page", "limit": "limit"},
                "keyset": {"type": "keyset", "limit": "limit"},
            }[self.kind.partition("_")[0]]
            if self.kind in KEYSETS:
                places = (["/v", "/id"], ["afterV", "afterId"]) if self.is_ordered else ("/id", "afterId")
                names |= {"key": places[0], "after": places[1]}
            names |= {"has_more": "/hasMore"} if self.kind.endswith("_more") else {}
            names |= {"page_count": "/totalPages"} if self.kind == "page_count" else {}
        if self.total == "named":
            names["total"] = f"/{self.total_word}"
        return names or None

    @property
    def items_word(self) -> str:
        return "nodes" if self.kind == "cursor" else "items"

    def variables(self) -> Variables:
        """The variables of the first page."""
        variables: Variables = {"first" if self.kind == "cursor" else "limit": self.size}
        if self.is_by_page and self.is_first_named:
            variables["page"] = self.base
        return variables

    def since(self) -> Any:
        """The config of a list that is read since a mark; None for a plain walk."""
        if not self.is_since:
            return None
        variable = {} if self.way == "descending" else {"variable": "from"}
        return {"path": "/v", "type": "integer", "order": self.way, "lag": self.lag, **variable}


@dataclasses.dataclass(frozen=True)
class Answer:
    """A request, what the server answered, and what the answer says."""

    variables: Variables
    response: Row
    rows: tuple[Row, ...]
    # Whether the answer says that there is more; None if it has no word for that.
    more: bool | None
    total: int | None
    pages: int | None


class Server:
    """One list, which changes, and its answers."""

    def __init__(self, plan: Plan, chance: random.Random, count: int) -> None:
        self.plan, self.chance = plan, chance
        # The value of each row. A row that is edited gets the greatest value.
        self.values: dict[int, int] = {}
        self.clock = 0
        self.next_id = 1
        self.hidden: set[int] = set()
        self.answers: list[Answer] = []
        # The request at which the defect of this night begins, and how many times it shows.
        self.defect_at, self.defect_times = 1, 1 << 30
        # Whether the cursors and flags beside a spoiled page are those of the page that was asked for.
        self.moves_on = True
        self.cap = 1 << 30
        # The versions that were there all the time since `begin`.
        self.stable: set[tuple[int, int]] = set()
        self._asked = 0
        self._stuck: int | None = None
        for _ in range(count):
            self.insert()
        # The oldest row stays as it is, so that each night has an item of the night before.
        self.anchor = 1

    # Changes

    def insert(self) -> None:
        """Adds a row."""
        self.clock += self.chance.choice((0, 1, 1, 2)) if self.values else 1
        self.values[self.next_id] = self.clock
        self.next_id += 1

    def change(self) -> None:
        """Makes one change."""
        kind = self.chance.choice(("insert", "insert", "edit", "delete"))
        others = [id for id in self.values if id != self.anchor]
        if kind == "insert" or not others:
            self.insert()
            return
        id = self.chance.choice(others)
        if kind == "edit":
            self.clock += 1
            self.values[id] = self.clock
        else:
            del self.values[id]
            self.hidden.discard(id)
        self.stable &= self.versions()

    def begin(self, *, continues: bool) -> None:
        """A night begins; versions that go from now on are not stable. It may continue the one before."""
        self.stable = self.stable & self.versions() if continues else self.versions()
        self.answers = []
        self._asked, self._stuck = 0, None

    def versions(self) -> set[tuple[int, int]]:
        """The rows that a reader should get, with their values."""
        hidden = set() if self.plan.defect == "hidden" else self.hidden
        return {(id, value) for id, value in self.values.items() if id not in hidden}

    # Answers

    def answer(self, variables: Variables) -> Row:
        """The response to a request."""
        self._asked += 1
        if self._asked > MOST_REQUESTS:
            return {"errors": [{"message": "enough"}], "data": None}
        if self.plan.is_restless and self._asked > 1 and self.chance.random() < 0.4:
            self.change()
        is_on = self.defect_at <= self._asked < self.defect_at + self.defect_times
        answer = self._answer(variables, self.plan.defect if is_on else "")
        self.answers.append(answer)
        return answer.response

    def key(self, id: int) -> Key:
        """A row's place in the order of the list."""
        value = self.values[id]
        return {"descending": (-value, id), "ascending": (value, id)}.get(self.plan.way, (id,))

    def _order(self, variables: Variables) -> list[int]:
        plan = self.plan
        least = variables.get("from")
        ids = [id for id, value in self.values.items() if least is None or value >= least]
        if not plan.leaves_gaps:
            ids = [id for id in ids if id not in self.hidden]
        return sorted(ids, key=self.key)

    def _answer(self, variables: Variables, defect: str) -> Answer:
        plan = self.plan
        order = self._order(variables)
        asked = variables.get("first" if plan.kind == "cursor" else "limit") or plan.size
        size = min(plan.serves, asked)
        if plan.is_by_page and variables.get("page", plan.base) < plan.base:
            return self._page_zero(variables, defect, order, size)
        reachable = order[: self.cap] if plan.defect in ("cap", "lasting cap") else order
        start = self._start(variables, order, size)
        window = content = reachable[start : start + size]
        more = start + size < len(reachable)
        if defect == "flag":
            more = False
        elif defect:
            content = self._spoiled(defect, reachable, start, size)
            if not self.moves_on:
                # Only the page repeats itself, and says what it said then.
                window, more = content, defect != "forget" or size < len(reachable)
        if plan.promises and window and not more:
            more = True
        pages = self._pages(reachable, order, defect, asked)
        return self._written(variables, content, window, more, self._total(variables, order), pages, start)

    def _spoiled(self, defect: str, reachable: list[int], start: int, size: int) -> list[int]:
        """The rows that a server with a defect sends in place of those of the request."""
        if defect == "forget":
            return reachable[:size]
        if defect == "empty":
            return []
        if defect == "stutter":
            self._stuck = start if self._stuck is None else self._stuck
            return reachable[self._stuck : self._stuck + size]
        return reachable[start : start + size]

    def _page_zero(self, variables: Variables, defect: str, order: list[int], size: int) -> Answer:
        if self.plan.page_zero == "refused":
            response = {"errors": [{"message": "pages begin with 1"}], "data": None}
            return Answer(variables, response, (), None, None, None)
        window = order[:size] if self.plan.page_zero == "first" else []
        pages = self._pages(order, order, defect, size)
        return self._written(variables, window, window, size < len(order), self._total(variables, order), pages, 0)

    def _start(self, variables: Variables, order: list[int], size: int) -> int:
        plan = self.plan
        if plan.is_by_page:
            return (variables.get("page", plan.base) - plan.base) * size
        if plan.kind in OFFSETS:
            return variables.get("offset") or 0
        if plan.is_by_cursor:
            cursor = variables.get("after" if plan.kind == "cursor" else "nextToken")
            if cursor is None:
                return 0
            if plan.has_positions:
                return int(base64.b64decode(cursor).decode().partition(":")[2]) + 1
            key = tuple(json.loads(cursor)[0])
        else:
            if variables.get("afterId") is None:
                return 0
            key = (variables["afterId"],)
            if plan.is_ordered:
                key = (variables["afterV"] * (-1 if plan.way == "descending" else 1), *key)
        return sum(self.key(id) <= key for id in order)

    def _total(self, variables: Variables, order: list[int]) -> int:
        hidden = set() if self.plan.defect == "hidden" else self.hidden
        least = variables.get("from")
        total = sum(id not in hidden and (least is None or value >= least) for id, value in self.values.items())
        if self.plan.defect == "capped total":
            return min(total, self.cap)
        return self.cap if self.plan.defect == "cap" and self.cap < total else total

    def _pages(self, reachable: list[int], order: list[int], defect: str, asked: int) -> int:
        plan = self.plan
        rows = order if plan.defect == "lasting cap" else reachable
        size = asked if plan.defect == "large count" else min(plan.serves, asked)
        pages = -(-len(rows) // size) + plan.promises
        if defect in ("forget", "stutter", "empty") and not self.moves_on:
            pages += 1_000
        return self.defect_at if defect == "flag" else pages

    def _written(
        self, variables: Variables, content: list[int], window: list[int], more: bool, total: int, pages: int,
        start: int,
    ) -> Answer:
        plan = self.plan
        shown = [id for id in content if id not in self.hidden]
        rows = [{"id": id, "v": self.values[id], "t": f"row {id}"} for id in shown]
        if not plan.has_ids:
            rows = [{"v": row["v"], "t": row["t"]} for row in rows]
        page: Any = {plan.items_word: rows}
        if plan.total_word:
            page[plan.total_word] = total = len(rows) if plan.total == "of the page" else total
        cursor = self._cursor(window, start, variables)
        says: bool | None = more
        if plan.kind == "cursor":
            page["pageInfo"] = {"hasNextPage": more, "endCursor": cursor}
        elif plan.kind == "null_cursor":
            page["nextToken"] = cursor if more else None
        elif plan.kind.endswith("_more"):
            page["hasMore"] = more
        elif plan.kind == "page_count":
            page["totalPages"] = pages
            says = variables.get("page", 1) - (plan.base if plan.is_first_named else 1) + 1 < pages
        else:
            says = None
            if plan.kind in BARE and not plan.total_word:
                page = rows
        return Answer(
            dict(variables), {"data": {"list": page}}, tuple(rows), says, total if plan.total_word else None,
            pages if plan.kind == "page_count" else None,
        )

    def _cursor(self, window: list[int], start: int, variables: Variables) -> str:
        """The cursor of a page's last row. A server with a defect never sends one cursor twice."""
        if self.plan.has_positions:
            return base64.b64encode(f"arrayconnection:{start + len(window) - 1}".encode()).decode()
        nonce = self._asked if self.plan.defect else 0
        if not window:
            before = variables.get("after" if self.plan.kind == "cursor" else "nextToken")
            return json.dumps([json.loads(before)[0] if before else [-1 << 40], nonce])
        return json.dumps([self.key(window[-1]), nonce])
