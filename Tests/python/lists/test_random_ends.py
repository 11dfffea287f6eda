"""Random lists that servers end well or badly: no walk is incomplete in silence, and no whole list is in doubt."""

import collections
import logging
from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager
from conftest import LONG
from ending_plans import NIGHTS, broken, change, honest, spoil
from ending_runs import Night, Reader, complaints, signs
from ending_servers import Plan

# The signs that the drawn answers give beside missing items. The library does not leave it at two others: it looks
# beyond totals that may be capped, and beyond page counts of larger pages.
SIGNS = {
    "above the mark", "broken promise", "fewer than the total",
    "more pages than were read", "one page again and again", "pages from 0", "the first page again",
}
MANY = 5_000 if LONG else 1_000


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Thousands of doubts would be thousands of warnings."""
    caplog.set_level(logging.CRITICAL, "swiftpager")


def nights(reader: Reader) -> Iterator[Night]:
    """The nights of one list, with changes between them."""
    server, chance = reader.server, reader.server.chance
    with swiftpager.Client("http://list.example/", transport=reader, retry=False) as client:
        for number in range(NIGHTS):
            if number > 0:
                change(server)
            if server.plan.defect:
                spoil(server)
            cut = chance.choice((None, None, 1, 2))
            yield reader.night(client, cut)


def told(plan: Plan, before: list[Night], night: Night) -> str:
    """What reproduces a failure."""
    return "\n".join([str(plan), *map(str, before), "this night:", str(night)])


def silent(seed: int, seen: "collections.Counter[str] | None" = None, **loosened: Any) -> str:
    """Reads the list of a server with a defect; returns a night that is incomplete in silence, "" if none is.

    Args:
        seen: counts the signs of incomplete nights.
        loosened: keys of `pagination` and `since` that switch a rule off.
    """
    plan, server = broken(seed)
    before: list[Night] = []
    for night in nights(Reader(server, loosened)):
        given = sorted(set(signs(night, plan)))
        if seen is not None:
            seen.update(given if night.missing else [])
        if night.has_no_doubt and night.missing and given:
            return f"signs {given}: " + told(plan, before, night)
        before.append(night)
    return ""


def wronged(seed: int, **loosened: Any) -> str:
    """Reads the list of a server that keeps its word; returns a night that went wrong, "" if none did."""
    plan, server = honest(seed)
    before: list[Night] = []
    for night in nights(Reader(server, loosened)):
        if found := list(complaints(night, plan)):
            return f"{found}: " + told(plan, before, night)
        before.append(night)
    return ""


# --- Lists that end badly --- #


def test_no_walk_is_incomplete_in_silence():
    for seed in range(60):
        assert not (found := silent(seed)), found


@pytest.mark.long
@pytest.mark.timeout(1_200)
def test_no_walk_of_many_is_incomplete_in_silence():
    seen: collections.Counter[str] = collections.Counter()
    for seed in range(60, 60 + MANY):
        assert not (found := silent(seed, seen)), found
    assert not SIGNS - seen.keys(), seen


@pytest.mark.parametrize(
    "loosened", [{"repeats": "allow"}, {"check_total": False}, {"unreached": "accept"}], ids=str,
)
def test_without_a_rule_some_walk_is_incomplete_in_silence(loosened):
    assert any(silent(seed, **loosened) for seed in range(500))


# --- Lists that end well --- #


def test_whole_lists_are_complete_without_doubt():
    for seed in range(60):
        assert not (found := wronged(seed)), found


@pytest.mark.long
@pytest.mark.timeout(1_200)
def test_many_whole_lists_are_complete_without_doubt():
    for seed in range(60, 60 + MANY):
        assert not (found := wronged(seed)), found


@pytest.mark.parametrize(
    ("loosened", "kinds"), [
        ({"has_more": None}, ("offset_more", "page_more")), ({"end": "short_page"}, ("keyset_bare", "keyset_more")),
        ({"max_empty_pages": 0}, ("page_count", "page_more")),
    ], ids=str,
)
def test_with_a_wrong_config_some_whole_list_is_not_complete(loosened, kinds):
    assert any(wronged(seed, **loosened) for seed in range(500) if honest(seed)[0].kind in kinds)
