"""Every refusal of the command that needs no server: a row has the command line, and the words that it answers with."""

import fcntl
import json
import os
import pathlib
import shlex
import sys
from typing import Any

import pytest

import swiftpager
from conftest import ITEMS_QUERY
from swiftpager.cli.main import main
from swiftpager.files._extents import sealed
from swiftpager.files._part_files import name_of
from swiftpager.generate import documents

# Nothing listens there: a command that sends a request ends with another exit code.
URL = "http://127.0.0.1:9/graphql"
SCHEMA = """
type Query { things(first: Int, after: String, last: Int, before: String): ThingConnection! }
type ThingConnection { nodes: [Thing!]! pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String hasPreviousPage: Boolean! startCursor: String }
type Thing { id: ID! name: String }
"""
# Checkpoint files: of a walk that has begun, and of versions to come.
KEPT: dict[str, Any] = {
    "kind": "swiftpager checkpoint of an NDJSON file", "version": 1, "bytes": 15, "complete": False, "checkpoint": None,
}
CHECKPOINTS: dict[str, Any] = {
    "begun.json": {**KEPT, "checkpoint": {"version": 1}}, "planned.json": sealed({
        "kind": "swiftpager checkpoint of a file", "complete": False, "checkpoint": {"version": 1}, "bytes": 0,
        "bytes_at_mark": 0, "command": {
            "options": {}, "is_plain": True, "columns": None, "columns_at_mark": None, "file": None, "items": 0,
            "items_at_mark": 0, "stopped": None, "plan": {"asked": {}, "plan": {}},
        },
    }),
    "newer.json": {**KEPT, "version": 99}, "landed.json": {"kind": "swiftpager resume file", "version": 99},
}
# The files of a command line, in its folder.
FILES = {
    "empty": b"", "list.json": b"[]", "object.json": b"{}", "number.json": b"5", "latin": b"gr\xf6n",
    "schema.graphql": SCHEMA.encode(), "walk.graphql": ITEMS_QUERY.encode(), "broken.graphql": b"query {",
    "things.graphql": b"query Things($after: String) { things(after: $after) { nodes { id } pageInfo { endCursor } } }",
    "one.ndjson": b'{"after": "a"}\n', "mutation.graphql": b"mutation M { a }",
    "shared.graphql": b"query Shared($a: String) { things(after: $a, before: $a) { nodes { id } pageInfo {"
    b" hasNextPage endCursor hasPreviousPage startCursor } } }",
    "both.graphql": b"query Both($after: String, $before: String, $last: Int) { things(first: 2, after: $after,"
    b" last: $last, before: $before) { nodes { id } pageInfo { hasNextPage endCursor hasPreviousPage startCursor } } }",
}


@pytest.fixture(scope="module")
def token() -> Any:
    """The place of a walk of the query."""
    with swiftpager.Client(URL) as client:
        return json.loads(client.pager(ITEMS_QUERY).resume_token())


@pytest.fixture
def refuse(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], token: Any
) -> Any:
    """Runs a command line that is refused, in a folder with files. Returns what it tells."""
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    for name, fields in {**CHECKPOINTS, "complete.json": {**KEPT, "complete": True, "checkpoint": token}}.items():
        (tmp_path / name).write_text(json.dumps(fields))
    (tmp_path / "folder").mkdir()
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / name_of(1)).write_bytes(b"damaged")
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> str:
        try:
            code = main(list(words))
        except SystemExit as end:
            # Options that cannot be read end the command at once.
            code = int(end.code or 0)
        output, told = capfd.readouterr()
        assert (code, output) == (2, ""), told
        assert "Traceback" not in told and "[Errno" not in told
        return " ".join(told.split())

    return run


