"""Finds English that a reader has to read twice, in documents, comments and string literals; `lint.py prose` runs it.

It knows a few constructions that were common here, and the length of lines. It does not look at code.
"""

import io
import pathlib
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

COLUMNS = 120
ENDINGS = {".md", ".swift", ".c", ".cpp", ".h", ".hpp", ".py"}

# The files and folders that are free of the constructions today. Add a folder when its last finding is gone.
CLEAN = (
    "CONTRIBUTING.md", "SECURITY.md", "Sources", "Tests", "bench", "bindings", "contract", "docs", "examples",
    "include", "packaging", "scripts",
)
# The few places that keep a construction: a path, and a part of the line that has it; "" stands for all lines. An entry
# that matches nothing is reported, too.
ALLOWED = (
    # The constructions themselves.
    ("scripts/prose.py", ""),
)

# Between two words: blanks, or one end of a line.
GAP = r"(?:[ \t]+|[ \t]*\n[ \t]*)"
# A long line of prose has words; JSON in a literal does not.
WORDS = r"[A-Za-z]+ [a-z]+ [a-z]+"
# Stands for everything that is not prose.
CODE = "\0"
BE = "(?:is|are|was|were|be|been|being|becomes?|became)"
# "is no longer", "are no more than": a comparison.
COMPARISON = "(?:longer|more|less|fewer|later|earlier|larger|greater|smaller|higher|lower|better|worse|newer|older)"


@dataclass(frozen=True)
class Construction:
    """A pattern, in which a blank stands for a gap, and what to write in its place.

    If the pattern has a group `hit`, only matches with that group count.
    """

    pattern: str
    remedy: str

    def places(self, prose: str) -> Iterator[re.Match[str]]:
        """The matches in a text."""
        for match in re.finditer(self.pattern.replace(" ", GAP), prose, re.MULTILINE):
            if "hit" not in match.re.groupindex or match["hit"]:
                yield match


CONSTRUCTIONS = (
    Construction(
        # "There is no page" is plain English, and "is None" is Python.
        rf"\b[Tt]here(?: \w+)? {BE} (?:no|none)\b|(?P<hit>\b{BE} (?:no\b(?! {COMPARISON}\b)|none\b))",
        'write "is not a …", or say with a verb what it does not do',
    ),
    Construction(r"(?i:\b(?:nobody|somebody|anybody|whoever|whomever)\b)", "name the actor"),
    # "Who wants to enter waits", but not "Who waits?".
    Construction(r"\bWho(?= [a-z][^.?!]*[.!;:])", "name the actor"),
    Construction(r"(?i:\bwhat (?:is|was|are) told\b)", "name what it says"),
    Construction(r"(?i:\bsuch as (?:is|are)\b)", 'write "like", or name them'),
    Construction(r"(?i:\bthereby\b)", "begin a second sentence"),
    Construction(r"(?i:\bbeside that\b)", 'write "also", or "in addition"'),
    # "Of a page you get the bytes." A sentence may begin with "Of course", or with "Of these".
    Construction(r"\bOf (?:a|an|the|each|all|two|several)\b", 'begin with the subject, or write "For"'),
)


def complaints(
    root: pathlib.Path, names: Iterable[str], clean: tuple[str, ...] = CLEAN,
    allowed: tuple[tuple[str, str], ...] = ALLOWED,
) -> list[str]:
    """What is wrong in those of the files that lie under the clean paths."""
    found = []
    used = set()
    for name in names:
        if not any(name == path or name.startswith(f"{path}/") for path in clean):
            continue
        text = (root / name).read_text(encoding="utf-8")
        lines = text.split("\n")
        for number, words in findings(name, text):
            place = next((place for place in allowed if place[0] == name and place[1] in lines[number - 1]), None)
            if place:
                used.add(place)
            else:
                found.append(f"{name}:{number}: {words}")
    return found + [f"{path}: allowed, but not found: {part!r}" for path, part in allowed if (path, part) not in used]


