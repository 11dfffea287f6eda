"""Lists that are read since a mark: the mark, the order, ties and edits within the lag, and when the mark moves."""

import contextlib
import datetime
import email.utils
import json
import logging
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import swiftpager
from raw_server import RawServer, answer
from swiftpager.shapes import SinceDict

BACKWARD = "query ($last: Int, $before: String) {{ list(last: $last, before: $before{sort}) {{ {body} }} }}"
FORWARD = "query ($first: Int, $after: String) {{ list(first: $first, after: $after{sort}) {{ {body} }} }}"
BODY = "nodes { id name updatedAt } pageInfo { hasNextPage endCursor hasPreviousPage startCursor }"
NEWEST_FIRST = FORWARD.format(sort="", body=BODY)
FILTERED = (
    "query ($first: Int, $after: String, $from: String, $where: Where)"
    " { list(first: $first, after: $after, from: $from, where: $where) { " + BODY + " } }"
)
DESCENDING: SinceDict = {"path": "/updatedAt", "order": "descending"}


def at(seconds: float) -> str:
    """A time, that many seconds after noon of one day."""
    time = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC) + datetime.timedelta(seconds=seconds)
    return time.isoformat().replace("+00:00", "Z")


class ChangingList:
    """A list of a server that changes between the runs; its cursors are the identities of the items."""

    def __init__(self, *items: tuple[int, Any], order: str = "descending", size: int = 3, date: float | None = None):
        self.items = {number: {"id": number, "name": f"n{number}", "updatedAt": value} for number, value in items}
        self.order, self.size, self.date = order, size, date
        self.errors: list[dict[str, Any]] | None = None
        self.expired = False

    def put(self, number: int, value: Any, name: str | None = None) -> None:
        self.items[number] = {"id": number, "name": name or f"n{number}", "updatedAt": value}

    def sorted(self, variables: dict[str, Any]) -> list[dict[str, Any]]:
        items = list(self.items.values())
        lowest = variables.get("from") or (variables.get("where") or {}).get("updatedAt", {}).get("_gte")
        if lowest is not None:
            moment = datetime.datetime.fromisoformat
            from_here = moment(lowest.removeprefix("from:"))
            items = [item for item in items if moment(item["updatedAt"]) >= from_here]
        if self.order == "as given":
            return items
        return sorted(items, key=self.key, reverse=self.order == "descending")

    @staticmethod
    def cursor(item: dict[str, Any]) -> str:
        return f"{item['updatedAt']} {item['id']}"

    def key(self, item: dict[str, Any]) -> Any:
        """What the list is sorted by; the identity decides between equal values."""
        return datetime.datetime.fromisoformat(item["updatedAt"]), item["id"]

    def around(self, cursor: str | None, items: list[dict[str, Any]]) -> tuple[int | None, int | None]:
        """How many items come before a cursor, and how many up to it, also if its item has left its place."""
        if cursor is None:
            return 0, 0
        if self.order == "as given":
            places = [index for index, item in enumerate(items) if self.cursor(item) == cursor]
            return (places[0], places[0] + 1) if places else (None, None)
        value, _, number = cursor.rpartition(" ")
        key = self.key({"updatedAt": value, "id": int(number)})
        keys = [self.key(item) for item in items]
        is_before = (lambda each: each > key) if self.order == "descending" else (lambda each: each < key)
        return sum(map(is_before, keys)), sum(is_before(each) or each == key for each in keys)

    def answer(self, request: dict[str, Any]) -> bytes:
        variables = request.get("variables", {})
        items = self.sorted(variables)
        cursor = variables.get("after") or variables.get("before")
        if cursor is not None and self.expired:
            return answer({"errors": [{"message": "the cursor has expired"}]})
        before, after = self.around(cursor, items)
        if before is None or after is None:
            return answer({"errors": [{"message": f"there is no item {cursor}"}]})
        if "last" in variables or "before" in variables:
            end = before if cursor else len(items)
            start = max(0, end - self.size)
        else:
            start = after if cursor else 0
            end = start + self.size
        page = items[start:end]
        info = {
            "hasNextPage": end < len(items), "endCursor": self.cursor(page[-1]) if page else None,
            "hasPreviousPage": start > 0, "startCursor": self.cursor(page[0]) if page else None,
        }
        data: dict[str, Any] = {"data": {"list": {"nodes": page, "pageInfo": info}}}
        if self.errors:
            data["errors"] = self.errors
        text = answer(data)
        if self.date is not None:
            moment = datetime.datetime.fromisoformat(at(self.date)).timestamp()
            text = text.replace(b"\r\n", f"\r\nDate: {email.utils.formatdate(moment, usegmt=True)}\r\n".encode(), 1)
        return text