@pytest.mark.parametrize(("options", "told"), [
    # What excludes something else.
    ("--record a --replay b", "--record and --replay exclude each other"),
    ("--explain --each one.ndjson", "--explain is about one walk, and --each has several: leave one of them out"),
    ("--pages --format csv", "--pages works with the format ndjson or json, not csv"),
    ("--raw", "--raw needs --field"),
    ("--raw --field /id --format json", "--raw works with the format ndjson, not json"),
    ("--pages --max-items 3", "--pages works with --max-pages, not with --max-items"),
    ("--columns id", "--columns works with the format csv, not ndjson"),
    ("--columns id,id --format csv", "--columns id,id: expected different names, separated by commas"),
    ("--checkpoint c --format json", "the command cannot continue json"),
    ("--checkpoint c --format parquet", "--checkpoint and the format parquet need --output FOLDER"),
    ("--checkpoint c --format parquet --output o --field /id", "write whole items: leave out --field"),
    ("--cache-policy return_cache_data_dont_fetch", "--cache-policy return_cache_data_dont_fetch needs --cache FILE"),
    ("--jobs 2", "--jobs needs --each FILE"),
    ("--tag id", "--tag needs --each FILE"),
    ("--each one.ndjson --tag id --raw --field /id", "--tag adds a member to each item, and --raw writes text"),
    ("--each one.ndjson --checkpoint c", "--each and --checkpoint exclude each other"),
    ("--each one.ndjson --format arrow", "--each works with the format ndjson, json or csv, not arrow"),
    ("--each - --variables -", "stdin can be read only once, and more than one option names it with -: name files for"),
    ("--output one.ndjson --variables one.ndjson", "--output one.ndjson and --variables name the same file"),
    ("--fields id", "--fields is for LIST or --lists"),
    # The output and its format.
    ("--format csv --output a.json", "--format csv and --output a.json contradict each other: .json is json"),
    ("--output csv", "--output csv names a file: for the format, write --format csv"),
    ("--output a.xlsx", "--output a.xlsx: the command does not write .xlsx"),
    ("--output folder", "--output: folder is a folder: name a file"),
    ("--output new/", "--output: new/ is a folder: name a file"),
    ("--output missing/x", "missing/x.part cannot be written: No such file or directory"),
    ("--output missing/x --checkpoint c", "missing/x cannot be written: No such file or directory"),
    ("--output walk.graphql --checkpoint c --format parquet", "--output: walk.graphql is a file, and the parts need a"),
    ("--output parts --checkpoint c --format parquet", "it is not a part of write_parquet() that can be resumed, or"),
    ("--output latin/x --checkpoint c --format parquet", "--output: latin/x: Not a directory"),
    # Words.
    ("--columns a,,b --format csv", "--columns a,,b: expected different names, separated by commas"),
    ("--field id.x", "--field id.x: a JSON Pointer begins with a slash: /id/x"),
    ("--field /a~2", "--field /a~2: in a JSON Pointer, write ~0 for ~, and ~1 for a slash within a name"),
    ("-v first", "-v first: expected name=value"),
    ("-v first:=ten", "-v first:=ten: not JSON: Expecting value at character 1; for text, write first==ten"),
    ("-v first:=1e999", "-v first:=1e999: not JSON: the number 1e999 is too large"),
    ("-v first:=Infinity", "-v first:=Infinity: not JSON: JSON has no Infinity"),
    ("-v a@=missing", "-v a: missing cannot be read: No such file or directory"),
    ("-v a@=latin", "-v a: latin is not UTF-8: byte 2"),
    ("--variables list.json", "--variables list.json: expected a JSON object, found '[]'"),
    ("--variables broken.graphql", "--variables broken.graphql: not JSON: Expecting value"),
    ("-p next_query.after=a", "-p next_query.after: name the file of the next query with --next-query-file FILE"),
    ("-H token", "-H: expected 'Name: value', found 5 characters of another form"),
    ("-H 'A: 1' -H 'a: 2'", "the header a is given twice"),
    ("--header-env 'A: ${NOT_THERE}'", "--header-env A: the environment variable NOT_THERE is missing or empty"),
    ("--header-env 'A: text'", "--header-env A: the value names no environment variable"),
    ("--timeout soon", "argument --timeout: expected a number of seconds, found 'soon'"),
    ("--max-items 0", "argument --max-items: expected a whole number of at least 1, found '0'"),
    ("--rate-limit fast", "--rate-limit: expected react, pace, pace:SHARE, rate:PER_SECOND or rate:PER_SECOND:BURST"),
    ("--rate-limit rate:fast", "rate:PER_SECOND:BURST, found 'rate:fast'"),
    ("--each one.ndjson --tag 1", "--tag 1: expected NAME or NAME=VARIABLE"),
    ("--each one.ndjson --tag a=after --tag a=b", "--tag a=b: the member a is given twice"),
    ("--each one.ndjson --tag b", "--each one.ndjson: line 1 has no variable b, which --tag names"),
    ("--each empty", "--each empty has no lines"),
    # Files.
    ("--ca-file missing", "--ca-file: missing is missing, or cannot be read"),
    ("--replay missing", "the recording missing cannot be read"),
    ("--checkpoint folder", "--checkpoint: folder is not a file that the command can replace: name another"),
    ("--checkpoint missing/x", "--checkpoint: missing/x cannot be written"),
    ("--checkpoint list.json", "--checkpoint: list.json is not a checkpoint file of this command"),
    ("--checkpoint object.json", "--checkpoint: object.json is not a checkpoint file of this command"),
    ("--checkpoint newer.json", "newer.json is not a checkpoint file of this command (a newer version of swiftpage"),
    ("--checkpoint landed.json", "landed.json is not a checkpoint file of this command (a newer version of swiftpager"),
    ("--checkpoint /proc/self/mem", "--checkpoint: /proc/self/mem cannot be read: Input/output error"),
    ("--checkpoint begun.json --pages", "--checkpoint: begun.json records a walk without --pages: continue it that"),
    ("--checkpoint begun.json", "--checkpoint begun.json does not fit this command: "),
    ("--checkpoint complete.json", "stdout is an empty file, and complete.json says that the walk is complete"),
    ("--checkpoint complete.json --output gone", "--output: gone is gone, and complete.json says that the walk is"),
    ("--checkpoint complete.json --output empty", "--output: empty is empty, and complete.json says that the walk is"),
    ("--checkpoint c --output one.ndjson", "/c: remove or rename it, or name its checkpoint"),
])
def test_a_wrong_option_of_a_walk_is_refused_with_its_name(refuse: Any, options: str, told: str) -> None:
    assert told in refuse(URL, "--query", ITEMS_QUERY, *shlex.split(options))


