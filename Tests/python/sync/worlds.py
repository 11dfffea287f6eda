"""Random worlds for `swiftpager sync`: a server with lists of all kinds, and some nights.

    Tests/python/sync/world_runs.py 617 --kinds late,nulls

runs one of them again, and says what is wrong.
"""

import contextlib
import dataclasses
import io
import itertools
import json
import os
import pathlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import killing
from runners import killed_at_step, set_clock
from swiftpager.cli.main import main
from world_lists import BEGINNING, DAY, KINDS, LAG, ODD_TIMES, SECOND, SLUGS, Item, WorldList, shelves_of
from world_model import LARGEST_WINDOW, Model, Night, Wrong, in_lag, read
from world_server import WorldServer, serving
from world_troubles import ALWAYS, ANY, TROUBLES, Trouble

# What may be wrong in a world; each can be switched off.
ALL = frozenset({*TROUBLES, "late", "nulls", "bulk", "digits", "names"})
# One world in so many is killed, and one has 20,000 items of one minute.
KILLED, BULK = 5, 80
BULK_ITEMS = 20_000
# So many nights a list may ask more than it needs after a trouble: then it begins anew, or goes on, and what is later
# than the clock of its beginning does not move the mark.
TROUBLED_NIGHTS = 2
# So many seconds below the newest one items are committed late.
LATE_SECONDS = (0, 1, 30, 299, 300)
# Before one of so many changes of the folder a run is killed; one that has ended has made five at least.
STEPS = (5, 40, 120)


@contextlib.contextmanager
def clock(later: Callable[[], int]) -> Iterator[None]:
    """Has the clock of this process stand so many seconds later while the block runs."""
    real = time.time
    set_clock(later)
    try:
        yield
    finally:
        time.time = real


