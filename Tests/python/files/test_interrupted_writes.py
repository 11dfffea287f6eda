"""Ctrl-C at each step of a walk into a file, and second writers: each item once, and no torn file that looks whole."""

import functools
import pathlib
from collections.abc import Iterator
from typing import Any

import pyarrow.parquet
import pytest

import swiftpager
from interrupting import (
    Moment,
    at_each_death,
    at_each_gap,
    at_each_interruption,
    at_each_line,
    interrupt,
    takes_interrupts,
)
from marked_list import QUERY, SINCE, SIZE, MarkedList, Output, lines, marked_list
from swiftpager.files import _growing
from swiftpager.files._growing import Growth
from swiftpager.files._parquet import Parts, open_parts
from swiftpager.files._storing import State, _Stored, store


@pytest.fixture
def items() -> Iterator[MarkedList]:
    with marked_list() as items:
        yield items


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # A checkpoint after each page, however slow the disk is.
    monkeypatch.setattr(_growing, "_LONGEST_SECONDS", 0.0)
    with takes_interrupts():
        yield


def check_ended(output: Output, moment: Moment, ended: Any, known: list[int]) -> None:
    """Ctrl-C ends the run; what is written are whole lines and whole parts, each item once."""
    assert isinstance(ended, KeyboardInterrupt), ended
    found = output.ids()
    assert len(set(found)) == len(found) and set(found) <= set(known)
    left = [path.name for path in output.side.parent.rglob("*.new")]
    # Ctrl-C may keep it from just that removal.
    assert len(left) <= moment.name.startswith("unlink"), left


# Two pages before the mark, and three since then.
MARKED = [*range(2 * SIZE), *range(100, 100 + 3 * SIZE)]


def behind_a_mark(kind: str, folder: pathlib.Path, items: MarkedList) -> Output:
    """An output with a mark, two pages since then, and a cursor that is not valid any more."""
    output = Output(kind, folder, items)
    items.times.clear()
    items.fill(*MARKED[: 2 * SIZE])
    assert output.write() == ""
    items.fill(*MARKED[2 * SIZE :])
    assert output.write(most_pages=2) == "PageLimit"
    items.epoch += 1
    return output


