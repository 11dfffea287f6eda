"""Lists with one cursor for all pages, which each request moves: `"cursor": "scroll"`."""

import asyncio
import json

import pytest

import swiftpager
from commands import outcome, run
from swiftpager.testing import FakeServer

QUERY = """
query ($size: Int, $scroll: String) {
  hits(first: $size, after: $scroll) { nodes { id } pageInfo { hasNextPage endCursor } }
}
"""
OPENING = "query ($size: Int) { hits(first: $size) { nodes { id } pageInfo { hasNextPage endCursor } } }"
SCROLL = {"cursor": "scroll"}
NAMES = {"connection": "/hits", "items": "/nodes", "after": "scroll", "page_info": "/pageInfo"}
# How the server tells the end, and what the config says of it.
ENDS = {
    "flag": SCROLL,
    "empty page": {**NAMES, **SCROLL, "end": "empty_page", "end_cursor": "/endCursor"},
    "null cursor": {**NAMES, **SCROLL, "end": "null_cursor", "end_cursor": "/endCursor"},
}


class ScrollServer(FakeServer):
    """60 items in pages of 10. A request without a cursor opens the list; each further one moves it, whatever comes
    back."""

    def __init__(self, end="flag", count=60, latency=0.0):
        super().__init__({"hits": self._page}, latency=latency)
        self._end, self._count, self._opened = end, count, 0

    def _page(self, arguments):
        if arguments.get("after") is None:
            self._opened = self._moves
        elif arguments["after"] != "S1":
            raise ValueError("no such scroll")
        start = 10 * (self._moves - self._opened)
        items = [{"id": n} for n in range(start, min(start + 10, self._count))]
        is_last = start + 10 >= self._count
        # A server that ends by an empty page says nothing else.
        has_next = {"flag": not is_last, "empty page": True, "null cursor": True}[self._end]
        cursor = None if self._end == "null cursor" and is_last else "S1"
        return {"nodes": items, "pageInfo": {"hasNextPage": has_next, "endCursor": cursor}}

    @property
    def _moves(self):
        # A limit refuses a request before the server looks at it.
        return sum(request.status != 429 for request in self.requests)

    @property
    def count(self):
        """How many requests have come."""
        return len(self.requests)


@pytest.fixture
def scene():
    """Makes a server of such a list and a pager of it."""
    opened = []

    def make(pagination=SCROLL, *, end="flag", client=None, query=QUERY, latency=0.0, **options):
        server = ScrollServer(end, latency=latency)
        made = swiftpager.Client(server.url, **({"retry": swiftpager.Retry(base_delay=0.001)} | (client or {})))
        opened.extend((made, server))
        return server, made.pager(query, {"size": 10}, pagination=pagination, **options)

    yield make
    for each in opened:
        each.close()


def ids(pages):
    return [item["id"] for page in pages for item in page.items]


# MARK: The whole list


@pytest.mark.parametrize(("end", "requests"), [("flag", 6), ("empty page", 7), ("null cursor", 6)])
@pytest.mark.parametrize("queries", [1, 2])
def test_one_cursor_leads_to_the_end(scene, end, requests, queries):
    pagination = ENDS[end]
    options = {}
    if queries == 2:
        options = {"query": OPENING, "next_query": {"query": QUERY, "variables": {"size": 10}}}
    if queries == 2 and end != "flag":
        keys = ("connection", "items", "page_info", "end_cursor")
        options["next_query"] |= {key: pagination[key] for key in (*keys, "after")}
        pagination = {key: value for key, value in pagination.items() if key != "after"}
    server, pager = scene(pagination, end=end, **options)
    assert ids(pager) == list(range(60))
    assert pager.state["end"] == "complete"
    assert server.count == requests
    cursors = [request.variables.get("scroll") for request in server.requests]
    assert cursors == [None] + ["S1"] * (requests - 1)


def test_without_the_key_the_walk_is_stuck_and_says_what_to_set(scene):
    server, pager = scene({})
    with pytest.raises(swiftpager.CursorStuck, match=r'set "cursor": "scroll"'):
        pager.load_all()
    assert server.count == 2


