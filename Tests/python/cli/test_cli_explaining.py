"""`--explain` and `--dry-run` of lists that the library finds by words."""

import json
from collections.abc import Iterator

import pytest

from commands import outcome, run
from servers import server
from shapes import SHAPES


@pytest.fixture(scope="module")
def products() -> Iterator[str]:
    """The address of the server of all shapes."""
    with server("shapes") as address:
        yield address


def command(products, name, *options, query=None):
    """The arguments of a command that walks a product's list."""
    shape = SHAPES[name]
    size = [word for each in ("first", "limit", "perPage", "pageSize", "size", "take") if f"${each}:" in shape.query
            for word in ("-v", f"{each}=5")] if query is None else []
    values = [word for key, value in shape.variables.items() for word in ("-v", f"{key}:={json.dumps(value)}")]
    names = [word for key, value in shape.needs.items() for word in ("-p", f"{key}={value}")]
    return [f"{products}/{shape.product}", "--query", query or shape.query, *size, *values, *names, *options]


def explained(products, name, **others):
    done = run(*command(products, name, "--explain", **others))
    assert outcome(done) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", ["AniList", "Hasura", "AppSync", "Rick and Morty", "Strapi with an object", "Spring"])
def test_it_says_what_was_found_and_its_options_read_the_same_list(products, name):
    shape = SHAPES[name]
    found = explained(products, name)
    assert {key: found["list"][key] for key in shape.found} == shape.found
    assert found["added"] is None
    words = command(products, name)
    done = run(*words, *found["options"], "--field", "/" + "/".join(shape.key), "-r")
    assert outcome(done)[0] == 0
    assert len(done.stdout.splitlines()) == 23


def test_one_request_is_sent_and_no_item_is_written(products):
    done = run(*command(products, "Hasura", "--explain"))
    assert b'"name"' not in done.stdout
    assert json.loads(done.stdout)["list"]["items"] == ""


def test_what_was_added_is_said(products):
    found = explained(products, "Linear", query="{ issues(first: 5) { nodes { id } } }")
    assert found["added"] == ["$after: String", "after: $after", "pageInfo { hasNextPage endCursor }"]


def test_two_ways_to_read_a_query_are_a_usage_error():
    query = "query ($a: Int, $b: Int) { x(offset: $a, page: $b) { id } }"
    code, told = outcome(run("http://127.0.0.1:9/", "--query", query, "--explain"))
    assert code == 2
    assert '{"connection":"/x","offset":"a"}' in told


def test_it_is_about_one_walk():
    code, told = outcome(run("http://127.0.0.1:9/", "--query", "{ a }", "--each", "lines", "--explain"))
    assert code == 2
    assert "--explain is about one walk" in told


ONLY = "only an answer shows it"
DRY = {
    "AniList": (
        ["has_more: /Page/pageInfo/hasNextPage (by hasNextPage)", "page: page (by page)", "items: <first answer>",
         f"<first answer>: {ONLY}, and whether the list is an array: its items then have the other fields"],
        ['{"perPage": 5, "page": 1}', '{"perPage": 5, "page": 2}'],
    ),
    "Hasura": (["offset: offset (by offset)", "end: empty_page"], ['{"limit": 5, "offset": 0}',
                                                                  '{"limit": 5, "offset": "<offset>"}']),
    "AppSync": (["end: null_cursor", f"<first answer>: {ONLY}"],
                ['{"limit": 5}', '{"limit": 5, "nextToken": "<cursor>"}']),
}


@pytest.mark.parametrize("name", DRY)
def test_a_dry_run_shows_what_the_document_shows(name):
    done = run(*command("http://127.0.0.1:9", name, "--dry-run"))
    assert outcome(done) == (0, "")
    lines = done.stdout.decode().splitlines()
    shown, variables = DRY[name]
    assert [line for line in shown if line not in lines] == []
    assert [line.partition(" page: ")[2] for line in lines if line.startswith("variables of")] == variables


def test_a_dry_run_fills_a_place_inside_a_variable():
    done = run(
        "http://127.0.0.1:9/", "--dry-run", "-p", "page=/p/page", "-v", 'p={"pageSize": 5}',
        "--query", "query ($p: Pages) { shops(pagination: $p) { data { id } } }",
    )
    assert b'variables of a further page: {"p": {"pageSize": 5, "page": 2}}' in done.stdout


@pytest.mark.long
def test_a_dry_run_says_what_is_added():
    for query, added, variables in (
        ("{ a { nodes { id } } }", "$after: String, after: $after, pageInfo { hasNextPage endCursor }",
         '{"after": "<cursor>"}'),
        ("{ a(offset: 0) { id } }", "$offset: Int = 0, offset: $offset", '{"offset": "<offset>"}'),
    ):
        told = run("http://127.0.0.1:9/", "--dry-run", "--query", query).stdout.decode()
        assert f"added to the query: {added}\n" in told
        assert f"variables of a further page: {variables}\n" in told
