"""Walks into files that Ctrl-C ends: what was written stays, and the next run continues behind it."""

import json
import signal

import pyarrow.parquet
import pytest

import swiftpager
from commands import outcome, run, start
from conftest import LIMIT_SECONDS, start_script
from marked_list import QUERY, SIZE, Output, lines, marked_list


@pytest.fixture
def items():
    with marked_list() as items:
        yield items


LEFT = """
client = swiftpager.Client(os.environ["URL"])
pager = client.pager(os.environ["QUERY"], {"first": 5})
say("walking")
try:
    if os.environ["KIND"] == "parquet":
        pager.write_parquet(os.environ["OUTPUT"], rows=10**6)
    else:
        pager.write_ndjson(os.environ["OUTPUT"], checkpoint_file=os.environ["OUTPUT"] + ".checkpoint")
except KeyboardInterrupt:
    say("left")
else:
    say("complete")
"""


@pytest.mark.parametrize("kind", ["parquet", "ndjson"])
@pytest.mark.parametrize("pages", [1, 7, 30])
@pytest.mark.long
def test_ctrl_c_keeps_what_was_written(items, tmp_path, kind, pages):
    items.fill(*range(400))
    output = tmp_path / "output"
    variables = {"URL": items.url, "QUERY": QUERY, "KIND": kind, "OUTPUT": str(output)}

    def ids():
        if kind == "parquet":
            tables = map(pyarrow.parquet.read_table, sorted(output.glob("part-*")))
            return [id for table in tables for id in table["id"].to_pylist()]
        return lines(output)

    with start_script(LEFT, **variables) as process:
        assert process.stdout.readline() == "walking\n", process.stderr.read()
        while items.requests < pages:
            pass
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=LIMIT_SECONDS)
    assert (said, errors) == ("left\n", "")
    asked, found = items.requests, ids()
    # The page that was written when Ctrl-C came, and the page ahead of it, come again.
    assert asked - 3 <= len(found) / SIZE <= asked
    with start_script(LEFT, **variables) as process:
        assert process.communicate(timeout=LIMIT_SECONDS) == ("walking\ncomplete\n", "")
    assert ids() == list(range(399, -1, -1))
    assert items.requests - asked <= 80 - len(found) / SIZE + 1


def test_a_part_is_complete_after_its_seconds(items, tmp_path):
    items.fill(*range(20))
    with swiftpager.Client(items.url) as client:
        assert client.pager(QUERY, {"first": SIZE}).write_parquet(tmp_path / "a", seconds=1e-9) == 20
        assert len(list((tmp_path / "a").glob("part-*"))) == 4
        assert client.pager(QUERY, {"first": SIZE}).write_parquet(tmp_path / "b", seconds=None) == 20
        assert len(list((tmp_path / "b").glob("part-*"))) == 1
        for wrong, kind in ((0, ValueError), ("1", TypeError), (True, TypeError)):
            with pytest.raises(kind, match="seconds must be"):
                client.pager(QUERY, {"first": SIZE}).write_parquet(tmp_path / "c", seconds=wrong)


COUNTED = """
client = swiftpager.Client(os.environ["URL"])
pager = client.pager(os.environ["QUERY"], {"first": 5})
seen = 0
say("walking")
try:
    for page in pager:
        seen += 1
except KeyboardInterrupt:
    say(str(seen))
    say(pager.resume_token())
"""


@pytest.mark.parametrize("moment", range(1, 12))
def test_a_page_that_ctrl_c_kept_from_the_loop_is_not_in_the_token(items, moment):
    items.fill(*range(400))
    with start_script(COUNTED, URL=items.url, QUERY=QUERY) as process:
        assert process.stdout.readline() == "walking\n", process.stderr.read()
        while items.requests < moment:
            pass
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=LIMIT_SECONDS)
    assert errors == ""
    seen, token = said.splitlines()
    # The page that the loop worked on, or had just asked to go on from, may come again.
    assert int(seen) - 1 <= json.loads(token)["pages"] <= int(seen)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("format", ["ndjson", "parquet"])
@pytest.mark.long
def test_the_command_keeps_what_was_written_when_it_is_told_to_end(items, tmp_path, format, number, code):
    items.fill(*range(400))
    output = Output(f"command-{format}", tmp_path, items)
    words = ["--checkpoint", str(output.side), "-o", str(output.to), "--format", format, "-v", f"first={SIZE}"]
    with start(items.url, *words, query=QUERY) as command:
        while items.requests < 20:
            pass
        command.send_signal(number)
        _, told = command.communicate(timeout=LIMIT_SECONDS)
    assert (command.returncode, b"run the same command again to continue" in told) == (code, True), told
    asked, found = items.requests, output.ids()
    assert asked - 3 <= len(found) / SIZE <= asked
    assert outcome(run(items.url, *words, query=QUERY)) == (0, "")
    assert output.ids() == list(range(399, -1, -1))
    assert items.requests - asked <= 80 - len(found) / SIZE + 1
