"""The store of a fleet: a folder or a prefix whose files hold all of its state."""

from __future__ import annotations

import dataclasses
import errno
import functools
import json
import os
import re
import uuid
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from .._arrow import Columns, written_columns
from ._folders import TEMPORARY, Folder, folder_of
from ._footer import End, Footer
from .errors import StoreError, WalkConflict
from .walk import KEY as WALK_KEY
from .walk import Walk

# The folder of what is known of walks, beside their slices.
WALKS = "_walks"
_SLICE = re.compile(rf"(?:.*/)?({WALK_KEY.pattern})-([0-9]{{6,}})\.parquet")
VERSION = 1


def slice_of(name: str) -> tuple[str, int] | None:
    """The key and the number in the name of a slice; None for another file."""
    match = _SLICE.fullmatch(name)
    return None if match is None else (match[1], int(match[2]))


def check_store(store: object) -> None:
    """Raises TypeError for anything but a store: an address alone does not say what its columns are."""
    if not isinstance(store, Store):
        raise TypeError(f"store must be a swiftpager.fleet.Store, not {store!r}")


@dataclasses.dataclass(frozen=True)
class Standing:
    """Where a walk stands in its store."""

    # For the newest slice; 0 if there is none.
    number: int = 0
    # What the next slice begins from; None at the beginning of the list.
    checkpoint: Any = None
    # How the list ended: "complete", "partial", or None if there is more.
    end: End | None = None
    # The walks that the newest slice leads to.
    children: tuple[Walk, ...] = ()


