"""The numbers of `swiftpager.h`, each defined once."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """How a native call or an operation ended: `swiftpager_status`."""

    OK = 0

    INVALID_ARGUMENT = 1
    INVALID_CONFIG = 2
    INVALID_HANDLE = 3
    CLOSED = 4
    REENTRANT = 5
    FORKED = 6
    TIMEOUT = 7
    NO_MEMORY = 8
    INTERNAL = 9
    INTERRUPTED = 10
    HOOK_FAILED = 11

    MISSING_INITIAL_PAGE = 20
    PAGE_HAS_NO_MORE_CONTENT = 21
    LOAD_IN_PROGRESS = 22
    NO_QUERY = 23
    CANCELLED = 24

    NETWORK = 40
    HTTP = 41
    GRAPHQL = 42
    BAD_RESPONSE = 43
    RATE_LIMITED = 44
    CACHE_MISS = 45
    CACHE_FAILED = 46
    NOT_RECORDED = 47
    RECORDING_FAILED = 48

    CURSOR_STUCK = 60
    CURSOR_CYCLE = 61
    MISSING_PAGE_INFO = 62
    NULL_CURSOR = 63
    PAGE_LIMIT = 64
    NESTED_INCOMPLETE = 65
    PARTIAL_DATA = 66
    NOT_ORDERED = 67
    DUPLICATE_KEY = 68
    FEWER_THAN_TOTAL = 69
    MARK_NOT_REACHED = 70
    IN_DOUBT = 71


# The members that a walk needs for each page. Python 3.11 takes long to find a member of an enumeration.
OK, GRAPHQL = Status.OK, Status.GRAPHQL


class Source(IntEnum):
    """Where the newest page of an update came from: `swiftpager_source`."""

    NONE = 0
    SERVER = 1
    CACHE = 2


class Kind(IntEnum):
    """The position of a page in its list: `swiftpager_kind`."""

    NONE = 0
    INITIAL = 1
    NEXT = 2
    PREVIOUS = 3


# The statuses of HTTP below 500 that may pass with time. A wrong, refused or unknown request stays that way.
_PASSING_STATUSES = frozenset({408, 425, 429})
# The statuses from 500 on that do not pass: the server never supports the request.
_LASTING_STATUSES = frozenset({501, 505})


def may_pass(http_status: int) -> bool:
    """Whether a server that answers with this status may succeed later."""
    return http_status in _PASSING_STATUSES or (http_status >= 500 and http_status not in _LASTING_STATUSES)
