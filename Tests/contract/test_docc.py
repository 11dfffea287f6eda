"""What the articles of SwiftPager.docc show is what the tests compile."""

import re
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ARTICLES = sorted((ROOT / "Sources/SwiftPager/SwiftPager.docc").glob("*.md"))
SNIPPETS = ROOT / "Tests/SwiftPagerTestingTests/Snippets/Snippets.swift"


def compiled() -> str:
    """The snippets' file, as it would be at any indentation."""
    return re.sub(r"\n *", "\n", SNIPPETS.read_text())


@pytest.mark.parametrize("article", ARTICLES, ids=lambda path: path.stem)
def test_snippets_are_compiled(article: Path) -> None:
    blocks = re.findall(r"```swift\n(.*?)```", article.read_text(), re.S)
    assert blocks or article.stem == "SwiftPager"
    for block in blocks:
        assert re.sub(r"\n *", "\n", textwrap.dedent(block)) in compiled(), block
