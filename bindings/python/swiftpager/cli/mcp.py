"""`swiftpager mcp`: the lists of a server for an assistant, over stdin and stdout."""

from __future__ import annotations

import argparse
import functools
import importlib
import logging
import signal
import sys
from typing import Any

from .._observing import LOGGER
from .._secrets import Secrets
from ..client import Client
from ..files._disk import make_folders
from .endings import OutputError, ReaderGone, Terminated, UsageError
from .formats import Formulas
from .planning import SchemaSource
from .progress import LogLines, Progress
from .reading import check_text
from .secrets import headers_from


class MCPCommand:
    """A server of the Model Context Protocol for one endpoint."""

    def __init__(self, arguments: argparse.Namespace, progress: Progress) -> None:
        self._arguments = arguments
        self._progress = progress

    def run(self) -> None:
        """Answers until stdin ends. Raises the error that ended the command early, or what a signal means."""
        arguments = self._arguments
        _check_packages()
        if sys.stdin is None or sys.stdout is None:
            raise UsageError("swiftpager mcp speaks over stdin and stdout, and one of them is closed")
        check_text("-o", [arguments.output])
        headers = headers_from([], arguments.header_env, [])
        secrets = Secrets(arguments.url, headers)
        self._log(Progress())
        options: dict[str, Any] = {"headers": headers or None}
        if arguments.timeout is not None:
            options["timeout"] = arguments.timeout or None
        client = functools.partial(Client, arguments.url, **options)
        source = SchemaSource(arguments)
        with client() as first:
            if arguments.schema is not None:
                source.of(first)
        try:
            make_folders(arguments.output)
        except OSError as error:
            raise OutputError(f"-o {arguments.output}: {error.strerror or error}") from error
        self._serve(client, source, secrets)

    def _serve(self, client: Any, source: SchemaSource, secrets: Secrets) -> None:
        import anyio

        from ..mcp._folder import Folder
        from ..mcp._pipes import output
        from ..mcp.server import Settings, made, serve

        folder = Folder(self._arguments.output)
        formulas: Formulas = self._arguments.csv_formulas or "keep"
        settings = Settings(client, source.of, source.used, folder, secrets, self._arguments.max_items, formulas)
        try:
            with output() as out:
                number = anyio.run(serve, made(settings), out)
        # Not `except*`: before Python 3.11.4, what its block raises comes as a group.
        except BaseExceptionGroup as group:
            _, others = group.split(BrokenPipeError)
            if others is not None:
                raise
            raise ReaderGone from group
        if number is not None:
            raise Terminated if number == signal.SIGTERM else KeyboardInterrupt

    def _log(self, progress: Progress) -> None:
        """Shows on stderr what the library logs."""
        logger = logging.getLogger(LOGGER)
        logger.addHandler(LogLines(progress))
        logger.propagate = False
        logger.setLevel(logging.ERROR if self._arguments.quiet else logging.WARNING)


def _check_packages() -> None:
    try:
        importlib.import_module("mcp.server.mcpserver")
    except ImportError as error:
        raise UsageError("swiftpager mcp needs mcp: pip install swiftpager[mcp]") from error
    try:
        importlib.import_module("graphql")
    except ImportError as error:
        raise UsageError("swiftpager mcp needs graphql-core: pip install swiftpager[mcp]") from error
