"""Turns the comments of swiftpager.h into Markdown, for scripts/reference.py.

A paragraph of a comment is prose, a list, an example (indented by four blanks), or a table (terms on the left, what
they mean on the right).
"""

import re
import textwrap
from collections.abc import Iterable, Iterator

COLUMNS = 120
# A table's row: a term, two blanks or more (after a brace, one), and its text, which may begin on the next line.
ROW = re.compile(r"(\{[^{}]*\}|\S+(?: \S+)*?(?=  |$))(?: +(\S.*))?")
INDENTED_TABLE = re.compile(r"(?:^  \S.*\n(?:^ {20,}\S.*\n)*){2,}", re.MULTILINE)
# How the header names a section or a topic: see "Callbacks".
TITLE = re.compile(r'(?<=[Ss]ee )"[A-Z][\w ]+"|(?<=of )"Callbacks"|(?<=and )"Memory"')
FUNCTION = re.compile(r"(?<![\w/`])(swiftpager_\w+)(\(\))")
# Pieces of JSON, names that begin with an underscore, and pairs of brackets, which are links in Markdown.
CODE = re.compile(r'\{(?:(?! or | how )[^{}()])*\}|"[^"\s]*"|\[[^\[\]]*\]|(?<!\w)_\w+(?:\(\))?|\w+_\w*\*')
CONFIGS = {"Config of a client", "Config of a pager", "Options of a load", "Request to execute"}


def slug(title: str) -> str:
    """The name that a heading has in links."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text; what is indented belongs together."""
    found: list[str] = []
    # A table between the lines of a paragraph is indented by two blanks.
    text = INDENTED_TABLE.sub(lambda rows: f"\n{textwrap.dedent(rows[0])}\n", text)
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        if found and part.startswith("    ") and found[-1].startswith("    "):
            found[-1] += "\n\n" + part
        else:
            found.append(part)
    return found


def inline(text: str, known: set[str]) -> str:
    """A line of prose, with links to the functions and topics that it names, and safe from Markdown."""
    codes: list[str] = []

    def keep(markdown: str) -> str:
        codes.append(markdown)
        return f"\0{len(codes) - 1}\0"

    def function(match: re.Match[str]) -> str:
        return keep(f"[`{match[0]}`](#{match[1]})" if match[1] in known else f"`{match[0]}`")

    def title(match: re.Match[str]) -> str:
        name = match[0].strip('"')
        if name in CONFIGS:
            return keep(f"[{name}](../configuration.md#{slug(name)})")
        return keep(f"[{name}](#{slug(name)})") if name in known else match[0]

    text = re.sub(r"`[^`]+`", lambda match: keep(match[0]), text)
    text = re.sub(r'(?<=") in docs/configuration\.md', "", text)
    text = re.sub(r"\bdocs/(\w+\.md)", lambda match: keep(f"[{match[1]}](../{match[1]})"), text)
    text = TITLE.sub(title, FUNCTION.sub(function, text))
    text = CODE.sub(lambda match: keep(f"`{match[0]}`"), text)
    text = text.replace("<", "&lt;").replace("*", r"\*")
    while "\0" in text:
        text = re.sub(r"\0(\d+)\0", lambda match: codes[int(match[1])], text)
    # Code within code has lost its outer marks.
    return re.sub(r"``+", "`", text)


def wrapped(text: str, further: str = "") -> str:
    """Prose in lines of 120 columns; a link is never broken."""
    return textwrap.fill(text, COLUMNS, subsequent_indent=further, break_long_words=False, break_on_hyphens=False)


def rows(paragraph: str) -> list[tuple[str, str]]:
    """The terms and texts of a table; none if the paragraph is not one."""
    lines = paragraph.splitlines()
    matches = [ROW.fullmatch(line) for line in lines]
    # All texts begin in one column.
    columns = {match.start(2) for match in matches if match and match[2] is not None}
    columns |= {len(line) - len(line.lstrip()) for line in lines if line.startswith(" ")}
    if len(columns) != 1 or min(columns) < 5:
        return []
    found: list[tuple[str, str]] = []
    for line, match in zip(lines, matches, strict=True):
        if line.startswith(" ") and found:
            term, text = found[-1]
            found[-1] = term, f"{text} {line.strip()}".strip()
        elif match and (match[2] is not None or line is not lines[-1]):
            found.append((match[1], match[2] or ""))
        else:
            return []
    return found


def table(head: tuple[str, ...], body: Iterable[tuple[str, ...]]) -> str:
    """A table of Markdown."""
    lines = [head, ("---",) * len(head), *body]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines)


def markdown(text: str, known: set[str], left_out: frozenset[str] = frozenset()) -> Iterator[str]:
    """The parts of a comment as Markdown, without the tables of parameters with these names."""
    for paragraph in filter(None, paragraphs(text)):
        entries = rows(paragraph)
        if paragraph.startswith("    "):
            code = textwrap.dedent(paragraph)
            yield f"```{'json' if code.startswith('{') else 'c'}\n{code}\n```"
        elif entries and {name for term, _ in entries for name in term.split(", ")} <= left_out:
            continue
        elif paragraph.startswith("# "):
            yield f"####{paragraph[1:]}"
        elif entries:
            yield table(("", ""), [(f"`{term}`", inline(text, known)) for term, text in entries])
        else:
            before, *items = re.split(r"^- ", paragraph, flags=re.MULTILINE)
            if before.strip():
                yield wrapped(inline(" ".join(before.split()), known))
            if items:
                yield "\n".join(wrapped("- " + inline(" ".join(item.split()), known), "  ") for item in items)
