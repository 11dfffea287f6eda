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
    items = [{**item(n, n), "nothing": None if n < 9_000 else 1} for n in range(9_100)]
    with FakeServer({"items": Connection(items)}) as server, swiftpager.Client(server.url) as client:
        found = swiftpager.dlt.resource(client, QUERY, {"first": 4_550}, columns=["id", "tags", "name"])
        assert found.name == "items"
        tables = list(found)
        assert sum(table.num_rows for table in tables) == 9_100
        assert {str(table.schema) for table in tables} == {str(tables[0].schema)}
        for wrong, words in (
            ({"since": {}}, "`since` needs `incremental`"),
            ({"incremental": swiftpager.dlt.dlt.sources.incremental("updatedAt"), "since": {"path": "/x"}}, "'path'"),
        ):
            with pytest.raises(Exception, match=words):
                list(swiftpager.dlt.resource(client, QUERY, **wrong))
        for wrong, words in (
            ({"incremental": "updatedAt"}, "incremental must be"),
            ({"incremental": swiftpager.dlt.dlt.sources.incremental("updatedAt"), "since": "time"}, "since must be"),
        ):
            with pytest.raises(TypeError, match=words):
                swiftpager.dlt.resource(client, QUERY, **wrong)


def test_the_module_is_loaded_only_when_it_is_wanted():
    assert run_script("import sys; say('dlt' in sys.modules)")[1] == "False\n"
