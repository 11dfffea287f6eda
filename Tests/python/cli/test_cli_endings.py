"""How the command ends: exit codes and messages."""

import contextlib
import os
import shlex
import signal
import socket
import subprocess
import sys
import time

import pytest

from commands import COMMAND, environment, in_shell, numbers, outcome, run, run_words, start, without
from conftest import LIMIT_SECONDS, REPOSITORY, until

ENDINGS = {
    "/errors-null-data": (1, "The warehouse is closed."),
    "/errors-no-data": (1, "Cannot query field 'nope'"),
    "/http-400-graphql": (1, "Cannot query field 'nope'"),
    "/http-400-json": (1, "HTTP 400"),
    "/http-429": (1, "limits the rate of requests"),
    "/redirect": (1, "use it as the endpoint"),
    "/html-502": (4, "HTTP 502"),
    "/http-500": (4, "HTTP 500"),
    "/close-half-way": (4, "broke after"),
    "/connection-reset": (4, "127.0.0.1"),
    "/not-json": (4, "not a GraphQL response"),
    "/not-an-object": (4, "not a GraphQL response"),
    "/invalid-utf8": (4, "not a GraphQL response"),
    "/edges-wrong-type": (4, "/data/items/edges"),
    "/has-next-page-wrong-type": (3, "/data/items/pageInfo/hasNextPage"),
    "/no-page-info": (3, "does not say whether there is more"),
    "/null-cursor": (3, "cursor"),
    "/same-cursor": (3, "does not advance"),
    "/cursor-cycle": (3, "goes round in circles"),
    "/connection-null": (3, "null at /data/items, "),
}


@pytest.mark.parametrize("path", ENDINGS)
def test_each_failure_has_a_code_and_one_line(trouble, path):
    expected, word = ENDINGS[path]
    done = run(trouble.url(path), "--retry", "1")
    code, told = outcome(done)
    assert code == expected, told
    assert word in told
    assert told.startswith("swiftpager: ")
    assert told.count("\n") == 1
    # The earlier pages are written.
    assert numbers(done.stdout)[:20] == list(range(1, 21))


def test_an_interrupt_before_the_first_page_says_that_nothing_was_written(trouble):
    with start(trouble.url("/gated")) as command:
        until(lambda: trouble.stats()["requests"] == 1)
        command.send_signal(signal.SIGINT)
        written, told = command.communicate(timeout=LIMIT_SECONDS)
    assert (command.returncode, written, told) == (130, b"", b"swiftpager: interrupted; wrote nothing\n")


def test_no_server_and_no_name_are_failures_of_the_network():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        code, told = outcome(run(f"http://127.0.0.1:{taken.getsockname()[1]}/graphql", "--retry", "1"))
    assert code == 4
    assert "could not connect" in told
    assert run("http://no-such-host.invalid/", "--retry", "1").returncode == 4


