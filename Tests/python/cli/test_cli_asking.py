"""What the command sends, and where: queries, variables, headers, secrets and recordings."""

import http.server
import json
import shlex
import subprocess

import pytest

from commands import COMMAND, environment, numbers, outcome, run
from conftest import ITEMS_QUERY, LIMIT_SECONDS, PRODUCTS_QUERY
from loopback import listening

ANY = "query ($after: String, {}) {{ items(after: $after) {{ nodes {{ id }} pageInfo {{ hasNextPage endCursor }} }} }}"


class Seen:
    """A server that records its requests, and answers with one empty page."""

    def __init__(self):
        seen = self
        self.requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                seen.requests.append((dict(self.headers), json.loads(body)))
                answer = b'{"data":{"items":{"nodes":[],"pageInfo":{"hasNextPage":false,"endCursor":null}}}}'
                self.send_response(seen.status)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(seen.body or answer)

            def log_message(self, *arguments):
                pass

        self.status, self.body = 200, None
        self.handler = Handler

    @property
    def variables(self):
        return self.requests[-1][1].get("variables")

    @property
    def headers(self):
        return self.requests[-1][0]


@pytest.fixture
def seen():
    made = Seen()
    with listening(made.handler) as address:
        made.url = f"{address}/graphql"
        yield made


def test_variables_are_json_where_they_are_and_text_where_that_is_said(seen, tmp_path):
    (tmp_path / "text").write_text("7\n")
    (tmp_path / "all.json").write_text('{"a": "of the file", "z": [1]}')
    names = "abcdefghijz"
    query = ANY.format(", ".join(f"${name}: Any" for name in names))
    done = run(
        seen.url, "--variables", str(tmp_path / "all.json"), "-v", "a=1", "-v", "b=007", "-v", "c=ada", "-v", "d==7",
        "-v", 'e:={"x": [true, null]}', "-v", f"f@={tmp_path / 'text'}", "-v", "g=", "-v", "h=x=y", "-v", "i=NaN",
        "-v", "j=@octocat", query=query,
    )
    assert outcome(done) == (0, "")
    assert seen.variables == {
        "a": 1, "b": "007", "c": "ada", "d": "7", "e": {"x": [True, None]}, "f": "7\n", "g": "", "h": "x=y", "i": "NaN",
        "j": "@octocat", "z": [1],
    }


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["-v", "first"], "-v first: expected name=value"),
        (["-v", "first:=ten"], "-v first:=ten: not JSON: Expecting value at character 1; for text, write first==ten"),
        (["-v", "first:=1e999"], "is too large"),
        (["-v", "first@=/nowhere"], "/nowhere cannot be read: No such file or directory"),
        (["-v", "nope=1"], "declares no variable `$nope`"),
        (["--variables", "/nowhere"], "/nowhere cannot be read"),
        (["--variables", "/proc/self/exe"], "is not UTF-8"),
        (["-p", "connexion=/x"], "unknown key `connexion`"),
        (["-p", '{"type": "offsets"}'], 'expected "cursor", "offset" or "keyset"'),
        (["--timeout", "soon"], "expected a number of seconds"),
        (["--max-items", "0"], "expected a whole number of at least 1"),
        (["--format", "yaml"], "invalid choice: 'yaml'"),
        (["--pages", "--format", "csv"], "--pages works with"),
        (["--raw"], "--raw needs --field"),
        (["--checkpoint", "x", "--format", "parquet"], "--checkpoint and the format parquet need --output FOLDER"),
        (["--cache-policy", "return_cache_data_dont_fetch"], "needs --cache FILE"),
        (["-H", "just-a-token-by-mistake"], "expected 'Name: value', found 23 characters"),
        (["-H", "A: 1", "-H", "a: 2"], "the header a is given twice"),
        (["--header-env", "Authorization: Bearer abc"], "the value names no environment variable"),
        (["--header-env", "Authorization: ${NOT_THERE}"], "the environment variable NOT_THERE is missing"),
        (["--output", "/"], "/ is a folder"),
        (["--output", "/nowhere/x"], "/nowhere/x.part cannot be written: No such file or directory"),
        (["--checkpoint", "/nowhere/x"], "/nowhere/x cannot be written"),
        (["--replay", "/nowhere"], "the recording /nowhere cannot be read"),
        (["--next-query-file", "/nowhere"], "/nowhere cannot be read"),
        (["--ca-file", "/nowhere"], "--ca-file: /nowhere is missing, or cannot be read"),
        (["--checkpoint", "/dev/null"], "--checkpoint: /dev/null is not a file that the command can replace"),
        (["-v", "frist=1"], "-v frist: query \"Items\" declares no variable `$frist`"),
        (["-p", "connection=items"], '-p connection: the JSON Pointer "items" must be empty or start with "/"'),
        (["-p", "first=3"], "-p first: expected the name of a variable, found 3; -v gives its value"),
        (["-p", "connection=3"], "-p connection: expected a string, found 3"),
        (["-p", "type=offset"], "-p connection: an offset list needs `connection`"),
        (["--since", "id"], '--since: the JSON Pointer "id" must'),
        (["--rate-limit", "rate:0"], "--rate-limit: expected a number from 0.001"),
        (["--operation-name", "Nope"], '--operation-name: the document has no operation "Nope"'),
    ],
)
def test_what_is_wrong_with_a_command_line_is_said_and_nothing_is_sent(seen, options, words):
    done = run(seen.url, *options)
    code, told = outcome(done)
    assert (code, done.stdout) == (2, b""), told
    assert words in told
    assert "Traceback" not in told
    assert not seen.requests


