"""The site's pages in C and Swift: programs run and print what stands below them, fragments compile in a frame.

Their Python and their shell run in Tests/python/documentation/test_site.py.
"""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import LIBRARY_FOLDER, ROOT, STRICT, require, run
from swift_text import blocks, unindented

DOCS = ROOT / "docs"
PAGES = [*(path for folder in ("start", "guides", "c") for path in sorted((DOCS / folder).glob("*.md"))),
         DOCS / "index.md", DOCS / "python/arrow.md"]
SNIPPETS = sorted((ROOT / "Tests/SwiftPagerTestingTests/Snippets").glob("*Snippets.swift"))
BLOCK = re.compile(r"^( *)```c\n(.*?)^\1```$(?:\n+\1```text\n(.*?)^\1```$)?", re.MULTILINE | re.DOTALL)
# What the fragments of a page may use, beside the functions that the page shows.
FRAME = """\
#include <stdbool.h>
#include <stdio.h>
#include <swiftpager_arrow.h>
{functions}
extern swiftpager_client *client;
extern swiftpager_pager *pager;
extern swiftpager_operation *walk;
extern swiftpager_update *update;
extern const swiftpager_page *page;
extern swiftpager_status status;
extern const char *query;
extern char *error;
extern size_t length;
extern bool stopped;
void fragment(void);
void fragment(void)
{{
{fragment}
}}
"""

# The same for C++.
CPP_FRAME = """\
#include <iostream>
#include <swiftpager.hpp>
extern const char *QUERY;
void fragment();
void fragment()
{{
{fragment}
}}
"""


def c_blocks(path: Path) -> Iterator[tuple[str, str | None]]:
    """The blocks of C in a page, each with the output below it."""
    for match in BLOCK.finditer(path.read_text()):
        yield textwrap.dedent(match[2]), match[3] and textwrap.dedent(match[3])


def is_program(block: str) -> bool:
    return "int main(" in block


def is_function(block: str) -> bool:
    return block.startswith("static ")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_fragments_compile(path: Path) -> None:
    found = [block for block, _ in c_blocks(path) if not is_program(block)]
    functions = "\n".join(block for block in found if is_function(block))
    for block in found:
        source = FRAME.format(functions=functions, fragment="" if is_function(block) else block)
        flags = ["-Wno-unused-function", "-fsyntax-only", f"-I{ROOT / 'include'}"]
        run(require("cc"), "-std=c11", *STRICT, *flags, "-x", "c", "-", input=source)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_fragments_of_cpp_compile(path: Path) -> None:
    for block in re.findall(r"^```cpp\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL):
        flags = ["-std=c++17", "-Wall", "-Werror", "-fsyntax-only", f"-I{ROOT / 'include'}"]
        run(require("c++"), *flags, "-x", "c++", "-", input=CPP_FRAME.format(fragment=block))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_programs_run_and_print_what_stands_below(
    path: Path, tmp_path: Path, library: Path, shop_endpoint: str
) -> None:
    for number, (block, output) in enumerate(c_blocks(path)):
        if not is_program(block):
            continue
        source, program = tmp_path / f"{number}.c", tmp_path / str(number)
        source.write_text(block)
        run(require("cc"), "-std=c11", *STRICT, "-o", program, source, f"-I{ROOT / 'include'}", f"-L{library.parent}",
            "-lswiftpager", f"-Wl,-rpath,{LIBRARY_FOLDER}")
        assert run(program, shop_endpoint) == output


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_swift_is_compiled(path: Path) -> None:
    compiled = unindented("".join(snippets.read_text() for snippets in SNIPPETS))
    for block in blocks(path):
        assert unindented(block) in compiled, block


def test_home_has_a_sentence_short_tabs_three_figures_and_a_table() -> None:
    home = (DOCS / "index.md").read_text()
    sentence, _, rest = home.removeprefix("# swiftpager\n\n").partition("\n\n")
    assert sentence.count(". ") == 0
    tabs = re.findall(r'^=== "(\w+)"\n\n    ```\w+\n(.*?)    ```$', rest, re.MULTILINE | re.DOTALL)
    assert [name for name, _ in tabs] == ["Python", "Shell", "C", "Swift"]
    assert all(code.count("\n") <= 12 for _, code in tabs)
    assert len(re.findall(r"^!\[.+\]\(figures/", home, re.MULTILINE)) == 3
    assert "| the server | the walk |" in home
    assert "## Install" in home


def test_the_map_names_every_page_once() -> None:
    pages = re.findall(r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert len(pages) > 30
    assert sorted(pages) == sorted(set(pages))
    files = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    # Pages of figures/ are parts of other pages.
    assert {name for name in files - set(pages) if not name.startswith(("decisions/", "figures/"))} == set()


def test_the_changelog_and_security_are_the_files_at_the_root() -> None:
    for page, name in (("changelog", "CHANGELOG.md"), ("security", "SECURITY.md")):
        assert (DOCS / "project" / f"{page}.md").read_text() == f'--8<-- "{name}"\n'
        # A relative link would lead elsewhere from the page.
        assert re.findall(r"\]\((?!https?:|#)", (ROOT / name).read_text()) == []
