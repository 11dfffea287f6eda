"""`swiftpager mcp` as a process: how it ends, and what its pipes carry."""

import fcntl
import json
import signal
import struct
import subprocess
import termios

import pytest

from assistants import NOWHERE, conversation, files, items, many_lists, out, schemas
from commands import COMMAND, environment, outcome
from conftest import LIMIT_SECONDS, Trouble, run_script, until
from refusing import refusing, served

__all__ = ["items", "out", "refusing", "schemas", "served"]  # fixtures


# Ends


@pytest.mark.parametrize("is_walking", [False, True])
@pytest.mark.parametrize(("ending", "code", "words"), [
    (None, 0, ""), (signal.SIGINT, 130, "swiftpager: interrupted\n"), (signal.SIGTERM, 143, "swiftpager: terminated\n"),
])
@pytest.mark.long
def test_the_end_of_stdin_and_signals_end_the_command(trouble: Trouble, items, out, is_walking, ending, code, words):
    with conversation(trouble.url("/gated", bad=2, pages=30), out, *items) as command:
        if is_walking:
            command.call(2, "walk_list", name="items", file="items.ndjson")
            until(lambda: trouble.stats()["requests"] >= 3)
        if ending is None:
            assert command.process.stdin is not None
            command.process.stdin.close()
        else:
            command.process.send_signal(ending)
        ended, rest, stderr = command.ended()
        assert (ended, stderr) == (code, words)
        # The call may be answered with an error; nothing else is on stdout.
        assert all(json.loads(line)["id"] == 2 and "error" in json.loads(line) for line in rest.splitlines())
    assert files(out) == []


@pytest.mark.long
def test_ctrl_c_stays_ignored_in_the_background(refusing, out):
    words = [*COMMAND, "mcp", refusing.url(), "-o", str(out)]
    with subprocess.Popen(
        ["env", "--ignore-signal=INT", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 2, "method": "ping"}\n')
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 2
        process.stdin.close()
        assert process.wait(LIMIT_SECONDS) == 0


@pytest.mark.long
def test_a_reader_that_is_gone_ends_the_command(refusing, out):
    with conversation(refusing.url(), out) as command:
        assert command.process.stdout is not None
        command.process.stdout.close()
        command.call(2, "list_lists")
        assert command.process.wait(LIMIT_SECONDS) == 141
        assert command.process.stderr is not None and command.process.stderr.read() == b""


def waiting(pipe: int) -> int:
    """The number of bytes in a pipe."""
    count: int = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0" * 4))[0]
    return count


@pytest.mark.long
def test_a_signal_does_not_wait_for_a_reader_that_reads_nothing(out, tmp_path):
    path = tmp_path / "large.graphql"
    path.write_text(many_lists(100))
    with conversation(NOWHERE, out, "--schema", str(path)) as command:
        # Far more than a pipe holds.
        for number in range(2, 40):
            command.call(number, "list_lists")
        assert command.process.stdout is not None
        pipe = command.process.stdout.fileno()
        # A pipe with pages that are not full takes less than its size.
        until(lambda: waiting(pipe) > 40_000)
        command.process.send_signal(signal.SIGTERM)
        assert command.process.wait(LIMIT_SECONDS) == 143


@pytest.mark.long
def test_stdin_and_stdout_may_be_files(refusing, out, tmp_path):
    messages = [
        {"id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}},
        {"method": "notifications/initialized"},
    ]
    (tmp_path / "in").write_text("".join(json.dumps({"jsonrpc": "2.0", **one}) + "\n" for one in messages))
    with open(tmp_path / "in", "rb") as stdin, open(tmp_path / "answers", "wb") as stdout:
        done = subprocess.run(
            [*COMMAND, "mcp", refusing.url(), "-o", str(out)], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
            env=environment(), timeout=LIMIT_SECONDS, check=False,
        )
    assert outcome(done) == (0, "")
    for line in (tmp_path / "answers").read_bytes().splitlines():
        assert json.loads(line)["id"] == 1


@pytest.mark.long
def test_stdout_has_nothing_but_the_protocol(refusing, out):
    with conversation(refusing.url(refuse="email"), out) as command:
        for line in (b"\n", b"not JSON\n", b"\xff\xfe\n", b"[]\n", b'{"jsonrpc": "2.0"}\n'):
            command.write(line)
        # All but the blank one are answered.
        assert [command.line()["id"] for _ in range(4)] == [None] * 4
        # A message in two pieces, and two in one.
        whole = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "ping"}).encode()
        command.write(whole[:9])
        command.write(whole[9:] + b"\n" + whole.replace(b"2,", b"3,") + b"\n")
        assert {command.line()["id"], command.line()["id"]} == {2, 3}
        command.call(4, "walk_list", name="people", file="people.ndjson")
        assert command.line()["id"] == 4
        command.send(id=5, method="tools/call", params={"name": "nothing", "arguments": {}})
        assert command.line()["id"] == 5
        assert command.process.stdin is not None
        command.process.stdin.close()
        assert command.ended()[:2] == (0, b"")


def test_what_others_print_goes_to_stderr():
    code, output, errors = run_script("""
from swiftpager.mcp import _pipes
import anyio
with _pipes.output() as out:
    print("a stray word")
    os.system("echo another")
    anyio.run(out.write, "protocol\\n")
print("after")
""")
    assert (code, output) == (0, "protocol\nafter\n")
    assert sorted(errors.split()) == ["a", "another", "stray", "word"]
