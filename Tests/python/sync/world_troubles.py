"""What may be wrong with a list of a random world, and what `swiftpager sync` may then say of the list."""

import dataclasses
import json
import random
from collections.abc import Callable, Mapping
from typing import Any

from graphql import FieldNode, GraphQLError, Visitor, parse, visit

from world_lists import Item, WorldList

ALWAYS = frozenset({"complete"})
NEVER = frozenset({"partial", "failed"})
ANY = ALWAYS | NEVER
# What an answer has in place of the list; "closed" closes the connection.
ANSWERS: Mapping[str, tuple[int, str, bytes]] = {
    "500": (500, "text/html", b"<html>Internal Server Error</html>"),
    "html": (200, "text/html", b"<html>oops</html>"),
    "400": (400, "text/plain", b"bad request"),
    "403": (403, "application/json", b'{"errors": [{"message": "no access"}]}'),
    "null": (200, "application/json", b'{"data": null}'),
    "closed": (0, "", b""),
}
CODES: tuple[Mapping[str, Any], ...] = (
    {"extensions": {"code": "FORBIDDEN"}}, {"extensions": {"code": "UNAUTHENTICATED"}},
    {"extensions": {"code": "ACCESS_DENIED"}}, {"extensions": {"type": "UNAUTHORIZED"}},
)
# On so many days a column is refused until it is not tried any more.
LARGEST_DAYS = 3
Answer = tuple[int, str, bytes]


@dataclasses.dataclass(frozen=True)
class Expected:
    """What may come of a list in a night."""

    ends: frozenset[str] = ALWAYS
    # The columns that the server refuses, which the view lacks and `refused` names.
    refused: frozenset[str] = frozenset()
    # Those that may be refused, too.
    doubtful: frozenset[str] = frozenset()
    # A word that the message has if the list failed.
    word: str = ""
    # The requests beyond those of a list without a trouble, and the size of its pages if it is not the usual one.
    more: int = 0
    size: int = 0


class _Places(Visitor):
    """Where a query selects some fields."""

    def __init__(self, names: set[str]) -> None:
        super().__init__()
        self._names = names
        self.found: list[tuple[str, dict[str, int]]] = []

    def enter_field(self, node: FieldNode, *_: object) -> None:
        """Notes a field."""
        if node.name.value in self._names and node.loc is not None:
            token = node.loc.start_token
            self.found.append((node.name.value, {"line": token.line, "column": token.column}))


def places_of(query: str, names: set[str]) -> list[tuple[str, dict[str, int]]]:
    """The fields of some names that a query selects, with their places in its text."""
    places = _Places(names)
    visit(parse(query), places)
    return places.found


class Trouble:
    """Nothing is wrong with the list."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        self.chance = chance
        self.of = of
        self.nights = nights
        self.now = self.day = 0
        # The requests for the list in this night.
        self.asked = 0
        # Whether the run makes the plan, and whether a run before it was killed in this night.
        self.is_planned = False
        self.was_killed = False

    def __str__(self) -> str:
        return ""

    @property
    def refreshes(self) -> frozenset[int]:
        """The nights in which a person runs the command with --refresh."""
        return frozenset()

    def night(self, number: int, day: int, *, is_planned: bool) -> None:
        """Begins a night, before its run; `is_planned` says that this run makes the plan."""
        self.now, self.day, self.asked = number, day, 0
        self.is_planned, self.was_killed = is_planned, False

    def before(self, query: str, variables: Mapping[str, Any]) -> Answer | None:
        """What takes the place of an answer."""
        return None

    def spoil(self, item: Item, place: int) -> Any:
        """What an answer has of an item, which is at some place of the page."""
        return dict(item.shown)

    def expected(self) -> Expected:
        """What may come of this night."""
        return Expected()


class FailsOnce(Trouble):
    """A resolver, or the whole request, fails once."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        super().__init__(chance, of, nights)
        self.in_night = chance.choice((1, 1, chance.randint(1, nights)))
        self.request = chance.choice((1, 1, 2, 3))
        self.what = chance.choice(("field", "field", "field", "list", "500", "closed"))
        self.column = chance.choice([*self.of.columns, "slug"])
        # The number of the request in its night.
        self._failed_at = 0

    def __str__(self) -> str:
        return f"fails once in night {self.in_night}, request {self.request}: {self.what} {self.column}"

    def _fails(self, what: bool) -> bool:
        if self._failed_at or not what or self.now != self.in_night or self.asked < self.request:
            return False
        self._failed_at = self.asked
        return True

    def before(self, query: str, variables: Mapping[str, Any]) -> Answer | None:
        if self._fails(self.what in ANSWERS):
            return ANSWERS[self.what]
        return None

    def spoil(self, item: Item, place: int) -> Any:
        if self._fails(self.what == "list"):
            raise GraphQLError("upstream request timeout", extensions={"code": "INTERNAL_SERVER_ERROR"})
        if self._fails(self.what == "field"):
            return {**item.shown, self.column: GraphQLError("upstream request timeout")}
        return dict(item.shown)

    def expected(self) -> Expected:
        if not self._failed_at or self.now != self.in_night:
            return Expected()
        # One item was asked for, and it is asked for again.
        is_trial = self.in_night == 1 and self._failed_at == 1 and self.of.kind.pages != "whole" and not self.of.box
        return Expected(ALWAYS if is_trial and self.what == "field" else ANY, more=3)


