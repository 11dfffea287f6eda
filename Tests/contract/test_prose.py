"""scripts/prose.py: it finds each construction in each language, and leaves code alone."""

import sys
from pathlib import Path

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

import prose

# A sentence for each construction, and the line and words that are found.
SENTENCES = [
    ("The request is no query.", "is no"),
    ("It is none that a cache could answer.", "is none"),
    ("The rows are no objects.", "are no"),
    ("Of these, all are none.", "are none"),
    ("It must be no coroutine.", "be no"),
    ("A page that nobody was handed.", "nobody"),
    ("The one that somebody called.", "somebody"),
    ("It asks anybody.", "anybody"),
    ("It tells whoever subscribes.", "whoever"),
    ("Who wants to go in waits for 1 s at most.", "Who"),
    ("They wait. Who comes later sees it.", "Who"),
    ("What is told is bounded.", "What is told"),
    ("Rows such as are JSON text.", "such as are"),
    ("It is thereby bounded.", "thereby"),
    ("It counts beside that the pages.", "beside that"),
    ("Of a page you get the bytes.", "Of a"),
    ("They wait. Of several keys it is the first.", "Of several"),
]
PLAIN = [
    "There is no page, and there are none to come.",
    "There must be no lock.",
    "The page is no longer held, and the two are no more than a pair.",
    "The value is None.",
    "Who waits? The thread that entered.",
    "A person who reads this.",
    "It has no name.",
    "Of course it waits. It is the first of several keys.",
]
# Each language with a place for a sentence: in a comment or a document, and in a literal.
PLACES = [
    ("a.md", "# Title\n\n{}\n"),
    ("a.md", "# Title\n\n- {}\n"),
    ("a.md", "| a | {} |\n"),
    ("a.swift", "let a = 1  // {}\n"),
    ("a.swift", "/// {}\nlet a = 1\n"),
    ("a.swift", "/*\n * {}\n */\nlet a = 1\n"),
    ("a.swift", 'throw Fault("{}")\n'),
    ("a.swift", 'let a = #"{}"#\n'),
    ("a.swift", 'let a = """\n  {}\n  """\n'),
    ("a.c", "/* {} */\nint a;\n"),
    ("a.h", "/*\n * {}\n */\n"),
    ("a.hpp", "int a; // {}\n"),
    ("a.cpp", 'fail("{}");\n'),
    ("a.py", "a = 1  # {}\n"),
    ("a.py", '"""{}"""\n'),
    ("a.py", 'def f():\n    raise ValueError(f"{} {{a}}")\n'),
]


def found(name: str, text: str) -> list[str]:
    """The words in quotation marks that are found in a text."""
    return [words.split('"')[1] for _, words in prose.findings(name, text)]


@pytest.mark.parametrize(("name", "place"), PLACES)
@pytest.mark.parametrize(("sentence", "words"), SENTENCES)
def test_a_construction_is_found(name: str, place: str, sentence: str, words: str) -> None:
    assert found(name, place.format(sentence)) == [words]


@pytest.mark.parametrize(("name", "place"), PLACES)
@pytest.mark.parametrize("sentence", PLAIN)
def test_plain_english_is_left_alone(name: str, place: str, sentence: str) -> None:
    assert found(name, place.format(sentence)) == []


def test_every_construction_has_a_sentence() -> None:
    for construction in prose.CONSTRUCTIONS:
        assert any(list(construction.places(sentence)) for sentence, _ in SENTENCES), construction.pattern


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "The answer is\nno page.\n"),
        ("a.swift", "  /// The answer is\n  /// no page.\n"),
        ("a.swift", 'fail("the answer is "\n  + "no page")\n'),
        ("a.c", "/* The answer is\n * no page. */\n"),
        ("a.c", 'fail("the answer is "\n     "no page");\n'),
        ("a.py", "# The answer is\n# no page.\n"),
        ("a.py", 'fail("the answer is "\n     f"no page")\n'),
    ],
)
def test_a_construction_is_found_across_two_lines(name: str, text: str) -> None:
    assert [(number, words.split('"')[1]) for number, words in prose.findings(name, text)] == [(1, "is no")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "```\nit is no query\n```\n\n    it is no query\n\n`it is no query` [a](nobody.md)\n"),
        ("a.swift", "let nobody = whoever  // `nobody` is\nlet no = 1\n"),
        ("a.swift", 'call("it is", "no")\n'),
        ("a.c", "int nobody = somebody;\n"),
        ("a.py", "nobody = 1  # `nobody` is free\n"),
        ("a.json", '{"a": "it is no query"}\n'),
    ],
)
def test_code_is_left_alone(name: str, text: str) -> None:
    assert prose.findings(name, text) == []


@pytest.mark.parametrize(
    ("name", "line", "is_long"),
    [
        ("a.md", "{}", True),
        ("a.md", "| {} |", False),
        ("a.md", "```\n{}\n```", False),
        ("a.swift", "/// {}", True),
        ("a.swift", 'let a = "{}"', True),
        ("a.swift", 'let a = #"{{"a":1,"{}b":2}}"#'.replace("{}", '{{"name":[1,2]}},' * 10), False),
        ("a.py", "# {}", True),
    ],
)
def test_long_lines_are_found(name: str, line: str, is_long: bool) -> None:
    text = line.format("word " * 20) + "\n"
    long = line.format("word " * 30) + "\n"
    assert prose.findings(name, text) == []
    assert [words for _, words in prose.findings(name, long)] == (["longer than 120 columns"] if is_long else [])


def test_only_clean_paths_are_checked_and_allowed_places_are_used(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("It is no page.\n\nNobody reads it.\n")
    (tmp_path / "b.md").write_text("It is no page.\n")
    names = ["b.md", "docs/a.md"]

    def complaints(*allowed: tuple[str, str]) -> list[str]:
        return [line.partition(': "')[0] for line in prose.complaints(tmp_path, names, ("docs",), allowed)]

    assert complaints() == ["docs/a.md:1", "docs/a.md:3"]
    assert complaints(("docs/a.md", "no page")) == ["docs/a.md:3"]
    assert complaints(("docs/a.md", "")) == []
    assert complaints(("docs/a.md", ""), ("docs/a.md", "gone")) == ["docs/a.md: allowed, but not found: 'gone'"]


def test_the_clean_paths_exist() -> None:
    assert all((ROOT / path).exists() for path in prose.CLEAN)
