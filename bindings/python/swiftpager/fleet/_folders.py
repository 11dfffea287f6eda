"""Where a store's files are: a folder of this machine, or a prefix on S3.

Both create a file exclusively and at once: it appears whole, or not at all, and if several processes create it, one of
them does.
"""

from __future__ import annotations

import abc
import contextlib
import errno
import os
import socket
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from .._optional import imported
from ..files._disk import make_folders, with_no_file
from ..files._opening import NewFile
from .errors import StoreError

# The folder of files that are not complete yet.
TEMPORARY = "_temporary"
# A file that is incomplete after this time is a killed process's. A slice takes minutes.
_LEFT_AFTER_SECONDS = 24 * 3_600
# So much of a file's name, and of the machine's, is in the name of a file that is not complete.
_SHOWN = 64
# A local commit needs these: a file system may lack one of them.
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV)


class Folder(abc.ABC):
    """The files of a store; each name is relative to its root."""

    root: str

    @abc.abstractmethod
    def fresh(self, name: str) -> NewFile:
        """A new file on this machine, to which `commit` gives its final name; raises StoreError."""

    @abc.abstractmethod
    def commit(self, fresh: NewFile, name: str) -> bool:
        """Creates a file with the content of a fresh one; returns False if it exists. The fresh file is gone then."""

    @abc.abstractmethod
    def read(self, name: str) -> bytes | None:
        """The content of a file; None if it does not exist."""

    @abc.abstractmethod
    def opened(self, name: str) -> Any:
        """A file, opened for reading."""

    @abc.abstractmethod
    def exists(self, name: str) -> bool:
        """Whether a file exists."""

    @abc.abstractmethod
    def replace(self, name: str, data: bytes) -> None:
        """Writes a file, whether it exists or not."""

    @abc.abstractmethod
    def remove(self, name: str) -> None:
        """Removes a file if it exists."""

    @abc.abstractmethod
    def names(self, folder: str = "") -> Iterator[str]:
        """The names of all files below a folder, in no order."""

    def create(self, name: str, data: bytes) -> bool:
        """Creates a small file; returns False if it exists."""
        fresh = self.fresh(name)
        with _telling(self.path(name), "written"), _cleaning(fresh):
            fresh.file.write(data)
            return self.commit(fresh, name)

    def path(self, name: str) -> str:
        """The place of a file, as readers name it."""
        return f"{self.root}/{name}"

    @abc.abstractmethod
    def remove_left(self) -> None:
        """Removes the files that killed processes left incomplete."""


class LocalFolder(Folder):
    """A folder of this machine."""

    def __init__(self, root: str) -> None:
        self.root = os.path.abspath(root)

    def fresh(self, name: str) -> NewFile:
        folder = os.path.join(self.root, TEMPORARY)
        # No reader of `*.parquet` takes it for a slice. A long name is cut, because the whole has at most 255 bytes.
        begin, host = os.path.basename(name)[-_SHOWN:], socket.gethostname()[:_SHOWN]
        path = os.path.join(folder, f"{begin}.{host}.{uuid.uuid4().hex}.new")
        with _telling(folder, "written"):
            make_folders(folder)
        with _telling(path, "written"):
            return NewFile(path)

    def commit(self, fresh: NewFile, name: str) -> bool:
        path = self.path(name)
        with _telling(path, "written"), _cleaning(fresh):
            fresh.settle()
            make_folders(os.path.dirname(path))
            try:
                fresh.link(path)
            except FileExistsError:
                return False
            except OSError as error:
                if error.errno in _NO_LINKS:
                    raise StoreError(
                        error.errno, "the file system cannot create a second name for a file (a hard link), which a"
                        " store needs: choose a folder on another one", self.root
                    ) from error
                raise
            return True

    def read(self, name: str) -> bytes | None:
        try:
            with self.opened(name) as file, _telling(self.path(name), "read"):
                data: bytes = file.read()
        except FileNotFoundError:
            return None
        return data

    def opened(self, name: str) -> Any:
        try:
            return open(self.path(name), "rb")
        except FileNotFoundError:
            raise
        except OSError as error:
            raise _told(error, self.path(name), "read") from error

    def exists(self, name: str) -> bool:
        return os.path.exists(self.path(name))

    def replace(self, name: str, data: bytes) -> None:
        fresh = self.fresh(name)
        with _telling(self.path(name), "written"), _cleaning(fresh):
            fresh.file.write(data)
            fresh.settle()
            make_folders(os.path.dirname(self.path(name)))
            fresh.replace(self.path(name))

    def remove(self, name: str) -> None:
        with _telling(self.path(name), "written"):
            with_no_file(self.path(name))

    def names(self, folder: str = "") -> Iterator[str]:
        top = os.path.join(self.root, folder)
        for place, _, files in os.walk(top, onerror=_not_listed):
            inner = os.path.relpath(place, self.root)
            for file in files:
                yield file if inner == "." else f"{inner}/{file}"

    def remove_left(self) -> None:
        folder = os.path.join(self.root, TEMPORARY)
        with contextlib.suppress(FileNotFoundError):
            for entry in os.scandir(folder):
                # Another process may remove it first.
                with contextlib.suppress(FileNotFoundError):
                    if time.time() - entry.stat().st_mtime > _LEFT_AFTER_SECONDS:
                        os.unlink(entry.path)


