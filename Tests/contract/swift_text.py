"""Swift in documents, and the files of tests that compile it."""

import re
import textwrap
from collections.abc import Iterable
from pathlib import Path

BLOCK = re.compile(r"```swift\n(.*?)```", re.S)


def blocks(document: Path) -> list[str]:
    """The blocks of Swift in a document."""
    return [textwrap.dedent(block) for block in BLOCK.findall(document.read_text())]


def unindented(text: str) -> str:
    """A text without its indentation."""
    return re.sub(r"\n *", "\n", text)


def code(files: Iterable[Path]) -> str:
    """The compiled text of files, without comments and white space."""
    return "".join(re.sub(r"(?<!:)//[^\n]*|\s+", "", path.read_text()) for path in sorted(files))
