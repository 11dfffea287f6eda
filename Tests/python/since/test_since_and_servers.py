"""Lists since a mark as servers have them: cursors that are positions, items without a value, times without an offset,
and more items with one value than a checkpoint can hold."""

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
    """A list whose cursors are positions. `changes` come right before the page that begins at a position."""

    def __init__(
        self, rows: dict[int, Any], *, size: int = 3, prefix: str = "arrayconnection:", first: int = 0
    ) -> None:
        self.rows, self.size, self.prefix, self.first = rows, size, prefix, first
        self.is_descending = True
        self.changes: dict[int, dict[int, Any]] = {}

    def answer(self, variables: Variables) -> dict[str, Any]:
        after = variables.get("after")
        start = 0 if after is None else int(base64.b64decode(after).decode().removeprefix(self.prefix)) - self.first + 1
        self.rows.update(self.changes.pop(start, {}))
        rows = [(number, value) for number, value in self.rows.items() if value != "deleted"]
        rows = [row for row in rows if row[1] is None or row[1] >= (variables.get("from") or 0)]
        rows.sort(key=lambda row: row[1] or 0, reverse=self.is_descending)
        page = rows[start : start + self.size]
        end = base64.b64encode(f"{self.prefix}{self.first + start + len(page) - 1}".encode()).decode()
        info = {"hasNextPage": start + self.size < len(rows), "endCursor": end if page else None}
        return {"data": {"list": {"nodes": [{"id": n, "v": v} for n, v in page], "pageInfo": info}}}


class Runs:
    """Runs over one list, each with the checkpoint of the one before."""

    def __init__(self, url: str, requests: list[Variables], since: Any) -> None:
        self.url, self.requests, self.since = url, requests, since
        self.checkpoint: str | None = None
        self.state: Any = None

    def __call__(self, *, pages: int | None = None, **options: Any) -> list[int]:
        """The identities of the items of one run, which breaks off after so many pages."""
        self.requests.clear()
        with swiftpager.Client(self.url, retry=False) as client:
            pager = client.pager(QUERY, since=self.since, checkpoint=self.checkpoint, **options)
            ids: list[int] = []
            try:
                for number, page in enumerate(pager, start=1):
                    ids += [item["id"] for item in page.items]
                    page.finish()
                    if number == pages:
                        break
                return ids
            finally:
                self.state, self.checkpoint = pager.state, pager.checkpoint()


@contextlib.contextmanager
def runs(rows: Positions, since: Any = NEWEST_FIRST) -> Iterator[Runs]:
    rows.is_descending = since["order"] == "descending"
    with list_server(rows.answer) as (url, requests):
        yield Runs(url, requests, since)


# Cursors that are positions


def test_a_descending_list_of_positions_finds_an_item_that_a_deletion_hid_within_one_page_of_the_mark():
    rows = Positions({n: n for n in range(1, 10)})
    # After the first page, 9, 8, 7, the item 8 goes: 6 moves to its page, and the second page is 5, 4, 3.
    rows.changes[3] = {8: "deleted"}
    with runs(rows) as run:
        assert run() == [9, 8, 7, 5, 4, 3, 2, 1]
        assert run.state["since"]["positions"] is True
        rows.rows[10] = 10
        assert run() == [10, 6]
        assert run() == []


def test_the_overlap_of_positions_is_one_page_below_the_mark_and_costs_its_request():
    with runs(Positions({n: n for n in range(1, 30)})) as run:
        assert len(run()) == 29
        assert run() == [] and len(run.requests) == 2
        assert run.state["reason"] == "KNOWN"


@pytest.mark.parametrize(
    ("prefix", "first"), [("arrayconnection:", 100), ("arrayconnection:", 1), ("cursor:", 0), ("", 0)]
)
def test_other_counters_may_be_keys_and_change_nothing(prefix, first):
    with runs(Positions({n: n for n in range(1, 30)}, prefix=prefix, first=first)) as run:
        assert len(run()) == 29
        assert run.state["since"]["positions"] is False
        assert run() == [] and len(run.requests) == 1


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


def test_positions_are_known_to_a_walk_that_goes_on():
    rows = Positions({n: n for n in range(1, 10)})
    rows.changes[3] = {8: "deleted"}
    with runs(rows) as run:
        assert run(pages=2) == [9, 8, 7, 5, 4, 3]
        assert json.loads(run.checkpoint or "")["token"]["since"]["positions"] == 3
        assert run() == [2, 1]
        assert run() == [6]


# Repeats inside one walk


