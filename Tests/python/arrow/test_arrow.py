"""Items as Arrow: columns and their types, streams and their failures, and the libraries that take them."""

import contextlib
import datetime
import gc
import json
import signal
import subprocess
import sys
import threading
import time
import weakref

import duckdb
import pandas
import polars
import pyarrow
import pytest

import swiftpager
from any_pages import QUERY, any_pages
from conftest import BINDING, ITEMS_QUERY, LIMIT_SECONDS, until
from swiftpager.arrow._structs import carried_count


@pytest.fixture(scope="module")
def pages():
    with any_pages() as pages:
        yield pages


def first(pager):
    pager.fetch()
    return pager.pages[0]


# Types


def test_json_text_is_marked(pages):
    table = pages.pager([{"text": "1", "any": 1}, {"text": "2", "any": "x"}]).to_arrow()
    assert table.schema.field("any").metadata == {b"swiftpager.type": b"json"}
    assert table.schema.field("text").metadata is None


# Chosen columns


def test_columns_by_name_pointer_and_type(pages):
    moment = datetime.datetime(2026, 11, 22, 12, 25, 0, 500_000)
    rows = [
        {"id": 1, "by": {"name": "x"}, "tags": ["a"], "at": "2026-11-22T13:25:00.5+01:00", "day": "1969-12-31"},
        {"id": 2.0, "tags": [], "local": "2026-11-22 12:25:00.5"},
        None,
    ]
    table = pages.pager(rows).to_arrow(
        {
            "name": "/by/name",
            "id": {"type": "int64"},
            "tags": {"type": ["string"]},
            "by": {"type": {"name": "string", "age": "int64"}},
            "row": {"pointer": "", "type": "json"},
            "at": {"type": "timestamp"},
            "fine": {"pointer": "/at", "type": "timestamp_ns"},
            "local": {"type": "timestamp_local"},
            "day": {"type": "date"},
        }
    )
    table.validate(full=True)
    assert table.schema.field("fine").type == pyarrow.timestamp("ns", "UTC")
    at = moment.replace(tzinfo=datetime.UTC)
    assert table.drop_columns("fine").to_pylist() == [
        {
            "name": "x", "id": 1, "tags": ["a"], "by": {"name": "x", "age": None}, "row": json.dumps(rows[0]),
            "at": at, "local": None, "day": datetime.date(1969, 12, 31),
        },
        {
            "name": None, "id": 2, "tags": [], "by": None, "row": json.dumps(rows[1]), "at": None, "local": moment,
            "day": None,
        },
        dict.fromkeys(table.drop_columns("fine").column_names),
    ]  # fmt: skip
    assert pages.pager(rows).to_arrow(["id"]).column_names == ["id"]


def test_a_value_that_does_not_fit_names_page_item_column_type_and_value(pages):
    pager = pages.pager([{"at": None}], [{}, {"at": "yesterday"}])
    message = 'page 2, item at index 1: the column "at" has the type timestamp, but the value is the string "yesterday"'
    with pytest.raises(swiftpager.BadResponseError, match=message):
        pager.to_arrow({"at": {"type": "timestamp"}})


@pytest.mark.parametrize(
    ("columns", "error"),
    [
        ("id", TypeError),
        ({"id": {1, 2}}, TypeError),
        ({"id": "id"}, swiftpager.ConfigurationError),
        ({"id": {"type": "int"}}, swiftpager.ConfigurationError),
        ({"id": 1}, swiftpager.ConfigurationError),
        ([], swiftpager.ConfigurationError),
    ],
)
def test_columns_that_cannot_be_read(pages, columns, error):
    for take in (swiftpager.Pager.to_arrow, lambda pager, columns: list(pager.record_batches(columns))):
        with pytest.raises(error):
            take(pages.pager([]), columns)


# Streams


def many(start, count=1_000):
    return [{"id": start + index, "name": f"item {start + index}"} for index in range(count)]


def settled(pages, expected):
    """Whether the walk stops at a page."""
    until(lambda: pages.newest >= expected)
    time.sleep(0.2)
    return pages.newest == expected


