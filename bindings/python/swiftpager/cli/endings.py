"""How the command ends: exit codes, and the failures that are its own."""

from __future__ import annotations

import enum

from .. import exceptions as library


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


# What `--help` and the manual page say of each.
MEANINGS: dict[Ending, str] = {
    Ending.COMPLETE: "The list is complete, and all of it was written.",
    Ending.REFUSED: "The server refused: GraphQL errors in place of the list, an HTTP status from 300 to 499, a limit"
    " of its rate; or with --replay the recording has no answer, with --cache the cache.",
    Ending.USAGE: "The command line is wrong, or a file that it names, or the query; also a resume file that does not"
    " fit. Nothing was written.",
    Ending.INCOMPLETE: "The list is incomplete, and the message says why: --max-pages or --max-items is reached and"
    " there is more, the cursor goes round in circles, a page does not say whether there is more, a list inside an item"
    " is not whole (--nested error), errors came beside the data of a page, or the output takes no more.",
    Ending.NETWORK: "No answer that can be used: no connection, TLS, a time limit, an HTTP status from 500 on, or a"
    " body that is not a GraphQL response. Another try may help.",
    Ending.DEFECT: "A defect of the command itself.",
    Ending.INTERRUPTED: "Ctrl-C. The page at hand was written, and the resume file is up to date.",
    Ending.READER_GONE: "Whatever read the output has closed it, like head.",
    Ending.TERMINATED: "SIGTERM; otherwise as after Ctrl-C.",
}


class UsageError(Exception):
    """What was asked for cannot be done; the message says what to write instead."""


class OutputError(Exception):
    """What came cannot be written; the list stays incomplete."""


class LimitReached(Exception):
    """The user's own limit is reached, and there is more."""


class ReaderGone(Exception):
    """Whatever read the output has closed it."""


class Terminated(BaseException):
    """SIGTERM arrived."""


_ENDINGS: tuple[tuple[tuple[type[BaseException], ...], Ending], ...] = (
    ((UsageError, library.ConfigurationError, library.InvalidArgumentError), Ending.USAGE),
    ((library.GraphQLError, library.RateLimited, library.NotRecorded, library.CacheMiss), Ending.REFUSED),
    ((library.NetworkError,), Ending.NETWORK),
    ((OutputError, LimitReached, library.SwiftPagerError), Ending.INCOMPLETE),
    ((KeyboardInterrupt,), Ending.INTERRUPTED),
    ((Terminated,), Ending.TERMINATED),
    ((ReaderGone,), Ending.READER_GONE),
)


def ending_for(error: BaseException) -> Ending:
    """The exit code for a failure."""
    if isinstance(error, library.HTTPError | library.GraphQLError):
        return Ending.REFUSED if (error.http_status or 0) < 500 else Ending.NETWORK
    return next((ending for kinds, ending in _ENDINGS if isinstance(error, kinds)), Ending.DEFECT)
