"""`swiftpager URL LIST`: a list of the server's schema in place of a query."""

import json
import pathlib
import shlex
import subprocess
import urllib.request
from collections.abc import Iterator

import pyarrow
import pyarrow.parquet
import pytest

import swiftpager.schema
from commands import COMMAND, environment, outcome, run_each, run_words, without
from conftest import LIMIT_SECONDS, REPOSITORY, Trouble
from refusing import COUNT, refusing, served
from servers import server

__all__ = ["refusing", "served"]  # fixtures
IDS = [str(number) for number in range(1, COUNT + 1)]


@pytest.fixture(scope="module")
def schemas() -> Iterator[str]:
    with server("schemas") as address:
        yield address


def run(*words: str, env: dict[str, str] | None = None) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, env=env or environment(), timeout=LIMIT_SECONDS, check=False
    )


def ids(text: bytes) -> list[str]:
    return [json.loads(line)["id"] for line in text.splitlines()]


# The lists


@pytest.mark.long
def test_the_lists_are_a_table_and_json(refusing):
    assert run(refusing.url(), "--lists").stdout.decode().splitlines() == [
        "list       kind    item    key  order  since  needs",
        "everybody  whole   Person  id   -      -      -",
        "people     cursor  Person  id   -      -      -",
        "teams      page    Person  id   -      -      -",
    ]
    told = json.loads(run(refusing.url(), "--lists", "--json").stdout)
    assert [found["name"] for found in told["lists"]] == ["everybody", "people", "teams"]
    assert told["nested"] == []
    assert refusing.requests() == []


@pytest.mark.long
def test_the_lists_of_a_file_need_no_server(tmp_path):
    schema = REPOSITORY / "Tests" / "servers" / "schemas" / "code_host.graphql"
    done = run("http://127.0.0.1:9/", "--lists", "--schema", str(schema))
    assert outcome(done) == (0, "")
    assert b"owner: String!, name: String!" in done.stdout
    (tmp_path / "broken.graphql").write_text("type Query {")
    code, told = outcome(run("http://127.0.0.1:9/", "--lists", "--schema", str(tmp_path / "broken.graphql")))
    assert code == 2 and "--schema" in told and "line 1" in told
    code, told = outcome(run("http://127.0.0.1:9/", "--lists", "--schema", str(tmp_path / "missing")))
    assert code == 2 and "cannot be read" in told


@pytest.mark.parametrize(("how", "expected"), [
    ("refused", "introspection is disabled"), ("cut", "unknown type: Profile"),
])
def test_a_server_without_introspection_ends_with_1_and_names_schema(refusing, how, expected):
    code, told = outcome(run(refusing.url(introspection=how), "people"))
    assert code == 1
    assert expected in told and "--schema FILE" in told


def test_an_introspection_that_takes_too_long_is_a_failure_of_the_network(trouble: Trouble) -> None:
    code, told = outcome(run(trouble.url("/stall", bad=1), "people", "--timeout", "0.2", "--retry", "1"))
    assert code == 4 and "--schema: None" not in told


@pytest.mark.long
def test_with_schema_a_server_without_introspection_is_walked(refusing, tmp_path):
    schema = tmp_path / "schema.json"
    body = json.dumps({"query": swiftpager.schema.INTROSPECTION_QUERY}).encode()
    with urllib.request.urlopen(urllib.request.Request(refusing.url(), body), timeout=LIMIT_SECONDS) as answer:
        schema.write_bytes(answer.read())
    for name in ("people", "teams", "everybody"):
        done = run(refusing.url(introspection="refused"), name, "--schema", str(schema), "--fields", "id")
        assert outcome(done) == (0, "") and ids(done.stdout) == IDS


def test_without_graphql_core_the_message_says_what_to_install(refusing, tmp_path):
    code, told = outcome(run(refusing.url(), "--lists", env=environment(without(tmp_path / "modules", "graphql"))))
    assert (code, told) == (2, "swiftpager: the lists of a schema need graphql-core: pip install swiftpager[schema]\n")


# A walk


def test_a_list_is_walked_with_the_fields_and_arguments_that_are_named(schemas, refusing):
    done = run(
        f"{schemas}/code_host", "repository.issues", "--arg", "owner=apple", "--arg", "name=swift", "--fields",
        "id,repository.id", "--page-size", "7",
    )
    assert outcome(done) == (0, "")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == COUNT and rows[0].keys() == {"id", "repository"}


@pytest.mark.long
def test_parquet_has_the_types_of_the_schema_also_without_rows(schemas, refusing, tmp_path):
    for items in (0, COUNT):
        path = tmp_path / f"{items}.parquet"
        done = run(f"{schemas}/storefront?items={items}", "products", "--fields", "id,createdAt,tags", "-o", str(path))
        assert outcome(done) == (0, "")
        table = pyarrow.parquet.read_table(path)
        assert table.num_rows == items
        assert table.schema.names == ["id", "tags", "createdAt"]
        assert table.schema.types == [pyarrow.string(), pyarrow.list_(pyarrow.string()), pyarrow.timestamp("us", "UTC")]


