"""Times in plans: the rules of the library and of the trial are the same, and a trial shows which type a list has."""

import json
from collections.abc import Callable
from ctypes import byref
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import swiftpager
import swiftpager.schema
from schema_support import of_text
from sdl_server import serving
from swiftpager._native.library import native
from swiftpager._native.raising import check
from swiftpager._native.text import OwnedText
from swiftpager.arrow._columns import new_table
from swiftpager.arrow.fitting import TIMES, joined, time_type, type_of_values
from swiftpager.schema import SchemaError, UnreadMark
from swiftpager.schema.times import with_readable_mark

DATES = st.one_of(
    st.dates().map(lambda date: date.isoformat()),
    st.sampled_from([
        "2024-02-29", "2023-02-29", "1900-02-29", "0000-02-29", "0001-01-01", "2026-13-01", "2026-04-31", "20260101",
        "2026-1-1", "2262-04-11", "2262-04-12", "1677-09-20", "1677-09-21", "\u0662\u0660\u0662\u0666-01-01",
    ]),
)
CLOCKS = st.sampled_from([
    "", "T00:00", "t23:59", " 12:30:59", "T24:00", "T12:60", "T12:00:60", "T12:00:61", "T12:00:00.", "T12:00:00.5",
    "T12:00:00,123456", "T12:00:00.1234567", "T12:00:00.123456789", "T12:00:00.1234567891", "T12:00:00.1234560000000",
    "T12:00.5", "T12", "_12:00", "T\u0661\u0662:00",
])
ZONES = st.sampled_from([
    "", "Z", "z", "+00:00", "-0530", "+23", "+24", "+01:60", "+01:", "+1", " GMT", "Z ", "+00:00Z",
])
# The first and the last moment that nanoseconds reach, and those beside them.
EDGES = (
    "1677-09-21T00:12:43.145224192", "1677-09-21T00:12:43.145224191", "2262-04-11T23:47:16.854775807Z",
    "2262-04-11T23:47:16.854775808Z", "2262-04-12T00:47:16.854775807+01:00",
)
TEXTS = st.one_of(
    st.tuples(DATES, CLOCKS, ZONES).map("".join), st.text(max_size=12),
    st.sampled_from([
        "1767225600000", "-5", "5.0", "5.", "5.5", "+5", "1e3", "", "0x1", " 5", "\u0665", "9" * 1_000, "9" * 1_001,
        "Jan 01 2026 00:00", "Thu, 01 Jan 2026 00:00:00 GMT", *EDGES,
    ]),
)
SINCE = {"path": "/at", "order": "descending"}


def reads(client: swiftpager.Client, kind: str, value: Any) -> bool:
    """Whether the library reads a value as a type of `since`."""
    since: Any = {**SINCE, "type": kind, "value": value}
    query = "query($after: String) { list(after: $after) { nodes { id at } pageInfo { hasNextPage endCursor } } }"
    try:
        client.pager(query, pagination={"identity": "/id"}, since=since).close()
    except swiftpager.ConfigurationError as error:
        if error.path == "/since/value":
            return False
        raise
    return True


def plan_with(kind: "str | None") -> swiftpager.schema.Plan:
    since = {**SINCE, **({} if kind is None else {"type": kind})}
    return swiftpager.schema.Plan(
        name="list", kind="cursor", query="{ a }", variables={}, pagination={}, columns={}, since=since
    )


def type_that_reads(kind: "str | None", *values: Any) -> "str | None":
    """The type of the trial's plan; None if no type reads the values."""
    try:
        plan = with_readable_mark(plan_with(kind), values, str)
    except UnreadMark:
        return None
    assert plan.since is not None
    return str(plan.since.get("type", "time"))


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_a_trial_reads_a_text_as_the_library_does(text):
    with swiftpager.Client("http://127.0.0.1:1/") as client:
        is_time, is_number = reads(client, "time", text), reads(client, "integer", text)
    assert type_that_reads(None, text) == ("time" if is_time else "integer" if is_number else None)
    assert type_that_reads("integer", text) == ("integer" if is_number else "time" if is_time else None)


