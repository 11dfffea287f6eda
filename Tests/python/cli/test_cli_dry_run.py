"""`--dry-run`: the found list, and the requests that the command would send."""

import pytest

from commands import environment, outcome, run

INFO = "pageInfo { hasNextPage endCursor hasPreviousPage startCursor }"
OFFSETS = "query ($o: Int, $limit: Int) { list(offset: $o, limit: $limit) { items { id } total } }"
BY_PAGE = "query ($page: Int) { list(page: $page) { items { id } info { pages more } } }"
ARRAY = "query ($offset: Int, $limit: Int) { goods(offset: $offset, limit: $limit) { name } }"
KEYSET = (
    "query ($where: Filter, $at: String, $id: ID, $limit: Int) {"
    " orders(where: $where, at: $at, after: $id, limit: $limit) { id at } }"
)

FORWARD = (
    "query ($n: Int, $c: String) { items(first: $n, after: $c) { nodes { id } pageInfo { hasNextPage endCursor } } }"
)
REVERSE = "query ($n: Int, $c: String) { items(last: $n, before: $c) { nodes { id } " + INFO + " } }"
BOTH = (
    "query ($first: Int, $last: Int, $a: String, $b: String) {"
    " items(first: $first, after: $a, last: $last, before: $b) { nodes { id } " + INFO + " } }"
)

# The query, the options, the places in the answer, and the variables of the first and of later pages.
LISTS = {
    "forward": (
        FORWARD, ["-v", "n=7"],
        ["list: cursor, forward", "connection: /items", "items: /items/nodes",
         "has_next_page: /items/pageInfo/hasNextPage", "end_cursor: /items/pageInfo/endCursor"],
        ['{"n": 7}', '{"n": 7, "c": "<cursor>"}'],
    ),
    "reverse": (
        REVERSE, ["-v", "n=7"],
        ["list: cursor, reverse", "connection: /items", "items: /items/nodes",
         "has_previous_page: /items/pageInfo/hasPreviousPage", "start_cursor: /items/pageInfo/startCursor"],
        ['{"n": 7}', '{"n": 7, "c": "<cursor>"}'],
    ),
    "bidirectional": (
        BOTH, ["-v", "first=3", "-v", "last=4", "-v", "a=middle"],
        ["list: cursor, bidirectional", "connection: /items", "items: /items/nodes",
         "has_next_page: /items/pageInfo/hasNextPage", "end_cursor: /items/pageInfo/endCursor",
         "has_previous_page: /items/pageInfo/hasPreviousPage", "start_cursor: /items/pageInfo/startCursor"],
        ['{"first": 3, "a": "middle"}', '{"first": 3, "a": "<cursor>"}', '{"last": 4, "b": "<cursor>"}'],
    ),
    "offset": (
        OFFSETS, ["-v", "limit=5", "-v", "o=20", "-p", "connection=/list", "-p", "total=/total"],
        ["list: offset, forward", "connection: /list", "items: /list/items", "total: /list/total"],
        ['{"limit": 5, "o": 20}', '{"limit": 5, "o": "<offset>"}'],
    ),
    "offset, by what ends it alone": (
        OFFSETS, ["-v", "limit=5", "-p", '{"connection": "/list", "end": "short_page"}'],
        ["list: offset, forward", "connection: /list", "items: /list/items"],
        ['{"limit": 5, "o": 0}', '{"limit": 5, "o": "<offset>"}'],
    ),
    "offset, many at once": (
        OFFSETS, ["-p", '{"connection": "/list", "total": "/total", "concurrency": 8, "identity": "/id"}'],
        ["list: offset, forward", "connection: /list", "items: /list/items", "total: /list/total"],
        ['{"o": 0}', '{"o": "<offset>"}'],
    ),
    "page numbers": (
        BY_PAGE,
        ["-v", "page=3", "-p", '{"connection": "/list", "page_count": "/info/pages", "has_more": "/info/more"}'],
        ["list: offset, forward", "connection: /list", "items: /list/items", "has_more: /list/info/more",
         "page_count: /list/info/pages"],
        ['{"page": 3}', '{"page": 4}'],
    ),
    "keyset": (
        KEYSET, ["-v", "limit=5", "-v", 'where={"open": true}', "-p", "connection=/orders", "-p", "key=/id",
                 "-p", "after=/where/id/_gt", "-p", "before=/where/id/_lt"],
        ["list: keyset, bidirectional", "connection: /orders", "items: /orders"],
        ['{"limit": 5, "where": {"open": true}}',
         '{"limit": 5, "where": {"open": true, "id": {"_gt": "<key>"}}}'],
    ),
    "keyset, two keys, backward": (
        KEYSET,
        ["-p", '{"connection": "/orders", "key": ["/at", "/id"], "before": ["at", "id"]}',
         "-p", '{"inclusive": true, "identity": "/id"}'],
        ["list: keyset, reverse", "connection: /orders", "items: /orders"],
        ["{}", '{"at": "<key>", "id": "<key>"}'],
    ),
    "an array": (
        ARRAY, ["-v", "limit=5", "-p", "type=offset", "-p", "connection=/goods"],
        ["list: offset, forward", "connection: /goods", "items: /goods"],
        ['{"limit": 5, "offset": 0}', '{"limit": 5, "offset": "<offset>"}'],
    ),
    "all of the data": (
        ARRAY, ["-p", '{"connection": "", "items": "/goods", "offset": "offset"}'],
        ["list: offset, forward", "connection: ", "items: /goods"],
        ['{"offset": 0}', '{"offset": "<offset>"}'],
    ),
}


