"""Pages that are too much for a server: how it says so, and how many requests it costs to find a size that works."""

import base64
import json

import pytest

import swiftpager
from raw_server import answer, raw_server

QUERY = (
    "query ($first: Int, $after: String) {"
    " list(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"
)
OFFSETS = "query ($limit: Int, $offset: Int) { list(limit: $limit, offset: $offset) { items { id } total } }"
QUICK: swiftpager.Retry = {"base_delay": 0.001}
TOO_COMPLEX = {"message": "Query has complexity of 3788, which exceeds max complexity of 300"}
INPUT_ERROR = {"message": "Query too complex", "extensions": {"code": "INPUT_ERROR"}}
BAD_GATEWAY = {"message": "Something went wrong while executing your query."}


class Items:
    """A list of a server that sends so many items a page at most."""

    def __init__(self, count, largest, *, status="200 OK", error=TOO_COMPLEX, data=None):
        self.count = count
        self.largest = largest
        self._refusal = answer({"errors": [error], **({"data": data} if data else {})}, status)
        self.sizes = []

    def __call__(self, request):
        variables = request["variables"]
        size = variables.get("first") or variables["limit"]
        self.sizes.append(size)
        if size > self.largest:
            return self._refusal
        cursor = variables.get("after")
        start = int(base64.b64decode(cursor)) if cursor else variables.get("offset") or 0
        nodes = [{"id": number} for number in range(start, min(start + size, self.count))]
        end = start + len(nodes)
        if "limit" in variables:
            return answer({"data": {"list": {"items": nodes, "total": self.count}}})
        after = base64.b64encode(str(end).encode()).decode()
        return answer({
            "data": {"list": {"nodes": nodes, "pageInfo": {"hasNextPage": end < self.count, "endCursor": after}}},
        })

    @property
    def refused(self):
        return sum(size > self.largest for size in self.sizes)


def walk(items, retry, size=50, **options):
    """The ids that come, of a walk with pages of this size."""
    query, variables = (OFFSETS, {"limit": size}) if options else (QUERY, {"first": size})
    with raw_server(items) as server, swiftpager.Client(server.url, retry={**QUICK, **retry}) as client:
        return [node["id"] for page in client.pager(query, variables, **options) for node in page.items]


@pytest.mark.parametrize("status", [
    "200 OK", "400 Bad Request", "401 Unauthorized", "404 Not Found", "413 Content Too Large", "422 Unprocessable",
    "500 Internal Server Error", "502 Bad Gateway", "503 Service Unavailable",
])
@pytest.mark.parametrize(("error", "retry"), [
    ({"message": "no", "extensions": {"code": "MAX_COST_EXCEEDED"}}, {}),
    (INPUT_ERROR, {"shrink_codes": ["INPUT_ERROR"]}),
    (TOO_COMPLEX, {"shrink_messages": ["MAX complexity", "too deep"]}),
])
def test_a_code_or_a_message_makes_pages_smaller_under_any_status(status, error, retry):
    items = Items(60, 8, status=status, error=error)
    assert walk(items, retry) == list(range(60))
    assert items.sizes[:4] == [50, 25, 12, 6]


def test_a_limit_under_any_status_is_waited_for():
    refusals = iter(["400 Bad Request", "422 Unprocessable", "500 Internal Server Error"])
    items = Items(10, 50)

    def limit(request):
        status = next(refusals, None)
        if status is None:
            return items(request)
        return answer({"errors": [{"message": "slow down", "extensions": {"code": "RATE_LIMITED"}}]}, status)

    assert walk(limit, {}) == list(range(10))


@pytest.mark.parametrize(("error", "retry"), [
    (TOO_COMPLEX, {}), (INPUT_ERROR, {"shrink_messages": ["max complexity"]}),
])
def test_an_error_that_is_not_named_ends_the_walk_at_once(error, retry):
    items = Items(60, 8, status="400 Bad Request", error=error)
    with pytest.raises(swiftpager.GraphQLError, match=error["message"]):
        walk(items, retry)
    assert items.sizes == [50]


def test_a_message_beside_data_is_an_error_beside_data():
    data = {"list": {"nodes": [{"id": 0}], "pageInfo": {"hasNextPage": False, "endCursor": None}}}
    items = Items(60, 8, data=data)
    with pytest.raises(swiftpager.PartialData):
        walk(items, {"shrink_messages": ["max complexity"]})
    assert items.sizes == [50]


@pytest.mark.parametrize("retry", [{}, {"shrink_codes": ["TOO_LARGE"]}])
def test_a_size_that_was_refused_twice_is_tried_once_in_20_pages(retry):
    error = {**BAD_GATEWAY, "extensions": {"code": "TOO_LARGE"}}
    items = Items(2000, 30, status="502 Bad Gateway", error=error)
    assert walk(items, retry, size=100) == list(range(2000))
    # 80 pages of 25: the first one needs two more requests, the second one needs one, and then there are three tries.
    assert items.sizes[:6] == [100, 50, 25, 50, 25, 25]
    assert (len(items.sizes), items.refused) == (80 + 6, 6)


def test_a_server_that_recovers_gets_whole_pages_again():
    items = Items(4000, 30)

    def recovering(request):
        if len(items.sizes) == 10:
            items.largest = 100
        return items(request)

    assert walk(recovering, {"shrink_messages": ["max complexity"]}, size=100) == list(range(4000))
    assert set(items.sizes[-10:]) == {100}
    # Two tries have found that out, one after the other, and neither was refused.
    assert items.sizes[10:].count(25) < 20 and 20 <= items.sizes[10:].count(50) <= 22


@pytest.mark.parametrize("concurrency", [1, 4])
def test_pages_side_by_side_find_a_size_that_works_together(concurrency):
    items = Items(2000, 30, status="502 Bad Gateway", error=BAD_GATEWAY)
    pagination = {"type": "offset", "connection": "/list", "total": "/total", "concurrency": concurrency}
    assert walk(items, {}, size=100, pagination=pagination) == list(range(2000))
    # Those that are under way at the same time may be refused before the first of them is.
    assert items.refused <= 6 + concurrency
    assert json.dumps(items.sizes[-20:]).count("25") >= 19
