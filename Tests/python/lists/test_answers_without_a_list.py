"""Answers that have something else in the place of the list: the exception says what, and what to do."""

from typing import Any

import pytest

import swiftpager
from raw_server import answer, raw_server

QUERY = (
    "query ($after: String) { things(after: $after) {"
    " __typename ... on Failure { message } nodes { id } pageInfo { hasNextPage endCursor } } }"
)


@pytest.mark.parametrize(("data", "exception", "told"), [
    (
        {"things": {"__typename": "Failure", "message": "the shop is closed"}}, swiftpager.BadResponseError,
        'the object at /data/things has the type Failure and the message "the shop is closed"',
    ),
    ({"things": None}, swiftpager.MissingPageInfo, "the response has null at /data/things, and no error says why"),
])  # fmt: skip
def test_what_came_in_place_of_the_list_is_shown(data: Any, exception: type[Exception], told: str) -> None:
    with raw_server(lambda request: answer({"data": data})) as server, swiftpager.Client(server.url) as client:
        with pytest.raises(exception) as caught:
            list(client.pager(QUERY))
    assert told in str(caught.value)
