"""Assertions in loops over walks, in the tests of the bindings.

A walk that loses its error, or has no page, runs such a loop less often, and the test passes. So a function with such a
loop also asserts, outside of the loop, what the loop counts, or the number of what it goes over. Better is the helper
that each binding's tests have: it takes a walk to its end, and returns the items and the error.

A pattern for each language reads the lines, by their indentation.
"""

import dataclasses
import pathlib
import re
from collections.abc import Iterator

TESTS = ("go/*_test.go", "java/tests/*.java", "luajit/tests/*.lua", "node/test*.js", "ruby/tests/*.rb",
         "rust/tests/**/*.rs")


@dataclasses.dataclass(frozen=True)
class Language:
    """How functions, loops and assertions begin."""

    function: re.Pattern[str]
    loop: re.Pattern[str]
    assertion: re.Pattern[str]


def _language(function: str, loop: str, assertion: str) -> Language:
    return Language(re.compile(rf"\s*(?:{function})"), re.compile(loop), re.compile(assertion))


LANGUAGES = {
    ".go": _language(r"func ", r"\bfor\b.*\brange\b", r"\bis\(t,|\bt\.(?:Fatal|Error)"),
    ".java": _language(
        r"(?:public |private |static |final )+[^=;]*\(", r"\bfor \(.* : |\.(?:forEach|watch)\(",
        r"\b(?:same|fails)\(|AssertionError"),
    ".js": _language(
        r"test\(|(?:async )?function |(?:async )?[\w']+\(.*\) \{$|const \w+ = (?:async )?\(",
        r"\bfor (?:await )?\(.* of |\.(?:forEach|watch)\(", r"\bassert\b"),
    ".lua": _language(
        r"test\(|(?:local )?function |kinds\b", r"\bfor .* in |:watch\(", r"\b(?:same|fails)\("),
    ".rb": _language(r"test |def ", r"\.(?:each|watch|pages|items|texts)\b[^|\n]*(?:do|\{) \|", r"\b(?:same|fails)\b"),
    ".rs": _language(r"(?:pub )?fn ", r"\bfor .* in |\.(?:for_each|watch)\(", r"\bassert"),
}
# What a loop over a walk names.
WALK = re.compile(r"(?i)\b\w*walk\w*\b|\b(?:pages|items|texts|updates|watch)\b|subscri")
# What a loop goes over, if that has a name of its own.
OVER = re.compile(r"(?:\b(?:range|of|in)| :) (\w+)\)? ?(?:\{|do\b|$)|(\w+)\.(?:each|forEach)\b")
# A list that stands in the loop is not empty, and a loop that must not run says so.
NOT_A_WALK = re.compile(r"ipairs\(\{|\b(?:of|in) \[|: List\.of\(|\]\.each\b|assert\.fail\b")
# What the body of a loop counts with.
COUNTED = re.compile(r"(\w+)(?:\+\+| (?:[-+|]?=|<<) )|\+\+(\w+)|\b(\w+)\.(?:push|add|insert|append|send)\(|(\w+)\[#")
# So many lines may stand between a comparison and its assertion.
NEAR = 3


def complaints(root: pathlib.Path) -> Iterator[str]:
    """What is wrong in the tests of the bindings."""
    for pattern in TESTS:
        for path in sorted((root / "bindings").glob(pattern)):
            for line in uncounted(path.suffix, path.read_text(encoding="utf-8")):
                yield (f"{path.relative_to(root)}:{line}: an assertion in a loop over a walk, which may have nothing: "
                       "assert after the loop how often it ran")


def uncounted(ending: str, text: str) -> Iterator[int]:
    """The lines of the loops whose functions assert no count."""
    language = LANGUAGES[ending]
    lines = text.split("\n")
    for start, line in enumerate(lines):
        loop = language.loop.search(line)
        if not loop or not WALK.search(line) or NOT_A_WALK.search(line):
            continue
        end = _end(lines, start)
        body = [line[loop.start():], *lines[start + 1:end]]
        if not any(language.assertion.search(each) for each in body):
            continue
        first = next((at for at in range(start, -1, -1) if language.function.match(lines[at])
                      and _indent(lines[at]) < max(_indent(line), 1)), 0)
        names = {name for each in body for found in COUNTED.findall(each) for name in found if name}
        names |= {name for name in OVER.findall(line) for name in name if name}
        outside = [(at, each) for at, each in enumerate(lines[:_end(lines, first)]) if at >= first
                   and not start <= at < end]
        if not any(_asserts(language, lines, at) and names & set(re.findall(r"\w+", each)) for at, each in outside):
            yield start + 1


def _asserts(language: Language, lines: list[str], at: int) -> bool:
    """Whether a line is an assertion, or a comparison that leads to one."""
    near = lines[at:at + NEAR] if re.match(r"\s*(?:if|\|\||&&|})", lines[at]) else lines[at:at + 1]
    return any(language.assertion.search(each) for each in near)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _end(lines: list[str], start: int) -> int:
    """The first line behind a block."""
    depth = _indent(lines[start])
    for at in range(start + 1, len(lines)):
        if lines[at].strip() and _indent(lines[at]) <= depth:
            return at
    return len(lines)
