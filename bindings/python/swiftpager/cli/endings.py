"""How the command ends: its exit codes and its own exceptions."""

from __future__ import annotations

import enum
import errno

from .. import exceptions as library
from ..schema.errors import IntrospectionRefused, UnreadMark


class Ending(enum.IntEnum):
    """An exit code."""

    COMPLETE = 0
    REFUSED = 1
    USAGE = 2
    INCOMPLETE = 3
    NETWORK = 4
    DEFECT = 70
    INTERRUPTED = 130
    READER_GONE = 141
    TERMINATED = 143


# What `--help` and the manual page say about each.
MEANINGS: dict[Ending, str] = {
    Ending.COMPLETE: "The list is complete, and all of it was written.",
    Ending.REFUSED: "The server refused: it sent GraphQL errors instead of the list or an HTTP status from 300 to 499,"
    " or its rate limit is reached. Or the recording of --replay has no answer, or the cache of --cache has none.",
    Ending.USAGE: "The command line, the query or a file that the command line names is wrong, or the checkpoint file"
    " does not fit. Nothing was written.",
    Ending.INCOMPLETE: "The list is incomplete, and the message says why: --max-pages or --max-items is reached and"
    " there is more, the cursor repeats, a page does not say whether there is more, a list inside an item is incomplete"
    " (--nested error), a page or a response has errors beside its data, the list has fewer items than its total or"
    " is in doubt (--strict), the output cannot be written, or memory runs out. Or lines of --each failed for different"
    " reasons; if all failed lines have the same code, that code is the command's.",
    Ending.NETWORK: "There is no usable answer: the connection or TLS failed, a time limit passed, the HTTP status is"
    " 500 or higher, or the body is not a GraphQL response. Another try may help.",
    Ending.DEFECT: "The command itself has a defect.",
    Ending.INTERRUPTED: "Ctrl-C. The current page was written, and the checkpoint file is up to date.",
    Ending.READER_GONE: "The program that read the output, like head, has closed it.",
    Ending.TERMINATED: "SIGTERM. Otherwise the same as Ctrl-C.",
}


class UsageError(Exception):
    """The command cannot do what the user asked for; the message says what to write instead."""


class OutputError(Exception):
    """The command cannot write what it received; the list stays incomplete."""


# With these the disk fails, or is full: nothing is wrong with the file that the user names.
_OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def unwritable(option: str, path: str, error: OSError, words: str | None = None) -> UsageError | OutputError:
    """What to raise if a file that an option names cannot be opened, or takes no first byte.

    `words` are those for a file that the user has to change.
    """
    told = f"{path} cannot be written: {error.strerror or error}"
    return OutputError(told) if error.errno in _OF_THE_DISK else UsageError(f"{option}: {words or told}")


class UnfitItem(OutputError):
    """An item does not fit what is written already; the next run would receive the same item."""


class LimitReached(Exception):
    """The user's own limit is reached, and there is more."""


class StoppedBefore(Exception):
    """An earlier run stopped at a page, and the options of this run would make it stop there, too."""


class ErrorsBesideData(Exception):
    """The response to a query or mutation has errors beside its data."""


class StaleFile(Exception):
    """A file is not what `swiftpager generate` would write."""


class LinesFailed(Exception):
    """Some lines of `--each` failed."""

    def __init__(self, message: str, ending: Ending) -> None:
        super().__init__(message)
        self.ending = ending


class ReaderGone(Exception):
    """The program that read the output has closed it."""


class Terminated(BaseException):
    """SIGTERM arrived."""


_ENDINGS: tuple[tuple[tuple[type[BaseException], ...], Ending], ...] = (
    ((UsageError, library.ConfigurationError, library.InvalidArgumentError, UnreadMark), Ending.USAGE),
    (
        (library.GraphQLError, library.RateLimited, library.NotRecorded, library.CacheMiss, IntrospectionRefused,
         StaleFile),
        Ending.REFUSED,
    ),
    ((library.NetworkError,), Ending.NETWORK),
    ((ReaderGone, BrokenPipeError), Ending.READER_GONE),
    (
        (OutputError, LimitReached, StoppedBefore, ErrorsBesideData, library.SwiftPagerError, MemoryError, OSError),
        Ending.INCOMPLETE,
    ),
    ((KeyboardInterrupt,), Ending.INTERRUPTED),
    ((Terminated,), Ending.TERMINATED),
)


def ending_for(error: BaseException) -> Ending:
    """The exit code for a failure."""
    if isinstance(error, LinesFailed):
        return error.ending
    if isinstance(error, library.HTTPError | library.GraphQLError):
        return ending_of_answer(error.http_status)
    return next((ending for kinds, ending in _ENDINGS if isinstance(error, kinds)), Ending.DEFECT)


def ending_of_answer(http_status: int | None) -> Ending:
    """The exit code for an answer without the list; its status is None if it was a success."""
    return Ending.REFUSED if (http_status or 0) < 500 else Ending.NETWORK
