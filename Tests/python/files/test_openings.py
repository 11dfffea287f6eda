"""No face of the package opens a file for writing by itself."""

import os
import pathlib
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest

import swiftpager
import writing_faces
from swiftpager.files import _opening, _part_files
from writing_faces import FACES, Servers, servers

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Where a file may be opened for writing, and where names may change. A part that is whole is renamed under the lock of
# its folder.
_OPENS = {_opening.__file__}
_RENAMES = {_opening.__file__, _part_files.__file__}
_OURS = (os.path.dirname(swiftpager.__file__), os.path.dirname(writing_faces.__file__))
_CHANGES = {"os.rename", "os.link", "os.symlink", "os.truncate", "shutil.copyfile", "shutil.move", "tempfile.mkstemp"}


class Audit:
    """What this process does to files below a folder, in violation of the rule."""

    def __init__(self) -> None:
        self.folder: str | None = None
        self.faults: list[str] = []
        self.opened = 0
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.folder is None or not (event == "open" or event in _CHANGES):
            return
        path = arguments[0]
        if not isinstance(path, str | bytes | os.PathLike) or not self._is_below(path):
            return
        where = _caller(sys._getframe(1))
        if event != "open":
            if where not in _RENAMES:
                self.faults.append(f"{event} {path!r} in {where}")
        elif arguments[2] & _WRITES:
            self.opened += 1
            if where not in _OPENS or not arguments[2] & os.O_NOFOLLOW:
                self.faults.append(f"open {path!r} in {where}")

    def _is_below(self, path: Any) -> bool:
        return os.path.abspath(os.fsdecode(path)).startswith(f"{self.folder}/")


def _caller(frame: FrameType | None) -> str:
    """The file of the package, or of the tests, whose code called into the system, perhaps through other modules."""
    while frame is not None and not frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back
    return "" if frame is None else frame.f_code.co_filename


_AUDIT = Audit()


@pytest.fixture(scope="module")
def given() -> Iterator[Servers]:
    with servers() as given:
        yield given


@pytest.fixture
def audit(tmp_path: pathlib.Path) -> Iterator[Audit]:
    """Hears what happens below a folder; a hook stays for as long as the process."""
    _AUDIT.faults.clear()
    _AUDIT.opened = 0
    _AUDIT.folder = str(tmp_path / "here")
    (tmp_path / "here").mkdir()
    yield _AUDIT
    _AUDIT.folder = None


LONG = {"sync", "cut-back", "generate-python", "generate-swift"}


@pytest.mark.parametrize("face", [
    pytest.param(name, marks=pytest.mark.long if name in LONG else ()) for name in FACES
])
def test_a_face_opens_its_files_in_one_place(
    face: str, audit: Audit, given: Servers, tmp_path: pathlib.Path
) -> None:
    FACES[face](tmp_path / "here", given)
    # The test writes what a face is given.
    assert [fault for fault in audit.faults if not fault.endswith(writing_faces.__file__)] == []
    assert audit.opened


def test_the_audit_hears_what_opens_for_itself(audit: Audit, tmp_path: pathlib.Path) -> None:
    here = tmp_path / "here"
    os.close(os.open(here / "a", os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW))
    (here / "b").write_text("")
    with open(here / "b", "a"):
        pass
    os.rename(here / "a", here / "c")
    assert len(audit.faults) == 4