class Forbidden(Trouble):
    """The server refuses columns from a night on, for ever or for some nights."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        super().__init__(chance, of, nights)
        self.since = chance.choice((1, 1, 1, chance.randint(1, nights)))
        self.ends_in = self.since + chance.randint(1, 5) if chance.random() < 0.5 else nights + 1
        self.fields = [f"r{number}" for number in range(chance.choice((1, 1, 2, 5, 7)))]
        self.is_null = chance.random() < 0.5
        self.by_location = chance.random() < 0.25
        self.code = chance.choice(CODES)
        for name in self.fields:
            of.add_column(name, "String" if self.is_null else "String!")
        # The days on which a run was refused the columns that it left out.
        self._days: set[int] = set()
        self._has_left_out = False

    def __str__(self) -> str:
        where = "locations without path" if self.by_location else f"{self.code}"
        kind = "String" if self.is_null else "String!"
        return f"refuses {len(self.fields)} {kind} from night {self.since} to {self.ends_in}, {where}"

    @property
    def refreshes(self) -> frozenset[int]:
        return frozenset({self.since + 1}) if 1 < self.since < self.nights else frozenset()

    def night(self, number: int, day: int, *, is_planned: bool) -> None:
        is_later_day = day > self.day
        super().night(number, day, is_planned=is_planned)
        if self._refuses and is_planned:
            # --refresh starts over.
            self._has_left_out, self._days = True, {day}
        elif not self._refuses and self._has_left_out:
            self._has_left_out = not (is_planned or (is_later_day and len(self._days) < LARGEST_DAYS))
        elif self._has_left_out and len(self._days) < LARGEST_DAYS:
            self._days.add(day)

    @property
    def _refuses(self) -> bool:
        return self.since <= self.now < self.ends_in

    def before(self, query: str, variables: Mapping[str, Any]) -> Answer | None:
        found = places_of(query, set(self.fields)) if self.by_location and self._refuses else []
        errors = [
            {"type": "INSUFFICIENT_SCOPES", "message": f"your token may not read {name}", "locations": [place]}
            for name, place in found
        ]
        return (200, "application/json", json.dumps({"errors": errors}).encode()) if errors else None

    def spoil(self, item: Item, place: int) -> Any:
        if not self._refuses or self.by_location:
            return dict(item.shown)
        error = self.code["extensions"]
        return {**item.shown, **{name: GraphQLError(f"no access to {name}", extensions=error) for name in self.fields}}

    def expected(self) -> Expected:
        fields, more = frozenset(self.fields), 3 * len(self.fields) + 3
        is_open = not self._refuses and (self.was_killed or len(self._days) >= LARGEST_DAYS)
        if is_open:
            # The run that was killed may have tried them on this day. Or they are not tried any more.
            return Expected(doubtful=fields, more=more)
        if self._has_left_out:
            return Expected(refused=fields, more=more)
        return Expected(NEVER if self._refuses else ALWAYS, more=more)


class ForbiddenItem(Trouble):
    """The server refuses a column of one item from a night on."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        super().__init__(chance, of, nights)
        self.since = chance.choice((1, chance.randint(1, nights)))
        self.number = chance.choice((1, 2, 3, 7))
        self.is_null = chance.random() < 0.6
        self.code = chance.choice(CODES)
        of.add_column("secret", "String" if self.is_null else "String!")
        self._is_met = self._may_be_refused = False

    def __str__(self) -> str:
        kind = "String" if self.is_null else "String!"
        return f"refuses a {kind} of item {self.number} from night {self.since}"

    def night(self, number: int, day: int, *, is_planned: bool) -> None:
        super().night(number, day, is_planned=is_planned)
        self._is_met = False
        self._may_be_refused = self._may_be_refused and not is_planned

    def spoil(self, item: Item, place: int) -> Any:
        if self.now < self.since or item.number != self.number:
            return dict(item.shown)
        self._is_met = True
        # A trial sees one item. The first page of a list without a size has the others, too, unless a null hides them,
        # or they are null themselves.
        requests = 3 if self.of.kind.pages == "page" else 1
        others = [one for items in self.of.shelves.values() for one in items.values() if one.number != self.number]
        has_values = self.is_null and any(one.shown["secret"] is not None for one in others)
        is_alone = self.asked <= requests if self.of.kind.pages != "whole" else not has_values
        if self.is_planned and (is_alone or self.was_killed or self.of.box):
            self._may_be_refused = True
        return {**item.shown, "secret": GraphQLError("no access", extensions=self.code["extensions"])}

    def expected(self) -> Expected:
        ends = ALWAYS if not self._is_met else ANY if self._may_be_refused else NEVER
        doubtful = frozenset({"secret"}) if self._may_be_refused else frozenset()
        return Expected(ends, doubtful=doubtful, more=4)


