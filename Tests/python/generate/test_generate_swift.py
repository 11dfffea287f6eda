"""The Swift that `swiftpager generate` writes. The Swift tests compile it, and walk a server with it."""

import re
import resource
import subprocess
import sys

import pytest

from conftest import LIMIT_SECONDS, REPOSITORY
from generate_support import BENCH, CODE, DOCUMENTS, GENERATED, printed, words
from swiftpager.cli.main import main
from swiftpager.generate.errors import DocumentError

sys.path.insert(0, str(REPOSITORY / "scripts"))

from large_schema import large_query, large_schema

SCHEMA = """
scalar Cursor
scalar DateTime
enum Color { RED GREEN_BLUE }
input Filter { color: Color = RED sizes: [Int!] }
type Query {
  products(first: Int, after: Cursor, filter: Filter, at: DateTime, sizes: [Int!], big: Float): Products
  search(one: Key, text: String): [Product!]
}
input Key @oneOf { id: ID name: String }
type Products { nodes: [Product] pageInfo: PageInfo! }
type Product { id: ID! type: Type when: DateTime times: [DateTime] error: Error data: Data }
type Type { name: String }
type Error { text: String }
type Data { other: Product }
type PageInfo { hasNextPage: Boolean! endCursor: Cursor }
type Mutation { add(color: Color!): Product }
type Subscription { added: Product }
"""
# What Apollo's generator writes for documents of this kind, in lines.
KINGDOM_LINES = 3_127


@pytest.mark.parametrize("file", GENERATED, ids=lambda file: file.name)
def test_the_files_of_the_swift_tests_are_fresh(file):
    # `python Tests/python/generate_support.py` writes them anew.
    assert main([*words(file), "--check", "--quiet"]) == 0


def test_generated_types_without_initializers_take_at_most_twice_the_lines_of_types_by_hand():
    by_hand = (BENCH / "ByHand.swift").read_text().partition("struct ByHandQuery")[2].partition("\n}\n")[0]
    # The document, the variables and what the conformance to PagedQuery has are the same by hand.
    data = (BENCH / "Operations.swift").read_text().partition("struct Data: ")[2]
    extra = re.compile(r"^( *)public (init\((?!from node)|var responseFields).*?(\}|\n\1\})\n", re.M | re.S)
    written = extra.sub("", data)
    assert len(_filled(written)) <= 2 * len(_filled(by_hand))


def _filled(text: str) -> list[str]:
    """The lines that are not empty."""
    return [line for line in text.splitlines() if line.strip()]


def test_the_schema_of_the_swift_tests_is_that_of_the_server():
    program = REPOSITORY / "Tests" / "servers" / "market_schema.py"
    served = subprocess.check_output([sys.executable, program], text=True, timeout=LIMIT_SECONDS)
    assert (CODE / "market.graphql").read_text() == served


def test_the_kingdom_takes_at_most_half_of_the_lines_of_apollo(tmp_path):
    file = tmp_path / "Kingdom.swift"
    assert main([*words(DOCUMENTS / "Code" / "Kingdom.swift")[:-1], str(file)]) == 0
    assert len(file.read_text().splitlines()) <= KINGDOM_LINES / 2


@pytest.fixture
def swift(tmp_path):
    def of(query: str, **options: object) -> str:
        return printed(tmp_path, SCHEMA, query, **options)

    return of


def test_the_same_documents_give_the_same_text(swift):
    query = "query Q { products { nodes { type { name } when ...F } } } fragment F on Product { id error { text } }"
    assert swift(query) == swift(query)


@pytest.mark.parametrize(
    ("variables", "used", "expected"),
    [
        ("$n: Int!", "first: $n", "n: Int"),
        ("$n: Int! = 10", "first: $n", "n: Int = 10"),
        ("$n: Int", "first: $n", "n: GraphQLNullable<Int> = .none"),
        ("$n: Int = 10", "first: $n", "n: GraphQLNullable<Int> = 10"),
        ("$n: Int = null", "first: $n", "n: GraphQLNullable<Int> = .none"),
        ("$n: Float! = 10", "big: $n", "n: Double = 10"),
        ("$n: [Int!] = [1, 2]", "sizes: $n", "n: GraphQLNullable<[Int]> = .some([1, 2])"),
        ("$n: [Int!]! = 3", "sizes: $n", "n: [Int] = [3]"),
        ("$n: Filter!", "filter: $n", "n: Filter"),
        (
            "$n: Filter! = {color: GREEN_BLUE}", "filter: $n",
            "n: Filter = Filter(color: .some(.greenBlue))",
        ),
        ("$n: Filter = {color: null}", "filter: $n", "n: GraphQLNullable<Filter> = .some(Filter(color: .null))"),
        # The server takes the default of a type that the generator does not know.
        ("$n: DateTime! = 7", "at: $n", "n: GraphQLNullable<JSONValue> = .none"),
    ],
)
def test_defaults_of_the_document_are_defaults_of_the_initializer(swift, variables, used, expected):
    text = swift(f"query Q({variables}) {{ products({used}) {{ pageInfo {{ endCursor }} }} }}")
    assert f"public init({expected}) " in text


