"""The operators for the bindings. Each puts a mistake into the place of a piece of text.

A mutant of a binding has no switch: its whole folder compiles in seconds, so bindings.py writes the mistake into a copy
of the file. A compiler takes out what does not fit.
"""

import dataclasses
import re
from collections.abc import Iterator

from mutating import operators
from mutating.mutant import Mutant

SLASHES = r"/\*.*?\*/|//[^\n]*"
QUOTED = r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
# Comments and literals, by the endings of files.
PROSE = {ending: re.compile(pattern, re.DOTALL) for ending, pattern in {
    ".go": rf"{SLASHES}|`[^`]*`|{QUOTED}",
    ".java": rf'{SLASHES}|"""(?:\\.|.)*?"""|{QUOTED}',
    ".js": rf"{SLASHES}|`[^`]*`|{QUOTED}",
    ".lua": rf"--\[\[.*?\]\]|--[^\n]*|\[\[.*?\]\]|{QUOTED}",
    ".rb": r"""#[^\n]*|"(?:#\{[^}]*\}|\\.|[^"\\])*"|'(?:\\.|[^'\\\n])*'""",
    ".rs": rf"""{SLASHES}|r#".*?"#|"(?:\\.|[^"\\])*"|'(?:\\(?:u\{{[^}}]*\}}|.)|[^\\'\n])'""",
}.items()}
# The languages whose statements end with a semicolon.
SEMICOLON = (".java", ".js", ".rs")
# The mistake in place of a comparison: first at the boundary, then its opposite.
MISTAKES = {**operators.MISTAKES, "~=": ("==",)}
COMPARISON = re.compile(r"(?<=\s)(?:===|!==|==|!=|~=|<=|>=|<|>)(?=\s)")
OTHER_LOGIC = {"&&": "||", "||": "&&", "and": "or", "or": "and"}
LOGIC = re.compile(r"(?<=\s)(?:&&|\|\||and|or)(?=\s)")
# A negation that is left out, and Ruby's words, which stand for each other.
NEGATION = re.compile(r"!(?=[\w(])(?<![\w)]!)|\bnot\s+")
OTHER_WORD = {"if": "unless", "unless": "if", "while": "until", "until": "while"}
WORD = re.compile(r"(?<!els)\b(?:if|unless|while|until)\b(?= )")
# A condition that is negated, and by what.
CONDITION = {
    ".go": re.compile(r"\b(?:if|for)\s+(?:[^{;\n]*;\s*)?(?P<clause>[^{;\n]+?)\s*\{\n"),
    ".rs": re.compile(r"\b(?:if|while)\s+(?P<clause>(?!let\b)[^{;\n]+?)\s*(?:\{|=>)"),
    ".java": re.compile(r"\b(?:if|while) \((?P<clause>[^{;\n]+)\)(?= |$)", re.MULTILINE),
    ".js": re.compile(r"\b(?:if|while) \((?P<clause>[^{;=\n]+(?:===[^{;\n]+)?)\) "),
    ".lua": re.compile(r"\b(?:if|elseif|while|until)\s+(?P<clause>[^\n]+?)(?=\s+(?:then|do)\b|\n)"),
}
NO_CONDITION = re.compile(r":=|\brange\b|\blet\b|(?<![=!<>~])=(?!=)")
NUMBER = re.compile(r"(?<![\w.$#])(?:0|[1-9]\d*)(?![\w.]|\s*:)")
TRUTH = re.compile(r"(?<![\w.:])(?:true|false)\b(?!\w)")
# Tables, which Tests/contract compares with the header: lines of numbers, and constants of the contract.
TABLE = 3
NO_CONSTANTS = re.compile(r"\b(?:Status|Source|Kind)\b[ (=]+\d|^\s*#\[")
NAME = r"(?:\*|@|@@)?(?:this\.#?|self[.:])?[A-Za-z_]\w*(?:(?:\.#?|::|:|->|&\.|\?\.)\w+[!?]?|\[[^\]]*\]|\([^()]*\))*"
STATEMENT = re.compile(rf"(?:await )?{NAME}(?:\(.*\)\??|\s*(?:[-+*/|&^]?=|<<)(?![=>])\s*\S.*|\+\+|--)\Z", re.DOTALL)
NO_STATEMENT = re.compile(
    r"(?:if|elseif|elsif|unless|while|until|for|switch|case|catch|func|function|fn|def|local|let|var|const|return|super|"
    r"new|throw|raise|panic|error|require|import|module|class|super|constructor|unsafe|match|assert|async|static)\b")
INLINE = re.compile(r"\{ (?P<body>[^{};\n]+);? \}")
INLINE_LUA = re.compile(r"(?:\)|\bthen|\bdo)\s+(?P<body>[^\n;]+?) end\b")
INLINE_RUBY = re.compile(r"\bdef [\w.?!]+(?:\([^()]*\))? = (?P<body>[^\n]+)")
LEAVING = re.compile(r"(?:break|continue|return|next)\Z")
RESET = re.compile(
    r"unlock|release|close|free|clear|remove|delete|cancel|reset|drop|=\s*(?:nil|null|None|false|0)\Z", re.I)
