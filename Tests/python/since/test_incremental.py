"""Walks that read only what is new: what each assumption costs when it does not hold."""

import json
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import swiftpager
from changing_server import ChangingList, ChangingServer, changing_server
from conftest import LIMIT_SECONDS, LONG, run_script, start_script
from test_incremental_properties import HOUR, MINUTE, PAGINATION, QUERIES, SECOND

# In parts, so that each test stays far below its limit.
KILLS, PARTS = (50, range(4)) if LONG else (2, range(1))
DESCENDING = QUERIES["descending"]
ASCENDING = QUERIES["ascending"].replace("SINCE", "updatedSince")
FILTERED = QUERIES["filtered"].replace("SINCE", "updatedSince")
# The document does not say in which order the server sorts.
SILENT = DESCENDING.replace(", orderBy: {field: UPDATED_AT, direction: DESC}", "")
NEWEST_FIRST = {"path": "/updatedAt", "type": "time", "order": "descending"}
OLDEST_FIRST = {"path": "/updatedAt", "type": "time", "order": "ascending", "variable": "since"}
ANY_ORDER = {**OLDEST_FIRST, "order": "filtered"}


@pytest.fixture
def server() -> Iterator[ChangingServer]:
    with changing_server() as server:
        yield server


@pytest.fixture
def changing(server: ChangingServer) -> ChangingList:
    """A list of ten items, one a second."""
    for _ in range(10):
        server.list.now += SECOND
        server.list.insert()
    return server.list


@pytest.fixture
def client(server: ChangingServer) -> Iterator[swiftpager.Client]:
    with swiftpager.Client(server.url, retry=False) as client:
        yield client


def pager(client: swiftpager.Client, query: str = DESCENDING, since: Any = NEWEST_FIRST, **options: Any) -> Any:
    options.setdefault("pagination", PAGINATION["issues"])
    return client.pager(query, {"first": 4}, since=since, **options)


def whole(client: swiftpager.Client, query: str = DESCENDING, since: Any = NEWEST_FIRST, **options: Any) -> Any:
    """Walks to the end. Returns the ids of the items and the checkpoint."""
    made = pager(client, query, since, **options)
    return [item["id"] for item in made.items()], made.checkpoint()


def cut(client: swiftpager.Client, pages: int, query: str = DESCENDING, since: Any = NEWEST_FIRST, **options: Any):
    """Leaves a walk after so many pages. Returns the ids of the items and the checkpoint."""
    made = pager(client, query, since, **options)
    ids = []
    for number, page in enumerate(made, 1):
        ids += [item["id"] for item in page.items]
        page.finish()
        if number == pages:
            break
    return ids, made.checkpoint()


