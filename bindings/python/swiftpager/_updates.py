"""Native updates: taken over from the library, and whether they can still be read."""

from ctypes import c_void_p

from ._handle import Handle
from ._library import native
from ._statuses import Status
from .exceptions import error_for


def retained(update: int) -> Handle:
    """Keeps an update that a callback was given beyond the callback."""
    native.swiftpager_update_retain(update)
    return owned(update)


def owned(update: int | c_void_p) -> Handle:
    """Takes over an update that the library has retained for us."""
    return Handle(update.value if isinstance(update, c_void_p) else update, native.swiftpager_update_release)


def check_readable(update: Handle) -> None:
    """Raises `ForkedError` in a child process, where the library answers every question with nothing."""
    status = native.swiftpager_update_status(update.key)
    if status in (Status.FORKED, Status.INVALID_HANDLE):
        raise error_for(status)
