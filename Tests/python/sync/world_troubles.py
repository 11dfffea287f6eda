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
    # The requests beyond those of a list without a trouble.
    more: int = 0


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
    """Nothing is wrong. `night` is called before each run; `is_planned` says that the run makes the plan."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        self.chance = chance
        self.of = of
        self.nights = nights
        self.now = 0
        # The requests for the list in this night.
        self.asked = 0
        # Whether the plan was made while the trouble was there.
        self.is_planned = False

    def __str__(self) -> str:
        return ""

    @property
    def refreshes(self) -> frozenset[int]:
        """The nights in which a person runs the command with --refresh."""
        return frozenset()

    def night(self, number: int, *, is_planned: bool) -> None:
        """Begins a night."""
        self.now, self.asked, self.is_planned = number, 0, is_planned or self.is_planned

    def before(self, query: str) -> Answer | None:
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
        self._has_failed = False

    def __str__(self) -> str:
        return f"fails once in night {self.in_night}, request {self.request}: {self.what} {self.column}"

    def _fails(self, what: bool) -> bool:
        if self._has_failed or not what or self.now != self.in_night or self.asked < self.request:
            return False
        self._has_failed = True
        return True

    def before(self, query: str) -> Answer | None:
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
        if not self._has_failed or self.now != self.in_night:
            return Expected()
        # One item was asked for, and it is asked for again.
        is_trial = self.in_night == 1 and self.request == 1 and self.of.kind.pages != "whole" and not self.of.box
        return Expected(ALWAYS if is_trial and self.what == "field" else ANY, more=3)


class Forbidden(Trouble):
    """The server refuses columns from a night on."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        super().__init__(chance, of, nights)
        self.since = chance.choice((1, 1, 1, chance.randint(1, nights)))
        count = chance.choice((1, 1, 2, 5, 7))
        self.fields = [f"r{number}" for number in range(count)]
        self.is_null = chance.random() < 0.5
        self.by_location = chance.random() < 0.25
        self.code = chance.choice(CODES)
        for name in self.fields:
            of.add_column(name, "String" if self.is_null else "String!")

    def __str__(self) -> str:
        where = "locations without path" if self.by_location else f"{self.code}"
        kind = "String" if self.is_null else "String!"
        return f"refuses {len(self.fields)} {kind} from night {self.since}, {where}"

    @property
    def refreshes(self) -> frozenset[int]:
        return frozenset({self.since + 1}) if 1 < self.since < self.nights else frozenset()

    def night(self, number: int, *, is_planned: bool) -> None:
        self.now = number
        self.is_planned = (self.is_planned or is_planned) and number >= self.since

    def before(self, query: str) -> Answer | None:
        if not self.by_location or self.now < self.since:
            return None
        found = places_of(query, set(self.fields))
        if not found:
            return None
        errors = [
            {"type": "INSUFFICIENT_SCOPES", "message": f"your token may not read {name}", "locations": [place]}
            for name, place in found
        ]
        return 200, "application/json", json.dumps({"errors": errors}).encode()

    def spoil(self, item: Item, place: int) -> Any:
        if self.now < self.since or self.by_location:
            return dict(item.shown)
        error = self.code["extensions"]
        return {**item.shown, **{name: GraphQLError(f"no access to {name}", extensions=error) for name in self.fields}}

    def expected(self) -> Expected:
        if self.now < self.since:
            return Expected()
        if not self.is_planned:
            return Expected(NEVER)
        return Expected(refused=frozenset(self.fields), more=len(self.fields) + 2)


class ForbiddenItem(Trouble):
    """The server refuses a column of one item from a night on."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        super().__init__(chance, of, nights)
        self.since = chance.choice((1, chance.randint(1, nights)))
        self.number = chance.choice((1, 2, 3, 7))
        self.is_null = chance.random() < 0.6
        self.code = chance.choice(CODES)
        of.add_column("secret", "String" if self.is_null else "String!")
        self._is_met = False

    def __str__(self) -> str:
        kind = "String" if self.is_null else "String!"
        return f"refuses a {kind} of item {self.number} from night {self.since}"

    def night(self, number: int, *, is_planned: bool) -> None:
        super().night(number, is_planned=is_planned)
        self._is_met = False

    def spoil(self, item: Item, place: int) -> Any:
        if self.now < self.since or item.number != self.number:
            return dict(item.shown)
        self._is_met = True
        return {**item.shown, "secret": GraphQLError("no access", extensions=self.code["extensions"])}

    def expected(self) -> Expected:
        if not self._is_met:
            return Expected(doubtful=frozenset({"secret"}) if self.since == 1 else frozenset())
        # The trial shows one item, or no item at all, and then nothing says that others have values.
        is_alone = self.since == 1 and (self.of.kind.pages != "whole" or not self.is_null or bool(self.of.box))
        return Expected(ANY if is_alone else NEVER, doubtful=frozenset({"secret"} if is_alone else ()), more=4)


class Drift(Trouble):
    """A field of the schema goes, and another one comes; a person then runs the command with --refresh."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        super().__init__(chance, of, nights)
        self.gone_in = chance.randint(2, nights) if chance.random() < 0.8 else 0
        self.came_in = chance.randint(2, nights) if chance.random() < 0.6 or not self.gone_in else 0
        of.add_column("old", chance.choice(("String", "Int!")))
        self._refresh = min(nights, max(self.gone_in, self.came_in) + chance.randint(0, 2))

    def __str__(self) -> str:
        return f"drifts: old goes in night {self.gone_in}, new comes in {self.came_in}, --refresh in {self._refresh}"

    @property
    def refreshes(self) -> frozenset[int]:
        return frozenset({self._refresh})

    def night(self, number: int, *, is_planned: bool) -> None:
        super().night(number, is_planned=is_planned)
        if number == self.gone_in:
            self.of.remove_column("old")
        if number == self.came_in:
            self.of.add_column("new", "String")
        self._is_fresh = is_planned or (getattr(self, "_is_fresh", True) and number not in (self.gone_in,))

    def expected(self) -> Expected:
        return Expected() if self._is_fresh else Expected(frozenset({"failed"}), word="--refresh")


class BadAnswer(Trouble):
    """In one night no request for the list has an answer that can be used."""

    def __init__(self, chance: random.Random, of: WorldList, nights: int) -> None:
        super().__init__(chance, of, nights)
        self.in_night = chance.choice((1, chance.randint(1, nights)))
        self.what = chance.choice(list(ANSWERS))

    def __str__(self) -> str:
        return f"answers {self.what} in night {self.in_night}"

    def before(self, query: str) -> Answer | None:
        return ANSWERS[self.what] if self.now == self.in_night else None

    def expected(self) -> Expected:
        return Expected(NEVER if self.now == self.in_night else ALWAYS, more=9)


TROUBLES: Mapping[str, Callable[[random.Random, WorldList, int], Trouble]] = {
    "once": FailsOnce, "forbidden": Forbidden, "item": ForbiddenItem, "drift": Drift, "answer": BadAnswer,
}
