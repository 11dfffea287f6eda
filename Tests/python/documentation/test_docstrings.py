"""The examples in the package's docstrings: each of them runs, against a FakeServer."""

import ast
import asyncio
import contextlib
import dataclasses
import importlib
import inspect
import re
import sys
import textwrap
import types
from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager
import swiftpager.aio.client
import swiftpager.schema
from conftest import BINDING, REPOSITORY
from swiftpager.testing import Connection, FakeServer, OffsetList

sys.path.insert(0, str(REPOSITORY / "scripts"))

import comment_markdown

PACKAGE = BINDING / "swiftpager"
ENDPOINT = "https://example.com/graphql"
QUERY = """
query Products($first: Int = 100, $after: String) {
  products(first: $first, after: $after) { nodes { id name price updatedAt } pageInfo { hasNextPage endCursor } }
}
"""
SCHEMA = """
type Query {
  products(first: Int, after: String): Products
  repository(owner: String!, name: String!): Repository
}
type Repository { issues(first: Int, after: String): Products }
type Products { nodes: [Product] pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Product { id: ID! name: String owner: Owner author: Owner }
type Owner { login: String }
"""
ISSUES_QUERY = (
    "query ($name: String, $after: String) {"
    " issues(name: $name, first: 100, after: $after) { nodes { id title } pageInfo { hasNextPage endCursor } } }"
)
# The most used objects; each has an example.
USED = [
    "Client", "Client.execute", "Client.dispatch", "Client.pager", "Client.schema", "Client.list", "schema.read",
    "schema.Schema.plan", "Client.observe", "Cache", "Pager",
    "Pager.load_all", "Pager.__iter__", "Pager.items", "Pager.to_arrow", "Pager.to_pandas", "Pager.to_polars",
    "Pager.record_batches", "Pager.write_parquet", "Pager.write_ndjson", "Pager.state", "Pager.resume_token",
    "Pager.checkpoint", "Pager.pages", "Pager.subscribe", "Page", "Page.items_as", "Update", "Table", "AsyncClient",
    "AsyncClient.execute", "AsyncPager.updates", "AsyncPager.to_arrow", "testing.FakeServer",
    "testing.FakeServer.refuse", "testing.Connection", "testing.OffsetList", "testing.recorded", "fleet.Store",
    "fleet.Walk", "fleet.run_slice", "fleet.prepare", "fleet.status", "fleet.retry", "dask.run", "dlt.resource",
    "otel.instrument",
]


