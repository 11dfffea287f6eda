"""Each block of code that a reader can copy from the site or a README has a test that runs it, or a reason."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import ROOT

PAGES = [path for path in sorted((ROOT / "docs").rglob("*.md")) if path.parent.name != "decisions"]
READMES = [ROOT / "README.md", *sorted(ROOT.glob("bindings/*/README.md"))]
BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
# A paragraph that Markdown shows as code because it is indented, outside of lists and of tabs.
INDENTED = re.compile(r"^(?![-=*0-9 ]).+\n\n    +\S.*", re.MULTILINE)

# Languages and pages, and the test that runs them. Where several fit, the first one does.
SITE, SITE_C = "Tests/python/documentation/test_site.py", "Tests/contract/test_site.py"
SHELL, PYTHON = "Tests/python/documentation/test_shell_snippets.py", "Tests/python/documentation/test_documentation.py"
RUN = (
    ("python text", "docs/(start|guides)/.*|docs/index.md", SITE),
    ("sh", "docs/guides/.*|docs/index.md", SITE),
    ("c cpp text swift", "docs/(start|guides|c)/.*|docs/index.md|docs/python/arrow.md", SITE_C),
    ("python", "docs/python/incremental.md", "Tests/python/documentation/test_incremental_documentation.py"),
    ("sh python json text", "docs/python/sync.md", "Tests/python/sync/test_sync_documentation.py"),
    ("sh json", "docs/python/assistants.md", "Tests/python/mcp/test_mcp.py"),
    ("python", "docs/python/.*|docs/(keyset|offset)-lists.md", PYTHON),
    ("sh text", "docs/python/(cli|pipelines|fleet|lists).md", SHELL),
    ("python", "docs/recipes/.*", "Tests/python/documentation/test_recipes.py"),
    ("swift", "docs/migrating.md", "Tests/contract/test_migrating.py"),
    ("swift sh graphql", "docs/generate.md", "Tests/contract/test_generated_page.py"),
    ("python sh graphql", "docs/generate-python.md", "Tests/python/generate/test_generate_python_documentation.py"),
    ("swift sh", "docs/swift.md", "Tests/contract/test_docc.py"),
    ("swift sh", "docs/services.md", "Tests/contract/test_services.py"),
    ("python text", "README.md", PYTHON),
    ("swift", "README.md", "Tests/contract/test_docc.py"),
    ("go", "bindings/go/README.md", "bindings/go/pager_test.go"),
    ("rust", "bindings/rust/README.md", "bindings/rust/tests/pager.rs"),
    ("js", "bindings/node/README.md", "bindings/node/test.js"),
    ("ruby", "bindings/ruby/README.md", "bindings/ruby/tests/test_swiftpager.rb"),
    ("java", "bindings/java/README.md", "bindings/java/tests/Tests.java"),
    ("lua", "bindings/luajit/README.md", "bindings/luajit/tests/test_swiftpager.lua"),
)
# Blocks by their first line: the test that runs them, or why none does.
BY_LINE = {
    "pip install build/wheel/swiftpager-*.whl": "packaging/packaging.mk: the tests of the wheel install it so",
    "make lib && pip install ./bindings/python     # or './bindings/python[fast]': with orjson and msgspec":
        "Tests/wheel/test_installing.py installs the package from the repository",
    "cc walk.c $(pkg-config --cflags --libs swiftpager) -o walk && ./walk https://example.com/graphql":
        "Tests/contract/test_installation.py types the same line of the README",
    "make lib": "Tests/contract/test_installation.py types the block",
    "swiftpager https://example.com/graphql --query '{ products(first: 100) { nodes { id } } }' \\":
        SHELL,
    "swiftpager https://example.com/graphql --lists": SHELL,
    "swiftpager $URL --query-file products.graphql --checkpoint walk.json --max-pages 1 > products.ndjson": SITE,
    "make demo    # pages through a real GraphQL server from C and from Python; 4 minutes the first time, then seconds":
        "they are the tests",
    "bytes → response → page info → pager state → update → subscriber, or the C face's event queue": "a picture",
}


def blocks(path: Path) -> Iterator[tuple[str, str]]:
    """The blocks of a page: language and first line."""
    for _, language, text in BLOCK.findall(path.read_text()):
        yield language, text.strip().partition("\n")[0]


def runner(page: str, language: str, line: str) -> str:
    """The test that runs a block, or the reason why none does; empty if there is neither."""
    if line in BY_LINE:
        return BY_LINE[line]
    return next((test for languages, pages, test in RUN
                 if language in languages.split() and re.fullmatch(pages, page)), "")


@pytest.mark.parametrize("path", [*PAGES, *READMES], ids=lambda path: str(path.relative_to(ROOT)))
def test_each_block_is_run_by_a_test(path: Path) -> None:
    page = str(path.relative_to(ROOT))
    assert [(language, line) for language, line in blocks(path) if not runner(page, language, line)] == []


@pytest.mark.parametrize("path", [*PAGES, *READMES], ids=lambda path: str(path.relative_to(ROOT)))
def test_code_is_fenced(path: Path) -> None:
    # An indented block has no language, so no test finds it and the site gives it no colours.
    assert INDENTED.findall(BLOCK.sub("", path.read_text())) == []


def test_the_tests_exist_and_no_reason_is_left_over() -> None:
    assert [test for _, _, test in RUN if not (ROOT / test).exists()] == []
    lines = {line for path in [*PAGES, *READMES] for _, line in blocks(path)}
    assert sorted(set(BY_LINE) - lines) == []
    for languages, pages, test in RUN:
        found = [path for path in [*PAGES, *READMES] if re.fullmatch(pages, str(path.relative_to(ROOT)))
                 for language, _ in blocks(path) if language in languages.split()]
        assert found, f"{languages} of {pages}: {test}"


def test_a_block_that_no_test_runs_is_found() -> None:
    assert runner("docs/index.md", "rust", "fn main() {}") == ""
    assert runner("docs/glossary.md", "python", "import swiftpager") == ""
    assert INDENTED.findall("Type this:\n\n    swiftpager URL\n")
    assert not INDENTED.findall('=== "Shell"\n\n    text\n\n- a list\n\n    more of it\n')
