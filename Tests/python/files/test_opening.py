"""Another user may write to the folder: names that are taken before a file is opened, or while it is written."""

import errno
import fcntl
import os
import pathlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conftest import process_that_is_gone
from swiftpager.files import _opening
from swiftpager.files._disk import make_folders
from swiftpager.files._extents import Extent
from swiftpager.files._growing import CheckpointFile, Growth, Record
from swiftpager.files._opening import NewFile, check_replaceable, open_existing, read_regular, rename, replacing
from swiftpager.files._storing import State
from swiftpager.files._unfinished import remove_unfinished, unfinished
from swiftpager.files._writing import write_whole
from swiftpager.fleet._folders import LocalFolder, S3Folder

VICTIM = "another file\n"


@pytest.fixture
def victim(tmp_path: pathlib.Path) -> Iterator[pathlib.Path]:
    """A file of which nothing may change."""
    file = tmp_path / "victim"
    file.write_text(VICTIM)
    yield file
    assert file.read_text() == VICTIM


def socket_at(path: pathlib.Path) -> None:
    os.mknod(path, 0o600 | 0o140000)


# What has the name of an unfinished file, how it comes there, and what the refusal says.
TAKEN: list[tuple[str, Callable[[pathlib.Path, pathlib.Path], Any], str]] = [
    ("link", lambda path, victim: path.symlink_to(victim), "it is a link, and an earlier run cannot have left it"),
    ("dangling", lambda path, victim: path.symlink_to(path.parent / "nothing"), "it is a link, and an earlier run"),
    ("hard link", lambda path, victim: path.hardlink_to(victim), "it has a second name (a hard link), and an earlier"),
    ("pipe", lambda path, victim: os.mkfifo(path), "it is a pipe, and an earlier run cannot have left it there"),
    ("socket", lambda path, victim: socket_at(path), "it is a socket, and an earlier run cannot have left it there"),
    ("folder", lambda path, victim: path.mkdir(), "it is a folder, and an earlier run cannot have left it there"),
]


@pytest.mark.parametrize(("take", "words"), [row[1:] for row in TAKEN], ids=[row[0] for row in TAKEN])
def test_a_name_that_an_earlier_run_cannot_have_left_is_refused(
    take: Callable[[pathlib.Path, pathlib.Path], Any], words: str, tmp_path: pathlib.Path, victim: pathlib.Path
) -> None:
    path = tmp_path / "file.part"
    take(path, victim)
    before = os.lstat(path)
    with pytest.raises(FileExistsError, match=re.escape(words)) as refused:
        NewFile(str(path))
    assert refused.value.filename == str(path)
    assert os.path.samestat(os.lstat(path), before)
    assert not (tmp_path / "nothing").exists()


