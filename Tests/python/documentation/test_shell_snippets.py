"""The command lines of docs/python: each runs in a shell, against a server with the lists that they name."""

import json
import re
import subprocess
import sys

import pyarrow.parquet
import pytest

from commands import environment
from conftest import REPOSITORY
from servers import server
from swiftpager.testing import Connection, FakeServer

PAGES = REPOSITORY / "docs" / "python"
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ENDPOINT = "https://example.com/graphql"
PAGE_INFO = "pageInfo { hasNextPage endCursor }"
# Only looks like output: the numbers and messages of a large run.
SKETCHES = ("swiftpager: 3 of 800 lines",)
ITEMS = [{"id": str(n), "updatedAt": f"2026-01-01T00:{n // 60:02}:{n % 60:02}Z"} for n in range(250)]
FILES = {
    "products.graphql": "query ($first: Int, $after: String)"
    f" {{ products(first: $first, after: $after) {{ nodes {{ id }} {PAGE_INFO} }} }}",
    "q.graphql": "query ($first: Int, $after: String)"
    f" {{ items(first: $first, after: $after) {{ edges {{ node {{ id updatedAt }} }} {PAGE_INFO} }} }}",
    "first.graphql": "{ orders(limit: 100) { id } }",
    "further.graphql": "query ($lastId: ID, $limit: Int) { orders(after: $lastId, limit: $limit) { id } }",
    "issues.graphql": "query ($name: String!, $after: String)"
    f" {{ issues(of: $name, first: 100, after: $after) {{ nodes {{ id }} {PAGE_INFO} }} }}",
    "repositories.ndjson": '{"name": "one"}\n{"name": "two"}\n',
    "headers": "Authorization: Bearer token\n",
}


def orders(arguments):
    """A list without cursors: the orders after a key."""
    after = int(arguments.get("after", 0))
    return [{"id": str(number)} for number in range(after + 1, min(after + arguments["limit"], 250) + 1)]


@pytest.fixture
def endpoint():
    data = {
        "products": Connection(ITEMS), "items": Connection(list(reversed(ITEMS))), "issues": Connection(ITEMS),
        "orders": orders, "archive": lambda arguments: {"id": arguments["id"]},
    }
    with FakeServer(data) as server:
        yield server.url


@pytest.fixture
def shell(endpoint, tmp_path):
    """Types lines into a shell, in a folder with the files that they name, and returns what they print."""
    command = tmp_path / "bin" / "swiftpager"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m swiftpager "$@"\n')
    command.chmod(0o755)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)

    def typed(lines):
        lines = lines.replace(ENDPOINT, endpoint).replace(" URL ", f" {endpoint} ")
        for folder in ("~/.config/example", "/srv", "/run/lock", "/data", "s3://bucket"):
            lines = lines.replace(f"{folder}/", f"{tmp_path}/")
        variables = environment(TOKEN="token", SHOP_TOKEN="token")
        variables["PATH"] = f"{command.parent}:{variables['PATH']}"
        done = subprocess.run(
            ["bash", "-euc", lines], cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"{lines}\n{done.stderr}"
        return done.stdout.replace(endpoint, ENDPOINT)

    return typed


def lines_of(path):
    return len(path.read_text().splitlines())


@pytest.mark.long
def test_the_lines_of_the_page_on_the_command_run_and_print_what_it_says(shell, tmp_path):
    printed = ""
    for language, text in BLOCK.findall((PAGES / "cli.md").read_text()):
        if language == "sh":
            # What a terminal gets.
            printed = shell(text.replace("--execute", "--format json --execute"))
        elif not text.startswith(SKETCHES):
            assert printed == text
    assert lines_of(tmp_path / "products.ndjson") == 250
    assert lines_of(tmp_path / "issues.ndjson") == 500
    assert lines_of(tmp_path / "all.ndjson") == lines_of(tmp_path / "items.ndjson") == 250
    assert list((tmp_path / "products").glob("*.parquet"))


def test_the_lines_of_cron_and_of_the_readme_write_the_list(shell, tmp_path):
    crontab = next(text for _, text in BLOCK.findall((PAGES / "pipelines.md").read_text()) if "MAILTO" in text)
    [line] = re.findall(r"^7 \* \* \* \* +(.*)$", crontab, re.MULTILINE)
    shell(line)
    assert lines_of(tmp_path / "products.ndjson") == 250
    (tmp_path / "products.ndjson").unlink()
    readme = (REPOSITORY / "README.md").read_text()
    line, _ = [text for _, text in BLOCK.findall(readme) if text.startswith("swiftpager ")]
    shell(line)
    assert lines_of(tmp_path / "products.ndjson") == 250


@pytest.mark.long
def test_the_lines_about_the_lists_of_a_schema_need_no_query(shell, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    page, readme = (PAGES / "lists.md").read_text(), (REPOSITORY / "README.md").read_text()
    [lines] = [text for language, text in BLOCK.findall(page) if language == "sh"]
    _, more = [text for _, text in BLOCK.findall(readme) if text.startswith("swiftpager ")]
    with server("schemas") as schemas:
        for line in (lines + more).splitlines():
            name = "code_host" if "repository" in line else "shop"
            printed = shell(line.replace(ENDPOINT, f"{schemas}/{name}"))
            if "--lists" in line:
                assert "products" in printed
            elif "--print-query" in line:
                assert printed.startswith("query")
    assert lines_of(tmp_path / "issues.ndjson") == 23
    assert pyarrow.parquet.read_table(tmp_path / "products.parquet").num_rows == 23


@pytest.mark.long
def test_the_lines_of_the_page_on_fleets_walk_and_show_the_store(shell, tmp_path, endpoint):
    walk = {"key": "items", "endpoint": endpoint, "query": FILES["q.graphql"], "variables": {"first": 100}}
    (tmp_path / "walks.ndjson").write_text(json.dumps(walk) + "\n")
    [lines] = [text for language, text in BLOCK.findall((PAGES / "fleet.md").read_text()) if language == "sh"]
    # One machine is enough here.
    lines = lines.replace("--scheduler tcp://scheduler:8786", "--workers 1").replace("--workers 4", "--workers 1")
    printed = shell(lines)
    assert "items" in printed
    assert "complete" in printed
