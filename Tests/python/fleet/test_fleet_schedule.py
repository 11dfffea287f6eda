"""What the driver of a fleet decides, as timelines; `test_fleet_schedule_runs.py` has random runs."""

import dataclasses
from typing import Any

import pytest

from conftest import LONG
from swiftpager.fleet import Limit
from swiftpager.fleet._schedule import PUT_BACKS, Action, Ask, GiveUp, Release, Schedule, Submit

LIMITED, FREE = "https://api.example.com/graphql", "http://localhost:1/graphql"


@dataclasses.dataclass(frozen=True)
class Walk:
    key: str
    endpoint: str = FREE
    query: str = ""


@dataclasses.dataclass(frozen=True)
class Slice:
    number: int = 1
    pages: int = 1
    rows: int = 10
    end: str | None = None
    error: Any = None
    put_back_seconds: float | None = None
    children: tuple[Walk, ...] = ()
    was_committed: bool = True


COMPLETE = Slice(end="complete")


def submits(actions: list[Action]) -> list[str]:
    return [action.task for action in actions if isinstance(action, Submit)]


def asked(actions: list[Action]) -> int:
    return sum(action.count for action in actions if isinstance(action, Ask))


def of(*walks: Walk, in_flight: int = 2, **others: Any) -> Schedule:
    """A schedule whose source has given its only walks."""
    schedule = Schedule(in_flight, **others)
    for walk in walks:
        assert schedule.arrived(walk) == []
    schedule.source_ended()
    return schedule


def test_the_source_is_asked_for_as_many_walks_as_there_is_room_for() -> None:
    schedule = Schedule(in_flight=2)
    assert schedule.due(0) == [Ask(4)]
    for key in "abcd":
        schedule.arrived(Walk(key))
    assert submits(schedule.due(0)) == ["a/1/1", "b/1/1"]
    assert schedule.due(0) == []
    schedule.ended("a/1/1", COMPLETE, 1)
    actions = schedule.due(1)
    assert submits(actions) == ["c/1/1"] and asked(actions) == 1


def test_a_walk_goes_on_before_another_begins() -> None:
    schedule = of(Walk("a"), Walk("b"), in_flight=1)
    assert submits(schedule.due(0)) == ["a/1/1"]
    assert schedule.ended("a/1/1", Slice(), 1) == [Release("a/1/1")]
    assert submits(schedule.due(1)) == ["a/2/1"]
    schedule.ended("a/2/1", Slice(2, end="complete"), 2)
    assert submits(schedule.due(2)) == ["b/1/1"]
    schedule.ended("b/1/1", COMPLETE, 3)
    assert schedule.is_done
    assert (schedule.counts.complete, schedule.counts.slices, schedule.counts.rows) == (2, 3, 30)


def test_a_walk_begins_behind_what_the_store_has() -> None:
    assert submits(of(Walk("a"), Walk("b"), positions={"b": 7}).due(0)) == ["a/1/1", "b/8/1"]


def test_a_walk_whose_number_is_taken_goes_on_behind_it() -> None:
    schedule = of(Walk("a"))
    schedule.due(0)
    schedule.ended("a/1/1", Slice(5, pages=0, was_committed=False), 1)
    assert submits(schedule.due(1)) == ["a/6/1"]
    assert schedule.counts.slices == 0


def test_no_more_slices_of_an_endpoint_than_its_limit() -> None:
    walks = [Walk(f"limited-{number}", LIMITED) for number in range(3)]
    schedule = of(*walks, Walk("free"), in_flight=9, limits={"api.example.com": Limit(2)})
    assert submits(schedule.due(0)) == ["limited-0/1/1", "limited-1/1/1", "free/1/1"]
    assert schedule.wakes_at() is None
    schedule.ended("limited-1/1/1", COMPLETE, 1)
    assert submits(schedule.due(1)) == ["limited-2/1/1"]


