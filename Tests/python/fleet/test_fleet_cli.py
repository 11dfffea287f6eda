"""The command `swiftpager fleet` without a cluster: it runs the slices itself, and needs no Dask."""

import contextlib
import json
import pathlib
import signal
import subprocess
from collections.abc import Iterator

import pytest

import fleets
from commands import COMMAND, TAKES_SIGNALS, environment, without
from conftest import LIMIT_SECONDS, until


@pytest.fixture(scope="module")
def lists() -> Iterator[fleets.Lists]:
    with fleets.lists() as lists:
        yield lists


@pytest.fixture
def no_dask(tmp_path: pathlib.Path) -> dict[str, str]:
    """The environment of a machine without Dask."""
    return environment(without(tmp_path / "missing", "dask", "distributed", "cloudpickle"))


def written(folder: pathlib.Path, lists: fleets.Lists, *names: str) -> list[str]:
    """The words of a command line that walks some lists into `out`."""
    walks, columns = folder / "walks.ndjson", folder / "columns.json"
    walks.write_text("".join(json.dumps(lists.walk(name).to_json()) + "\n" for name in names))
    columns.write_text(json.dumps(fleets.COLUMNS))
    return [*COMMAND, "fleet", str(walks), "--out", str(folder / "out"), "--columns", str(columns)]


def run(words: list[str], env: dict[str, str]) -> "tuple[int, str, str]":
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.long
def test_the_command_walks_without_dask(
    lists: fleets.Lists, tmp_path: pathlib.Path, no_dask: dict[str, str]
) -> None:
    words = written(tmp_path, lists, *fleets.names(6))
    assert run([*words, "--slice-pages", "2"], no_dask) == (0, "", "")
    assert fleets.ids(tmp_path / "out") == fleets.items(*fleets.names(6))
    before = lists.stats()["requests"]
    assert run(words, no_dask) == (0, "", "")
    assert lists.stats()["requests"] == before
    code, output, _ = run([*COMMAND, "fleet", "--out", str(tmp_path / "out"), "--status"], no_dask)
    assert (code, "6 walks: 6 complete" in output) == (0, True)


@pytest.mark.parametrize("option", [["--workers", "2"], ["--scheduler", "tcp://127.0.0.1:8786"]])
def test_a_cluster_needs_dask(
    lists: fleets.Lists, tmp_path: pathlib.Path, no_dask: dict[str, str], option: list[str]
) -> None:
    code, _, errors = run([*written(tmp_path, lists, "list-0"), *option], no_dask)
    assert code == 2
    assert f"{option[0]} needs Dask: pip install swiftpager[dask]" in errors


def test_a_fleet_needs_arrow(lists: fleets.Lists, tmp_path: pathlib.Path) -> None:
    code, _, errors = run(written(tmp_path, lists, "list-0"), environment(without(tmp_path / "missing", "pyarrow")))
    assert code == 2
    assert "swiftpager fleet needs pyarrow: pip install swiftpager[fleet]" in errors


@pytest.mark.long
def test_threads_are_the_slices_at_once(tmp_path: pathlib.Path, no_dask: dict[str, str]) -> None:
    # The server answers the list when it is asked for twice: by another command, because this one has one thread.
    with fleets.lists("--twice", "stalled") as lists:
        words = written(tmp_path, lists, "stalled", "list-0")
        with subprocess.Popen([*words, "--threads", "1"], env=no_dask) as one:
            until(lambda: lists.stats()["requests"])
            with subprocess.Popen([*words, "--threads", "2"], env=no_dask) as two:
                assert (one.wait(LIMIT_SECONDS), two.wait(LIMIT_SECONDS)) == (0, 0)
    assert fleets.ids(tmp_path / "out") == fleets.items("stalled", "list-0")


@pytest.mark.long
def test_walks_that_fail_and_limits(lists: fleets.Lists, tmp_path: pathlib.Path, no_dask: dict[str, str]) -> None:
    words = written(tmp_path, lists, "list-0", "refused-1")
    limit = ["--limit", f"{lists.url.removeprefix('http://')}=1"]
    code, _, errors = run([*words, *limit], no_dask)
    assert (code, "1 of 2 walks failed or are partial" in errors) == (1, True)
    assert run([*words, *limit, "--retry-failed"], no_dask)[0] == 1
    assert fleets.ids(tmp_path / "out") == fleets.items("list-0")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"])
@pytest.mark.long
def test_a_signal_lets_slices_commit_what_they_have(
    tmp_path: pathlib.Path, no_dask: dict[str, str], number: signal.Signals, code: int
) -> None:
    with fleets.lists("--latency-ms", "100", "--pages", "50") as slow:
        words = written(tmp_path, slow, *fleets.names(3))
        with contextlib.ExitStack() as stack:
            command = stack.enter_context(
                subprocess.Popen([*TAKES_SIGNALS, *words], env=no_dask, stderr=subprocess.PIPE)
            )
            stack.callback(command.kill)
            fleets.commits_at_a_signal(command, slow, number, code, tmp_path / "out")