@pytest.mark.parametrize("option", [
    "-p first=a", "--next-query-file walk.graphql", "--pages", "--columns id", "--max-pages 1", "--max-items 1",
    "--checkpoint c", "--since /at", "--explain", "--nested drain",
])
def test_an_option_of_a_walk_is_refused_beside_a_single_request(refuse: Any, option: str) -> None:
    told = refuse(URL, "--execute", "{ a }", *shlex.split(option))
    name = option.split()[0].replace("-p", "--pagination") if option.startswith("-p ") else option.split()[0]
    assert f"{name} is for walks, and --execute sends one request: leave {name} out" in told


@pytest.mark.parametrize(("line", "told"), [
    # What to ask for.
    ("", "name a LIST of the server's schema, which --lists shows, or give a query: --query-file FILE"),
    ("things --query '{ a }'", "LIST and --query exclude each other"),
    ("things -v a=1", "LIST and -v exclude each other; arguments of LIST are --arg NAME=VALUE"),
    ("--lists --fields id", "--lists and --fields exclude each other"),
    ("--json --query '{ a }'", "--json is for LIST or --lists"),
    ("--query ' '", "--query: the query is empty"),
    ("--query walk.graphql", "--query takes the query itself: write --query-file walk.graphql"),
    ("--query-file missing", "--query-file: missing cannot be read: No such file or directory"),
    ("--query-file latin", "--query-file: latin is not UTF-8: byte 2"),
    ("--execute '{ a }' --format csv", "--execute writes JSON, not csv"),
    ("--execute '{ a }' --format json --each one.ndjson", "writes the responses of --execute as ndjson, not as json"),
    ("things --schema schema.graphql --checkpoint begun.json", "begun.json records a walk of a query, not of LIST"),
    ("things --schema schema.graphql --checkpoint planned.json", "--checkpoint: planned.json: a plan needs "),
    # A list of a schema.
    ("things --schema missing", "--schema: missing cannot be read: No such file or directory"),
    ("things --schema object.json", "--schema object.json: "),
    ("thing --schema schema.graphql --print-query", "schema.graphql: no list 'thing'; did you mean 'things'?"),
    ("things --schema schema.graphql --fields nam --print-query", "Thing has no field 'nam'; did you mean 'name'?"),
    ("things --schema schema.graphql --since auto --print-query", "--since auto: the schema shows no way to ask thing"),
    ("things --schema schema.graphql --arg nope=1 --print-query", "things: no argument 'nope'"),
    ("things --schema schema.graphql --arg after:=3 --print-query", "after: String cannot represent"),
    ("things --scalar A", "--scalar A: expected NAME=TYPE, like BigInt=string"),
])
def test_what_cannot_be_asked_for_is_refused(refuse: Any, line: str, told: str) -> None:
    assert told in refuse(URL, *shlex.split(line))


