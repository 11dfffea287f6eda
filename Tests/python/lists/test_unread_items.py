"""What a walk does not show of a list: items that are null, and the lists beside a chosen one."""

import logging
import subprocess
import sys

import pytest

import swiftpager
from commands import environment
from conftest import LIMIT_SECONDS
from swiftpager.testing import FakeServer

NULLS = "query ($after: String) { rows(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"
LISTS = """
query ($after: String) {
  nodes(ids: [1, 2, 3]) { issues(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
}
"""


def rows(arguments):
    start = int(arguments.get("after") or 0)
    nodes = [{"id": f"{number}"} if number % 3 else None for number in range(start, start + 3)]
    return {"nodes": nodes, "pageInfo": {"hasNextPage": start < 6, "endCursor": f"{start + 3}"}}


def issues(count):
    def page(arguments):
        start = int(arguments.get("after") or 0)
        nodes = [{"id": f"{number}"} for number in range(start, min(start + 2, count))]
        return {"nodes": nodes, "pageInfo": {"hasNextPage": start + 2 < count, "endCursor": f"{start + 2}"}}

    return page


NODES = [{"issues": issues(count)} for count in (3, 5, 2)]


def warnings(caplog, event):
    return [record.getMessage() for record in caplog.records if getattr(record, "swiftpager", {}).get("event") == event]


def test_null_items_are_counted_and_told_once(caplog):
    with FakeServer({"rows": rows}) as server, swiftpager.Client(server.url) as client, caplog.at_level(
        logging.WARNING, "swiftpager"
    ):
        pager = client.pager(NULLS)
        items = [item for page in pager for item in page.items]
        state = pager.state
    assert items == [None, {"id": "1"}, {"id": "2"}, None, {"id": "4"}, {"id": "5"}, None, {"id": "7"}, {"id": "8"}]
    assert (state["null_items"], state["items_loaded"], state["doubts"]) == (3, 9, [])
    assert warnings(caplog, "null_items") == [
        "3 items of the list are null: the server has them, and does not return them"
    ]


@pytest.mark.parametrize(("options", "is_told"), [([], True), (["--quiet"], False)])
def test_the_command_says_once_that_items_are_null(options, is_told):
    with FakeServer({"rows": rows}) as server:
        done = subprocess.run(
            [sys.executable, "-m", "swiftpager", server.url, "--query", NULLS, *options],
            capture_output=True, env=environment(), timeout=LIMIT_SECONDS, check=False, text=True,
        )
    assert done.returncode == 0
    assert done.stdout.count("null\n") == 3
    assert done.stderr.count("3 items of the list are null") == is_told


@pytest.mark.parametrize(
    ("index", "siblings"),
    [
        (0, {"lists": 1, "first": "/data/nodes/1/issues"}),
        (1, {"lists": 1, "first": "/data/nodes/0/issues"}),
        (2, {"lists": 2, "first": "/data/nodes/0/issues"}),
    ],
)
def test_lists_beside_a_chosen_one_that_have_more_are_told(index, siblings, caplog):
    with FakeServer({"nodes": NODES}) as server, swiftpager.Client(server.url) as client, caplog.at_level(
        logging.WARNING, "swiftpager"
    ):
        pager = client.pager(LISTS, pagination={"connection": f"/nodes/{index}/issues"})
        pager.load_all()
        assert pager.state["siblings"] == siblings
    (told,) = warnings(caplog, "siblings")
    assert f"the first at {siblings['first']}" in told


def test_a_list_without_an_index_has_no_siblings():
    with FakeServer({"rows": rows}) as server, swiftpager.Client(server.url) as client:
        pager = client.pager(NULLS)
        pager.load_all()
        assert pager.state["siblings"] is None


def test_the_cursor_of_a_page_info_is_compared_and_not_the_request():
    numbers = iter(range(100))

    def stuck(arguments):
        return {"nodes": [{"id": f"{next(numbers)}"}], "pageInfo": {"hasNextPage": True, "endCursor": "same"}}

    query = "query ($after: String, $nonce: Int) { rows(after: $after, nonce: $nonce) { nodes { id } } }"
    nonces = iter(range(100))
    with FakeServer({"rows": stuck}) as server, swiftpager.Client(server.url) as client:
        pager = client.pager(
            query, pagination={"connection": "/rows", "items": "/nodes"},
            extract_page_info=lambda page, is_initial: {"can_load_next": True, "end_cursor": "same"},
            resolve_page=lambda info, direction: {"variables": {"after": "same", "nonce": next(nonces)}},
        )
        with pytest.raises(swiftpager.CursorStuck):
            pager.load_all()
        assert len(server.requests) == 2


@pytest.mark.parametrize("start", ["null", '""', '""""""'])
def test_a_written_start_becomes_a_variable(start):
    def listed(arguments):
        first = int(arguments.get("after") or 0)
        return {"nodes": [{"id": f"{first}"}], "pageInfo": {"hasNextPage": first < 4, "endCursor": f"{first + 1}"}}

    query = f"{{ rows(first: 1, after: {start}) {{ nodes {{ id }} pageInfo {{ hasNextPage endCursor }} }} }}"
    with FakeServer({"rows": listed}) as server, swiftpager.Client(server.url) as client:
        pager = client.pager(query)
        assert [item["id"] for item in pager.items()] == ["0", "1", "2", "3", "4"]
        added = pager.state["added"]
    assert added == ["$after: String" if start == "null" else '$after: String = ""', "after: $after"]
