"""The command `swiftpager fleet`, in a process of its own, with workers of its own or those of a scheduler."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
from collections.abc import Iterator

import pytest

import fleets
from commands import COMMAND, TAKES_SIGNALS, run_words
from conftest import LIMIT_SECONDS, until


@pytest.fixture(scope="module")
def lists() -> Iterator[fleets.Lists]:
    with fleets.lists() as lists:
        yield lists


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler with one worker."""
    with fleets.scheduler() as address, fleets.worker(address):
        yield address


def written(folder: pathlib.Path, lists: fleets.Lists, *names: str) -> tuple[str, str]:
    """A file with walks, and one with the columns."""
    walks, columns = folder / "walks.ndjson", folder / "columns.json"
    walks.write_text("".join(json.dumps(lists.walk(name).to_json()) + "\n" for name in names))
    columns.write_text(json.dumps(fleets.COLUMNS))
    return str(walks), str(columns)


def fleet(*words: str) -> "tuple[int, str, str]":
    """The exit code, stdout and stderr of the command."""
    done = run_words(*COMMAND, "fleet", *words)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.long
def test_workers_of_its_own(lists: fleets.Lists, tmp_path: pathlib.Path) -> None:
    walks, columns = written(tmp_path, lists, *fleets.names(4))
    out = tmp_path / "out"
    assert fleet(walks, "--out", str(out), "--columns", columns, "--workers", "2", "--threads", "2") == (0, "", "")
    assert fleets.ids(out) == fleets.items(*fleets.names(4))


@pytest.mark.long
def test_the_second_run_asks_for_nothing(lists: fleets.Lists, scheduler: str, tmp_path: pathlib.Path) -> None:
    walks, columns = written(tmp_path, lists, *fleets.names(3, "second"))
    words = [walks, "--out", str(tmp_path / "out"), "--columns", columns, "--scheduler", scheduler]
    assert fleet(*words) == (0, "", "")
    before = lists.stats()["requests"]
    assert fleet(*words) == (0, "", "")
    assert lists.stats()["requests"] == before


@pytest.mark.parametrize(
    ("bad", "code"), [("refused-1", 1), ("unmade-1", 4), ("cycle-1", 3), ("partial-1", 3)],
    ids=["refused", "unmade", "cycle", "partial"],
)
@pytest.mark.long
def test_the_exit_code_says_why_walks_failed(
    lists: fleets.Lists, scheduler: str, tmp_path: pathlib.Path, bad: str, code: int
) -> None:
    walks, columns = written(tmp_path, lists, "well-1", bad)
    ended, _, errors = fleet(walks, "--out", str(tmp_path / "out"), "--columns", columns, "--scheduler", scheduler)
    assert ended == code, errors
    assert "1 of 2 walks failed or are partial" in errors and bad in errors
    assert fleets.ids(tmp_path / "out") >= fleets.items("well-1")


@pytest.mark.long
def test_the_status_says_how_far_each_walk_is(lists: fleets.Lists, scheduler: str, tmp_path: pathlib.Path) -> None:
    walks, columns = written(tmp_path, lists, "well-1", "cycle-1")
    out = str(tmp_path / "out")
    fleet(walks, "--out", out, "--columns", columns, "--scheduler", scheduler)
    code, output, errors = fleet("--out", out, "--status")
    assert (code, errors) == (0, "") and "well-1" in output and "complete" in output
    code, output, errors = fleet("--out", out, "--status", "--json")
    assert (code, errors) == (0, "") and "well-1" in json.dumps(json.loads(output))


@pytest.mark.long
def test_the_status_of_a_place_without_a_store_is_not_one_of_no_walks(tmp_path: pathlib.Path) -> None:
    code, output, errors = fleet("--out", str(tmp_path / "nowhere"), "--status")
    assert (code, output) == (2, "")
    assert "nowhere: this place has no store, or no walk has begun in it" in errors
    (tmp_path / "file").touch()
    code, output, errors = fleet("--out", str(tmp_path / "file"), "--status")
    assert output == ""
    assert code != 0
    assert "the store cannot be listed: Not a directory" in errors