@pytest.mark.long
def test_a_type_that_does_not_fit_names_scalar(refusing, tmp_path):
    path = str(tmp_path / "people.parquet")
    code, told = outcome(run(refusing.url(), "people", "--scalar", "Date=int64", "-o", path))
    assert code == 3 and "--scalar NAME=TYPE" in told
    assert outcome(run(refusing.url(), "people", "--scalar", "Date=string", "-o", path)) == (0, "")
    assert pyarrow.parquet.read_schema(path).field("joined").type == pyarrow.string()
    code, told = outcome(run(refusing.url(), "people", "--scalar", "Dat=string"))
    assert code == 2 and "did you mean 'Date'" in told


@pytest.mark.long
def test_what_is_refused_is_left_out_and_named_once(refusing):
    done = run(refusing.url(refuse="email,salary"), "people")
    assert ids(done.stdout) == IDS
    code, told = outcome(done)
    assert code == 0
    assert told == (
        "swiftpager: left out, because the server refuses it: email, salary (email needs the permission to read it)\n"
    )
    assert "email" not in json.loads(done.stdout.splitlines()[0])
    code, told = outcome(run(refusing.url(refuse="email"), "people", "--keep-refused"))
    assert code == 3 and "errors beside the data" in told


@pytest.mark.parametrize(("name", "pages"), [("everybody", 1), ("teams", 3)])
@pytest.mark.long
def test_a_list_without_a_size_is_tried_by_its_first_page(refusing, tmp_path, name, pages):
    assert ids(run(refusing.url(), name).stdout) == IDS
    assert len(refusing.requests()) == pages, "no page is asked for twice"
    for words in ([], ["-o", str(tmp_path / "out.ndjson")], ["-o", str(tmp_path / "out.parquet")]):
        done = run(refusing.url(refuse="salary,email"), name, "--fields", "id,email,salary", *words)
        code, told = outcome(done)
        assert code == 0 and told.count("left out") == 1
        assert len(refusing.requests()) == pages + 1
    assert ids((tmp_path / "out.ndjson").read_bytes()) == ids(done.stdout or run(refusing.url(), name).stdout)
    assert pyarrow.parquet.read_table(tmp_path / "out.parquet").schema.names == ["id"]
    code, told = outcome(run(refusing.url(refuse="id"), name, "--fields", "id"))
    assert code in (1, 3) and "id needs the permission" in told


@pytest.mark.parametrize("words", [[], ["--checkpoint", "CHECKPOINT"]])
@pytest.mark.long
def test_a_size_that_the_server_refuses_gets_the_size_that_it_names(schemas, refusing, tmp_path, words):
    given = [word.replace("CHECKPOINT", str(tmp_path / "checkpoint")) for word in words]
    code, told = outcome(run(f"{schemas}/storefront", "products", "--page-size", "250", *given))
    assert code == 1
    assert "exceeds the limit of 100 records" in told and "; try --page-size 100" in told
    assert outcome(run(f"{schemas}/storefront", "products", "--page-size", "100", *given)) == (0, "")


# Going on


@pytest.mark.long
def test_a_run_that_goes_on_needs_neither_the_schema_nor_a_trial(refusing, tmp_path):
    words = [refusing.url(refuse="email"), "people", "--checkpoint", str(tmp_path / "checkpoint"), "-o",
             str(tmp_path / "people.ndjson")]
    code, told = outcome(run(*words, "--page-size", "10", "--max-pages", "1"))
    assert code == 3 and "left out" in told
    refusing.requests()
    # Another page size is the same list.
    done = run(*words, "--page-size", "5", env=environment(without(tmp_path / "modules", "graphql")))
    assert outcome(done) == (0, "")
    requests = refusing.requests()
    assert [request["variables"]["first"] for request in requests] == [5, 5, 5]
    assert not any("email" in request["query"] for request in requests)
    assert ids((tmp_path / "people.ndjson").read_bytes()) == IDS


@pytest.mark.parametrize(("others", "named"), [
    (["people", "--fields", "id"], "--fields"), (["teams"], "LIST"),
    (["people", "--scalar", "Date=string"], "--scalar"),
    (["--query", "{ people(first: 5) { edges { node { id } } } }"], "--checkpoint"),
])
@pytest.mark.long
def test_a_run_that_would_be_another_list_is_refused(refusing, tmp_path, others, named):
    words = ["--checkpoint", str(tmp_path / "checkpoint"), "-o", str(tmp_path / "people.ndjson")]
    assert run(refusing.url(), "people", "--page-size", "10", "--max-pages", "1", *words).returncode == 3
    before = (tmp_path / "people.ndjson").read_bytes()
    code, told = outcome(run(refusing.url(), *others, *words))
    assert code == 2 and named in told and "start over" in told
    assert (tmp_path / "people.ndjson").read_bytes() == before


