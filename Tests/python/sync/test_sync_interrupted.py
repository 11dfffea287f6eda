"""Ctrl-C at each step of `swiftpager sync`: readers see the lists of before or of now, and the next run ends them."""

import contextlib
import io
import pathlib
import shutil
import threading
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest

import fleets
import sync_support
from conftest import LIMIT_SECONDS, LONG, until
from interrupting import Moment, at_each_death, at_each_gap, at_each_interruption, takes_interrupts
from interrupting_threads import SharedDisk, interrupt_main
from swiftpager.cli.main import main
from swiftpager.sync import Entry, Options, Pinned, views
from swiftpager.sync.stores import Record, Stores
from sync_support import Folder, Lists

# One that is read whole, and one that is asked for what is new.
NAMES = ("orders", "products")
# One after the other, so that the steps come in the same order each time; a slice of each has three pages.
OPTIONS = ("--only", ",".join(NAMES), "--jobs", "1", "--slice-pages", "3")
# Of so many moments, one is in a test.
PARTS = 11
Rows = dict[str, list[tuple[str, str]]]


@pytest.fixture(scope="module")
def served() -> Iterator[Lists]:
    with sync_support.lists() as served:
        yield served


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with takes_interrupts():
        yield


def ran(folder: Folder, *options: str) -> tuple[int, str, str]:
    """Runs the command in this process; returns the exit code and what it says."""
    with contextlib.redirect_stdout(io.StringIO()) as shown, contextlib.redirect_stderr(io.StringIO()) as told:
        code = main(folder.words(*OPTIONS, *options)[3:])
    return code, shown.getvalue(), told.getvalue()


def truth(served: Lists) -> Rows:
    rows = served.truth()
    return {name: rows[name] for name in NAMES}


def seen(folder: Folder) -> Rows:
    """What a reader sees now."""
    return folder.rows() if (folder.path / "views.sql").exists() else {}


class Night:
    """The folder as a night has left it, which each run of a test gets a copy of; the lists have changed since then."""

    def __init__(self, folder: pathlib.Path, served: Lists) -> None:
        folder.mkdir()
        self._kept = Folder(folder, served.url)
        assert ran(self._kept)[0] == 0
        self.before = truth(served)
        served.night()
        self.now = truth(served)
        assert all(self.before[name] != self.now[name] for name in NAMES)

    def copy(self, folder: pathlib.Path) -> Folder:
        """A copy, whose views show its own files."""
        copy = Folder(folder, self._kept.url)
        shutil.copytree(self._kept.path, copy.path)
        views = copy.path / "views.sql"
        views.write_text(views.read_text().replace(str(self._kept.path), str(copy.path)))
        return copy


def checking(served: Lists, before: Rows, now: Rows) -> Callable[[Folder, Moment, Any], None]:
    """What holds after Ctrl-C: each list is whole, as before or as now, and the next run makes it that of now."""

    def check(folder: Folder, moment: Moment, ended: tuple[int, str, str]) -> None:
        code, shown, told = ended
        if code == 0:
            # Ctrl-C came when all was said.
            assert told == "" and shown.count("complete") == len(NAMES) and seen(folder) == now
        else:
            assert (code, shown, told) == (130, "", "swiftpager: interrupted\n"), ended
        found = seen(folder)
        assert found.keys() >= before.keys()
        for name, rows in found.items():
            assert rows in (before.get(name), now[name]), name
        if (folder.path / "_plan.json").exists():
            assert folder.plan()["lists"].keys() >= set(NAMES)
        # Ctrl-C may keep it from just the removal of one.
        left = [path.name for path in folder.path.rglob("*.new")]
        assert len(left) <= moment.name.startswith(("unlink", "open")), left
        opened = (folder.path / "views.sql").read_text() if found else None
        code, shown, told = ran(folder)
        assert (code, told) == (0, ""), told
        # A reader that opened the views before that run goes on.
        assert opened is None or folder.rows(opened) == found
        assert [line.split()[-1] for line in shown.splitlines()] == ["complete"] * len(NAMES)
        assert folder.rows() == now

    return check


@pytest.mark.parametrize("part", range(PARTS) if LONG else [1])
@pytest.mark.long
def test_a_first_run_that_ctrl_c_ends_shows_whole_lists_only(
    served: Lists, tmp_path: pathlib.Path, part: int
) -> None:
    def prepare(folder: pathlib.Path) -> Folder:
        return Folder(folder, served.url)

    at_each_interruption(
        tmp_path, prepare, ran, checking(served, {}, truth(served)), interrupt_main, disk=SharedDisk,
        chosen=slice(part, None, PARTS),
    )