# The night in which lists below others are read for the first time.
FIRST_UNDER = 2


class Drift(Trouble):
    """A field of the schema goes, and another one comes; a person then runs the command with --refresh."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        super().__init__(chance, of, nights)
        self.gone_in = chance.randint(2, nights) if chance.random() < 0.8 else 0
        self.came_in = chance.randint(2, nights) if chance.random() < 0.6 or not self.gone_in else 0
        if of.box and self.came_in == FIRST_UNDER:
            # Its plan is made in this night, and the copy of the schema may be of the same day.
            self.came_in += 1
        of.add_column("old", chance.choice(("String", "Int!")))
        # Whether the plan is of the schema as it is.
        self._is_fresh = True
        self._refresh = min(nights, max(self.gone_in, self.came_in) + chance.randint(0, 2))

    def __str__(self) -> str:
        return f"drifts: old goes in night {self.gone_in}, new comes in {self.came_in}, --refresh in {self._refresh}"

    @property
    def refreshes(self) -> frozenset[int]:
        return frozenset({self._refresh})

    def night(self, number: int, day: int, *, is_planned: bool) -> None:
        super().night(number, day, is_planned=is_planned)
        if number == self.gone_in:
            self.of.remove_column("old")
        if number == self.came_in:
            self.of.add_column("new", "String")
        self._is_fresh = is_planned or (self._is_fresh and number != self.gone_in)

    def expected(self) -> Expected:
        return Expected() if self._is_fresh else Expected(NEVER, word="--refresh")


class BadAnswer(Trouble):
    """In one night no request for the list has an answer that can be used."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        super().__init__(chance, of, nights)
        self.in_night = chance.choice((1, chance.randint(1, nights)))
        self.what = chance.choice(list(ANSWERS))

    def __str__(self) -> str:
        return f"answers {self.what} in night {self.in_night}"

    def before(self, query: str, variables: Mapping[str, Any]) -> Answer | None:
        return ANSWERS[self.what] if self.now == self.in_night else None

    def expected(self) -> Expected:
        return Expected(NEVER if self.now == self.in_night else ALWAYS, more=9)


class LargestSize(Trouble):
    """The server has a largest size of a page, which a trial of one item does not show."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        super().__init__(chance, of, nights)
        self.largest = chance.choice((1, 2, 3, 7))
        self.message = chance.choice((f"a page has {self.largest} items at most", "too many items"))

    def __str__(self) -> str:
        return f"at most {self.largest} items a page: {self.message!r}"

    def before(self, query: str, variables: Mapping[str, Any]) -> Answer | None:
        sizes = [variables.get(name) for name in variables if name.endswith(("first", "limit", "perPage"))]
        if not any(size is not None and size > self.largest for size in sizes):
            return None
        return 200, "application/json", json.dumps({"errors": [{"message": self.message}]}).encode()

    def expected(self) -> Expected:
        # The first pages of all items of the list before may ask at once.
        return Expected(more=6 + (2 * len(self.of.shelves) if self.is_planned else 0), size=max(1, self.largest // 2))


TROUBLES: Mapping[str, Callable[[random.Random, WorldList, int], Trouble]] = {
    "once": FailsOnce, "forbidden": Forbidden, "item": ForbiddenItem, "drift": Drift, "answer": BadAnswer,
    "size": LargestSize,
}