def test_a_server_that_is_killed_half_way_leaves_the_pages_before(tmp_path):
    @contextlib.contextmanager
    def trouble_server():
        command = [sys.executable, str(REPOSITORY / "Tests" / "servers" / "trouble.py")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            line = process.stdout.readline()
            yield process, line.split()[-1].strip()
            process.kill()

    file = tmp_path / "items.ndjson"
    with trouble_server() as (server, address):
        url = f"{address.rstrip('/')}/good?ms=50&pages=1000"
        with start(url, "--retry", "2", "--checkpoint", str(tmp_path / "r"), "--output", str(file)) as command:
            until(lambda: file.exists() and file.stat().st_size)
            server.kill()
            _, told = command.communicate(timeout=LIMIT_SECONDS)
    assert command.returncode == 4, told
    assert b"run the same command again" in told
    written = numbers(file.read_bytes())
    assert written == list(range(1, len(written) + 1))


WORDS_ON_ERRORS = "1 page of the list came with 1 error beside the data, the first on page 2 at /items/edges/0/node"


@pytest.mark.parametrize("options", [[], ["--errors", "report"], ["--quiet"]])
def test_errors_beside_the_data_are_told_once_at_the_end(trouble, options):
    done = run(trouble.url("/partial"), *options)
    code, told = outcome(done)
    assert code == 3
    assert told.count("\n") == 1
    assert "incomplete: " in told and "The name is secret." in told
    assert "With --errors keep the walk ends without this failure" in told
    assert done.stdout.count(b"\n") == 50


def test_errors_beside_the_data_can_be_kept(trouble):
    code, told = outcome(done := run(trouble.url("/partial"), "--errors", "keep"))
    assert (code, told.count("\n")) == (0, 1)
    assert WORDS_ON_ERRORS in told
    assert done.stdout.count(b"\n") == 50
    assert outcome(run(trouble.url("/partial"), "--errors", "keep", "--quiet")) == (0, "")


def test_errors_beside_the_data_can_be_the_end(trouble):
    done = run(trouble.url("/partial"), "--errors", "fail")
    assert (done.returncode, done.stdout.count(b"\n")) == (1, 20)
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("option", ["--max-pages", "--max-items"])
def test_a_limit_goes_before_errors_beside_the_data_and_tells_of_them(trouble, option):
    code, told = outcome(run(trouble.url("/partial"), option, "3" if option == "--max-pages" else "25"))
    assert code == 3
    assert f"{option} " in told and "1 page came with 1 error beside the data, the first on page 2" in told


@pytest.mark.long
def test_a_file_that_grows_keeps_what_came_beside_errors(trouble, tmp_path):
    file, resume = tmp_path / "items.ndjson", tmp_path / "walk.json"
    words = ["--output", str(file), "--checkpoint", str(resume)]
    for _ in range(2):
        code, told = outcome(run(trouble.url("/partial"), *words))
        assert code == 3, told
        assert "run the same command again" not in told
        assert file.read_bytes().count(b"\n") == 50
        # Another run sends no request.
        assert trouble.stats()["requests"] == 5
    assert outcome(run(trouble.url("/partial"), *words, "--errors", "keep"))[0] == 0
    assert file.read_bytes().count(b"\n") == 50
    assert trouble.stats()["requests"] == 5


def test_the_next_attempt_is_told_of(trouble):
    code, told = outcome(run(trouble.url("/html-502", once=1)))
    assert code == 0
    assert "attempt 1 brought no answer (http_502)" in told


def test_debug_shows_where_a_failure_was_raised(trouble):
    assert "Traceback" in outcome(run(trouble.url("/http-500"), "--retry", "1", "--debug"))[1]


def test_verbose_tells_of_requests(trouble):
    code, told = outcome(run(trouble.url("/good"), "--verbose"))
    assert code == 0
    assert told.count(" bytes in ") == 5


@pytest.mark.long
def test_the_command_explains_itself():
    done = run_words(*COMMAND, "--help")
    assert done.returncode == 0
    for text in ("exit codes:", "--checkpoint FILE", "exactly once", "  130  Ctrl-C", "${TOKEN}"):
        assert text in done.stdout.decode()
    assert run_words(*COMMAND, "--version").stdout.startswith(b"swiftpager 0.")
    done = run_words(*COMMAND)
    assert done.returncode == 2
    assert b"usage: swiftpager URL" in done.stderr


@pytest.mark.parametrize("options", [[], ["--format", "json"], ["--format", "csv"], ["--format", "arrow"]])
def test_a_reader_that_leaves_is_no_failure(trouble, options):
    with start(trouble.url("/good", pages=10_000), *options) as command:
        command.stdout.read(10)
        command.stdout.close()
        told = command.stderr.read()
    assert (command.returncode, told) == (141, b"")
    assert trouble.stats()["requests"] < 10_000


def test_in_a_pipe_of_the_shell_head_gets_its_line(trouble):
    done = in_shell(trouble.url("/good", pages=1_000), "| head -1")
    assert (done.returncode, done.stdout, done.stderr) == (0, b'{"id":"1","name":"Item 1"}\n', b"")


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_an_explanation_that_nobody_reads_is_quiet(option):
    done = run_words("bash", "-c", f"{shlex.join([*COMMAND, option])} | true")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_stdout_is_a_wrong_command_line(trouble):
    done = in_shell(trouble.url("/good"), ">&-")
    assert done.returncode == 2
    assert b"stdout is closed" in done.stderr
    done = in_shell(trouble.url("/good"), "2>&-")
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 50


def test_a_stdout_that_does_not_block_is_waited_for(trouble):
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with start(trouble.url("/good", pages=500, size=100), stdout=writer) as command:
        os.close(writer)
        # The pipe is full long before the list is complete.
        until(lambda: trouble.stats()["requests"] > 1)
        time.sleep(0.5)
        assert command.poll() is None
        with open(reader, "rb") as file:
            assert file.read().count(b"\n") == 50_000
        assert command.wait(LIMIT_SECONDS) == 0


def test_plain_lines_need_nothing_but_the_standard_library(trouble, tmp_path):
    env = environment(without(tmp_path / "modules", "rich", "pyarrow", "orjson", "msgspec", "pydantic"))
    done = run(trouble.url("/good"), "--format", "csv", env=env)
    assert outcome(done) == (0, "")
    assert done.stdout.count(b"\n") == 51
