"""`swiftpager mcp`: an assistant asks for lists, and has them walked into files."""

import asyncio
import csv
import json
import re
import shlex
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

from assistants import (
    IDS,
    NOWHERE,
    files,
    ids,
    items,
    many_lists,
    out,
    refused,
    refused_by,
    schemas,
    spoken,
    told,
    told_by,
)
from commands import COMMAND, environment, run_words
from conftest import LIMIT_SECONDS, REPOSITORY, Trouble
from refusing import COUNT, refusing, served

__all__ = ["items", "out", "refusing", "schemas", "served"]  # fixtures


# What a server has


def test_the_tools_have_types_and_descriptions(refusing, out):
    async def work(client: Client) -> Any:
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in spoken(work, refusing.url(), out)}
    assert list(tools) == ["list_lists", "describe_list", "walk_list"]
    for tool in tools.values():
        assert len(tool.description) > 100 and tool.title and tool.output_schema["properties"]
        assert all(one["description"] for one in tool.input_schema["properties"].values())
    assert [tool.annotations.read_only_hint for tool in tools.values()] == [True, True, False]
    assert tools["walk_list"].annotations.destructive_hint is False
    takes = tools["walk_list"].input_schema
    assert takes["required"] == ["name", "file"]
    assert {"type": "integer", "minimum": 1, "default": 1000}.items() <= takes["properties"]["limit"].items()
    assert refusing.requests() == []


