"""The programs of the guides and recipes pass mypy --strict, page by page, as a reader would type them."""

import re
import subprocess
import sys
import textwrap

import pytest

from conftest import BINDING, REPOSITORY

DOCS = REPOSITORY / "docs"
BLOCK = re.compile(r"^( *)```python\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
# What a page says in words, or a tool gives its programs. The lines before a page's first program have room for it.
GIVEN = {
    "offset-lists": "import swiftpager; client = swiftpager.Client('')\ndef keep(items: list[object]) -> None: ...\n",
    "python.testing": "from swiftpager.testing import FakeServer; swiftpager_server = FakeServer({})\n",
    "python.fleet": "from typing import Any; spark: Any = None\n",
}
# The page whose programs need a module that is generated: it has a test of its own.
APART = {"generate-python"}
# Packages of others, whose types these programs are not about.
OTHERS = (
    "adbc_driver_sqlite", "airflow", "celery", "dask", "distributed", "dlt", "duckdb", "gql", "opentelemetry", "pandas",
    "polars", "pyarrow", "ray",
)


def program(text, given=""):
    """The programs of a page as one, whose lines have the numbers that they have in the page."""
    lines = [""] * text.count("\n")
    for block in BLOCK.finditer(text):
        start = text.count("\n", 0, block.start(2))
        for number, line in enumerate(textwrap.dedent(block[2]).splitlines(), start):
            lines[number] = line
    first = given.splitlines()
    assert not any(lines[:len(first)]), "a program stands too early in the page"
    return "\n".join([*first, *lines[len(first):]]) + "\n"


def checked(folder, pages):
    """What mypy says of the programs of pages."""
    for name, text in pages.items():
        (folder / f"{name.replace('.', '_').replace('-', '_')}.py").write_text(program(text, GIVEN.get(name, "")))
    (folder / "mypy.ini").write_text(
        "[mypy]\nstrict = True\ndisallow_untyped_decorators = False\n\n"
        f"[mypy-{','.join(f'{name}.*' for name in OTHERS)}]\nfollow_imports = skip\nignore_missing_imports = True\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--cache-dir", REPOSITORY / "build/mypy/guides", "."],
        check=False, capture_output=True, text=True, cwd=folder,
        env={"MYPYPATH": str(BINDING), "PATH": "/usr/bin:/bin"},
    )
    assert bool(run.stdout) == (run.returncode != 0), run.stderr
    return run.stdout


@pytest.mark.long
def test_the_programs_of_the_guides_are_typed(tmp_path):
    pages = {".".join(path.relative_to(DOCS).with_suffix("").parts): path.read_text() for path in DOCS.rglob("*.md")}
    pages["README"] = (REPOSITORY / "README.md").read_text()
    with_programs = {name: text for name, text in pages.items() if BLOCK.search(text) and name not in APART}
    assert len(with_programs) >= 30
    assert sorted(set(GIVEN) - set(with_programs)) == []
    assert checked(tmp_path, with_programs) == ""


@pytest.mark.parametrize("wrong", [
    'client.pager("query", pagination=swiftpager.Pagination(conection="/list"))',
    'client.pager("query", pagination={"conection": "/list"})',
    'client.pager("query", since={"path": "/at", "order": "newest"})',
    'client.pager("query", since=swiftpager.Since(path="/at"))',
    'client.pager("query", nested=swiftpager.Nested(mode="drian"))',
    'client.pager("query").items(limit="5")',
])
@pytest.mark.long
def test_a_wrong_program_is_found(tmp_path, wrong):
    lines = ["```python", "import swiftpager", 'client = swiftpager.Client("")', wrong, "```"]
    page = "# A page\n\n- text\n\n" + "".join(f"    {line}\n" for line in lines)
    assert checked(tmp_path, {"a-page": page}).startswith("a_page.py:8: error: ")