class World:
    """A world, which its seed says all of."""

    def __init__(self, seed: int, kinds: frozenset[str] = ALL) -> None:
        self.seed = seed
        self.kinds = kinds
        chance = self._chance = random.Random(f"world {seed}")
        self.nights = chance.randint(3, 7)
        self.is_killed = seed % KILLED == 0
        has_bulk = seed % BULK == BULK // 2 + 1
        self.page_size = 1_000 if has_bulk else chance.choice((2, 3, 5, 8))
        chosen = [KINDS[seed % len(KINDS)], *chance.choices(KINDS, k=chance.randint(2, 4))]
        self.lists = [WorldList(chance, index, kind) for index, kind in enumerate(chosen)]
        if chance.random() < 0.4:
            parent = chance.choice(self.lists)
            self.lists.append(WorldList(chance, len(self.lists), chance.choice(KINDS), under=parent))
        self._newest: dict[tuple[str, str | None], int] = {}
        self._late = {one.name for one in self.lists if chance.random() < 0.6 and "late" in kinds}
        for one in self.lists:
            nulls = chance.choice(("first", "last", "", ""))
            one.nulls = nulls if one.kind.since and "nulls" in kinds else ""
            odd = chance.choice((*ODD_TIMES, "", "", "", "", "", ""))
            one.time = odd if odd and one.kind.since and "digits" in kinds else one.time
            has_names = chance.random() < 0.5 and any(other.under is one for other in self.lists)
            one.slugs = SLUGS if has_names and "names" in kinds else ()
        self.troubles = {one.name: self._trouble(one) for one in self.lists}
        for one in self.lists:
            one.spoil = self.troubles[one.name].spoil
        # A list below is walked once for each item.
        parents = [other.under for other in self.lists]
        since = [one for one in self.lists if one.kind.since and one.under is None and one not in parents]
        is_bulk = has_bulk and "bulk" in kinds and bool(since)
        self._bulk = (chance.choice(since), chance.randint(1, self.nights - 1)) if is_bulk else None
        # "one": all have one time; "seconds": each second has some; "spread": each has its own.
        self._spread = chance.choice(("one", "seconds", "spread"))
        # The day of each night; now and then a person runs the command twice on one day.
        self._days = list(itertools.accumulate(chance.choice((1, 1, 1, 1, 0)) for _ in range(self.nights + 1)))
        self._moment = BEGINNING
        self._server = WorldServer(self.lists, self.troubles)
        self._seconds = 0
        # How many runs were killed.
        self.kills = 0
        self._models = {one.name: Model(one, self.page_size) for one in self.lists}
        self._refreshes = frozenset().union(*(one.refreshes for one in self.troubles.values()))

    def _trouble(self, one: WorldList) -> Trouble:
        chance = self._chance
        name = chance.choice(list(TROUBLES)) if chance.random() < 0.5 else None
        made = random.Random(chance.random())
        parents = [other.under for other in self.lists]
        if name is None or name not in self.kinds or one in parents or one is self.lists[0]:
            return Trouble(made, one, self.nights)
        return TROUBLES[name](made, one, self.nights)

    def __str__(self) -> str:
        lists = []
        for one in self.lists:
            words = [str(one), "late" if one.name in self._late else "", str(self.troubles[one.name])]
            words += [f"under {one.under.name}"] if one.under is not None else []
            words += [f"bulk {self._spread} in night {self._bulk[1]}"] if self._bulk and one is self._bulk[0] else []
            lists.append(", ".join(word for word in words if word))
        killed = ", killed" if self.is_killed else ""
        return f"world {self.seed}: {self.nights} nights, pages of {self.page_size}{killed}: {'; '.join(lists)}"

    def run(self, folder: pathlib.Path) -> None:
        """Runs all nights. Raises `Wrong`, whose notes say how to run the world again."""
        try:
            with self._running(folder):
                for number in range(1, self.nights + 1):
                    self._night(number)
        except BaseException as error:
            error.add_note(str(self))
            kinds = "" if self.kinds == ALL else f" --kinds {','.join(sorted(self.kinds)) or 'none'}"
            error.add_note(f"again: build/venv/bin/python Tests/python/sync/world_runs.py {self.seed}{kinds}")
            raise

    @contextlib.contextmanager
    def _running(self, folder: pathlib.Path) -> Iterator[None]:
        self._folder, self._cache = folder / "out", str(folder / "cache")
        before = os.environ.get("XDG_CACHE_HOME")
        os.environ["XDG_CACHE_HOME"] = self._cache
        try:
            with serving(self._server), clock(lambda: self._seconds):
                yield
        finally:
            if before is None:
                del os.environ["XDG_CACHE_HOME"]
            else:
                os.environ["XDG_CACHE_HOME"] = before

    # Nights

    def _night(self, number: int) -> None:
        self._change(number)
        is_refreshed = number in self._refreshes
        planned = {one.name: self._is_planned(one, number) for one in self.lists}
        for one in self.lists:
            self.troubles[one.name].night(number, self._days[number], is_planned=planned[one.name])
            if planned[one.name]:
                self._models[one.name].plan()
            self._models[one.name].note()
        begun = {one.name: one.truth() for one in self.lists}
        self._seconds = self._days[number] * DAY // SECOND
        words = self._words(*(["--refresh"] if is_refreshed else []))
        was_killed = self._is_killed_in(number) and self._kill(number, words)
        now = begun
        for trouble in self.troubles.values():
            trouble.was_killed = was_killed
        if was_killed and self._chance.random() < 0.3:
            self._change(number, is_gap=True)
            for model in self._models.values():
                model.note()
            now = {one.name: one.truth() for one in self.lists}
        self._server.counts.clear()
        nights = {name: Night(begun[name], now[name], was_killed) for name in begun}
        self._check(number, self._ran(words), nights, planned)
        if number == 1:
            self._place_under()

    def _is_planned(self, one: WorldList, number: int) -> bool:
        return number == (2 if one.under else 1) or (number in self._refreshes and (one.under is None or number > 1))

    def _words(self, *options: str) -> list[str]:
        size = ["--page-size", str(self.page_size)]
        return ["sync", self._server.url, "-o", str(self._folder), "--json", "--quiet", *size, *options]

    def _ran(self, words: Sequence[str]) -> dict[str, Any]:
        """Runs the command in this process; returns its summary, with the code and stderr."""
        with contextlib.redirect_stdout(io.StringIO()) as shown, contextlib.redirect_stderr(io.StringIO()) as told:
            code = main(list(words))
        try:
            summary = json.loads(shown.getvalue())
        except ValueError:
            raise Wrong("no summary", f"exit code {code}: {told.getvalue()[:600]}") from None
        if "Traceback" in told.getvalue():
            raise Wrong("traceback", told.getvalue())
        return {**summary, "code": code}

    def _is_killed_in(self, number: int) -> bool:
        """Whether runs of a night are killed; those of the last night are, if no other one was."""
        is_due = number == self.nights and not self.kills
        return self.is_killed and (self._chance.random() < 0.6 or is_due)

    def _kill(self, number: int, words: list[str]) -> bool:
        """Kills one run or two; returns whether any was."""
        kills, given = self.kills, (words, self._cache, self._seconds)
        for _ in range(self._chance.choice((1, 1, 2))):
            is_due = number == self.nights and not self.kills
            if is_due or self._chance.random() < 0.5:
                step = self._chance.randrange(STEPS[0] if is_due else self._chance.choice(STEPS))
                with killing.forked(killed_at_step, step, *given) as process:
                    process.join(killing.HANGS_SECONDS)
                    if process.exitcode is None:
                        raise Wrong("hangs", f"a run that is killed at step {step}")
                    self.kills += process.exitcode < 0
            else:
                never = 1 << 30
                asked = self._server.counts.total
                self.kills += killing.kill(self._chance, asked, 40, killed_at_step, never, *given)
        return self.kills > kills

    def _check(
        self, number: int, summary: dict[str, Any], nights: dict[str, Night], planned: dict[str, bool]
    ) -> None:
        outcomes = {one["name"]: one for one in summary["lists"]}
        with contextlib.closing(read(self._folder)) as database:
            for one in self.lists:
                if one.under is not None and number == 1:
                    continue
                try:
                    self._check_list(one, outcomes.get(one.name), nights[one.name], database, planned[one.name])
                except Wrong as error:
                    error.add_note(f"night {number}, {one}: {error}")
                    raise
        ends = {one["end"] for one in outcomes.values()}
        if (summary["code"] == 0) != (ends <= {"complete"}):
            raise Wrong("exit code", f"{summary['code']} with {ends}")

    def _check_list(
        self, one: WorldList, outcome: Any, night: Night, database: Any, is_planned: bool
    ) -> None:
        model, trouble = self._models[one.name], self.troubles[one.name]
        expected = trouble.expected()
        # A list below may ask for an item that is gone by then.
        is_below = one.under is not None and night.begun is not night.now
        if night.is_killed and (str(trouble) or is_below):
            expected = dataclasses.replace(expected, ends=expected.ends | ANY)
        refused = frozenset((outcome or {}).get("refused") or ())
        kept = json.dumps(self._plans().get(one.name))
        if unknown := [name for name in refused if f'"{name}"' not in kept]:
            raise Wrong("refused", f"_plan.json does not name {unknown}")
        most = model.most_requests(night, expected, refused, is_planned=is_planned)
        model.check(database, outcome, night, expected)
        asked = self._server.counts[one.name]
        is_simple = expected.ends == ALWAYS and not night.is_killed
        if is_simple and asked > most and not model.troubled_nights:
            raise Wrong("requests", f"{asked} requests, and {most} are enough")
        model.troubled_nights = TROUBLED_NIGHTS if not is_simple else max(0, model.troubled_nights - 1)

    def _plans(self) -> dict[str, Any]:
        """The lists of `_plan.json`."""
        path = self._folder / "_plan.json"
        if not path.exists():
            raise Wrong("no plans", "_plan.json is missing")
        lists: dict[str, Any] = json.loads(path.read_text())["lists"]
        return lists

    def _place_under(self) -> None:
        """Says in the plans of which list each list with `under` is."""
        path = self._folder / "_plan.json"
        plan = json.loads(path.read_text())
        for one in self.lists:
            if one.under is not None:
                arguments = {f"{one.box}.name": "/slug"}
                plan["lists"][one.name]["under"] = {"list": one.under.name, "arguments": arguments}
        path.write_text(json.dumps(plan))

    # Changes

    def _change(self, night: int, *, is_gap: bool = False) -> None:
        """What happens to the items before a night, or with `is_gap` between a run that was killed and the next one."""
        with self._server.lock:
            self._moment = max(self._moment, BEGINNING + night * DAY)
            for one in self.lists:
                self._change_shelves(one, night)
                for parent in one.shelves:
                    self._change_items(one, parent, night, is_gap=is_gap)
            self._moment += SECOND
            self._server.now = self._moment

    def _change_shelves(self, one: WorldList, night: int) -> None:
        parents = list(shelves_of(one))
        for parent in one.shelves.keys() - set(parents):
            del one.shelves[parent]
        for parent in parents:
            if parent in one.shelves:
                continue
            one.shelves[parent] = {}
            is_parent = any(other.under is one for other in self.lists)
            has_trouble = str(self.troubles[one.name]) != ""
            needs = 2 if is_parent or has_trouble or one.nulls or one.kind.pages == "page" else 0
            most = 6 if one.under else 8 if is_parent else 25
            for _ in range(max(needs, self._chance.choice((0, 1, most // 2, most)))):
                one.add(parent, self._time(one, parent, {}))

    def _change_items(self, one: WorldList, parent: str | None, night: int, *, is_gap: bool) -> None:
        chance, items = self._chance, one.shelves[parent]
        if self._bulk == (one, night) and not is_gap:
            self._add_many(one, parent)
        before = dict(items)
        # The newest item that a run saw may be deleted by now.
        place, times = (one.name, parent), [item.time for item in before.values() if item.time is not None]
        self._newest[place] = max([self._newest.get(place, 0), *times])
        if night == 1 and not is_gap:
            return
        is_parent = any(other.under is one for other in self.lists)
        for _ in range(chance.choice((0, 1, 2) if is_parent else (0, 1, 2, 6))):
            one.add(parent, self._time(one, parent, before))
        others = [number for number in before if not one.stays(parent, number)]
        for number in chance.sample(others, min(len(others), chance.choice((0, 1, 4)))):
            time = self._time(one, parent, before)
            old = items[number].time
            if one.kind.since and (time is None or (old is not None and time < old)):
                # The time of an item never goes back.
                time = self._new_time(one)
            one.put(parent, number, time)
        if self._loses_items(one, is_gap=is_gap):
            for number in chance.sample(others, min(len(others), chance.choice((0, 0, 1, 2)))):
                del items[number]

    def _loses_items(self, one: WorldList, *, is_gap: bool) -> bool:
        """Whether items may be deleted: a list since a mark does not show it, and a cut offset list loses others."""
        is_parent = any(other.under is one for other in self.lists)
        return not (one.kind.since and (is_parent or is_gap))

    def _time(self, one: WorldList, parent: str | None, before: dict[int, Item]) -> int | None:
        """The time of an item that changes; `before` are the items that the last run saw."""
        chance = self._chance
        if not one.kind.since:
            return None
        count = len(one.shelves[parent])
        if one.nulls and (count == 1 or (count > 1 and chance.random() < 0.4)):
            return None
        times = [item.time for item in before.values() if item.time is not None]
        if one.name in self._late and times and len(in_lag(times)) < LARGEST_WINDOW and chance.random() < 0.5:
            late = chance.choice((*LATE_SECONDS, chance.randrange(LAG // SECOND)))
            return self._newest[one.name, parent] - late * SECOND
        return self._new_time(one)

    def _new_time(self, one: WorldList) -> int:
        self._moment += self._chance.choice((0, 0, 1, 7)) * SECOND + self._chance.choice((0, 1_000, 1))
        return self._moment // one.unit * one.unit

    def _add_many(self, one: WorldList, parent: str | None) -> None:
        begin = self._moment
        for number in range(BULK_ITEMS):
            time = begin + {"one": 0, "seconds": number % 60 * SECOND, "spread": number * 3_000}[self._spread]
            one.add(parent, time // one.unit * one.unit)
        self._moment = begin + 60 * SECOND
