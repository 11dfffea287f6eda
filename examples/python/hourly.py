#!/usr/bin/env python3
"""Keeps a copy of a list in SQLite. Run it every hour: it reads what is new, and writes each page in one transaction.

    hourly.py ENDPOINT issues.sqlite

The endpoint has `issues(first:, after:, orderBy:)` as GitHub has them; change QUERY and TABLES for your list. If the
program dies, its next run continues. It exits with 75 ("try again") if the next run can repair what went wrong.
"""

import argparse
import contextlib
import os
import pathlib
import sqlite3
import sys

try:
    import swiftpager
except ModuleNotFoundError:
    # Not installed: use the binding of this example's repository.
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bindings" / "python"))
    import swiftpager

# Newest first, so that a run ends at the first issue that it knows.
QUERY = """
query Issues($first: Int!, $after: String) {
  issues(first: $first, after: $after, orderBy: {field: UPDATED_AT, direction: DESC}) {
    nodes { id title updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}
"""
TABLES = """
CREATE TABLE IF NOT EXISTS issues (id TEXT PRIMARY KEY, title TEXT, updated_at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS checkpoints (list TEXT PRIMARY KEY, checkpoint TEXT NOT NULL);
"""
UPSERT_ISSUE = """
INSERT INTO issues (id, title, updated_at) VALUES (:id, :title, :updatedAt)
ON CONFLICT (id) DO UPDATE SET title = excluded.title, updated_at = excluded.updated_at
"""
UPSERT_CHECKPOINT = """
INSERT INTO checkpoints (list, checkpoint) VALUES ('issues', ?)
ON CONFLICT (list) DO UPDATE SET checkpoint = excluded.checkpoint
"""


def update(client: swiftpager.Client, database: sqlite3.Connection, page_size: int) -> int:
    """Reads what is new into the database. Returns the number of issues."""
    database.executescript(TABLES)
    row = database.execute("SELECT checkpoint FROM checkpoints WHERE list = 'issues'").fetchone()
    pager = client.pager(
        QUERY,
        {"first": page_size},
        pagination={"type": "cursor", "connection": "/issues", "identity": "/id"},
        # What is committed up to a minute late is still seen.
        since={"path": "/updatedAt", "type": "time", "order": "descending", "lag": 60},
        checkpoint=row and row[0],
    )
    count = 0
    try:
        for page in pager:
            with database:
                database.executemany(UPSERT_ISSUE, page.items)
                page.finish()
                database.execute(UPSERT_CHECKPOINT, [pager.checkpoint()])
            count += len(page.items)
    finally:
        # At the end of the list the mark has moved; after a failure the checkpoint says what the next run repeats.
        with database:
            database.execute(UPSERT_CHECKPOINT, [pager.checkpoint()])
    return count


def main() -> int:
    """Reads the command line; 0 = the copy is up to date, 1 = the reason is on stderr, 75 = run it again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("endpoint", metavar="ENDPOINT")
    parser.add_argument("database", metavar="DATABASE", help="a SQLite file; it is created if it does not exist")
    parser.add_argument("--page-size", type=int, default=100, help="issues on a page (default 100)")
    arguments = parser.parse_args()
    try:
        with (
            contextlib.closing(sqlite3.connect(arguments.database)) as database,
            swiftpager.Client(arguments.endpoint, timeout=30) as client,
        ):
            count = update(client, database, arguments.page_size)
    except swiftpager.SwiftPagerError as error:
        print(f"hourly.py: {error.code}: {error}", file=sys.stderr)
        return os.EX_TEMPFAIL if error.retryable or isinstance(error, swiftpager.PartialData) else 1
    except KeyboardInterrupt:
        return 130
    print(f"{count:,} issues are new or have changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
