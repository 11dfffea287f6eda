"""The documents of docs/: their links, the names in the tour and in the records of decisions, and the picture."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import ROOT

DOCS = ROOT / "docs"
RECORDS = sorted((DOCS / "decisions").glob("[0-9]*.md"), key=lambda path: int(path.name.partition("-")[0]))
PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def prose(path: Path) -> str:
    """The text of a page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)


def anchors(path: Path) -> set[str]:
    """The names that the headings of a page have in links; of the header, those that its page on the site has."""
    headings = re.findall(r"^(?: \* )?#+ (.*)$", prose(path), re.MULTILINE)
    if path.suffix == ".h":
        return {*re.findall(r"\bswiftpager_\w+", path.read_text()), *(slug(heading) for heading in headings)}
    return {slug(heading) for heading in headings}


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def broken_links(path: Path, text: str) -> Iterator[str]:
    """The links of a text, as it would stand in a file, that lead nowhere."""
    for link in LINK.findall(text):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        # The site makes a page of each notebook.
        if target.with_suffix(".ipynb").exists():
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    assert list(broken_links(path, prose(path))) == []


def test_a_link_that_leads_nowhere_is_found() -> None:
    page = DOCS / "architecture.md"
    assert list(broken_links(page, "[a](nothing.md) [b](#nothing) [c](glossary.md#nothing)")) == [
        "nothing.md", "#nothing", "glossary.md#nothing",
    ]
    assert list(broken_links(page, "[a](glossary.md) [b](#the-targets) [c](https://example.com)")) == []


def test_the_tour_is_short() -> None:
    assert len((DOCS / "architecture.md").read_text().split()) <= 2000


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_short_and_has_its_three_parts(path: Path) -> None:
    text = path.read_text()
    assert re.findall(r"^\*\*(\w+)\.\*\* ", text, re.MULTILINE) == ["Context", "Decision", "Consequence"]
    assert len(text.split()) <= 250


def test_the_index_has_every_record_in_order() -> None:
    index = (DOCS / "decisions" / "README.md").read_text()
    titles = [record.read_text().partition("\n")[0].removeprefix("# ") for record in RECORDS]
    assert re.findall(r"^- \[(.*)\]\((.*)\)$", index, re.MULTILINE) == [
        (title, record.name) for title, record in zip(titles, RECORDS, strict=True)
    ]
    numbers = [f"{int(title.partition('.')[0]):02}" for title in titles]
    assert numbers == [record.name.partition("-")[0] for record in RECORDS]


def missing_names(text: str, source: str) -> list[str]:
    """The names of types, files and folders in a text that the source does not have."""
    words, missing = set(re.findall(r"\w+", source)), []
    for span in re.findall(r"`([^`\n]+)`", text):
        if re.fullmatch(r"(?:Sources|Tests|bindings|contract|include|packaging|scripts)/[\w./+-]+", span):
            found = (ROOT / span).exists()
        elif re.fullmatch(r"[A-Z]\w*[a-z]\w*(?:\.\w+)?", span):
            found = words.issuperset(span.split("."))
        else:
            found = True
        if not found:
            missing.append(span)
    return missing


def test_the_tour_the_records_and_the_glossary_name_what_exists() -> None:
    files = [*(ROOT / "Sources").rglob("*"), *(ROOT / "bindings" / "python" / "swiftpager").rglob("*.py")]
    source = (ROOT / "Package.swift").read_text() + "".join(
        path.read_text() for path in files if path.suffix in {".swift", ".h", ".c", ".py"}
    )
    source += " ".join(path.stem for path in files)
    # An example's types, and the folder itself.
    source += " Product Node Sources"
    text = "".join(path.read_text() for path in [DOCS / "architecture.md", DOCS / "glossary.md", *RECORDS])
    assert missing_names(text, source) == []
    assert missing_names("`NoSuchType` `PagerState.noSuchMember` `Sources/NoSuchFolder`", source) == [
        "NoSuchType", "PagerState.noSuchMember", "Sources/NoSuchFolder",
    ]


def test_the_glossary_has_each_term_once() -> None:
    rows = re.findall(r"^\| (.*?) \|", (DOCS / "glossary.md").read_text(), re.MULTILINE)
    terms = [term for term in rows if term not in {"term", "---"}]
    assert len(terms) > 50
    assert sorted(terms) == sorted(set(terms))


def test_the_picture_has_every_target() -> None:
    drawn = set(re.findall(r">(\w+)<", (DOCS / "figures" / "architecture.svg").read_text()))
    targets = re.findall(r'\.(?:target|systemLibrary)\(\s*name: "(\w+)"', (ROOT / "Package.swift").read_text())
    assert len(targets) > 20
    assert set(targets) - {"TestSupport", "GeneratedCode"} - drawn == set()