class Runs:
    """Runs over one list, each with the checkpoint of the one before."""

    def __init__(self, changing: ChangingList, since: SinceDict, query: str, **options: Any) -> None:
        self.changing, self.since, self.query, self.options = changing, since, query, options
        self.server = RawServer(lambda request: self.changing.answer(request))
        self.checkpoint: str | None = None
        self.state: Any = None

    def __call__(self, *, pages: int | None = None, **options: Any) -> list[dict[str, Any]]:
        """The items of one run, which breaks off after so many pages."""
        items: list[dict[str, Any]] = []
        self.server.requests.clear()
        given = {"since": self.since, "checkpoint": self.checkpoint, **self.options, **options}
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
        *items: tuple[int, Any], since: Any = None, query: str = NEWEST_FIRST, pagination: Any = None,
        **list_options: Any,
    ) -> Runs:
        changing = ChangingList(*items, **list_options)
        made.append(Runs(changing, {**DESCENDING, **(since or {})}, query, pagination=pagination))
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


def test_a_run_with_nothing_new_costs_one_request(runs):
    walk = runs(*[(n, at(n)) for n in range(1, 11)])
    walk()
    for _ in range(2):
        assert walk.ids() == []
        assert len(walk.server.requests) == 1
        assert walk.state["reason"] == "KNOWN"
        assert walk.kept["mark"] == at(10)


def test_items_with_the_mark_are_read_again_and_left_out_if_nothing_of_them_changed(runs):
    walk = runs((1, at(1)), (2, at(5)), (3, at(5)))
    assert sorted(walk.ids()) == [1, 2, 3]
    # Committed at the same moment as the mark, and a second edit in that moment.
    walk.changing.put(4, at(5))
    walk.changing.put(2, at(5), "changed")
    assert sorted(walk.ids()) == [2, 4]
    assert walk.state["known"] == 2
    assert walk.ids() == []


def test_an_item_that_is_committed_late_comes_within_the_lag(runs):
    walk = runs(*[(n, at(n)) for n in range(1, 11)], since={"lag": 3})
    walk()
    walk.changing.put(11, at(7.5))
    walk.changing.put(12, at(6.5))
    assert walk.ids() == [11]
    assert walk.kept["mark"] == at(10)


def test_a_value_in_the_config_is_the_first_mark(runs):
    walk = runs(*[(n, at(n)) for n in range(1, 11)], since={"value": "2026-03-01T13:00:08+01:00"})
    assert walk.ids() == [10, 9, 8]
    assert walk.state["since"]["mark"] == at(8)


def test_times_are_compared_as_moments(runs):
    walk = runs(
        (1, "2026-03-01T12:00:00.5Z"), (2, "2026-03-01T12:00:00Z"), (3, "2026-03-01T12:59:59.999999999+01:00"),
        (4, "2026-03-01 11:59:59"), (5, "2026-03-01"), order="as given",
    )
    assert walk.ids() == [1, 2, 3, 4, 5]
    assert walk.kept["mark"] == "2026-03-01T12:00:00.500Z"


@pytest.mark.parametrize("write", [int, str])
def test_integers_are_exact(runs, write):
    large = 2**63
    walk = runs(
        (1, write(large + 1)), (2, write(large)), (3, write(large - 1)), (4, write(9)), (5, write(-1)),
        since={"type": "integer"}, order="as given",
    )
    assert walk.ids() == [1, 2, 3, 4, 5]
    assert walk.state["since"]["greatest"] == str(large + 1)
    walk.changing.items = {6: {"id": 6, "name": "n", "updatedAt": write(large + 2)}, **walk.changing.items}
    assert walk.ids() == [6]


def test_a_list_that_is_read_in_reverse_is_read_from_its_last_item(runs):
    walk = runs(*[(n, at(n)) for n in range(1, 11)], query=BACKWARD.format(sort="", body=BODY), order="ascending")
    walk.options["variables"] = {"last": 3}
    assert walk.ids() == [8, 9, 10, 5, 6, 7, 2, 3, 4, 1]
    walk.changing.put(11, at(11))
    assert walk.ids() == [11]
    assert len(walk.server.requests) == 1 and walk.state["ends"]["previous"] == "complete"


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


