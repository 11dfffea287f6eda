"""What the languages share when they write text: names without prefix and in other cases, comments, the first line."""

import re
import textwrap

COLUMNS = 120
PREFIXES = ("swiftpager_", "SWIFTPAGER_")
# The first line of each file that is written, behind the sign of a comment.
NOTE = "Written by scripts/bindings from include/swiftpager.abi.json: run `make headers`."


def bare(name: str) -> str:
    """A name without the prefix of the library: "client_create", "INVALID_HANDLE"."""
    return name[len(PREFIXES[0]):] if name.startswith(PREFIXES) else name


def pascal(name: str) -> str:
    """A name as `ClientCreate` or `InvalidHandle`, without the prefix of the library."""
    return "".join(word.capitalize() for word in bare(name).split("_"))


def camel(name: str) -> str:
    """A name as `clientCreate`, without the prefix of the library."""
    first, *others = bare(name).split("_")
    return first.lower() + "".join(word.capitalize() for word in others)


def brief(comment: str) -> str:
    """The first sentence of a comment, on one line."""
    paragraph = " ".join(comment.split("\n\n")[0].split())
    match = re.match(r"(.+?\.)(?= [A-Z0-9`]|$)", paragraph)
    return match[1] if match else paragraph


def commented(comment: str, sign: str, columns: int = COLUMNS) -> list[str]:
    """The lines of a comment, each behind a sign like "// ", none longer than `columns`.

    Paragraphs are wrapped anew. Tables, lists and examples keep their lines, and a line that is too long is broken.
    """
    lines: list[str] = []
    for paragraph in comment.split("\n\n"):
        before = paragraph.splitlines()
        is_prose = not any(re.match(r" |- |\S+  +\S", line) for line in before)
        for line in [" ".join(before)] if is_prose else before:
            # Where the text of a row begins.
            start = re.match(r" *(?:- |\S+(?:, \S+)*  +)?", line)
            indent = start.end() if start and start.end() < columns // 2 else 0
            lines += textwrap.wrap(
                line[indent:], columns - len(sign), initial_indent=line[:indent], subsequent_indent=" " * indent,
                break_long_words=False, break_on_hyphens=False)
        lines.append("")
    return [f"{sign}{line}".rstrip() for line in lines[:-1]]
