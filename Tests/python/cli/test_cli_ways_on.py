"""What the message of an interrupted walk advises: to run the command again, or to start over."""

import json

import pytest

from commands import outcome, run
from swiftpager.testing import Connection, FakeServer

SINCE = ["--since", '{"path": "/at", "type": "integer", "order": "descending"}']
AGAIN = "run the same command again to continue: r holds the position"
SORTED = """
query ($after: String) { items(first: 5, after: $after) { nodes { id at } pageInfo { hasNextPage endCursor } } }
"""


@pytest.mark.long
def test_a_refused_request_in_the_middle_of_a_run_may_succeed_again_and_at_its_begin_may_not(trouble, tmp_path):
    options = ("--checkpoint", "r", "-o", "items.ndjson")
    code, told = outcome(run(trouble.url("/errors-null-data"), *options, cwd=tmp_path))
    assert (code, AGAIN in told) == (1, True), told
    code, told = outcome(run(trouble.url("/errors-null-data"), *options, cwd=tmp_path))
    assert (code, AGAIN in told) == (1, False)
    refused = "the refused request is at the position that r holds: if the server no longer accepts it"
    assert f"{refused}, remove r and items.ndjson" in told
    # The advice is right.
    (tmp_path / "r").unlink()
    (tmp_path / "items.ndjson").unlink()
    assert outcome(run(trouble.url("/good"), *options, cwd=tmp_path)) == (0, "")


@pytest.mark.parametrize("status", [401, 403, 429, 500])
@pytest.mark.long
def test_a_server_that_refuses_the_client_or_is_ill_does_not_make_the_position_doubtful(tmp_path, status):
    with FakeServer({"items": Connection([{"id": n, "at": n} for n in range(20)])}) as server:
        assert run(server.url, "--checkpoint", "r", "--max-pages", "1", query=SORTED, cwd=tmp_path).returncode == 3
        server.refuse(status)
        code, told = outcome(run(server.url, "--checkpoint", "r", "--retry", "1", query=SORTED, cwd=tmp_path))
        assert code in (1, 4) and AGAIN in told, told
        assert outcome(run(server.url, "--checkpoint", "r", query=SORTED, cwd=tmp_path)) == (0, "")


@pytest.mark.parametrize("path", ["/same-cursor", "/no-page-info", "/null-cursor", "/cursor-cycle", "/connection-null"])
@pytest.mark.long
def test_a_list_that_cannot_continue_does_not_continue_in_the_next_run_either(trouble, tmp_path, path):
    for _ in range(2):
        code, told = outcome(run(trouble.url(path), "--checkpoint", "r", cwd=tmp_path))
        assert (code, AGAIN in told) == (3, False), told
        assert "the same command ends here again, because r holds the position: remove r to start over" in told
        sent = trouble.stats()["requests"]
    assert outcome(run(trouble.url(path), "--checkpoint", "r", cwd=tmp_path))[0] == 3
    assert trouble.stats()["requests"] == sent


@pytest.mark.long
def test_to_start_over_a_file_that_only_the_position_fits_goes_too(trouble, tmp_path):
    for options, written in (
        (["--checkpoint", "r", "-o", "parts", "--format", "parquet"], "remove r and parts to start over"),
        (["--checkpoint", "r", "-o", "items.ndjson"], "remove r and items.ndjson to start over"),
        (["--checkpoint", "r"], "remove r to start over"),
    ):
        code, told = outcome(run(trouble.url("/null-cursor"), *options, cwd=tmp_path))
        assert (code, written in told) == (3, True), told
        (tmp_path / "r").unlink()
    options = ["--checkpoint", "r", "-o", "growing.ndjson", *SINCE]
    with FakeServer({"items": Connection([{"id": n, "at": n} for n in range(20, 0, -1)])}) as server:
        assert run(server.url, *options, "--max-pages", "1", query=SORTED, cwd=tmp_path).returncode == 3
        server.data["items"] = lambda arguments: 1 / 0
        code, told = outcome(run(server.url, *options, query=SORTED, cwd=tmp_path))
    assert code == 1, told
    assert "remove r and growing.ndjson to start over" in told