def examples(docstring: str) -> list[str]:
    """The indented blocks of a docstring, as programs."""
    parts = comment_markdown.paragraphs(docstring)
    return [textwrap.dedent(part) for part in parts if part.startswith("    ")]


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """The docstrings of a module and of what it defines, each with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if text := ast.get_docstring(node):
                yield node.body[0].lineno, text


def found() -> list[Any]:
    """Every example, with the module that it stands in."""
    cases = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for line, text in docstrings(path.read_text()):
            for number, source in enumerate(examples(text)):
                cases.append(pytest.param(name, source, id=f"{name}:{line}{'+' * number}"))
    return cases


def product(number: int) -> dict[str, Any]:
    return {
        "__typename": "Product", "id": str(number), "name": f"Product {number}", "price": number + 0.5,
        "updatedAt": f"2026-11-25T{number // 60:02}:{number % 60:02}:00Z", "owner": {"login": "ada"},
        "author": {"login": "ada"},
    }


@pytest.fixture
def server() -> Iterator[FakeServer]:
    """A shop for the examples; the newest of its products come first."""
    products = [product(number) for number in range(249, -1, -1)]
    data = {
        "products": Connection(products), "product": lambda arguments: product(int(arguments["id"])),
        "issues": Connection([{"id": str(number), "title": f"Issue {number}"} for number in range(150)]),
        "repository": {"issues": Connection(products)},
    }
    with FakeServer(data) as made:
        yield made


@contextlib.contextmanager
def names(module: str, server: FakeServer, folder: Any) -> Iterator[dict[str, Any]]:
    """What an example finds: the names that a reader of its docstring has."""
    with swiftpager.Client(server.url, cache="memory") as client:
        pager = client.pager(QUERY, {"first": 100})
        given = {
            "swiftpager": swiftpager, "asyncio": asyncio, "dataclasses": dataclasses,
            "QUERY": QUERY, "client": client, "pager": pager, "server": server,
            "FakeServer": FakeServer, "Connection": Connection, "OffsetList": OffsetList,
            "recorded": swiftpager.testing.recorded, "endpoint": server.url, "update": None,
        }
        if module.partition(".")[0] in ("fleet", "dask"):
            fleet = importlib.import_module("swiftpager.fleet")
            store = fleet.Store(str(folder / "store"))
            walk = fleet.Walk(server.url, ISSUES_QUERY, key="swift")
            given |= {"QUERY": ISSUES_QUERY, "store": store, "walk": walk, "walks": [walk]}
        if module.startswith("dask"):
            import distributed

            limit = importlib.import_module("swiftpager.dask").Limit
            cluster = distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None)
            with cluster, distributed.Client(cluster) as of_dask:
                yield given | {"client": of_dask, "Limit": limit}
            return
        if module.startswith("schema") or module in ("client", "aio.client"):
            (folder / "schema.graphql").write_text(SCHEMA)
            schema = swiftpager.schema.read("schema.graphql")
            plan = schema.plan("products")
            given |= {"schema": schema, "plan": plan}
            # A client that knows the schema, because the shop answers no introspection.
            client._schema = schema
        if module.startswith("testing"):
            given |= {"QUERY": QUERY.replace("id name price updatedAt", "id")}
        if module == "dlt":
            import dlt

            given |= {"dlt": dlt, "PRODUCTS": QUERY, "ORDERS": ISSUES_QUERY}
        yield given


@pytest.mark.parametrize(("module", "source"), found())
def test_an_example_runs(
    module: str, source: str, server: FakeServer, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RUNTIME__DLTHUB_TELEMETRY", "false")
    monkeypatch.setenv("DLT_DATA_DIR", str(tmp_path))
    # The first run of a test with a recording.
    monkeypatch.setenv("SWIFTPAGER_RECORD", "1")
    if module:
        importlib.import_module(f"swiftpager.{module.removesuffix('__init__').rstrip('.')}".rstrip("."))
    for place in ("/data", "s3://bucket"):
        source = source.replace(f'"{place}/', f'"{tmp_path}/')
    source = source.replace(ENDPOINT, server.url)
    made = types.ModuleType("example")
    monkeypatch.setitem(sys.modules, "example", made)
    with names(module, server, tmp_path) as given:
        vars(made).update(given)
        code = compile(source, f"{module}: {source}", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        if code.co_flags & inspect.CO_COROUTINE:
            asyncio.run(eval(code, vars(made)))
        else:
            exec(code, vars(made))


@pytest.mark.parametrize("name", USED)
def test_what_is_used_most_has_an_example(name: str) -> None:
    with contextlib.suppress(ModuleNotFoundError):
        importlib.import_module(f"swiftpager.{name.partition('.')[0]}")
    value: Any = swiftpager
    for part in name.split("."):
        value = getattr(value, part)
    assert examples(inspect.getdoc(value) or ""), name


@pytest.mark.parametrize("module", ["swiftpager", "testing", "fleet", "dask", "schema"])
def test_the_reference_has_every_public_name(module: str) -> None:
    page = (REPOSITORY / "docs" / "python" / "api.md").read_text()
    path = module if module == "swiftpager" else f"swiftpager.{module}"
    for name in importlib.import_module(path).__all__:
        # Values, and not functions or classes, stand in a sentence.
        is_value = name in ("__version__", "decoder", "INTROSPECTION_QUERY")
        assert (f"`{path}.{name}`" if is_value else f"::: {path}.{name}\n") in page, name


def test_the_reference_shows_the_members_of_a_pager_for_data_first() -> None:
    page = (REPOSITORY / "docs" / "python" / "api.md").read_text()
    listed = re.search(r"::: swiftpager.Pager\n    options:\n      members: \[([^]]*)\]\n", page)
    assert listed is not None
    data, watching = re.findall(r"\w+", listed[1]), re.findall(r"::: swiftpager\.Pager\.(\w+)\n", page)
    members = {name for name, _ in inspect.getmembers(swiftpager.Pager) if not name.startswith("_")}
    assert sorted(data + watching) == sorted(members)
    index = (REPOSITORY / "docs" / "python" / "index.md").read_text()
    assert [name for name in data if name not in ("client", "close") and f"`{name}" not in index] == []
