#!/usr/bin/env python3
"""Builds the reference of Swift: one DocC archive with a page for each public type that an app can name.

    docc.py [--built] [--base PATH] FOLDER

`import SwiftPager` also imports what PagerClient and PagerJSON declare, so their types have pages in SwiftPager. A
warning of DocC counts as a failure, and so does a public declaration that the documentation leaves out: one without a
summary, one that throws and does not say what, a type that no topic lists.

PATH is where a server has FOLDER, /swift by default, because the site has it there. With --built the modules are
already in .build/debug.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODULES = ROOT / ".build" / "debug" / "Modules"
# DocC shows nothing at the root of an archive.
ROOT_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>SwiftPager</title><link rel="icon" href="favicon.ico">
<meta http-equiv="refresh" content="0; url=documentation/swiftpager/">
<main><a href="documentation/swiftpager/">SwiftPager</a></main></html>
"""
CATALOG = "Sources/SwiftPager/SwiftPager.docc"
# The modules of the products, and those that SwiftPager exports as its own.
PRODUCTS = ("SwiftPager", "SwiftPagerTesting", "SwiftPagerFoundation")
EXPORTED = ("PagerClient", "PagerJSON")
# Other modules of the package: an app cannot name what they declare.
INTERNAL = tuple(path.name for path in (ROOT / "Sources").glob("Pager*") if path.name not in EXPORTED)

Graph = dict[str, Any]


def module(identifier: str) -> str:
    """The module that declares a symbol, by the symbol's identifier; empty for one of the standard library."""
    found = re.match(r"s:(\d+)(.*)", identifier)
    return found[2][: int(found[1])] if found else ""


def run(*words: str | pathlib.Path) -> None:
    """Runs a command in the project's root; a failure ends this program."""
    if code := subprocess.run([str(word) for word in words], cwd=ROOT, check=False).returncode:
        sys.exit(code)