@pytest.mark.long
def test_the_lines_of_the_guide_start_the_tools(schemas, out):
    page = (REPOSITORY / "docs" / "python" / "assistants.md").read_text()
    [line] = re.findall("^swiftpager (mcp .*)$", page, re.MULTILINE)
    [block] = re.findall("^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    given = json.loads(block)["mcpServers"]["shop"]
    assert given["command"] == "swiftpager"

    async def ask(words: list[str]) -> list[str]:
        places = {"https://example.com/graphql": f"{schemas}/shop", "/home/me/shop": str(out), "shop": str(out)}
        parameters = StdioServerParameters(
            command=COMMAND[0], args=[*COMMAND[1:], *(places.get(word, word) for word in words)],
            env=environment(TOKEN=given["env"]["TOKEN"]),
        )
        async with asyncio.timeout(LIMIT_SECONDS), Client(parameters) as client:
            return [found["name"] for found in (await told(client, "list_lists"))["lists"]]

    for words in (given["args"], shlex.split(line)):
        assert "products" in asyncio.run(ask(words))


@pytest.mark.long
def test_lists_are_found_by_their_names_and_items(schemas, out):
    async def work(client: Client) -> Any:
        searches: tuple[dict[str, str], ...] = ({}, {"search": " ISSUE "}, {"search": "nothing"})
        return [await told(client, "list_lists", **given) for given in searches]

    everything, some, none = spoken(work, f"{schemas}/code_host", out)
    assert len(everything["lists"]) > 5 and everything["left_out"] == 0
    assert some["lists"] == [{
        "name": "repository.issues", "kind": "cursor", "item": "Issue", "note": "",
        "needs": {"owner": "String!", "name": "String!"},
    }, *some["lists"][1:]]
    assert all("issue" in f"{one['name']} {one['item']}".lower() for one in some["lists"])
    assert some["left_out"] == len(everything["lists"]) - len(some["lists"])
    assert none == {"lists": [], "left_out": len(everything["lists"])}


@pytest.mark.long
def test_a_large_schema_is_shown_in_part(out, tmp_path):
    path = tmp_path / "large.graphql"
    path.write_text(many_lists(130))

    async def work(client: Client) -> Any:
        return [await told(client, "list_lists", search=word) for word in (None, "a12", "iTEM")]

    everything, some, by_item = spoken(work, NOWHERE, out, "--schema", str(path))
    assert by_item == everything
    assert len(everything["lists"]) == 100 and everything["left_out"] == 30
    assert len(some["lists"]) == 11 and some["left_out"] == 119


@pytest.mark.long
def test_a_description_has_all_that_a_walk_takes(schemas, refusing, out):
    found = told_by("describe_list", f"{schemas}/code_host", out, name="repository.issues")
    assert [found[name] for name in ("name", "kind", "item", "key", "order", "since", "query")] == [
        "repository.issues", "cursor", "Issue", "id", "orderBy", "descending by orderBy", None,
    ]
    assert found["needs"] == {"owner": "String!", "name": "String!"}
    assert found["optional"]["states"] == "[IssueState!]: one of OPEN, CLOSED"
    assert found["optional"]["orderBy"] == "IssueOrder: {field: IssueOrderField!, direction: OrderDirection!}"
    # A walk gives these itself.
    assert not {"first", "after", "owner"} & found["optional"].keys()
    assert found["fields"]["title"] == "String!" and found["fields"]["repository"] == "{id: ID!}"
    assert found["more_fields"]["repository.name"] == "String!" and "repository.id" not in found["more_fields"]
    assert found["more_fields_left_out"] == 0 and found["nested"] == ["labels", "comments"]
    people = told_by("describe_list", refusing.url(), out, name="people")
    assert people["fields"]["profile"] == "{phone: String, address: String}"
    printed = run_words(*COMMAND, refusing.url(), "people", "--print-query").stdout.decode()
    assert printed.startswith(people["query"])


@pytest.mark.long
def test_many_members_and_fields_are_shown_in_part(out, tmp_path):
    path = tmp_path / "large.graphql"
    path.write_text(
        "type Query { all(filter: Filter, kind: Kind): [Item] } type Owner { id: ID "
        + " ".join(f"b{number}: Int" for number in range(230)) + " } type Item { id: ID owner: Owner }"
        + " input Filter { " + " ".join(f"c{number}: Int" for number in range(40)) + " }"
        + " enum Kind { " + " ".join(f"D{number}" for number in range(31)) + " }"
    )
    found = told_by("describe_list", NOWHERE, out, "--schema", str(path), name="all")
    assert found["optional"]["filter"].endswith("c29: Int, and 10 more}")
    assert found["optional"]["kind"].endswith("D29, and 1 more")
    assert len(found["more_fields"]) == 200 and found["more_fields_left_out"] == 30


@pytest.mark.long
def test_an_unknown_list_gets_the_nearest(refusing, out):
    assert "did you mean 'people'" in refused_by("describe_list", refusing.url(), out, name="poeple")
    assert "did you mean 'people'" in refused_by("walk_list", refusing.url(), out, name="poeple", file="a.ndjson")
    assert files(out) == [] and refusing.requests() == []


# A walk


@pytest.mark.long
def test_the_ending_of_the_file_is_its_format(refusing, out):
    fields = ["id", "salary", "profile"]

    async def work(client: Client) -> Any:
        return [
            await told(client, "walk_list", name="people", file=f"in/people{ending}", fields=fields)
            for ending in (".ndjson", ".csv", ".parquet")
        ]

    lines, table, columns = spoken(work, refusing.url(), out)
    assert ids(out / "in" / "people.ndjson") == IDS
    with open(out / "in" / "people.csv", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["id", "salary", "profile.phone", "profile.address"]
    assert [row[0] for row in rows[1:]] == IDS and rows[1][1] == "1"
    read = pyarrow.parquet.read_table(out / "in" / "people.parquet")
    assert read["id"].to_pylist() == IDS and read.schema.field("salary").type == pyarrow.int64()
    for one in (lines, table, columns):
        assert one["items"] == COUNT and one["has_more"] is False and one["left_out"] == []
        assert one["columns"] == {"id": "string", "salary": "int64", "profile": "{phone: string, address: string}"}
        assert [item["id"] for item in one["preview"]] == IDS[:3]
    assert lines["path"] == str(out / "in" / "people.ndjson")
    assert sorted(files(out)) == ["in/people.csv", "in/people.ndjson", "in/people.parquet"]


@pytest.mark.long
def test_an_empty_list_has_its_columns(schemas, out):
    async def work(client: Client) -> Any:
        return [
            await told(client, "walk_list", name="products", file=f"products{ending}", fields=["id", "createdAt"])
            for ending in (".ndjson", ".csv", ".parquet")
        ]

    for one in spoken(work, f"{schemas}/storefront?items=0", out):
        assert (one["items"], one["has_more"], one["preview"]) == (0, False, [])
    assert (out / "products.ndjson").read_bytes() == b""
    assert (out / "products.csv").read_text() == "id,createdAt\n"
    read = pyarrow.parquet.read_table(out / "products.parquet")
    assert read.schema.types == [pyarrow.string(), pyarrow.timestamp("us", "UTC")]


@pytest.mark.parametrize(("limit", "written", "has_more"), [
    (1, 1, True), (4, 4, True), (COUNT - 1, COUNT - 1, True), (COUNT, COUNT, False), (COUNT + 1, COUNT, False),
])
@pytest.mark.long
def test_a_walk_writes_at_most_its_limit(refusing, out, limit, written, has_more):
    names = ("people", "teams")

    async def work(client: Client) -> Any:
        return [await told(client, "walk_list", name=name, file=f"{name}.ndjson", limit=limit) for name in names]

    for name, found in zip(names, spoken(work, refusing.url(), out), strict=True):
        assert (found["items"], found["has_more"]) == (written, has_more)
        assert ids(out / f"{name}.ndjson") == IDS[:written]


@pytest.mark.parametrize(("limit", "has_more"), [(COUNT - 1, True), (COUNT, False)])
@pytest.mark.long
def test_a_list_without_pages_is_cut_as_well(refusing, out, limit, has_more):
    found = told_by("walk_list", refusing.url(), out, name="everybody", file="everybody.ndjson", limit=limit)
    assert (found["items"], found["has_more"]) == (limit, has_more)
    assert ids(out / "everybody.ndjson") == IDS[:limit]


@pytest.mark.long
def test_the_limit_of_the_command_is_above_that_of_a_call(schemas, out):
    async def work(client: Client) -> Any:
        return (
            await told(client, "walk_list", name="viewer.repositories", file="a.ndjson", limit=1_000_000),
            await told(client, "walk_list", name="viewer.repositories", file="b.ndjson", limit=5),
            await refused(client, "walk_list", name="viewer.repositories", file="c.ndjson", limit=0),
        )

    most, less, wrong = spoken(work, f"{schemas}/code_host?items=400", out, "--max-items", "250")
    assert (most["items"], most["has_more"], less["items"]) == (250, True, 5)
    assert "greater than or equal to 1" in wrong and files(out) == ["a.ndjson", "b.ndjson"]
    usual = told_by("walk_list", f"{schemas}/code_host?items=1200", out, name="viewer.repositories", file="d.ndjson")
    assert (usual["items"], usual["has_more"]) == (1_000, True)


@pytest.mark.long
def test_no_more_items_are_asked_for_than_are_written(refusing, out):
    told_by("walk_list", refusing.url(), out, name="people", file="people.ndjson", limit=7)
    # The first request is the trial.
    assert [request["variables"]["first"] for request in refusing.requests()] == [1, 7]


@pytest.mark.long
def test_arguments_and_fields_are_those_of_the_list(schemas, out):
    given = {"owner": "apple", "name": "swift"}

    async def work(client: Client) -> Any:
        walk = {"name": "repository.issues", "file": "issues.ndjson"}
        return (
            await told(client, "walk_list", **walk, fields=["id", "repository.id"], arguments=given),
            await refused(client, "walk_list", **walk),
            await refused(client, "walk_list", **walk, arguments={**given, "stats": "OPEN"}),
            await refused(client, "walk_list", **walk, arguments=given, fields=["titel"]),
        )

    found, missing, unknown, wrong = spoken(work, f"{schemas}/code_host", out)
    assert found["items"] == COUNT and found["preview"][0].keys() == {"id", "repository"}
    assert "owner (String!)" in missing and "'states'" in unknown and "'title'" in wrong


@pytest.mark.long
def test_what_the_server_refuses_is_left_out_and_named(refusing, out):
    found = told_by("walk_list", refusing.url(refuse="email,salary"), out, name="people", file="people.ndjson")
    assert found["left_out"] == ["email", "salary"] and "email" not in found["columns"]
    assert ids(out / "people.ndjson") == IDS


@pytest.mark.parametrize(("name", "pages"), [("everybody", 1), ("teams", 3)])
@pytest.mark.long
def test_the_first_page_of_a_list_without_a_size_is_asked_for_once(refusing, out, name, pages):
    for ending in (".ndjson", ".csv", ".parquet"):
        told_by("walk_list", refusing.url(), out, name=name, file=f"all{ending}")
        assert len(refusing.requests()) == pages
        found = told_by(
            "walk_list", refusing.url(refuse="salary,email"), out, name=name, file=f"some{ending}",
            fields=["id", "email", "salary"],
        )
        assert (found["items"], found["left_out"], found["columns"]) == (COUNT, ["email", "salary"], {"id": "string"})
        assert len(refusing.requests()) == pages + 1
    assert ids(out / "all.ndjson") == ids(out / "some.ndjson") == IDS
    assert (out / "some.csv").read_text().split() == ["id", *IDS]
    assert pyarrow.parquet.read_table(out / "some.parquet").to_pydict() == {"id": IDS}


@pytest.mark.long
def test_refusals_beside_the_data_of_a_first_page_are_left_out(refusing, out):
    found = told_by("walk_list", refusing.url(refuse="email", times="local"), out, name="teams", file="teams.parquet")
    assert (found["items"], found["left_out"]) == (COUNT, ["email"])
    assert found["columns"]["createdAt"] == "timestamp_local"
    # The page behind it may be on its way already.
    wrong = [request for request in refusing.requests() if "email" in request["query"]]
    assert len(wrong) in (1, 2) and "email" not in found["preview"][0]
    assert "people needs" in refused_by("walk_list", refusing.url(refuse="people"), out, name="people", file="a.csv")
    sentence = refused_by("walk_list", refusing.url(refuse="teams"), out, name="teams", file="a.csv")
    assert "teams needs" in sentence and files(out) == ["teams.parquet"]


@pytest.mark.long
def test_a_page_in_the_middle_that_fails_leaves_no_file(trouble: Trouble, items, out):
    async def work(client: Client) -> Any:
        await told(client, "walk_list", name="items", file="items.ndjson", limit=3)
        before = (out / "items.ndjson").read_bytes()
        answers = [
            await refused(client, "walk_list", name="items", file=f"items{ending}", limit=500)
            for ending in (".ndjson", ".csv", ".parquet")
        ]
        return before, answers

    before, answers = spoken(work, trouble.url("/errors-null-data", bad=2, pages=30), out, *items)
    assert all("The warehouse is closed." in told for told in answers)
    assert files(out) == ["items.ndjson"] and (out / "items.ndjson").read_bytes() == before


@pytest.mark.long
def test_errors_beside_the_data_are_a_failure(trouble: Trouble, items, out):
    url = trouble.url("/partial", pages=30)
    sentence = refused_by("walk_list", url, out, *items, name="items", file="items.ndjson")
    assert "The name is secret." in sentence and files(out) == []