def test_the_state_has_the_key(scene):
    _, pager = scene()
    assert pager.state["list"]["cursor"] == "scroll"
    assert pager.state["list"]["direction"] == "forward"


def test_a_list_of_both_directions_is_read_forward(scene):
    query = (
        "query ($size: Int, $scroll: String, $b: String) { hits(first: $size, after: $scroll, before: $b) {"
        " nodes { id } pageInfo { hasNextPage endCursor hasPreviousPage startCursor } } }"
    )
    _, pager = scene(query=query)
    assert pager.state["list"]["direction"] == "forward"


# MARK: None travels ahead


@pytest.mark.parametrize("left_after", [1, 2, 5])
@pytest.mark.parametrize("how", ["pages", "items", "asynchronous", "retained pages"])
def test_a_walk_that_is_left_has_moved_the_server_by_its_pages(scene, left_after, how):
    server, pager = scene(retain="all" if how == "retained pages" else None)
    if how == "asynchronous":

        async def leave():
            async with swiftpager.AsyncClient(server.url) as client:
                number = 0
                async for _ in client.pager(QUERY, {"size": 10}, pagination=SCROLL):
                    number += 1
                    if number == left_after:
                        await asyncio.sleep(0.2)
                        break

        asyncio.run(leave())
    elif how == "items":
        for item in pager.items():
            if item["id"] == left_after * 10 - 1:
                break
    else:
        for number, _ in enumerate(pager, 1):
            if number == left_after:
                break
    assert server.count == left_after


def test_a_list_goes_on_after_a_walk_that_was_left(scene):
    server, pager = scene(retain="all")
    for number, _ in enumerate(pager, 1):
        if number == 2:
            break
    assert pager.can_load_next
    pager.load_next()
    pager.load_all(fetch_from_initial_page=False)
    assert ids(pager.pages) == list(range(60))
    assert server.count == 6


def test_a_subscriber_that_has_not_finished_holds_the_next_request(scene):
    server, pager = scene()
    told = []
    pager.subscribe(lambda update: told.append((update.page_count, server.count)))
    pager.load_all()
    assert told == [(number, number) for number in range(1, 7)]


def test_columns_have_the_whole_list(scene):
    server, pager = scene()
    assert pager.to_arrow()["id"].to_pylist() == list(range(60))
    assert server.count == 6
    batches = iter(pager.record_batches())
    first = next(batches)
    batches.close()
    assert server.count == 6 + first.num_rows / 10


def test_a_walk_and_a_subscriber_wait_for_each_other(scene):
    _, pager = scene()
    told = []
    pager.subscribe(lambda update: told.append(update.page.items[0]["id"]))
    assert ids(pager) == list(range(60))
    assert told == list(range(0, 60, 10))


def test_a_list_that_is_found_by_its_names_may_scroll(scene):
    query = "query ($size: Int, $scroll: String) { hits(first: $size, after: $scroll) { nodes { id } next } }"
    server, pager = scene({**SCROLL, "end": "null_cursor", "end_cursor": "/next", "after": "scroll"}, query=query)
    server.data["hits"] = lambda arguments: (
        {"nodes": [{"id": server.count}], "next": "S" if server.count < 4 else None}
    )
    assert ids(pager) == list(range(5))


# MARK: None is sent again


def fail(server, how):
    match how:
        case "503":
            server.refuse(503, after=2)
        case "504":
            server.refuse(504, after=2)
        case "400":
            server.refuse(400, after=2)
        case "a lost connection":
            server.hang_up(after=2)
        case "a body that is not JSON":
            server.refuse(200, body="<html>", after=2)
        case "a body without a page":
            server.refuse(200, body='{"data": {"hits": {"nodes": 3}}}', after=2)
        case "errors in place of the page":
            server.answer_errors("no", after=2)
        case "a page that is too large":
            server.answer_errors({"message": "no", "extensions": {"code": "MAX_NODE_LIMIT_EXCEEDED"}}, after=2)
        case "a server that failed to execute":
            server.answer_errors("Something went wrong while executing your query", after=2)


FAILURES = [
    "503", "504", "400", "a lost connection", "a body that is not JSON", "a body without a page",
    "errors in place of the page", "a page that is too large", "a server that failed to execute",
]