@pytest.mark.parametrize(("line", "told"), [
    ("--out out", "name the file with the walks, one JSON object per line; - reads stdin"),
    ("--out out --status", "--out out: this place has no store, or no walk has begun in it"),
    ("one.ndjson --out ''", "--out : root must be a folder or an address like s3://bucket/prefix, not ''"),
    ("one.ndjson --out gs://a", "--out gs://a: a store must create files exclusively, which gs:// is not known to do"),
    ("missing --out out", "WALKS: missing cannot be read: No such file or directory"),
    ("latin --out out", "WALKS: latin is not UTF-8"),
    ("list.json --out out", "list.json: line 1 is not a walk: expected a JSON object"),
    ("one.ndjson --out out", "one.ndjson: line 1 is not a walk: unknown: 'after'; the keys of a walk are constants, "),
    ("object.json --out out", "object.json: line 1 is not a walk: a walk needs 'endpoint', 'key', 'query'"),
    ("one.ndjson --out out --limit a", "--limit a: expected HOST=AT_ONCE or HOST=AT_ONCE:PER_SECOND"),
    ("one.ndjson --out out --limit A=1", "--limit A=1: limits names hosts in small letters"),
    ("one.ndjson --out out --limit a=0", "--limit a=0: "),
    ("one.ndjson --out out --columns missing", "--columns: missing cannot be read: No such file or directory"),
    ("one.ndjson --out out --columns walk.graphql", "--columns walk.graphql: not JSON: Expecting value"),
    ("one.ndjson --out out --columns number.json", "--columns number.json: columns must be a list of names, or a"),
    ("one.ndjson --out out --scheduler nowhere", "--scheduler nowhere: "),
    ("one.ndjson --out out --slice-seconds 0", "argument --slice-seconds: expected a number of seconds above 0"),
    ("one.ndjson --out out --retries x", "argument --retries: expected a whole number of at least 0"),
])
def test_a_wrong_option_of_a_fleet_is_refused_with_its_name(refuse: Any, line: str, told: str) -> None:
    assert told in refuse("fleet", *shlex.split(line))


@pytest.mark.parametrize(("line", "told"), [
    ("--only ,", "--only: expected names of lists, like --only products,viewer.repositories"),
    ("--limit a", "--limit a: expected HOST=AT_ONCE or HOST=AT_ONCE:PER_SECOND"),
    ("--scalar A", "--scalar A: expected NAME=TYPE, like BigInt=string"),
    ("--header-env A", "--header-env: expected 'Name: value', found 1 characters of another form"),
])
def test_a_wrong_option_of_a_sync_is_refused_with_its_name(refuse: Any, line: str, told: str) -> None:
    assert told in refuse("sync", URL, "-o", "out", *shlex.split(line))


@pytest.mark.parametrize(("line", "told"), [
    ("schema.graphql things.graphql --python a.py --namespace A", "--namespace is for --swift"),
    ("missing things.graphql --python a.py", "missing cannot be read: No such file or directory"),
    ("schema.graphql latin --python a.py", "latin: not a text in UTF-8 (byte 2)"),
    ("schema.graphql broken.graphql --python a.py", "broken.graphql"),
    (
        "schema.graphql shared.graphql --python a.py",
        "shared.graphql:1: the variable `$a` takes the cursors of both directions: use one for each",
    ),
    ("schema.graphql both.graphql --python a.py", "both directions, so first must be a variable"),
    ("schema.graphql things.graphql --swift a.swift --namespace a-b", "--namespace a-b: expected the name of a type"),
    ("schema.graphql things.graphql --swift a.swift --scalar X=Y", "--scalar X=Y: the schema has no scalar X"),
    ("schema.graphql things.graphql --swift a.swift --scalar ID=[Y", "--scalar ID=[Y: expected the name of a type"),
    ("schema.graphql things.graphql --python a.py --scalar X=str", "--scalar X=str: the schema has no scalar X"),
    ("schema.graphql things.graphql --python a.py --scalar ID=a-b", "--scalar ID=a-b: expected one of "),
    ("schema.graphql '*.nothing' --python a.py", "*.nothing: no file with documents"),
    ("schema.graphql things.graphql --python a.py --scalar A", "--scalar A: expected NAME=TYPE, like DateTime=Date"),
    ("schema.graphql things.graphql --python folder --check", "folder cannot be read: Is a directory"),
])
def test_a_wrong_option_of_generated_types_is_refused(refuse: Any, line: str, told: str) -> None:
    schema, *others = shlex.split(line)
    assert told in refuse("generate", "--schema", schema, *others)


