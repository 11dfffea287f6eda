"""`--each`: a walk or a request for each line of a file of variables."""

import csv
import io
import json
import signal
import subprocess
import threading
import time

import pytest

from commands import COMMAND, TAKES_SIGNALS, environment, outcome, run_words
from conftest import LIMIT_SECONDS, until
from swiftpager.testing import Connection, FakeServer

QUERY = """
query Issues($repository: String!, $after: String) {
  repository(name: $repository) { issues(first: 2, after: $after) {
    nodes { number title } pageInfo { hasNextPage endCursor }
  } }
}
"""
REPOSITORIES = 12
ISSUES = 5


class Repositories:
    """The server of some repositories with issues, and a file with a line for each."""

    def __init__(self, server, folder):
        self.server, self.folder = server, folder
        self.file = folder / "repositories.ndjson"
        self.names = [f"r{number}" for number in range(REPOSITORIES)]
        self.file.write_text("".join(f'{{"repository": "{name}"}}\n' for name in self.names))

    @property
    def words(self):
        return [*COMMAND, self.server.url, "--query", QUERY, "--each", str(self.file)]

    def run(self, *options, **others):
        words = [*self.words, *options]
        return subprocess.run(
            words, capture_output=True, env=environment(), timeout=LIMIT_SECONDS, check=False, **others
        )


def repository(arguments):
    """The server's field; a name that begins with an x has no such repository."""
    if arguments["name"].startswith("x"):
        raise ValueError(f"no repository {arguments['name']}")
    return {"issues": Connection([{"number": n, "title": f"{arguments['name']} {n}"} for n in range(ISSUES)])}


@pytest.fixture
def repositories(tmp_path):
    with FakeServer({"repository": repository}) as server:
        yield Repositories(server, tmp_path)


def titles(names):
    return [f"{name} {number}" for name in names for number in range(ISSUES)]


@pytest.mark.parametrize("jobs", [None, 1, 4, 100])
def test_each_line_is_walked_and_each_item_has_its_tag(repositories, jobs):
    done = repositories.run("--tag", "repository", *([] if jobs is None else ["--jobs", str(jobs)]))
    assert outcome(done) == (0, "")
    items = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(item["title"] for item in items) == sorted(titles(repositories.names))
    assert all(item["title"] == f"{item['repository']} {item['number']}" for item in items)
    assert all(next(iter(item)) == "repository" for item in items)
    if jobs in (None, 1):
        assert [item["title"] for item in items] == titles(repositories.names)
    # Within a line, the items are in order.
    for name in repositories.names:
        assert [item["number"] for item in items if item["repository"] == name] == list(range(ISSUES))


def test_jobs_run_at_the_same_time(repositories):
    everyone = threading.Barrier(REPOSITORIES)

    def once_all_ask(arguments):
        # No first page comes before each job has asked for its own.
        if arguments["name"] not in seen:
            seen.add(arguments["name"])
            everyone.wait(LIMIT_SECONDS)
        return repository(arguments)

    seen = set()
    repositories.server.data["repository"] = once_all_ask
    assert outcome(repositories.run("--jobs", str(REPOSITORIES))) == (0, "")


def test_a_line_overrides_the_other_variables_and_blank_lines_count(repositories, tmp_path):
    (tmp_path / "all.json").write_text('{"repository": "file"}')
    lines = b'{"repository": "a"}\r\n\n  \n{}\n'
    done = subprocess.run(
        [*COMMAND, repositories.server.url, "--query", QUERY, "--each", "-", "--variables", str(tmp_path / "all.json"),
         "-v", "repository=option", "--tag", "of=repository", "--field", "/number"],
        input=lines, capture_output=True, env=environment(), timeout=LIMIT_SECONDS, check=False,
    )
    assert outcome(done) == (0, "")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"of": name, "value": number} for name in ("a", "option") for number in range(ISSUES)
    ]


@pytest.mark.parametrize("output", ["csv", "json"])
def test_tables_and_arrays_have_the_tag_too(repositories, output):
    done = repositories.run("--tag", "repository", "--format", output)
    assert outcome(done) == (0, "")
    text = done.stdout.decode()
    rows = list(csv.DictReader(io.StringIO(text))) if output == "csv" else json.loads(text)
    assert [row["title"] for row in rows] == titles(repositories.names)
    assert list(rows[0]) == ["repository", "number", "title"]
    assert all(row["title"].startswith(f"{row['repository']} ") for row in rows)


