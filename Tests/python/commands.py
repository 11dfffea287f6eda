"""The command `swiftpager`, run in its own process."""

import contextlib
import json
import os
import pathlib
import pty
import shlex
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from conftest import BINDING, ITEMS_QUERY, LIMIT_SECONDS, python_path

# If tests run without a terminal, a child would inherit that Ctrl-C is ignored.
TAKES_SIGNALS = ["env", "--default-signal=INT", "--default-signal=TERM"]
COMMAND = [sys.executable, "-m", "swiftpager"]


def environment(*folders: pathlib.Path, **variables: str) -> dict[str, str]:
    """The environment in which a command finds the modules in some folders first, and then the package."""
    return {**os.environ, "PYTHONPATH": python_path(*folders, BINDING), **variables}


def without(folder: pathlib.Path, *modules: str) -> pathlib.Path:
    """A folder that makes modules seem not installed."""
    folder.mkdir(exist_ok=True)
    for module in modules:
        (folder / f"{module}.py").write_text("raise ModuleNotFoundError(__name__)\n")
    return folder


def words(url: str, *options: str, query: str = ITEMS_QUERY) -> list[str]:
    """The words of a command line."""
    return [*COMMAND, url, "--query", query, *options]


def run(
    url: str, *options: str, query: str = ITEMS_QUERY, env: "dict[str, str] | None" = None, stdin: bytes = b"",
    **others: Any,
) -> "subprocess.CompletedProcess[bytes]":
    """Runs the command to its end."""
    return subprocess.run(
        words(url, *options, query=query), capture_output=True, env=env or environment(), timeout=LIMIT_SECONDS,
        check=False, input=stdin, **others,
    )


def run_to(
    file: Any, url: str, *options: str, query: str = ITEMS_QUERY, env: "dict[str, str] | None" = None
) -> "subprocess.CompletedProcess[bytes]":
    """Runs the command to its end, with stdout to an open file."""
    return subprocess.run(
        words(url, *options, query=query), stdout=file, stderr=subprocess.PIPE, env=env or environment(),
        timeout=LIMIT_SECONDS, check=False,
    )


@contextlib.contextmanager
def start(url: str, *options: str, query: str = ITEMS_QUERY, **others: Any) -> "Iterator[subprocess.Popen[bytes]]":
    """Starts the command, and kills it if the test fails meanwhile."""
    with subprocess.Popen(
        [*TAKES_SIGNALS, *words(url, *options, query=query)], env=others.pop("env", None) or environment(),
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **others},
    ) as command:
        try:
            yield command
        except BaseException:
            command.kill()
            raise


def run_each(*lines: list[str]) -> list[tuple[int, str]]:
    """Runs command lines one after the other in one process, for those that end at once: codes and stderr."""
    program = (
        "import contextlib, io, json, sys\n"
        "from swiftpager.cli.main import main\n"
        "for words in json.load(sys.stdin):\n"
        "    told = io.StringIO()\n"
        "    with contextlib.redirect_stderr(told), contextlib.redirect_stdout(told):\n"
        "        code = main(words)\n"
        "    print(json.dumps([code, told.getvalue()]), flush=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=json.dumps(lines).encode(), capture_output=True, env=environment(),
        timeout=LIMIT_SECONDS, check=True,
    )
    ended = [(code, told) for code, told in map(json.loads, done.stdout.splitlines())]
    assert len(ended) == len(lines), done.stderr
    return ended


def run_words(*words: str) -> "subprocess.CompletedProcess[bytes]":
    """Runs any program to its end."""
    return subprocess.run(words, capture_output=True, env=environment(), timeout=LIMIT_SECONDS, check=False)


def in_shell(url: str, redirection: str, *options: str) -> "subprocess.CompletedProcess[bytes]":
    """Runs the command in a shell line, like `… | head -1`."""
    return run_words("bash", "-c", f"{shlex.join(words(url, *options))} {redirection}")


def outcome(done: "subprocess.CompletedProcess[bytes]") -> tuple[int, str]:
    """The exit code and the text on stderr."""
    return done.returncode, done.stderr.decode()


def numbers(lines: bytes) -> list[int]:
    """The ids of the misbehaving server's items in NDJSON."""
    return [int(json.loads(line)["id"]) for line in lines.splitlines()]


def seen_on_a_terminal(url, *options, env=None, both=False):
    """The text on a terminal that is the command's stderr and, with `both`, its stdout; and the exit code."""
    terminal, end = pty.openpty()
    others = {"stdout": end} if both else {}
    with start(url, *options, stderr=end, env=env or environment(TERM="xterm"), **others) as command:
        os.close(end)
        shown = b""
        try:
            if not both:
                command.stdout.read()
            while data := os.read(terminal, 65536):
                shown += data
        except OSError:
            # The command has closed its end.
            pass
        code = command.wait(LIMIT_SECONDS)
    os.close(terminal)
    return shown.decode(), code