@pytest.mark.long
def test_since_auto_adds_what_is_new(schemas, refusing, tmp_path):
    words = ["viewer.repositories", "--since", "auto", "--checkpoint", str(tmp_path / "checkpoint"), "-o",
             str(tmp_path / "repositories.ndjson")]
    assert outcome(run(f"{schemas}/code_host", *words)) == (0, "")
    first = ids((tmp_path / "repositories.ndjson").read_bytes())
    assert len(set(first)) == COUNT
    assert outcome(run(f"{schemas}/code_host", *words)) == (0, "")
    assert ids((tmp_path / "repositories.ndjson").read_bytes()) == first
    code, told = outcome(run(refusing.url(), "people", "--since", "auto"))
    assert code == 2 and "shows no way" in told


# Many


@pytest.mark.long
def test_each_line_has_arguments(schemas, refusing, tmp_path):
    lines = tmp_path / "lines.ndjson"
    lines.write_text('{"name": "swift"}\n{"name": "nio", "states": ["OPEN"]}\n')
    done = run(
        f"{schemas}/code_host", "repository.issues", "--arg", "owner=apple", "--fields", "id", "--each", str(lines),
        "--tag", "repository=name",
    )
    assert outcome(done) == (0, "")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["repository"] for row in rows} == {"swift", "nio"} and len(rows) == 2 * COUNT
    code, told = outcome(run(f"{schemas}/code_host", "repository.issues", "--fields", "id", "--each", str(lines)))
    assert code == 2 and "owner (String!)" in told


@pytest.mark.parametrize("option", ["--dry-run", "--print-query"])
@pytest.mark.long
def test_what_is_shown_has_the_arguments_of_the_first_line(schemas, refusing, tmp_path, option):
    lines = tmp_path / "lines.ndjson"
    lines.write_text('{"owner": "apple", "name": "swift"}\n{"owner": "apple", "name": "nio"}\n')
    done = run(f"{schemas}/code_host", "repository.issues", "--fields", "id", "--each", str(lines), option)
    assert outcome(done) == (0, "")
    assert b"swift" in done.stdout and b"nio" not in done.stdout
    lines.write_text('{"owner": "apple"}\n')
    done = run(f"{schemas}/code_host", "repository.issues", "--fields", "id", "--each", str(lines), option)
    assert done.returncode == 2 and "name (String!)" in done.stderr.decode()


# What is printed


@pytest.mark.long
def test_a_printed_query_is_the_query_to_copy(refusing, tmp_path):
    done = run(refusing.url(), "people", "--fields", "id,name", "--page-size", "4", "--print-query")
    assert outcome(done) == (0, "")
    file = tmp_path / "people.graphql"
    file.write_bytes(done.stdout)
    command = shlex.split(done.stdout.decode().splitlines()[-1].removeprefix("# "))
    assert command[:4] == ["swiftpager", "URL", "--query-file", "FILE"]
    copied = run(refusing.url(), "--query-file", str(file), *command[4:])
    assert ids(copied.stdout) == IDS
    assert [request["variables"]["first"] for request in refusing.requests()] == [4] * 6


def test_a_dry_run_sends_no_page(refusing):
    done = run(refusing.url(), "teams", "--dry-run")
    assert outcome(done) == (0, "")
    assert b"page_count: /teams/totalPages" in done.stdout
    assert refusing.requests() == []


# Mistakes


MISTAKES: list[tuple[list[str], str]] = [
    ([], "name a LIST of the server's schema"),
    (["people", "--query", "{ a }"], "LIST and --query exclude each other"),
    (["people", "-v", "first=3"], "LIST and -v exclude each other; arguments of LIST are --arg NAME=VALUE"),
    (["people", "-p", "type=offset"], "LIST and -p exclude each other"),
    (["--lists", "people"], "--lists and LIST exclude each other"),
    (["--lists", "--fields", "id"], "--lists and --fields exclude each other"),
    (["--query", "{ a }", "--arg", "a=1"], "--arg is for LIST or --lists"),
    (["--query", "{ a }", "--schema", "x"], "--schema is for LIST or --lists"),
    (["--query", "{ a }", "--json"], "--json is for LIST or --lists"),
    (["poeple"], "did you mean 'people'"),
    (["people", "--fields", "emial"], "did you mean 'email'"),
    (["people", "--arg", "frist=3"], "no argument 'frist'"),
    (["people", "--arg", "first=many"], "first"),
    (["people", "--arg", "first"], "expected name=value"),
    (["people", "--scalar", "Date"], "expected NAME=TYPE"),
    (["people", "--field", "id,name"], "--fields id,name selects fields"),
    (["people", "--page-size", "0"], "at least 1"),
]


def test_mistakes_say_what_to_write(refusing):
    ended = run_each(*([refusing.url(), *words] for words, _ in MISTAKES))
    for (words, expected), (code, told) in zip(MISTAKES, ended, strict=True):
        assert code == 2 and expected in told, words
    assert refusing.requests() == []


def test_help_and_completion_know_the_options():
    told = run_words(*COMMAND, "--help").stdout.decode()
    options = ("LIST", "--lists", "--fields", "--arg", "--page-size", "--scalar", "--print-query", "--keep-refused")
    for option in options:
        assert option in told


@pytest.mark.long
def test_the_kept_schema_is_in_the_cache_folder(refusing, tmp_path):
    run(refusing.url(), "--lists")
    assert [path.name for path in pathlib.Path(tmp_path / "cache" / "swiftpager").glob("schema-*")] != []
