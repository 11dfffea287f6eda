"""A disk that fails at one step: it is full, or it breaks."""

import errno
import os
import pathlib
from collections.abc import Callable
from typing import Any

from interrupting import Disk, Moment

# The steps whose paths the system names in an error. It names none for a step of an open file.
_NAMED = ("open", "mkdir", "rename", "replace", "link", "unlink", "rmdir")
_WRITES = ("open", "write", "fsync", "ftruncate", "mkdir", "rename", "replace", "link")


class FailingDisk(Disk):
    """A disk on which the step of a moment fails, and only that."""

    def __init__(self, folder: pathlib.Path, moment: Moment | None = None, number: int = errno.ENOSPC) -> None:
        super().__init__(folder, moment)
        self._number = number

    def writes(self) -> list[Moment]:
        """The moments at which a write can fail."""
        return [
            Moment(step, "before", name) for step, (name, is_change) in enumerate(self.steps)
            if name.startswith(_WRITES) and (is_change or name.startswith("fsync"))
        ]

    def step(
        self, name: str, is_change: bool, call: Callable[[], Any], half: Callable[[], Any] | None = None
    ) -> Any:
        def failing() -> Any:
            if self._moment is None or self._moment.step != number:
                return call()
            self.has_happened = True
            kind, _, path = name.partition(" ")
            named = [f"{self._folder}{path}"] if kind in _NAMED and path.startswith("/") else []
            raise OSError(self._number, os.strerror(self._number), *named)

        number = len(self.steps)
        self.steps.append((name, is_change))
        return failing()
