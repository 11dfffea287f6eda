"""Lists that are read since a mark: what Python shows of their runs. Tests/PagerListsTests/Since has the rules."""

import datetime
import email.utils
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import swiftpager
from raw_server import RawServer, answer
from swiftpager.shapes import SinceDict

BODY = "{ nodes { id name updatedAt } pageInfo { hasNextPage endCursor } }"
NEWEST_FIRST = "query ($first: Int, $after: String) { list(first: $first, after: $after) " + BODY + " }"
OLDEST_FIRST = "query ($after: String, $from: String) { list(after: $after, from: $from) " + BODY + " }"
DESCENDING: SinceDict = {"path": "/updatedAt", "order": "descending"}


def at(seconds: float) -> str:
    """A time, that many seconds after noon of one day."""
    time = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC) + datetime.timedelta(seconds=seconds)
    return time.isoformat().replace("+00:00", "Z")


class ChangingList:
    """A list of a server that changes between the runs. A cursor is the value and the identity of an item."""

    def __init__(self, *items: tuple[int, Any], order: str = "descending", size: int = 3, date: float | None = None):
        self.items = {number: {"id": number, "name": f"n{number}", "updatedAt": value} for number, value in items}
        self.order, self.size, self.date = order, size, date
        self.expired = False

    def put(self, number: int, value: Any, name: str | None = None) -> None:
        self.items[number] = {"id": number, "name": name or f"n{number}", "updatedAt": value}

    def sorted(self, lowest: str | None) -> list[dict[str, Any]]:
        items = [item for item in self.items.values() if lowest is None or item["updatedAt"] >= lowest]
        if self.order == "as given":
            return items
        moment = datetime.datetime.fromisoformat
        reverse = self.order == "descending"
        return sorted(items, key=lambda item: (moment(item["updatedAt"]), item["id"]), reverse=reverse)

    def answer(self, request: dict[str, Any]) -> bytes:
        variables = request.get("variables", {})
        items, cursor = self.sorted(variables.get("from")), variables.get("after")
        if cursor is not None and self.expired:
            return answer({"errors": [{"message": "the cursor has expired"}]})
        cursors = [f"{item['updatedAt']} {item['id']}" for item in items]
        start = cursors.index(cursor) + 1 if cursor else 0
        end = start + self.size
        info = {"hasNextPage": end < len(items), "endCursor": next(reversed(cursors[start:end]), None)}
        text = answer({"data": {"list": {"nodes": items[start:end], "pageInfo": info}}})
        if self.date is not None:
            moment = datetime.datetime.fromisoformat(at(self.date)).timestamp()
            text = text.replace(b"\r\n", f"\r\nDate: {email.utils.formatdate(moment, usegmt=True)}\r\n".encode(), 1)
        return text


class Runs:
    """Runs over one list, each with the checkpoint of the one before."""

    def __init__(self, changing: ChangingList, since: SinceDict, query: str) -> None:
        self.changing, self.since, self.query = changing, since, query
        self.server = RawServer(lambda request: self.changing.answer(request))
        self.checkpoint: str | None = None
        self.state: Any = None

    def __call__(self, *, pages: int | None = None, **options: Any) -> list[dict[str, Any]]:
        """The items of one run, which breaks off after so many pages."""
        items: list[dict[str, Any]] = []
        self.server.requests.clear()
        given = {"since": self.since, "checkpoint": self.checkpoint, **options}
        with swiftpager.Client(self.server.url, retry=False) as client:
            pager = client.pager(self.query, **given)
            try:
                for number, page in enumerate(pager, start=1):
                    items += page.items
                    if number == pages:
                        page.finish()
                        break
            finally:
                self.state, self.checkpoint = pager.state, pager.checkpoint()
        return items

    def ids(self, **options: Any) -> list[int]:
        """The identities of the items of one run."""
        return [item["id"] for item in self(**options)]

    def sent(self) -> list[dict[str, Any]]:
        """The variables of the requests of the last run."""
        return [request.get("variables", {}) for request in self.server.requests]

    @property
    def kept(self) -> dict[str, Any]:
        """The content of the checkpoint."""
        assert self.checkpoint is not None
        content: dict[str, Any] = json.loads(self.checkpoint)
        return content


@pytest.fixture
def runs() -> Iterator[Callable[..., Runs]]:
    """Makes runs over a list with these items: their identities and values."""
    made: list[Runs] = []

    def make(
        *items: tuple[int, Any], since: Any = None, query: str = NEWEST_FIRST, **list_options: Any,
    ) -> Runs:
        changing = ChangingList(*items, **list_options)
        made.append(Runs(changing, {**DESCENDING, **(since or {})}, query))
        return made[-1]

    yield make
    for each in made:
        each.server.close()


# The mark


def test_a_second_run_gets_what_is_new_and_ends_with_the_first_known_item(runs):
    walk = runs(*[(n, at(n)) for n in range(1, 11)])
    assert walk.ids() == list(range(10, 0, -1))
    assert walk.state["end"] == "complete" and walk.state["reason"] is None
    assert walk.kept["mark"] == at(10) and walk.kept["token"] is None
    walk.changing.put(11, at(11))
    walk.changing.put(3, at(12))
    assert walk.ids() == [3, 11]
    assert walk.state["end"] == "complete" and walk.state["reason"] == "KNOWN"
    assert walk.state["known"] == 4
    assert walk.state["items_loaded"] == 2
    assert walk.kept["mark"] == at(12)