class Store:
    """Where a fleet writes: one Parquet file a slice, `<partition>/<key>-<number>.parquet`.

        store = swiftpager.fleet.Store("s3://bucket/issues", sample=32)

    Every reader of Parquet takes the files `**/*.parquet`, and sees each committed page once, at every moment. No file
    is ever changed, renamed or deleted: to make fewer and larger files, write them into another folder.

    root             a folder of this machine, or "s3://bucket/prefix" (needs s3fs)
    columns          the columns with their types, as for `Pager.to_arrow`. Without types, or without `columns`, the
                     first pages of some walks decide, and the result is in `_schema.json` from then on
    sample           the number of walks that decide
    on_new_keys      what happens to a key of an item that is not a column. "refuse", the default: the walk fails, with
                     an error that names page and item. "json": the column `new_keys` collects such keys as JSON text
    storage_options  arguments of `s3fs.S3FileSystem`

    You can pickle a store. Raises `StoreError` for storage that cannot create files exclusively.
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        *,
        columns: Columns | None = None,
        sample: int = 16,
        on_new_keys: Literal["refuse", "json"] = "refuse",
        storage_options: Mapping[str, Any] | None = None,
    ) -> None:
        if isinstance(root, os.PathLike):
            root = os.fspath(root)
        if not isinstance(root, str) or not root:
            raise TypeError(f"root must be a folder or an address like s3://bucket/prefix, not {root!r}")
        if isinstance(sample, bool) or not isinstance(sample, int) or sample < 1:
            raise ValueError(f"sample must be a whole number of at least 1, not {sample!r}")
        if on_new_keys not in ("refuse", "json"):
            raise ValueError(f'on_new_keys must be "refuse" or "json", not {on_new_keys!r}')
        written_columns(columns)
        self.root = root
        self.columns = columns
        self.sample = sample
        self.on_new_keys = on_new_keys
        self.storage_options = storage_options
        folder_of(root, storage_options)

    @functools.cached_property
    def _folder(self) -> Folder:
        return folder_of(self.root, self.storage_options)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def __repr__(self) -> str:
        return f"<swiftpager.fleet.Store {self.root}>"

    def check(self) -> None:
        """Tests that the store can be written and that it creates files exclusively; raises `StoreError` if not.

        It also removes temporary files that killed processes left behind a day ago or earlier.
        """
        name = f"{TEMPORARY}/trial-{uuid.uuid4().hex}"
        try:
            created = [self._folder.create(name, data) for data in (b"first", b"second")]
            kept = self._folder.read(name)
            self._folder.remove(name)
            self._folder.remove_left()
        except StoreError:
            raise
        except OSError as error:
            raise StoreError(
                error.errno or errno.EIO, f"the store cannot be written ({error}): fix that, or choose another place",
                self.root,
            ) from error
        if created != [True, False] or kept != b"first":
            raise StoreError(
                errno.ENOTSUP, "the store does not create files exclusively: its second creation of one file did not"
                " fail, so two processes could commit one page twice; choose another place", self.root,
            )

    def open(self, walk: Walk, number: int | None = None) -> Standing:
        """Where a walk stands. If the walk is new to the store, the call notes it there.

        number  a number that the newest slice may have; it saves requests, and need not be right

        Raises `WalkConflict` if the store has another walk with this key, and ValueError for a file that is not a slice
        of this walk.
        """
        self._note(walk)
        newest = self.newest(walk, number or 0)
        footer = self.footer(walk, newest)
        if footer is None:
            return Standing()
        return Standing(newest, footer.state.checkpoint, footer.end, footer.children)

    def positions(self, keys: Iterable[str] | None = None) -> dict[str, int]:
        """The number of the newest slice of each walk that has one. It lists the store, once."""
        wanted = None if keys is None else set(keys)
        newest: dict[str, int] = {}
        for name in self._folder.names():
            if (found := slice_of(name)) is not None and (wanted is None or found[0] in wanted):
                newest[found[0]] = max(newest.get(found[0], 0), found[1])
        return newest

    def files(self) -> list[str]:
        """The paths of all slices, in order. It lists the store."""
        return sorted(self._folder.path(name) for name in self._folder.names() if slice_of(name))

    # For slices

    def newest(self, walk: Walk, number: int = 0) -> int:
        """The number of the newest slice: a search from a guess, without listing. Numbers have no gaps."""
        if number > 0 and not self._exists(walk, number):
            number = 0
        step = 1
        while self._exists(walk, number + step):
            number, step = number + step, 2 * step
        while step > 1:
            step //= 2
            if self._exists(walk, number + step):
                number += step
        return number

    def footer(self, walk: Walk, number: int) -> Footer | None:
        """The footer of a slice; None for the number 0."""
        if number == 0:
            return None
        name = self.name(walk, number)
        footer = Footer.read(self._folder.opened(name), self._folder.path(name))
        if (footer.walk, footer.key, footer.number) != (walk.hash, walk.key, number):
            raise ValueError(f"{self._folder.path(name)} is a slice of another walk: move it out of the store")
        return footer

    def name(self, walk: Walk, number: int) -> str:
        """The name of a slice below the root."""
        return f"{walk.folder}{walk.key}-{number:06d}.parquet"

    def _exists(self, walk: Walk, number: int) -> bool:
        return self._folder.exists(self.name(walk, number))

    def _note(self, walk: Walk) -> None:
        """Creates the file of a walk, or compares with it."""
        name = f"{WALKS}/{walk.key}.json"
        known = self._folder.read(name)
        if known is None:
            fields = {"version": VERSION, "hash": walk.hash, "partition": walk.partition, "parts": walk.hashes}
            if self._folder.create(name, json.dumps(fields).encode()):
                return
            known = self._folder.read(name)
        fields = json.loads(known or b"{}")
        if fields.get("hash") == walk.hash:
            return
        parts: dict[str, str] = fields.get("parts", {})
        own = walk.hashes
        differing = sorted(part for part in parts.keys() | own.keys() if parts.get(part) != own.get(part))
        raise WalkConflict(
            f"the store {self.root} has a walk with the key {walk.key!r} and another"
            f" {' and '.join(differing) or 'config'}: give this walk a key of its own, or use another store"
        )