def test_the_order_is_checked_across_pages(runs):
    walk = runs((1, at(9)), (2, at(8)), (3, at(7)), (4, at(7.5)), order="as given")
    with pytest.raises(swiftpager.NotOrdered, match=r"index 0 on page 2 \(/id: 4\).*index 2 on page 1 \(/id: 3\)"):
        walk()


def test_the_order_is_checked_past_the_mark(runs):
    walk = runs((1, at(3)), (2, at(2)), (3, at(1)), order="as given")
    walk()
    walk.changing.items[3]["updatedAt"] = at(2.5)
    with pytest.raises(swiftpager.NotOrdered):
        walk()
    assert walk.kept["mark"] == at(3)


@pytest.mark.parametrize("value", [None, "yesterday", 5, {}])
def test_an_item_without_a_usable_value_ends_the_walk(runs, value):
    walk = runs((1, at(3)), (2, value), (3, at(1)), order="as given")
    with pytest.raises(swiftpager.NotOrdered, match=r"index 1 on page 1 \(/id: 2\) has"):
        walk()


def test_expected_disorder_is_read_past(runs):
    items = [(1, at(9)), (2, at(7)), (3, at(8)), (4, at(6)), (5, at(5))]
    assert runs(*items, since={"tolerate": {"items": 1}}, order="as given").ids() == [1, 2, 3, 4, 5]
    assert runs(*items, since={"tolerate": {"seconds": 1}}, order="as given").ids() == [1, 2, 3, 4, 5]
    for tolerance in [{"items": 0}, {"seconds": 0.999}]:
        with pytest.raises(swiftpager.NotOrdered):
            runs(*items, since={"tolerate": tolerance}, order="as given")()


def test_a_new_item_behind_known_ones_is_found_within_the_tolerance(runs):
    walk = runs((1, at(3)), (2, at(2)), (3, at(1)), (4, at(0)), since={"tolerate": {"items": 1}}, order="as given")
    walk()
    walk.changing.items = {}
    for number, seconds in [(2, 2), (5, 4), (3, 1), (4, 0)]:
        walk.changing.put(number, at(seconds))
    assert walk.ids() == [5]


@pytest.mark.parametrize(
    ("sort", "part"),
    [(", orderBy: {field: CREATED_AT, direction: DESC}", "path"), (', sort: "-created_at"', "path"),
     (", orderBy: [{created_at: desc}]", "path"), (", sort: CREATED_AT_DESC", "path"),
     (", orderBy: {field: UPDATED_AT, direction: ASC}", "order"), (", sort: updatedAt_ASC", "order")],
)
def test_a_list_that_the_document_sorts_otherwise_is_refused(runs, sort, part):
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        runs(query=FORWARD.format(sort=sort, body=BODY))()
    assert caught.value.path == f"/since/{part}"


@pytest.mark.parametrize(
    "sort",
    [", orderBy: {field: UPDATED_AT, direction: DESC}", ', sort: "-updated_at"', ", orderBy: [{updated_at: desc}]",
     ", sort: UPDATED_AT_DESC", ", sort: UPDATED_DESC", ", orderBy: updatedAt_DESC", ", sort: 3"],
)
def test_a_list_that_the_document_sorts_like_this_is_read(runs, sort):
    assert runs((1, at(1)), query=FORWARD.format(sort=sort, body=BODY)).ids() == [1]


# The variable


@pytest.mark.parametrize("order", ["ascending", "filtered"])
def test_the_variable_takes_the_mark_less_the_lag(runs, order):
    walk = runs(
        *[(n, at(n)) for n in range(1, 8)], since={"order": order, "variable": "from", "lag": 2}, query=FILTERED,
        order="ascending",
    )
    assert walk.ids() == [1, 2, 3, 4, 5, 6, 7]
    assert "from" not in walk.sent()[0]
    walk.changing.put(8, at(8))
    walk.changing.put(5, at(5), "changed")
    assert walk.ids() == [5, 8]
    assert [variables["from"] for variables in walk.sent()] == [at(5), at(5)]
    assert walk.kept["mark"] == at(8)


def test_the_variable_may_be_a_place_inside_one_and_a_template(runs):
    walk = runs(
        *[(n, at(n)) for n in range(1, 5)],
        since={"order": "filtered", "variable": "/where/updatedAt/_gte", "template": "from:{value}"}, query=FILTERED,
        order="ascending",
    )
    walk(variables={"where": {"name": "x"}})
    assert walk.sent()[0]["where"] == {"name": "x"}
    walk.changing.put(5, at(5))
    assert walk.ids(variables={"where": {"name": "x"}}) == [5]
    assert walk.sent()[0]["where"] == {"name": "x", "updatedAt": {"_gte": f"from:{at(4)}"}}