def test_a_file_of_another_user_is_refused(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.part"
    path.write_text(VICTIM)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    with pytest.raises(FileExistsError, match="it belongs to another user, and an earlier run cannot have left it"):
        NewFile(str(path))
    assert path.read_text() == VICTIM


def test_what_a_killed_run_left_is_replaced_by_a_new_file(tmp_path: pathlib.Path) -> None:
    """A person who has the old file open sees nothing of the new one."""
    path = tmp_path / "file.part"
    path.write_text("left")
    path.chmod(0o606)
    with path.open() as left:
        new = NewFile(str(path))
        os.write(new.descriptor, b"new")
        new.close()
        assert left.read() == "left"
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_file_that_is_being_written_is_refused(tmp_path: pathlib.Path) -> None:
    first = NewFile(str(tmp_path / "file.part"))
    os.write(first.descriptor, b"first")
    with pytest.raises(BlockingIOError, match="another process or thread writes to it"):
        NewFile(first.path)
    first.replace(str(tmp_path / "file"))
    first.close()
    assert (tmp_path / "file").read_text() == "first"


def flock_after(event: Callable[[], Any]) -> Callable[[int, int], None]:
    """A lock before which something happens once."""
    events = [event]

    def lock(descriptor: int, how: int, real: Callable[[int, int], None] = fcntl.flock) -> None:
        if events:
            events.pop()()
        real(descriptor, how)

    return lock


def test_a_file_that_gets_its_final_name_before_the_lock_is_kept(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, final = tmp_path / "file.part", tmp_path / "file"
    path.write_text("whole")
    monkeypatch.setattr(fcntl, "flock", flock_after(lambda: path.rename(final)))
    new = NewFile(str(path))
    os.write(new.descriptor, b"new")
    new.close()
    assert (path.read_text(), final.read_text()) == ("new", "whole")


def test_a_file_that_another_process_begins_before_the_lock_is_kept(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.part"
    path.write_text("left")
    others: list[NewFile] = []
    monkeypatch.setattr(fcntl, "flock", flock_after(lambda: others.append(NewFile(str(path)))))
    with pytest.raises(BlockingIOError):
        NewFile(str(path))
    assert _opening.is_at(str(path), others[0].descriptor)
    others[0].remove()
    assert not path.exists()


def test_a_new_file_that_another_process_takes_for_a_left_one_is_not_used(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.part"
    monkeypatch.setattr(fcntl, "flock", flock_after(path.unlink))
    new = NewFile(str(path))
    assert _opening.is_at(str(path), new.descriptor)
    new.close()


CHANGES: list[tuple[str, Callable[[pathlib.Path, pathlib.Path], Any]]] = [
    ("gone", lambda path, victim: None),
    ("link", lambda path, victim: path.symlink_to(victim)),
    ("hard link", lambda path, victim: path.hardlink_to(victim)),
    ("link to it", lambda path, victim: path.symlink_to(path.with_name("moved"))),
    ("file", lambda path, victim: path.write_text("planted")),
]


@pytest.mark.parametrize("change", [row[1] for row in CHANGES], ids=[row[0] for row in CHANGES])
def test_a_file_whose_name_is_another_file_by_now_gets_no_final_name(
    change: Callable[[pathlib.Path, pathlib.Path], Any], tmp_path: pathlib.Path, victim: pathlib.Path
) -> None:
    path, final = tmp_path / "file.new", tmp_path / "file"
    final.write_text("before")

    def taken(new: NewFile) -> None:
        new.file.write(b"new")
        path.rename(tmp_path / "moved")
        change(path, victim)

    words = "while it was written, another process removed it or gave its name to another file"
    with pytest.raises(FileExistsError, match=words) as refused, replacing(str(final), str(path)) as new:
        taken(new)
    assert refused.value.filename == str(path)
    assert final.read_text() == "before"
    path.unlink(missing_ok=True)
    new = NewFile(str(path))
    taken(new)
    with pytest.raises(FileExistsError, match=words):
        new.link(str(tmp_path / "second"))
    assert not (tmp_path / "second").exists()
    new.close()


@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_nothing_but_a_file_is_replaced(kind: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "given"
    (os.mkfifo if kind == "pipe" else os.mkdir)(path)
    error = FileExistsError if kind == "pipe" else IsADirectoryError
    words = "it is a pipe and not a file: name another" if kind == "pipe" else "Is a directory"
    (tmp_path / "other").write_text("")
    for write in (
        lambda: check_replaceable(str(path)), lambda: write_whole(str(path), b"new"), lambda: open_existing(str(path)),
        lambda: read_regular(path), lambda: rename(str(path), str(tmp_path / "x")),
        lambda: rename(str(tmp_path / "other"), str(path)), lambda: NewFile(f"{path}.new").replace(str(path)),
    ):
        with pytest.raises(error, match=words):
            write()
    assert os.path.samestat(os.lstat(path), path.stat()) and not path.is_file()


def test_a_device_is_not_replaced(tmp_path: pathlib.Path) -> None:
    for write in (lambda: write_whole("/dev/null", b"new"), lambda: read_regular("/dev/zero")):
        with pytest.raises(FileExistsError, match="it is a device and not a file: name another"):
            write()


# The permissions of the folder, and whether it may have a growing file with another name or another owner.
FOLDERS = [(0o755, True), (0o775, True), (0o777, False), (0o757, False), (0o1777, False), (0o1775, False)]


@pytest.mark.parametrize(("mode", "is_taken"), FOLDERS)
def test_a_file_grows_if_nobody_else_can_have_put_it_there(
    mode: int, is_taken: bool, tmp_path: pathlib.Path, victim: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    os.chmod(folder, mode)
    (folder / "own").write_text("")
    os.close(open_existing(str(folder / "own")))
    os.close(open_existing(str(folder / "fresh")))
    (folder / "linked").hardlink_to(victim)

    def opened(name: str) -> str:
        try:
            os.close(open_existing(str(folder / name)))
        except PermissionError as error:
            return str(error.strerror)
        return ""

    told = opened("linked")
    monkeypatch.setattr(os, "geteuid", lambda: victim.stat().st_uid + 1)
    foreign = opened("own")
    if is_taken:
        assert (told, foreign) == ("", "")
    else:
        end = "in a folder to which others may write: name a file in another folder"
        assert told == f"it has a second name (a hard link), {end}"
        assert foreign == f"it belongs to another user, {end}"


def test_a_file_that_grows_is_opened_through_no_link(tmp_path: pathlib.Path, victim: pathlib.Path) -> None:
    (tmp_path / "link").symlink_to(victim)
    with pytest.raises(OSError, match="Too many levels of symbolic links"):
        open_existing(str(tmp_path / "link"))
    with pytest.raises(OSError, match="Too many levels of symbolic links"):
        rename(str(tmp_path / "link"), str(tmp_path / "x"))


def test_a_file_whose_name_is_another_file_by_now_is_not_renamed(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("")

    def replaced(to: str) -> None:
        path.unlink()
        path.symlink_to(tmp_path / "nothing")

    monkeypatch.setattr(_opening, "check_replaceable", replaced)
    with pytest.raises(FileNotFoundError, match="file"):
        rename(str(path), str(tmp_path / "x"))
    assert path.is_symlink() and not (tmp_path / "x").is_symlink()


def test_files_can_be_new_where_files_have_no_locks(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(descriptor: int, how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refused)
    write_whole(str(tmp_path / "file"), b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    # Two processes could append to one file.
    with pytest.raises(OSError, match="No locks available"):
        open_existing(str(tmp_path / "file"))


def test_a_link_does_not_pass_for_the_copy_of_what_is_cut_off(tmp_path: pathlib.Path, victim: pathlib.Path) -> None:
    (tmp_path / "file").write_text("since")
    descriptor = open_existing(str(tmp_path / "file"))
    (tmp_path / "file.before").symlink_to(victim)
    begun = State(None, is_complete=False)
    side = CheckpointFile(str(tmp_path / "checkpoint"))
    growth = Growth(descriptor, "file", side, Record(Extent(begun, 5)), kept=str(tmp_path / "file.before"))
    growth.begin(begun)
    os.close(descriptor)
    assert (tmp_path / "file").read_text() == ""
    assert (tmp_path / "file.before").read_text() == "since" and not (tmp_path / "file.before").is_symlink()


def test_only_own_files_of_ended_processes_are_removed(tmp_path: pathlib.Path, victim: pathlib.Path) -> None:
    gone = f"{tmp_path}/file.{process_that_is_gone()}.new"
    pathlib.Path(gone).write_text("left")
    # A process of another container has a number that no process has here.
    other = NewFile(f"{tmp_path}/file.4194304.new")
    pathlib.Path(f"{tmp_path}/file.4194303.new").symlink_to(victim)
    pathlib.Path(f"{tmp_path}/file.4194302.new").hardlink_to(victim)
    remove_unfinished(tmp_path / "file")
    assert sorted(path.name for path in tmp_path.glob("file.*")) == [f"file.419430{n}.new" for n in (2, 3, 4)]
    other.close()
    remove_unfinished(tmp_path / "file")
    assert not os.path.exists(other.path)


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of what the test has waited for, in order."""
    paths: list[str] = []

    def fsync(descriptor: int, real: Callable[[int], None] = os.fsync) -> None:
        paths.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    return paths


def test_a_file_and_its_name_reach_the_disk_together(tmp_path: pathlib.Path, synced: list[str]) -> None:
    write_whole(str(tmp_path / "file"), b"new")
    assert synced == [unfinished(tmp_path / "file"), str(tmp_path)]
    synced.clear()
    # A checkpoint in another folder counts its bytes.
    os.close(open_existing(str(tmp_path / "grows")))
    assert synced == [str(tmp_path)]
    synced.clear()
    rename(str(tmp_path / "file"), str(tmp_path / "renamed"))
    assert synced == [str(tmp_path)]
    synced.clear()
    make_folders(str(tmp_path / "a" / "b"))
    assert synced == [str(tmp_path), str(tmp_path / "a")]


def test_a_store_waits_for_what_it_replaces(tmp_path: pathlib.Path, synced: list[str]) -> None:
    folder = LocalFolder(str(tmp_path / "store"))
    folder.replace("notes/a.json", b"{}")
    assert [pathlib.Path(path).name for path in synced][-2:] == ["store", "notes"]
    assert any(".new" in path for path in synced)
    assert [path.name for path in (tmp_path / "store" / "_temporary").iterdir()] == []


def test_a_file_for_s3_is_private(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    new = S3Folder.fresh(object.__new__(S3Folder), "slice")
    assert os.fstat(new.descriptor).st_mode & 0o777 == 0o600
    new.remove()
    assert list(tmp_path.iterdir()) == []