@pytest.mark.parametrize("part", range(PARTS) if LONG else [2])
@pytest.mark.long
def test_a_later_run_that_ctrl_c_ends_shows_each_list_as_before_or_as_now(
    served: Lists, tmp_path: pathlib.Path, part: int
) -> None:
    night = Night(tmp_path / "night", served)
    at_each_interruption(
        tmp_path, night.copy, ran, checking(served, night.before, night.now), interrupt_main, disk=SharedDisk,
        chosen=slice(part, None, PARTS),
    )


@pytest.mark.long
def test_ctrl_c_ends_the_fleets_of_all_lists_at_a_page(tmp_path: pathlib.Path) -> None:
    with sync_support.lists("--latency-ms", "60", "--items", "60") as slow:
        folder = Folder(tmp_path, slow.url)

        def press() -> None:
            until(lambda: all(slow.stats().get(name, 0) >= 2 for name in NAMES))
            interrupt_main()

        presses = threading.Thread(target=press)
        presses.start()
        code, _, told = ran(folder, "--jobs", "2", "--slice-pages", "200")
        presses.join(LIMIT_SECONDS)
        assert (code, told) == (130, "swiftpager: interrupted\n")
        for thread in threading.enumerate():
            if thread.name == "swiftpager-fleet":
                thread.join(LIMIT_SECONDS)
        for name in NAMES:
            assert 0 < sum(fleets.ids(folder.path / name).values()) < 60
        assert ran(folder)[0] == 0
        assert folder.rows() == truth(slow)


@pytest.mark.long
def test_a_second_run_at_any_moment_is_refused_or_comes_before_or_after(
    served: Lists, tmp_path: pathlib.Path
) -> None:
    night = Night(tmp_path / "night", served)
    codes: list[int] = []

    def check(folder: Folder, ended: tuple[int, str, str], other: tuple[int, str, str]) -> None:
        assert ended[0] == 0 and ended[1].count("complete") == len(NAMES), ended
        assert other[0] == 0 or (other[0] == 2 and "another process or thread writes to it" in other[2]), other
        codes.append(other[0])
        assert folder.rows() == night.now
        assert ran(folder)[0] == 0
        assert folder.rows() == night.now

    at_each_gap(tmp_path, night.copy, ran, check, ran, chosen=slice(0, None, 1 if LONG else 12))
    assert set(codes) == {0, 2}


# What a run writes beside its stores


class Written:
    """A folder, and the files that a run writes there."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.stores = Stores(folder / "list")
        self.entry = Entry(name="list", folder="list", skipped="it needs an argument")

    def write(self, end: Literal["partial", "complete"]) -> None:
        """Writes all of them; `end` is in each."""
        record = Record("plan", end=end)
        self.stores.note(1, record)
        views.written_views(self.folder, {end: (1, views.view(self.entry.name, record, [f"{end}.parquet"]))})
        Pinned("http://a.example/", Options(only=(end,)), {"list": self.entry}).save(self.folder)

    def read(self) -> list[Any]:
        """What a later run reads in them; None for a file that is not there."""
        pinned, record = Pinned.load(self.folder), self.stores.record(1)
        shown = views.referred(self.folder)
        return [
            None if record is None else record.end, None if shown is None else "".join(shown),
            None if pinned is None else "".join(pinned.options.only or ()),
        ]


@pytest.mark.parametrize("before", [None, "partial"], ids=["new", "replaced"])
@pytest.mark.parametrize("dies", [False, True], ids=["Ctrl-C", "death"])
def test_a_plan_a_record_and_views_are_replaced_as_a_whole_in_order(
    tmp_path: pathlib.Path, before: Any, dies: bool
) -> None:
    def prepare(folder: pathlib.Path) -> Written:
        written = Written(folder)
        if before is not None:
            written.write(before)
        return written

    def run(written: Written) -> None:
        written.write("complete")

    def check(written: Written, *others: Any) -> None:
        assert dies or isinstance(others[-1], KeyboardInterrupt)
        found = written.read()
        count = found.count("complete")
        assert found == ["complete"] * count + [before] * (3 - count), found
        run(written)
        assert written.read() == ["complete"] * 3

    if dies:
        at_each_death(tmp_path, prepare, run, check)
    else:
        at_each_interruption(tmp_path, prepare, run, check)
