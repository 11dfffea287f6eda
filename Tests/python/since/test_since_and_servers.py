"""Lists since a mark as servers have them, and what Python tells of them: in its state, its log and its files.
Tests/PagerListsTests/Since has the rules."""

import base64
import contextlib
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager
from list_server import Variables, list_server

QUERY = (
    "query ($after: String, $from: Int) { list(after: $after, from: $from)"
    " { nodes { id v } pageInfo { hasNextPage endCursor } } }"
)
NEWEST_FIRST: Any = {"path": "/v", "type": "integer", "order": "descending"}
OLDEST_FIRST = {"path": "/v", "type": "integer", "order": "ascending", "variable": "from"}
FILTERED = {**OLDEST_FIRST, "order": "filtered"}
ORDERS = {"descending": NEWEST_FIRST, "ascending": OLDEST_FIRST, "filtered": FILTERED}


class Positions:
    """A list whose cursors are positions."""

    def __init__(self, rows: dict[int, Any], *, size: int = 3, prefix: str = "arrayconnection:") -> None:
        self.rows, self.size, self.prefix = rows, size, prefix
        self.is_descending = True

    def answer(self, variables: Variables) -> dict[str, Any]:
        after = variables.get("after")
        start = 0 if after is None else int(base64.b64decode(after).decode().removeprefix(self.prefix)) + 1
        rows = [row for row in self.rows.items() if row[1] is None or row[1] >= (variables.get("from") or 0)]
        rows.sort(key=lambda row: row[1] or 0, reverse=self.is_descending)
        page = rows[start : start + self.size]
        end = base64.b64encode(f"{self.prefix}{start + len(page) - 1}".encode()).decode()
        info = {"hasNextPage": start + self.size < len(rows), "endCursor": end if page else None}
        return {"data": {"list": {"nodes": [{"id": n, "v": v} for n, v in page], "pageInfo": info}}}


class Runs:
    """Runs over one list, each with the checkpoint of the one before."""

    def __init__(self, url: str, since: Any) -> None:
        self.url, self.since = url, since
        self.checkpoint: str | None = None
        self.state: Any = None

    def __call__(self) -> list[int]:
        """The identities of the items of one run."""
        with swiftpager.Client(self.url, retry=False) as client:
            pager = client.pager(QUERY, since=self.since, checkpoint=self.checkpoint)
            ids = [item["id"] for item in pager.items()]
            self.state, self.checkpoint = pager.state, pager.checkpoint()
            return ids


@contextlib.contextmanager
def runs(rows: Positions, since: Any = NEWEST_FIRST) -> Iterator[Runs]:
    rows.is_descending = since["order"] == "descending"
    with list_server(rows.answer) as (url, _):
        yield Runs(url, since)


# Cursors that are positions


@pytest.mark.parametrize("order", ["ascending", "filtered"])
def test_positions_in_another_order_are_told_once_a_walk(order, caplog):
    with runs(Positions({n: n for n in range(1, 10)}), ORDERS[order]) as run, caplog.at_level(logging.WARNING):
        assert run() == list(range(1, 10))
        assert run.state["since"]["positions"] is True
    [record] = [each for each in caplog.records if each.levelno == logging.WARNING]
    assert record.swiftpager == {"event": "positions"} and "the cursors of the list are positions" in record.message


@pytest.mark.parametrize(("order", "count"), [("descending", 0), ("ascending", 1), ("filtered", 1)])
def test_positions_are_an_event_of_the_list(order, count):
    rows = Positions({n: n for n in range(1, 10)})
    rows.is_descending = order == "descending"
    events: list[Any] = []
    with list_server(rows.answer) as (url, _), swiftpager.Client(url) as client:
        client.observe(events.append)
        list(client.pager(QUERY, since=ORDERS[order]))
        client.dispatch()
    told = [event for event in events if event["event"] == "positions"]
    assert [(event["request"], event["attempt"], event["page"]) for event in told] == [(0, 0, 1)] * count


def test_positions_in_descending_order_need_no_warning(caplog):
    with runs(Positions({n: n for n in range(1, 10)})) as run, caplog.at_level(logging.WARNING):
        run()
    assert caplog.records == []


# Items without a value


def test_items_without_a_value_are_delivered_in_every_run_or_in_none():
    rows = {1: 1, 2: None, 3: 3, 4: 4}
    with runs(Positions(dict(rows)), {**NEWEST_FIRST, "on_missing": "deliver"}) as run:
        assert sorted(run()) == [1, 2, 3, 4]
        assert run.state["since"]["missing"] == 1 and run.state["since"]["mark"] is None
        assert run() == [2]
        assert run.state["since"]["mark"] == "4"
    with runs(Positions(dict(rows)), {**NEWEST_FIRST, "on_missing": "skip"}) as run:
        assert sorted(run()) == [1, 3, 4]
        assert run.state["since"]["missing"] == 1 and run.state["known"] == 0 and run.state["items_loaded"] == 3


# Times without an offset


@pytest.mark.parametrize(
    ("value", "is_local"), [("2026-03-01T12:00:00", True), ("2026-03-01T12:00:00Z", False), ("2026-03-01", False)]
)
def test_times_without_an_offset_are_told_once_a_walk(value, is_local, caplog):
    def answer(variables: Variables) -> dict[str, Any]:
        nodes = [{"id": n, "v": value} for n in range(4)]
        return {"data": {"list": {"nodes": nodes, "pageInfo": {"hasNextPage": False, "endCursor": None}}}}

    with list_server(answer) as (url, _), caplog.at_level(logging.WARNING):
        run = Runs(url, {"path": "/v", "order": "descending"})
        assert run() == [0, 1, 2, 3]
        assert run.state["since"]["local_times"] is is_local
    assert [record.swiftpager for record in caplog.records] == [{"event": "local_times"}] * is_local


# More items with one value than a checkpoint can hold


def test_after_an_import_the_log_and_the_state_say_that_the_mark_stays(caplog):
    rows = Positions(dict.fromkeys(range(10_050), 5), size=5_000, prefix="key:")
    with runs(rows) as run, caplog.at_level(logging.WARNING):
        assert len(run()) == 10_050
        assert [record.swiftpager for record in caplog.records] == [{"event": "ties"}]
        assert run.state["end"] == "complete" and run.state["since"]["stays"] == "TIES"


def test_a_file_does_not_grow_after_an_import(tmp_path):
    rows = Positions(dict.fromkeys(range(10_050), 5), size=5_000, prefix="key:")
    path = tmp_path / "items.ndjson"

    def written() -> list[int]:
        with swiftpager.Client(url, retry=False) as client:
            client.pager(QUERY, since=NEWEST_FIRST).write_ndjson(path, checkpoint_file=tmp_path / "checkpoint")
        return [json.loads(line)["id"] for line in path.read_text().splitlines()]

    with list_server(rows.answer) as (url, _):
        for _ in range(3):
            assert sorted(written()) == list(range(10_050))
        rows.rows[20_000] = 6
        assert sorted(written()) == [*range(10_050), 20_000]
        rows.rows[20_001] = 7
        assert written()[-1] == 20_001