def test_a_variable_of_a_condition_is_always_sent(swift):
    text = swift("query Q($x: Boolean = true) { search { type @include(if: $x) { name } when @skip(if: $x) } }")
    assert "public init(x: Bool = true)" in text
    assert 'type = try node.flag("x") ? node.optional("type")?.decode() : nil' in text
    assert 'when = node.optional("when")?.value' in text


def test_texts_are_escaped(swift):
    text = swift('query Q($t: String = "a \\"b\\" \\\\(c) \\n") { search(text: $t) { id } }')
    assert r't: GraphQLNullable<String> = "a \"b\" \\(c) \n"' in text
    # A literal that takes the document as it is.
    text = swift('query Q { search(text: "\\\\#(x) \\"\\"\\"#") { id } }')
    assert 'document = ##"""' in text


@pytest.mark.parametrize(
    ("scalars", "expected"),
    [
        (
            None,
            [
                "public var when: JSONValue?", 'when = node.optional("when")?.value',
                'times = try node.optional("times")?.map { $0.isNull ? nil : $0.value }',
            ],
        ),
        (
            {"DateTime": "Timestamp"},
            [
                "public var when: Timestamp?", 'when = try node.optional("when")?.decode()',
                'times = try node.optional("times")?.map { try $0.isNull ? nil : $0.decode(Timestamp.self) }',
            ],
        ),
        (
            {"DateTime": "String"},
            ["public var when: String?", "?.map { try $0.isNull ? nil : $0.string }"],
        ),
        ({"DateTime": "Date"}, ["public import Foundation\n", "public var when: Foundation.Date?"]),
    ],
)
def test_scalars_have_the_type_that_the_user_names(swift, scalars, expected):
    text = swift("query Q { search { when times } }", scalars=scalars)
    for part in expected:
        assert part in text


def test_a_cursor_is_a_text(swift):
    query = "query Q($c: Cursor) { products(after: $c) { nodes { id } pageInfo { hasNextPage endCursor } } }"
    assert "c: GraphQLNullable<String> = .none" in swift(query)
    number = swift(query, scalars={"Cursor": "Int"})
    assert 'endCursor: (data.products?.pageInfo.endCursor).map { "\\($0)" }' in number
    assert "query.variables.c = info.endCursor.flatMap { Int($0) } ?? .none" in number
    with pytest.raises(DocumentError, match=r"query\.graphql:1: the cursor of Q has the type Thing: a cursor is"):
        swift(query, scalars={"Cursor": "Thing"})


def test_a_list_without_a_flag_ends_with_a_cursor_that_is_null(tmp_path):
    schema = """
    type Query { todos(limit: Int, nextToken: String): Todos }
    type Todos { items: [Todo!]! nextToken: String }
    type Todo { id: ID! }
    """
    query = "query Q($n: Int, $t: String) { todos(limit: $n, nextToken: $t) { items { id } } }"
    text = printed(tmp_path, schema, query)
    assert "todos(limit: $n, nextToken: $t) { items { id } nextToken }" in text
    assert "hasNext: data.todos?.nextToken != nil, endCursor: data.todos?.nextToken)" in text


def test_a_flag_that_the_schema_has_is_asked_for(swift):
    text = swift("query Q($c: Cursor) { products(after: $c) { nodes { id } pageInfo { endCursor } } }")
    assert "pageInfo { endCursor hasNextPage }" in text
    assert "hasNext: data.products?.pageInfo.hasNextPage" in text


@pytest.mark.parametrize(
    ("scalars", "message"),
    [
        ({"Nothing": "Int"}, "--scalar Nothing=Int: the schema has no scalar Nothing"),
        ({"DateTime": "[Int"}, "--scalar DateTime=[Int: expected the name of a type"),
    ],
)
def test_wrong_scalars_are_refused(swift, scalars, message):
    with pytest.raises(DocumentError, match=re.escape(message)):
        swift("query Q { search { id } }", scalars=scalars)


def test_types_that_mean_something_else_in_swift_get_the_key_in_front(swift):
    text = swift("query Q { search { type { name } error { text } data { other { id } } } }")
    for name in ("TypeType", "ErrorError", "DataData"):
        assert f"struct {name}: ResponseObject" in text


def test_a_subscription_is_named_and_left_out(swift):
    text = swift("query Q { search { id } } subscription Added { added { id } }")
    assert "// Added is a subscription, which SwiftPager does not have.\n" in text


def test_a_namespace_holds_all_types(swift):
    text = swift("query Q { search { id } }", namespace="Shop")
    assert "\nnonisolated public enum Shop {\n  nonisolated public struct QQuery" in text
    with pytest.raises(DocumentError, match="--namespace a b: expected the name of a type"):
        swift("query Q { search { id } }", namespace="a b")


@pytest.mark.long
def test_a_schema_of_64_000_lines_is_read_in_3_seconds(tmp_path):
    schema, query, output = tmp_path / "schema.graphql", tmp_path / "query.graphql", tmp_path / "Operations.swift"
    schema.write_text(large_schema(610))
    query.write_text(large_query(30))
    assert len(schema.read_text().splitlines()) >= 64_000
    line = ["generate", "--schema", str(schema), str(query), "--swift", str(output), "--quiet"]
    # The processor's time, whatever else the machine does. A first run also compiles modules.
    before = resource.getrusage(resource.RUSAGE_SELF)
    assert main(line) == 0
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime < 3
    assert output.read_text().count("PagedQuery {") == 30
