"""Finds English that a reader has to read twice, in documents, comments and string literals; `lint.py prose` runs it.

It knows a few constructions that were common here, and the length of lines. It does not look at code.
"""

import pathlib
import re
from collections.abc import Iterable, Iterator

from literals import TOKENS

COLUMNS = 120
# Between two words: blanks, or one end of a line.
GAP = r"(?:[ \t]+|[ \t]*\n[ \t]*)"
# A long line of prose has words; JSON in a literal does not.
WORDS = r"[A-Za-z]+ [a-z]+ [a-z]+"
# Stands for everything that is not prose.
CODE = "\0"
BE = "(?:is|are|was|were|be|been|being|becomes?|became)"
# "is no longer", "are no more than": a comparison.
COMPARISON = "(?:longer|more|less|fewer|later|earlier|larger|greater|smaller|higher|lower|better|worse|newer|older)"
# Patterns, in which a blank stands for a gap, and what to write in their places.
CONSTRUCTIONS = {
    # "is None" is Python. What begins with "There" does not count: "There is no page" is plain English.
    rf"(?:\b[Tt]here (?:\w+ )?)?\b{BE} (?:no\b(?! {COMPARISON}\b)|none\b)":
        'write "is not a …", or say with a verb what it does not do',
    r"(?i:\b(?:nobody|somebody|anybody|whoever|whomever)\b)": "name the actor",
    # "Who wants to enter waits", but not "Who waits?".
    r"\bWho(?= [a-z][^.?!]*[.!;:])": "name the actor",
    r"(?i:\bwhat (?:is|was|are) told\b)": "name what it says",
    r"(?i:\bsuch as (?:is|are)\b)": 'write "like", or name them',
    r"(?i:\bthereby\b)": "begin a second sentence",
    r"(?i:\bbeside that\b)": 'write "also", or "in addition"',
    # "Of a page you get the bytes." A sentence may begin with "Of course", or with "Of these".
    r"\bOf (?:a|an|the|each|all|two|several)\b": 'begin with the subject, or write "For"',
}


def complaints(root: pathlib.Path, names: Iterable[str]) -> list[str]:
    """What is wrong in files, except in this one, which has the constructions themselves."""
    return [
        f"{name}:{number}: {words}" for name in names if not pathlib.Path(__file__).samefile(root / name)
        for number, words in findings(name, (root / name).read_text(encoding="utf-8"))
    ]


def findings(name: str, text: str) -> list[tuple[int, str]]:
    """The numbers of the lines with a construction, or longer than they may be, and what to do about each."""
    ending = pathlib.PurePath(name).suffix
    if ending != ".md" and ending not in TOKENS:
        return []
    prose = prose_of_markdown(text) if ending == ".md" else prose_of_code(text, TOKENS[ending])
    found = []
    for match, remedy in constructions(prose):
        words = " ".join(match[0].split())
        found.append((prose.count("\n", 0, match.start()) + 1, f'"{words}": {remedy}'))
    for number, (line, shown) in enumerate(zip(text.split("\n"), prose.split("\n"), strict=True), 1):
        is_prose = re.search(WORDS, shown) is not None
        if len(line) > COLUMNS and is_prose and not (ending == ".md" and line.startswith("|")):
            found.append((number, f"longer than {COLUMNS} columns"))
    return sorted(found)


def constructions(prose: str) -> Iterator[tuple[re.Match[str], str]]:
    """The constructions in a text, each with what to write in its place."""
    for pattern, remedy in CONSTRUCTIONS.items():
        for match in re.finditer(pattern.replace(" ", GAP), prose, re.MULTILINE):
            if not re.match(r"[Tt]here\b", match[0]):
                yield match, remedy


# Prose of a language: a text of the same length, in which all else is blanked.


def without(pattern: str, text: str, by: str = CODE) -> str:
    """The text with its matches blanked; ends of lines stay."""
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", by, match[0]), text, flags=re.MULTILINE | re.DOTALL)


def prose_of_markdown(text: str) -> str:
    """The text but for blocks and spans of code, and the targets of links."""
    text = without(r"^[ \t]*```.*?^[ \t]*```", text)
    text = without(r"(?<=\n\n)(?:    [^\n]*\n)+(?=\n|\Z)", text)
    text = without(r"`[^`]+`|(?<=\])\([^)\s]*\)", text)
    return without(r"^[ \t]*>", text, " ")


def prose_of_code(text: str, tokens: re.Pattern[str]) -> str:
    """The comments and the literals of a file."""
    pieces, end = [], 0
    for match in tokens.finditer(text):
        pieces += [blanked(text[end:match.start()]), plain(match[0])]
        end = match.end()
    return "".join([*pieces, blanked(text[end:])])


def blanked(text: str) -> str:
    """A piece of code of the same length and with the same lines. A plus sign may join two literals."""
    return re.sub(r"[^\s+]", CODE, text).replace("+", " ")


def plain(token: str) -> str:
    """A comment or a literal without its marks, its spans of code and its escapes."""
    if token.startswith(("/", "#")):
        token = without(r"^[ \t]*(?:/\*+|\*+/?|//+|#+)|\*/\Z", token, " ")
    else:
        token = without(r"\A[A-Za-z]{0,2}#*[\"']+|[\"']+#*\Z|\\n", token, " ")
    return without(r"`[^`\n]+`", token)
