"""The exception for a status of the library, with its error object, and the functions that raise it."""

from __future__ import annotations

import errno
from typing import Any

from .._json import read
from ..exceptions import (
    AuthenticationError,
    GraphQLAuthenticationError,
    GraphQLError,
    HTTPError,
    OutOfMemoryError,
    OutOfResourcesError,
    RequestTimeout,
    ServerError,
    SwiftPagerError,
)
from .calls import park_at_exit
from .statuses import Status

# The library's messages name options as in C, where they are JSON. These are the Python forms.
_WORDS = {
    'load_all with "fetch_from_initial_page": false': "load_all(fetch_from_initial_page=False)",
    '"errors": "keep"': 'errors="keep"',
    '"errors": "fail"': 'errors="fail"',
    "`lag_ms`": "`lag`",
    "`shrinking_lag_ms`": "`shrinking_lag`",
}


def error_for(
    status: int, error_json: bytes | dict[str, Any] | None = None, *, message: str | None = None
) -> SwiftPagerError:
    """The exception for a status other than OK, with the library's error object or with a message, if given."""
    if status in SwiftPagerError._of_status:
        exception, usual_message = SwiftPagerError._of_status[status]
        code = Status(status).name
    else:
        # A newer library may know more statuses than this package. The header adds them to these bands.
        bands = SwiftPagerError._of_band
        exception = next((base for band, base in bands.items() if status in band), SwiftPagerError)
        usual_message, code = f"status {status}, which this package does not know yet", "UNKNOWN"
    details: dict[str, Any] = {"code": code, "message": message or usual_message}
    if error_json is not None:
        details |= error_json if isinstance(error_json, dict) else read(error_json)
    if status in (Status.PAGE_LIMIT, Status.PARTIAL_DATA, Status.GRAPHQL, Status.INVALID_CONFIG):
        for theirs, ours in _WORDS.items():
            details["message"] = details["message"].replace(theirs, ours)
    exception = _narrowed(exception, details)
    made = exception(details["message"], status, details)
    if status == Status.HOOK_FAILED:
        from .._hooks import failure_behind

        made.__cause__ = failure_behind(details["message"])
    if cause := details.get("cause"):
        made.__cause__ = error_for(Status.__members__.get(cause["code"], Status.INTERNAL), cause)
    return made


def _narrowed(exception: type[SwiftPagerError], details: dict[str, Any]) -> type[SwiftPagerError]:
    """The exception for the members of the error object beyond the status."""
    if details.get("timed_out"):
        return RequestTimeout
    if exception is OutOfMemoryError and "errno" in details:
        return OutOfResourcesError
    if exception in (HTTPError, GraphQLError):
        http_status = details.get("http_status", 0)
        # A 403 that says how long to wait is a rate limit.
        if http_status == 401 or (http_status == 403 and "retry_after_ms" not in details):
            return AuthenticationError if exception is HTTPError else GraphQLAuthenticationError
        if exception is HTTPError and http_status >= 500:
            return ServerError
    return exception


def check_descriptor(status: int) -> None:
    """Raises the exception of a status other than OK, for a call that returns a descriptor and no error object."""
    if status == Status.NO_MEMORY:
        message = "no file descriptor is free; close some files or raise the limit on open files, then try again"
        raise OutOfResourcesError(message, status, {"code": "NO_MEMORY", "message": message, "errno": errno.EMFILE})
    check(status)


def check(status: int, error_json: bytes | None = None) -> None:
    """Raises the exception of a status other than OK."""
    if status != Status.OK:
        if status == Status.CLOSED:
            # The end of the interpreter has closed the client: not a failure of the thread's.
            park_at_exit()
        raise error_for(status, error_json)
