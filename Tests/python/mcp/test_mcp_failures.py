"""`swiftpager mcp`: secrets, and what goes wrong."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import graphql
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

from assistants import (
    NOWHERE,
    files,
    ids,
    items,
    out,
    refused,
    refused_by,
    schemas,
    spoken,
    told,
    told_by,
)
from commands import COMMAND, environment, outcome, run_each, run_words, without
from conftest import LIMIT_SECONDS, REPOSITORY, Trouble
from raw_server import RawServer, answer
from refusing import COUNT, refusing, served

__all__ = ["items", "out", "refusing", "schemas", "served"]  # fixtures


# Secrets


@pytest.mark.long
def test_secrets_are_in_no_result(trouble: Trouble, items, out):
    url = trouble.url("/headers").replace("http://", "http://user-of-the-test:passw0rd@")
    variables = {"TOKEN": "t0ken-of-the-test"}

    async def work(client: Client) -> Any:
        first = await client.call_tool("walk_list", {"name": "items", "file": "items.ndjson"})
        return first.model_dump_json(), await refused(client, "describe_list", name="itms")

    result, sentence = spoken(
        work, url, out, *items, "--header-env", "Authority: Bearer ${TOKEN}", "--header-env", "A-Key: ${TOKEN}",
        **variables,
    )
    everything = (out / "items.ndjson").read_text()
    assert "t0ken-of-the-test" in everything, "the server has got it"
    for secret in ("t0ken", "passw0rd", "user-of-the-test", trouble.key):
        assert secret not in result and secret not in sentence


NOTES = """
type Query { notes(first: Int, after: String): Notes! }
type Notes { nodes: [Note!]!, pageInfo: PageInfo! }
type Note { id: ID!, name: String }
type PageInfo { hasNextPage: Boolean!, endCursor: String }
"""


def noted(request: dict[str, Any], names: list[str]) -> bytes:
    """The answer of a server with one list of notes, or to an introspection."""
    if "__schema" in request["query"]:
        return answer(graphql.graphql_sync(graphql.build_schema(NOTES), request["query"]).formatted)
    nodes = [{"id": str(number), "name": name} for number, name in enumerate(names)]
    return answer({"data": {"notes": {"nodes": nodes, "pageInfo": {"hasNextPage": False, "endCursor": "1"}}}})


@contextlib.contextmanager
def notes(*names: str, errors: Iterable[str] = ()) -> Iterator[RawServer]:
    """A server of notes, which first answers with these errors."""
    left = iter(errors)

    def reply(request: dict[str, Any]) -> bytes:
        error = None if "__schema" in request["query"] else next(left, None)
        return noted(request, list(names)) if error is None else answer({"errors": [{"message": error}], "data": None})

    made = RawServer(reply)
    try:
        yield made
    finally:
        made.close()


@pytest.mark.long
def test_secrets_are_in_no_error(out):
    # Wherever the sentence is cut.
    lengths = [0, *range(1_900, 2_001, 4)]
    errors = ["!" * length + "t0ken-of-the-test or k3y-of-the-test" + "?" * 5_000 for length in lengths]

    async def work(client: Client) -> Any:
        return [await refused(client, "walk_list", name="notes", file="notes.ndjson") for _ in lengths]

    with notes(errors=errors) as made:
        sentences = spoken(
            work, f"{made.url}?key=k3y-of-the-test", out, "--header-env", "X-Key: ${TOKEN}", TOKEN="t0ken-of-the-test"
        )
    assert "[hidden] or [hidden]???" in sentences[0]
    for sentence in sentences:
        assert "t0k" not in sentence and "k3y" not in sentence and len(sentence) < 2_200


@pytest.mark.long
def test_a_preview_is_short_and_has_no_part_of_a_secret(refusing, out):
    # The secret lies where the text is cut.
    long = "x" * 110 + "t0ken-of-the-test"
    with notes(long, "y" * 100_000, "3", "4") as made:
        found = spoken(
            lambda client: told(client, "walk_list", name="notes", file="notes.ndjson"), made.url, out, "--header-env",
            "X-Key: ${TOKEN}", TOKEN="t0ken-of-the-test",
        )
    names = [item["name"] for item in found["preview"]]
    assert names == ["x" * 110 + "[hidden]", "y" * 120 + "…", "3"]
    assert len((out / "notes.ndjson").read_bytes()) > 100_000


@pytest.mark.long
def test_half_a_character_does_not_end_the_command(out, tmp_path):
    text = "type Query { notes: [Note!]! @deprecated(reason: \"half\") } type Note { id: ID! }"
    schema = graphql.introspection_from_schema(graphql.build_schema(text))
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(schema).replace('"half"', '"half a character: \\ud800"'))
    found = told_by("list_lists", NOWHERE, out, "--schema", str(path))
    assert found["lists"][0]["note"].endswith("half a character: ?")


def test_shortened_items_keep_what_is_short():
    from swiftpager.mcp._walking import shortened

    short = {"a": 1, "b": [1, 2], "c": None, "d": {"e": "f"}}
    assert shortened(short) == short
    assert shortened({"a": list(range(1_000))})["a"] == json.dumps(list(range(1_000)))[:120] + "…"
    assert shortened("z" * 121) == "z" * 120 + "…" and shortened("z" * 120) == "z" * 120
    many = shortened({str(number): number for number in range(50)})
    assert len(many) == 41 and many["…"] == "10 more"


# Failures


@pytest.mark.long
def test_a_server_that_is_gone_is_an_error_of_the_call(tmp_path, out):
    async def work(client: Client, stop: Callable[[], None]) -> Any:
        await told(client, "walk_list", name="viewer.repositories", file="a.ndjson", limit=3)
        stop()
        sentence = await refused(client, "walk_list", name="viewer.repositories", file="a.ndjson")
        return sentence, await told(client, "list_lists", search="viewer")

    words = [sys.executable, str(REPOSITORY / "Tests" / "servers" / "schemas.py")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().removeprefix("listening on ").strip()

        def stop() -> None:
            process.kill()
            process.wait()

        sentence, lists = spoken(lambda client: work(client, stop), f"{address}/code_host", out)
    assert "connect" in sentence.lower()
    assert lists["lists"] and len(ids(out / "a.ndjson")) == 3


@pytest.mark.long
def test_a_request_has_a_time_limit(trouble: Trouble, items, out):
    sentence = refused_by(
        "walk_list", trouble.url("/stall", bad=1), out, *items, "--timeout", "0.2", name="items", file="a.ndjson"
    )
    assert "0.2 s" in sentence or "timed out" in sentence.lower()


@pytest.mark.parametrize(("how", "expected"), [
    ("refused", "introspection is disabled"), ("cut", "unknown type: Profile"),
])
@pytest.mark.long
def test_a_refused_introspection_names_schema(refusing, out, how, expected):
    async def work(client: Client) -> Any:
        return [await refused(client, tool, **given) for tool, given in (
            ("list_lists", {}), ("describe_list", {"name": "people"}),
            ("walk_list", {"name": "people", "file": "a.csv"}),
        )]

    for sentence in spoken(work, refusing.url(introspection=how), out):
        assert expected in sentence and "--schema FILE" in sentence


@pytest.mark.long
def test_the_schema_is_asked_for_once_and_again_on_request(out, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    async def work(client: Client) -> Any:
        return await told(client, "list_lists"), await told(client, "list_lists")

    with notes("a") as made:
        for options, count in (([], 1), ([], 1), (["--refresh-schema"], 2)):
            spoken(work, made.url, out, *options)
            assert len(made.requests) == count


@pytest.mark.long
def test_calls_at_the_same_time_ask_for_the_schema_once(out):
    async def work(client: Client) -> Any:
        return await asyncio.gather(*(told(client, "list_lists") for _ in range(8)))

    with notes("a") as made:
        found = spoken(work, made.url, out, "--refresh-schema")
        assert [one["lists"][0]["name"] for one in found] == ["notes"] * 8
        assert len(made.requests) == 1


@pytest.mark.long
def test_a_library_that_lacks_pyarrow_says_so(refusing, out, tmp_path):
    folder = without(tmp_path / "modules", "pyarrow")

    async def work(client: Client) -> Any:
        return (
            await refused(client, "walk_list", name="people", file="a.parquet"),
            await told(client, "walk_list", name="people", file="a.ndjson"),
        )

    sentence, found = spoken(work, refusing.url(), out, PYTHONPATH=environment(folder)["PYTHONPATH"])
    assert "pip install pyarrow" in sentence and found["items"] == COUNT and files(out) == ["a.ndjson"]


@pytest.mark.long
def test_a_full_disk_is_an_error_of_the_call(refusing, out):
    # No file of this process may be larger than a block.
    words = ["-c", 'ulimit -f 1; exec "$@"', "bash", *COMMAND, "mcp", refusing.url(), "-o", str(out)]
    given = StdioServerParameters(command="bash", args=words, env=environment(XDG_CACHE_HOME="/proc/nowhere"))

    async def conversation() -> str:
        async with asyncio.timeout(LIMIT_SECONDS), Client(given) as client:
            return await refused(client, "walk_list", name="people", file="people.ndjson")

    assert "File too large" in asyncio.run(conversation()) and files(out) == []


def start(*words: str, env: dict[str, str] | None = None, **others: Any) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [*COMMAND, "mcp", *words], stdin=subprocess.DEVNULL, capture_output=True, env=env or environment(),
        timeout=LIMIT_SECONDS, check=False, **others,
    )


@pytest.mark.parametrize(("module", "words"), [
    ("mcp", "swiftpager mcp needs mcp: pip install swiftpager[mcp]"),
    ("graphql", "swiftpager mcp needs graphql-core: pip install swiftpager[mcp]"),
])
@pytest.mark.long
def test_without_its_packages_the_command_says_what_to_install(tmp_path, out, module, words):
    done = start(NOWHERE, "-o", str(out), env=environment(without(tmp_path / "modules", module)))
    assert outcome(done) == (2, f"swiftpager: {words}\n")


@pytest.mark.long
def test_mistakes_end_the_command(tmp_path, out):
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "broken.graphql").write_text("type Query {")
    mistakes: list[tuple[list[str], int, str]] = [
        ([NOWHERE], 2, "-o/--output"), (["-o", str(out)], 2, "URL"),
        ([NOWHERE, "-o", str(tmp_path / "file")], 3, "File exists"),
        (["nonsense", "-o", str(out)], 2, "URL"),
        ([NOWHERE, "-o", str(out), "--header-env", "X-Key: ${SWIFTPAGER_MISSING}"], 2, "SWIFTPAGER_MISSING"),
        ([NOWHERE, "-o", str(out), "--schema", str(tmp_path / "broken.graphql")], 2, "line 1"),
        ([NOWHERE, "-o", str(out), "--schema", str(tmp_path / "missing")], 2, "cannot be read"),
        ([NOWHERE, "-o", str(out), "--max-items", "0"], 2, "--max-items"),
    ]
    ended = run_each(*(["mcp", *words] for words, _, _ in mistakes))
    for (words, code, expected), (found, printed) in zip(mistakes, ended, strict=True):
        assert found == code and expected in printed, words
    for closed in ("<&-", ">&-"):
        line = f"exec {sys.executable} -m swiftpager mcp {NOWHERE} -o {out} {closed}"
        done = subprocess.run(
            ["bash", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, env=environment(),
            timeout=LIMIT_SECONDS, check=False,
        )
        assert done.returncode == 2 and b"one of them is closed" in done.stderr


@pytest.mark.long
def test_help_shows_the_options():
    done = run_words(*COMMAND, "mcp", "--help")
    for option in ("--output", "--header-env", "--max-items", "--schema", "--refresh-schema", "--timeout"):
        assert option in done.stdout.decode()
    assert os.environ.get("COLUMNS") or max(map(len, done.stdout.decode().splitlines())) <= 100