@pytest.mark.parametrize(("rows", "first", "second", "ahead"), [(50, 21, 84, 84), (2_000, 1, 4, 4), (9_000, 1, 1, 1)])
def test_a_stream_runs_a_batch_ahead_once_a_second_one_is_wanted(pages, rows, first, second, ahead):
    lists = [many(page * rows, rows) for page in range(first + second + ahead + 10)]
    batches = iter(pages.pager(*lists).record_batches())
    assert next(batches).num_rows == rows * first
    assert settled(pages, first)
    assert next(batches).num_rows == rows * second
    # The newest page of the batch counts as one that the consumer still works on.
    assert settled(pages, first + second - 1 + ahead)
    batches.close()


def test_a_reader_of_a_few_rows_asks_for_few_pages(pages):
    lists = [many(page * 100, 100) for page in range(100)]
    with contextlib.closing(iter(pages.pager(*lists).record_batches())) as batches:
        assert next(batches).num_rows == 1_100
        assert settled(pages, 11)
    columns = {"id": {"type": "int64"}, "name": {"type": "string"}}
    with contextlib.closing(iter(pages.pager(*lists).record_batches(columns))) as batches:
        assert next(batches).num_rows == 100
        assert settled(pages, 1)


def test_a_stream_fixes_its_types_by_its_first_batch(pages):
    # Within the first batch, types widen without a separate batch for any rows.
    lists = [[{"a": 1}], [{"a": 0.5}], [{"a": 2, "b": None}] * 8_200]
    assert [batch.num_rows for batch in pages.pager(*lists, []).record_batches()] == [8_202]
    batches = iter(pages.pager(*lists, [{"a": 1}, {"a": "x"}]).record_batches())
    assert next(batches).num_rows == 8_202
    message = 'page 4, item at index 1: the column "a" has the type float64, but the value is the string "x"'
    with pytest.raises(swiftpager.BadResponseError, match=message):
        next(batches)
    # With given types, the same list fits.
    columns = {"a": {"type": "json"}, "c": {"type": "int64"}}
    walk = pages.pager(*lists, [{"c": 1, "a": []}]).record_batches(columns)
    assert [batch.num_rows for batch in walk] == [1, 8_201, 1]


def test_the_rows_before_a_failure_come_first(items_pager):
    batches = iter(items_pager("/html-502", bad=3).record_batches())
    assert next(batches).num_rows == 20
    with pytest.raises(swiftpager.HTTPError):
        next(batches)
    with pytest.raises(swiftpager.HTTPError):
        items_pager("/html-502", bad=3).to_arrow()


def test_a_failure_reaches_those_that_take_the_stream(items_pager):
    with pytest.raises(OSError, match=r"HTTP: .*502"):
        pyarrow.table(items_pager("/html-502", bad=2))
    with pytest.raises(Exception, match=r"HTTP: .*502"):
        polars.DataFrame(items_pager("/html-502", bad=2))


def test_a_stream_ends_the_walk_before_and_is_ended_by_the_next(items_pager):
    pager = items_pager()
    walk = iter(pager)
    next(walk)
    batches = iter(pager.record_batches())
    assert next(batches).num_rows == 50
    with pytest.raises(swiftpager.Cancelled):
        list(walk)
    pager = items_pager("/stall", bad=11, pages=30, size=1_000)
    stream = pyarrow.RecordBatchReader.from_stream(pager)
    pager.fetch()
    with pytest.raises(OSError, match="CANCELLED"):
        stream.read_all()


def test_leaving_a_stream_cancels_the_walk(items_pager, trouble):
    batches = iter(items_pager("/stall", bad=3, pages=30, size=1_000).record_batches())
    next(batches)
    # The page that never comes is asked for.
    until(lambda: trouble.stats()["requests"] == 3)
    batches.close()
    until(lambda: trouble.stats()["aborts"] == 1)


INTERRUPTED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {binding!r})
import polars, pyarrow, swiftpager
client = swiftpager.Client({url!r}, timeout=None)
pager = client.pager({query!r})
try:
    {take}
