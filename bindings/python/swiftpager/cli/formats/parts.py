"""Parquet in parts: a folder of files, of which the newest says how far the walk came."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from ...arrow._columns import Columns
from ...exceptions import BadResponseError, OutOfMemoryError
from ...files import ROWS, SECONDS
from ...files._parquet import Parts, open_parts
from ...page import Page
from ..endings import OutputError, UnfitItem, UsageError, unwritable
from ..outputs import Output
from ..selection import Selection
from ..wording import without_number
from .columns import ADVICE, unfit
from .writer import Writer


class Folder(Output):
    """A folder of parts; it takes no bytes."""

    # The rows of an incomplete list are in parts, which are complete files.
    is_apart = True

    def __init__(self, path: str, types: Columns | None) -> None:
        self._path = path
        self._opened = contextlib.ExitStack()
        try:
            self.parts: Parts = self._opened.enter_context(open_parts(path, ROWS, SECONDS, types, resumable=True))
        except ImportError as error:
            raise UsageError("the format parquet needs pyarrow: pip install pyarrow, or swiftpager[arrow]") from error
        except OSError as error:
            raise unwritable("--output", error.filename, error, without_number(error)) from error
        except ValueError as error:
            raise UsageError(f"--output: {error}") from error

    def finish(self) -> None:
        self._opened.close()

    def discard(self) -> None:
        self._opened.close()

    def close(self) -> None:
        self._opened.close()

    def leave(self) -> str | None:
        self._opened.close()
        return f"the output so far is in {self._path}" if os.listdir(self._path) else None


class PartsWriter(Writer):
    """Writes the rows of pages into the parts of a folder."""

    def __init__(self, output: Folder, selection: Selection) -> None:
        super().__init__(output, selection)
        self._parts = output.parts

    def write(self, page: Page, most: int | None) -> None:
        with self.explained():
            self._parts.add(page)

    def abandon(self) -> None:
        self._parts.abandon()

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """Raises what the parts raise in the words of the command."""
        try:
            yield
        except BadResponseError as error:
            raise UnfitItem(
                f"{unfit(self.selection)}: {error}; {ADVICE}, or continue the folder in Python: write_parquet() takes"
                " `columns` with wider types"
            ) from error
        except OutOfMemoryError as error:
            raise OutputError(f"the items cannot become columns: {error}; {ADVICE}") from error
        except OSError as error:
            raise OutputError(f"{error.filename} cannot be written: {error.strerror}") from error
        except ValueError as error:
            raise OutputError(f"{error}") from error
