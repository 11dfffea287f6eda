# ruff: noqa: F401, F811
"""The CSV that an assistant has written: the rows of the command."""

import contextlib
import csv

import pytest

from assistants import items, out, told_by
from list_server import list_server


@contextlib.contextmanager
def server_of(*nodes):
    """A server of the list `items`."""
    page = {"edges": [{"node": node} for node in nodes], "pageInfo": {"hasNextPage": False, "endCursor": None}}
    with list_server(lambda _: {"data": {"items": page}}) as (address, _):
        yield address


def test_a_text_of_the_server_begins_no_row(items, out):
    nodes = [{"id": "1", "name": "bob\rmallory,admin", "value": " a"}, {"id": "2", "name": "eve", "value": "=1"}]
    with server_of(*nodes) as address:
        told_by("walk_list", address, out, *items, name="items", file="a.csv")
    assert (out / "a.csv").read_bytes() == b'id,name,value\n1,"bob\rmallory,admin"," a"\n2,eve,=1\n'
    with open(out / "a.csv", newline="") as file:
        assert list(csv.reader(file)) == [list(nodes[0]), *(list(node.values()) for node in nodes)]


@pytest.mark.long
def test_the_user_of_the_command_has_formulas_escaped(items, out):
    with server_of({"id": "1", "name": "=1+1", "value": "a"}) as address:
        told_by("walk_list", address, out, *items, "--csv-formulas", "escape", name="items", file="a.csv")
    assert (out / "a.csv").read_bytes() == b"id,name,value\n1,'=1+1,a\n"