except BaseException as error:
    print(type(error).__name__, "CANCELLED" in str(error) or isinstance(error, KeyboardInterrupt))
"""


@pytest.mark.parametrize(
    ("take", "expected"),
    [
        ("list(pager.record_batches())", "KeyboardInterrupt"),
        ("pager.to_arrow()", "KeyboardInterrupt"),
        ("pyarrow.schema(pager)", "KeyboardInterrupt"),
        # These raise exceptions of their own for it.
        ("pyarrow.table(pager)", None),
        ("polars.DataFrame(pager)", None),
    ],
)
@pytest.mark.long
def test_ctrl_c_ends_a_wait_for_rows(trouble, take, expected):
    text = INTERRUPTED.format(
        binding=str(BINDING), url=trouble.url("/stall", bad=2), query=ITEMS_QUERY, take=take
    )
    with subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            # Not earlier: Python loses a Ctrl-C that comes while pyarrow imports pandas.
            until(lambda: trouble.stats()["requests"] >= 2)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=LIMIT_SECONDS)
        except BaseException:
            process.kill()
            raise
    assert process.returncode == 0, errors
    name, is_told = output.split()
    assert is_told == "True"
    assert expected in (None, name)


def test_a_stream_is_taken_on_another_thread(pages):
    lists = [many(page * 1_000) for page in range(20)]
    tables = []
    thread = threading.Thread(target=lambda: tables.append(pyarrow.table(pages.pager(*lists))))
    thread.start()
    thread.join(LIMIT_SECONDS)
    assert tables[0].num_rows == 20_000


# Signals


class Interrupted(Exception):
    """What the signal handler raises here."""


def consume(reader):
    return reader.read_all()


def test_a_signal_at_the_entrance_of_a_stream_loses_no_rows(pages, monkeypatch):
    """There, the handler's exception comes before the first line of the stream's function."""
    main, ends, entrances = threading.main_thread().ident, threading.Event(), []

    def handler(number, frame):
        if frame.f_back.f_code is consume.__code__ and frame.f_lineno == frame.f_code.co_firstlineno:
            entrances.append(frame.f_code.co_name)
            raise Interrupted

    def send():
        while not ends.is_set():
            signal.pthread_kill(main, signal.SIGUSR1)
            time.sleep(0.0002)

    def walk():
        """Adds how many rows a walk brought, None if it failed; returns whether a signal came at an entrance."""
        pager = pages.pager(*lists)
        try:
            walks.append(consume(pyarrow.RecordBatchReader.from_stream(pager.record_batches())).num_rows)
        except (Interrupted, OSError):
            walks.append(None)
        return entrances

    lists, walks, lost = [many(page * 1_000) for page in range(12)], [], []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    before = signal.signal(signal.SIGUSR1, handler)
    thread = threading.Thread(target=send)
    thread.start()
    try:
        until(walk)
    finally:
        ends.set()
        thread.join()
        after = signal.signal(signal.SIGUSR1, before)
    assert (walks.pop(), lost) == (None, [])
    assert set(walks) <= {sum(map(len, lists))}
    assert after is handler


# Consumers


def test_data_frames_and_databases_take_a_pager_as_it_is(pages):
    lists = [many(0), many(1_000)]
    expected = [row for page in lists for row in page]
    pager = pages.pager(*lists)
    assert pyarrow.table(pager).to_pylist() == expected
    assert polars.DataFrame(pager).to_dicts() == expected
    assert pager.to_polars().to_dicts() == expected
    assert pager.to_pandas().to_dict("records") == expected
    assert pandas.DataFrame.from_arrow(pager).to_dict("records") == expected
    assert duckdb.sql("SELECT count(*), sum(id), max(name) FROM pager").fetchall() == [(2_000, 1_999_000, "item 999")]
    duckdb.register("batches", pager.record_batches({"n": "/id"}))
    assert duckdb.sql("SELECT max(n) FROM batches").fetchall() == [(1_999,)]
    page = first(pager)
    assert pyarrow.record_batch(page).to_pylist() == lists[0]
    assert polars.DataFrame(page).to_dicts() == lists[0]


def asked(query, rows):
    """DuckDB's answer to a query."""
    with duckdb.connect() as database:
        database.register("rows", rows)
        return database.execute(query).fetchall()