@pytest.mark.parametrize("how", FAILURES)
@pytest.mark.parametrize("call", ["load_all", "load_next"])
def test_a_page_that_fails_is_not_asked_for_again(scene, how, call):
    server, pager = scene()
    fail(server, how)
    if call == "load_all":
        with pytest.raises(swiftpager.SwiftPagerError):
            pager.load_all()
    else:
        pager.fetch()
        pager.load_next()
        with pytest.raises(swiftpager.SwiftPagerError):
            pager.load_next()
    assert server.count == 3
    refused_until_fetched(server, pager, 3)


def refused_until_fetched(server, pager, count):
    """The server is asked no more until the list begins anew."""
    assert not pager.can_load_next
    assert pager.state["ends"]["next"] == "MISSING_PAGE_INFO"
    for go_on in (pager.load_next, lambda: pager.load_all(fetch_from_initial_page=False)):
        with pytest.raises(swiftpager.MissingPageInfo, match=r"the server may have moved on.*fetch the list again"):
            go_on()
    assert server.count == count
    pager.load_all()
    assert ids(pager.pages) == list(range(60))
    assert server.count == count + 6


@pytest.mark.parametrize("anew", ["fetch", "reset"])
def test_the_list_begins_anew_by_other_calls_too(scene, anew):
    server, pager = scene()
    server.refuse(503, after=1)
    pager.fetch()
    with pytest.raises(swiftpager.HTTPError):
        pager.load_next()
    if anew == "reset":
        pager.reset()
    pager.fetch()
    pager.load_next()
    assert ids(pager.pages) == list(range(20))


def test_a_time_out_moves_the_list(scene):
    server, pager = scene()
    pager.fetch()
    server.latency = 0.5
    with pytest.raises(swiftpager.WaitTimeout):
        pager.start_load_next().wait(timeout=0.05)
    server.latency = 0
    pager.start_load_all(fetch_from_initial_page=True).wait()
    assert ids(pager.pages) == list(range(60))


def test_a_cancelled_request_moves_the_list(scene):
    _, pager = scene(latency=0.1)
    pager.fetch()
    operation = pager.start_load_next()
    operation.cancel()
    with pytest.raises(swiftpager.Cancelled):
        operation.wait()
    assert not pager.can_load_next
    with pytest.raises(swiftpager.MissingPageInfo, match="fetch the list again"):
        pager.load_next()


def test_a_request_that_a_limit_refused_is_sent_again(scene):
    # The server did nothing for it.
    server, pager = scene()
    server.refuse(429, headers={"Retry-After": "0.01"}, after=2)
    assert ids(pager) == list(range(60))
    assert server.count == 7


def test_pages_that_nobody_took_are_not_asked_for_again(scene):
    _, pager = scene()
    pages = iter(pager)
    next(pages)
    # The page is on its way, and no caller will take it.
    operation = pager.start_fetch()
    operation.wait()
    pages.close()
    pager.load_next()
    assert ids(pager.pages) == list(range(20))


# MARK: Caches, GET and tokens


@pytest.mark.parametrize("file", [False, True])
def test_a_cache_answers_no_request_of_the_list(scene, tmp_path, file):
    server, pager = scene(client={"cache": tmp_path / "cache" if file else "memory"})
    assert ids(pager) == list(range(60))
    pager.load_all()
    assert ids(pager.pages) == list(range(60))
    assert server.count == 12


@pytest.mark.parametrize("policy", ["return_cache_data_else_fetch", "fetch_ignoring_cache_data"])
def test_a_policy_that_uses_the_cache_is_refused(scene, policy):
    with pytest.raises(swiftpager.ConfigurationError, match=r'with "cursor": "scroll" each request moves') as caught:
        scene(client={"cache": "memory"}, cache_policy=policy)
    assert caught.value.path == "/cache_policy"
    _, pager = scene(client={"cache": "memory"})
    with pytest.raises(swiftpager.ConfigurationError, match=r'with "cursor": "scroll"'):
        pager.fetch(cache_policy=policy)


