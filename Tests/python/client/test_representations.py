"""The `repr` of objects at a prompt and in a log: it shows type and state, and no secrets."""

import os
import re
from html.parser import HTMLParser

import pytest

import swiftpager
from conftest import ITEMS_QUERY
from swiftpager.testing import Connection, FakeServer

LIST_QUERY = (
    "query ($after: String) { items(first: 25, after: $after) { nodes { %s } pageInfo { hasNextPage endCursor } } }"
)


def test_a_client_shows_where_it_leads_and_no_secrets():
    headers = {"Authorization": "secret"}
    client = swiftpager.Client("http://name:secret@127.0.0.1:9/graphql?token=secret", headers=headers)
    assert repr(client) == "<swiftpager.Client http://127.0.0.1:9/graphql>"
    assert repr(client.cache) == "<swiftpager.Cache>"
    client.close()
    assert repr(client) == "<swiftpager.Client closed>"
    assert repr(swiftpager.AsyncClient("http://127.0.0.1:9/")) == "<swiftpager.AsyncClient http://127.0.0.1:9/>"


def test_a_pager_shows_how_far_it_is(items_pager):
    pager = items_pager()
    assert repr(pager) == "<swiftpager.Pager 0 pages loaded, at rest>"
    operation = pager.start_load_all()
    operation.wait()
    assert repr(operation) == "<swiftpager.Operation done>"
    assert repr(pager) == "<swiftpager.Pager 5 pages loaded, complete>"
    assert repr(pager.pages[1]) == "<swiftpager.Page next, 10 items>"
    pager.close()
    assert repr(pager) == "<swiftpager.Pager closed>"


def test_what_belongs_to_a_closed_client_shows_itself(items_pager):
    pager, updates = items_pager(), []
    subscription = pager.subscribe(updates.append)
    operation = pager.start_fetch()
    operation.wait()
    page = pager.pages[0]
    pager.client.close()
    assert repr(pager) == "<swiftpager.Pager 0 pages loaded, at rest>"
    assert repr(updates[0]) == "<swiftpager.Update 1 page>"
    assert repr(page) == "<swiftpager.Page initial, 10 items>"
    assert (repr(operation), repr(subscription)) == ("<swiftpager.Operation done>", "<swiftpager.Subscription>")


def test_a_pager_shows_what_it_is_doing(items_pager):
    pager = items_pager("/stall", bad=1)
    operation = pager.start_load_all()
    assert repr(pager) == "<swiftpager.Pager 0 pages loaded, load_all>"
    assert repr(operation) == "<swiftpager.Operation under way>"
    operation.cancel()


def test_what_tells_of_a_list_shows_what_it_tells(items_pager):
    pager, updates = items_pager("/html-502"), []
    subscription = pager.subscribe(updates.append)
    with pytest.raises(swiftpager.HTTPError):
        pager.load_all()
    assert [repr(update) for update in updates] == [
        "<swiftpager.Update 1 page>", "<swiftpager.Update 2 pages>", "<swiftpager.Update 2 pages, HTTP>",
    ]
    assert repr(subscription) == "<swiftpager.Subscription>"
    subscription.cancel()
    assert repr(subscription) == "<swiftpager.Subscription cancelled>"


def test_a_request_shows_no_address_and_no_body(trouble):
    shown = []

    def send(request):
        shown.append(repr(request))
        request.fail("seen")

    with swiftpager.Client(trouble.url("/good"), transport=send, retry=False) as client:
        with pytest.raises(swiftpager.NetworkError):
            client.execute(ITEMS_QUERY)
    assert re.fullmatch(r"<swiftpager.Request POST, \d+ bytes>", shown[0])


def test_a_pager_counts_the_pages_it_holds_and_is_true_without_any(items_pager):
    pager = items_pager()
    assert len(pager) == 0 and pager
    pager.load_all()
    assert len(pager) == 5 == len(pager.pages)
    assert [page.kind for page in pager.pages[-2:]] == ["next", "next"]
    assert pager.pages[::-1][0].end_cursor == "item-50"


