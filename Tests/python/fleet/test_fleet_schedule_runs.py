"""What the driver of a fleet decides, as random runs against a simpler model."""

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import LONG
from swiftpager.fleet import Limit
from swiftpager.fleet._schedule import Action, Ask, GiveUp, Release, Schedule, Submit
from test_fleet_schedule import FREE, LIMITED, Slice, Walk


class Model:
    """Runs a schedule on a clock of its own. Each slice has a random outcome."""

    def __init__(self, seed: int, limits: dict[str, Limit], in_flight: int) -> None:
        self.random = random.Random(seed)
        self.limits = limits
        self.schedule = Schedule(in_flight, limits=limits, slice_seconds=20)
        self.source: Iterator[Walk] = (
            Walk(f"walk-{number}", self.random.choice((LIMITED, FREE))) for number in range(60)
        )
        # Slices under way, with their ends; and those that Dask gave up, which run on until their time bound.
        self.running: dict[str, tuple[Submit, float]] = {}
        self.late: list[tuple[str, float]] = []
        self.requests: list[float] = []
        self.ends: dict[str, str] = {}
        self.expected = {f"walk-{number}" for number in range(60)}

    def run(self) -> None:
        now = 0.0
        while not self.schedule.is_done:
            while actions := self.schedule.due(now):
                for action in actions:
                    self.act(action, now)
            if self.schedule.is_done:
                break
            assert len(self.running) <= self.schedule.in_flight
            self.late = [(endpoint, end) for endpoint, end in self.late if end > now]
            under_way = [submit.walk.endpoint for submit, _ in self.running.values()] + [late[0] for late in self.late]
            assert under_way.count(LIMITED) <= self.limits["api.example.com"].at_once
            wakes = [end for _, end in self.running.values()]
            if (at := self.schedule.wakes_at()) is not None:
                wakes.append(at)
            assert wakes, "the driver would wait for ever"
            now = max(now, min(wakes))
            for task in [task for task, (_, end) in self.running.items() if end <= now]:
                self.end(task, now)
        assert not self.running and set(self.ends) == self.expected

    def act(self, action: Action, now: float) -> None:
        match action:
            case Ask(count):
                for _ in range(count):
                    walk = next(self.source, None)
                    if walk is None:
                        self.schedule.source_ended()
                        break
                    self.schedule.arrived(walk)
            case Submit(task, walk, _, _, limit):
                assert task not in self.running and walk.key not in self.ends
                assert all(submit.walk.key != walk.key for submit, _ in self.running.values())
                pages = self.random.randint(1, 6)
                distance = limit.distance if limit else 0.0
                if walk.endpoint == LIMITED:
                    self.requests += [now + page * distance for page in range(pages)]
                self.running[task] = action, now + (pages - 1) * distance + self.random.uniform(0.01, 0.5)

    def end(self, task: str, now: float) -> None:
        submit, _ = self.running.pop(task)
        key = submit.walk.key
        kind = self.random.choice(("next", "complete", "complete", "lost", "failed", "again", "put back", "parent"))
        if kind == "lost":
            actions = self.schedule.lost(task, "gone", now)
            self.late.append((submit.walk.endpoint, now + self.random.uniform(0, 20)))
        elif kind == "again":
            actions = self.schedule.failed(task, {"code": "NETWORK", "retryable": True}, now)
        elif kind == "failed":
            actions = self.schedule.ended(task, Slice(submit.number, error={"code": "HTTP"}), now)
        elif kind == "put back":
            actions = self.schedule.ended(task, Slice(submit.number, put_back_seconds=7.0), now)
        elif kind == "next":
            actions = self.schedule.ended(task, Slice(submit.number), now)
        else:
            children = tuple(Walk(f"{key}.{number}", submit.walk.endpoint) for number in range(2))
            children = children if kind == "parent" and key.count(".") < 2 else ()
            self.expected.update(child.key for child in children)
            actions = self.schedule.ended(task, Slice(submit.number, end="complete", children=children), now)
            self.finish(key, "complete")
        assert actions[0] == Release(task)
        for action in actions:
            if isinstance(action, GiveUp):
                self.finish(action.key, "failed")

    def finish(self, key: str, end: str) -> None:
        assert key not in self.ends
        self.ends[key] = end

    def busiest(self, seconds: float) -> int:
        times = sorted(self.requests)
        return max((sum(begin <= time < begin + seconds for time in times) for begin in times), default=0)


@settings(max_examples=2_000 if LONG else 60, deadline=None)
@given(
    seed=st.integers(0, 1 << 32), in_flight=st.integers(1, 12), at_once=st.integers(1, 8),
    per_second=st.sampled_from((0.5, 2.0, 20.0, 100.0)),
)
def test_every_walk_ends_once_and_no_limit_is_passed(
    seed: int, in_flight: int, at_once: int, per_second: float
) -> None:
    model = Model(seed, {"api.example.com": Limit(at_once, per_second)}, in_flight)
    model.run()
    for seconds in (1, 10):
        assert model.busiest(seconds) <= per_second * seconds + at_once
