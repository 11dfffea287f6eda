"""Queries that graphql-core or gql has parsed."""

import subprocess
import sys
import types
from collections.abc import Callable
from typing import Any

import gql
import graphql
import pytest
from gql.dsl import DSLQuery, DSLSchema, dsl_gql

import swiftpager
from conftest import BINDING, PRODUCTS_QUERY
from swiftpager._documents import operation_of

TWO = PRODUCTS_QUERY + (
    " query Other($first: Int!, $after: String) { products(first: $first, after: $after) { totalCount } }"
)

FORMS: dict[str, Callable[[str], Any]] = {
    "graphql-core": graphql.parse,
    "gql": gql.gql,
    "a request": lambda text: gql.GraphQLRequest(text),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_parsed_document_is_a_query(shop: str, form: str) -> None:
    parsed = FORMS[form](PRODUCTS_QUERY)
    with swiftpager.Client(shop) as client:
        expected = list(client.pager(PRODUCTS_QUERY, {"first": 100}).items())
        assert list(client.pager(parsed, {"first": 100}).items()) == expected
        paged = client.pager(PRODUCTS_QUERY, {"first": 100}, next_query={"query": parsed, "variables": {"first": 100}})
        assert list(paged.items()) == expected
        answer = client.execute(parsed, {"first": 1})
    assert len(answer["data"]["products"]["edges"]) == 1


@pytest.mark.parametrize("form", FORMS)
def test_a_parsed_document_is_a_query_of_an_async_client(
    shop: str, form: str, run: Callable[[Callable[[], Any]], None]
) -> None:
    async def main() -> None:
        async with swiftpager.AsyncClient(shop) as client:
            pager = client.pager(FORMS[form](PRODUCTS_QUERY), {"first": 100})
            assert len([item async for item in pager.items()]) == 1_000
            assert "data" in await client.execute(FORMS[form]("{ __typename }"))

    run(main)


def test_a_document_that_no_text_has_is_a_query(shop: str) -> None:
    with swiftpager.Client(shop) as client:
        schema = DSLSchema(graphql.build_client_schema(client.execute(graphql.get_introspection_query())["data"]))
        products = schema.Query.products(first=3).select(schema.ProductConnection.totalCount)
        assert client.execute(dsl_gql(DSLQuery(products)))["data"] == {"products": {"totalCount": 1_000}}


def test_what_a_request_says_counts_where_the_caller_says_nothing(shop: str) -> None:
    request = gql.GraphQLRequest(TWO, variable_values={"first": 50, "after": None}, operation_name="Products")
    with swiftpager.Client(shop) as client:
        assert [page.item_count for page in client.pager(request)] == [50] * 20
        assert [page.item_count for page in client.pager(request, {"first": 100})] == [100] * 10
        next_query: Any = {"query": request}
        pager = client.pager(PRODUCTS_QUERY, {"first": 100}, next_query=next_query)
        assert [page.item_count for page in pager] == [100, *[50] * 18]
        other = client.execute(request, operation_name="Other")
        assert other["data"] == {"products": {"totalCount": 1_000}}
        # The call changes neither the request nor the caller's dict.
        assert (request.variable_values, next_query) == ({"first": 50, "after": None}, {"query": request})
        with pytest.raises(ValueError, match="extensions"):
            client.execute(gql.GraphQLRequest("{ __typename }", extensions={"a": 1}))


def test_a_hook_may_make_the_next_request_of_a_document(shop: str) -> None:
    def resolve(info: Any, direction: str) -> Any:
        variables = {"first": 50, "after": info["end_cursor"]}
        return {"query": graphql.parse(PRODUCTS_QUERY), "variables": variables}

    with swiftpager.Client(shop) as client:
        pager = client.pager(PRODUCTS_QUERY, {"first": 100}, resolve_page=resolve)
        assert [page.item_count for page in pager] == [100, *[50] * 18]


def test_a_fault_of_a_document_is_told_at_its_place_in_the_printed_text(shop: str) -> None:
    with swiftpager.Client(shop) as client, pytest.raises(swiftpager.ConfigurationError) as caught:
        client.pager(graphql.parse("query Q { products { totalCount } }"))
    assert caught.value.position == (1, 1)


@pytest.mark.parametrize("query", [None, 1, b"{ a }", ["{ a }"], object()])
def test_what_is_no_query_is_refused(shop: str, query: Any) -> None:
    with swiftpager.Client(shop) as client:
        for ask in (client.pager, client.execute):
            with pytest.raises((swiftpager.ConfigurationError, TypeError)):
                ask(query)


def test_neither_package_is_loaded_for_a_text() -> None:
    text = f"""if True:
        import sys; sys.path.insert(0, {str(BINDING)!r}); import swiftpager
        with swiftpager.Client("http://127.0.0.1:1/") as client:
            client.pager({PRODUCTS_QUERY!r}, {{"first": 1}})
        print("gql" in sys.modules, "graphql" in sys.modules)"""
    done = subprocess.run([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize(("text", "name", "operation"), [
    ("{ a }", None, ("query", None)),
    ("{ mutation }", None, ("query", None)),
    ("query { mutation { query } }", None, ("query", None)),
    ("query Q($a: In = {x: 1}, $b: [Int] = [1]) @d(e: true) { mutation }", None, ("query", "Q")),
    ("mutation M { a } query N { b }", None, ("mutation", "M")),
    ("mutation M { a } query N { b }", "N", ("query", "N")),
    ("query N { b } mutation M { a }", "M", ("mutation", "M")),
    ("# mutation X\n fragment mutation on Q { a } query { b }", None, ("query", None)),
    ('query Q { a(b: "} mutation M {", c: """ " } mutation N { """) }', "N", ("query", "N")),
    ('query Q { a(b: "\\"} mutation M {") } mutation R { a }', "R", ("mutation", "R")),
    ("subscription { a }", None, ("subscription", None)),
    ("", None, ("query", None)),
    ("} ) mutation", "X", ("query", "X")),
    (graphql.parse("mutation M { a }"), None, ("mutation", "M")),
    (7, None, ("query", None)),
])
def test_the_operation_of_a_document(text: object, name: str | None, operation: tuple[str, str | None]) -> None:
    assert operation_of(text, name) == operation


def test_a_text_is_a_query_while_another_thread_imports_graphql_core(
    shop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "graphql.language", types.ModuleType("graphql.language"))
    with swiftpager.Client(shop) as client:
        assert len(list(client.pager(PRODUCTS_QUERY, {"first": 100}).items())) > 0
