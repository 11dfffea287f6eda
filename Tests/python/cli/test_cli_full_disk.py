"""Each step at which a command writes fails once: the command says which file, and why, and ends with 3."""

import errno
import os
import pathlib
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from failing import FailingDisk
from interrupting import Moment
from marked_list import SIZE
from swiftpager.cli.continuing import growth_of, take_landed_part
from swiftpager.cli.endings import Ending, OutputError, ending_for
from swiftpager.cli.outputs import Output
from swiftpager.cli.wording import words_for
from swiftpager.files import _growing
from swiftpager.files._growing import CheckpointFile, Record
from writing_faces import COMMANDS, Servers, ended, ids_in, servers


@pytest.fixture(scope="module")
def given() -> Iterator[Servers]:
    with servers() as given:
        yield given


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    # A checkpoint after each page, however slow the disk is.
    monkeypatch.setattr(_growing, "_LONGEST_SECONDS", 0.0)


NUMBERS = pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO], ids=["ENOSPC", "EIO"])


def check_told(face: str, number: int, given: Servers, folder: pathlib.Path, moment: Moment) -> None:
    """One step fails: the command says so, and the next run writes the list."""
    words = COMMANDS[face](folder, given)
    with FailingDisk(folder, moment, number) as failing:
        code, told = ended(*words)
    assert failing.has_happened
    assert code == 3, told
    assert os.strerror(number) in told and str(folder) in told
    assert "Errno" not in told and "None" not in told
    assert not list(folder.rglob("*.new"))
    assert ended(*words)[0] == 0
    if face == "checkpoint":
        assert ids_in(folder / "a.ndjson") == [*reversed(range(2 * SIZE))]


def moments_of(face: str, given: Servers, folder: pathlib.Path) -> list[Moment]:
    """The steps of an undisturbed run at which a write can fail."""
    with FailingDisk(folder) as disk:
        assert ended(*COMMANDS[face](folder, given)) == (0, "")
    return disk.writes()


@NUMBERS
@pytest.mark.parametrize("face", [
    pytest.param(name, marks=() if name == "execute" else pytest.mark.long)
    for name in COMMANDS if name not in ("record", "cache")
])
def test_a_write_that_fails_is_told_with_the_file_and_the_reason(
    face: str, number: int, given: Servers, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "whole").mkdir()
    moments = moments_of(face, given, tmp_path / "whole")
    assert moments
    for moment in moments:
        folder = tmp_path / str(moment.step)
        folder.mkdir()
        try:
            check_told(face, number, given, folder, moment)
        except BaseException as error:
            error.add_note(f"the disk failed {moment}")
            raise


@NUMBERS
@pytest.mark.parametrize("face", ["checkpoint", "parts"])
def test_the_first_write_of_a_checkpoint_that_fails_is_no_defect(
    face: str, number: int, given: Servers, tmp_path: pathlib.Path
) -> None:
    for name in ("whole", "full"):
        (tmp_path / name).mkdir()
    first = next(one for one in moments_of(face, given, tmp_path / "whole") if one.name.startswith("open /c."))
    check_told(face, number, given, tmp_path / "full", first)


def broken(*_: Any) -> None:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_a_torn_line_that_cannot_be_cut_off_is_told_with_the_output(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lines").write_text('{"id": ')
    with (tmp_path / "lines").open("r+b") as file:
        status = os.fstat(file.fileno())
        kept: Any = SimpleNamespace(
            file=CheckpointFile(str(tmp_path / "c")), path="c", record=None, record_at=Record,
            notes={"file": {"device": status.st_dev, "inode": status.st_ino}},
        )
        monkeypatch.setattr(os, "ftruncate", broken)
        with pytest.raises(OSError, match="Input/output error: 'lines'"):
            growth_of(Output(file.fileno(), "lines"), kept, lambda told: None)


def test_a_file_of_an_earlier_version_that_cannot_be_renamed_is_told(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = tmp_path / "a.ndjson.part"
    part.write_text("")
    kept: Any = SimpleNamespace(
        path="c", landed_file={"device": part.stat().st_dev, "inode": part.stat().st_ino}
    )
    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(OutputError, match=r"a\.ndjson cannot be written: Input/output error"):
        take_landed_part(str(tmp_path / "a.ndjson"), kept)


def test_no_error_of_the_disk_is_a_defect() -> None:
    error = OSError(errno.EIO, os.strerror(errno.EIO), "file")
    assert ending_for(error) == Ending.INCOMPLETE
    assert words_for(error) == "incomplete: file: Input/output error"
    assert ending_for(BrokenPipeError(errno.EPIPE, "")) == Ending.READER_GONE
