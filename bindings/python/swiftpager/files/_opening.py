"""Opens every file that the package writes.

Another user may be allowed to write to the folder of a file, and may put a link, a pipe or a file there under a name
that this package is about to use. So no other code opens a file for writing: the functions here follow no link, wait
for no pipe, and write nothing into a file that someone else has made.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from typing import IO

from ._disk import naming, sync

# Systems whose files have no locks answer with these.
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
# Opening a pipe without O_NONBLOCK waits for its other end.
_EXISTING = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def lock(descriptor: int, path: str) -> None:
    """Locks a file or folder for this process until the descriptor is closed; raises BlockingIOError."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BlockingIOError(
            errno.EWOULDBLOCK, "another process or thread writes to it: wait for its end, or name another place", path
        ) from error


class NoFile(FileExistsError):
    """A path that leads to a device, a pipe or a socket, where a file is expected."""


class NewFile:
    """A file that is not complete: new, open for writing, and locked. `path` is its name until it is complete.

    An own file under this name that no process has locked is what a killed process left: the new file replaces it.
    Raises BlockingIOError if a process has locked it, and FileExistsError for anything else that has the name.
    """

    def __init__(self, path: str, mode: int = 0o666, *, is_locked: bool = True) -> None:
        """`is_locked` is False if another writer, to which the path is given, locks the file."""
        self.path = path
        with naming(path):
            self.descriptor = _new(path, mode)
        if not is_locked:
            fcntl.flock(self.descriptor, fcntl.LOCK_UN)
        # The descriptor stays open for a look at the name, after the end of the file object.
        self._file: IO[bytes] | None = None

    @property
    def file(self) -> IO[bytes]:
        """The file object with a buffer, for all but `os.write`."""
        if self._file is None:
            self._file = open(self.descriptor, "wb", closefd=False)  # noqa: SIM115  (`close` closes it)
        return self._file

    def settle(self) -> None:
        """Waits until the content is on the disk; raises OSError."""
        if self._file is not None:
            self._file.flush()
        os.fsync(self.descriptor)

    def replace(self, path: str) -> None:
        """Gives the file its final name, and waits until the folder is on the disk; raises OSError."""
        with naming(path):
            self._check_name()
            check_replaceable(path)
            os.replace(self.path, path)
            sync(os.path.dirname(path))

    def link(self, path: str) -> None:
        """Gives the file a second name, and waits until the folder is on the disk; raises OSError."""
        with naming(path):
            self._check_name()
            os.link(self.path, path)
            sync(os.path.dirname(path))

    def remove(self) -> None:
        """Removes the file, unless it has its final name or another file has taken its name; closes it.

        A file that cannot be removed stays, which does no harm. A second call does nothing.
        """
        try:
            with contextlib.suppress(OSError):
                if self.descriptor >= 0 and is_at(self.path, self.descriptor):
                    os.unlink(self.path)
        finally:
            self.close()

    def close(self) -> None:
        """Closes the file, which unlocks it. A second call does nothing."""
        file, self._file = self._file, None
        descriptor, self.descriptor = self.descriptor, -1
        try:
            if file is not None:
                # On a full disk the end of the buffer would fail again.
                with contextlib.suppress(OSError):
                    file.close()
        finally:
            if descriptor >= 0:
                os.close(descriptor)

    def _check_name(self) -> None:
        if not is_at(self.path, self.descriptor):
            raise FileExistsError(
                errno.EEXIST, "while it was written, another process removed it or gave its name to another file",
                self.path,
            )


@contextlib.contextmanager
def replacing(path: str, unfinished: str, mode: int = 0o666) -> Iterator[NewFile]:
    """A new file that has the name `unfinished` during the block, and then `path`; raises OSError.

    If the block fails, the file is gone.
    """
    new = NewFile(unfinished, mode)
    try:
        yield new
        with naming(path):
            new.settle()
        new.replace(path)
    finally:
        new.remove()


def open_existing(path: str) -> int:
    """The descriptor of a file that grows, which is locked and made if it is missing; raises OSError.

    The path must have no links: `os.path.realpath` resolves them.
    """
    with naming(path):
        check_replaceable(path)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _EXISTING, 0o666)
        try:
            _check_regular(path, os.fstat(descriptor))
            _check_foreign(path, os.fstat(descriptor))
            lock(descriptor, path)
            # A checkpoint in another folder must not count the bytes of a file whose name is lost.
            with contextlib.suppress(PermissionError):
                sync(os.path.dirname(path))
        except BaseException:
            os.close(descriptor)
            raise
    return descriptor


