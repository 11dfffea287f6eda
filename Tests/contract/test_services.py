"""The guide to services and commands shows code of the two examples, which Tests/examples builds and runs."""

import re

from conftest import ROOT
from swift_text import blocks, unindented

PAGE = ROOT / "docs" / "services.md"
EXAMPLES = [path for name in ("service", "command") for path in sorted((ROOT / "examples" / name).rglob("*.swift"))]
CODE = "\n".join(path.read_text() for path in EXAMPLES if ".build" not in path.parts)


def test_blocks_stand_in_the_examples() -> None:
    assert len(blocks(PAGE)) > 5
    for block in blocks(PAGE):
        assert unindented(block).strip() in unindented(CODE), block


def test_commands_stand_at_the_head_of_the_service() -> None:
    [block] = re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.S)
    for line in block.splitlines():
        assert f"//     {line}\n" in CODE


def test_the_variables_of_the_service_are_explained_where_they_are_read() -> None:
    settings = (ROOT / "examples/service/Sources/service/Settings.swift").read_text()
    read = set(re.findall(r'(?:get|number)\("([A-Z_]+)"', settings))
    assert len(read) > 5
    assert {name for name in read if f"`{name}`" not in settings} == set()
