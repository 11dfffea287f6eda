"""Pages that are too much for a server: the codes and messages of a client by which it says so."""

import base64

import pytest

import swiftpager
from raw_server import answer, raw_server

QUERY = (
    "query ($first: Int, $after: String) {"
    " list(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"
)
QUICK: swiftpager.Retry = {"base_delay": 0.001}
TOO_COMPLEX = {"message": "Query has complexity of 3788, which exceeds max complexity of 300"}
INPUT_ERROR = {"message": "Query too deep", "extensions": {"code": "INPUT_ERROR"}}
LINEAR = {"message": "Query too complex", "extensions": {"code": "INPUT_ERROR"}}
GITHUB = {"message": "Something went wrong while executing your query. Please include `6077`."}


class Items:
    """A list of a server that sends so many items a page at most."""

    def __init__(self, count, largest, *, status="200 OK", error=TOO_COMPLEX):
        self.count = count
        self.largest = largest
        self._refusal = answer({"errors": [error]}, status)
        self.sizes = []

    def __call__(self, request):
        variables = request["variables"]
        size = variables["first"]
        self.sizes.append(size)
        if size > self.largest:
            return self._refusal
        cursor = variables.get("after")
        start = int(base64.b64decode(cursor)) if cursor else 0
        nodes = [{"id": number} for number in range(start, min(start + size, self.count))]
        end = start + len(nodes)
        after = base64.b64encode(str(end).encode()).decode()
        return answer({
            "data": {"list": {"nodes": nodes, "pageInfo": {"hasNextPage": end < self.count, "endCursor": after}}},
        })


def walk(items, retry):
    """The ids that come, of a walk with pages of 50."""
    with raw_server(items) as server, swiftpager.Client(server.url, retry={**QUICK, **retry}) as client:
        return [node["id"] for page in client.pager(QUERY, {"first": 50}) for node in page.items]


@pytest.mark.parametrize("status", ["200 OK", "400 Bad Request"])
@pytest.mark.parametrize(("error", "retry"), [
    ({"message": "no", "extensions": {"code": "MAX_COST_EXCEEDED"}}, {}),
    (INPUT_ERROR, {"shrink_codes": ["INPUT_ERROR"]}),
    (INPUT_ERROR, {"shrink_messages": ["max depth", "too DEEP"]}),
    (TOO_COMPLEX, {}),
    (LINEAR, {}),
])
def test_a_code_or_a_message_makes_pages_smaller_under_any_status(status, error, retry):
    items = Items(60, 8, status=status, error=error)
    assert walk(items, retry) == list(range(60))
    assert items.sizes[:4] == [50, 25, 12, 6]


@pytest.mark.parametrize("status", ["200 OK", "502 Bad Gateway"])
def test_a_failure_that_may_pass_is_tried_once_more_with_the_same_size(status):
    items = Items(60, 8, status=status, error=GITHUB)
    assert walk(items, {}) == list(range(60))
    assert items.sizes[:5] == [50, 50, 25, 12, 6]


def test_no_message_makes_pages_smaller_if_there_are_none():
    items = Items(60, 8, error=TOO_COMPLEX)
    with pytest.raises(swiftpager.GraphQLError):
        walk(items, {"shrink_messages": []})
    assert items.sizes == [50]


def test_a_limit_under_any_status_is_waited_for():
    refusals = iter(["400 Bad Request", "422 Unprocessable", "500 Internal Server Error"])
    items = Items(10, 50)

    def limit(request):
        status = next(refusals, None)
        if status is None:
            return items(request)
        return answer({"errors": [{"message": "slow down", "extensions": {"code": "RATE_LIMITED"}}]}, status)

    assert walk(limit, {}) == list(range(10))
