"""Any rows on any pages become the table that pyarrow makes from them by the documented rules."""

import os

import pyarrow
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from any_pages import any_pages
from arrow_model import expected_table

EXAMPLES = 1_000 if os.environ.get("SWIFTPAGER_LONG") == "1" else 100

# A page cannot contain half of a surrogate pair.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
KEYS = st.sampled_from(["id", "name", "née", "a\0b", "", "x"])
# The library cannot read integers beyond 64 bits.
LIMITS = st.sampled_from([1 << 53, (1 << 53) + 1, -(1 << 53), -(1 << 53) - 1, (1 << 63) - 1, 1 << 63])
INTEGERS = st.integers(-5, 5) | st.integers(-(1 << 63), (1 << 64) - 1) | LIMITS
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | INTEGERS | FLOATS | TEXT
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)

# Rows whose columns mostly have one type, so that not all columns become text.
ROWS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "id": INTEGERS,
            "name": TEXT | st.none(),
            "price": st.integers(-9, 9) | FLOATS,
            "large": LIMITS | st.just(0.5),
            "tags": st.lists(TEXT | st.none(), max_size=3) | st.none(),
            "lines": st.lists(
                st.fixed_dictionaries({}, optional={"count": st.integers(0, 9), "note": TEXT, "deep": st.lists(FLOATS)})
            ),
            "seller": st.none() | st.fixed_dictionaries({}, optional={"vip": st.booleans(), "x": SCALARS}),
            "any": VALUES,
        },
    )
    | st.none(),
    max_size=12,
)


@pytest.fixture(scope="module")
def pages():
    with any_pages() as pages:
        yield pages


def check(pages, lists):
    table = pages.pager(*lists).to_arrow()
    table.validate(full=True)
    rows = [row for page in lists for row in page]
    expected = expected_table(rows)
    assert table.schema.equals(expected.schema, check_metadata=True), f"{table.schema}\n{expected.schema}"
    assert table.num_rows == len(rows)
    assert table.to_pylist() == expected.to_pylist() or not expected.schema
    assert table.combine_chunks().equals(expected.combine_chunks()) or not expected.schema


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lists=st.lists(ROWS, min_size=1, max_size=5))
def test_rows_with_types(pages, lists):
    check(pages, lists)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lists=st.lists(st.lists(VALUES, max_size=6), min_size=1, max_size=4))
# An object without members says nothing about columns, but must not be forgotten.
@example(lists=[[], [{}], [[]]])
@example(lists=[[None], [{}], [1]])
@example(lists=[[None], [None, {"a": 1}], [{"a": 2}]])
def test_rows_of_anything(pages, lists):
    check(pages, lists)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lists=st.lists(ROWS, min_size=1, max_size=5))
def test_a_stream_and_a_table_are_the_same(pages, lists):
    """With fewer rows than the least number in a batch."""
    batches = list(pages.pager(*lists).record_batches())
    table = pages.pager(*lists).to_arrow()
    assert sum(batch.num_rows for batch in batches) == table.num_rows
    if batches:
        streamed = pyarrow.Table.from_batches([batch.to_pyarrow() for batch in batches])
        assert streamed.combine_chunks().equals(table.combine_chunks())


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=ROWS)
def test_a_page_and_a_table_are_the_same(pages, rows):
    pager = pages.pager(rows)
    pager.fetch()
    batch = pager.pages[0].to_arrow()
    batch.validate(full=True)
    assert pyarrow.Table.from_batches([batch]).equals(pages.pager(rows).to_arrow())