def findings(name: str, text: str) -> list[tuple[int, str]]:
    """The numbers of the lines with a construction, or longer than they may be, and what to do about each."""
    ending = pathlib.PurePath(name).suffix
    if ending not in ENDINGS:
        return []
    prose = PROSE[ending](text)
    found = []
    for construction in CONSTRUCTIONS:
        for match in construction.places(prose):
            words = " ".join(match[0].split())
            found.append((prose.count("\n", 0, match.start()) + 1, f'"{words}": {construction.remedy}'))
    for number, (line, shown) in enumerate(zip(text.split("\n"), prose.split("\n"), strict=True), 1):
        is_prose = re.search(WORDS, shown) is not None
        if len(line) > COLUMNS and is_prose and not (ending == ".md" and line.startswith("|")):
            found.append((number, f"longer than {COLUMNS} columns"))
    return sorted(found)


# Prose of a language: a text of the same length, in which all else is blanked.


def blanked(text: str) -> str:
    """A piece of code of the same length and with the same lines. A plus sign may join two literals."""
    return re.sub(r"[^\s+]", CODE, text).replace("+", " ")


def without(pattern: str, text: str, by: str = CODE) -> str:
    """The text with its matches blanked; ends of lines stay."""
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", by, match[0]), text, flags=re.MULTILINE | re.DOTALL)


def prose_of_markdown(text: str) -> str:
    """The text but for blocks and spans of code, and the targets of links."""
    text = without(r"^[ \t]*```.*?^[ \t]*```", text)
    text = without(r"(?<=\n\n)(?:    [^\n]*\n)+(?=\n|\Z)", text)
    text = without(r"`[^`]+`|(?<=\])\([^)\s]*\)", text)
    return without(r"^[ \t]*>", text, " ")


# Comments and literals of Swift; an interpolation counts as a part of its literal.
SWIFT = r'//[^\n]*|/\*.*?\*/|(#*)"""(?:.*?)"""\1|(#+)"[^\n]*?"\2|"(?:\\.|[^"\\\n])*"'
C = r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"


def prose_of_c(text: str, tokens: str = C) -> str:
    """The comments and the literals of a file in Swift, C or C++."""
    pieces, end = [], 0
    for match in re.finditer(tokens, text, re.DOTALL):
        pieces += [blanked(text[end : match.start()]), plain(match[0])]
        end = match.end()
    return "".join([*pieces, blanked(text[end:])])


def prose_of_swift(text: str) -> str:
    """The comments and the literals of a file in Swift."""
    return prose_of_c(text, SWIFT)


# From Python 3.12 on, an f-string is several tokens.
TEXTS = {tokenize.COMMENT, tokenize.STRING} | {
    getattr(tokenize, name) for name in ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END") if hasattr(tokenize, name)
}


def prose_of_python(text: str) -> str:
    """The comments and the literals of a file in Python."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    pieces, end = [], 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in TEXTS:
            first, last = (starts[row - 1] + column for row, column in (token.start, token.end))
            pieces += [blanked(text[end:first]), plain(text[first:last])]
            end = last
    return "".join([*pieces, blanked(text[end:])])


def plain(token: str) -> str:
    """A comment or a literal without its marks, its spans of code and its escapes."""
    if token.startswith(("/", "#")):
        token = without(r"^[ \t]*(?:/\*+|\*+/?|//+|#+)|\*/\Z", token, " ")
    else:
        token = without(r"\A[A-Za-z]{0,2}#*[\"']+|[\"']+#*\Z|\\n", token, " ")
    return without(r"`[^`\n]+`", token)


PROSE: dict[str, Callable[[str], str]] = {
    ".md": prose_of_markdown,
    ".swift": prose_of_swift,
    ".c": prose_of_c,
    ".cpp": prose_of_c,
    ".h": prose_of_c,
    ".hpp": prose_of_c,
    ".py": prose_of_python,
}