CALL = re.compile(
    r"(?<!func )(?<!function )(?<!fn )(?<!def )(?<!#\[)(?<!\w)[\w.:]+\("
    r"(?P<first>[A-Za-z_]\w*), (?P<second>[A-Za-z_]\w*)(?=[,)])(?![^()\n]*\) \{$)", re.MULTILINE)


@dataclasses.dataclass
class _File:
    name: str
    text: str

    def __post_init__(self) -> None:
        self.ending = self.name[self.name.rindex("."):]
        self.code = _masked(self.text, self.ending)

    def mutant(self, start: int, end: int, changed: str, kind: str) -> Mutant:
        line = self.text.count("\n", 0, start) + 1
        return Mutant(self.name, line, start, end, self.text[start:end], changed, kind)


def mutants(name: str, text: str) -> Iterator[Mutant]:
    """Every mutant of a file of a binding."""
    if name.endswith((".c", ".h")):
        # The operators of C, with the switch on.
        for each in operators.operators(name, text):
            yield dataclasses.replace(each, changed=each.changed.replace("$mutant", "1"))
        return
    file = _File(name, text)
    yield from _conditions(file)
    yield from _constants(file)
    yield from _statements(file)
    for call in CALL.finditer(file.code):
        if call["first"] != call["second"]:
            swapped = f"{call['second']}, {call['first']}"
            yield file.mutant(call.start("first"), call.end("second"), swapped, "swapped arguments")


def _masked(text: str, ending: str) -> str:
    """The text with blanks in place of comments, and with literals of nothing but `x`."""
    def blank(found: re.Match[str]) -> str:
        is_comment = found[0].startswith(("/*", "//", "--", "#"))
        inner = re.sub(r"[^\n]", " " if is_comment else "x", found[0])
        return inner if is_comment or len(inner) < 2 else f'"{inner[1:-1]}"'

    return PROSE[ending].sub(blank, text)


def _conditions(file: _File) -> Iterator[Mutant]:
    for found in COMPARISON.finditer(file.code):
        for place, mistake in enumerate(MISTAKES[found[0]]):
            kind = "boundary" if place == 0 and found[0][0] in "<>" else "comparison"
            # Lua's "not equal" has a sign of its own.
            sign = "~=" if mistake == "!=" and file.ending == ".lua" else mistake
            yield file.mutant(found.start(), found.end(), sign, kind)
    for found in LOGIC.finditer(file.code):
        yield file.mutant(found.start(), found.end(), OTHER_LOGIC[found[0]], "boolean operator")
    for found in NEGATION.finditer(file.code):
        yield file.mutant(found.start(), found.end(), "", "negated condition")
    if file.ending == ".rb":
        for found in WORD.finditer(file.code):
            yield file.mutant(found.start(), found.end(), OTHER_WORD[found[0]], "negated condition")
    elif file.ending in CONDITION:
        for found in CONDITION[file.ending].finditer(file.code):
            start, end = found.span("clause")
            if not NO_CONDITION.search(found["clause"]):
                negation = "not " if file.ending == ".lua" else "!"
                yield file.mutant(start, end, f"{negation}({file.text[start:end]})", "negated condition")


def _constants(file: _File) -> Iterator[Mutant]:
    place = 0
    for line in file.code.split("\n"):
        numbers = list(NUMBER.finditer(line))
        for found in [] if len(numbers) >= TABLE or NO_CONSTANTS.search(line) else numbers:
            yield file.mutant(place + found.start(), place + found.end(), str(int(found[0]) + 1), "constant")
        for found in TRUTH.finditer(line):
            other = "false" if found[0] == "true" else "true"
            yield file.mutant(place + found.start(), place + found.end(), other, "constant")
        place += len(line) + 1


def _statements(file: _File) -> Iterator[Mutant]:
    def dropped(start: int, end: int, instead: str = "") -> Mutant:
        kind = "dropped reset" if RESET.search(file.code[start:end]) else "dropped statement"
        return file.mutant(start, end, instead, kind)

    before, place = "{", 0
    lines = file.code.split("\n")
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        bare = line.strip()
        ends = bare.endswith(";") if file.ending in SEMICOLON else not operators.CONTINUED.match(following.strip())
        body = bare.rstrip(";")
        is_whole = ends and not operators.UNFINISHED.search(before) and not bare.endswith((",", "{", "do", "|"))
        if is_whole and (LEAVING.match(body) or _is_statement(body)):
            start = place + line.index(bare)
            yield dropped(start, start + len(bare))
        before, place = bare or before, place + len(line) + 1
    pattern = {".lua": INLINE_LUA, ".rb": INLINE_RUBY}.get(file.ending, INLINE)
    for found in pattern.finditer(file.code):
        if pattern is INLINE_RUBY or _is_statement(found["body"]):
            yield dropped(*found.span("body"), "nil" if pattern is INLINE_RUBY else "")


def _is_statement(body: str) -> bool:
    """A call or an assignment, with its brackets closed."""
    balance = [body.count(opening) - body.count(closing) for opening, closing in ("()", "[]", "{}")]
    return not any(balance) and bool(STATEMENT.match(body)) and not NO_STATEMENT.match(body)
