"""The types of values that are plain dicts and strings, for annotations.

Only type checkers load this module, and programs that ask for its types: `typing` takes longer to load than the whole
package.
"""

from typing import Literal, TypedDict

Retain = Literal["all", "last", "none"]
Emit = Literal["each", "end"]
HTTPVersion = Literal["automatic", "1.1", "2"]


class Pagination(TypedDict, total=False):
    """How to find the next page, where the document alone does not say it; pointers are JSON Pointers."""

    type: Literal["cursor"]
    direction: Literal["forward"]
    # Below `data`, like "/shop/products".
    connection: str
    # Below the connection.
    page_info: str
    items: str
    # Below the page info.
    has_next_page: str
    end_cursor: str
    # The variable that takes the cursor.
    after: str


class PagerState(TypedDict):
    """What `Pager.state` tells; the loaded counts are those of the list as it stands, also of pages not retained."""

    loading: Literal["fetch", "load_next", "load_all"] | None
    pages_held: int
    pages_loaded: int
    items_loaded: int
    can_load_next: bool
    # None: no page yet, or there is more. "complete", or why it cannot be completed: a code like "CURSOR_STUCK".
    end: str | None
