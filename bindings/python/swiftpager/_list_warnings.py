"""Warnings about a list, in the logger `swiftpager`, at the end of a walk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._wording import counted
from .shapes import ConflictsState, Doubt, ErrorsState, FutureValues, NestedState, PagerState, SiblingLists, SinceState

if TYPE_CHECKING:
    import logging


def warn_of_list(logger: logging.Logger, config: Mapping[str, Any], state: PagerState) -> None:
    """Logs a warning for each thing about a list that its consumer should know and no exception says."""
    _warn_of_since(logger, config, state["since"])
    _warn_of_duplicates(logger, state["duplicates"])
    _warn_of_nulls(logger, state["null_items"])
    _warn_of_doubts(logger, config, state)
    _warn_of_errors(logger, state["errors"])
    _warn_of_conflicts(logger, state["conflicts"])
    _warn_of_nested(logger, config, state["nested"])
    _warn_of_siblings(logger, state["siblings"])


def _warn_of_since(logger: logging.Logger, config: Mapping[str, Any], since: SinceState | None) -> None:
    if since is None:
        return
    _warn_of_future(logger, since["future"])
    # A descending walk reads one page again, which finds what a change near the mark hides.
    if since["positions"] and (config.get("since") or {}).get("order") != "descending":
        logger.warning(
            "the cursors of the list are positions: if an item is deleted or changes its place during the walk, another"
            ' one may be lost. Read the list with the newest items first, and "order": "descending"',
            extra={"swiftpager": {"event": "positions"}},
        )
    if since["local_times"]:
        logger.warning(
            "times of the list have no offset, and count as UTC: if they are local times, an hour that comes twice"
            ' needs a "lag" of an hour more, and east of UTC items come again for some hours',
            extra={"swiftpager": {"event": "local_times"}},
        )
    _warn_of_missing(logger, config.get("since") or {}, since)
    if since["again_from"] is not None:
        logger.warning(
            "more than 10,000 items lie within the lag, so it shrinks: the next run reads again from %s on, and misses"
            " what the server commits late below that",
            since["again_from"], extra={"swiftpager": {"event": "lag_shrank", "again_from": since["again_from"]}},
        )
    if since["stays"] == "TIES":
        logger.warning(
            "more than 10,000 items have one value, so the mark stays at %s, and the next run reads the items after it"
            " again",
            since["mark"] or "the beginning of the list", extra={"swiftpager": {"event": "ties"}},
        )


def _warn_of_missing(logger: logging.Logger, config: Mapping[str, Any], since: SinceState) -> None:
    """Warns of items without a value that a later run does not come to: it ends before them, or a filter drops them."""
    is_missed = config.get("order") != "descending" or since["missing_behind"]
    if since["missing"] == 0 or config.get("on_missing") != "deliver" or not is_missed:
        return
    logger.warning(
        "%s of the list %s no value at %s, and a run since the mark misses new ones like that: read the list whole, or"
        " choose a field that every item has",
        counted(since["missing"], "item"), "has" if since["missing"] == 1 else "have", config.get("path"),
        extra={"swiftpager": {"event": "missing_values", "items": since["missing"]}},
    )


def _warn_of_future(logger: logging.Logger, future: FutureValues | None) -> None:
    if future is None:
        return
    logger.warning(
        "%s of the list %s later than the server's clock, up to %s: the mark stays below, and the next run reads them"
        " again",
        counted(future["items"], "item"), "is" if future["items"] == 1 else "are", future["value"],
        extra={"swiftpager": {"event": "future_values", **future}},
    )


def _warn_of_duplicates(logger: logging.Logger, count: int) -> None:
    if count == 0:
        return
    logger.warning(
        "%s came again and %s left out, because an earlier page had %s",
        counted(count, "item"), "was" if count == 1 else "were", "it" if count == 1 else "them",
        extra={"swiftpager": {"event": "duplicates", "items": count}},
    )


def _warn_of_nulls(logger: logging.Logger, count: int) -> None:
    if count == 0:
        return
    logger.warning(
        "%s of the list %s null: the server has %s, and does not return %s",
        counted(count, "item"), "is" if count == 1 else "are", "it" if count == 1 else "them",
        "it" if count == 1 else "them",
        extra={"swiftpager": {"event": "null_items", "items": count}},
    )


# What each doubt means, but for the one that has numbers.
_DOUBTS: Mapping[Doubt, str] = {
    "broken_promise": "a page says that there is more, and the page after it is empty and ends the list",
    "more_than_total": "it has more items than the greatest total of its pages",
    "refused_beyond_total": "the server refuses the page after a total that it may have capped",
}
_NAME_TOTAL = 'if that counts the same items, name it as "total" in the pagination'


def doubts_in_words(state: PagerState, advice: str = _NAME_TOTAL) -> str | None:
    """What speaks against a complete list, as a sentence; None if nothing does.

    `advice` says what to do about a total that is not met.
    """
    reasons = [_DOUBTS[doubt] for doubt in state["doubts"] if doubt in _DOUBTS]
    if (fewer := state["fewer"]) is not None:
        items = counted(fewer["items"], "item")
        reasons.insert(0, f"it has {items}, and its pages name a total of {fewer['total']:,}: {advice}")
    return f"the list may not be complete: {'; '.join(reasons)}" if reasons else None


def _warn_of_doubts(logger: logging.Logger, config: Mapping[str, Any], state: PagerState) -> None:
    # If the pagination names the total, or the pager is strict, an exception says it.
    if state["end"] == "FEWER_THAN_TOTAL" or config.get("strict") or (words := doubts_in_words(state)) is None:
        return
    fields = {"event": "doubts", "doubts": state["doubts"], **(state["fewer"] or {})}
    logger.warning("%s", words, extra={"swiftpager": fields})


def _warn_of_errors(logger: logging.Logger, errors: ErrorsState | None) -> None:
    if errors is None:
        return
    first = errors["first"]
    logger.warning(
        "%s of the list came with %s beside the data, the first on page %d%s: %s",
        counted(errors["pages"], "page"), counted(errors["errors"], "error"), first["page"],
        "" if first["path"] is None else f" at {first['path']}", first["message"] or "without a message",
        extra={"swiftpager": {"event": "partial_data", **errors}},
    )


def _warn_of_conflicts(logger: logging.Logger, conflicts: ConflictsState | None) -> None:
    if conflicts is None:
        return
    field = conflicts["first"]
    logger.warning(
        "the cache takes different objects for one: %s of its records came with two values in one answer, the first on"
        " page %d: `%s` of %s. Name the fields that tell the objects of the type %s apart in `key_fields`",
        counted(conflicts["count"], "field"), field["page"], field["field"], field["key"], field["type"],
        extra={"swiftpager": {"event": "conflict", **conflicts}},
    )


def _warn_of_nested(logger: logging.Logger, config: Mapping[str, Any], nested: NestedState | None) -> None:
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


def _warn_of_siblings(logger: logging.Logger, siblings: SiblingLists | None) -> None:
    if siblings is None:
        return
    count = siblings["lists"]
    logger.warning(
        'the index in "connection" chooses one list of several, and the walk does not read %s, the first at %s, which'
        ' %s more items: name the array as the whole list, with "end": "first_page", and nested="drain"',
        counted(count, "other"), siblings["first"], "has" if count == 1 else "have",
        extra={"swiftpager": {"event": "siblings", **siblings}},
    )
