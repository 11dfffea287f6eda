"""The lag of a plan that asks for what is new: what a server commits late, below the mark, comes with the next run.

A plan does not have it, because it changes nothing of the rows: a walk goes on with another one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

# Seconds. It is longer than most transactions, and shrinks if a checkpoint has no room for the items within it.
DEFAULT_LAG = 300.0
# The lag of a filter that leaves out the value itself, in seconds or as a number: it brings the items of the mark back.
OF_STRICT_FILTER = 1


def with_lag(since: Mapping[str, Any] | None, seconds: float | None = None) -> dict[str, Any] | None:
    """The `since` of a plan with a lag: with so many seconds, or with the default one.

    A lag that the plan has itself stays: a person has written it. The library knows the unit of integers from their
    size, so a lag in seconds shrinks there as the default one does. Texts have no lag.
    """
    if since is None:
        return None
    own = since.get("lag")
    is_own = own not in (None, OF_STRICT_FILTER) or "shrinking_lag" in since
    if since.get("type") == "text" or (seconds is None and is_own):
        return dict(since)
    bare = {name: value for name, value in since.items() if name not in ("lag", "shrinking_lag")}
    if seconds is None:
        return {**bare, "shrinking_lag": DEFAULT_LAG}
    least = OF_STRICT_FILTER if own == OF_STRICT_FILTER else 0
    if since.get("type") == "integer" and seconds > 0:
        return {**bare, "shrinking_lag": max(seconds, least)}
    lag: float = max(math.ceil(seconds) if since.get("type") == "integer" else seconds, least)
    return {**bare, "lag": lag} if lag else bare