@pytest.mark.parametrize("output", ["ndjson", "csv"])
def test_a_tag_does_not_cover_a_member_of_the_item(repositories, output):
    done = repositories.run("--tag", "title=repository", "--format", output)
    code, told = outcome(done)
    assert (code, done.stdout) == (3, b"")
    assert "an item has a member title already; give the tag another name: --tag of_title=repository" in told
    assert "at line 1 of" in told


def test_a_name_within_a_value_is_not_a_member(repositories):
    repositories.server.data["repository"] = lambda _: {"issues": Connection([{"number": 1, "title": '"r"'}])}
    done = repositories.run("--tag", "r=repository")
    assert outcome(done) == (0, "")
    assert json.loads(done.stdout.splitlines()[0]) == {"r": "r0", "number": 1, "title": '"r"'}


def test_failures_come_at_the_end_by_line(repositories):
    names = ["a", "x1", "b", "x2", "c"]
    repositories.file.write_text("\n".join(json.dumps({"repository": name}) for name in names))
    done = repositories.run("--jobs", "2")
    code, told = outcome(done)
    assert code == 1, told
    assert sorted(json.loads(line)["title"] for line in done.stdout.splitlines()) == titles("abc")
    lines = told.splitlines()
    assert lines[0] == f"swiftpager: 2 of 5 lines of {repositories.file} failed:"
    assert lines[1].startswith("  line 2: ")
    assert lines[2].startswith("  line 4: ")
    assert "no repository x1" in lines[1]
    assert "no repository x2" in lines[2]


def test_lines_with_one_reason_are_told_together_and_different_codes_are_3(repositories):
    repositories.server.refuse(503, times=3)
    repositories.file.write_text('{"repository": "a"}\n' * 3 + '{"repository": "x"}\n{"repository": 7, "nope": 1}\n')
    code, told = outcome(repositories.run("--retry", "1"))
    assert code == 3
    assert "lines 1-3: " in told
    assert "line 4: " in told
    # The library refuses this line's variables, and the others are walked.
    assert "line 5: " in told
    assert "nope" in told


def test_an_incomplete_output_keeps_its_other_name(repositories):
    repositories.file.write_text('{"repository": "a"}\n{"repository": "x"}\n')
    file = repositories.folder / "items.ndjson"
    code, told = outcome(repositories.run("--output", str(file)))
    assert code == 1
    assert f"the output so far is in {file}.part" in told
    assert not file.exists()
    repositories.file.write_text('{"repository": "a"}\n')
    assert outcome(repositories.run("--output", str(file))) == (0, "")
    assert len(file.read_text().splitlines()) == ISSUES


@pytest.mark.parametrize(("text", "options", "words"), [
    ('{"repository": "a"}\n[1]\n', [], "line 2: expected a JSON object"),
    ('{"repository": "a"}\n\n{"repository": \n', [], "line 3: not JSON"),
    ('{"repository": "a"}\n', ["--tag", "owner"], "line 1 has no variable owner, which --tag names"),
    ('{"repository": "a"}\n', ["--tag", "a-b"], "--tag a-b: expected NAME or NAME=VARIABLE"),
    ('{"repository": "a"}\n', ["--tag", "a=repository", "--tag", "a=repository"], "the member a is given twice"),
    ("\n", [], "has no lines"),
    ('{"repository": "a"}\n', ["--checkpoint", "x"], "--each and --checkpoint exclude each other"),
    ('{"repository": "a"}\n', ["--format", "parquet"], "--each works with the format ndjson, json or csv"),
    ('{"repository": "a"}\n', ["--tag", "repository", "--field", "/title", "--raw"], "--raw writes text"),
])
def test_what_is_wrong_with_the_lines_or_the_options_is_said_before_anything_is_sent(
    repositories, text, options, words
):
    repositories.file.write_text(text)
    done = repositories.run(*options)
    code, told = outcome(done)
    assert (code, done.stdout, repositories.server.requests) == (2, b"", []), told
    assert words in told