# When the mark moves


def test_a_walk_that_is_cut_off_goes_on_with_its_token_and_keeps_the_greatest_value(runs):
    walk = runs(*[(n, at(n)) for n in range(1, 11)])
    assert walk.ids(pages=2) == [10, 9, 8, 7, 6, 5]
    assert walk.kept["mark"] is None and walk.kept["token"] is not None
    assert walk.ids() == [4, 3, 2, 1]
    assert walk.kept["mark"] == at(10)
    # The items of the mark are known, although another process had them.
    assert walk.ids() == []


def test_an_order_that_breaks_after_a_token_is_noticed(runs):
    walk = runs((1, at(9)), (2, at(8)), (3, at(7)), (4, at(7.5)), order="as given")
    walk(pages=1)
    with pytest.raises(swiftpager.NotOrdered, match=r"index 0 on page 2.*index 2 on page 1"):
        walk()


@pytest.mark.parametrize("tolerance", [{"items": 2}, {"seconds": 2}], ids=["items", "seconds"])
@pytest.mark.parametrize("pages", [1, 2, 3])
def test_a_cut_among_items_out_of_order_loses_and_repeats_nothing(runs, tolerance, pages):
    seconds = [9, 7, 8, 6, 4, 5, 3, 1, 2, 0]
    items = [(number, at(value)) for number, value in enumerate(seconds, start=1)]
    walk = runs(*items, since={"tolerate": tolerance}, order="as given", size=2)
    shown = walk.ids(pages=pages)
    assert shown + walk.ids() == list(range(1, 11))
    assert walk.kept["mark"] == at(9)
    assert walk.ids() == []
    # One of two new items stands below a known one.
    walk.changing.items = {}
    for number, value in [(12, 10), (1, 9), (3, 8), (11, 9.5), (2, 7), (4, 6), (6, 5), (5, 4), (7, 3)]:
        walk.changing.put(number, at(value))
    assert walk.ids(pages=1) + walk.ids() == [12, 11]


def test_disorder_between_the_sides_of_a_cut_is_not_noticed_with_a_number_of_items(runs):
    """A token does not hold the last items. The items themselves come."""
    items = [(1, at(9)), (2, at(5)), (3, at(7)), (4, at(7)), (5, at(6)), (6, at(4))]
    walk = runs(*items, since={"tolerate": {"items": 1}}, order="as given", size=3)
    with pytest.raises(swiftpager.NotOrdered, match="index 0 on page 2"):
        walk()
    again = runs(*items, since={"tolerate": {"items": 1}}, order="as given", size=2)
    assert again.ids(pages=1) + again.ids() == [1, 2, 3, 4, 5, 6]


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


@pytest.mark.parametrize("errors", ["report", "keep"])
def test_errors_beside_data_keep_the_mark(runs, errors):
    walk = runs(*[(n, at(n)) for n in range(1, 5)])
    walk()
    walk.changing.put(5, at(5))
    walk.changing.errors = [{"message": "no name"}]
    with contextlib.suppress(swiftpager.PartialData):
        walk(errors=errors)
    assert walk.kept["mark"] == at(4) and walk.kept["token"] is None
    walk.changing.errors = None
    assert walk.ids() == [5]


def test_a_null_that_an_error_explains_is_not_disorder(runs):
    walk = runs((1, at(3)), (2, None), (3, at(1)), order="as given")
    walk.changing.errors = [{"message": "no updatedAt"}]
    assert walk.ids(errors="keep") == [1, 2, 3]
    assert walk.kept["mark"] is None


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


@pytest.mark.parametrize(
    ("values", "kind", "words"),
    [
        ((1_772_366_400,), "time", r'or set its `type` to "integer" if the field has whole numbers'),
        ((True,), "time", r"as the `path` of `since`$"),
        (("a ", ""), "text", r'has "a ", which is greater than the "" of'),
    ],
)
def test_the_error_shows_what_the_items_have(runs, values, kind, words):
    walk = runs(*[(n, value) for n, value in enumerate(reversed(values))], order="as given", since={"type": kind})
    with pytest.raises(swiftpager.NotOrdered) as caught:
        walk()
    assert re.search(words, caught.value.message.removesuffix(f" (at {caught.value.path})"))