# The order


def test_an_item_out_of_order_ends_the_walk_and_the_error_names_both(runs):
    walk = runs((1, at(9)), (2, at(8)), (3, at(7)), (4, at(6)), (5, at(8.5)), (6, at(1)), (7, at(0)), order="as given")
    with pytest.raises(swiftpager.NotOrdered) as caught:
        walk()
    message = str(caught.value)
    assert "the item with index 1 on page 2 (/id: 5)" in message and "index 0 on page 2 (/id: 4)" in message
    assert caught.value.path == "/data/list/nodes/1/updatedAt" and caught.value.code == "NOT_ORDERED"
    # The page is kept, and the next run begins at the same place.
    assert walk.state["pages_loaded"] == 2 and walk.kept["mark"] is None and walk.kept["token"] is None


# The variable


def test_the_variable_takes_the_mark_less_the_lag_in_seconds(runs):
    walk = runs(
        *[(n, at(n)) for n in range(1, 8)], since={"order": "ascending", "variable": "from", "lag": 2},
        query=OLDEST_FIRST, order="ascending",
    )
    assert walk.ids() == [1, 2, 3, 4, 5, 6, 7]
    assert "from" not in walk.sent()[0]
    walk.changing.put(8, at(8))
    walk.changing.put(5, at(5), "changed")
    assert walk.ids() == [5, 8]
    assert [variables["from"] for variables in walk.sent()] == [at(5), at(5)]
    assert walk.kept["mark"] == at(8)


# When the mark moves


def test_an_expired_cursor_starts_over_at_the_mark(runs):
    walk = runs(*[(n, at(n)) for n in range(1, 11)])
    walk(pages=1)
    walk.changing.expired = True
    with pytest.raises(swiftpager.GraphQLError):
        walk(since={**DESCENDING, "expired": "fail"})
    walk.changing.size = 20
    assert walk.ids() == list(range(10, 0, -1))
    assert [variables.get("after") for variables in walk.sent()] == [f"{at(8)} 8", None]
    assert walk.kept["mark"] == at(10)


def test_a_value_from_the_future_is_warned_of_and_does_not_become_the_mark(runs, caplog):
    walk = runs((1, at(500)), (2, at(70)), (3, at(59)), (4, at(1)), date=0)
    with caplog.at_level(logging.WARNING, "swiftpager"):
        assert walk.ids() == [1, 2, 3, 4]
    assert walk.state["since"]["future"] == {"items": 2, "value": at(500)}
    expected = "later than the server's clock, up to " + at(500) + ": the mark stays below, and the next run reads them"
    assert [record.message for record in caplog.records] == [f"2 items of the list are {expected} again"]
    assert walk.kept["mark"] == at(0)
    walk.changing.date = 1000
    assert walk.ids() == [1, 2]
    assert walk.kept["mark"] == at(500)


def test_the_mark_waits_until_the_last_page_is_finished_with(runs):
    walk = runs(*[(n, at(n)) for n in range(1, 3)])
    with swiftpager.Client(walk.server.url) as client:
        pager = client.pager(NEWEST_FIRST, since=DESCENDING)
        for page in pager:
            assert json.loads(pager.checkpoint())["mark"] is None
            page.finish()
            assert json.loads(pager.checkpoint())["mark"] == at(2)


def test_the_advice_to_shorten_the_lag_has_the_name_that_the_program_gave(runs):
    walk = runs(*[(n, at(n / 100)) for n in range(10_001)], since={"lag": 200}, size=2_500)
    with pytest.raises(swiftpager.ConfigurationError, match=r"more than 10000 items .* shorten the `lag` \(at"):
        walk()


# Refusals


@pytest.mark.parametrize(
    ("since", "options", "path"),
    [
        ({"order": "newest"}, {}, "/since/order"),
        ({"value": "noon"}, {}, "/since/value"),
        ({"type": "integer", "lag_ms": 5}, {}, "/since/lag_ms"),
        ({"type": "text", "lag": 5}, {}, "/since/lag"),
        ({"lag": 5, "lag_ms": 5}, {}, "/since/lag_ms"),
        ({"lag_ms": 5}, {}, "/since/lag_ms"),
        ({"shrinking_lag_ms": 5}, {}, "/since/shrinking_lag_ms"),
        ({"lag": 5, "shrinking_lag": 5}, {}, "/since/shrinking_lag_ms"),
        ({"type": "text", "shrinking_lag": 5}, {}, "/since/shrinking_lag_ms"),
        ({"tolerate": {"ms": 1}}, {}, "/since/tolerate/ms"),
        ({"tolerate": {"items": 1, "seconds": 1}}, {}, "/since/tolerate/ms"),
        ({"template": "{value}"}, {}, "/since/template"),
        ({}, {"checkpoint": "{}"}, "/checkpoint"),
    ],
)
def test_a_config_that_cannot_be_is_refused(runs, since, options, path):
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        runs(since=since)(**options)
    assert caught.value.path == path


def test_a_lag_is_not_a_truth(runs):
    with pytest.raises(TypeError, match="a number of seconds, not True"):
        runs(since={"lag": True})()
