"""The pages of docs/start and docs/guides: their Python and their calls of the command run, and print what they say.

The blocks of a page run in their order, and share their variables and a folder. A block of text is what the block
before it prints.
"""

import contextlib
import io
import os
import re
import subprocess
import sys
import textwrap
import types

import pytest

from conftest import BINDING, REPOSITORY, python_path

DOCS = REPOSITORY / "docs"
PAGES = sorted([*(DOCS / "start").glob("*.md"), *(DOCS / "guides").glob("*.md"), DOCS / "index.md"])
ENDPOINT = "https://example.com/graphql"
# Pages about the schema with lists inside items.
FORGE = {"inner-lists"}
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def blocks(path):
    """The blocks of a page that run or that say what another block prints: language, text, line."""
    text = path.read_text()
    for match in BLOCK.finditer(text):
        if match[2] in ("python", "text") or (match[2] == "sh" and match[3].lstrip().startswith("swiftpager ")):
            yield match[2], textwrap.dedent(match[3]), text[:match.start()].count("\n") + 1


class Reader:
    """Types what a page shows."""

    def __init__(self, endpoint, module, folder):
        self.endpoint, self.module, self.folder = endpoint, module, folder
        command = folder / "bin" / "swiftpager"
        command.parent.mkdir()
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m swiftpager "$@"\n')
        command.chmod(0o755)

    def python(self, source, line):
        # The lines keep their numbers, for tracebacks.
        code = compile("\n" * line + source.replace(ENDPOINT, self.endpoint), "page", "exec")
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code, vars(self.module))
        return printed.getvalue()

    def sh(self, source, _):
        for name in re.findall(r"[\w-]+\.graphql", source):
            if not (self.folder / name).exists():
                # The query of the page.
                (self.folder / name).write_text(vars(self.module).get("QUERY", PRODUCTS))
        variables = {
            **os.environ, "URL": vars(self.module).get("address", self.endpoint), "TOKEN": "token",
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": python_path(BINDING),
        }
        done = subprocess.run(
            ["sh", "-c", source.replace(ENDPOINT, self.endpoint)], cwd=self.folder, env=variables, text=True,
            capture_output=True, timeout=60, check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


PRODUCTS = (
    "query ($after: String) { products(first: 100, after: $after)"
    " { nodes { id } pageInfo { hasNextPage endCursor } } }"
)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_runs_and_prints_what_it_says(path, shop, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    module = types.ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)
    endpoint = shop.replace("/graphql", "/forge") if path.stem in FORGE else shop
    reader = Reader(endpoint, module, tmp_path)
    printed = ""
    try:
        for language, text, line in blocks(path):
            if language == "text":
                assert printed == text, f"{path.name}:{line}"
            else:
                printed = getattr(reader, language)(text, line)
    finally:
        # A server that a page leaves open keeps the process from ending.
        if server := vars(module).get("server"):
            server.close()
