"""Where the pages of a list have their cursors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from . import _pointers
from .shapes import FoundList


@dataclass(frozen=True, slots=True)
class CursorPlaces:
    """JSON Pointers below the page info: that of the first page's query, then that of the query for further pages.

    They are those of the pagination, else those that the library found in the query, for example under an alias. It
    looks only for the cursors of the direction in which it reads the list.
    """

    end: tuple[str, ...] = ()
    start: tuple[str, ...] = ()

    @classmethod
    def of(cls, config: Mapping[str, Any], found: FoundList) -> CursorPlaces:
        """The places in the pages of a list that a pager with this config has found."""
        opening = config.get("pagination") or {}
        queries = [(opening, found), (config.get("next_query") or opening, found["next_query"] or found)]

        def places(name: Literal["end_cursor", "start_cursor"]) -> tuple[str, ...]:
            known = [given.get(name, names[name]) for given, names in queries]
            return tuple(place for place in known if place is not None)

        return cls(places("end_cursor"), places("start_cursor"))


UNKNOWN_PLACES = CursorPlaces()


def cursor_in(page_info: Any, places: tuple[str, ...], *, is_first: bool, default: str) -> Any:
    """The cursor in a page info; None if there is none. A page of the first query has it at the first place.

    A page of a resumed walk may be the first of its pager and the answer to the further query, so each place is tried.
    """
    for place in (*(places if is_first else reversed(places)), f"/{default}"):
        value = page_info
        for name in _pointers.names(place):
            if not isinstance(value, dict) or name not in value:
                break
            value = value[name]
        else:
            return value
    return None