@pytest.mark.parametrize(("options", "told"), [
    (["--output", "x", "--checkpoint", "x"], "--checkpoint x and --output name the same file"),
    (["--output", "x", "--checkpoint", "./x.before"], "--checkpoint ./x.before and --output name the same file"),
    (["--checkpoint", "x", "--record", "x"], "--record x and --checkpoint name the same file"),
    (["--checkpoint", "x", "--cache", "x"], "--cache x and --checkpoint name the same file"),
    (["--variables", "x", "--output", "x"], "--output x and --variables name the same file"),
    (["--header-file", "x", "--output", "x"], "--output x and --header-file name the same file"),
])
def test_a_file_that_is_written_stands_in_one_place(seen, tmp_path, options, told):
    (tmp_path / "x").write_text("{}")
    code, words = outcome(run(seen.url, *options, cwd=tmp_path))
    assert code == 2 and told in words
    assert (tmp_path / "x").read_text() == "{}"
    assert not seen.requests


def test_what_is_wrong_with_a_query_is_said_with_its_place(seen):
    for query, words in (("query { a ", "line 1, column 11"), ("query { a }", "no connection in the anonymous query")):
        code, told = outcome(run(seen.url, query=query))
        assert code == 2
        assert words in told
    assert not seen.requests


def test_a_list_without_page_info_is_told_of_pagination(seen):
    code, told = outcome(run(seen.url, query="query ($from: Int) { items(from: $from) { id } }"))
    assert code == 2
    assert "if requests name an offset or a page number, add -p type=offset" in told


@pytest.mark.long
def test_the_name_of_a_file_is_not_a_query(seen, tmp_path):
    (tmp_path / "walk").write_text(ITEMS_QUERY)
    for query, told in (
        ("walk.graphql", "--query takes the query itself: write --query-file walk.graphql"),
        ("walk", "--query takes the query itself: write --query-file walk"),
        (" ", "--query: the query is empty"),
    ):
        assert outcome(run(seen.url, query=query, cwd=tmp_path)) == (2, f"swiftpager: {told}\n")
    done = subprocess.run(
        ["bash", "-c", f"{shlex.join([*COMMAND, seen.url])} --query-file - <&-"], capture_output=True,
        env=environment(), check=False, timeout=LIMIT_SECONDS,
    )
    assert outcome(done) == (2, "swiftpager: --query-file: stdin is closed: redirect it, or name a file\n")
    assert not seen.requests


