"""The store of a fleet: a folder or a prefix whose files hold all of its state."""

from __future__ import annotations

import dataclasses
import errno
import functools
import os
import uuid
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from .. import _addresses
from ..arrow._columns import Columns, written_columns
from . import _children, _listing, _meaning, _names, _records
from ._folders import TEMPORARY, Folder, folder_of
from ._footer import End, Footer
from ._listing import WALKS
from .errors import StoreError, WalkConflict
from .walk import Walk


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
    # The walks that its slices lead to.
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
    ordinal          the name of one more column, the last one, in which the rows of each walk count from 0, over all
                     its slices: of two rows with one id, the one with the larger number is newer. An item must not have
                     this key
    constants        the names of further columns, behind those of the items. They are texts; in all rows of a walk each
                     has the value that the walk's `constants` give
    storage_options  arguments of `s3fs.S3FileSystem`

    The attribute `root` is absolute, so that a worker in another folder finds the same place. You can pickle a store.
    Raises `StoreError` for storage that cannot create files exclusively.
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        *,
        columns: Columns | None = None,
        sample: int = 16,
        on_new_keys: Literal["refuse", "json"] = "refuse",
        ordinal: str | None = None,
        constants: Iterable[str] | None = None,
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
        if ordinal is not None and (not isinstance(ordinal, str) or not ordinal):
            raise TypeError(f"ordinal must be the name of a column, not {ordinal!r}")
        written_columns(columns)
        if ordinal is not None and ordinal in (columns or ()):
            raise ValueError(f"ordinal must be a name that no column has, not {ordinal!r}")
        self.constants = _checked_constants(constants, [*(columns or ()), ordinal])
        self.root = folder_of(root, storage_options).root
        self.columns = columns
        self.sample = sample
        self.on_new_keys = on_new_keys
        self.ordinal = ordinal
        self.storage_options = storage_options

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
        # The first creation may say that the file exists: when its answer is lost, s3fs asks again.
        self._folder.create(name, b"first")
        is_created_again = self._folder.create(name, b"second")
        kept = self._folder.read(name)
        self._folder.remove(name)
        self._folder.remove_left()
        if is_created_again or kept != b"first":
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
        footer = self.footer(walk, self.newest(walk, number or 0))
        if footer is None:
            return Standing()
        children = _children.since(self, walk, footer, 1)
        return Standing(footer.number, footer.state.checkpoint, footer.end, tuple(children.values()))

    def children(self, walk: Walk) -> tuple[Walk, ...]:
        """The walks that all slices of a walk lead to, each key once: the walk that the newest slice names counts.

            for child in store.children(walk):
                print(child.key)

        Raises ValueError as `open` does, and for a slice that is missing.
        """
        return self.open(walk).children

    def positions(self, keys: Iterable[str] | None = None) -> dict[str, int]:
        """The number of the newest slice of each walk that has one. It lists the store, once."""
        found = _listing.of(self).positions
        if keys is None:
            return found
        wanted = {_names.fitting(key) for key in keys}
        return {key: number for key, number in found.items() if key in wanted}

    def files(self) -> list[str]:
        """The paths of all slices, in order. It lists the store.

        Once a list that began anew has a slice, the slices of the earlier list are left out. So are those of a walk
        since a mark once it has begun at the mark again.
        """
        names = list(self._folder.names())
        counting = _listing.of(self, names).counting(self)
        slices = ((name, found) for name in names if (found := _listing.slice_of(name)) is not None)
        return sorted(
            self._folder.path(name) for name, (walk, number) in slices
            if walk not in counting or counting[walk].counts(number)
        )

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
        if not self._knows(walk, footer.walk) or (footer.key, footer.number) != (walk.key, number):
            raise ValueError(f"{self._folder.path(name)} is a slice of another walk: move it out of the store")
        return dataclasses.replace(footer, children=tuple(map(walk.restored, footer.children)))

    def name(self, walk: Walk, number: int) -> str:
        """The name of a slice below the root."""
        return _listing.file_name(walk.folder.rstrip("/"), walk.name, number)

    def _exists(self, walk: Walk, number: int) -> bool:
        return self._folder.exists(self.name(walk, number))

    def _knows(self, walk: Walk, digest: str) -> bool:
        """Whether a hash is one of a walk's: also one of its address with an earlier key, if its file says so."""
        return digest in _meaning.hashes_of(walk._identity) or digest in (self._noted(walk) or {}).get("earlier", ())

    def _noted(self, walk: Walk) -> dict[str, Any] | None:
        """What the file of a walk says; None if it is missing."""
        return _records.read(self._folder, _file(walk), "remove it: the next slice writes it again")

    def _note(self, walk: Walk) -> None:
        """Creates the file of a walk, or compares with it."""
        own_hash, found = walk.hash, self._noted(walk)
        if found is not None and found.get("hash") == own_hash:
            return
        fields = {"hash": own_hash, "partition": walk.partition, "parts": _meaning.parts_of(walk._identity)}
        if found is None:
            if self._folder.create(_file(walk), _records.written(fields)):
                return
            found = self._noted(walk) or {}
        digest = found.get("hash")
        if digest == own_hash:
            return
        if digest in _meaning.hashes_of(walk._identity):
            if walk.endpoint != _addresses.without_secrets(walk.endpoint):
                # An earlier version hashed the key of the address. It may change from now on.
                self._folder.replace(_file(walk), _records.written({**fields, "earlier": [digest]}))
            return
        parts: dict[str, str] = found.get("parts", {})
        own, own_earlier = _meaning.parts_of(walk._identity), _meaning.earlier_parts_of(walk._identity)
        differing = sorted(
            part for part in parts.keys() | own.keys() if parts.get(part) not in (own.get(part), own_earlier.get(part))
        )
        raise WalkConflict(
            f"the store {self.root} has a walk with the key {walk.key!r} and another"
            f" {' and '.join(differing) or 'config'}: give this walk a key of its own, or use another store"
        )


def _file(walk: Walk) -> str:
    """The file in which a store notes a walk."""
    return f"{WALKS}/{walk.name}.json"


def _checked_constants(names: Iterable[str] | None, others: list[str | None]) -> tuple[str, ...]:
    """The names of constant columns; raises TypeError and ValueError."""
    if isinstance(names, str):
        raise TypeError(f"constants must be a list of names, not {names!r}")
    checked = tuple(names or ())
    for index, name in enumerate(checked):
        if not isinstance(name, str) or not name:
            raise TypeError(f"constants must be names of columns, not {name!r}")
        if name in others or name in checked[:index]:
            raise ValueError(f"constants must be names that no other column has, not {name!r}")
    return checked
