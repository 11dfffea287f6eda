"""Walks that are killed at random moments, and continue from the last stored token."""

import random
import signal
import sqlite3
import time

import pytest

from conftest import LIMIT_SECONDS, LONG, run_script, start_script

KILLS = 200 if LONG else 8
# A page of five items takes a few milliseconds, so there are several dozen pages in this time.
LONGEST_SECONDS = 0.25

WALK = """
import sqlite3
database = sqlite3.connect(os.environ["DATABASE"], isolation_level=None)
database.execute("PRAGMA synchronous = OFF")
row = database.execute("SELECT text FROM token").fetchone()
client = swiftpager.Client(os.environ["SWIFTPAGER_SHOP_ENDPOINT"])
pager = client.pager(
    "query ($first: Int, $after: String) { products(first: $first, after: $after) { nodes { name }"
    " pageInfo { hasNextPage endCursor } } }",
    {"first": 5}, retain="none", checkpoint=row and row[0])
def numbers(page):
    return [(int(node["name"].rpartition(" ")[2]),) for node in page.items]
def keep_token():
    database.execute("INSERT OR REPLACE INTO token (id, text) VALUES (1, ?)", (pager.resume_token(),))
def keep_items(page):
    database.executemany("INSERT INTO item (number) VALUES (?)", numbers(page))
say("walking")
"""
TOGETHER = """
for page in pager:
    database.execute("BEGIN")
    keep_items(page)
    page.finish()
    keep_token()
    database.execute("COMMIT")
say("complete")
"""
ONE_AFTER_THE_OTHER = """
for page in pager:
    database.execute("BEGIN")
    keep_items(page)
    database.execute("COMMIT")
    time.sleep(0.002)
    page.finish()
    keep_token()
say("complete")
"""


class Walks:
    """One list, walked by one process after another."""

    def __init__(self, path, script, seed):
        self.path = path
        self.script = WALK + script
        self.random = random.Random(seed)
        self.killed = 0
        self.begin()

    def begin(self):
        self.path.unlink(missing_ok=True)
        with sqlite3.connect(self.path) as database:
            database.execute("CREATE TABLE item (place INTEGER PRIMARY KEY, number INTEGER)")
            database.execute("CREATE TABLE token (id INTEGER PRIMARY KEY, text TEXT)")

    def kill_one(self):
        """Starts a process and kills it at a random moment. Returns whether it was too late."""
        with start_script(self.script, DATABASE=str(self.path)) as process:
            assert process.stdout.readline() == "walking\n", process.stderr.read()
            time.sleep(self.random.uniform(0, LONGEST_SECONDS))
            process.send_signal(signal.SIGKILL)
            output, errors = process.communicate(timeout=LIMIT_SECONDS)
        assert errors == ""
        self.killed += "complete" not in output
        return "complete" in output

    def walk_to_the_end(self):
        code, output, errors = run_script(self.script, DATABASE=str(self.path))
        assert (code, errors) == (0, ""), errors
        assert output.endswith("complete\n")

    @property
    def items(self):
        with sqlite3.connect(self.path) as database:
            return [number for (number,) in database.execute("SELECT number FROM item ORDER BY place")]


def killed_walks(path, script, check):
    """Kills walks, and calls `check` with the items of each list that was walked to its end."""
    walks = Walks(path, script, seed=20)
    while walks.killed < KILLS:
        if walks.kill_one():
            check(walks.items)
            walks.begin()
    walks.walk_to_the_end()
    check(walks.items)


@pytest.mark.timeout(60 + 2 * KILLS)
def test_where_items_and_token_are_kept_together_each_item_comes_once(shop, tmp_path):
    def check(items):
        assert items == list(range(1, 1001))

    killed_walks(tmp_path / "walk.sqlite", TOGETHER, check)


@pytest.mark.timeout(60 + 2 * KILLS)
@pytest.mark.long
def test_where_the_token_comes_later_a_page_may_come_twice_and_none_is_missing(shop, tmp_path):
    repeated = []

    def check(items):
        last = 0
        for number in items:
            assert number <= last + 1, "an item is missing"
            if number <= last:
                # At most the page whose token was not stored comes again.
                assert number > last - 5
                repeated.append(number)
                last = number if number % 5 == 1 else last
            last = max(last, number)
        assert last == 1000
        assert set(items) == set(range(1, 1001))

    killed_walks(tmp_path / "walk.sqlite", ONE_AFTER_THE_OTHER, check)
    # Otherwise no process died between its work and its token, and this test has shown nothing.
    assert repeated
