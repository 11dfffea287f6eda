"""`swiftpager.dlt.resource` in real pipelines of dlt, into DuckDB."""

import signal

import duckdb
import pytest

import swiftpager
import swiftpager.dlt
from conftest import LIMIT_SECONDS, run_script, start_script, until
from swiftpager.testing import Connection, FakeServer

QUERY = """
query ($first: Int, $after: String) {
  items(first: $first, after: $after) {
    nodes { id name nothing tags part { a } updatedAt } pageInfo { hasNextPage endCursor }
  }
}
"""
# In processes of their own: dlt keeps its state in the process, and takes a second to import.
PIPELINE = """
os.environ["RUNTIME__DLTHUB_TELEMETRY"] = "false"
os.environ["DLT_DATA_DIR"] = FOLDER = os.environ["FOLDER"]
import dlt
import swiftpager.dlt
def pipeline():
    destination = dlt.destinations.duckdb(f"{FOLDER}/shop.duckdb")
    return dlt.pipeline("shop", destination=destination, dataset_name="lists", pipelines_dir=f"{FOLDER}/pipelines")
def run(**options):
    mark = dlt.sources.incremental("updatedAt")
    with swiftpager.Client(os.environ["URL"], retry=False) as client:
        pipeline().run(swiftpager.dlt.resource(
            client, os.environ["QUERY"], {"first": 50}, incremental=mark, primary_key="id", write_disposition="merge",
            since={"order": "descending"}, **options))
"""


def item(number, second, name="first"):
    return {
        "id": number, "name": name, "nothing": None, "tags": ["a", number], "part": {"a": number},
        "updatedAt": f"2026-11-23T{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}Z",
    }


def newest_first(*items):
    return Connection(sorted(items, key=lambda item: item["updatedAt"], reverse=True))


def rows(folder):
    with duckdb.connect(str(folder / "shop.duckdb"), read_only=True) as database:
        return database.sql("SELECT id, name FROM lists.items ORDER BY id").fetchall()


@pytest.mark.long
def test_merge_two_runs_and_a_killed_one(tmp_path):
    first = [item(number, number) for number in range(200)]
    with FakeServer({"items": newest_first(*first)}) as server:
        variables = {"URL": server.url, "QUERY": QUERY, "FOLDER": str(tmp_path)}
        assert run_script(PIPELINE + "run()", **variables)[0] == 0
        assert rows(tmp_path) == [(number, "first") for number in range(200)]
        # Some are new, one is changed.
        second = [*first[:5], item(5, 300, "second"), *first[6:], *(item(n, 300 + n) for n in range(200, 210))]
        server.data["items"] = newest_first(*second)
        requests = len(server.requests)
        assert run_script(PIPELINE + "run()", **variables)[0] == 0
        assert len(server.requests) == requests + 1
        expected = [(number, "second" if number == 5 else "first") for number in range(210)]
        assert rows(tmp_path) == expected
        # The run that is killed leaves neither rows nor a mark.
        server.data["items"] = newest_first(*second, *(item(n, 1_000 + n) for n in range(210, 500)))
        server.latency, requests = 0.05, len(server.requests)
        with start_script(PIPELINE + "run()", **variables) as process:
            until(lambda: len(server.requests) >= requests + 3)
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=LIMIT_SECONDS)
        assert rows(tmp_path) == expected
        server.latency = 0
        code, _, errors = run_script(PIPELINE + "run()", **variables)
        assert code == 0, errors
        assert rows(tmp_path) == expected + [(number, "first") for number in range(210, 500)]


def test_all_tables_of_a_walk_have_one_schema(tmp_path):
    incremental = swiftpager.dlt.dlt.sources.incremental
    items = [{**item(n, n), "nothing": None if n < 9_000 else 1} for n in range(9_100)]
    with FakeServer({"items": Connection(items)}) as server, swiftpager.Client(server.url) as client:
        found = swiftpager.dlt.resource(client, QUERY, {"first": 4_550}, columns=["id", "tags", "name"])
        assert found.name == "items"
        tables = list(found)
        assert sum(table.num_rows for table in tables) == 9_100
        assert {str(table.schema) for table in tables} == {str(tables[0].schema)}
        for wrong, words in (
            ({"since": {}}, "`since` needs `incremental`"),
            ({"incremental": incremental("updatedAt"), "since": {"path": "/x"}}, "'path'"),
            ({"incremental": incremental("updatedAt"), "since": {"lag": 60}}, r"'lag'.*incremental\(…, lag=60\)"),
            ({"incremental": incremental("updatedAt"), "since": {"lag_ms": 60}}, "'lag_ms'"),
            ({"incremental": incremental("updatedAt", last_value_func=min)}, "must have the last_value_func max"),
            ({"incremental": incremental("part[0]")}, "is not a path of names"),
        ):
            with pytest.raises(Exception, match=words):
                list(swiftpager.dlt.resource(client, QUERY, **wrong))
        for wrong, words in (
            ({"incremental": "updatedAt"}, "incremental must be"),
            ({"incremental": incremental("updatedAt"), "since": "time"}, "since must be"),
        ):
            with pytest.raises(TypeError, match=words):
                swiftpager.dlt.resource(client, QUERY, **wrong)