def test_an_item_that_comes_again_is_left_out_and_an_edited_one_is_not():
    rows = Positions({n: n for n in range(1, 10)})
    # Two new items push two of the first page to the second; one of them is edited meanwhile.
    rows.changes[3] = {10: 10, 7: 11}
    with runs(rows) as run:
        assert run() == [9, 8, 7, 6, 5, 4, 3, 2, 1]
        assert run.state["duplicates"] == 1
        assert sorted(run()) == [7, 10]


def test_in_ascending_order_the_later_version_comes_and_the_mark_passes_it():
    rows = Positions({n: n for n in range(1, 8)})
    rows.changes[6] = {2: 20}
    with runs(rows, OLDEST_FIRST) as run:
        assert run()[-1] == 2
        assert json.loads(run.checkpoint or "")["mark"] == {"number": "20"}


# Items without a value


MISSING = {1: 1, 2: None, 3: 3, 4: 4}


@pytest.mark.parametrize("order", ORDERS)
def test_an_item_without_a_value_ends_a_walk_and_the_error_names_the_way_out(order):
    with runs(Positions(dict(MISSING)), ORDERS[order]) as run:
        with pytest.raises(swiftpager.NotOrdered, match="`on_missing`"):
            run()


@pytest.mark.parametrize("order", ORDERS)
def test_items_without_a_value_are_delivered_in_every_run_or_in_none(order):
    with runs(Positions(dict(MISSING)), {**ORDERS[order], "on_missing": "deliver"}) as run:
        assert sorted(run()) == [1, 2, 3, 4]
        assert run.state["since"]["missing"] == 1 and run.state["since"]["mark"] is None
        assert run() == [2]
        assert run.state["since"]["mark"] == "4"
    with runs(Positions(dict(MISSING)), {**ORDERS[order], "on_missing": "skip"}) as run:
        assert sorted(run()) == [1, 3, 4]
        assert run.state["since"]["missing"] == 1 and run.state["known"] == 0 and run.state["items_loaded"] == 3
        assert run() == []
        assert run.state["since"]["mark"] == "4"


def test_a_value_of_another_type_ends_a_walk_in_any_case():
    with runs(Positions({1: True}), {**NEWEST_FIRST, "on_missing": "skip"}) as run:
        with pytest.raises(swiftpager.NotOrdered, match="has true or false at"):
            run()


# Times without an offset


@pytest.mark.parametrize(
    ("value", "is_local"), [("2026-03-01T12:00:00", True), ("2026-03-01T12:00:00Z", False), ("2026-03-01", False)]
)
def test_times_without_an_offset_are_told_once_a_walk(value, is_local, caplog):
    def answer(variables: Variables) -> dict[str, Any]:
        nodes = [{"id": n, "v": value} for n in range(4)]
        return {"data": {"list": {"nodes": nodes, "pageInfo": {"hasNextPage": False, "endCursor": None}}}}

    with list_server(answer) as (url, requests), caplog.at_level(logging.WARNING):
        run = Runs(url, requests, {"path": "/v", "order": "descending"})
        assert run() == [0, 1, 2, 3]
        assert run.state["since"]["local_times"] is is_local
    assert [record.swiftpager for record in caplog.records] == [{"event": "local_times"}] * is_local


# More items with one value than a checkpoint can hold


@pytest.mark.parametrize("order", ORDERS)
def test_after_an_import_the_mark_stays_until_something_newer_is_there(order, caplog):
    rows = Positions({**dict.fromkeys(range(10050), 5), 20_000: 1}, size=5_000, prefix="key:")
    with runs(rows, ORDERS[order]) as run:
        with caplog.at_level(logging.WARNING):
            assert len(run()) == 10_051
        assert [record.swiftpager for record in caplog.records] == [{"event": "ties"}]
        assert run.state["end"] == "complete" and run.state["since"]["stays"] == "TIES"
        # What no mark covers comes again.
        assert len(run()) == 10_051
        rows.rows[30_000] = 6
        assert len(run()) == 10_052 and run.state["since"]["stays"] is None
        assert run() == [] and run.state["since"]["mark"] == "6"


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


def test_a_lag_that_is_too_long_is_still_an_error():
    rows = Positions({n: n for n in range(10_050)}, size=5_000, prefix="key:")
    with runs(rows, {**NEWEST_FIRST, "lag": 20_000}) as run:
        with pytest.raises(swiftpager.ConfigurationError, match="`lag`"):
            run()


def test_the_mark_stays_after_an_import_that_was_read_in_two_runs():
    rows = Positions(dict.fromkeys(range(10050), 5), size=5_000, prefix="key:")
    with runs(rows, OLDEST_FIRST) as run:
        assert len(run(pages=2)) == 10_000
        assert len(run()) == 50
        assert run.state["since"]["stays"] == "TIES"
        assert json.loads(run.checkpoint or "")["mark"] is None
