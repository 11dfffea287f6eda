"""Texts of a schema with characters that no file of Python or Swift can have."""

import ast
import json
import pathlib

import graphql
import pytest

from swiftpager.cli.main import main

SCHEMA = """
type Query { products(first: Int, after: String, by: By = {kind: OLD, word: "GIVEN"}): Products! }
"TEXT" type Products { nodes: [Product!]! pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
"TEXT" type Product { "TEXT" id: ID! kind: Kind }
"TEXT" enum Kind { "TEXT" OLD NEW @deprecated(reason: "TEXT") }
"TEXT" input By { "TEXT" kind: Kind = OLD word: String = "GIVEN" }
"""
QUERY = """
query Products($first: Int, $after: String, $by: By) {
  products(first: $first, after: $after, by: $by) { nodes { id kind } pageInfo { hasNextPage endCursor } }
}
"""
# A text, and how a file of Swift has it. Only the answer of an introspection can have half of a surrogate pair.
TEXTS = [
    ("NUL \0 here", "NUL \\u{0} here"), ("\x1b[31m red \x7f", "\\u{1b}[31m red \\u{7f}"),
    ("half \ud800", "half \\u{fffd}"),
]


@pytest.mark.parametrize(("text", "in_swift"), TEXTS, ids=["NUL", "escape", "surrogate"])
@pytest.mark.parametrize("language", ["python", "swift"])
def test_a_text_with_control_characters_is_written_with_escapes(
    tmp_path: pathlib.Path, language: str, text: str, in_swift: str
) -> None:
    answer = json.dumps(graphql.introspection_from_schema(graphql.build_schema(SCHEMA)))
    # graphql-core reads the values itself.
    value = text.replace("\ud800", "")
    for place, one in (("TEXT", text), ("GIVEN", value)):
        answer = answer.replace(place, json.dumps(one)[1:-1])
    (tmp_path / "schema.json").write_text(answer)
    (tmp_path / "q.graphql").write_text(QUERY)
    words = ["generate", "--schema", str(tmp_path / "schema.json"), str(tmp_path / "q.graphql"), "--quiet"]
    assert main([*words, f"--{language}", str(tmp_path / "out")]) == 0
    found = (tmp_path / "out").read_text()
    assert [sign for sign in found if not sign.isprintable() and sign != "\n"] == []
    if language == "python":
        named = [one for one in ast.walk(ast.parse(found)) if isinstance(one, ast.ClassDef)]
        assert text in {ast.get_docstring(one) for one in named}
    else:
        assert f"/// {in_swift}" in found
