"""Random keyset lists that change while a walk reads them: a row that stands still is shown once, or the walk fails."""

import dataclasses
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

import swiftpager
from changing_server import ChangingList, ChangingServer, changing_server
from conftest import LONG

SECOND = 1_000
ROWS = "query ($first: Int!, $where: Where) { rows(first: $first, where: $where) { id at title } }"
BY_TIME = ROWS.replace("first: $first,", 'first: $first, by: "at",')
ROWS_AFTER = "query ($first: Int!, $at: Int, $id: Int) { rowsAfter(first: $first, at: $at, id: $id) { id at title } }"
KEYS: dict[str, tuple[str, Any]] = {
    "id": (ROWS, {"connection": "/rows", "key": "/id", "after": "/where/id/_gt"}),
    "at and id": (ROWS_AFTER, {"connection": "/rowsAfter", "key": ["/at", "/id"], "after": ["at", "id"]}),
    "at": (BY_TIME, {"connection": "/rows", "key": "/at", "after": "/where/at/_gt"}),
    "at, inclusive": (
        BY_TIME,
        {"connection": "/rows", "key": "/at", "after": "/where/at/_gte", "inclusive": True, "identity": "/id"},
    ),
}


@dataclasses.dataclass(frozen=True)
class Schedule:
    """A list, how it is read, and what changes before the request of which number."""

    # The seconds of the rows.
    times: tuple[int, ...]
    page_size: int
    # What the server gives at most.
    limit: int
    changes: tuple[tuple[int, str, int], ...]
    # The number of pages after which the walk is cut off, and continued from its token.
    cut_after: int | None


SCHEDULES = st.builds(
    Schedule, times=st.lists(st.integers(0, 12), max_size=25).map(tuple), page_size=st.integers(1, 6),
    limit=st.sampled_from([1, 2, 3, 100, 100]),
    changes=st.lists(
        st.tuples(st.integers(1, 8), st.sampled_from(["insert", "delete"]), st.integers(0, 30)), max_size=6
    ).map(tuple),
    cut_after=st.none() | st.integers(1, 4),
)


@pytest.fixture(scope="module")
def server() -> Iterator[ChangingServer]:
    with changing_server() as server:
        yield server


def walk(server: ChangingServer, key: str, schedule: Schedule) -> tuple[list[Any], str]:
    """Walks once, in two parts if the schedule says so. Returns the shown rows and how the walk ended."""
    query, pagination = KEYS[key]
    config: Any = {"type": "keyset", **pagination}
    rows: list[Any] = []
    token = None
    with swiftpager.Client(server.url, retry=False) as client:
        try:
            pager = client.pager(query, {"first": schedule.page_size}, pagination=config)
            for number, page in enumerate(pager, 1):
                rows += [{**row, "page": number} for row in page.items]
                page.finish()
                if number == schedule.cut_after:
                    token = pager.resume_token()
                    break
            if token is not None:
                pager = client.pager(query, {"first": schedule.page_size}, pagination=config, checkpoint=token)
                for number, page in enumerate(pager, 1_000):
                    rows += [{**row, "page": number} for row in page.items]
        except swiftpager.SwiftPagerError as error:
            return rows, error.code
    return rows, "OK"


def carry_out(server: ChangingServer, key: str, schedule: Schedule) -> None:
    """Carries out a schedule, and checks what the walk showed."""
    changing = server.list = ChangingList()
    changing.limit = schedule.limit
    for time in schedule.times:
        changing.now = time * SECOND
        changing.insert()

    def before_request(number: int) -> None:
        for due, what, value in schedule.changes:
            if due == number and what == "insert":
                changing.now = value % 13 * SECOND
                changing.insert()
            elif due == number:
                changing.delete(value)

    still = set(changing.records)
    changing.before_request = before_request
    rows, end = walk(server, key, schedule)
    event(f"{key}: {end}")
    still &= set(changing.records)
    counts = Counter(row["id"] for row in rows)
    page = min(schedule.page_size, schedule.limit)
    inserted = [value % 13 for _, what, value in schedule.changes if what == "insert"]
    ties = max(Counter([*schedule.times, *inserted]).values(), default=0)
    if key == "at":
        # Equal keys that the end of a page divides cannot be seen. Two on one page can.
        sizes = Counter((row["page"], row["at"]) for row in rows)
        assert end != "OK" or max(sizes.values(), default=1) == 1
        assert end == "OK" or ties > 1
    elif end == "OK":
        # If a server gives one row a page, whatever it is asked for, the second row of a time looks like the end.
        if key != "at, inclusive" or page > 1:
            assert {id for id in counts if id in still} == still
        assert all(count == 1 for count in counts.values())
    else:
        # A page of equal keys may be cut off by the server, so it does not say that the list ends.
        assert key == "at, inclusive"
        assert ties > 1 or page == 1
        assert end == "CURSOR_STUCK"


@pytest.mark.timeout(1_200 if LONG else 120)
@pytest.mark.parametrize("key", list(KEYS))
def test_a_row_that_stands_still_is_shown_once(server: ChangingServer, key: str) -> None:
    @settings(
        max_examples=1_000 if LONG else 20, deadline=None, database=None, print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(SCHEDULES)
    def check(schedule: Schedule) -> None:
        carry_out(server, key, schedule)

    check()
