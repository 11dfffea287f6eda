"""docs/generate.md: its lines are typed, and its code walks the shop. Types of a large schema compile."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT, require
from swift_programs import docc, program

sys.path.insert(0, str(ROOT / "scripts"))

from large_schema import large_query, large_schema

PAGE = ROOT / "docs" / "generate.md"
ENDPOINT = "https://example.com/graphql"
COUNT = 1000
LONG = os.environ.get("SWIFTPAGER_LONG") == "1"
STRICT = ["-swift-version", "6", "-strict-memory-safety", "-warnings-as-errors"]


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


@pytest.fixture
def modules() -> None:
    """The built modules of Swift."""
    require("docc")
    if not docc.MODULES.exists():
        pytest.skip("the modules of Swift are not built: swift build --build-tests")


@pytest.mark.usefixtures("modules")
def test_the_lines_of_the_page_write_types_that_walk_the_shop(folder: Path, shop_endpoint: str) -> None:
    generated = (folder / "Operations.swift").read_text()
    [use] = blocks("swift")
    text = generated.replace("public import", "import") + use.replace(ENDPOINT, shop_endpoint) + "print(cards.count)\n"
    lines = subprocess.check_output([program(text, folder)], text=True, timeout=60).splitlines()
    assert len(lines) == COUNT + 1
    assert lines[-1] == str(COUNT)


@pytest.mark.usefixtures("modules")
@pytest.mark.parametrize("isolation", ["nonisolated", "MainActor"])
def test_types_of_a_large_schema_compile_without_a_warning(tmp_path: Path, isolation: str) -> None:
    schema, query, output = tmp_path / "schema.graphql", tmp_path / "query.graphql", tmp_path / "Operations.swift"
    schema.write_text(large_schema(610 if LONG else 10))
    query.write_text(large_query(300 if LONG else 5))
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "bindings" / "python")}
    command = ["-m", "swiftpager", "generate", "--schema", str(schema), str(query), "--swift", str(output)]
    subprocess.run([sys.executable, *command], env=environment, check=True, timeout=60)
    words = [*STRICT, "-default-isolation", isolation, *docc.imports(), str(output)]
    done = subprocess.run(
        ["swiftc", "-typecheck", "-parse-as-library", *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