@pytest.mark.parametrize(("kind", "values", "expected"), [
    (None, [None], "time"), ("integer", [], "integer"), (None, [5, "6"], "integer"), (None, [5, "2026-01-01"], None),
    (None, [5.5], None), (None, [5.0], None), (None, [True], None), (None, [{}], None),
    (None, ["2026-01-01", None, "2026-01-01T00:00Z"], "time"), ("integer", ["2026-01-01"], "time"),
    ("text", ["b"], "text"), ("text", [5], "integer"),
])
def test_one_type_reads_all_values_of_a_trial(kind, values, expected):
    assert type_that_reads(kind, *values) == expected


# Columns


def column_takes(kind: Any, *values: Any) -> bool:
    """Whether the library puts values into a column of a type."""
    table, error = new_table(json.dumps({"v": {"type": kind}}).encode()), OwnedText()
    rows = json.dumps([{"v": value} for value in values]).encode()
    try:
        check(native.swiftpager_table_add_rows(table.key, rows, len(rows), byref(error)), error.read())
    except swiftpager.BadResponseError:
        return False
    return True


def test_the_types_for_the_edges_of_nanoseconds_are_those_of_the_library():
    for text in EDGES:
        assert (time_type(text) is not None) == any(column_takes(kind, text) for kind in TIMES), text


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_the_type_for_a_time_takes_it_and_is_the_narrowest(text):
    kind = time_type(text)
    takers = [one for one in TIMES if column_takes(one, text)]
    assert kind == (takers[0] if takers else None), takers


VALUES = st.one_of(
    TEXTS, st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.none(),
    st.just({"a": 1}), st.just([1]), st.just(["a"]),
)
KINDS: list[Any] = [*TIMES, "bool", "int64", "float64", "string", "json", ["string"], {"a": "int64"}]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(KINDS), st.lists(VALUES, min_size=1, max_size=4))
def test_a_wider_type_takes_the_values(kind, values):
    wider = type_of_values(kind, values)
    # A member that has no column is another matter.
    assert (wider is None) == column_takes(kind, *values)
    if wider is not None:
        assert column_takes(wider, *values) and wider != kind


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(KINDS), st.sampled_from(KINDS), VALUES)
def test_a_joined_type_takes_what_either_takes(one, other, value):
    both = joined(one, other)
    assert both == joined(other, one)
    # Nanoseconds and doubles have limits; a value beyond them widens the column again.
    has_limits = both == "float64" or str(both).endswith("_ns")
    if not has_limits and (column_takes(one, value) or column_takes(other, value)):
        assert column_takes(both, value)


# Trials

SDL = """
scalar DateTime enum F { UPDATED_AT } enum D { ASC DESC } input O { field: F! direction: D! }
type I { id: ID! updatedAt: %s createdAt: DateTime }
type P { hasNextPage: Boolean! endCursor: String }
type C { nodes: [I!]! pageInfo: P! }
type Query { items(first: Int, after: String, orderBy: O): C! }
"""


@pytest.fixture
def planned(tmp_path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., swiftpager.schema.Plan]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def made(kind: str, value: Any, created: Any = None) -> swiftpager.schema.Plan:
        node = {"id": "1", "updatedAt": value, "createdAt": created}
        answer = {"nodes": [node], "pageInfo": {"hasNextPage": False}}
        with serving(SDL % kind, {"items": lambda *_, **__: answer}) as served, swiftpager.Client(served.url) as client:
            plan = client.list("items", since="auto").plan
            assert plan is not None
            return plan

    return made


@pytest.mark.parametrize(("kind", "value", "expected"), [
    ("String!", "1767225600000", {"type": "integer"}), ("DateTime!", 1767225600000, {"type": "integer"}),
    ("DateTime!", "1767225600", {"type": "integer"}), ("Int!", 1767225600, {"type": "integer"}),
    ("DateTime!", "2026-01-01 00:00:00", {}), ("DateTime!", "2026-01-01", {}), ("DateTime!", "2026-01-01T00:00Z", {}),
    ("String!", "2026-01-01T00:00:00+0000", {}), ("DateTime", None, {"on_missing": "deliver"}),
    ("DateTime", 17, {"type": "integer", "on_missing": "deliver"}),
])
def test_the_trial_item_shows_the_type_of_the_mark(planned, kind, value, expected):
    since = planned(kind, value).since
    assert {name: since[name] for name in since.keys() - SINCE.keys()} == expected