def test_an_operation_that_the_schema_does_not_have_is_refused(
    refuse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ("generate", "--schema", "schema.graphql", "mutation.graphql", "--python", "a.py")
    assert "mutation.graphql:1:1: The mutation operation is not supported by the schema" in refuse(*line)
    # graphql-core 3.2 does not have this rule.
    rules = [rule for rule in documents._RULES if rule.__name__ != "KnownOperationTypesRule"]
    monkeypatch.setattr(documents, "_RULES", rules)
    assert "mutation.graphql:1: the schema has no mutations" in refuse(*line)


def test_a_command_without_its_stdin_or_stdout_says_what_is_closed(
    refuse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert "--variables: stdin is closed: redirect it, or name a file" in refuse(
        URL, "--query", ITEMS_QUERY, "--variables", "-")
    assert "swiftpager mcp speaks over stdin and stdout, and one of them is closed" in refuse("mcp", URL, "-o", "out")
    monkeypatch.setattr(sys, "stdout", None)
    assert "stdout is closed: redirect it, or use --output FILE" in refuse(URL, "--query", ITEMS_QUERY)


def test_words_of_another_encoding_are_refused(refuse: Any) -> None:
    told = refuse(URL, "--query", ITEMS_QUERY, "--tag", "gr\udcf6n", "--each", "one.ndjson")
    assert "--tag gr\\xf6n: this is not text in the encoding of the locale" in told
    # A header may be a secret.
    told = refuse(URL, "--query", ITEMS_QUERY, "-H", "A: gr\udcf6n")
    assert "--header: this is not text in the encoding of the locale" in told


@pytest.mark.parametrize(("module", "line", "told"), [
    ("pyarrow.parquet", "fleet --out out --status", "swiftpager fleet needs pyarrow: pip install swiftpager[fleet]"),
    ("pyarrow.parquet", f"sync {URL} -o out", "swiftpager sync needs pyarrow: pip install 'swiftpager[schema,fleet]'"),
    (
        "pyarrow.parquet", f"{URL} --query-file walk.graphql --output o --format parquet --checkpoint c",
        "the format parquet needs pyarrow: pip install pyarrow, or swiftpager[arrow]",
    ),
    (
        "pyarrow.parquet", f"{URL} --query-file walk.graphql --output o.parquet",
        "the format parquet needs pyarrow: pip install pyarrow, or swiftpager[arrow]",
    ),
    ("distributed", "fleet one.ndjson --out out --scheduler a", "needs Dask: pip install swiftpager[dask]"),
    ("mcp.server.mcpserver", f"mcp {URL} -o out", "swiftpager mcp needs mcp: pip install swiftpager[mcp]"),
    ("graphql", f"mcp {URL} -o out", "swiftpager mcp needs graphql-core: pip install swiftpager[mcp]"),
    (
        "graphql", "generate --schema schema.graphql things.graphql --swift -",
        "swiftpager generate needs graphql-core: pip install swiftpager[schema]",
    ),
])
def test_a_package_that_is_missing_is_named(
    refuse: Any, monkeypatch: pytest.MonkeyPatch, module: str, line: str, told: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert told in refuse(*shlex.split(line))


def test_a_package_that_is_too_old_is_named_with_both_versions(
    refuse: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphql.version_info", (3, 2, 6, "final", 0))
    told = refuse("generate", "--schema", "schema.graphql", "things.graphql", "--swift", "-")
    assert "swiftpager generate needs graphql-core 3.2.7, and 3.2.6 is installed: older versions do not know" in told


def test_a_folder_that_another_run_fills_is_refused(refuse: Any) -> None:
    descriptor = os.open("folder", os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    assert "-o folder: another process or thread writes to it: wait for its end" in refuse("sync", URL, "-o", "folder")
    told = refuse(URL, "--query", ITEMS_QUERY, *shlex.split("--format parquet --output folder --checkpoint c"))
    assert "--output: folder: another process or thread writes to it: wait for its end" in told
    os.close(descriptor)
