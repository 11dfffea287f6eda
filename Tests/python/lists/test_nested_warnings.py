"""Lists inside items that were cut off: each walk is one warning, in the log and on the command's stderr."""

import logging
from typing import Any

import pytest

import swiftpager
from commands import outcome, run
from conftest import Forge

INFO = "pageInfo { hasNextPage endCursor }"
# One level, of which the forge cuts off most of the lists of its twelve repositories.
ISSUES = (
    "query ($after: String) { repositories(first: 5, after: $after) {"
    f" nodes {{ id __typename issues(first: 2) {{ nodes {{ title }} {INFO} }} }} {INFO} }} }}"
)
PLACE = "/repositories/nodes/issues"


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "swiftpager"]


def warning(count: int) -> str:
    return f'the rest of {count} lists inside the items is missing, in {PLACE}: nested="drain" fetches it'


@pytest.mark.parametrize("nested", [None, "report", {"mode": "report"}])
@pytest.mark.parametrize(
    "walk",
    [list, lambda pager: pager.load_all(), lambda pager: list(pager.items()), lambda pager: pager.to_polars(),
     lambda pager: list(pager.record_batches())],
)  # fmt: skip
def test_a_walk_warns_once_of_lists_that_were_cut_off(forge: Forge, caplog: Any, nested: Any, walk: Any) -> None:
    with swiftpager.Client(forge.url()) as client, caplog.at_level(logging.WARNING, "swiftpager"):
        pager = client.pager(ISSUES, nested=nested)
        walk(pager)
        state = pager.state["nested"]
    assert state is not None and state["incomplete"] > 1
    assert warnings(caplog) == [warning(state["incomplete"])]
    [record] = caplog.records
    assert record.levelno == logging.WARNING
    assert record.swiftpager == {
        "event": "nested_incomplete", "incomplete": state["incomplete"], "unknown": 0, "connections": [PLACE],
    }  # fmt: skip


def test_an_awaited_walk_warns_too(run: Any, forge: Forge, caplog: Any) -> None:
    counts = []

    async def main() -> None:
        async with swiftpager.AsyncClient(forge.url()) as client:
            pager = client.pager(ISSUES)
            async for _ in pager.items():
                pass
            assert pager.state["nested"] is not None
            counts.append(pager.state["nested"]["incomplete"])

    with caplog.at_level(logging.WARNING, "swiftpager"):
        run(main)
    assert warnings(caplog) == [warning(count) for count in counts]


def test_a_walk_that_a_limit_ends_warns_of_the_pages_that_it_loaded(forge: Forge, caplog: Any) -> None:
    with swiftpager.Client(forge.url()) as client, caplog.at_level(logging.WARNING, "swiftpager"):
        pager = client.pager(ISSUES, max_pages=1)
        with pytest.raises(swiftpager.PageLimit):
            list(pager)
        assert pager.state["nested"] is not None
        assert warnings(caplog) == [warning(pager.state["nested"]["incomplete"])]


def test_lists_that_do_not_say_whether_there_is_more_are_told_of_in_the_same_line(forge: Forge, caplog: Any) -> None:
    query = (
        "query ($after: String) { repositories(first: 12, after: $after) { nodes {"
        f" issues(first: 2) {{ nodes {{ title labels(first: 1) {{ nodes {{ name }} }} }} {INFO} }} }} {INFO} }} }}"
    )
    with swiftpager.Client(forge.url()) as client, caplog.at_level(logging.WARNING, "swiftpager"):
        pager = client.pager(query)
        list(pager)
        state = pager.state["nested"]
    assert state is not None and state["unknown"] > 1
    [message] = warnings(caplog)
    places = f"{PLACE}, {PLACE}/nodes/labels"
    assert message == (
        f"the rest of {state['incomplete']} lists inside the items is missing, in {places}:"
        f" nested=\"drain\" fetches it; for {state['unknown']} lists inside the items, in {places}, it is unknown"
        f" whether there is more: select {INFO} in them"
    )


@pytest.mark.parametrize("case", ["drain", "error", "whole", "without", "load_next"])
def test_nothing_is_told_where_nothing_is_lost_in_silence(forge: Forge, caplog: Any, case: str) -> None:
    query = {
        "whole": ISSUES.replace("first: 2", "first: 99"),
        "without": f"query ($after: String) {{ repositories(first: 5, after: $after) {{ nodes {{ id }} {INFO} }} }}",
    }.get(case, ISSUES)
    nested: Any = case if case in ("drain", "error") else None
    with swiftpager.Client(forge.url()) as client, caplog.at_level(logging.WARNING, "swiftpager"):
        pager = client.pager(query, nested=nested)
        if case == "error":
            with pytest.raises(swiftpager.NestedIncomplete):
                list(pager)
        elif case == "load_next":
            pager.fetch()
            pager.load_next()
        else:
            list(pager)
    assert warnings(caplog) == []


@pytest.mark.long
def test_the_command_says_it_once_however_the_walk_ends(forge: Forge) -> None:
    for options, code in [([], 0), (["--max-pages", "2"], None), (["--errors", "keep"], 0)]:
        done, told = outcome(run(forge.url(), *options, query=ISSUES))
        assert code is None or done == code
        assert told.count("inside the items") == 1
        assert f"inside the items was not written, in {PLACE}: --nested drain fetches it" in told


def test_a_walk_over_lists_that_were_cut_off_still_ends_well(forge: Forge) -> None:
    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(ISSUES)
        pager.load_all()
        assert pager.state["end"] == "complete"
        assert pager.state["nested"] is not None and pager.state["nested"]["incomplete"] > 0