@pytest.mark.parametrize(("kind", "value"), [
    ("String!", "Jan 01 2026 00:00"), ("DateTime!", 1767225600.5), ("DateTime!", "Thu, 01 Jan 2026 00:00:00 GMT"),
])
def test_a_mark_that_no_type_reads_is_refused(planned, kind, value):
    with pytest.raises(UnreadMark, match=f'an item of items has "{value}" at /updatedAt, which is neither a time'):
        planned(kind, value)


@pytest.mark.parametrize(("value", "kind"), [
    ("2026-01-01T00:00:00.123456789Z", "timestamp_ns"), ("2026-01-01T00:00:00.123456Z", "timestamp"),
    ("2026-01-01T00:00:00", "timestamp_local"), ("2026-01-01T00:00:00.1234567", "timestamp_local_ns"),
    ("2026-01-01T00:00:60Z", None), ("2026-02-30", None), (17, None),
])
def test_the_trial_item_shows_the_type_of_a_column(planned, value, kind):
    assert planned("DateTime!", "2026-01-01T00:00:00Z", value).columns["createdAt"].get("type") == kind


# Fields that a user names

FIELDS = """
enum F { UPDATED_AT CREATED_AT NAME NUMBER } enum D { ASC DESC } input O { field: F! direction: D! }
scalar DateTime
type I { id: ID! updatedAt: DateTime! createdAt: DateTime name: String number: Int size: Float seenAt: DateTime }
type U { createdAt: DateTime! size: Int }
type P { hasNextPage: Boolean! endCursor: String }
type C { nodes: [I!]! pageInfo: P! }
type N { nodes: [U!]! pageInfo: P! }
type Query {
  items(first: Int, after: String, orderBy: O): C! keyless(first: Int, after: String, orderBy: O): N!
  plain(first: Int, after: String): C!
}
"""


@pytest.mark.parametrize(("field", "expected"), [
    ("/createdAt", {"path": "/createdAt", "on_missing": "deliver", "order": "descending"}),
    ("/number", {"path": "/number", "type": "integer", "on_missing": "deliver", "order": "descending"}),
    ("/updatedAt", {"path": "/updatedAt", "order": "descending"}),
])
def test_a_list_is_read_since_the_field_that_is_named(tmp_path, field, expected):
    schema = of_text(tmp_path, FIELDS)
    plan = schema.plan("items", ["id"], since=field)
    assert plan.since == expected and field[1:] in plan.query
    order = {"/createdAt": "CREATED_AT", "/number": "NUMBER", "/updatedAt": "UPDATED_AT"}[field]
    assert plan.variables["orderBy"] == {"field": order, "direction": "DESC"}


@pytest.mark.parametrize(("name", "field", "words"), [
    ("items", "/seenAt",
     "the schema neither sorts nor filters items by /seenAt; it does by /updatedAt, /createdAt, /number$"),
    ("items", "/size", "by /size; it does by"), ("items", "/nothing", "by /nothing; it does by"),
    ("plain", "/updatedAt", "the schema neither sorts nor filters plain by /updatedAt, nor by any other field"),
    ("keyless", "/createdAt",
     "keyless cannot be read since /createdAt: its schema has no field that tells items apart"),
])
def test_a_field_that_the_schema_does_not_sort_by_is_refused(tmp_path, name, field, words):
    with pytest.raises(SchemaError, match=words):
        of_text(tmp_path, FIELDS).plan(name, since=field)


def test_a_field_beside_an_order_of_the_users_is_refused(tmp_path):
    order = {"orderBy": {"field": "NAME", "direction": "ASC"}}
    with pytest.raises(SchemaError, match="items cannot be sorted by /createdAt, because its argument 'orderBy'"):
        of_text(tmp_path, FIELDS).plan("items", arguments=order, since="/createdAt")
    assert of_text(tmp_path, FIELDS).plan("items", arguments=order, since="auto").since is None


@pytest.mark.parametrize("since", ["updatedAt", "", None, 5])
def test_a_word_that_is_not_a_field_is_refused(tmp_path, since):
    with pytest.raises(ValueError, match="since must be"):
        of_text(tmp_path, FIELDS).plan("items", since=since)
