"""Each step at which the package writes fails once: the exception names the file."""

import errno
import os
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from failing import FailingDisk
from swiftpager.files import _growing
from writing_faces import FACES, Servers, behind_a_mark, servers


@pytest.fixture(scope="module")
def given() -> Iterator[Servers]:
    with servers() as given:
        yield given


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    # A checkpoint after each page, however slow the disk is.
    monkeypatch.setattr(_growing, "_LONGEST_SECONDS", 0.0)


def check_each_failure(
    folder: pathlib.Path, prepare: Callable[[pathlib.Path], Any], run: Callable[[Any], Any]
) -> None:
    """Runs once for each step at which a write can fail; `run` gets what `prepare` makes in a folder."""
    def prepared(name: str) -> tuple[pathlib.Path, Any]:
        (folder / name).mkdir()
        return folder / name, prepare(folder / name)

    place, given = prepared("whole")
    with FailingDisk(place) as disk:
        run(given)
    assert disk.writes()
    for moment in disk.writes():
        place, given = prepared(str(moment.step))
        with FailingDisk(place, moment) as failing, pytest.raises(OSError, match=os.strerror(errno.ENOSPC)) as failed:
            run(given)
        assert failing.has_happened
        assert str(failed.value.filename).startswith(str(place)), moment
        assert not list(place.rglob("*.new")), moment


@pytest.mark.parametrize("face", [
    pytest.param(name, marks=pytest.mark.long if name in ("write_parquet", "fleet") else ())
    for name in ("write_ndjson", "write_parquet", "recorded", "fleet", "mcp")
])
def test_a_write_that_fails_raises_an_error_with_the_file(
    face: str, given: Servers, tmp_path: pathlib.Path
) -> None:
    check_each_failure(tmp_path, lambda folder: folder, lambda folder: FACES[face](folder, given))


@pytest.mark.long
def test_a_walk_that_cuts_its_output_back_raises_such_an_error(given: Servers, tmp_path: pathlib.Path) -> None:
    check_each_failure(tmp_path, lambda folder: behind_a_mark(folder, given), lambda output: output.write())
