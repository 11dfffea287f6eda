"""What the command shows on a terminal obeys the user alone; a file and a pipe get what the server sent."""

import ast
import json
import os
import pty
import re
import subprocess
import sys

import pytest

from commands import COMMAND, environment, without
from conftest import BINDING, LIMIT_SECONDS
from raw_server import RawServer, answer
from swiftpager.cli.outputs import Output
from swiftpager.fleet.status import Status, WalkStatus

# A title, a colour, a cleared screen, turned text, and a line written over.
EVIL = "\x1b]0;title\x07\x1b[31m\x9b2J\u202e\u2066\u200f\u2028\x7f\rend"
SHOWN = r"\u001b]0;title\u0007\u001b[31m\u009b2J\u202e\u2066\u200f\u2028\u007f\rend"
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
QUERY = "query ($of: String) { items(of: $of) { nodes { a } pageInfo { hasNextPage endCursor } } }"
# A server may also write what JSON has to escape as it is.
UNESCAPED = "\x9b2J\u202e"

# Runs command lines in one process, and writes a line after each.
PROGRAM = """
import json, sys
from swiftpager.cli.main import main
for words in json.loads(sys.argv[1]):
    code = main(words)
    print("ended", code, flush=True)
"""


def evil_answer(_):
    page = {"nodes": [{"a": EVIL, EVIL: 1}], "pageInfo": {"hasNextPage": False, "endCursor": None}}
    body = json.dumps({"data": {"items": page}}, ensure_ascii=False).encode()
    return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)


@pytest.fixture
def server():
    server = RawServer(evil_answer)
    yield server
    server.close()


def on_a_terminal(*words, env=None):
    """What a program shows on a terminal that is its stdout and stderr."""
    terminal, end = pty.openpty()
    with subprocess.Popen(words, stdout=end, stderr=end, env=env or environment(TERM="dumb")) as process:
        os.close(end)
        shown = read(terminal)
        process.wait(LIMIT_SECONDS)
    return shown


def read(terminal):
    shown = b""
    try:
        while data := os.read(terminal, 65536):
            shown += data
    except OSError:
        # No process has the other end any more.
        pass
    os.close(terminal)
    return shown.decode().replace("\r\n", "\n")


def in_a_pipe(*words):
    done = subprocess.run(words, capture_output=True, env=environment(), timeout=LIMIT_SECONDS, check=False)
    return done.stdout.decode() + done.stderr.decode()


def of_each(lines, run):
    """What each command line shows, and its exit code."""
    shown = run(sys.executable, "-c", PROGRAM, json.dumps(lines))
    parts = re.split(r"^ended (\d+)\n", shown, flags=re.MULTILINE)
    assert len(parts) == 2 * len(lines) + 1, shown
    return list(zip(parts[::2], map(int, parts[1::2]), strict=False))


# The faces on which the answer of a server comes, with what a pipe gets of its text.
FACES = {
    "ndjson": ([], UNESCAPED),
    "json": (["--format", "json"], UNESCAPED),
    "csv": (["--format", "csv"], EVIL),
    "raw": (["--field", "/a", "--raw"], EVIL),
    "a field": (["--field", "/a"], UNESCAPED),
    "pages": (["--pages"], UNESCAPED),
    "tagged": (["--each", "LINES", "--tag", "of"], UNESCAPED),
    "a tagged table": (["--each", "LINES", "--tag", "of", "--format", "csv"], EVIL),
    "a message": (["--field", "/b"], None),
    "a refusal": (["LIST", EVIL], None),
    "variables": (["--dry-run", "-v", f"of={EVIL}"], UNESCAPED),
}
EXECUTED = {
    "a response": ([], UNESCAPED),
    "an indented response": (["--format", "json"], UNESCAPED),
    "a raw part": (["--field", "/data/items/nodes/0/a", "--raw"], EVIL),
    "variables of a request": (["--dry-run", "-v", f"of={EVIL}"], UNESCAPED),
}


def command_lines(server, tmp_path):
    (tmp_path / "lines").write_text(json.dumps({"of": EVIL}) + "\n")
    lines = [[server.url, "--query", QUERY, *options] for options, _ in FACES.values()]
    lines += [[server.url, "--execute", QUERY, *options] for options, _ in EXECUTED.values()]
    return [[str(tmp_path / "lines") if word == "LINES" else word for word in line] for line in lines]


