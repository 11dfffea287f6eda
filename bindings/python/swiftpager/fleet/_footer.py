"""What the footer of a slice's file says: whose slice it is, and where the walk continues after it."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Literal, Self

from .._optional import imported
from .._storing import State
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

    def text(self) -> str:
        """The footer as JSON."""
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        fields |= {
            "version": VERSION, "state": self.state.fields, "children": [walk.to_json() for walk in self.children],
        }
        return json.dumps(fields)

    @classmethod
    def read(cls, file: Any, path: str) -> Self:
        """The footer of an opened file; raises ValueError for a file that is not a slice."""
        library = imported("pyarrow")
        try:
            with file:
                metadata = imported("pyarrow.parquet").read_metadata(file).metadata
            fields = json.loads(metadata[KEY])
            if fields.pop("version") != VERSION:
                raise ValueError("a newer version of swiftpager wrote it")
            fields["state"] = State.read(fields["state"])
            fields["children"] = tuple(Walk.from_json(child) for child in fields["children"])
            return cls(**fields)
        except (ValueError, KeyError, TypeError, library.ArrowException) as error:
            raise ValueError(f"{path} is not a slice of a fleet ({error}): move it out of the store") from error