@pytest.mark.parametrize(
    ("query", "since"),
    [(DESCENDING, NEWEST_FIRST), (ASCENDING, OLDEST_FIRST), (FILTERED, ANY_ORDER)],
    ids=["descending", "ascending", "filtered"],
)
class TestEachOrder:
    def test_a_run_with_nothing_new_costs_one_request(self, changing, client, query, since):
        ids, checkpoint = whole(client, query, since)
        assert sorted(ids, key=int) == [str(number) for number in range(1, 11)]
        for _ in range(3):
            requests = len(changing.requests)
            ids, checkpoint = whole(client, query, since, checkpoint=checkpoint)
            assert ids == []
            assert len(changing.requests) == requests + 1

    def test_the_next_run_has_what_is_new_and_nothing_else(self, changing, client, query, since):
        _, checkpoint = whole(client, query, since)
        changing.now += SECOND
        changing.update(2)
        changing.insert()
        ids, checkpoint = whole(client, query, since, checkpoint=checkpoint)
        assert sorted(ids, key=int) == ["3", "11"]
        assert whole(client, query, since, checkpoint=checkpoint)[0] == []

    def test_two_edits_within_one_second_are_both_seen(self, changing, client, query, since):
        changing.update(5)
        _, checkpoint = whole(client, query, since)
        changing.now += 300
        changing.update(5)
        made = pager(client, query, since, checkpoint=checkpoint)
        assert [item["title"] for item in made.items()] == ["item 6, version 3"]

    def test_a_late_commit_inside_the_lag_is_seen(self, changing, client, query, since):
        since = {**since, "lag": 5}
        _, checkpoint = whole(client, query, since)
        changing.insert(age=5 * SECOND)
        ids, checkpoint = whole(client, query, since, checkpoint=checkpoint)
        assert ids == ["11"]
        assert whole(client, query, since, checkpoint=checkpoint)[0] == []

    def test_a_late_commit_beyond_the_lag_cannot_be_seen(self, changing, client, query, since):
        since = {**since, "lag": 2}
        _, checkpoint = whole(client, query, since)
        changing.insert(age=5 * SECOND)
        assert whole(client, query, since, checkpoint=checkpoint)[0] == []

    def test_an_item_from_the_future_does_not_hide_what_comes_before_it(self, changing, client, query, since):
        changing.insert(age=-HOUR)
        _, checkpoint = whole(client, query, since)
        for _ in range(2):
            changing.now += SECOND
            added = str(changing.insert().id)
            ids, checkpoint = whole(client, query, since, checkpoint=checkpoint)
            # It is read again each time, until its time has come.
            assert sorted(ids, key=int) == ["11", added]
        changing.now += HOUR + MINUTE
        _, checkpoint = whole(client, query, since, checkpoint=checkpoint)
        assert whole(client, query, since, checkpoint=checkpoint)[0] == []

    @pytest.mark.parametrize("errors", ["report", "keep", "fail"])
    @pytest.mark.parametrize("pages", [1, None])
    def test_errors_beside_data_hold_the_mark(self, changing, client, query, since, errors, pages):
        changing.before_request = lambda number: setattr(changing, "spoils", "title" if number == 1 else None)
        made = pager(client, query, since, errors=errors)
        try:
            for number, _ in enumerate(made, 1):
                if number == pages:
                    break
        except (swiftpager.PartialData, swiftpager.GraphQLError):
            assert errors != "keep"
        # A chain of runs that had errors somewhere reads everything again.
        copy: dict[str, Any] = {}
        checkpoint = made.checkpoint()
        for _ in range(3):
            made = pager(client, query, since, errors=errors, checkpoint=checkpoint)
            try:
                for item in made.items():
                    copy[item["id"]] = item
            except swiftpager.PartialData:
                assert errors == "report"
            checkpoint = made.checkpoint()
        assert copy == changing.shown_items()

    def test_a_cursor_that_expired_is_given_up_for_the_mark(self, changing, client, query, since):
        _, checkpoint = whole(client, query, since)
        for _ in range(9):
            changing.now += SECOND
            changing.insert()
        first, checkpoint = cut(client, 1, query, since, checkpoint=checkpoint)
        changing.generation += 1
        with pytest.raises(swiftpager.GraphQLError, match="expired"):
            whole(client, query, {**since, "expired": "fail"}, checkpoint=checkpoint)
        ids, checkpoint = whole(client, query, since, checkpoint=checkpoint)
        assert {str(number) for number in range(11, 20)} <= set(first) | set(ids)
        assert set(first) <= set(ids)
        assert whole(client, query, since, checkpoint=checkpoint)[0] == []

    def test_the_mark_waits_for_the_end_of_the_walk(self, changing, client, query, since):
        first, checkpoint = cut(client, 1, query, since)
        second, checkpoint = cut(client, 1, query, since, checkpoint=checkpoint)
        rest, checkpoint = whole(client, query, since, checkpoint=checkpoint)
        assert sorted(first + second + rest, key=int) == [str(number) for number in range(1, 11)]
        assert whole(client, query, since, checkpoint=checkpoint)[0] == []

    def test_a_checkpoint_is_one_value_of_json(self, changing, client, query, since):
        _, checkpoint = cut(client, 1, query, since)
        rest, checkpoint = whole(client, query, since, checkpoint=json.loads(checkpoint))
        assert len(rest) == 6
        assert whole(client, query, since, checkpoint=json.loads(checkpoint))[0] == []

    def test_a_checkpoint_of_another_list_is_refused(self, changing, client, query, since):
        _, checkpoint = whole(client, query, since)
        with pytest.raises(swiftpager.ConfigurationError, match="/stamp") as caught:
            pager(client, query, {**since, "path": "/stamp", "type": "integer"}, checkpoint=checkpoint)
        assert caught.value.path.startswith("/checkpoint")
        other = query.replace("title", "name: title")
        with pytest.raises(swiftpager.ConfigurationError, match="query"):
            pager(client, other, since, checkpoint=checkpoint)


# What changes while a walk is under way or cut off, and must not be lost


@pytest.mark.parametrize(("query", "since"), [(ASCENDING, OLDEST_FIRST), (FILTERED, ANY_ORDER)])
def test_what_changes_behind_a_walk_that_rests_is_seen_later(changing, client, query, since):
    since = {**since, "lag": 65}
    first, checkpoint = cut(client, 1, query, since)
    # A late commit below the place of the walk, which goes on an hour later.
    changing.insert(age=9_500)
    changing.now += HOUR
    changing.insert()
    rest, checkpoint = whole(client, query, since, checkpoint=checkpoint)
    later, checkpoint = whole(client, query, since, checkpoint=checkpoint)
    assert {"11", "12"} <= set(first + rest + later)