def test_the_next_slice_of_a_place_keeps_the_distance_of_two_requests() -> None:
    limits = {"api.example.com": Limit(at_once=1, per_second=4)}
    schedule = of(*(Walk(key, LIMITED) for key in "abcd"), limits=limits)
    assert schedule.due(0)[0] == Submit("a/1/1", Walk("a", LIMITED), 1, 1, limits["api.example.com"])
    schedule.ended("a/1/1", COMPLETE, 10)
    assert schedule.due(10) == [] and schedule.wakes_at() == 10.25
    assert submits(schedule.due(10.25)) == ["b/1/1"]
    # The worker knows that the last request left some time before the report.
    schedule.ended("b/1/1", COMPLETE, 11, quiet_seconds=0.2)
    assert schedule.wakes_at() == pytest.approx(11.05)
    # Two requests would have been further apart, so only one has left, near the beginning of the slice.
    assert submits(schedule.due(11.05)) == ["c/1/1"]
    schedule.ended("c/1/1", COMPLETE, 11.09)
    assert schedule.wakes_at() == pytest.approx(11.3)
    # But two requests of different slices are not too near to each other.
    assert submits(schedule.due(11.3)) == ["d/1/1"]
    schedule.ended("d/1/1", Slice(), 11.5)
    assert schedule.wakes_at() == pytest.approx(11.5 + 1.02 / 5)


def test_the_place_of_a_lost_slice_stays_taken_for_its_time_bound() -> None:
    schedule = of(Walk("a", LIMITED), Walk("b", LIMITED), limits={"api.example.com": Limit(1)}, slice_seconds=30)
    schedule.due(0)
    assert schedule.lost("a/1/1", "the worker is gone", 5) == [Release("a/1/1")]
    assert schedule.due(34.9) == [] and schedule.wakes_at() == 35
    assert submits(schedule.due(35)) == ["a/1/2"]


def test_a_lost_slice_without_a_limit_begins_again_at_once() -> None:
    schedule = of(Walk("a"))
    for attempt in range(1, 5):
        assert submits(schedule.due(0)) == [f"a/1/{attempt}"]
        actions = schedule.lost(f"a/1/{attempt}", "gone", 0)
    assert actions[1:] == [GiveUp("a", {"code": "WORKER_LOST", "message": "gone"})]
    assert schedule.is_done and schedule.counts.lost == 4


def test_a_failure_that_may_pass_is_tried_again_with_a_growing_wait() -> None:
    schedule = of(Walk("a"))
    failing = Slice(0, pages=0, error={"code": "NETWORK", "retryable": True}, was_committed=False)
    now = 0.0
    for attempt, wait in enumerate((1, 2, 4), 1):
        assert submits(schedule.due(now)) == [f"a/1/{attempt}"]
        assert schedule.ended(f"a/1/{attempt}", failing, now) == [Release(f"a/1/{attempt}")]
        assert schedule.due(now) == [] and schedule.wakes_at() == now + wait
        now += wait
    schedule.due(now)
    assert schedule.ended("a/1/4", failing, now)[1:] == [GiveUp("a", failing.error)]


def test_pages_before_a_failure_begin_a_new_count_of_attempts() -> None:
    schedule = of(Walk("a"), retries=1)
    schedule.due(0)
    schedule.failed("a/1/1", {"code": "NETWORK", "retryable": True}, 0)
    schedule.due(1)
    schedule.ended("a/1/2", Slice(1, error={"code": "NETWORK", "retryable": True}), 1)
    assert submits(schedule.due(2)) == ["a/2/2"]


@pytest.mark.parametrize("code", ["HTTP", "CURSOR_CYCLE", "MISFIT"])
def test_a_failure_that_stays_ends_its_walk_only(code: str) -> None:
    schedule = of(Walk("a"), Walk("b"))
    schedule.due(0)
    assert schedule.ended("a/1/1", Slice(error={"code": code}), 1)[1:] == [GiveUp("a", {"code": code})]
    schedule.ended("b/1/1", COMPLETE, 1)
    assert schedule.is_done and (schedule.counts.failed, schedule.counts.complete) == (1, 1)


