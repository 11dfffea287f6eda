"""Warnings about a list, in the logger `swiftpager`, at the end of a walk."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from ._wording import counted
from .shapes import NestedState


def warn_of_nested(logger: logging.Logger, config: Mapping[str, Any], nested: NestedState | None) -> None:
    """Logs one warning if lists inside the items were cut off, or if nothing says whether they were.

    With a `nested` other than "report", such a list has ended the walk with an exception.
    """
    rule = config.get("nested", "report")
    mode = rule.get("mode") if isinstance(rule, Mapping) else rule
    if nested is None or mode != "report" or not (nested["incomplete"] or nested["unknown"]):
        return
    places = ", ".join(nested["connections"])
    words = []
    if nested["incomplete"]:
        words.append(
            f"the rest of {counted(nested['incomplete'], 'list')} inside the items is missing, in {places}:"
            ' nested="drain" fetches it'
        )
    if nested["unknown"]:
        words.append(
            f"for {counted(nested['unknown'], 'list')} inside the items, in {places}, it is unknown whether there is"
            " more: select pageInfo { hasNextPage endCursor } in them"
        )
    logger.warning("%s", "; ".join(words), extra={"swiftpager": {"event": "nested_incomplete", **nested}})