TAKERS = {
    "polars": lambda pager: polars.DataFrame(pager),
    "pyarrow": lambda pager: pyarrow.table(pager),
    "pyarrow's reader": lambda pager: pyarrow.RecordBatchReader.from_stream(pager).read_all(),
    "pandas": lambda pager: pandas.DataFrame.from_arrow(pager),
    "DuckDB": lambda pager: asked("SELECT * FROM rows", pager),
    "DuckDB, a table": lambda pager: asked("CREATE TABLE copied AS SELECT * FROM rows", pager),
    "DuckDB, joined": lambda pager: str(duckdb.sql("SELECT * FROM pager a JOIN pager b USING (id)")),
    "DuckDB, a variable": lambda pager: str(duckdb.sql("SELECT * FROM pager")),
    "to_arrow": lambda pager: pager.to_arrow(),
    "to_pandas": lambda pager: pager.to_pandas(),
    "to_polars": lambda pager: pager.to_polars(),
}


@pytest.mark.parametrize("taker", TAKERS)
def test_whoever_takes_a_pager_asks_for_each_page_once(taker):
    # DuckDB shows the first rows of a variable. How far the walk has run ahead by then depends on time. It may continue
    # beside the next test, so each test has its own server.
    with any_pages() as pages:
        pager = pages.pager(*(many(page * 1_000) for page in range(20)))
        TAKERS[taker](pager)
        assert pages.asked == list(range(len(pages.asked) if taker == "DuckDB, a variable" else 20))


def test_duckdb_asks_for_each_page_once_whatever_it_wants_of_batches(pages):
    lists = [many(page * 50, 50) for page in range(200)]
    pager = pages.pager(*lists)
    assert asked("SELECT id FROM rows LIMIT 5", pager.record_batches(["id"])) == [(number,) for number in range(5)]
    assert pages.asked == list(range(len(pages.asked)))
    # A second query of the same relation walks the list a second time.
    relation = duckdb.from_arrow(pages.pager(*lists).record_batches(["id"])).aggregate("count(*)")
    assert (relation.fetchall(), relation.fetchall()) == ([(10_000,)], [(10_000,)])


def test_types_that_were_asked_for_cost_no_request_of_their_own(pages):
    pager = pages.pager(*(many(page * 1_000) for page in range(20)))
    expected = pyarrow.schema([("id", pyarrow.int64()), ("name", pyarrow.string())])
    batches = pager.record_batches()
    for _ in range(2):
        assert pyarrow.schema(batches) == expected
    assert [batch.num_rows for batch in batches] == [2_000, 8_000, 9_000, 1_000]
    assert pages.asked == list(range(20))
    assert pyarrow.schema(pager) == expected
    assert pyarrow.table(pager).num_rows == 20_000
    assert pages.asked == [*range(20)] * 2


def test_a_stream_is_begun_anew_where_the_pager_has_turned_to_something_else(pages):
    pager = pages.pager(*(many(page * 1_000) for page in range(20)))
    pyarrow.schema(pager)
    pager.fetch()
    assert pyarrow.table(pager).num_rows == 20_000
    pyarrow.schema(pager)
    pager.reset()
    assert pyarrow.table(pager).num_rows == 20_000
    pyarrow.schema(pager)
    pager.close()
    with pytest.raises(swiftpager.ClosedError):
        pager.__arrow_c_stream__()
    with pytest.raises(swiftpager.ClosedError):
        pager.__arrow_c_schema__()


def test_a_pager_whose_types_were_asked_for_goes_when_nobody_has_it(items_pager, trouble):
    pager = items_pager("/stall", bad=3, pages=30, size=1_000)
    reference = weakref.ref(pager)
    schema = pyarrow.schema(pager)
    assert "name" in schema.names
    # The page that never comes is asked for.
    until(lambda: trouble.stats()["requests"] == 3)
    del pager
    assert reference() is None
    until(lambda: trouble.stats()["aborts"] == 1)