def test_a_query_that_cannot_be_paged_is_told_once(repositories):
    done = repositories.run("-p", "connection=/nope")
    code, told = outcome(done)
    assert (code, told.count("\n"), repositories.server.requests) == (2, 1, [])
    assert "nope" in told
    assert "failed" not in told


@pytest.mark.parametrize("options", [["--jobs", "2"], ["--tag", "a"]])
def test_jobs_and_tags_need_lines(repositories, options):
    done = subprocess.run(
        [*COMMAND, repositories.server.url, "--query", QUERY, *options], capture_output=True, env=environment(),
        timeout=LIMIT_SECONDS, check=False,
    )
    assert (done.returncode, b"needs --each FILE" in done.stderr) == (2, True)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_all_jobs_after_whole_lines(repositories, number, code):
    repositories.server.latency = 0.05
    repositories.file.write_text('{"repository": "a"}\n' * 1_000)
    words = [*TAKES_SIGNALS, *repositories.words, "--jobs", "4"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as command:
        first = command.stdout.readline()
        command.send_signal(number)
        output, told = command.communicate(timeout=LIMIT_SECONDS)
    assert command.returncode == code
    assert (first + output).endswith(b"\n")
    assert all(json.loads(line) for line in (first + output).splitlines())
    assert told.startswith(b"swiftpager: interrupted; " if code == 130 else b"swiftpager: terminated; ")
    assert b"Traceback" not in told
    assert b"; complete: line" in told or b"; complete: no line" in told
    assert len(repositories.server.requests) < 1_000


def test_a_second_ctrl_c_does_not_wait_for_the_reader(repositories):
    big = {"issues": Connection([{"number": n, "title": "x" * 100_000} for n in range(4)])}
    repositories.server.data["repository"] = lambda _: big
    repositories.file.write_text('{"repository": "a"}\n' * 100)
    words = [*TAKES_SIGNALS, *repositories.words, "--jobs", "2"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment()) as command:
        # The reader does not read, and the pipe is full.
        until(lambda: len(repositories.server.requests) >= 3)
        time.sleep(0.3)
        command.send_signal(signal.SIGINT)
        time.sleep(0.3)
        assert command.poll() is None
        command.send_signal(signal.SIGINT)
        assert command.wait(LIMIT_SECONDS) == 130


def test_the_reader_of_the_output_may_leave(repositories):
    repositories.file.write_text('{"repository": "a"}\n' * 500)
    line = " ".join(f"'{word}'" for word in repositories.words) + " --jobs 4 | head -1; echo ${PIPESTATUS[0]}"
    done = run_words("bash", "-c", line)
    assert done.stdout.splitlines()[-1] == b"141", done.stderr
    assert done.stderr == b""


def test_limits_hold_for_each_line(repositories):
    done = repositories.run("--max-items", "3", "--jobs", "3")
    code, told = outcome(done)
    assert (code, len(done.stdout.splitlines())) == (3, 3 * REPOSITORIES)
    assert f"lines 1-{REPOSITORIES}: incomplete: --max-items 3 is reached, and there is more" in told


def test_each_line_may_be_a_mutation(repositories):
    repositories.server.data["close"] = lambda arguments: {"name": arguments["name"]}
    mutation = "mutation ($repository: String!) { close(name: $repository) { name } }"
    words = [
        *COMMAND, repositories.server.url, "--execute", mutation,
        "--each", str(repositories.file), "--jobs", "3", "--tag", "key=repository",
    ]
    repositories.server.answer_errors("not yours", after=4)
    done = subprocess.run(words, capture_output=True, env=environment(), timeout=LIMIT_SECONDS, check=False)
    code, told = outcome(done)
    assert code == 1, told
    assert "1 of 12 lines" in told
    responses = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(responses) == REPOSITORIES - 1
    assert all(response["data"]["close"]["name"] == response["key"] for response in responses)
    assert len(repositories.server.requests) == REPOSITORIES


def test_a_dry_run_shows_the_first_line(repositories):
    done = repositories.run("--dry-run")
    assert outcome(done) == (0, "")
    assert 'variables of the first page: {"repository": "r0"}' in done.stdout.decode()
    assert repositories.server.requests == []
