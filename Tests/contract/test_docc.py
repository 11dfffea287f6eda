"""The tests compile the code in the articles of SwiftPager.docc."""

from pathlib import Path

import pytest

from swift_text import blocks, unindented

ROOT = Path(__file__).parents[2]
ARTICLES = sorted((ROOT / "Sources/SwiftPager/SwiftPager.docc").glob("*.md"))
SNIPPETS = ROOT / "Tests/SwiftPagerTestingTests/Snippets/Snippets.swift"


@pytest.mark.parametrize("article", ARTICLES, ids=lambda path: path.stem)
def test_snippets_are_compiled(article: Path) -> None:
    assert blocks(article) or article.stem == "SwiftPager"
    for block in blocks(article):
        assert unindented(block) in unindented(SNIPPETS.read_text()), block
