"""The operators: every mistake that they know in a text of Swift, C or C++. operators_python.py has those of Python.

They read a text without comments and texts, by brackets and not by a grammar: the compiler takes out what does not fit.
"""

import re
from collections.abc import Iterator

from literals import masked
from mutating.mutant import Mutant

OPENING, CLOSING = "([{", ")]}"
# The mistake in place of a comparison: first at the boundary, then its opposite.
MISTAKES = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "===": ("!==",), "!==": ("===",),
}
COMPARISON = re.compile(r"(?<=\s)(===|!==|==|!=|<=|>=|<|>)(?=\s)")
LOGIC = re.compile(r"(?<=\s)(&&|\|\|)(?=\s)")
# What a clause may not begin with or contain to be an expression of its own.
NO_CLAUSE = re.compile(r"^(?:let|var|case|_)\b|^[#;]|\b(?:try|await)\b|[{}]|\?\s|:\s.*\?")
CONDITION = {
    "swift": re.compile(r"(?<!#)\b(?:if|guard|while)\s+(?=\S)"),
    "c": re.compile(r"(?<!#)\b(?:if|while)\s*\((?=\S)"),
}
RETURN = re.compile(r"\breturn\s+(?=\S)")
# A statement on one line: a call, or an assignment.
STATEMENT = re.compile(
    r"(?:(?:try|await)[?!]?\s+)*(?:self\.)?[A-Za-z_*][\w.!?]*(?:->\w+|\[[^\]]*\])*"
    r"(?:\(.*\)|\s*\{.*\}|\s*[-+*/|&]?=\s*\S.*|\+\+|--|\([^()]*\)\s*\{.*\})\Z", re.DOTALL)
# What begins no statement that can be left out; an initializer needs each of its assignments to self.
KEYWORD = re.compile(
    r"(?:let|var|func|case|default|if|guard|else|for|while|do|switch|return|throw|import|struct|class|enum|extension|"
    r"protocol|init|deinit|private|fileprivate|package|public|static|typealias|defer|precondition|assert|"
    r"fatalError|typedef|const|extern|goto|super)\b|self\.init\b|self\.\w+\s*=")
LEAVING = re.compile(r"(?:break|continue|return)\Z")
RESET = re.compile(r"lock|reset|remove|cancel|invalidate|=\s*(?:nil|NULL|false|0|\[\]|\[:\]|\.none)\Z", re.IGNORECASE)
UNFINISHED = re.compile(r"(?:[-+*/%=&|<>?,(\[.]|->|\breturn|\btry|\bawait)\Z")
CONTINUED = re.compile(r"[.?:&|+*/=<>]|-[^-]")
NUMBER = re.compile(r"(?<![\w.$#])(?:0|[1-9]\d*)(?![\w.]|\s*:)")
TRUTH = re.compile(r"(?<![\w.`])(?:true|false)(?![\w`])")
TRUTHS = {"true": "!$mutant", "false": "$mutant"}
NO_CONSTANTS = re.compile(r"^\s*(?:case\b|@|#|//)|@available|\bindirect\b|_silgen_name|\benum\b")
SIMPLE = re.compile(r"(\s*(?:\w+:\s*)?)([A-Za-z_][\w.]*)(\s*)\Z")


def operators(file: str, text: str) -> Iterator[Mutant]:
    """Every mutant of a file of Swift, C or C++."""
    code = masked(text)
    language = "swift" if file.endswith(".swift") else "c"

    def mutant(start: int, end: int, changed: str, kind: str) -> Mutant:
        return Mutant(file, text.count("\n", 0, start) + 1, start, end, text[start:end], changed, kind)

    for start, end in _clauses(code, language):
        for first, last, changed, kind in _of_clause(text, code, start, end):
            yield mutant(first, last, changed, kind)
    semicolon = ";" if language == "c" else ""
    for start, stop in _statements(code, language):
        body = text[start:stop]
        kind = "dropped reset" if RESET.search(code[start:stop]) else "dropped statement"
        yield mutant(start, stop, f"if (!$mutant) {{ {body}{semicolon} }}", kind)
        if swapped := _swapped(body, code[start:stop]):
            both = f"if ($mutant) {{ {swapped}{semicolon} }} else {{ {body}{semicolon} }}"
            yield mutant(start, stop, both, "swapped arguments")
    for start, stop, changed in _constants(code):
        yield mutant(start, stop, changed, "constant")


def _clauses(code: str, language: str) -> Iterator[tuple[int, int]]:
    """Where the clauses of conditions stand, and the comparisons that a function returns."""
    for found in CONDITION[language].finditer(code):
        end = _first(code, found.end(), ")" if language == "c" else "{")
        if end is not None:
            condition = code[found.end():end]
            if found[0].startswith("guard"):
                condition = re.sub(r"\belse\s*\Z", "", condition)
            yield from _split(code, found.end(), found.end() + len(condition))
    for found in RETURN.finditer(code):
        end = _first(code, found.end(), ";\n" if language == "c" else "\n};")
        if end is not None and COMPARISON.search(code, found.end(), end):
            yield found.end(), end