def test_the_module_is_loaded_only_when_it_is_wanted():
    assert run_script("import sys; say('dlt' in sys.modules)")[1] == "False\n"


@pytest.mark.parametrize(("path", "first", "options"), [
    ("updatedAt", item(50, 50)["updatedAt"], {}),
    ('"updatedAt"', item(50, 50)["updatedAt"], {}),
    ("'updatedAt'", item(50, 50)["updatedAt"], {}),
    # To dlt, this is the name of a column.
    ("part.a", 50, {"columns": {"id": "/id", "part.a": "/part/a"}, "since": {"type": "integer"}}),
])
def test_a_cursor_path_may_be_quoted_or_lead_into_an_item(path, first, options):
    items = [item(n, n) for n in range(59, -1, -1)]
    mark = swiftpager.dlt.dlt.sources.incremental(path, initial_value=first)
    options["since"] = {"order": "descending", **options.get("since", {})}
    with FakeServer({"items": Connection(items)}) as server, swiftpager.Client(server.url) as client:
        found = swiftpager.dlt.resource(client, QUERY, {"first": 5}, incremental=mark, **options)
        rows = [row["id"] for table in found for row in table.to_pylist()]
        assert rows == list(range(59, 49, -1))
        # The walk itself ends at the mark, after the page that has an item below it.
        assert len(server.requests) == 3


@pytest.mark.long
def test_an_item_that_appears_late_is_loaded_within_the_lag_of_dlt(tmp_path):
    script = PIPELINE.replace('incremental("updatedAt")', 'incremental("updatedAt", lag=60)') + "run()"
    with FakeServer({"items": newest_first(item(1, 100), item(2, 200))}) as server:
        variables = {"URL": server.url, "QUERY": QUERY, "FOLDER": str(tmp_path)}
        assert run_script(script, **variables)[0] == 0
        # Committed late: 50 seconds below the mark; and 90 seconds, which is beyond the lag.
        server.data["items"] = newest_first(item(1, 100), item(2, 200), item(3, 150), item(4, 110), item(5, 300))
        assert run_script(script, **variables)[0] == 0
        assert rows(tmp_path) == [(n, "first") for n in (1, 2, 3, 5)]


@pytest.mark.long
def test_an_edit_in_the_second_of_the_mark_is_loaded(tmp_path):
    with FakeServer({"items": newest_first(item(1, 100), item(2, 200))}) as server:
        variables = {"URL": server.url, "QUERY": QUERY, "FOLDER": str(tmp_path)}
        assert run_script(PIPELINE + "run()", **variables)[0] == 0
        server.data["items"] = newest_first(item(1, 100), item(2, 200, "second"), item(3, 200))
        assert run_script(PIPELINE + "run()", **variables)[0] == 0
        assert rows(tmp_path) == [(1, "first"), (2, "second"), (3, "first")]


SOURCE = PIPELINE + """
def list_of(client, field):
    return swiftpager.dlt.resource(
        client, os.environ["QUERY"].replace("items(", f"{field}("), {"first": 50}, primary_key="id",
        write_disposition="merge", incremental=dlt.sources.incremental("updatedAt"), since={"order": "descending"})
with swiftpager.Client(os.environ["URL"], retry=False) as client:
    source = swiftpager.dlt.source("shop", [list_of(client, "items"), list_of(client, "more")])
    say(sorted(source.resources))
    pipeline().run(source)
"""


@pytest.mark.long
def test_a_source_of_two_lists_loads_what_is_new_of_each(tmp_path):
    first, more = [item(n, n) for n in range(120)], [item(n, n, "other") for n in range(70)]
    with FakeServer({"items": newest_first(*first), "more": newest_first(*more)}) as server:
        variables = {"URL": server.url, "QUERY": QUERY, "FOLDER": str(tmp_path)}
        code, said, errors = run_script(SOURCE, **variables)
        assert (code, said) == (0, "['items', 'more']\n"), errors
        requests = len(server.requests)
        server.data["more"] = newest_first(*more, item(70, 500, "other"))
        assert run_script(SOURCE, **variables)[0] == 0
        assert len(server.requests) == requests + 2
        # A walk that fails keeps all lists and marks as they were.
        server.data["items"], server.data["more"] = newest_first(*first, item(120, 600)), lambda arguments: 1 / 0
        assert run_script(SOURCE, **variables)[0] != 0
        assert rows(tmp_path) == [(n, "first") for n in range(120)]
        server.data["more"] = newest_first(*more, item(70, 500, "other"))
        assert run_script(SOURCE, **variables)[0] == 0
    assert rows(tmp_path) == [(n, "first") for n in range(121)]
    with duckdb.connect(str(tmp_path / "shop.duckdb"), read_only=True) as database:
        found = database.sql("SELECT id, name FROM lists.more ORDER BY id").fetchall()
    assert found == [(n, "other") for n in range(71)]


def test_two_resources_of_one_name_are_refused():
    with FakeServer({"items": Connection([])}) as server, swiftpager.Client(server.url) as client:
        twice = [swiftpager.dlt.resource(client, QUERY) for _ in range(2)]
        with pytest.raises(ValueError, match="two resources have the name 'items'"):
            swiftpager.dlt.source("shop", twice)
