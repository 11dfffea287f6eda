"""Any rows on any pages become columns that pyarrow takes as valid, in whatever way they are taken."""

import os

import pyarrow
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from any_pages import any_pages

EXAMPLES = 1_000 if os.environ.get("SWIFTPAGER_LONG") == "1" else 50

# A page cannot contain half of a surrogate pair.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
# The library cannot read integers beyond 64 bits.
INTEGERS = st.integers(-5, 5) | st.integers(-(1 << 63), (1 << 64) - 1)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | INTEGERS | FLOATS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
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
            "tags": st.lists(TEXT | st.none(), max_size=3) | st.none(),
            "lines": st.lists(st.fixed_dictionaries({}, optional={"count": st.integers(0, 9), "note": TEXT})),
            "seller": st.none() | st.fixed_dictionaries({}, optional={"vip": st.booleans()}),
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


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lists=st.lists(ROWS | st.lists(VALUES, max_size=6), min_size=1, max_size=5))
def test_a_table_a_stream_and_a_page_are_the_same_rows(pages, lists):
    table = pages.pager(*lists).to_arrow()
    table.validate(full=True)
    assert table.num_rows == sum(map(len, lists))
    # All of them are fewer rows than the least number in a batch.
    batches = list(pages.pager(*lists).record_batches())
    if batches:
        streamed = pyarrow.Table.from_batches([batch.to_pyarrow() for batch in batches])
        assert streamed.combine_chunks().equals(table.combine_chunks())
    pager = pages.pager(lists[0])
    pager.fetch()
    batch = pager.pages[0].to_arrow()
    batch.validate(full=True)
    assert pyarrow.Table.from_batches([batch]).equals(pages.pager(lists[0]).to_arrow())
