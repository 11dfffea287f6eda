"""Walks that read only what is new: what each assumption costs when it does not hold."""

import json
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from typing import Any

import pytest

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
def test_an_item_from_the_future_does_not_hide_what_comes_before_it(changing, client, query, since):
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


def test_a_checkpoint_is_one_value_of_json(changing, client):
    _, checkpoint = cut(client, 1)
    rest, checkpoint = whole(client, checkpoint=json.loads(checkpoint))
    assert len(rest) == 6
    assert whole(client, checkpoint=json.loads(checkpoint))[0] == []


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
@pytest.mark.long
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