def test_an_item_that_does_not_fit_comes_again_so_nothing_is_advised_but_another_format(tmp_path):
    pages = Connection([{"id": n, "of": None if n < 5 else {"x": n}} for n in range(10)])
    query = SORTED.replace("id at", "id of { x }")
    with FakeServer({"items": pages}) as server:
        options = ("--checkpoint", "r", "-o", "items.csv")
        code, told = outcome(run(server.url, *options, query=query, cwd=tmp_path))
    assert code == 3, told
    assert "name the columns with --columns, or write ndjson" in told
    assert "again" not in told


@pytest.mark.long
def test_a_page_that_ended_a_run_is_not_passed_over_by_the_next(forge, tmp_path):
    query = (
        "query ($after: String) { repositories(first: 2, after: $after) { nodes { id"
        " issues(first: 2) { nodes { id } pageInfo { hasNextPage endCursor } } }"
        " pageInfo { hasNextPage endCursor } } }"
    )
    options = ("--checkpoint", "r", "-o", "items.ndjson")
    for _ in range(2):
        code, told = outcome(run(forge.url(), *options, "--nested", "error", query=query, cwd=tmp_path))
        assert (code, "a list inside the page is not complete at /data/repositories/nodes/" in told) == (3, True), told
        assert "the same command ends here again" in told
        assert forge.requests() == 1
    # The user may accept it.
    code, told = outcome(run(forge.url(), *options, query=query, cwd=tmp_path))
    assert code == 0, told


@pytest.mark.long
def test_a_page_with_errors_that_ended_a_run_is_not_passed_over_by_the_next(trouble, tmp_path):
    options, told = ("--checkpoint", "r", "-o", "items.ndjson"), []
    for expected in (1, 3):
        code, words = outcome(run(trouble.url("/partial"), *options, "--errors", "fail", cwd=tmp_path))
        assert (code, words.count("The name is secret")) == (expected, 1), words
        assert "the same command ends here again" in words
        told.append(words)
    assert "an earlier run stopped at page 2" in told[1] and "--errors keep accepts it and continues" in told[1]
    assert trouble.stats()["requests"] <= 3
    assert outcome(run(trouble.url("/partial"), *options, "--errors", "keep", cwd=tmp_path))[0] == 0
    assert (tmp_path / "items.ndjson").read_bytes().count(b"\n") == 50


def test_a_list_in_the_wrong_order_is_read_from_the_mark_again(tmp_path):
    items = Connection([{"id": n, "at": n % 7} for n in range(20, 0, -1)])
    options = ["--checkpoint", "r", "-o", "items.ndjson", *SINCE]
    with FakeServer({"items": items}) as server:
        for _ in range(2):
            code, told = outcome(run(server.url, *options, query=SORTED, cwd=tmp_path))
            assert code == 3
            assert "the next run begins again at the mark in r" in told


def test_the_json_of_since_has_its_times_in_milliseconds(tmp_path):
    # Item 3 is two seconds out of order, and the lag reads down to one minute before the mark again.
    times = {5: "12:03:00", 4: "12:02:30", 3: "12:02:32", 2: "12:01:00"}
    items = [{"id": n, "at": f"2026-03-01T{time}Z", "name": "a"} for n, time in times.items()]
    query = SORTED.replace("id at", "id at name")
    options = ["--checkpoint", "r", "-o", "growing.ndjson", "--since"]
    since = '{"path": "/at", "order": "descending", "lag_ms": 60000, "tolerate": {"ms": 2000}}'
    with FakeServer({"items": Connection(items)}) as server:
        assert outcome(run(server.url, *options, since, query=query, cwd=tmp_path)) == (0, "")
        items[1]["name"] = items[3]["name"] = "edited"
        assert outcome(run(server.url, *options, since, query=query, cwd=tmp_path)) == (0, "")
    lines = (tmp_path / "growing.ndjson").read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines] == [5, 4, 3, 2, 4]
