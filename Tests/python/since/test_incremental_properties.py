"""Random lists that change, and runs that read what is new: after each run that ends well, the copy is the list."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

import swiftpager
from changing_server import ChangingList, ChangingServer, changing_server
from conftest import LONG

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
# How late an item may be committed, and how far its time may be ahead. The lag covers both.
LATEST = SECOND
# A lag for lists that change while a walk reads them upward: a value that is up to a minute ahead of the first answer
# can become the mark.
LONG_LAG = 65 * SECOND

QUERIES = {
    "descending": """
        query ($first: Int!, $after: String) {
          issues(first: $first, after: $after, orderBy: {field: UPDATED_AT, direction: DESC}) {
            nodes { id updatedAt stamp title } pageInfo { hasNextPage endCursor } } }""",
    "ascending": """
        query ($first: Int!, $after: String, $since: String) {
          issues(first: $first, after: $after, orderBy: {field: UPDATED_AT, direction: ASC}, SINCE: $since) {
            nodes { id updatedAt stamp title } pageInfo { hasNextPage endCursor } } }""",
    "filtered": """
        query ($first: Int!, $after: String, $since: String) {
          issues(first: $first, after: $after, SINCE: $since) {
            nodes { id updatedAt stamp title } pageInfo { hasNextPage endCursor } } }""",
    "offset": """
        query ($limit: Int!, $offset: Int!) {
          pages(limit: $limit, offset: $offset, orderBy: {field: UPDATED_AT, direction: DESC}) {
            id updatedAt stamp title } }""",
}
PAGINATION: dict[str, Any] = {
    "issues": {"type": "cursor", "connection": "/issues", "identity": "/id"},
    "pages": {"type": "offset", "connection": "/pages", "identity": "/id"},
}


@dataclasses.dataclass(frozen=True)
class Change:
    """A change of the list: its kind, which item, and milliseconds."""

    kind: str
    index: int = 0
    milliseconds: int = 0

    def make(self, changing: ChangingList) -> None:
        """Makes the change."""
        match self.kind:
            case "insert":
                changing.insert()
            case "late":
                changing.insert(age=self.milliseconds)
            case "late update":
                changing.update(self.index, age=self.milliseconds)
            case "future":
                changing.insert(age=-HOUR)
            case "update":
                changing.update(self.index)
            case "twice":
                # Within one second, mostly.
                changing.update(self.index)
                changing.now += self.milliseconds
                changing.update(self.index)
            case "delete":
                changing.delete(self.index)
            case "wait":
                changing.now += self.milliseconds


@dataclasses.dataclass(frozen=True)
class Run:
    """What happens before a run, while it walks, and how it ends."""

    before: tuple[Change, ...] = ()
    # Before the request of this number.
    during: tuple[tuple[int, Change], ...] = ()
    # The page after which the process dies; None for the end of the walk. `keeps` says whether its checkpoint was kept.
    dies_after: int | None = None
    keeps: bool = True
    # The request whose page has errors beside its data, and what comes as null.
    spoiled: int | None = None
    spoils: str = "title"
    # Whether the cursors of earlier runs have expired.
    expires: bool = False


QUIET = Run()


def changes(kinds: list[str]) -> st.SearchStrategy[Change]:
    return st.builds(
        Change, st.sampled_from(kinds), st.integers(0, 30), st.integers(0, LATEST) | st.sampled_from([0, 300, 999])
    )


@dataclasses.dataclass(frozen=True)
class Schedule:
    """A list, how it is read, and the runs."""

    # As in the config, or "offset".
    order: str
    kind: str
    lag: int
    precision: int
    page_size: int
    items: int
    errors: Any
    runs: tuple[Run, ...]


@st.composite
def runs(draw: st.DrawFn, kinds: list[str], kinds_during: list[str], is_cut: bool) -> Run:
    before = draw(st.lists(changes(kinds), max_size=6))
    during = draw(st.lists(st.tuples(st.integers(1, 5), changes(kinds_during)), max_size=4)) if kinds_during else []
    return Run(
        before=tuple(before), during=tuple(during), keeps=draw(st.booleans()), expires=draw(st.booleans()),
        dies_after=draw(st.none() | st.integers(1, 4)) if is_cut else None,
        spoiled=draw(st.none() | st.integers(1, 3)) if is_cut else None,
        spoils=draw(st.sampled_from(["title", "node", "updatedAt"])),
    )


@st.composite
def schedules(draw: st.DrawFn, order: str) -> Schedule:
    kind = draw(st.sampled_from(["time", "integer"]))
    is_downward = order in ("descending", "offset")
    # Downward, everything that changes during a walk comes before its first page. Upward, it may come anywhere.
    lag = draw(st.sampled_from([2 * SECOND, 4 * SECOND] if is_downward else [2 * SECOND, LONG_LAG]))
    is_disturbed = is_downward or lag == LONG_LAG
    kinds = ["insert", "insert", "late", "late update", "update", "update", "twice", "delete", "wait", "wait"]
    if kind == "time":
        kinds.append("future")
    page_size = draw(st.integers(1, 5))
    # A deletion during a walk of an offset list moves the items behind it past the next offset.
    kinds_during = [kind for kind in kinds if order != "offset" or kind != "delete"] if is_disturbed else []
    drawn = runs(kinds, kinds_during, is_cut=is_disturbed and order != "offset")
    return Schedule(
        order=order, kind=kind, lag=lag, precision=draw(st.sampled_from([1, SECOND])), page_size=page_size,
        items=draw(st.integers(0, 15)), errors=draw(st.sampled_from(["report", "keep", "fail"])),
        runs=tuple(draw(st.lists(drawn, min_size=1, max_size=6))),
    )


class Consumer:
    """Keeps a copy of the list and one checkpoint, and nothing else, from run to run."""

    def __init__(self, server: ChangingServer, schedule: Schedule) -> None:
        self.server = server
        self.schedule = schedule
        self.list = server.list
        self.copy: dict[str, Any] = {}
        self.checkpoint: Any = None
        # What the newest run showed.
        self.shown: list[dict[str, Any]] = []
        self.requests = 0
        # The items as they were when the newest chain of runs began: a run, and those that continue it.
        self.at_the_start: dict[str, Any] | None = None
        # Whether a page of this chain had errors beside its data.
        self.has_errors = False

    def since(self) -> Any:
        """The config."""
        path = "/updatedAt" if self.schedule.kind == "time" else "/stamp"
        # In seconds for times.
        lag = self.schedule.lag / SECOND if self.schedule.kind == "time" else self.schedule.lag
        order = "descending" if self.schedule.order == "offset" else self.schedule.order
        since = {"path": path, "type": self.schedule.kind, "order": order, "lag": lag}
        return since if order == "descending" else {**since, "variable": "since"}

    def pager(self, client: swiftpager.Client) -> swiftpager.Pager:
        """A pager that continues from the checkpoint."""
        filter_name = "updatedSince" if self.schedule.kind == "time" else "stampSince"
        field, size = ("pages", "limit") if self.schedule.order == "offset" else ("issues", "first")
        query = QUERIES[self.schedule.order].replace("SINCE", filter_name)
        if self.schedule.kind == "integer":
            query = query.replace("UPDATED_AT", "STAMP")
        return client.pager(
            query, {size: self.schedule.page_size},
            pagination=PAGINATION[field], since=self.since(), errors=self.schedule.errors, checkpoint=self.checkpoint,
        )

    def run(self, run: Run = QUIET) -> str:
        """One run. Returns how it ended: OK, DIED, or the code of its failure."""
        begun = len(self.list.requests)

        def before_request(number: int) -> None:
            for due, change in run.during:
                if due == number - begun:
                    change.make(self.list)
            self.list.spoils = run.spoils if run.spoiled == number - begun else None
            # A spoiled version would take the place of one that the checkpoint knows, which does not come again.
            self.list.spares = {id for id, item in self.list.shown_items().items() if self.copy.get(id) == item}
            self.has_errors = self.has_errors or self.list.spoils is not None

        with self.list.lock:
            self.list.now += SECOND
            for change in run.before:
                change.make(self.list)
            self.list.generation += run.expires
            if self.at_the_start is None:
                self.at_the_start = self.list.shown_items()
            self.list.before_request = before_request
        self.shown = []
        with swiftpager.Client(self.server.url, retry=False) as client:
            end = self.walk(self.pager(client), run)
        self.list.before_request = None
        self.list.spoils = None
        self.requests = len(self.list.requests) - begun
        return end

    def walk(self, pager: swiftpager.Pager, run: Run) -> str:
        """Upserts the items of each page, and keeps the checkpoint behind it."""
        try:
            for number, page in enumerate(pager, 1):
                for item in page.items:
                    if item is not None:
                        self.copy[item["id"]] = item
                        self.shown.append(item)
                if number == run.dies_after and not run.keeps:
                    return "DIED"
                page.finish()
                self.checkpoint = pager.checkpoint()
                if number == run.dies_after:
                    return "DIED"
        except swiftpager.SwiftPagerError as error:
            if run.keeps:
                self.checkpoint = pager.checkpoint()
            return error.code
        self.checkpoint = pager.checkpoint()
        return "OK"

    def end_chain(self) -> None:
        """After a run that ended well, the copy has everything that was there when the chain began."""
        assert self.at_the_start is not None
        # With "keep", and with "fail" for the pages behind the failure, a run with errors beside data ends well. The
        # mark does not move, and the next run reads these items again.
        if not self.has_errors:
            for id, item in self.list.shown_items().items():
                if self.at_the_start.get(id) == item:
                    assert self.copy.get(id) == item, f"item {id} is missing from the copy, or is an old version"
        self.at_the_start = None
        self.has_errors = False

    def settle(self) -> None:
        """Runs while nothing changes. A chain that was cut off ends first, then a whole run reads what is new."""
        ends = [self.run()]
        assert ends[0] == "OK" or (ends[0] == "PARTIAL_DATA" and self.has_errors)
        self.at_the_start, self.has_errors = None, False
        assert self.run() == "OK"
        self.end_chain()
        self.check_equal()

    def check_equal(self) -> None:
        """The copy is the list, but for what was deleted."""
        now = self.list.shown_items()
        assert {id: item for id, item in self.copy.items() if id in now} == now


@pytest.fixture(scope="module")
def server() -> Iterator[ChangingServer]:
    with changing_server() as server:
        yield server


def carry_out(server: ChangingServer, schedule: Schedule) -> None:
    """Carries out a schedule, and two quiet runs at its end."""
    server.list = ChangingList()
    server.list.precision = schedule.precision
    for _ in range(schedule.items):
        server.list.now += 700
        server.list.insert()
    consumer = Consumer(server, schedule)
    for run in schedule.runs:
        end = consumer.run(run)
        event(end)
        if end == "OK":
            consumer.end_chain()
        elif end in ("PARTIAL_DATA", "NOT_ORDERED") and run.keeps:
            # The next run does not continue this one.
            consumer.at_the_start, consumer.has_errors = None, False
    consumer.settle()
    # Only items from the future come again.
    assert consumer.run() == "OK"
    latest = server.list.now + MINUTE
    future = {id for id, item in server.list.shown_items().items() if int(item["stamp"]) > latest}
    assert {item["id"] for item in consumer.shown} <= (future if schedule.kind == "time" else set())
    check_one_request(consumer, latest)
    # The future has come.
    server.list.now += 2 * HOUR
    consumer.settle()
    server.list.insert()
    consumer.settle()


def check_one_request(consumer: Consumer, latest: int) -> None:
    """A run with nothing new costs one request, if a page has room for the items of the window and one more."""
    stamps = [int(item["stamp"]) for item in consumer.list.shown_items().values()]
    seen = [stamp for stamp in stamps if stamp <= latest or consumer.schedule.kind == "integer"]
    window = [stamp for stamp in stamps if stamp >= max(seen, default=0) - consumer.schedule.lag]
    if len(window) < consumer.schedule.page_size or len(stamps) <= consumer.schedule.page_size:
        event("one request")
        # An offset list reads one more page below the mark, and ends with an empty one.
        assert consumer.requests <= (3 if consumer.schedule.order == "offset" else 1)


PROPERTY = settings(
    max_examples=200 if LONG else 8, deadline=None, database=None, print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], phases=set(Phase) - {Phase.explain},
)


@pytest.mark.timeout(1_200 if LONG else 80)
@pytest.mark.parametrize("order", ["descending", "ascending", "filtered", "offset"])
@pytest.mark.long
def test_the_copy_is_the_list_after_each_run_that_ends_well(server: ChangingServer, order: str) -> None:
    @PROPERTY
    @given(schedules(order))
    def check(schedule: Schedule) -> None:
        carry_out(server, schedule)

    check()
