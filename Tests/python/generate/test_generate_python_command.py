"""`swiftpager generate --python`: the file that it writes, and what it says of one that is stale."""

import subprocess
import sys

import pytest

from commands import COMMAND, environment, without
from conftest import LIMIT_SECONDS
from generated_python import MARKET, QUERIES, loaded, text_of

SCHEMA = "type Query { product(id: ID!): Product } type Product { id: ID! name: String! at: Time } scalar Time"
DOCUMENT = "query Product($id: ID!) { product(id: $id) { name at } }"


def generate(folder, *options, schema="schema.graphqls", documents="document.graphql"):
    """Runs the command in a folder with the schema and the document."""
    (folder / "schema.graphqls").write_text(SCHEMA)
    (folder / "document.graphql").write_text(DOCUMENT)
    return subprocess.run(
        [*COMMAND, "generate", "--schema", schema, documents, *options], capture_output=True, cwd=folder, text=True,
        env=environment(), timeout=LIMIT_SECONDS, check=False,
    )


@pytest.mark.long
def test_the_command_writes_a_module(tmp_path):
    done = generate(tmp_path, "--python", "app/operations.py", "--scalar", "Time=datetime")
    assert (done.returncode, done.stdout) == (0, "") and "app/operations.py: 1 operation" in done.stderr
    text = (tmp_path / "app" / "operations.py").read_text()
    assert text == text_of(tmp_path, SCHEMA, DOCUMENT, Time="datetime")
    assert generate(tmp_path, "--python", "-", "--scalar", "Time=datetime").stdout == text


@pytest.mark.long
def test_a_stale_module_fails_the_check(tmp_path):
    assert generate(tmp_path, "--python", "operations.py").returncode == 0
    fresh = generate(tmp_path, "--python", "operations.py", "--check")
    assert (fresh.returncode, fresh.stderr) == (0, "")
    (tmp_path / "operations.py").write_text((tmp_path / "operations.py").read_text() + "\n")
    stale = generate(tmp_path, "--python", "operations.py", "--check")
    assert stale.returncode == 1 and "operations.py is not what the schema and the documents say" in stale.stderr
    assert generate(tmp_path, "--python", "other.py", "--check").returncode == 1


@pytest.mark.long
def test_the_text_depends_on_schema_and_documents_only(tmp_path):
    texts = {
        subprocess.run(
            [*COMMAND, "generate", "--schema", str(MARKET), str(QUERIES), "--python", "-"], capture_output=True,
            cwd=tmp_path, env=environment(PYTHONHASHSEED=str(seed)), timeout=LIMIT_SECONDS, check=True,
        ).stdout
        for seed in range(2)
    }
    assert len(texts) == 1


@pytest.mark.parametrize(("options", "message"), [
    (["--scalar", "Time=Moment"], "expected one of int, float"),
    (["--scalar", "Tim=datetime"], "the schema has no scalar Tim"),
    (["--namespace", "API"], "--namespace is for --swift"),
])
def test_a_wrong_option_is_refused(tmp_path, options, message):
    done = generate(tmp_path, "--python", "operations.py", *options)
    assert done.returncode == 2 and message in done.stderr and not (tmp_path / "operations.py").exists()


def test_a_list_in_each_item_of_another_one_is_data(tmp_path):
    schema = """
    type Query { groups: [Group] }
    type Group { items(first: Int, after: String): Items }
    type Items { nodes: [Item] pageInfo: PageInfo! } type Item { id: ID }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    """
    document = """query Groups($after: String) {
      groups { items(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
    }"""
    module = loaded(text_of(tmp_path, schema, document), tmp_path)
    assert module.groups.__annotations__["return"] == "Groups" and module.groups.__kwdefaults__["after"] is None


@pytest.mark.long
def test_a_module_says_what_it_needs(tmp_path):
    assert generate(tmp_path, "--python", "operations.py").returncode == 0
    done = subprocess.run(
        [sys.executable, "-c", "import operations"], capture_output=True, cwd=tmp_path, text=True, check=False,
        env=environment(without(tmp_path / "hidden", "msgspec"), tmp_path),
    )
    assert "need msgspec: pip install msgspec, or swiftpager[fast]" in done.stderr


def test_texts_of_a_schema_stay_texts(tmp_path):
    schema = '''
    type Query { find(by: By, text: String): String }
    "Ends with a quote: \\"yes\\""
    input By { name: String }
    """Has a \\\\ and a \\""" inside"""
    enum Kind { A }
    type Mutation { set(kind: Kind = A): Kind }
    '''
    document = '''query Find($by: By, $text: String = "a \\"b\\" \\\\ \\u00e9 { } ''' + "'c'" + '''") {
      find(by: $by, text: $text)
    }
    mutation Set($kind: Kind = A) { set(kind: $kind) }'''
    module = loaded(text_of(tmp_path, schema, document), tmp_path)
    assert module.By.__doc__.startswith('Ends with a quote: "yes"')
    assert module.Kind.__doc__ == "Has a \\\\ and a ''' inside"
    assert module.find.__kwdefaults__["text"] == "a \"b\" \\ é { } 'c'"
    assert "\\\\" in module.FIND_DOCUMENT
