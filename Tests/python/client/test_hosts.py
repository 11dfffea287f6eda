"""Single requests, hooks and custom transports."""

import json
from typing import Any

import pytest

import swiftpager
from swiftpager.shapes import PaginationDict

QUERY = "query ($after: String) { items(after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }"
BARE = "query ($after: String) { items(after: $after) { edges { node { id } } } }"
PLACES: PaginationDict = {"connection": "/items", "items": "/edges", "after": "after"}


def page(after: str | None) -> bytes:
    """One of three pages of one item."""
    number = int(after or 0) + 1
    info = {"hasNextPage": number < 3, "endCursor": str(number)}
    return json.dumps({"data": {"items": {"edges": [{"node": {"id": number}}], "pageInfo": info}}}).encode()


def answer(request: swiftpager.Request) -> None:
    """A transport that answers at once."""
    request.complete(200, page(json.loads(request.body)["variables"].get("after")), [("X-Page", "1")])


@pytest.fixture
def client() -> Any:
    with swiftpager.Client("http://example.com/graphql", headers={"X-One": "1"}, transport=answer) as client:
        yield client


def test_a_function_is_a_transport(client: swiftpager.Client) -> None:
    assert [node["id"] for node in client.pager(QUERY).items()] == [1, 2, 3]


def test_a_request_says_what_is_to_be_sent() -> None:
    requests: list[swiftpager.Request] = []
    cancelled: list[swiftpager.Request] = []

    class Keeper:
        def send(self, request: swiftpager.Request) -> None:
            requests.append(request)

        def cancel(self, request: swiftpager.Request) -> None:
            cancelled.append(request)

    with swiftpager.Client("http://example.com/graphql", headers={"X-One": "1"}, transport=Keeper()) as client:
        operation = client.pager(QUERY).start_fetch()
        client.dispatch()
        (request,) = requests
        assert (request.method, request.url) == ("POST", "http://example.com/graphql")
        assert ("X-One", "1") in request.headers
        assert json.loads(request.body)["query"] == QUERY
        operation.cancel()
        client.dispatch()
        assert cancelled == [request]
        request.fail()
        with pytest.raises(swiftpager.ClosedError):
            request.complete(200)


def test_an_exception_of_a_transport_fails_the_request() -> None:
    def fail(request: swiftpager.Request) -> None:
        raise ValueError("no modem")

    with (
        swiftpager.Client("http://example.com/graphql", transport=fail) as client,
        pytest.raises(swiftpager.NetworkError, match="ValueError: no modem"),
    ):
        client.pager(QUERY).fetch()


def test_a_transport_has_to_be_callable() -> None:
    with pytest.raises(TypeError, match="transport"):
        swiftpager.Client("http://example.com/graphql", transport=1)  # type: ignore[arg-type]


def test_a_request_is_executed(client: swiftpager.Client) -> None:
    response = client.execute("query ($after: String) { items(after: $after) }", {"after": "1"}, timeout=5.0)
    assert response["data"]["items"]["edges"] == [{"node": {"id": 2}}]


def test_errors_without_data_are_raised() -> None:
    def refuse(request: swiftpager.Request) -> None:
        request.complete(200, b'{"errors": [{"message": "no"}]}')

    with (
        swiftpager.Client("http://example.com/graphql", transport=refuse) as client,
        pytest.raises(swiftpager.GraphQLError, match="no"),
    ):
        client.execute("{ a }")


def test_hooks_walk_a_list(client: swiftpager.Client) -> None:
    def extract(page: Any, is_initial: bool) -> Any:
        info = page["data"]["items"]["pageInfo"]
        return {"can_load_next": info["hasNextPage"], "at": info["endCursor"], "initial": is_initial}

    def resolve(info: Any, direction: str) -> Any:
        assert direction == "next"
        return {"variables": {"after": info["at"]}}

    pager = client.pager(
        BARE, pagination=PLACES, extract_page_info=extract, resolve_page=resolve,
        transform=lambda page: len(page["data"]["items"]["edges"]),
    )
    assert [page.model for page in pager] == [1, 1, 1]


def test_what_a_hook_raises_is_the_cause(client: swiftpager.Client) -> None:
    def fail(page: Any) -> Any:
        raise KeyError("gone")

    with pytest.raises(swiftpager.HookError, match="transform failed: KeyError: 'gone'") as raised:
        client.pager(QUERY, transform=fail).fetch()
    assert isinstance(raised.value.__cause__, KeyError)


def test_a_hook_without_a_result_has_none(client: swiftpager.Client) -> None:
    with pytest.raises(swiftpager.MissingPageInfo):
        client.pager(BARE, pagination=PLACES, extract_page_info=lambda page, is_initial: None).fetch()
    with pytest.raises(swiftpager.NoQuery):
        client.pager(QUERY, resolve_page=lambda info, direction: None).load_all()


def test_m4_pages_that_were_loaded_are_there_when_a_resolver_has_no_further_one(client: swiftpager.Client) -> None:
    pager = client.pager(QUERY, resolve_page=lambda info, direction: None, emit="end")
    updates: list[swiftpager.Update] = []
    pager.fetch()
    for _ in range(2):
        with pytest.raises(swiftpager.NoQuery):
            pager.load_next()
    pager.subscribe(updates.append)
    pager.client.dispatch()
    with pytest.raises(swiftpager.NoQuery):
        pager.load_all()
    assert [(update.page_count, update.error) for update in updates] == [(1, None), (1, None)]


def test_what_is_no_page_info_is_refused(client: swiftpager.Client) -> None:
    def extract(page: Any, is_initial: bool) -> Any:
        return {"can_load_next": 1}

    with pytest.raises(swiftpager.HookError, match="can_load_next"):
        client.pager(BARE, pagination=PLACES, extract_page_info=extract).fetch()
    with pytest.raises(TypeError, match="resolve_page"):
        client.pager(QUERY, resolve_page=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("model", [0, "", [], {}, False, 1.5])
def test_a_model_that_is_false_is_a_model(client: swiftpager.Client, model: object) -> None:
    pager = client.pager(QUERY, transform=lambda page: model)
    pager.fetch()
    assert pager.pages[0].model == model
    assert pager.pages[0].model is not None


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt])
def test_what_ends_a_program_is_raised_from_a_hook(client: swiftpager.Client, kind: type[BaseException]) -> None:
    def leave(page: Any) -> Any:
        raise kind("enough")

    with pytest.raises(kind, match="enough"):
        client.pager(QUERY, transform=leave).fetch()
