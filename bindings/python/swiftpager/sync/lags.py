"""Lists of which a checkpoint has no room for all items within the lag, so that the lag shrank."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from ..fleet import Store, _listing, _names

# The warnings of the log that the command says in words of its own, with the name of the list.
TOLD = frozenset({"lag_shrank", "missing_values"})


def shrunk_in(store: Store, walks: Container[str]) -> Iterator[str]:
    """What to tell of each walk whose lag shrank; `walks` are their names. Raises OSError and ValueError."""
    for name, listed in _listing.of(store).walks.items():
        newest = _listing.newest_of(store, listed) if name in walks else None
        token = None if newest is None or newest.end is None else newest.state.checkpoint
        if isinstance(token, Mapping) and (value := token.get("again_from")) is not None:
            yield (
                f"{_names.key_of(name)}: more than 10,000 items lie within the lag, so it shrinks: the next run reads"
                f" again from {_text(value)} on, and misses what the server commits late below that"
            )


def _text(value: Any) -> str:
    return str(value["number"] if isinstance(value, Mapping) else value)
