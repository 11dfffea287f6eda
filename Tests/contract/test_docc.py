"""The documentation of Swift: DocC builds it without a warning, and the tests compile the code in its articles."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT, require, run
from swift_programs import docc, program
from swift_text import blocks, unindented

ARTICLES = sorted((ROOT / docc.CATALOG).glob("*.md"))
PAGE = ROOT / "docs" / "swift.md"
COMPILED = [
    *(ROOT / "Tests/SwiftPagerTestingTests/Snippets").glob("*.swift"),
    *(ROOT / "Tests/SwiftPagerTestingTests/Migrating").glob("*.swift"),
    *(ROOT / "Tests/Samples").glob("*/*.swift"),
]


@pytest.fixture(scope="session")
def modules() -> Path:
    """The folder of the built modules."""
    require("docc")
    if not (docc.MODULES / "SwiftPagerFoundation.swiftmodule").exists():
        pytest.skip("the modules of Swift are not built: swift build --build-tests")
    return docc.MODULES


@pytest.mark.parametrize("article", ARTICLES, ids=lambda path: path.stem)
def test_snippets_are_compiled(article: Path) -> None:
    compiled = "".join(unindented(path.read_text()) for path in COMPILED)
    # The pages of modules and types are lists of topics.
    assert blocks(article) or article.read_text().startswith("# ``")
    for block in blocks(article):
        assert unindented(block).strip() in compiled, block


@pytest.mark.parametrize("page", [*ARTICLES, PAGE, ROOT / "docs" / "index.md"], ids=lambda path: path.stem)
def test_closures_of_a_pager_have_types(page: Path) -> None:
    # A closure whose parameters are names alone, or that has none: a mistake in it is an error of the whole call.
    closure = re.compile(r"(?:PageInfo|pageResolver|[tT]ransform|[qQ]ueryProvider): \{\s*(?!\s|\(|@Sendable \()(.*)")
    assert [line for block in blocks(page) for line in closure.findall(block)] == []


@pytest.mark.usefixtures("modules")
def test_each_public_declaration_has_a_page_that_a_topic_lists(tmp_path: Path) -> None:
    archive = tmp_path / "swift"
    run(ROOT / "scripts" / "docc.py", "--built", archive)
    page = archive / "documentation" / "swiftpager" / "graphqlclient" / "index.html"
    assert 'baseUrl = "/swift/"' in page.read_text()
    assert "url=documentation/swiftpager/" in (archive / "index.html").read_text()
    # What an app names as SwiftPager's, whatever module declares it.
    for name in ("clientconfiguration", "graphqlnullable", "clienterror", "cacheoptions", "jsonvalue"):
        assert (archive / "documentation" / "swiftpager" / name / "index.html").exists()
    assert (archive / "documentation" / "swiftpagertesting" / "scriptedtransport" / "index.html").exists()


@pytest.mark.usefixtures("modules")
def test_the_first_program_of_the_page_runs(shop_endpoint: str, tmp_path: Path) -> None:
    [text] = [block for block in blocks(PAGE) if "import SwiftPager" in block]
    app = program(text.replace("https://example.com/graphql", shop_endpoint), tmp_path)
    lines = subprocess.check_output([app], text=True, timeout=60).splitlines()
    assert len(lines) > 100
    assert "could not be loaded" not in lines[0]


def test_swift_finds_the_targets_of_the_manifests_that_the_page_and_the_readme_show(tmp_path: Path) -> None:
    [page] = [block for block in blocks(PAGE) if "PackageDescription" in block]
    [lines] = blocks(ROOT / "README.md")
    readme = f'// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: "app", {lines})\n'
    # What the page has a reader write.
    (tmp_path / "Sources" / "app").mkdir(parents=True)
    (tmp_path / "Sources" / "app" / "main.swift").touch()
    for manifest in (page, readme):
        (tmp_path / "Package.swift").write_text(manifest)
        read = json.loads(run(require("swift"), "package", "--package-path", tmp_path, "dump-package"))
        assert [dependency["fileSystem"][0]["identity"] for dependency in read["dependencies"]] == ["swiftpager"]
        products = {
            used["product"][0] for target in read["targets"] for used in target["dependencies"] if "product" in used
        }
        assert "SwiftPager" in products
        described = json.loads(run("swift", "package", "--package-path", tmp_path, "describe", "--type", "json"))
        assert [target["sources"] for target in described["targets"]] == [["main.swift"]]


def test_the_page_depends_on_what_the_package_needs() -> None:
    text = PAGE.read_text()
    for line in (ROOT / "Package.swift").read_text().splitlines():
        if '.apt(["' in line:
            assert line.partition('.apt(["')[2].partition('"')[0] in text
    for product in ("SwiftPager", "SwiftPagerTesting"):
        assert f'.product(name: "{product}", package: "swiftpager")' in text
