"""docs/generate.md: its lines are typed, and its code walks the shop."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT, require
from swift_programs import docc, program

PAGE = ROOT / "docs" / "generate.md"
ENDPOINT = "https://example.com/graphql"
COUNT = 1000


def blocks(language: str) -> list[str]:
    """The blocks of a language in the page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, shop_endpoint: str) -> Path:
    """A folder in which the lines of the page were typed."""
    commands = tmp_path / "bin"
    commands.mkdir()
    for name, words in (("swiftpager", "-m swiftpager"), ("python3", "")):
        command = commands / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        command.chmod(0o755)
    (tmp_path / "queries").mkdir()
    [document] = blocks("graphql")
    (tmp_path / "queries" / "products.graphql").write_text(document)
    environment = {
        "PATH": f"{commands}:/usr/bin:/bin", "PYTHONPATH": str(ROOT / "bindings" / "python"), "HOME": str(tmp_path)
    }
    for lines in blocks("sh"):
        subprocess.run(
            ["sh", "-ec", lines.replace(ENDPOINT, shop_endpoint)], cwd=tmp_path, env=environment, check=True, timeout=60
        )
    return tmp_path


def test_the_lines_of_the_page_write_types_that_walk_the_shop(folder: Path, shop_endpoint: str) -> None:
    require("docc")
    if not docc.MODULES.exists():
        pytest.skip("the modules of Swift are not built: swift build --build-tests")
    generated = (folder / "Operations.swift").read_text()
    [use] = blocks("swift")
    text = generated.replace("public import", "import") + use.replace(ENDPOINT, shop_endpoint) + "print(cards.count)\n"
    lines = subprocess.check_output([program(text, folder)], text=True, timeout=60).splitlines()
    assert len(lines) == COUNT + 1
    assert lines[-1] == str(COUNT)
