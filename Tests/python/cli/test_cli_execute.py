"""`--execute`: one query or mutation from a shell."""

import json
import os
import pty
import re
import signal
import subprocess

import pytest

from commands import COMMAND, TAKES_SIGNALS, environment, outcome
from conftest import LIMIT_SECONDS, until
from swiftpager.cli.pretty import pretty
from swiftpager.testing import FakeServer

RENAME = "mutation Rename($id: ID!, $name: String) { rename(id: $id, name: $name) { id name } }"


@pytest.fixture
def server():
    with FakeServer({"rename": lambda arguments: dict(arguments), "shop": {"name": "A ↯ shop", "rate": 1.5}}) as made:
        yield made


def execute(url, *options, **others):
    """Runs the command to its end."""
    return subprocess.run(
        [*COMMAND, url, *options], capture_output=True, env=environment(), timeout=LIMIT_SECONDS, check=False, **others
    )


def test_a_mutation_is_sent_and_its_response_written_on_one_line(server, tmp_path):
    (tmp_path / "variables.json").write_text('{"id": "a", "name": "b"}')
    done = execute(
        server.url, "--execute", RENAME, "--variables", str(tmp_path / "variables.json"), "-v", "id==7",
        "-H", "X-Trace: 1",
    )
    assert outcome(done) == (0, "")
    assert done.stdout.count(b"\n") == 1
    assert json.loads(done.stdout) == {"data": {"rename": {"id": "7", "name": "b"}}}
    (request,) = server.requests
    assert request.headers["x-trace"] == "1"


def test_a_query_comes_from_a_file_or_stdin_and_one_of_its_operations_runs(server, tmp_path):
    text = "query A { shop { name } } query B { other: shop { rate } }"
    (tmp_path / "q.graphql").write_text(text)
    of_file = execute(server.url, "--execute-file", str(tmp_path / "q.graphql"), "--operation-name", "B")
    of_stdin = execute(server.url, "--execute-file", "-", "--operation-name", "B", input=text.encode())
    assert of_file.stdout == of_stdin.stdout
    assert json.loads(of_file.stdout) == {"data": {"other": {"rate": 1.5}}}


@pytest.mark.parametrize(("options", "written"), [
    (["--field", "/data/shop/name"], '"A ↯ shop"\n'),
    (["--field", "/data/shop/name", "--raw"], "A ↯ shop\n"),
    (["--format", "json"], '{\n  "data": {\n    "shop": {\n      "name": "A ↯ shop"\n    }\n  }\n}\n'),
])
def test_a_part_of_the_response_or_all_of_it_with_line_breaks(server, options, written):
    done = execute(server.url, "--execute", "{ shop { name } }", *options)
    assert (outcome(done), re.sub(r"\\u21af", "↯", done.stdout.decode())) == ((0, ""), written)


def test_a_terminal_gets_indentation(server):
    terminal, end = pty.openpty()
    words = [*COMMAND, server.url, "--execute", "{ shop { rate } }"]
    with subprocess.Popen(words, stdout=end, env=environment()) as command:
        assert command.wait(LIMIT_SECONDS) == 0
        os.close(end)
    shown = os.read(terminal, 4096).decode().replace("\r\n", "\n")
    assert shown == '{\n  "data": {\n    "shop": {\n      "rate": 1.5\n    }\n  }\n}\n'
    os.close(terminal)


@pytest.mark.parametrize("text", [
    "[]", "{}", '{"a": [1.10, -2e400, {}, []], "b": "x\\"{,}", "c": null}', "7", '[[1], [true, [false]]]',
    '["\u009b2J", "\u202e"]',
])
def test_pretty_json_keeps_each_token(text):
    shown = pretty(text)
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", text)
    # These need no line of their own.
    assert not re.search(r"\{\s+\}|\[\s+\]", shown)