def _depths(code: str) -> Iterator[int]:
    """The number of open brackets in front of each sign."""
    depth = 0
    for sign in code:
        yield depth
        depth += (sign in OPENING) - (sign in CLOSING)


def _first(code: str, start: int, closing: str) -> int | None:
    """Where one of the signs stands first outside of brackets."""
    for place, depth in enumerate(_depths(code[start:start + 2000]), start):
        if depth < 0:
            return None
        if depth == 0 and code[place] in closing:
            return place
    return None


def _split(code: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The clauses between the commas outside of brackets, without the blanks around them."""
    while start < end:
        comma = _first(code[:end], start, ",")
        last = end if comma is None else comma
        clause = code[start:last]
        yield start + len(clause) - len(clause.lstrip()), start + len(clause.rstrip())
        start = last + 1


def _outside(pattern: re.Pattern[str], code: str, start: int, end: int) -> list[re.Match[str]]:
    """What fits a pattern outside of brackets."""
    depths = list(_depths(code[start:end]))
    return [found for found in pattern.finditer(code, start, end) if depths[found.start() - start] == 0]


def _of_clause(text: str, code: str, start: int, end: int) -> Iterator[tuple[int, int, str, str]]:
    """The mistakes in one expression of a Boolean."""
    if start >= end or NO_CLAUSE.search(code[start:end]):
        return
    whole = text[start:end]
    yield start, end, f"(({whole}) != $mutant)", "negated condition"
    logic = _outside(LOGIC, code, start, end)
    if len(logic) == 1:
        other = "||" if logic[0][0] == "&&" else "&&"
        left, right = text[start:logic[0].start()], text[logic[0].end():end]
        yield start, end, f"($mutant ? ({left}{other}{right}) : ({whole}))", "boolean operator"
    # A comparison binds closer than && and ||.
    edges = [start, *(edge for found in logic for edge in found.span()), end]
    for first, last in zip(edges[::2], edges[1::2], strict=True):
        compared = _outside(COMPARISON, code, first, last)
        if len(compared) == 1 and compared[0].start() > first:
            part = text[first:last]
            for place, mistake in enumerate(MISTAKES[compared[0][0]]):
                wrong = text[first:compared[0].start()] + mistake + text[compared[0].end():last]
                kind = "boundary" if place == 0 and mistake != "!=" and mistake != "==" else "comparison"
                lead, tail = part[:len(part) - len(part.lstrip())], part[len(part.rstrip()):]
                yield first, last, f"{lead}($mutant ? {wrong.strip()} : {part.strip()}){tail}", kind


def _statements(code: str, language: str) -> Iterator[tuple[int, int]]:
    """Where a statement fills a line; the semicolon of C is left out of the place and belongs to no statement.

    A `break` that is all of a case does nothing that could be left out.
    """
    stack: list[str] = []
    before, place = "{", 0
    lines = code.split("\n")
    for index, line in enumerate(lines):
        bare = line.strip()
        stop = len(bare) - 1 if language == "c" and bare.endswith(";") else len(bare)
        body = bare[:stop]
        following = next((each.strip() for each in lines[index + 1:] if each.strip()), "}")
        ends = bare.endswith(";") if language == "c" else not CONTINUED.match(following)
        begins = not UNFINISHED.search(before)
        if (body and stack and stack[-1] == "{" and begins and ends and _is_balanced(body) and not KEYWORD.match(body)
                and (STATEMENT.match(body) and not re.match(r"\w+\s+\*?\w+\s*=", body))) or (
                stack and stack[-1] == "{" and begins and LEAVING.match(body) and following.startswith("}")
                and not before.endswith(":")):
            start = place + line.index(bare)
            yield start, start + stop
        for sign in bare:
            if sign in OPENING:
                stack.append(sign)
            elif sign in CLOSING and stack:
                stack.pop()
        before = bare or before
        place += len(line) + 1


def _is_balanced(line: str) -> bool:
    # The sign at the end is in no text, and shows the depth behind the last one.
    *inside, last = _depths(f"{line} ")
    return last == 0 and min(inside, default=0) >= 0


def _swapped(body: str, code: str) -> str | None:
    """A call whose first two simple arguments change their places; their labels stay."""
    if not code.endswith(")") or "(" not in code:
        return None
    opening = code.index("(")
    if _first(code, opening + 1, ")") != len(code) - 1:
        return None
    simple = [(start, end, found) for start, end in _split(code, opening + 1, len(code) - 1)
              if (found := SIMPLE.match(body[start:end]))]
    if len(simple) < 2 or simple[0][2][2] == simple[1][2][2]:
        return None
    (start, end, first), (second_start, second_end, second) = simple[:2]
    return (body[:start] + first[1] + second[2] + body[end:second_start] + second[1] + first[2] + body[second_end:])


def _constants(code: str) -> Iterator[tuple[int, int, str]]:
    place = 0
    for line in code.split("\n"):
        for found in [] if NO_CONSTANTS.search(line) else [*NUMBER.finditer(line), *TRUTH.finditer(line)]:
            changed = TRUTHS.get(found[0]) or f"($mutant ? {int(found[0]) + 1} : {found[0]})"
            yield place + found.start(), place + found.end(), changed
        place += len(line) + 1
