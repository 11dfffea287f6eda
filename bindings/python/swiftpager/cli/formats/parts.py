"""Parquet in parts: a folder of files, of which the newest says how far the walk came."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Iterator

from ..._parquet import Parts, open_parts
from ..._storing import State
from ...exceptions import BadResponseError, OutOfMemoryError
from ...page import Page
from ...pager import Pager
from ..endings import OutputError, UnfitItem, UsageError
from ..outputs import Output
from ..selection import Selection
from .columns import ADVICE
from .writer import Writer

# The number of rows that completes a part.
ROWS = 1_000_000


class Folder(Output):
    """A folder of parts; it takes no bytes."""

    # The rows of an incomplete list are in parts, which are complete files.
    is_apart = True

    def __init__(self, path: str) -> None:
        self._path = path
        self._opened = contextlib.ExitStack()
        try:
            self.parts: Parts = self._opened.enter_context(open_parts(path, ROWS, None, checkpoint=True))
        except ImportError as error:
            raise UsageError("the format parquet needs pyarrow: pip install pyarrow, or swiftpager[arrow]") from error
        except (OSError, ValueError) as error:
            raise UsageError(f"--output: {error}") from error

    def settle(self) -> None:
        pass

    def place(self) -> None:
        return None

    def finish(self) -> None:
        self._opened.close()

    def leave(self) -> str | None:
        self._opened.close()
        return f"the output so far is in {self._path}" if os.listdir(self._path) else None


class PartsWriter(Writer):
    """Writes the rows of pages into the parts of a folder."""

    keeps_place = True

    def __init__(self, output: Folder, selection: Selection, pager: Pager) -> None:
        super().__init__(output, selection)
        self._parts = output.parts
        self._pager = pager

    def write(self, page: Page, most: int | None) -> None:
        with _explained():
            self._parts.add(page)

    def finished(self) -> None:
        with _explained():
            self._parts.finished(functools.partial(State.of, self._pager, is_complete=False))

    def end(self, *, is_complete: bool = False) -> None:
        with _explained():
            self._parts.end(State.of(self._pager, is_complete=is_complete))

    def abandon(self) -> None:
        self._parts.abandon()


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except BadResponseError as error:
        raise UnfitItem(
            f"the column types come from the first rows and do not fit a later item: {error}; {ADVICE}"
        ) from error
    except OutOfMemoryError as error:
        raise OutputError(f"the items cannot become columns: {error}; {ADVICE}") from error
    except OSError as error:
        raise OutputError(f"{error.filename} cannot be written: {error.strerror}") from error
    except ValueError as error:
        raise OutputError(f"{error}") from error
