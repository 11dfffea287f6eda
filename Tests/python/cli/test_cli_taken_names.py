"""Names that another user has taken, and devices or pipes in the place of files: the command writes nothing there."""

import os
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from interrupting import Disk, Moment
from marked_list import SIZE
from swiftpager.cli.outputs import FileOutput
from swiftpager.files import _growing
from swiftpager.files._opening import NewFile
from writing_faces import COMMANDS, Servers, ended, ids_in, servers

VICTIM = "another file\n"
LEFT = "an earlier run cannot have left it there: remove it"


@pytest.fixture(scope="module")
def given() -> Iterator[Servers]:
    with servers() as given:
        yield given


@pytest.fixture
def victim(tmp_path: pathlib.Path) -> Iterator[pathlib.Path]:
    file = tmp_path / "victim"
    file.write_text(VICTIM)
    yield file
    assert file.read_text() == VICTIM


@pytest.mark.parametrize(("take", "words"), [
    (lambda path, victim: path.symlink_to(victim), "it is a link"),
    (lambda path, victim: path.hardlink_to(victim), "it has a second name (a hard link)"),
    (lambda path, victim: os.mkfifo(path), "it is a pipe"),
], ids=["link", "hard link", "pipe"])
@pytest.mark.parametrize("face", ["ndjson", "execute"])
def test_an_unfinished_file_with_a_taken_name_is_refused(
    face: str, take: Callable[[pathlib.Path, pathlib.Path], Any], words: str, given: Servers, tmp_path: pathlib.Path,
    victim: pathlib.Path,
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    command = COMMANDS[face](folder, given)
    part = pathlib.Path(f"{command[command.index('-o') + 1]}.part")
    take(part, victim)
    asked = given.items.requests
    code, told = ended(*command)
    assert (code, told) == (2, f"swiftpager: --output: {part} cannot be written: {words}, and {LEFT}\n")
    assert given.items.requests == asked and [path.name for path in folder.iterdir()] == [part.name]


def test_a_part_of_a_killed_run_is_replaced_and_one_of_a_running_one_is_not(
    given: Servers, tmp_path: pathlib.Path
) -> None:
    command = COMMANDS["ndjson"](tmp_path, given)
    other = NewFile(f"{tmp_path}/a.ndjson.part")
    code, told = ended(*command)
    assert code == 2
    assert "another process or thread writes to it: wait for its end, or name another place" in told
    other.close()
    assert ended(*command) == (0, "")
    assert len(ids_in(tmp_path / "a.ndjson")) == 2 * SIZE


def test_a_link_to_the_checkpoint_that_comes_while_the_walk_runs_is_not_followed(
    given: Servers, tmp_path: pathlib.Path, victim: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_growing, "_LONGEST_SECONDS", 0.0)
    (tmp_path / "counted").mkdir()
    with Disk(tmp_path / "counted") as disk:
        assert ended(*COMMANDS["checkpoint"](tmp_path / "counted", given)) == (0, "")
    opened = [step for step, (name, _) in enumerate(disk.steps) if name.startswith("open /c.")]
    folder = tmp_path / "here"
    folder.mkdir()
    link = folder / f"c.{os.getpid()}.new"
    # Each checkpoint is opened twice: by its name, and as a file object.
    moment = Moment(opened[2], "before", "the second checkpoint")
    with Disk(folder, moment, lambda: link.symlink_to(victim)) as disk:
        code, told = ended(*COMMANDS["checkpoint"](folder, given))
    assert disk.has_happened
    assert code == 3 and f"{link} cannot be written: it is a link, and {LEFT}" in told
    assert not (folder / "c").is_symlink()
    link.unlink()
    assert ended(*COMMANDS["checkpoint"](folder, given)) == (0, "")
    assert len(ids_in(folder / "a.ndjson")) == 2 * SIZE


def pipe_at(path: pathlib.Path) -> None:
    path.parent.mkdir(exist_ok=True)
    os.mkfifo(path)


# A file that a command line names or that a folder has, and what the command says if it is a pipe.
PIPES = [
    ("checkpoint", "c", "--checkpoint: {} is not a file that the command can replace: name another"),
    ("generate-python", "new/out", "{} cannot be written: it is a pipe and not a file: name another"),
    ("generate-swift", "new/out", "{} cannot be written: it is a pipe and not a file: name another"),
    ("record", "r", "{} is not a regular file, and a recording is one: name another file"),
    ("sync", "lists/_plan.json", "{}: it is a pipe and not a file: name another"),
    ("sync", "lists/views.sql", "{}: it is a pipe and not a file: name another"),
]


@pytest.mark.parametrize(("face", "name", "words"), PIPES, ids=[f"{row[0]}-{row[1]}" for row in PIPES])
def test_what_is_given_as_a_file_is_a_file(
    face: str, name: str, words: str, given: Servers, tmp_path: pathlib.Path
) -> None:
    """As root, a rename would put a file in the place of a device."""
    pipe_at(tmp_path / name)
    code, told = ended(*COMMANDS[face](tmp_path, given))
    assert code == 2
    assert words.format(tmp_path / name) in told
    assert (tmp_path / name).is_fifo()


def test_a_device_keeps_its_place(given: Servers, tmp_path: pathlib.Path) -> None:
    device = tmp_path / "new" / "out"
    device.parent.mkdir()
    try:
        os.mknod(device, 0o020666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root makes devices")
    code, told = ended(*COMMANDS["generate-swift"](tmp_path, given))
    assert (code, told) == (2, f"swiftpager: {device} cannot be written: it is a device and not a file: name another\n")
    assert device.is_char_device()


@pytest.mark.parametrize("name", ["/dev/zero", "pipe"])
def test_a_recording_that_is_no_file_is_refused_before_it_is_opened(
    name: str, given: Servers, tmp_path: pathlib.Path
) -> None:
    os.mkfifo(tmp_path / "pipe")
    path = tmp_path / name
    code, told = ended(*COMMANDS["ndjson"](tmp_path, given), "--replay", path)
    assert code == 2
    assert told == f"swiftpager: {path} is not a regular file, and a recording is one: name another file\n"


def test_an_unfinished_file_without_items_goes(tmp_path: pathlib.Path) -> None:
    """Also if a person has removed it meanwhile, or another user has taken its name."""
    for end in (FileOutput.leave, FileOutput.discard):
        for is_gone in (False, True):
            output = FileOutput(str(tmp_path / "a.ndjson"))
            if is_gone:
                os.unlink(f"{tmp_path}/a.ndjson.part")
            end(output)
            output.close()
            assert list(tmp_path.iterdir()) == []
        output = FileOutput(str(tmp_path / "a.ndjson"))
        part = tmp_path / "a.ndjson.part"
        part.unlink()
        part.symlink_to(tmp_path / "elsewhere")
        end(output)
        output.close()
        assert part.is_symlink()
        part.unlink()