def lines_of(url, *options, query):
    done = run(url, "--dry-run", *options, query=query)
    assert outcome(done) == (0, "")
    return done.stdout.decode().splitlines()


@pytest.mark.parametrize("name", LISTS)
def test_it_tells_the_list_and_its_requests(trouble, name):
    query, options, places, (first, *further) = LISTS[name]
    lines = lines_of(trouble.url("/good"), *options, query=query)
    begin = lines.index(places[0])
    assert lines[begin:] == [
        *places, f"variables of the first page: {first}",
        *(f"variables of a further page: {other}" for other in further), "nothing was sent",
    ]
    assert trouble.stats()["requests"] == 0


def test_it_tells_all_else_that_is_asked_for_and_records_nothing(trouble, tmp_path):
    record = tmp_path / "recording"
    query = (
        "query Goods($n: Int, $cursor: String) { shop { goods: items(first: $n, after: $cursor) {"
        " edges { node { id tags(first: 3) { nodes { name } pageInfo { hasNextPage endCursor } } } }"
        " pageInfo { hasNextPage endCursor } } } }"
    )
    options = ("--operation-name", "Goods", "-p", "direction=forward", "--record", str(record))
    lines = lines_of(trouble.url("/good"), *options, query=query)
    assert lines[0] == f"endpoint: {trouble.base}/good?[hidden]"
    for line in (
        "operation: Goods", 'pagination: {"direction": "forward"}', "items: /shop/goods/edges",
        "lists inside the items: /shop/goods/edges/node/tags",
    ):
        assert line in lines, lines
    assert not record.exists()


def test_two_queries_are_told_each_with_its_own(trouble, tmp_path):
    file = tmp_path / "next.graphql"
    file.write_text(
        "query Rest($n: Int, $c: ID) { shop { rest(first: $n, after: $c) { edges { node { id } }"
        " pageInfo { hasNextPage endCursor } } } }"
    )
    lines = lines_of(trouble.url("/good"), "--next-query-file", str(file), "-v", "n=2", query=FORWARD)
    begin = lines.index("list: cursor, forward")
    assert lines[begin:] == [
        "list: cursor, forward", "connection: /items", "items: /items/nodes",
        "has_next_page: /items/pageInfo/hasNextPage", "end_cursor: /items/pageInfo/endCursor",
        "in the answers to the next query:", "  connection: /shop/rest", "  items: /shop/rest/edges",
        "  has_next_page: /shop/rest/pageInfo/hasNextPage", "  end_cursor: /shop/rest/pageInfo/endCursor",
        'variables of the first page: {"n": 2}', 'variables of a further page: {"c": "<cursor>"}', "nothing was sent",
    ]


def test_a_walk_of_one_page_has_one_request(trouble):
    lines = lines_of(trouble.url("/good"), "--max-pages", "1", query=FORWARD)
    assert lines[-2:] == ["variables of the first page: {}", "nothing was sent"]


def test_places_that_are_in_each_others_way_are_told_all_the_same(trouble):
    pagination = '{"connection": "/items", "page_info": "", "has_next_page": "/a", "end_cursor": "/a/b", "items": "/c"}'
    lines = lines_of(trouble.url("/good"), "-p", pagination, "-p", "after=c", query=FORWARD)
    assert "end_cursor: /items/a/b" in lines
    assert lines[-2:] == ["variables of the first page: {}", "nothing was sent"]


@pytest.mark.parametrize(
    ("url", "query", "words"),
    [
        ("http://127.0.0.1:9/", "query { a }", "no connection"), ("nowhere", FORWARD, "not a URL"),
        ("http://127.0.0.1:9/", "query { a ", "line 1, column 11"),
    ],
)
def test_what_is_wrong_is_told(url, query, words):
    code, told = outcome(run(url, "--dry-run", query=query))
    assert code == 2
    assert words in told
    assert told.count("\n") == 1


def test_a_character_that_the_terminal_lacks_is_told_by_its_number():
    query = "query ($word: String, $after: String) { items(word: $word, after: $after) { nodes pageInfo {"
    query += " hasNextPage endCursor } } }"
    ended = run(
        "http://127.0.0.1:9", "--dry-run", "-v", "word=\u2713", query=query, env=environment(PYTHONIOENCODING="latin-1")
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert rb'variables of the first page: {"word": "\u2713"}' in ended.stdout
