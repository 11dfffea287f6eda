"""Ctrl-C at each step of the command on its disk: what it says then is true, and the next run ends the list."""

import contextlib
import csv
import errno
import io
import json
import logging
import os
import pathlib
import re
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from commands import start
from conftest import LIMIT_SECONDS, until
from interrupting import Moment, at_each_gap, at_each_interruption, at_each_line, interrupt, takes_interrupts
from list_server import Variables, list_server
from marked_list import QUERY, SIZE, MarkedList, marked_list
from swiftpager._observing import LOGGER
from swiftpager.cli.command import Command as CommandItself
from swiftpager.cli.formats import parts
from swiftpager.cli.main import main
from swiftpager.cli.signals import Signals
from swiftpager.cli.walking import Walk
from swiftpager.files import _growing
from swiftpager.files._storing import store

# Three pages, the last of which has fewer items.
KNOWN = [*reversed(range(3 * SIZE - 2))]
APART = ("items.ndjson", "items.json", "items.csv", "items.parquet", "items.arrow")
CONTINUED = ("items.ndjson", "items.csv", "parts")


@pytest.fixture
def items() -> Iterator[MarkedList]:
    with marked_list() as items:
        items.fill(*range(len(KNOWN)))
        yield items


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # A checkpoint after each page, however slow the disk is; and a part of two pages.
    monkeypatch.setattr(_growing, "_LONGEST_SECONDS", 0.0)
    monkeypatch.setattr(parts, "ROWS", 2 * SIZE)
    logger = logging.getLogger(LOGGER)
    before = logger.handlers[:], logger.filters[:], logger.level, logger.propagate
    with takes_interrupts():
        yield
    logger.handlers[:], logger.filters[:], logger.level, logger.propagate = before


def run(words: list[str]) -> tuple[int, str]:
    """Runs the command in this process; returns the exit code and what it says."""
    with contextlib.redirect_stderr(io.StringIO()) as told:
        code = main(words)
    return code, told.getvalue()


def ids_in(path: pathlib.Path) -> list[int]:
    """The ids in an output; for a folder those of its parts."""
    if path.is_dir():
        return [id for part in sorted(path.glob("part-*.parquet")) for id in ids_in(part)]
    match path.name.removesuffix(".part").rpartition(".")[2]:
        case "ndjson":
            return [json.loads(line)["id"] for line in path.read_text().splitlines()]
        case "json":
            return [item["id"] for item in json.loads(path.read_text())]
        case "csv":
            return [int(row["id"]) for row in csv.DictReader(io.StringIO(path.read_text()))]
        case "arrow":
            ids: list[int] = pyarrow.ipc.open_stream(path.read_bytes()).read_all()["id"].to_pylist()
            return ids
    found: list[int] = pyarrow.parquet.read_table(path)["id"].to_pylist()
    return found


class Command:
    """A command line that writes the list into one output."""

    def __init__(self, name: str, folder: pathlib.Path, items: MarkedList, *, continues: bool) -> None:
        self.to = folder / name
        self.unfinished = self.to if continues else folder / f"{name}.part"
        format = "parquet" if name == "parts" else name.rpartition(".")[2]
        self.words = [items.url, "--query", QUERY, "-v", f"first={SIZE}", "--format", format, "-o", str(self.to)]
        self.words += ["--checkpoint", str(folder / "checkpoint")] if continues else []

    def ids(self) -> list[int]:
        """What an interrupted run has written."""
        return [] if self.is_empty else ids_in(self.unfinished)

    @property
    def is_empty(self) -> bool:
        """Whether the unfinished output has no byte or no part."""
        if self.unfinished.is_dir():
            return not any(self.unfinished.iterdir())
        return not self.unfinished.exists() or self.unfinished.stat().st_size == 0


def ran(command: Command) -> tuple[int, str]:
    """Runs a command line."""
    return run(command.words)