def test_a_walk_that_is_put_back_leaves_its_place_to_others() -> None:
    schedule = of(Walk("a"), Walk("b"), in_flight=1)
    schedule.due(0)
    error = {"code": "RATE_LIMITED", "retryable": True}
    assert schedule.ended("a/1/1", Slice(error=error, put_back_seconds=3_600), 1) == [Release("a/1/1")]
    assert schedule.later == 1
    assert submits(schedule.due(1)) == ["b/1/1"]
    schedule.ended("b/1/1", COMPLETE, 2)
    assert not schedule.is_done and schedule.wakes_at() == 3_601
    assert submits(schedule.due(3_601)) == ["a/2/1"]


def test_a_walk_is_not_put_back_for_ever() -> None:
    schedule = of(Walk("a"))
    put_off = Slice(0, pages=0, put_back_seconds=1, was_committed=False)
    for hour in range(PUT_BACKS + 1):
        schedule.due(hour)
        actions = schedule.ended("a/1/1", put_off, hour)
    assert isinstance(actions[-1], GiveUp) and schedule.is_done


def test_partial_walks_are_done_and_named() -> None:
    schedule = of(Walk("a"))
    schedule.due(0)
    actions = schedule.ended("a/1/1", Slice(end="partial"), 1)
    assert isinstance(actions[-1], GiveUp) and actions[-1].error["code"] == "PARTIAL_DATA"
    assert schedule.is_done and schedule.counts.partial == 1


def test_children_come_before_the_source_and_each_once() -> None:
    schedule = Schedule(in_flight=1)
    schedule.arrived(Walk("a"))
    schedule.arrived(Walk("b"))
    schedule.due(0)
    schedule.ended("a/1/1", Slice(end="complete", children=(Walk("a.1"), Walk("a.2"), Walk("a.1"))), 1)
    begun = []
    for now in range(3):
        begun += submits(schedule.due(now))
        schedule.ended(begun[-1], COMPLETE, now)
    assert begun == ["a.1/1/1", "a.2/1/1", "b/1/1"]


def test_walks_that_lead_to_each_other_run_once() -> None:
    leads_to = {"a": ("b", "c"), "b": ("a", "c"), "c": ("a", "b")}
    schedule, begun = of(Walk("a"), in_flight=1), []
    while not schedule.is_done:
        begun += submits(schedule.due(0))
        children = tuple(map(Walk, leads_to[begun[-1][0]]))
        schedule.ended(begun[-1], Slice(end="complete", children=children), 0)
    assert begun == ["a/1/1", "b/1/1", "c/1/1"]
    assert schedule.counts.walks == schedule.counts.complete == 3


def test_a_child_with_another_config_than_one_that_has_ended_runs() -> None:
    """The store then refuses it by its name."""
    schedule = of(Walk("a"))
    schedule.due(0)
    schedule.ended("a/1/1", Slice(children=(Walk("b"),)), 0)
    assert submits(schedule.due(0)) == ["a/2/1", "b/1/1"]
    schedule.ended("b/1/1", COMPLETE, 0)
    schedule.ended("a/2/1", Slice(2, children=(Walk("b"), Walk("b", query="another"))), 0)
    assert submits(schedule.due(0)) == ["a/3/1", "b/1/1"]
    assert schedule.counts.walks == 3


def test_children_beside_an_exception_are_walked_and_not_asked_for_again() -> None:
    schedule = of(Walk("a"), retries=0)
    schedule.due(0)
    actions = schedule.failed("a/1/1", {"code": "LookupError"}, 0, (Walk("b"),), seen=3)
    assert isinstance(actions[-1], GiveUp)
    assert submits(schedule.due(0)) == ["b/1/1"]


def test_an_older_report_does_not_make_a_driver_ask_for_children_again() -> None:
    """A slice that lost its number reports the newest one; a failure after it reports less."""
    schedule = of(Walk("a"))
    schedule.due(0)
    schedule.ended("a/1/1", Slice(5, pages=0, was_committed=False), 1)
    schedule.due(1)
    schedule.failed("a/6/1", {"code": "NETWORK", "retryable": True}, 1)
    (begun,) = schedule.due(2)
    assert isinstance(begun, Submit) and (begun.number, begun.unseen) == (6, 6)
    schedule.ended("a/6/2", Slice(4, pages=0, error={"code": "NETWORK", "retryable": True}, was_committed=False), 2)
    (begun,) = schedule.due(9)
    assert isinstance(begun, Submit) and (begun.number, begun.unseen) == (6, 6)