def test_the_window_at_the_mark_is_bounded(runs):
    walk = runs(*[(n, at(1)) for n in range(10_000)], order="as given", size=2_500)
    assert len(walk()) == 10_000
    assert walk() == []
    assert walk.state["known"] == 10_000
    walk.changing.put(10_000, at(1))
    assert walk.ids() == [10_000]
    assert walk.kept["mark"] == at(1) and walk.state["since"]["stays"] == "TIES"


def test_the_advice_to_shorten_the_lag_has_the_name_that_the_program_gave(runs):
    walk = runs(*[(n, at(n / 100)) for n in range(10_001)], since={"lag": 200}, size=2_500)
    with pytest.raises(swiftpager.ConfigurationError, match=r"more than 10000 items .* shorten the `lag` \(at"):
        walk()


# Refusals


@pytest.mark.parametrize(
    ("since", "options", "path"),
    [
        ({"path": "/createdAt"}, {}, "/since/path"),
        ({"order": "ascending"}, {}, "/since/variable"),
        ({"order": "filtered", "variable": "nothing"}, {}, "/since/variable"),
        ({"order": "newest"}, {}, "/since/order"),
        ({"value": "noon"}, {}, "/since/value"),
        ({"type": "integer", "lag_ms": 5}, {}, "/since/lag_ms"),
        ({"type": "text", "lag": 5}, {}, "/since/lag"),
        ({"lag": 5, "lag_ms": 5}, {}, "/since/lag_ms"),
        ({"lag_ms": 5}, {}, "/since/lag_ms"),
        ({"tolerate": {"ms": 1}}, {}, "/since/tolerate/ms"),
        ({"tolerate": {"items": 1, "seconds": 1}}, {}, "/since/tolerate/ms"),
        ({"variable": "first", "template": "no place"}, {}, "/since/template"),
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


@pytest.mark.parametrize("order", ["ascending", "filtered"])
def test_an_offset_list_is_descending_or_refused(runs, order):
    query = "query ($offset: Int, $limit: Int, $from: String) { list(offset: $offset, from: $from) { id updatedAt } }"
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        runs(
            query=query, since={"order": order, "variable": "from"},
            pagination={"type": "offset", "connection": "/list"},
        )()
    assert caught.value.path == "/since/order"
    assert f"in {order} order" in str(caught.value)


def test_a_checkpoint_of_another_list_is_refused_with_what_differs(runs):
    walk = runs((1, at(1)))
    walk()
    with pytest.raises(swiftpager.ConfigurationError, match="belongs to another `since`"):
        walk(since={**DESCENDING, "type": "text"})
    walk.query = NEWEST_FIRST.replace("name", "title: name")
    with pytest.raises(swiftpager.ConfigurationError, match="checkpoint belongs to another list: the query is diff"):
        walk()


# Offset lists


OFFSETS = "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) { id updatedAt } }"


class OffsetList(ChangingList):
    """The same list by offsets."""

    def answer(self, request: dict[str, Any]) -> bytes:
        variables = request["variables"]
        return answer({"data": {"list": self.sorted(variables)[variables["offset"]:][: variables["limit"]]}})


@pytest.fixture
def offset_runs() -> Iterator[Runs]:
    """Runs over an offset list of ten items, with pages of three."""
    changing = OffsetList(*[(n, at(n)) for n in range(1, 11)])
    walk = Runs(
        changing, DESCENDING, OFFSETS, pagination={"type": "offset", "connection": "/list"}, variables={"limit": 3}
    )
    yield walk
    walk.server.close()


def test_an_offset_list_reads_one_page_again_below_the_mark(offset_runs):
    assert offset_runs.ids() == list(range(10, 0, -1))
    offset_runs.changing.put(11, at(11))
    assert offset_runs.ids() == [11]
    assert offset_runs.state["reason"] == "KNOWN"
    assert [variables["offset"] for variables in offset_runs.sent()] == [0, 3]
    assert offset_runs.ids() == []


def test_an_item_that_a_deletion_hid_comes_with_the_next_run(offset_runs):
    whole = offset_runs.changing.answer

    def answer_and_delete(request: dict[str, Any]) -> bytes:
        text = whole(request)
        offset_runs.changing.items.pop(9, None)
        return text

    offset_runs.changing.answer = answer_and_delete
    assert offset_runs.ids() == [10, 9, 8, 6, 5, 4, 3, 2, 1]
    assert offset_runs.ids() == [7]
    assert offset_runs.ids() == []
