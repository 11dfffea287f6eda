"""`swiftpager generate`: types and paged lists for GraphQL documents."""

from __future__ import annotations

import argparse
import contextlib
import pathlib
import re
from typing import TYPE_CHECKING

from .._wording import counted
from ..files._disk import make_folders
from ..files._opening import NoFile, read_regular
from ..files._unfinished import remove_unfinished
from ..files._writing import write_whole
from ..schema.errors import SchemaError
from .endings import OutputError, StaleFile, UsageError
from .outputs import show
from .progress import Progress
from .reading import check_text

if TYPE_CHECKING:
    from ..generate.model import Model

# Older versions do not know @oneOf.
_OLDEST = (3, 2, 7)
_SCALAR = re.compile(r"(?P<name>[_A-Za-z]\w*)=(?P<type>\S+)")


class GenerateCommand:
    """One file with types for documents."""

    def __init__(self, arguments: argparse.Namespace, progress: Progress) -> None:
        self._arguments = arguments
        self._progress = progress

    def run(self) -> None:
        """Writes the file, or checks it. Raises what the documents, the schema or the file stop it with."""
        _check_graphql_core()
        from ..generate.errors import DocumentError

        check_text("--swift" if self._arguments.python is None else "--python", [self._path])
        if self._arguments.python is not None and self._arguments.namespace is not None:
            raise UsageError("--namespace is for --swift: a module of Python is a namespace itself")
        try:
            model = self._model()
            text = self._printed(model)
        except (DocumentError, SchemaError) as error:
            raise UsageError(str(error)) from error
        if self._path == "-":
            show(text, end="")
        elif self._arguments.check:
            self._check(text)
        else:
            self._write(text)
            counts = f"{counted(len(model.operations), 'operation')}, {counted(len(model.fragments), 'fragment')}"
            if not self._arguments.quiet:
                self._progress.tell(f"{self._path}: {counts}")

    @property
    def _path(self) -> str:
        path: str = self._arguments.swift if self._arguments.python is None else self._arguments.python
        return path

    def _model(self) -> Model:
        from ..generate import documents
        from ..generate.building import model_of
        from ..schema.reading import read

        arguments = self._arguments
        try:
            schema = read(arguments.schema)
            return model_of(schema.core, documents.read(arguments.documents, arguments.schema))
        except OSError as error:
            raise UsageError(f"{error.filename} cannot be read: {error.strerror}") from error

    def _printed(self, model: Model) -> str:
        if self._arguments.python is not None:
            from ..generate import python

            return python.printed(model, self._scalars)
        from ..generate import swift

        return swift.printed(model, self._scalars, self._arguments.namespace)

    @property
    def _scalars(self) -> dict[str, str]:
        scalars: dict[str, str] = {}
        for word in self._arguments.scalar:
            match = _SCALAR.fullmatch(word)
            if match is None:
                raise UsageError(f"--scalar {word}: expected NAME=TYPE, like DateTime=Date")
            scalars[match["name"]] = match["type"]
        return scalars

    def _check(self, text: str) -> None:
        """Raises `StaleFile` for a file with another text."""
        try:
            before = read_regular(self._path)
        except FileNotFoundError:
            raise StaleFile(f"{self._path} is missing: run swiftpager generate without --check") from None
        except OSError as error:
            raise UsageError(f"{self._path} cannot be read: {error.strerror}") from error
        if before != text.encode():
            raise StaleFile(
                f"{self._path} is not what the schema and the documents say: run swiftpager generate without --check"
            )

    def _write(self, text: str) -> None:
        """Writes the file in one step; one that has the text already stays as it is, so nothing is built anew."""
        path = pathlib.Path(self._path)
        with contextlib.suppress(OSError):
            if read_regular(path) == text.encode():
                return
        try:
            # This replaces the target of a link, and the link stays.
            target = path.resolve()
            make_folders(str(target.parent))
            remove_unfinished(target)
            write_whole(str(target), text.encode())
        except NoFile as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}") from error
        except OSError as error:
            raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error


def _check_graphql_core() -> None:
    try:
        from graphql import version_info
    except ImportError as error:
        raise UsageError("swiftpager generate needs graphql-core: pip install swiftpager[schema]") from error
    if tuple(version_info[:3]) < _OLDEST:
        found, oldest = (".".join(map(str, one[:3])) for one in (version_info, _OLDEST))
        raise UsageError(
            f"swiftpager generate needs graphql-core {oldest}, and {found} is installed: older versions do not know"
            " @oneOf (pip install -U graphql-core)"
        )
