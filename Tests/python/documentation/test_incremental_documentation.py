"""docs/python/incremental.md: its snippets run, against a list that changes, into SQLite and Postgres."""

import datetime
import sqlite3
import sys
import types

import psycopg
import pytest
from pytest_examples import find_examples

from changing_server import changing_server
from postgres import postgres
from test_documentation import PAGES, run

SECOND = 1_000
PRINTED = """\
7 issues in the first run
0 issues that are new or have changed since
7 issues
0 issues
7 issues
0 issues
7 0
0 issues were deleted
"""


@pytest.fixture(scope="module")
def database():
    with postgres() as environment:
        yield environment


def test_the_copies_follow_the_list(database, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, value in database.items():
        monkeypatch.setenv(name, value)
    page = types.ModuleType("snippets")
    monkeypatch.setitem(sys.modules, "snippets", page)
    with changing_server() as server:
        for _ in range(7):
            server.list.now += SECOND
            server.list.insert()
        run(list(find_examples(PAGES / "incremental.md")), page, server.url)
        assert capsys.readouterr().out == PRINTED

        server.list.now += SECOND
        server.list.update(0)
        server.list.insert()
        server.list.delete(3)
        assert page.read_what_is_new() == ["item 8, version 1", "item 1, version 2"]
        assert page.read_filtered(page.checkpoint)[0] == 2
        assert page.update_sqlite("issues.sqlite") == 2
        assert page.update_postgres("dbname=postgres") == 2
        expected = {(item["id"], item["title"], item["updatedAt"]) for item in server.list.shown_items().values()}
        rows = sqlite_rows()
        assert len(rows) == 8
        assert rows > expected
        assert page.delete_what_is_gone("issues.sqlite") == 1
        assert sqlite_rows() == expected
        moments = {(id, title, datetime.datetime.fromisoformat(text)) for id, title, text in expected}
        with psycopg.connect("dbname=postgres") as connection:
            assert set(connection.execute("SELECT id, title, updated_at FROM issues").fetchall()) > moments


def sqlite_rows():
    with sqlite3.connect("issues.sqlite") as database:
        return set(database.execute("SELECT id, title, updated_at FROM issues"))