@pytest.mark.parametrize(("lag", "pause"), [(65, MINUTE), (0, SECOND)])
def test_an_item_that_changes_behind_a_filtered_walk_is_seen_later(changing, client, lag, pause):
    """A walk in any order reads item 1, which then changes, and later an item that changed after it."""
    since = {**ANY_ORDER, "lag": lag}

    def change(number: int) -> None:
        if number == 2:
            changing.now += SECOND
            changing.update(0)
            changing.now += pause
            changing.update(9)

    changing.before_request = change
    _, checkpoint = whole(client, FILTERED, since)
    titles = [item["title"] for item in pager(client, FILTERED, since, checkpoint=checkpoint).items()]
    assert "item 1, version 2" in titles


def test_what_moves_to_the_top_of_a_walk_is_the_next_run_s(changing, client):
    def change(number: int) -> None:
        if number == 2:
            # Item 1 stands on the last page; item 10 was read on the first one.
            changing.update(0)
            changing.update(9)

    changing.before_request = change
    ids, checkpoint = whole(client)
    assert "1" not in ids
    titles = [item["title"] for item in pager(client, checkpoint=checkpoint).items()]
    assert sorted(titles) == ["item 1, version 2", "item 10, version 2"]


@pytest.mark.parametrize("errors", ["report", "keep"])
@pytest.mark.parametrize("keeps", [True, False])
def test_a_version_that_an_error_spoiled_is_read_again(changing, client, errors, keeps):
    """A known item comes with a null in place of its title; the copy must get the title back."""
    copy: dict[str, Any] = {}

    def upsert(made: swiftpager.Pager) -> None:
        for item in made.items():
            copy[item["id"]] = item

    made = pager(client)
    upsert(made)
    checkpoint = made.checkpoint()
    changing.spoils = "title"
    made = pager(client, checkpoint=checkpoint, errors=errors)
    try:
        upsert(made)
    except swiftpager.PartialData:
        assert errors == "report"
    if keeps:
        checkpoint = made.checkpoint()
    changing.spoils = None
    upsert(pager(client, checkpoint=checkpoint, errors=errors))
    assert copy == changing.shown_items()


def test_an_item_less_than_a_minute_ahead_hides_nothing(changing, client):
    """An item is dated 50 s ahead. What changes in these 50 s is below the mark, and must still be seen."""
    changing.insert(age=-50 * SECOND)
    _, checkpoint = whole(client)
    changing.now += SECOND
    changing.insert()
    ids, _ = whole(client, checkpoint=checkpoint)
    assert "12" in ids


def test_what_ended_a_walk_does_not_end_the_next_one(server, client):
    """New items push one item from offset to offset, and the walk sees it again and again."""
    changing = server.list
    changing.insert()
    changing.before_request = lambda number: changing.insert() if number in (2, 3) else None

    def offset_pager(checkpoint: str | None) -> swiftpager.Pager:
        return client.pager(
            QUERIES["offset"], {"limit": 1}, pagination=PAGINATION["pages"], since=NEWEST_FIRST, checkpoint=checkpoint)

    made = offset_pager(None)
    with pytest.raises(swiftpager.CursorCycle):
        list(made.items())
    assert [item["id"] for item in offset_pager(made.checkpoint()).items()] == ["3", "2", "1"]


def test_an_ascending_offset_list_is_refused(client):
    query = QUERIES["offset"].replace("DESC", "ASC")
    with pytest.raises(swiftpager.ConfigurationError):
        client.pager(query, {"limit": 4}, pagination=PAGINATION["pages"], since=OLDEST_FIRST)


# The order of the list


@pytest.mark.parametrize("order", ["descending", "ascending"])
def test_a_list_sorted_by_another_field_is_noticed(server, order):
    query, since = (SILENT, NEWEST_FIRST) if order == "descending" else (ASCENDING, OLDEST_FIRST)

    @settings(max_examples=500 if LONG else 15, deadline=None, database=None)
    @given(
        updates=st.lists(st.integers(0, 20), max_size=12), first=st.integers(1, 6),
        sorts_by=st.sampled_from(["ID ASC", "ID DESC", "TITLE ASC"]),
    )
    def check(updates, first, sorts_by):
        changing = server.list = ChangingList()
        for _ in range(8):
            changing.now += SECOND
            changing.insert()
        for index in updates:
            changing.now += SECOND
            changing.update(index)
        changing.sorts_by = sorts_by
        values = [changing.value(record) for record in changing.in_order(None)]
        is_in_order = values == sorted(values, reverse=order == "descending")
        checkpoint = None
        for _ in range(2):
            with swiftpager.Client(server.url, retry=False) as client:
                made = client.pager(
                    query, {"first": first}, pagination=PAGINATION["issues"], since=since, checkpoint=checkpoint
                )
                if is_in_order:
                    made.load_all()
                else:
                    with pytest.raises(swiftpager.NotOrdered):
                        made.load_all()
                checkpoint = made.checkpoint()

    check()