def imports() -> list[str]:
    """The compiler's options for code that imports the built modules."""
    maps = [*ROOT.glob("Sources/C*/module.modulemap"), *MODULES.parent.glob("*.build/module.modulemap")]
    return ["-I", str(MODULES), *(word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}"))]


def extract(symbols: pathlib.Path) -> None:
    """Has the compiler write the symbol graphs of the products in a folder."""
    target = json.loads(subprocess.check_output(["swift", "-print-target-info"]))["target"]["unversionedTriple"]
    for product in PRODUCTS:
        run(
            "swift", "symbolgraph-extract", "-module-name", product, *imports(), "-target", target,
            "-minimum-access-level", "public", "-emit-extension-block-symbols", "-output-dir", symbols,
            # SwiftPagerFoundation exports SwiftPager, whose types have their pages there.
            *([f"-experimental-allowed-reexported-modules={','.join(EXPORTED)}"] if product == "SwiftPager" else []),
        )  # fmt: skip


def inherited(symbol: Graph) -> bool:
    """Whether a type has the symbol from a protocol."""
    return "::SYNTHESIZED::" in symbol["identifier"]["precise"]


def prune(graph: Graph) -> None:
    """Removes what types inherit from Combine and from the standard library: its own documentation has it."""
    gone = {
        symbol["identifier"]["precise"] for symbol in graph["symbols"]
        if inherited(symbol) and module(symbol["identifier"]["precise"]) not in (*PRODUCTS, *EXPORTED)
    }
    graph["symbols"] = [symbol for symbol in graph["symbols"] if symbol["identifier"]["precise"] not in gone]
    graph["relationships"] = [relation for relation in graph["relationships"] if relation["source"] not in gone]


def complaints(graph: Graph) -> Iterator[str]:
    """What the documentation of a graph's symbols lacks."""
    for symbol in graph["symbols"]:
        if inherited(symbol) or symbol["kind"]["identifier"] == "swift.extension":
            continue
        name = ".".join(symbol["pathComponents"])
        place = symbol.get("location", {}).get("uri", "").rpartition("/Sources/")[2]
        lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
        declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
        for part in symbol["declarationFragments"]:
            if module(part.get("preciseIdentifier", "")) in INTERNAL:
                yield f"{place}: {name} has a type that an app cannot name: {part['spelling']}"
        if not lines or lines[0].startswith("- "):
            yield f"{place}: {name} has no summary"
        # An inherited comment is that of the standard library.
        elif "range" not in symbol["docComment"]["lines"][0]:
            continue
        elif len(lines) > 1 and lines[1].strip():
            yield f"{place}: the summary of {name} is longer than a line: put an empty line after its first sentence"
        elif throws(declaration) and not re.search(r"[Tt]hrow|see ``", " ".join(lines)):
            yield f"{place}: {name} does not say what it throws"


def throws(declaration: str) -> bool:
    """Whether a function throws; the functions that it takes do not count."""
    while (outside := re.sub(r"\([^()]*\)", "", declaration)) != declaration:
        declaration = outside
    return re.search(r"\bthrows\b", declaration) is not None


def prepare(symbols: pathlib.Path) -> list[str]:
    """Prunes the symbol graphs of a folder, and returns what their documentation lacks."""
    graphs: dict[str, Graph] = {}
    for path in sorted(symbols.glob("*.symbols.json")):
        name = path.name.removesuffix(".symbols.json")
        graph = json.loads(path.read_text())
        path.unlink()
        extending, _, extended = name.partition("@")
        if extended in EXPORTED:
            # An app knows the exported modules as SwiftPager.
            name = f"{extending}@SwiftPager"
            for symbol in graph["symbols"]:
                symbol["swiftExtension"]["extendedModule"] = "SwiftPager"
        elif extended and extended not in PRODUCTS:
            # Types of other libraries have no pages here.
            continue
        prune(graph)
        whole = graphs.setdefault(name, graph | {"symbols": [], "relationships": []})
        whole["symbols"] += graph["symbols"]
        whole["relationships"] += graph["relationships"]
    for name, graph in graphs.items():
        (symbols / f"{name}.symbols.json").write_text(json.dumps(graph))
    return [complaint for graph in graphs.values() for complaint in complaints(graph)]


def unlisted(archive: pathlib.Path) -> Iterator[str]:
    """The types that a module's page lists by their kind, because none of its topics has them."""
    for product in PRODUCTS:
        page = json.loads((archive / "data/documentation" / f"{product.lower()}.json").read_text())
        for section in page.get("topicSections", []):
            for identifier in section["identifiers"] if section.get("generated") else []:
                yield f"{CATALOG}: no topic of {product} lists {identifier.rpartition('/')[2]}"


def dead_links(archive: pathlib.Path, pages: pathlib.Path) -> Iterator[str]:
    """The links of the site's pages into the archive that lead nowhere."""
    for path in sorted(pages.rglob("*.md")):
        for link in re.findall(r'href="(?:\.\./)*swift/([^"#]*)', path.read_text()):
            if not (archive / link / "index.html").exists():
                yield f"{path.relative_to(ROOT)}: nothing at swift/{link}"


def convert(symbols: pathlib.Path, archive: pathlib.Path, base: str) -> None:
    """Has DocC write the archive."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    run(
        "docc", "convert", CATALOG, "--additional-symbol-graph-dir", symbols, "--output-path", archive,
        "--transform-for-static-hosting", "--hosting-base-path", base.strip("/"), "--warnings-as-errors",
        "--fallback-display-name", "SwiftPager", "--fallback-bundle-identifier", "swiftpager",
        "--fallback-default-module-kind", "Module",
    )  # fmt: skip
    (archive / "index.html").write_text(ROOT_PAGE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--built", action="store_true", help="the modules are already built")
    parser.add_argument("--base", default="/swift", help="where a server has the folder")
    arguments = parser.parse_args()
    archive = arguments.folder.resolve()
    for product in [] if arguments.built else PRODUCTS[1:]:
        run("swift", "build", "--quiet", "--target", product, "-j", os.environ.get("JOBS", "2"))
    with tempfile.TemporaryDirectory() as folder:
        symbols = pathlib.Path(folder)
        extract(symbols)
        if found := prepare(symbols):
            sys.exit("\n".join(found))
        convert(symbols, archive, arguments.base)
    if found := [*unlisted(archive), *dead_links(archive, ROOT / "docs")]:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
