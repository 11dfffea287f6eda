"""The command `swiftpager generate`."""

import json
import subprocess

import graphql
import pytest

from commands import COMMAND, environment, outcome, without
from conftest import LIMIT_SECONDS

SCHEMA = "type Query { products(first: Int): [Product!]! }\ntype Product { id: ID! name: String }\n"
QUERY = "query Products { products { id } }\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "schema.graphql").write_text(SCHEMA)
    (tmp_path / "products.graphql").write_text(QUERY)
    return tmp_path


def run(folder, *words, env=None):
    return subprocess.run(
        [*COMMAND, "generate", *words], cwd=folder, env=env or environment(), capture_output=True,
        timeout=LIMIT_SECONDS, check=False,
    )


def generate(folder, *words, output="Operations.swift", **options):
    return run(folder, "--schema", "schema.graphql", "*.graphql", "--swift", output, *words, **options)


def test_the_command_writes_a_file_and_says_so(folder):
    assert outcome(generate(folder, output="Sources/App/Operations.swift")) == (
        0, "swiftpager: Sources/App/Operations.swift: 1 operation, 0 fragments\n"
    )
    text = (folder / "Sources" / "App" / "Operations.swift").read_text()
    assert "struct ProductsQuery: GraphQLQuery" in text
    assert (folder / "Sources" / "App" / "Operations.swift").stat().st_mode & 0o777 == 0o644
    assert list((folder / "Sources" / "App").iterdir()) == [folder / "Sources" / "App" / "Operations.swift"]


@pytest.mark.long
def test_a_file_that_has_the_text_already_is_left_alone(folder):
    generate(folder)
    before = (folder / "Operations.swift").stat()
    assert generate(folder, "--quiet").stderr == b""
    after = (folder / "Operations.swift").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_stdout_takes_the_text(folder):
    done = generate(folder, output="-")
    assert done.returncode == 0
    assert b"struct ProductsQuery" in done.stdout


@pytest.mark.long
def test_check_fails_with_a_sentence_for_a_stale_or_missing_file(folder):
    assert outcome(generate(folder, "--check")) == (
        1, "swiftpager: Operations.swift is missing: run swiftpager generate without --check\n"
    )
    generate(folder)
    assert outcome(generate(folder, "--check")) == (0, "")
    (folder / "products.graphql").write_text("query Products { products { id name } }\n")
    before = (folder / "Operations.swift").read_bytes()
    assert outcome(generate(folder, "--check")) == (
        1, ("swiftpager: Operations.swift is not what the schema and the documents say: run swiftpager generate without"
        " --check\n"),
    )
    assert (folder / "Operations.swift").read_bytes() == before


@pytest.mark.long
def test_an_introspection_result_is_the_same_schema(folder):
    generate(folder)
    expected = (folder / "Operations.swift").read_bytes()
    result = graphql.introspection_from_schema(graphql.build_schema(SCHEMA))
    (folder / "schema.json").write_text(json.dumps({"data": result}))
    done = run(folder, "--schema", "schema.json", "products.graphql", "--swift", "Operations.swift", "--check")
    assert outcome(done) == (0, "")
    assert (folder / "Operations.swift").read_bytes() == expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--schema", "none.graphql", "products.graphql"], "none.graphql cannot be read: No such file or directory"),
        (["--schema", "schema.graphql", "none.graphql"], "none.graphql cannot be read: No such file or directory"),
        (["--schema", "schema.graphql", "none/*"], "none/*: no file with documents"),
        (["--schema", "schema.graphql", "bad.gql"], "bad.gql:1:20: Cannot query field 'title' on type 'Product'"),
        (["--schema", "bad.gql", "products.graphql"], "bad.gql: "),
        (["--schema", "schema.graphql", "products.graphql", "--scalar", "X"], "--scalar X: expected NAME=TYPE"),
        (["--schema", "schema.graphql", "products.graphql", "--scalar", "X=Y"], "--scalar X=Y: the schema has no sca"),
        (["--schema", "schema.graphql", "products.graphql", "--namespace", "a-b"], "--namespace a-b: expected the nam"),
    ],
)
def test_mistakes_are_told_before_anything_is_written(folder, words, message):
    (folder / "bad.gql").write_text("query { products { title } }")
    code, told = outcome(run(folder, *words, "--swift", "Operations.swift"))
    assert code == 2
    assert told.startswith(f"swiftpager: {message}")
    assert not (folder / "Operations.swift").exists()


def test_a_file_that_cannot_be_written_is_told(folder):
    (folder / "Operations.swift").mkdir()
    code, told = outcome(generate(folder))
    assert (code, told) == (3, "swiftpager: incomplete: Operations.swift cannot be written: Is a directory\n")
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_graphql_core_is_missing_or_too_old(folder, tmp_path):
    missing = without(tmp_path / "missing", "graphql")
    code, told = outcome(generate(folder, env=environment(missing)))
    assert code == 2
    assert "swiftpager generate needs graphql-core: pip install swiftpager[schema]" in told
    old = tmp_path / "old"
    old.mkdir()
    (old / "graphql.py").write_text("version_info = (3, 2, 6, 'final', 0)\n")
    code, told = outcome(generate(folder, env=environment(old)))
    assert code == 2
    assert "needs graphql-core 3.2.7, and 3.2.6 is installed: older versions do not know @oneOf" in told
