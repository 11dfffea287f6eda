"""What a run did with one list."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from .._remedies import SYNC
from .._wording import counted
from ..schema.renewing import names_another_schema

# "waiting": the list before it has no complete store yet, or no items.
End = Literal["complete", "partial", "failed", "waiting"]


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What a run did with one list, and why it is not complete."""

    name: str
    end: End
    # The rows of the store, or with `since` the rows that this run added.
    rows: int = 0
    is_incremental: bool = False
    # `code`, `message`, and the `http_status` of an answer without the list.
    error: Mapping[str, Any] | None = None
    # What speaks against a list that is complete, in the library's words.
    doubts: Sequence[str] = ()
    # The columns that the server refuses, which the list is read without.
    refused: Sequence[str] = ()

    def line(self, width: int) -> str:
        """The list as a line of text, with its name in so many columns."""
        rows = counted(self.rows, "new row" if self.is_incremental else "row")
        doubts = f", in doubt: {', '.join(self.doubts)}" if self.doubts else ""
        refused = f", refused: {', '.join(self.refused)}" if self.refused else ""
        return f"{self.name.ljust(width)}  {rows}  {self.end}{doubts}{refused}"

    def error_in_words(self) -> dict[str, Any] | None:
        """The error, whose message says what to change in the words of `swiftpager sync`."""
        if self.error is None:
            return None
        message = SYNC.of(self.name).words(str(self.error.get("message") or ""))
        if self.error.get("code") == "GRAPHQL" and names_another_schema(message):
            message += "; if the schema has changed, add --refresh"
        return {**self.error, "message": message}

    def to_json(self) -> dict[str, Any]:
        """The list as a JSON object."""
        fields = dataclasses.asdict(self)
        fields |= {"doubts": list(self.doubts), "refused": list(self.refused)}
        fields.pop("error")
        if (error := self.error_in_words()) is None:
            return fields
        shown = {key: error[key] for key in error if key in _SHOWN}
        return {**fields, "error": shown}


# What a summary shows of an error; a traceback is for --debug.
_SHOWN = ("code", "message", "retryable", "http_status")
