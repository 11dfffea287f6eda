"""The table of README.md that compares this library with its peers: each cell is what happens."""

import re

import pytest

from conftest import REPOSITORY
from peers import ENOUGH, WALKS, outcome, version
from swiftpager.testing import FakeServer

PAGES, PAGE_SIZE = 3, 100
COUNT = PAGES * PAGE_SIZE


class ScriptedList:
    """A list of three pages, one of which has a page info that the server got wrong.

    The answer to a peer that goes round in circles ends the list in the end, so that each walk returns.
    """

    def __init__(self, mistake):
        self.mistake = mistake
        self.asked = 0

    def __call__(self, arguments):
        self.asked += 1
        index = int(arguments.get("after") or 0)
        page_info = {"hasNextPage": index + 1 < PAGES, "endCursor": str(index + 1)}
        page_info = self.mistake(index, page_info)
        if self.asked > ENOUGH:
            page_info = {"hasNextPage": False, "endCursor": None}
        nodes = [{"id": n} for n in range(index * PAGE_SIZE, (index + 1) * PAGE_SIZE)]
        return {"nodes": nodes, "pageInfo": page_info}


def wrong(page, **members):
    """Changes the page info of one page; without members the page has none."""
    return lambda index, info: info if index != page else {**info, **members} if members else None


def right(index, info):
    return info


def no_fault(server):
    pass


# The text of a row, the page info that the server sends with each page, and the faults of its second answer.
ROWS = {
    "repeats the cursor that it was asked with": (wrong(1, endCursor="1"), no_fault),
    "gives the cursor of an earlier page": (wrong(2, hasNextPage=True, endCursor="1"), no_fault),
    "says that there is more, and gives no cursor": (wrong(1, endCursor=None), no_fault),
    "leaves out the page info": (wrong(1), no_fault),
    "sends errors beside the data": (
        right, lambda server: server.answer_errors("one resolver failed", with_data=True, after=1)),
    "limits the rate, in a response with status 200": (
        right, lambda server: server.answer_errors({"message": "slow down", "type": "RATE_LIMITED"}, after=1)),
    "answers 502 once": (right, lambda server: server.refuse(502, after=1)),
    "closes the connection without an answer, once": (right, lambda server: server.hang_up(after=1)),
}
README = (REPOSITORY / "README.md").read_text()
TABLE = re.search(r"^\| in a list of three pages.*?\n\n", README, re.MULTILINE | re.DOTALL)


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table():
    """The rows of the table by their first cell, and its head."""
    assert TABLE is not None
    head, _, *rows = TABLE[0].strip().splitlines()
    return cells(head)[1:], {cells(row)[0]: cells(row)[1:] for row in rows}


def test_the_table_names_the_peers_with_the_versions_that_run():
    assert table()[0] == [
        peer if peer == "swiftpager" else f"{peer} {version(peer)}" for peer in WALKS
    ]


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("peer", WALKS)
def test_a_cell_of_the_table_is_what_happens(peer, row, tmp_path):
    mistake, add_faults = ROWS[row]
    with FakeServer({"items": ScriptedList(mistake)}) as server:
        add_faults(server)
        happened = outcome(WALKS[peer], server, tmp_path, COUNT)
    column = list(WALKS).index(peer)
    assert table()[1][row][column] == happened


def test_the_table_has_no_other_rows():
    assert list(table()[1]) == list(ROWS)