def ran_elsewhere(command: Command) -> tuple[int, str]:
    """Runs a command line as another process would: its number is in the names of unfinished files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "getpid", os.getppid)
        return run(command.words)


def items_said(told: str) -> int:
    """The number of items that an interrupted command says it has written."""
    assert told.startswith("swiftpager: interrupted") and told.count("\n") == 1, told
    assert "complete" not in told
    found = re.search(r"wrote [\d,]+ pages?, ([\d,]+) items? in ", told)
    return int(found[1].replace(",", "")) if found else 0


def check_complete(command: Command, told: str) -> None:
    """The command says nothing, and its output is the list."""
    assert told == ""
    assert ids_in(command.to) == KNOWN
    assert not list(command.to.parent.rglob("*.new")) and not list(command.to.parent.glob("*.part"))


@pytest.mark.parametrize("name", APART)
def test_an_interrupted_command_says_what_is_in_its_unfinished_file(
    name: str, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    def check(command: Command, moment: Moment, ended: tuple[int, str]) -> None:
        code, told = ended
        if code == 0:
            check_complete(command, told)
        else:
            assert code == 130
            # A file with this name would look complete.
            assert not command.to.exists()
            assert command.ids() == KNOWN[: items_said(told)]
            assert (f"the output so far is in {command.unfinished}" in told) != command.is_empty
        code, told = ran(command)
        assert code == 0, told
        check_complete(command, told)

    def prepare(folder: pathlib.Path) -> Command:
        return Command(name, folder, items, continues=False)

    at_each_interruption(tmp_path, prepare, ran, check)


@pytest.mark.parametrize("name", CONTINUED)
@pytest.mark.long
def test_an_interrupted_command_goes_on_behind_the_items_that_it_counted(
    name: str, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    def check(command: Command, moment: Moment, ended: tuple[int, str]) -> None:
        code, told = ended
        if code == 0:
            check_complete(command, told)
            return
        assert code == 130
        said = items_said(told)
        assert command.ids() == KNOWN[:said]
        assert ("run the same command again to continue" in told) == (said > 0)
        code, told = ran(command)
        assert code == 0, told
        check_complete(command, told)

    def prepare(folder: pathlib.Path) -> Command:
        return Command(name, folder, items, continues=True)

    at_each_interruption(tmp_path, prepare, ran, check)


@pytest.mark.parametrize("name", ["items.ndjson", "items.json", "parts"])
@pytest.mark.long
def test_ctrl_c_behind_the_end_of_a_list_comes_too_late(
    name: str, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    """The exit code is 0, or the list is not complete yet and the command says so."""
    continues = name != "items.json"

    def check(command: Command, ended: tuple[int, str]) -> None:
        code, told = ended
        if code == 0:
            check_complete(command, told)
            return
        assert code == 130
        assert command.ids() == KNOWN[: items_said(told)]
        assert continues or not command.to.exists()
        # A run after a complete one would say so.
        assert ran(command) == (0, "")
        assert ids_in(command.to) == KNOWN

    def prepare(folder: pathlib.Path) -> Command:
        return Command(name, folder, items, continues=continues)

    at_each_line(tmp_path, [CommandItself._walk, Walk.run, Signals.held, store], prepare, ran, check)


@pytest.mark.parametrize("name", ["items.csv", "parts"])
@pytest.mark.long
def test_a_second_ctrl_c_at_once_leaves_an_output_that_goes_on(
    name: str, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    """The second one does not wait for the end of a page."""

    def twice() -> None:
        interrupt()
        interrupt()

    def check(command: Command, moment: Moment, ended: tuple[int, str]) -> None:
        code, told = ended
        assert code == 130
        said = items_said(told)
        # A page may be written whose checkpoint is not.
        assert said <= len(KNOWN)
        code, told = ran(command)
        assert code == 0, told
        assert ids_in(command.to) == KNOWN

    def prepare(folder: pathlib.Path) -> Command:
        return Command(name, folder, items, continues=True)

    at_each_interruption(tmp_path, prepare, ran, check, twice)


@pytest.mark.parametrize("name", ["items.csv", "parts"])
@pytest.mark.long
def test_after_a_disk_that_was_full_for_a_moment_the_next_run_goes_on(
    name: str, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    def is_full() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def check(command: Command, moment: Moment, ended: tuple[int, str]) -> None:
        code, told = ended
        # The command can do without some steps.
        assert code == 0 or (code in (2, 3) and "No space left on device" in told), told
        assert ran(command)[0] == 0
        assert ids_in(command.to) == KNOWN

    def prepare(folder: pathlib.Path) -> Command:
        return Command(name, folder, items, continues=True)

    at_each_interruption(tmp_path, prepare, ran, check, is_full)


def test_a_second_command_is_refused_or_comes_before_or_after(items: MarkedList, tmp_path: pathlib.Path) -> None:
    """The second one writes the whole list, at each moment of the first one: no file is ever mixed or emptied."""
    codes = set()

    def check(command: Command, ended: tuple[int, str], other: tuple[int, str]) -> None:
        assert ended == (0, "")
        assert other == (0, "") or (other[0] == 2 and "another process" in other[1])
        check_complete(command, "")
        codes.add(other[0])

    def prepare(folder: pathlib.Path) -> Command:
        return Command("items.json", folder, items, continues=False)

    at_each_gap(tmp_path, prepare, ran, check, ran_elsewhere)
    assert codes == {0, 2}


@pytest.mark.parametrize("name", ["items.csv", "parts"])
@pytest.mark.long
def test_a_second_command_on_one_checkpoint_repeats_and_loses_nothing(
    name: str, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    def check(command: Command, ended: tuple[int, str], other: tuple[int, str]) -> None:
        # One that read the checkpoint before the other wrote it may find that the output does not belong to it.
        assert {ended[0], other[0]} in ({0}, {0, 2}), (ended, other)
        assert ids_in(command.to) == KNOWN
        assert ran(command)[0] == 0
        assert ids_in(command.to) == KNOWN

    def prepare(folder: pathlib.Path) -> Command:
        return Command(name, folder, items, continues=True)

    at_each_gap(tmp_path, prepare, ran, check, ran_elsewhere)


# Real processes and real signals


@pytest.mark.parametrize(
    ("name", "number", "code"),
    [*((name, signal.SIGINT, 130) for name in APART), ("items.parquet", signal.SIGTERM, 143)],
)
@pytest.mark.long
def test_a_process_that_gets_a_signal_counts_the_items_in_its_unfinished_file(
    name: str, number: signal.Signals, code: int, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    items.fill(*range(400))
    command = Command(name, tmp_path, items, continues=False)
    with start(items.url, *command.words[3:], query=QUERY) as process:
        while items.requests < 20:
            pass
        process.send_signal(number)
        _, told = process.communicate(timeout=LIMIT_SECONDS)
    assert process.returncode == code
    assert not command.to.exists()
    words = told.decode().replace("terminated", "interrupted")
    assert command.ids() == [*reversed(range(400))][: items_said(words)]


# Many lists


@pytest.mark.parametrize(("line", "complete"), [(1, "no line"), (2, "line 1"), (3, "lines 1-2")])
def test_an_interrupted_command_names_the_lines_that_are_complete(
    line: int, complete: str, tmp_path: pathlib.Path
) -> None:
    """Ctrl-C comes when the first page of a line is written, and the server has the request for the second one."""
    is_over = threading.Event()
    unfinished = tmp_path / "items.ndjson.part"

    def answer(variables: Variables) -> dict[str, Any]:
        number, page = variables["list"], int(variables.get("after") or 0)
        if (number, page) == (line, 1):
            until(lambda: len(unfinished.read_bytes().splitlines()) == 2 * line - 1)
            os.kill(os.getpid(), signal.SIGINT)
            is_over.wait(LIMIT_SECONDS)
        nodes = [{"id": 10 * number + page}]
        return {"data": {"items": {"nodes": nodes, "pageInfo": {"hasNextPage": page < 1, "endCursor": str(page + 1)}}}}

    query = (
        "query ($list: Int!, $after: String) {"
        " items(list: $list, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"
    )
    lines, to = tmp_path / "lines", tmp_path / "items.ndjson"
    lines.write_text('{"list": 1}\n{"list": 2}\n{"list": 3}\n')
    try:
        with list_server(answer) as (url, _):
            code, told = run([url, "--query", query, "--each", str(lines), "--jobs", "1", "-o", str(to)])
            is_over.set()
    finally:
        is_over.set()
    assert code == 130
    assert f"complete: {complete} of {lines}; the output so far is in {unfinished}" in told
    assert ids_in(unfinished) == [10 * number + page for number in range(1, line + 1) for page in (0, 1)][:-1]
    assert f"wrote {2 * line - 1} page" in told