@pytest.mark.parametrize(
    ("line", "words"),
    [("{", "line 2 is not a walk"), ("[]", "line 2 is not a walk"), ('{"key": "a"}', "line 2 is not a walk"),
     ('{"endpoint": "http://a/", "query": "{ a }", "key": "a", "partition": "b"}', "partition must be a mapping")],
)
@pytest.mark.long
def test_a_line_that_is_not_a_walk_is_named(
    lists: fleets.Lists, scheduler: str, tmp_path: pathlib.Path, line: str, words: str
) -> None:
    walks, columns = written(tmp_path, lists, "well-1")
    with open(walks, "a", encoding="utf-8") as file:
        file.write(line + "\n")
    code, _, errors = fleet(walks, "--out", str(tmp_path / "out"), "--columns", columns, "--scheduler", scheduler)
    assert code == 2 and words in errors


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["walks", "--out", "out", "--limit", "example.com"], "HOST=AT_ONCE"),
        (["walks", "--out", "out", "--limit", "example.com=0"], "at_once"),
        (["walks", "--out", "out", "--columns", "missing.json"], "missing.json"),
        (["walks", "--out", "out", "--limit", "https://example.com=8"], "limits names hosts"),
        (["walks", "--out", "out", "--slice-seconds", "0"], "a number of seconds above 0"),
        (["walks", "--out", "out", "--scheduler", "scheduler"], "missing port number"),
        (["walks", "--out", "out", "--scheduler", "http:/x"], "--scheduler http:/x"),
        (["--out", "out"], "name the file with the walks"),
        (["walks"], "--out"),
    ],
)
def test_a_wrong_command_line_is_refused(words: list[str], message: str) -> None:
    code, output, errors = fleet(*words)
    assert (code, output) == (2, "") and message in errors


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"])
@pytest.mark.long
def test_a_signal_lets_slices_commit_what_they_have(
    scheduler: str, tmp_path: pathlib.Path, number: signal.Signals, code: int
) -> None:
    with fleets.lists("--latency-ms", "100", "--pages", "50") as slow:
        walks, columns = written(tmp_path, slow, *fleets.names(3))
        words = [walks, "--out", str(tmp_path / "out"), "--columns", columns, "--scheduler", scheduler]
        with started(*words) as command:
            fleets.commits_at_a_signal(command, slow, number, code, tmp_path / "out")


@pytest.mark.long
def test_ctrl_c_of_a_terminal_reaches_its_workers_too(tmp_path: pathlib.Path) -> None:
    with fleets.lists("--latency-ms", "100", "--pages", "50") as slow:
        walks, columns = written(tmp_path, slow, *fleets.names(3))
        words = [walks, "--out", str(tmp_path / "out"), "--columns", columns, "--workers", "2", "--threads", "2"]
        with started(*words) as command:
            until(lambda: slow.stats()["requests"] >= 9)
            os.killpg(command.pid, signal.SIGINT)
            _, errors = command.communicate(timeout=LIMIT_SECONDS)
        assert command.returncode == 130, errors
        assert b"interrupted" in errors and b"Traceback" not in errors
        assert sum(fleets.ids(tmp_path / "out").values()) >= 3 * fleets.SIZE


@pytest.mark.long
def test_a_walk_that_failed_for_good_rests_until_it_is_tried_again(
    lists: fleets.Lists, scheduler: str, tmp_path: pathlib.Path
) -> None:
    walks, columns = written(tmp_path, lists, "refused-again")
    words = [walks, "--out", str(tmp_path / "out"), "--columns", columns, "--scheduler", scheduler]

    def requests() -> int:
        asked: int = lists.stats()["pages"].get("refused-again/1", 0)
        return asked

    assert (fleet(*words)[0], requests()) == (1, 1)
    assert (fleet(*words)[0], requests()) == (1, 1)
    assert (fleet(*words, "--retry-failed")[0], requests()) == (1, 2)


@contextlib.contextmanager
def started(*words: str) -> "Iterator[subprocess.Popen[bytes]]":
    """The command under way; it is killed if the test fails meanwhile."""
    with subprocess.Popen(
        [*TAKES_SIGNALS, *COMMAND, "fleet", *words], env=fleets.environment(), stderr=subprocess.PIPE,
        start_new_session=True,
    ) as command:
        try:
            yield command
        finally:
            command.kill()