def test_a_terminal_gets_no_control_character_of_a_server(server, tmp_path):
    shown = dict(zip([*FACES, *EXECUTED], of_each(command_lines(server, tmp_path), on_a_terminal), strict=True))
    assert {face: CONTROLS.findall(text) for face, (text, _) in shown.items()} == {face: [] for face in shown}
    assert {face: code for face, (_, code) in shown.items() if code} == {"a message": 2, "a refusal": 2}
    assert {face for face, (text, _) in shown.items() if r"\u009b2J\u202e" not in text} == set()
    assert shown["raw"][0] == shown["a raw part"][0] == SHOWN + "\n"
    assert shown["csv"][0] == f'a,"{SHOWN}"\n"{SHOWN}",1\n'
    # JSON is JSON still, with the same values.
    assert json.loads(shown["ndjson"][0]) == {"a": EVIL, EVIL: 1}
    assert json.loads(shown["json"][0]) == [{"a": EVIL, EVIL: 1}]
    assert json.loads(shown["a field"][0]) == EVIL
    assert json.loads(shown["tagged"][0]) == {"of": EVIL, "a": EVIL, EVIL: 1}
    for face in ("pages", "a response", "an indented response"):
        assert json.loads(shown[face][0])["data"]["items"]["nodes"] == [{"a": EVIL, EVIL: 1}]


@pytest.mark.long
def test_a_pipe_gets_what_the_server_sent(server, tmp_path):
    shown = dict(zip([*FACES, *EXECUTED], of_each(command_lines(server, tmp_path), in_a_pipe), strict=True))
    faces = {**FACES, **EXECUTED}
    assert {face for face, (text, _) in shown.items() if faces[face][1] is not None and faces[face][1] not in text} \
        == set()
    # A message is for people, wherever it goes.
    assert CONTROLS.findall(shown["a message"][0] + shown["a refusal"][0]) == []


@pytest.mark.parametrize(("data", "shown"), [
    (EVIL.encode(), SHOWN), (b"a\tb\n", "a\tb\n"), ("\ud800".encode(errors="surrogatepass"), "\\ud800"),
    ("a\u200d\xa0\u2067\u061c".encode(), "a\u200d\xa0\\u2067\\u061c"), (b"\x9b\xffa", "\\x9b\\xffa"),
    (memoryview(b"\x1b"), "\\u001b"),
])
def test_a_terminal_gets_bytes_that_are_text(data, shown):
    terminal, end = pty.openpty()
    Output(end, "a terminal").write(data)
    os.close(end)
    assert read(terminal) == shown


@pytest.mark.long
@pytest.mark.parametrize(("options", "code", "shown"), [
    (["--field", "/a", "--raw"], 0, SHOWN), (["--format", "arrow"], 2, ""),
])
def test_a_terminal_may_be_the_output_by_its_name(server, options, code, shown):
    terminal, end = pty.openpty()
    words = [*COMMAND, server.url, "--query", QUERY, *options, "-o", os.ttyname(end)]
    done = subprocess.run(words, capture_output=True, env=environment(), timeout=LIMIT_SECONDS, check=False)
    told = b"this output is not text, and %b is a terminal" % os.ttyname(end).encode()
    os.close(end)
    assert (done.returncode, read(terminal).rstrip()) == (code, shown)
    assert (told in done.stderr) == (code == 2)