@pytest.mark.parametrize(("options", "code", "words", "is_written"), [
    ([], 3, "incomplete: the response has 1 error beside its data, the first: one failed", True),
    (["--errors", "keep"], 0, "warning: the response has 1 error beside its data", True),
    (["--errors", "fail"], 1, "one failed", False),
])
def test_errors_beside_data_end_it_as_they_end_a_walk(server, options, code, words, is_written):
    server.answer_errors("one failed", with_data=True)
    done = execute(server.url, "--execute", "{ shop { name } }", *options)
    assert done.returncode == code
    assert words in done.stderr.decode()
    assert bool(done.stdout) == is_written


def test_failures_have_the_codes_of_walks(server, tmp_path):
    server.answer_errors("no access")
    done = execute(server.url, "--execute", RENAME, "-v", "id=1")
    assert (done.returncode, done.stdout) == (1, b"")
    assert "no access" in done.stderr.decode()
    server.refuse(503)
    done = execute(server.url, "--execute", "{ shop { name } }", "--retry", "1", "--output", str(tmp_path / "x"))
    assert (done.returncode, list(tmp_path.iterdir())) == (4, [])


def test_a_mutation_is_not_sent_again_and_the_message_says_what_is_unknown(server):
    server.refuse(503, times=2)
    code, told = outcome(execute(server.url, "--execute", RENAME, "-v", "id=1"))
    assert (code, len(server.requests)) == (4, 1)
    assert "the server may have carried out the mutation" in told
    # A query is sent again.
    assert outcome(execute(server.url, "--execute", "{ shop { name } }", "--quiet")) == (0, "")


def test_ctrl_c_while_the_server_works_says_so_too(trouble):
    words = [*TAKES_SIGNALS, *COMMAND, trouble.url("/stall", bad=1), "--execute", RENAME, "-v", "id=1"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as command:
        until(lambda: trouble.stats()["requests"])
        command.send_signal(signal.SIGINT)
        output, told = command.communicate(timeout=LIMIT_SECONDS)
    assert (command.returncode, output) == (130, b"")
    assert told.decode() == "swiftpager: interrupted; the server may have carried out the mutation\n"


def test_a_field_that_is_not_there_does_not_lose_the_response(server):
    done = execute(server.url, "--execute", RENAME, "-v", "id=1", "--field", "/data/nope")
    code, told = outcome(done)
    assert (code, done.stdout) == (3, b"")
    assert 'the response has no /data/nope (--field); it is {"data"' in told.replace('": ', '":').replace('{ "', '{"')


def test_a_file_gets_the_response_and_one_that_cannot_be_written_stops_the_mutation(server, tmp_path):
    file = tmp_path / "response.json"
    assert outcome(execute(server.url, "--execute", RENAME, "-v", "id=1", "--output", str(file))) == (0, "")
    assert json.loads(file.read_text())["data"]["rename"]["id"] == 1
    sent = len(server.requests)
    done = execute(server.url, "--execute", RENAME, "-v", "id=1", "--output", str(tmp_path / "nowhere" / "x"))
    assert (done.returncode, len(server.requests)) == (2, sent)


@pytest.mark.parametrize("options", [
    ["--max-pages", "1"], ["--checkpoint", "x"], ["--pages"], ["-p", "type=offset"], ["--nested", "drain"],
    ["--format", "csv"], ["--format", "parquet"], ["--query", "{ a }"],
])
def test_what_is_for_walks_is_refused(server, options):
    done = execute(server.url, "--execute", "{ shop { name } }", *options)
    assert (done.returncode, server.requests) == (2, []), done.stderr


def test_a_dry_run_shows_the_request(server):
    done = execute(
        server.url, "--execute", RENAME, "-v", "id=1", "--dry-run", "-H", "Authorization: Bearer secret-1"
    )
    assert outcome(done) == (0, "")
    assert server.requests == []
    lines = done.stdout.decode().splitlines()
    assert lines[0] == f"endpoint: {server.url}"
    assert "  Authorization: [hidden]" in lines
    assert lines[-3:] == ["operation: mutation Rename", 'variables: {"id": 1}', "nothing was sent"]