@pytest.mark.parametrize("since", [None, SINCE], ids=["all", "since"])
@pytest.mark.parametrize("kind", ["ndjson", "parquet"])
@pytest.mark.long
def test_a_walk_that_ctrl_c_interrupts_goes_on_behind_what_is_written(
    kind: str, since: Any, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    items.fill(*range(3 * SIZE - 2))
    known = [*reversed(range(3 * SIZE - 2))]

    def check(output: Output, moment: Moment, ended: Any) -> None:
        check_ended(output, moment, ended, known)
        found = output.ids()
        assert found == known[: len(found)] and (len(found) % SIZE == 0 or found == known)
        assert output.write(since=since) == ""
        assert output.ids() == known
        assert not list(output.side.parent.rglob("*.new"))

    at_each_interruption(
        tmp_path, lambda folder: Output(kind, folder, items), lambda output: output.write(since=since), check
    )


@pytest.mark.parametrize("kind", ["ndjson", "parquet"])
def test_an_interruption_between_two_pages_or_behind_the_last_one_loses_no_page(
    kind: str, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    """All pages are in one part, which does not appear before the walk ends."""
    items.fill(*range(2 * SIZE - 1))
    known = [*reversed(range(2 * SIZE - 1))]
    taken: list[int] = []
    sink = Parts if kind == "parquet" else Growth

    def prepare(folder: pathlib.Path) -> Output:
        taken.clear()
        return Output(kind, folder, items)

    def run(output: Output) -> str:
        def finished(self: Any, state: Any, finish: Any = sink.finished) -> None:
            taken.append(self.added)
            finish(self, state)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sink, "finished", finished)
            return output.write(since=None)

    def check(output: Output, ended: Any) -> None:
        assert isinstance(ended, KeyboardInterrupt), ended
        assert len(output.ids()) >= len(known[: SIZE * len(taken)])
        assert output.write(since=None) == ""
        assert output.ids() == known

    at_each_line(tmp_path, [store, _Stored.take, _Stored.end], prepare, run, check)


@pytest.mark.parametrize("kind", ["ndjson", "parquet"])
@pytest.mark.long
def test_a_walk_that_begins_at_its_mark_again_may_be_interrupted_there(
    kind: str, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    known = MARKED

    def prepare(folder: pathlib.Path) -> Output:
        return behind_a_mark(kind, folder, items)

    def check(output: Output, moment: Moment, ended: Any) -> None:
        check_ended(output, moment, ended, known)
        # What was there at the mark is never cut off.
        assert set(output.ids()) >= set(known[: 2 * SIZE])
        # A mark has the time of its walk's begin, so a second walk brings what an interrupted one left.
        assert (output.write(), output.write()) == ("", "")
        found = output.ids()
        assert set(found) == set(known) and len(found) == len(known)
        assert [path.name for path in output.side.parent.rglob("*") if ".before" in path.name] == []

    at_each_interruption(tmp_path, prepare, lambda output: output.write(), check)


@pytest.mark.parametrize("kind", ["ndjson", "parquet"])
@pytest.mark.long
def test_a_walk_that_begins_at_its_mark_again_may_die_there(
    kind: str, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    def check(output: Output) -> None:
        assert (output.write(), output.write()) == ("", "")
        found = output.ids()
        assert set(found) == set(MARKED) and len(found) == len(MARKED)
        assert not list(output.side.parent.rglob("*.new"))

    at_each_death(
        tmp_path, lambda folder: behind_a_mark(kind, folder, items), lambda output: output.write(), check
    )


def test_a_file_without_a_checkpoint_appears_whole_or_not_at_all(items: MarkedList, tmp_path: pathlib.Path) -> None:
    items.fill(*range(3 * SIZE))

    def write(file: pathlib.Path) -> int:
        with swiftpager.Client(items.url) as client:
            return client.pager(QUERY, {"first": SIZE}).write_ndjson(file)

    def prepare(folder: pathlib.Path) -> pathlib.Path:
        (folder / "items").write_text('{"id": -1}\n')
        return folder / "items"

    def check(file: pathlib.Path, moment: Moment, ended: Any) -> None:
        assert isinstance(ended, KeyboardInterrupt), ended
        assert lines(file) in ([-1], [*reversed(range(3 * SIZE))])
        # Ctrl-C may keep it from just the removal, or from what it opened.
        assert len(list(file.parent.iterdir())) <= 1 + moment.name.startswith(("unlink", "open"))
        write(file)
        assert lines(file) == [*reversed(range(3 * SIZE))]
        assert list(file.parent.iterdir()) == [file]

    at_each_interruption(tmp_path, prepare, write, check)


@pytest.mark.parametrize("kind", ["ndjson", "parquet"])
@pytest.mark.long
def test_a_second_writer_is_refused_or_comes_before_or_after(
    kind: str, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    """The second one writes the whole list, at each moment of the first one."""
    items.fill(*range(3 * SIZE))
    endings: list[Any] = []

    def write(output: Output) -> str:
        return output.write(since=None)

    def check(output: Output, ended: Any, other: Any) -> None:
        assert ended == "" and (other == "" or isinstance(other, BlockingIOError)), (ended, other)
        endings.append(other)
        assert output.ids() == [*reversed(range(3 * SIZE))]
        assert output.write(since=None) == ""
        assert output.ids() == [*reversed(range(3 * SIZE))]

    at_each_gap(tmp_path, lambda folder: Output(kind, folder, items), write, check, write)
    assert "" in endings and any(isinstance(ending, BlockingIOError) for ending in endings)


# The last part


def opened(parts: Parts, items: MarkedList, pages: int) -> State:
    """Adds pages to parts; returns the state behind them."""
    with swiftpager.Client(items.url) as client:
        pager = client.pager(QUERY, {"first": SIZE})
        for count, page in enumerate(pager, 1):
            parts.add(page)
            page.finish()
            parts.finished(functools.partial(State.of, pager, is_complete=False))
            if count == pages:
                return State.of(pager, is_complete=False)
    raise AssertionError("the list has fewer pages")


def in_folder(folder: pathlib.Path) -> list[int]:
    return [id for part in sorted(folder.glob("part-*")) for id in pyarrow.parquet.read_table(part)["id"].to_pylist()]


@pytest.mark.parametrize("rows", [10**6, 2 * SIZE], ids=["one part", "a full part before it"])
def test_the_last_part_is_whole_once_the_walk_has_ended_and_is_gone_without_that(
    rows: int, items: MarkedList, tmp_path: pathlib.Path
) -> None:
    items.fill(*range(4 * SIZE))
    known = [*reversed(range(4 * SIZE))]

    def parts_in(name: str) -> Any:
        return open_parts(str(tmp_path / name), rows, None, None, resumable=True)

    # The walk has ended, and the folder is not closed yet.
    with parts_in("ended") as parts:
        parts.end(opened(parts, items, 3))
        assert in_folder(tmp_path / "ended") == known[: 3 * SIZE]
    assert in_folder(tmp_path / "ended") == known[: 3 * SIZE]
    # The folder is closed, and the walk has not ended.
    with parts_in("closed") as parts:
        opened(parts, items, 3)
    # A full part appears with the next page.
    assert in_folder(tmp_path / "closed") == (known[:rows] if rows == 2 * SIZE else [])
    # Ctrl-C comes between the two.
    with pytest.raises(KeyboardInterrupt), parts_in("interrupted") as parts:
        parts.end(opened(parts, items, 3))
        interrupt()
    assert in_folder(tmp_path / "interrupted") == known[: 3 * SIZE]
    for name in ("ended", "closed", "interrupted"):
        with swiftpager.Client(items.url) as client:
            client.pager(QUERY, {"first": SIZE}).write_parquet(tmp_path / name, rows=rows)
        assert in_folder(tmp_path / name) == known
        # The part has nothing that is not complete beside it, and the folder can be locked again.
        assert all(path.name.startswith("part-") for path in (tmp_path / name).iterdir())
