"""The documents of `swiftpager generate`: which files they are, and what is wrong with them."""

import pytest

from generate_support import modelled
from swiftpager.generate import documents
from swiftpager.generate.errors import DocumentError

SCHEMA = """
type Query { products(first: Int, after: String): Products product(id: ID!): Product }
type Products { nodes: [Product!]! }
type Product { id: ID! name: String price: Float }
"""


def names(folder, *patterns, **options):
    found = documents.read([str(folder / pattern) for pattern in patterns], **options)
    return [one.name.value for one in found.operations]


@pytest.fixture
def folder(tmp_path):
    for path, text in (
        ("a.graphql", "query A { product(id: 1) { id } }"), ("inner/b.graphql", "query B { product(id: 1) { id } }"),
        ("inner/c.gql", "query C { product(id: 1) { id } }"), ("inner/read.me", "no document"),
        ("inner/empty.graphql", "# only a comment\n"), ("schema.graphql", SCHEMA),
    ):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (["a.graphql"], "A"), (["inner"], "BC"), (["inner/*.graphql"], "B"), (["**/[bc].g*ql"], "BC"),
        (["inner", "inner/b.graphql", "a.graphql"], "ABC"),
    ],
)
def test_files_folders_and_patterns_are_read_once_and_in_order(folder, patterns, expected):
    assert names(folder, *patterns) == list(expected)


def test_the_schema_that_a_pattern_matches_is_left_out(folder):
    assert names(folder, "**/*.graphql", leaving_out=str(folder / "schema.graphql")) == ["A", "B"]


def test_a_pattern_without_a_file_is_an_error(folder):
    with pytest.raises(DocumentError, match=r"none/\*\*: no file with documents"):
        names(folder, "none/**")


@pytest.mark.parametrize(
    ("file", "name"), [("all-products", "AllProducts"), ("2nd", "Query2nd"), ("products", "Products")]
)
def test_a_query_without_a_name_has_that_of_its_file(tmp_path, file, name):
    model = modelled(tmp_path, SCHEMA, **{file: "{ product(id: 1) { id } }"})
    assert model.operations[0].name == name
    assert model.operations[0].text.startswith(f"query {name}")


def test_mistakes_have_their_file_and_line(tmp_path):
    with pytest.raises(DocumentError) as raised:
        modelled(
            tmp_path, SCHEMA, one="query One {\n  product(id: 1) { id nam }\n}", two="query Two { product { id } }\n"
        )
    first, second = str(raised.value).split("\n")
    folder = tmp_path / "queries"
    assert first == (
        f"{folder}/one.graphql:2:23: Cannot query field 'nam' on type 'Product'. Did you mean 'name'?"
    )
    assert second.startswith(f"{folder}/two.graphql:1:13: ")


def test_a_document_that_does_not_parse_names_the_place(tmp_path):
    with pytest.raises(DocumentError, match=r"bad\.graphql:1:2\d: Syntax Error"):
        modelled(tmp_path, SCHEMA, bad="query { products } }")


def test_of_several_operations_in_a_file_each_needs_a_name(tmp_path):
    with pytest.raises(DocumentError, match=r"two\.graphql:2: of several operations in a file, each needs a name"):
        modelled(tmp_path, SCHEMA, two="query A { product(id: 1) { id } }\n{ product(id: 1) { id } }")


def test_a_file_that_is_not_a_text_is_named(tmp_path):
    (tmp_path / "x.graphql").write_bytes(b"\xff\xfe")
    with pytest.raises(DocumentError, match=r"x\.graphql: not a text in UTF-8"):
        documents.read([str(tmp_path)])


def test_a_fragment_that_nothing_uses_is_not_a_mistake(tmp_path):
    model = modelled(
        tmp_path, SCHEMA, query="query Q { product(id: 1) { id } } fragment Unused on Product { id }"
    )
    assert model.fragments == {}
