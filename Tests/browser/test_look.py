"""Tests/browser/look.py: it finds what is wrong with a page, and says nothing of a page that is right."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import chromium
import look

FOLDER = Path(__file__).parent
PAGE = """<!doctype html>
<meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>
<style>
  :root {{ color-scheme: light dark }}
  @media (prefers-color-scheme: dark) {{ body {{ background: #111; color: #eee }} }}
</style>
<main>Some text. {}</main>
"""
# What stands on a page, and what look.py says of it, for a reader who prefers light and one who prefers dark.
FAULTS = {
    "wide": ("<pre style='width: 500px'>wide</pre>", "phone: 1", "phone: 1"),
    "picture": ("<img src='data:image/png;base64,AAAA'>", "a broken picture: data:", "a broken picture: data:"),
    "script": ("<script>throw new Error('no')</script>", "its script failed: Error: no", "its script failed"),
    "console": ("<script>console.error('no', 7)</script>", "console: no 7", "console: no 7"),
    "missing": ("<script src='nothing.js'></script>", "404 for http://127.0.0.1", "404 for http://127.0.0.1"),
    "elsewhere": ("<script src='http://example.com/a.js'></script>", "it asks for http://example.com", "it asks for"),
    "faint": ("<p style='color: #ccc'>faint</p>", "contrast of only 1.6", ""),
    "dark ink": ("<p style='color: #222'>ink</p>", "", "contrast of only 1.2"),
    "light": ("<style>body { background: #fff !important; color: #111 !important }</style>", "", "it is not dark"),
}


@pytest.fixture(scope="module", params=look.SCHEMES)
def browser(request: pytest.FixtureRequest) -> Iterator[chromium.Chromium]:
    program = chromium.find()
    assert program is not None, "there is no Chromium: `make test-site` installs it"
    with chromium.Chromium(program, request.param) as found:
        yield found


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_with_a_page_is_found(fault: str, browser: chromium.Chromium, tmp_path: Path) -> None:
    part, *expected = FAULTS[fault]
    wanted = expected[look.SCHEMES.index(browser.scheme)]
    (tmp_path / "page.html").write_text(PAGE.format(part))
    with look.served(tmp_path) as home:
        found = look.look_at(browser, home, "page.html", None)
    if wanted:
        assert all(line.startswith(f"page.html: {browser.scheme}: ") for line in found)
        assert any(wanted in line for line in found), found
    else:
        assert found == []


def test_a_page_without_a_fault_has_a_picture_for_each_size(browser: chromium.Chromium, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE.format(""))
    with look.served(tmp_path) as home:
        assert look.look_at(browser, home, "page.html", tmp_path) == []
    pictures = sorted(path.name for path in tmp_path.glob("*.png"))
    assert pictures == [f"page.{size}-{browser.scheme}.png" for size in sorted(look.SIZES)]


def test_a_word_that_search_does_not_find_is_told(browser: chromium.Chromium, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE.format(
        "<input class='md-search__input'><ol class='md-search-result__list'></ol><script>"
        "document.querySelector('input').addEventListener('keyup', () => document.querySelector('ol').innerHTML ="
        "  `<a class='md-search-result__link' href='glossary.html?h=1'>here</a>`)</script>"
    ))
    with look.served(tmp_path) as home:
        found = look.search(browser, home)
    assert [line.partition("search in ")[2].partition(": ")[2][:40] for line in found] == [
        "CURSOR_STUCK is not found in python/errors"[:40]
    ]


def test_the_server_is_on_this_machine_only(tmp_path: Path) -> None:
    with look.served(tmp_path) as home:
        assert home.startswith("http://127.0.0.1:")


def test_without_chromium_the_program_says_what_to_install(tmp_path: Path) -> None:
    program = [sys.executable, str(FOLDER / "look.py"), str(tmp_path)]
    done = subprocess.run(program, capture_output=True, text=True, env={"PATH": str(tmp_path)}, check=False)
    assert done.returncode == 2
    assert done.stderr == "look: there is no Chromium to open the pages with: install it, then try again\n"