def open_special(path: str) -> int:
    """The descriptor of a device or a pipe that the user names as the output; raises OSError."""
    return os.open(path, os.O_WRONLY | os.O_CLOEXEC)


def check_replaceable(path: str) -> None:
    """Raises OSError if a path leads to anything but a regular file, or nothing: no file may take a device's place."""
    with contextlib.suppress(FileNotFoundError):
        _check_regular(path, os.stat(path))


def read_regular(path: str | os.PathLike[str]) -> bytes:
    """The content of a regular file; raises OSError, for a device or a pipe as well: these may have no end."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        _check_regular(os.fspath(path), os.fstat(descriptor))
        return file.read()


def rename(path: str, to: str) -> None:
    """Renames a regular file, and waits until the folder is on the disk; raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | _EXISTING)
    try:
        _check_regular(path, os.fstat(descriptor))
        check_replaceable(to)
        if not is_at(path, descriptor):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        os.replace(path, to)
        sync(os.path.dirname(to))
    finally:
        os.close(descriptor)


def is_at(path: str, descriptor: int) -> bool:
    """Whether a name is still that of an open file, and not of another one or of a link to it."""
    try:
        return os.path.samestat(os.stat(path, follow_symlinks=False), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def remove_left(path: str) -> None:
    """Removes an own file that no process has locked; raises OSError for anything else, which it names."""
    _check_own(path, os.stat(path, follow_symlinks=False))
    descriptor = os.open(path, os.O_WRONLY | _EXISTING)
    try:
        _check_own(path, os.fstat(descriptor))
        _lock_if_possible(descriptor, path)
        # Until the lock, another process may have finished this file: it has its final name now, and stays.
        if is_at(path, descriptor):
            os.unlink(path)
    finally:
        os.close(descriptor)


def _new(path: str, mode: int) -> int:
    """The descriptor of a new file, which is locked."""
    try:
        while True:
            try:
                descriptor = os.open(path, _NEW, mode)
            except FileExistsError:
                # Another process may remove it first.
                with contextlib.suppress(FileNotFoundError):
                    remove_left(path)
                continue
            try:
                _lock_if_possible(descriptor, path)
                # Before the lock, another process could take the file for one that is left, and replace it.
                if is_at(path, descriptor):
                    return descriptor
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)
    except OSError:
        raise
    except BaseException:
        # Ctrl-C may come before the file is known.
        with contextlib.suppress(OSError):
            remove_left(path)
        raise


def _lock_if_possible(descriptor: int, path: str) -> None:
    """Locks a file, unless files have no locks where it is; raises BlockingIOError if a process has locked it."""
    try:
        lock(descriptor, path)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise


def _check_regular(path: str, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(status.st_mode):
        raise NoFile(errno.EEXIST, f"it is {_kind(status)} and not a file: name another", path)


def _check_own(path: str, status: os.stat_result) -> None:
    """Raises FileExistsError for what is not certainly the file of an earlier run of this user."""
    if not stat.S_ISREG(status.st_mode):
        why = f"it is {_kind(status)}"
    elif status.st_uid != os.geteuid():
        why = "it belongs to another user"
    elif status.st_nlink > 1:
        why = "it has a second name (a hard link)"
    else:
        return
    raise FileExistsError(errno.EEXIST, f"{why}, and an earlier run cannot have left it there: remove it", path)


def _check_foreign(path: str, status: os.stat_result) -> None:
    """Raises PermissionError for a file that another user may have put there.

    The folders are those of the kernel's `protected_regular`, and those without a sticky bit to which all may write.
    """
    mode = os.stat(os.path.dirname(path) or os.curdir).st_mode
    if not (mode & stat.S_IWOTH or (mode & stat.S_IWGRP and mode & stat.S_ISVTX)):
        return
    if status.st_uid != os.geteuid() or status.st_nlink > 1:
        why = "belongs to another user" if status.st_uid != os.geteuid() else "has a second name (a hard link)"
        raise PermissionError(
            errno.EPERM, f"it {why}, in a folder to which others may write: name a file in another folder", path
        )


def _kind(status: os.stat_result) -> str:
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
    return kinds.get(stat.S_IFMT(status.st_mode), "a device")