def test_the_place_of_a_mistake_in_the_query_is_told_once(seen):
    query = "query ($before: ID) { items(before: $before) { nodes { id } pageInfo { total } } }"
    code, told = outcome(run(seen.url, query=query))
    assert (code, told.count("line 1, column 23")) == (2, 1), told
    assert "(at /query" not in told


def test_a_query_comes_from_a_file_or_stdin(trouble, tmp_path):
    file = tmp_path / "q.graphql"
    file.write_text("\ufeff" + ITEMS_QUERY)
    for name, stdin in ((str(file), b""), ("-", ITEMS_QUERY.encode())):
        done = subprocess.run(
            [*COMMAND, trouble.url("/good"), "--query-file", name], input=stdin, capture_output=True,
            env=environment(), check=False, timeout=30,
        )
        assert outcome(done) == (0, "")
        assert numbers(done.stdout) == list(range(1, 51))


def test_headers_come_from_words_the_environment_and_files(seen, tmp_path):
    (tmp_path / "headers").write_text("# who\nX-Tenant: acme\n\nX-Team:  blue \n")
    done = run(
        seen.url, "-H", "X-A: env:HOME", "--header-env", "Authorization: Bearer ${TOKEN}", "--header-file",
        str(tmp_path / "headers"), query=ANY.format("$x: Int"), env=environment(TOKEN="s3cr3t-token"),
    )
    assert outcome(done) == (0, "")
    found = {name: seen.headers[name] for name in ("X-A", "Authorization", "X-Tenant", "X-Team")}
    assert found == {"X-A": "env:HOME", "Authorization": "Bearer s3cr3t-token", "X-Tenant": "acme", "X-Team": "blue"}


@pytest.mark.parametrize("options", [[], ["--verbose"], ["--debug"], ["--dry-run"]])
def test_secrets_are_shown_nowhere_also_where_the_server_repeats_them(seen, tmp_path, options):
    (tmp_path / "headers").write_text("X-Key: key-of-the-file\n")
    seen.status = 401
    echoed = "s3cr3t-token key-of-the-file key-of-the-word pass-word \x1b[2J"
    seen.body = json.dumps({"errors": [{"message": f"Bad credentials: {echoed}"}]}).encode()
    done = run(
        seen.url.replace("http://", "http://user:pass-word@") + "?api_key=key-of-the-address", "-H",
        "X-Word: key-of-the-word", "--header-env", "Authorization: Bearer ${TOKEN}", "--header-file",
        str(tmp_path / "headers"), *options, env=environment(TOKEN="s3cr3t-token"),
    )
    assert done.returncode == (0 if "--dry-run" in options else 1)
    shown = (done.stdout + done.stderr).decode()
    for secret in ("s3cr3t-token", "key-of-the-file", "key-of-the-word", "pass-word", "key-of-the-address", "\x1b"):
        assert secret not in shown, secret
    assert "[hidden]" in shown
    assert bool(seen.requests) == ("--dry-run" not in options)


def test_a_list_is_walked_by_offset(shop):
    query = "query ($offset: Int, $limit: Int) { productArray(offset: $offset, limit: $limit) { name } }"
    done = run(
        shop, "-v", "limit=100", "-p", '{"type": "offset", "connection": "/productArray", "items": ""}', "--field",
        "/name", "--raw", query=query,
    )
    assert outcome(done) == (0, "")
    assert len(set(done.stdout.splitlines())) == 1_000