def test_an_order_that_breaks_is_explained(changing, client):
    changing.sorts_by = "ID ASC"
    with pytest.raises(swiftpager.NotOrdered) as caught:
        whole(client, SILENT)
    # Both items, the page and the place on it.
    assert "2026-01-01T00:00:01Z" in str(caught.value)
    assert "2026-01-01T00:00:02Z" in str(caught.value)
    assert "page 1" in str(caught.value)


def test_the_order_is_checked_past_the_mark(changing, client):
    _, checkpoint = whole(client)
    changing.sorts_by = "ID ASC"
    with pytest.raises(swiftpager.NotOrdered):
        whole(client, checkpoint=checkpoint)


@pytest.mark.parametrize("literal", ["{field: ID, direction: DESC}", "{field: UPDATED_AT, direction: ASC}"])
def test_a_document_that_names_another_order_is_refused(client, literal):
    with pytest.raises(swiftpager.ConfigurationError):
        pager(client, DESCENDING.replace("{field: UPDATED_AT, direction: DESC}", literal))


def test_tolerated_disorder_is_read_past(changing, client):
    since = {**NEWEST_FIRST, "tolerate": {"seconds": 2 * SECOND / 1_000}}
    _, checkpoint = whole(client, since=since)
    changing.now += SECOND
    changing.insert()
    ids, checkpoint = whole(client, since=since, checkpoint=checkpoint)
    assert ids == ["11"]


# Processes that die

RUN = """
import sqlite3
database = sqlite3.connect(os.environ["DATABASE"], isolation_level=None)
database.execute("PRAGMA synchronous = OFF")
row = database.execute("SELECT text FROM checkpoint").fetchone()
client = swiftpager.Client(os.environ["ENDPOINT"])
pager = client.pager(os.environ["LIST"], {"first": 3},
    pagination={"type": "cursor", "connection": "/issues", "identity": "/id"},
    since={"path": "/updatedAt", "type": "time", "order": "descending", "lag": 1},
    checkpoint=row and row[0])
def keep(page=None):
    database.execute("BEGIN")
    if page is not None:
        database.executemany(
            "INSERT INTO item VALUES (:id, :updatedAt, :stamp, :title) ON CONFLICT (id) DO UPDATE"
            " SET updatedAt = excluded.updatedAt, stamp = excluded.stamp, title = excluded.title", page.items)
        page.finish()
    database.execute("INSERT OR REPLACE INTO checkpoint VALUES (1, ?)", [pager.checkpoint()])
    database.execute("COMMIT")
say("walking")
for page in pager:
    keep(page)
keep()
say("complete")
"""


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.timeout(60 + 3 * KILLS)
def test_a_run_may_be_killed_at_any_moment(server, changing, tmp_path, part):
    path = tmp_path / "copy.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE item (id TEXT PRIMARY KEY, updatedAt TEXT, stamp TEXT, title TEXT)")
        database.execute("CREATE TABLE checkpoint (number INTEGER PRIMARY KEY, text TEXT)")
    environment = {"DATABASE": str(path), "ENDPOINT": server.url, "LIST": DESCENDING}
    chance = random.Random(23 + part)
    for _ in range(60):
        changing.insert()

    def change(number: int) -> None:
        time.sleep(0.003)
        changing.now += chance.choice([0, 100, SECOND])
        match chance.choice(["insert", "update", "update", "twice", "delete", "late"]):
            case "insert":
                changing.insert()
            case "late":
                changing.insert(age=SECOND)
            case "delete" if len(changing.records) > 40:
                changing.delete(chance.randrange(100))
            case _:
                changing.update(chance.randrange(100))

    killed = 0
    while killed < KILLS:
        changing.before_request = change
        with start_script(RUN, **environment) as process:
            assert process.stdout.readline() == "walking\n", process.stderr.read()
            time.sleep(chance.uniform(0, 0.15))
            process.send_signal(signal.SIGKILL)
            output, errors = process.communicate(timeout=LIMIT_SECONDS)
        assert errors == ""
        killed += "complete" not in output
    changing.before_request = None
    for _ in range(2):
        code, output, errors = run_script(RUN, **environment)
        assert (code, errors) == (0, ""), errors
    with sqlite3.connect(path) as database:
        database.row_factory = sqlite3.Row
        copy = {row["id"]: dict(row) for row in database.execute("SELECT * FROM item")}
    shown = changing.shown_items()
    assert {id: item for id, item in copy.items() if id in shown} == shown
