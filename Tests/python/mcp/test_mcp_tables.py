# ruff: noqa: F401, F811
"""The CSV that an assistant has written: the rows of the command."""

import csv

from assistants import items, out, told_by
from list_server import list_server


def test_a_text_of_the_server_begins_no_row(items, out):
    nodes = [{"id": "1", "name": "bob\rmallory,admin", "value": " a"}, {"id": "2", "name": "eve", "value": ""}]
    page = {"edges": [{"node": node} for node in nodes], "pageInfo": {"hasNextPage": False, "endCursor": None}}
    with list_server(lambda _: {"data": {"items": page}}) as (address, _):
        told_by("walk_list", address, out, *items, name="items", file="a.csv")
    assert (out / "a.csv").read_bytes() == b'id,name,value\n1,"bob\rmallory,admin"," a"\n2,eve,\n'
    with open(out / "a.csv", newline="") as file:
        assert list(csv.reader(file)) == [list(nodes[0]), *(list(node.values()) for node in nodes)]