class S3Folder(Folder):
    """A prefix of a bucket. S3 creates an object at once and, by a conditional put, exclusively."""

    def __init__(self, url: str, options: Mapping[str, Any] | None) -> None:
        self.root = url.rstrip("/")
        # Listings must show what other processes write.
        self._files = imported("s3fs").S3FileSystem(**{"use_listings_cache": False, **(options or {})})

    def fresh(self, name: str) -> NewFile:
        path = os.path.join(tempfile.gettempdir(), f"swiftpager-{uuid.uuid4().hex}.new")
        with _telling(path, "written"):
            return NewFile(path, 0o600)

    def commit(self, fresh: NewFile, name: str) -> bool:
        with _telling(self.path(name), "written"), _cleaning(fresh):
            fresh.settle()
            try:
                # One conditional request up to 100 MB; s3fs uploads larger files in parts, with the condition on the
                # last.
                self._files.put_file(fresh.path, self.path(name), mode="create")
            except FileExistsError:
                return False
            return True

    def read(self, name: str) -> bytes | None:
        with _telling(self.path(name), "read"):
            try:
                data: bytes = self._files.cat_file(self.path(name))
            except FileNotFoundError:
                return None
            return data

    def opened(self, name: str) -> Any:
        try:
            # A footer is at the end, so reading ahead from the beginning would waste a request.
            return self._files.open(self.path(name), "rb", cache_type="none")
        except FileNotFoundError:
            raise
        except OSError as error:
            raise _told(error, self.path(name), "read") from error

    def exists(self, name: str) -> bool:
        with _telling(self.path(name), "read"):
            found: bool = self._files.exists(self.path(name))
            return found

    def replace(self, name: str, data: bytes) -> None:
        with _telling(self.path(name), "written"):
            self._files.pipe_file(self.path(name), data)

    def remove(self, name: str) -> None:
        with _telling(self.path(name), "written"), contextlib.suppress(FileNotFoundError):
            self._files.rm_file(self.path(name))

    def names(self, folder: str = "") -> Iterator[str]:
        base = self.root.partition("://")[2]
        for path in self._files.find(f"{self.root}/{folder}".rstrip("/")):
            yield path.removeprefix(f"{base}/")

    def remove_left(self) -> None:
        """Does nothing: an incomplete file is in the temporary folder of the machine that writes it."""


@contextlib.contextmanager
def _telling(path: str, done: str) -> Iterator[None]:
    """Raises StoreError, which names the file, in place of any other OSError; `done` is "read" or "written"."""
    try:
        yield
    except StoreError:
        raise
    except OSError as error:
        raise _told(error, path, done) from error


def _told(error: OSError, path: str, done: str) -> StoreError:
    why = error.strerror or error
    return StoreError(
        error.errno or errno.EIO, f"the store cannot be {done} ({why}): fix that, or choose another place", path
    )


@contextlib.contextmanager
def _cleaning(fresh: NewFile) -> Iterator[None]:
    """Removes a fresh file at the end of the block."""
    try:
        yield
    finally:
        fresh.remove()


def _not_listed(error: OSError) -> None:
    """Raises StoreError for a folder that cannot be listed. One that is not there has no files."""
    if not isinstance(error, FileNotFoundError):
        raise StoreError(error.errno, f"the store cannot be listed: {error.strerror}", error.filename) from error


def folder_of(root: str, options: Mapping[str, Any] | None) -> Folder:
    """The folder that an address names. Raises StoreError for storage whose creation of files is not exclusive."""
    kind, separator, rest = root.partition("://")
    if not separator or kind == "file":
        if options:
            raise ValueError("storage_options are for stores on S3")
        return LocalFolder(rest if separator else root)
    if kind in ("s3", "s3a"):
        if not rest.strip("/"):
            raise ValueError(f"root must name a bucket, like s3://bucket/prefix, not {root!r}")
        return S3Folder(f"s3://{rest}", options)
    raise StoreError(
        errno.ENOTSUP, f"a store must create files exclusively, which {kind}:// is not known to do: use a folder of"
        " this machine or s3://", root
    )