def test_types_are_not_known_where_no_row_comes(items_pager):
    pager = items_pager("/html-502", bad=1)
    with pytest.raises(swiftpager.HTTPError):
        pager.__arrow_c_schema__()
    with pytest.raises(OSError, match=r"HTTP: .*502"):
        pyarrow.table(pager)
    with pytest.raises(duckdb.Error, match=r"HTTP.* 502"):
        duckdb.sql("SELECT * FROM pager")


def test_polars_gets_an_empty_list_with_given_types(pages):
    frame = pages.pager([]).to_polars({"id": {"type": "int64"}})
    assert (frame.height, frame.schema) == (0, {"id": polars.Int64})


def test_without_pyarrow_an_error_says_what_to_install(pages, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for take in (lambda pager: pager.to_arrow(), lambda pager: list(pager.record_batches())):
        with pytest.raises(ImportError) as caught:
            take(pages.pager([]))
        assert "pip install pyarrow, or swiftpager[arrow]" in "".join(caught.value.__notes__)
    # Polars does not need pyarrow.
    assert pages.pager([{"a": 1}]).to_polars().to_dicts() == [{"a": 1}]


def test_the_package_loads_none_of_these_libraries():
    text = f"import sys; sys.path.insert(0, {str(BINDING)!r}); import swiftpager; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout.split()
    assert "swiftpager" in loaded
    assert not {"pyarrow", "pandas", "polars", "duckdb", "numpy"} & set(loaded)


def test_a_table_loads_pyarrow_and_not_pandas(trouble):
    text = f"""if True:
        import sys; sys.path.insert(0, {str(BINDING)!r}); import swiftpager
        with swiftpager.Client({trouble.url("/good")!r}) as client:
            pager = client.pager({ITEMS_QUERY!r}, {{"first": 20}})
            print(pager.to_arrow().num_rows, next(pager.record_batches().__iter__()).num_rows)
            pager.fetch(); pager.pages[0].to_arrow()
        print(*sys.modules)"""
    done = subprocess.run([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True, check=True)
    rows, loaded = done.stdout.split("\n", 1)
    assert rows == "50 50"
    assert "pyarrow" in loaded.split() and "pandas" not in loaded.split()


# Memory


def test_what_nobody_takes_is_given_back(pages):
    pager = pages.pager([{"a": 1}])
    page = first(pager)
    gc.collect()
    before = carried_count()
    schema, array = page.__arrow_c_array__()
    stream = pager.__arrow_c_stream__()
    assert carried_count() == before + 3
    batch = pyarrow.RecordBatch._import_from_c_capsule(schema, array)
    del schema, array, stream
    assert carried_count() == before
    assert batch.to_pylist() == [{"a": 1}]


def test_columns_outlive_all_else(items_pager):
    pager = items_pager()
    table = pager.to_arrow()
    pager.client.close()
    del pager
    gc.collect()
    assert table["id"].to_pylist() == [str(number) for number in range(1, 51)]


def test_a_stream_keeps_its_pager_open(items_pager):
    reader = pyarrow.RecordBatchReader.from_stream(items_pager(pages=30, size=1_000))
    gc.collect()
    assert reader.read_all().num_rows == 30_000


# Properties of what was put in and taken out


@pytest.mark.parametrize("policy", ["return_cache_data_and_fetch", "return_cache_data_else_fetch"])
def test_a_page_that_the_cache_had_and_the_server_answered_stands_once_in_a_stream(pages, policy):
    rows = [[{"any": number} for number in range(start, start + 3)] for start in (0, 3)]
    pages.pager(*rows)
    with swiftpager.Client(pages.address, cache="memory") as client:
        options = {"cache_policy": policy}
        client.pager(QUERY).load_all()
        assert client.pager(QUERY, **options).to_arrow().column("any").to_pylist() == list(range(6))
        batches = client.pager(QUERY, **options).record_batches()
        columns = [pyarrow.record_batch(batch).column("any").to_pylist() for batch in batches]
        assert [value for column in columns for value in column] == list(range(6))
