"""What the footer of a slice's file says: whose slice it is, and where the walk continues after it."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import Any, Literal, Self

from .._optional import imported
from ..files._storing import State
from .errors import StoreError
from .walk import Walk

# The key in Parquet's metadata.
KEY = b"swiftpager.slice"
VERSION = 1

End = Literal["complete", "partial"]


@dataclasses.dataclass(frozen=True)
class Footer:
    """The footer of a slice."""

    # The walk's hash and key, and the number of the slice, from 1.
    walk: str
    key: str
    number: int
    pages: int
    rows: int
    state: State
    # "complete"; "partial" for a list that was read to its end, with errors beside the data; None: there is more.
    end: End | None
    seconds: float
    # The pages and rows of this slice and all before it, and when it was made, in seconds since 1970.
    all_pages: int
    all_rows: int
    time: float
    # The walks that the slice leads to.
    children: tuple[Walk, ...] = ()
    # For a partial walk: what the exception says.
    error: dict[str, Any] | None = None
    # The number of the slice with which the list began: 1, or a larger one if it began anew. `all_pages`, `all_rows`
    # count from there.
    begins: int = 1
    # How many children this slice and all before it have named; None if an earlier version wrote the slice.
    all_children: int | None = None
    # The rows of this slice and all before it, those before a new beginning included; None as above.
    rows_ever: int | None = None
    # The number of the newest slice before the mark: those after it do not count once the walk begins at the mark
    # again. None as above.
    before_mark: int | None = None
    # The slices since `begins` that do not count: the first and the last number of each row of them.
    left_out: tuple[tuple[int, int], ...] = ()
    # The hash of the items; "" for a walk without a mark.
    digest: str = ""

    @property
    def ordinals(self) -> int:
        """How many rows the walk has had, and so the next row's ordinal."""
        return self.all_rows if self.rows_ever is None else self.rows_ever

    def counts(self, number: int) -> bool:
        """Whether a slice counts, as the walk's newest footer says."""
        return number >= self.begins and not any(first <= number <= last for first, last in self.left_out)

    def text(self) -> str:
        """The footer as JSON."""
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        fields |= {
            "version": VERSION, "state": self.state.fields, "children": [walk.to_kept() for walk in self.children],
        }
        return json.dumps({**fields, "checksum": _checksum(fields)})

    @classmethod
    def read(cls, file: Any, path: str) -> Self:
        """The footer of an opened file, whose children lack the keys in their addresses.

        Raises ValueError for a file that is not a slice, or is damaged.
        """
        library = imported("pyarrow")
        try:
            with file:
                metadata = imported("pyarrow.parquet").read_metadata(file).metadata
            fields = json.loads(metadata[KEY])
            # An earlier version wrote none.
            if fields.pop("checksum", None) not in (None, _checksum(fields)):
                raise ValueError("its footer does not have its checksum")
            if fields.pop("version") != VERSION:
                raise ValueError("another version of swiftpager wrote it")
            fields["state"] = State.read(fields["state"])
            fields["children"] = tuple(Walk.from_json(child) for child in fields["children"])
            fields["left_out"] = tuple((first, last) for first, last in fields.get("left_out", ()))
            return cls(**fields)
        except (OSError, ValueError, KeyError, TypeError, library.ArrowException) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise StoreError(error.errno, f"a slice cannot be read: {error.strerror}", path) from error
            raise ValueError(
                f"{path} is not a slice of a fleet, or it is damaged ({error}): move it out of the store"
            ) from error


def _checksum(fields: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(fields).encode()).hexdigest()[:16]