def test_a_walk_that_the_store_does_not_have_in_whole_fails_at_once() -> None:
    error = {"code": "SLICE_MISSING", "message": "slice 3 is missing"}
    schedule = Schedule(2, broken={"a": error})
    assert schedule.arrived(Walk("a")) == [GiveUp("a", error)]
    assert schedule.arrived(Walk("b")) == []
    schedule.source_ended()
    assert submits(schedule.due(0)) == ["b/1/1"]
    assert (schedule.counts.walks, schedule.counts.failed, schedule.waiting) == (2, 1, 0)


def test_a_driver_asks_for_the_children_of_each_slice_that_it_has_not_seen() -> None:
    schedule = of(Walk("a"), positions={"a": 3})
    (begun,) = schedule.due(0)
    assert isinstance(begun, Submit) and (begun.number, begun.unseen) == (4, 1)
    schedule.ended("a/4/1", Slice(4), 1)
    (begun,) = schedule.due(1)
    assert isinstance(begun, Submit) and (begun.number, begun.unseen) == (5, 5)


def test_the_source_waits_while_children_do() -> None:
    schedule = Schedule(in_flight=2)
    schedule.arrived(Walk("a"))
    schedule.due(0)
    schedule.ended("a/1/1", Slice(end="complete", children=tuple(Walk(f"a.{number}") for number in range(100))), 1)
    assert asked(schedule.due(1)) == 0


def test_two_walks_with_one_key_are_told_apart() -> None:
    schedule = of(Walk("a"))
    assert schedule.arrived(Walk("a")) == []
    actions = schedule.arrived(Walk("a", query="another"))
    assert isinstance(actions[0], GiveUp) and actions[0].error["code"] == "WALK_CONFLICT"


def test_a_driver_that_stops_begins_nothing() -> None:
    schedule = of(Walk("a"), Walk("b"), in_flight=1)
    schedule.due(0)
    schedule.stopping()
    assert schedule.due(0) == [] and not schedule.is_done
    schedule.ended("a/1/1", Slice(), 1)
    assert schedule.due(1) == [] and schedule.is_done


def test_a_slice_that_did_not_begin_is_not_a_failure() -> None:
    schedule = of(Walk("a"), Walk("b"), retries=0)
    schedule.due(0)
    schedule.stopping()
    assert schedule.withdrawn("a/1/1", 1) == [Release("a/1/1")]
    schedule.withdrawn("b/1/1", 1)
    assert schedule.is_done and (schedule.counts.failed, schedule.waiting) == (0, 2)


def test_a_slice_without_any_effect_is_not_repeated_for_ever() -> None:
    schedule = of(Walk("a"), retries=1)
    for now in (0, 1):
        schedule.due(now)
        actions = schedule.ended(f"a/1/{now + 1}", Slice(0, pages=0, was_committed=False), now)
    assert isinstance(actions[-1], GiveUp) and actions[-1].error["code"] == "NO_PROGRESS"


def test_a_million_walks_take_no_more_room_than_a_hundred() -> None:
    schedule, drawn, most = Schedule(in_flight=10), 0, 0
    now = 0.0
    count = 100_000 if LONG else 10_000
    while not schedule.is_done:
        actions = schedule.due(now)
        for _ in range(asked(actions)):
            drawn += 1
            if drawn > count:
                schedule.source_ended()
                break
            schedule.arrived(Walk(f"walk-{drawn}"))
        most = max(most, schedule.running + schedule.waiting)
        now += 1
        for task in submits(actions):
            schedule.ended(task, COMPLETE, now)
    assert most <= 20 and schedule.counts.complete == count


def test_limits_name_their_mistakes() -> None:
    for wrong in ({"at_once": 0}, {"at_once": True}, {"at_once": 1, "per_second": 0}, {"at_once": 1, "share": 2},
                  {"at_once": 1, "per_second": 1, "share": 1}):
        with pytest.raises(ValueError, match=r"at_once|per_second|share"):
            Limit(**wrong)