@pytest.mark.long
def test_a_recording_answers_in_place_of_the_network(shop, tmp_path):
    file = tmp_path / "recording.jsonl"
    first = run(shop, "--record", str(file), "--field", "/name", "-v", "first=100", query=PRODUCTS_QUERY)
    assert outcome(first) == (0, "")
    replay = ("http://127.0.0.1:9/", "--replay", str(file))
    again = run(*replay, "--field", "/name", "-v", "first=100", query=PRODUCTS_QUERY)
    assert outcome(again) == (0, "")
    assert again.stdout == first.stdout
    code, told = outcome(run(*replay, "-v", "first=99", query=PRODUCTS_QUERY))
    assert code == 1
    assert "recording" in told


def test_a_cache_answers_where_it_is_asked_to(shop, tmp_path):
    file = str(tmp_path / "cache.db")
    first = run(shop, "--cache", file, "-v", "first=100", query=PRODUCTS_QUERY)
    assert outcome(first) == (0, "")
    # A cache is independent of the endpoint's address; there is no server at this one.
    policy = ("--cache-policy", "return_cache_data_dont_fetch")
    again = run("http://127.0.0.1:9/", "--cache", file, *policy, "-v", "first=100", query=PRODUCTS_QUERY)
    assert outcome(again) == (0, "")
    assert [json.loads(line) for line in again.stdout.splitlines()] == [
        json.loads(line) for line in first.stdout.splitlines()
    ]


@pytest.mark.long
def test_nested_lists_are_told_of_refused_or_drained(forge):
    query = (
        "query ($after: String) { repositories(first: 2, after: $after) { nodes { id __typename"
        " issues(first: 2) { nodes { id __typename title } pageInfo { hasNextPage endCursor } } }"
        " pageInfo { hasNextPage endCursor } } }"
    )
    done = run(forge.url(), query=query)
    code, told = outcome(done)
    assert code == 0
    assert "inside the items was not written, in /repositories/nodes/issues: --nested drain" in told
    assert outcome(run(forge.url(), "--quiet", query=query)) == (0, "")
    code, told = outcome(run(forge.url(), "--nested", "error", query=query))
    assert code == 3
    assert "incomplete: " in told
    drained = run(forge.url(), "--nested", "drain", query=query)
    assert outcome(drained) == (0, "")
    assert drained.stdout.count(b'"title"') > done.stdout.count(b'"title"')


def test_the_time_limit_and_the_number_of_tries_hold(trouble):
    code, told = outcome(run(trouble.url("/stall", bad=1), "--timeout", "0.3", "--retry", "1"))
    assert code == 4
    assert "within 300 ms" in told
    before = trouble.stats()["requests"]
    done = run(trouble.url("/close-at-once", bad=1), "--retry", "3", "--retry-budget", "60", "--quiet")
    assert done.returncode == 4
    assert trouble.stats()["requests"] == before + 3


@pytest.mark.parametrize(("option", "word"), [
    ("-v", b"a=gr\xf6n"), ("-p", b"connection=/gr\xf6n"), ("-H", b"A: gr\xf6n"), ("--field", b"/gr\xf6n"),
])
def test_a_word_in_another_encoding_is_refused(option, word):
    words = [*COMMAND, "http://127.0.0.1:9", "--query", ITEMS_QUERY, "--raw", option, word, "--field", "/a"]
    # The last --field counts.
    words = words[:-2] if option == "--field" else words
    ended = subprocess.run(words, capture_output=True, env=environment(LC_ALL="C.UTF-8"), check=False)
    assert ended.returncode == 2
    assert b"is not text in the encoding of the locale, utf-8: write it in that encoding" in ended.stderr
    # A header may be a secret.
    assert (rb"gr\xf6n" in ended.stderr) == (option != "-H")


def test_the_query_of_further_pages_stands_in_its_file_only(seen, tmp_path):
    (tmp_path / "further.graphql").write_text(ITEMS_QUERY)
    options = ["--next-query-file", "further.graphql", "-p", "next_query.query={ other }"]
    code, words = outcome(run(seen.url, *options, cwd=tmp_path))
    assert code == 2
    assert "-p next_query.query: name the file of the next query with --next-query-file FILE" in words
    assert not seen.requests