def stdout_writers(path):
    """The lines of a module that write to stdout without `show`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            called, names = ast.unparse(node.func), [each.arg for each in node.keywords]
            if called == "sys.stdout.write" or (called == "print" and "file" not in names):
                yield ast.unparse(node)


def test_each_text_on_stdout_goes_through_one_function():
    found = {
        path.name: sorted(stdout_writers(path)) for path in (BINDING / "swiftpager" / "cli").rglob("*.py")
    }
    assert {name: calls for name, calls in found.items() if calls} == {
        # These have no word of a server or a user.
        "main.py": ["print(f'swiftpager {__version__}, libswiftpager {library_version()}')"],
        "completion.py": ["print(shtab.complete(complete, shell=values))"],
        "outputs.py": ["print(printable_lines(text) if is_terminal else text, end=end)"],
    }


SCHEMA = """
type Query {
  items(of: String, first: Int, after: String): Items!
  old(first: Int, after: String): Items! @deprecated(reason: EVIL)
}
type Items { nodes: [Item!]!, pageInfo: PageInfo! }
type Item { a: String }
type PageInfo { hasNextPage: Boolean!, endCursor: String }
""".replace("EVIL", json.dumps(EVIL))


@pytest.mark.long
def test_texts_of_a_schema_and_of_documents_are_shown_in_the_same_way(server, tmp_path):
    (tmp_path / "schema.graphql").write_text(SCHEMA)
    (tmp_path / "q.graphql").write_text('query Found { items(of: "\x9b2J\u202e") { nodes { a } } }')
    schema = ["--schema", str(tmp_path / "schema.graphql")]
    lines = {
        "the query": [server.url, "items", *schema, "--arg", "of=\x9b2J\u202e", "--print-query"],
        "lists": [server.url, "--lists", "--json", *schema],
        "generated code": ["generate", *schema, str(tmp_path / "q.graphql"), "--python", "-"],
    }
    shown = dict(zip(lines, of_each(list(lines.values()), on_a_terminal), strict=True))
    piped = dict(zip(lines, of_each(list(lines.values()), in_a_pipe), strict=True))
    for face, (text, code) in shown.items():
        assert (code, CONTROLS.findall(text), r"\u009b2J\u202e" in text) == (0, [], True), (face, text)
        assert UNESCAPED in piped[face][0], (face, piped[face][0])
    assert json.loads(shown["lists"][0]) == json.loads(piped["lists"][0])


@pytest.mark.long
def test_what_a_sync_did_is_shown_in_the_same_way(tmp_path):
    server = RawServer(lambda _: answer({"errors": [{"message": EVIL}]}))
    (tmp_path / "schema.graphql").write_text(SCHEMA)
    words = ["sync", server.url, "--schema", str(tmp_path / "schema.graphql"), "-o", str(tmp_path / "lists"), "-q"]
    shown = of_each([[*words, *options] for options in ([], ["--json"])], on_a_terminal)
    server.close()
    assert [(code, CONTROLS.findall(text)) for text, code in shown] == [(1, [])] * 2, shown


def test_a_walk_is_one_row_of_a_status():
    error = {"code": "GRAPHQL", "message": f"a\x9b\n{EVIL}"}
    table = Status((WalkStatus(f"a\n{EVIL}", error=error),)).table()
    assert CONTROLS.findall(table) == [] and table.count("\n") == 2
    assert rf"a\n{SHOWN} " in table and r"GRAPHQL: a\u009b" in table


@pytest.mark.long
def test_keys_of_walks_forge_no_row_of_a_status(tmp_path):
    server = RawServer(lambda _: answer({"errors": [{"message": EVIL}]}))
    walk = {"key": f"a\n{EVIL}", "endpoint": server.url, "query": QUERY}
    (tmp_path / "walks").write_text(json.dumps(walk) + "\n")
    out = ["--out", str(tmp_path / "store")]
    status = ["fleet", *out, "--status"]
    lines = [["fleet", str(tmp_path / "walks"), *out], status, [*status, "--json"]]
    (ran, code), (table, _), (text, _) = of_each(lines, on_a_terminal)
    server.close()
    assert (code, CONTROLS.findall(ran + table + text)) == (1, [])
    assert rf"a\n{SHOWN} " in table and table.count("\n") == 3
    assert json.loads(text)[0]["key"] == walk["key"]
    (table, _), = of_each(lines[1:2], in_a_pipe)
    assert rf"a\n{SHOWN} " in table and table.count("\n") == 3


@pytest.mark.long
def test_progress_in_lines_and_messages_have_no_control_character(server, tmp_path):
    env = environment(without(tmp_path / "modules", "rich"))
    words = [*COMMAND, server.url, "--query", QUERY, "-o", str(tmp_path / "x.csv"), "--columns", "b"]
    shown = on_a_terminal(*words, env=env)
    assert CONTROLS.findall(shown) == [] and SHOWN in shown and "1 page" not in shown
    shown = on_a_terminal(*words[:-2], env=env)
    assert CONTROLS.findall(shown) == [] and "1 page, 1 item" in shown