def test_a_resume_token_is_refused(scene):
    _, pager = scene()
    for number, page in enumerate(pager, 1):
        page.finish()
        if number == 1:
            break
    for call in (pager.resume_token, pager.checkpoint):
        with pytest.raises(swiftpager.ConfigurationError, match="another walk cannot continue this one"):
            call()


def test_a_checkpoint_of_a_complete_list_reads_it_anew(scene):
    _, pager = scene()
    pager.load_all()
    kept = pager.checkpoint()
    server, _ = scene()
    # The endpoint belongs to the list.
    with pytest.raises(swiftpager.ConfigurationError, match="another list"):
        scene(checkpoint=kept)
    assert server.count == 0
    with pytest.raises(swiftpager.ConfigurationError, match="another walk cannot continue"):
        pager.resume_token()


def test_files_that_go_on_are_refused(scene, tmp_path):
    _, pager = scene()
    with pytest.raises(swiftpager.ConfigurationError, match="another walk cannot continue"):
        pager.write_ndjson(tmp_path / "items.ndjson", checkpoint_file=tmp_path / "items.checkpoint")
    with pytest.raises(swiftpager.ConfigurationError, match="another walk cannot continue"):
        scene()[1].write_parquet(tmp_path / "parts")
    assert pager.write_parquet(tmp_path / "whole", rows=25, resumable=False) == 60
    assert pager.write_ndjson(tmp_path / "whole.ndjson") == 60
    assert [json.loads(line)["id"] for line in (tmp_path / "whole.ndjson").open()] == list(range(60))


def test_the_command_reads_the_list_without_a_checkpoint_only(tmp_path):
    options = ["-v", "size=10", "--pagination", json.dumps(SCROLL)]
    with ScrollServer() as server:
        whole = run(server.url, *options, query=QUERY)
        assert outcome(whole)[0] == 0
        assert [json.loads(line)["id"] for line in whole.stdout.splitlines()] == list(range(60))
        output = ["-o", str(tmp_path / "items.ndjson"), "--checkpoint", str(tmp_path / "kept.json")]
        code, told = outcome(run(server.url, *options, *output, query=QUERY))
        assert (code, "another walk cannot continue this one" in told) == (2, True)
        code, told = outcome(run(server.url, *options, "--dry-run", query=QUERY))
        assert code == 0, told


# MARK: Configs

TOKEN = {"version": 1, "fingerprints": ""}


@pytest.mark.parametrize(
    ("pagination", "options", "path", "words"),
    [
        ({"cursor": "none"}, {}, "/pagination/cursor", "page"),
        ({"cursor": True}, {}, "/pagination/cursor", "expected"),
        ({**SCROLL, "direction": "reverse"}, {}, "/pagination/direction", 'set `direction` to "forward"'),
        ({**SCROLL, "direction": "bidirectional"}, {}, "/pagination/direction", "each request moves the list forward"),
        ({**SCROLL, "before": "scroll"}, {}, "/pagination/before", "leave `before` out"),
        ({**SCROLL, "type": "offset", "connection": "/hits"}, {}, "/pagination/cursor", "has no `cursor`"),
        ({**SCROLL, "key": "/id", "connection": "/hits", "after": "scroll"}, {}, "/pagination/cursor", "no `cursor`"),
        (SCROLL, {"since": {"path": "/id", "type": "integer", "order": "descending"}}, "/since", "leave `since` out"),
        (SCROLL, {"checkpoint": TOKEN}, "/resume", "another walk cannot continue this one"),
        (SCROLL, {"resolve_page": lambda info, *_: None}, "/pagination/cursor", "leave `cursor` out"),
        (
            {**SCROLL, "connection": "/hits", "items": "/nodes"}, {"extract_page_info": lambda page: None},
            "/pagination", "leave them out",
        ),
    ],
)
def test_a_config_that_such_a_list_cannot_have_is_refused(scene, pagination, options, path, words):
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        scene(pagination, **options)
    assert caught.value.path == path
    assert words in str(caught.value)


def test_the_default_is_a_cursor_of_a_page(scene):
    server, pager = scene({"cursor": "page"})
    with pytest.raises(swiftpager.CursorStuck):
        pager.load_all()
    assert pager.state["list"]["cursor"] is None
    assert server.count == 2