class Cells(HTMLParser):
    """The tags of a piece of HTML, and the texts of its cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.cells: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        assert not attributes
        if tag in ("th", "td"):
            self.cells.append("")

    def handle_data(self, data):
        if self.cells:
            self.cells[-1] += data


def of_items(items, fields="id name"):
    """The pager of a list, and the server that has it."""
    server = FakeServer({"items": Connection(items)})
    return server, swiftpager.Client(server.url, retry=False).pager(LIST_QUERY % fields)


def test_a_page_is_a_small_table_in_a_notebook():
    server, pager = of_items([{"id": number, "name": f"item {number}"} for number in range(60)])
    with server:
        pager.load_all()
        shown = pager.pages[1]._repr_html_()
        assert shown.startswith("<p><code>&lt;swiftpager.Page next, 25 items&gt;</code></p><table>")
        assert shown.endswith("</table><p>15 rows more</p>")
        assert Cells(shown).cells[:6] == ["id", "name", "25", "item 25", "26", "item 26"]
        # The pager shows the list from its beginning, and asks the server for nothing.
        count = len(server.requests)
        assert Cells(pager._repr_html_()).cells[:4] == ["id", "name", "0", "item 0"]
        assert pager._repr_html_().endswith("<p>50 rows more</p>")
        assert len(server.requests) == count


def test_the_texts_of_a_server_stay_texts_in_a_notebook():
    evil = "<script>alert('x')</script>\n\u202e"
    server, pager = of_items([{"id": evil, "name": {"inner": [evil, None]}, evil: 1}])
    with server:
        pager.load_all()
        table = swiftpager.Table(columns={evil: "/id"})
        table.add(pager.pages[0])
        for what in (pager, pager.pages[0], table):
            shown = what._repr_html_()
            assert Cells(shown).tags == {"p", "code", "table", "thead", "tbody", "tr", "th", "td"}
            assert "&lt;script&gt;" in shown
            shown.encode()
            assert "\u202e" not in shown
    half = swiftpager._parts.KeptParts({"ndjson": b'["\\ud800"]\n'}, 1, "initial")
    swiftpager.Page(half)._repr_html_().encode()


def test_a_notebook_shows_ten_rows_eight_columns_and_the_beginning_of_a_text():
    names = [f"field{number}" for number in range(12)]
    server, pager = of_items([dict.fromkeys(names, "x" * 1_000)] * 30, " ".join(names))
    with server:
        pager.fetch()
        shown = pager.pages[0]._repr_html_()
        cells = Cells(shown).cells
        assert cells[:8] == names[:8]
        assert cells[8:88] == ["x" * 79 + "…"] * 79 + ["x" * 79 + "…15 rows more, 4 columns more"]


@pytest.mark.parametrize("items", [[], [None, 1, "text", [2]]])
def test_a_notebook_shows_lists_without_objects(items):
    page = swiftpager.Page(swiftpager._parts.KeptParts(
        {"ndjson": b"".join(f"{item}\n".encode() for item in ("null", "1", '"text"', "[2]")[:len(items)])},
        len(items), "initial",
    ))
    assert Cells(page._repr_html_()).cells == ["value", "", "1", "text", "[2]"][: len(items) + 1 if items else 0]


def test_an_update_shows_its_rows_in_a_notebook(items_pager):
    pager, updates = items_pager(), []
    pager.subscribe(updates.append)
    pager.load_all()
    assert Cells(updates[-1]._repr_html_()).cells[0] == "id"
    assert updates[-1]._repr_html_().endswith("<p>40 rows more</p>")


def test_a_table_shows_its_oldest_rows_until_they_are_taken(items_pager):
    table = swiftpager.Table(["name"])
    assert repr(table) == "<swiftpager.Table 0 rows>"
    assert "<table>" not in table._repr_html_()
    for page in items_pager():
        table.add(page)
    assert Cells(table._repr_html_()).cells[:2] == ["name", "Item 1"]
    assert table._repr_html_().endswith("<p>40 rows more</p>")
    # To look fixes no types: a later page may still widen them.
    table.add(swiftpager.Page(swiftpager._parts.KeptParts({"ndjson": b'{"name": 1}\n'}, 1, "next")))
    table.take()
    assert "<table>" not in table._repr_html_()


def test_what_is_closed_or_failed_or_under_way_shows_itself_in_a_notebook(items_pager):
    pager = items_pager("/html-502")
    with pytest.raises(swiftpager.HTTPError):
        pager.load_all()
    page = pager.pages[0]
    assert "<table>" in pager._repr_html_()
    pager.close()
    assert pager._repr_html_() == "<p><code>&lt;swiftpager.Pager closed&gt;</code></p>"
    assert "<table>" in page._repr_html_()
    waiting = items_pager("/stall", bad=1)
    operation = waiting.start_load_all()
    assert waiting._repr_html_() == "<p><code>&lt;swiftpager.Pager 0 pages loaded, load_all&gt;</code></p>"
    operation.cancel()


def test_a_forked_child_shows_what_its_parent_has(items_pager):
    pager, table = items_pager(), swiftpager.Table()
    pager.load_all()
    page = pager.pages[0]
    table.add(page)
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        try:
            os.write(writing, "\n".join(what._repr_html_() for what in (pager, page, table)).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        shown = pipe.read().splitlines()
    assert shown[:2] == [
        f"<p><code>&lt;swiftpager.{name} of the parent process&gt;</code></p>" for name in ("Pager", "Page")
    ]
    assert shown[2].startswith("<p><code>&lt;swiftpager.Table 10 rows&gt;</code></p><table>")
