"""The page c/reference.md of the site: what the headers and include/swiftpager.abi.json say."""

import json
import pathlib
import re
from collections.abc import Iterator
from typing import Any

from comment_markdown import inline, markdown, slug, table, wrapped
from declarations import BANNER, plain

INCLUDE = pathlib.Path(__file__).resolve().parents[1] / "include"
# Sections that other parts of the page or of the site replace.
LEFT_OUT = {"Functions at a glance", "Types", "Ownership"}
PREFACE = """\
# C reference

After this page you know of each function what it does, who owns what it takes and gives, which statuses it returns,
and whether it waits or calls back. [C in ten minutes](index.md) is the way in; the keys of configs are in
[Configuration](../configuration.md). The page is the text of `swiftpager.h` and `swiftpager_arrow.h`, which are
installed with the library. Comments name statuses, sources and kinds without their prefix `SWIFTPAGER_`.

Every function also returns INVALID_ARGUMENT for a NULL that it does not allow. A parameter may not be NULL unless the
table of the function says so.
"""
OWNERSHIP = {
    ("out", "owns"): "yours: {release} gives it back", ("out", "borrows"): "lent, until the {lives_until}",
    ("in", "borrows"): "stays yours; used until the {lives_until}", ("in", "consumes"): "the call takes it over",
}
NULLABLE = {True: "may be", False: "no", None: ""}
WAITS = {
    None: "no", "timeout_ms": "up to `timeout_ms`",
    "store": "for the cache, which may be a file", "50 ms": "at most 50 ms, for a callback on another thread",
}
CALLS_BACK = {
    "client": "the callbacks that wait for the client", "pager": "the callbacks of its own pager",
    "cancel": "`cancel` of a transport, if the call ends the client", "destroy": "destroy functions",
    "resolve_page": "the hook resolve_page, for a config with `resume`",
    "refused": "the destroy function that it was given, if the library refuses the call",
}


def page() -> str:
    """The page, as Markdown."""
    contract = json.loads((INCLUDE / "swiftpager.abi.json").read_text())
    header = "".join((INCLUDE / name).read_text() for name in ("swiftpager.h", "swiftpager_arrow.h"))
    return "\n\n".join([PREFACE.rstrip(), *_Page(header, contract).parts()]) + "\n"


class _Page:
    def __init__(self, header: str, contract: dict[str, Any]) -> None:
        self.contract = contract
        self.functions = {function["name"]: function for function in contract["functions"]}
        # The title of each section and its text, without what stands before the first one.
        _, *parts = re.split(BANNER, header)
        self.sections = dict(zip(parts[::2], parts[1::2], strict=True))
        topics = re.findall(r"^ \* # (.+)$", header, flags=re.MULTILINE)
        structures = {each["name"] for kind in ("structures", "callbacks") for each in contract[kind]}
        self.known = {*self.functions, *topics, *structures}

    def parts(self) -> Iterator[str]:
        yield "## Functions at a glance"
        for title, text in self.sections.items():
            if names := re.findall(r"^SWIFTPAGER_API [^;]*?\b(swiftpager_\w+)\(", text, flags=re.MULTILINE):
                links = ", ".join(f"[`{name.removeprefix('swiftpager_')}`](#{name})" for name in names)
                yield wrapped(f"**[{title}](#{slug(title)})**: {links}")
        yield from self._types()
        for title, text in self.sections.items():
            if title not in LEFT_OUT:
                yield f"## {title}"
                yield from self._section(text)

    def _section(self, text: str) -> Iterator[str]:
        """The comments of a section: each is a function's, or stands alone."""
        for comment in re.finditer(r"^/\*.*?\*/\n", text, flags=re.MULTILINE | re.DOTALL):
            declaration = re.match(r"SWIFTPAGER_API [^;]*?\b(swiftpager_\w+)\([^;]*;", text[comment.end():])
            if declaration:
                yield from self._function(self.functions[declaration[1]], declaration[0])
            else:
                # A topic, and sometimes text without one.
                for topic in re.split(r"^(?=# )", plain(comment[0]), flags=re.MULTILINE):
                    head, _, rest = topic.partition("\n") if topic.startswith("# ") else ("", "", topic)
                    if head:
                        yield f"##{head}"
                    yield from markdown(rest.strip("\n"), self.known)

    def _function(self, function: dict[str, Any], declaration: str) -> Iterator[str]:
        parameters = function["parameters"]
        yield f"### `{function['name']}`"
        lines = declaration.removeprefix("SWIFTPAGER_API ").splitlines()
        yield "```c\n" + "\n".join([lines[0], *("    " + line.strip() for line in lines[1:])]) + "\n```"
        text = re.sub(r"\n*^Errors: .*?(?=\n\n|\Z)", "", function["comment"], flags=re.DOTALL | re.MULTILINE)
        yield from markdown(text, self.known, frozenset(parameter["name"] for parameter in parameters))
        if parameters:
            yield table(("parameter", "", "NULL", "memory"), [self._parameter(each) for each in parameters])
        yield "\n".join(wrapped(f"- {line}", "  ") for line in self._facts(function))

    def _parameter(self, parameter: dict[str, Any]) -> tuple[str, ...]:
        nullable = NULLABLE[parameter.get("nullable")]
        memory = OWNERSHIP.get((parameter["direction"], str(parameter.get("ownership"))), "").format(
            release=" or ".join(self._releaser(name) for name in parameter.get("release_with", [])),
            lives_until=parameter.get("lives_until"))
        return f"`{parameter['name']}`", inline(parameter.get("comment", ""), self.known), nullable, memory

    def _releaser(self, name: str) -> str:
        # A struct of Arrow has its own.
        return f"[`{name}()`](#{name})" if name in self.functions else f"its own function `{name}`"

    def _facts(self, function: dict[str, Any]) -> Iterator[str]:
        returns = function["returns"]
        if "lives_until" in returns:
            yield f"**Result:** lent, until the {returns['lives_until']}."
        errors = re.search(r"^Errors: (.*?)(?=\n\n|\Z)", function["comment"], flags=re.DOTALL | re.MULTILINE)
        if errors:
            yield f"**Statuses beside OK:** {inline(' '.join(errors[1].split()), self.known)}"
        if function["returns_end_of_operation"] and not errors:
            yield "**Statuses beside OK:** how the operation ended."
        back = "; ".join(CALLS_BACK[each] for each in function["calls_back"])
        yield f"**Waits:** {WAITS[function['waits']]}. **Calls back:** {back or 'nothing'}."

    def _types(self) -> Iterator[str]:
        yield "## Ownership"
        comment = re.search(r"/\*\n \* what .*?\*/", self.sections["Ownership"], flags=re.DOTALL)
        assert comment is not None
        yield table(("what", "owner", "until when"), _columns(plain(comment[0]), self.known))
        yield "## Types"
        handles = [(f"`{each['name']}`", inline(each["comment"], self.known)) for each in self.contract["handles"]]
        yield table(("handle", ""), handles)
        for enumeration in self.contract["enums"]:
            yield f"### `{enumeration['name']}`"
            yield from markdown(enumeration["comment"], self.known)
            yield table(("value", "number", ""), [
                (f"`{member['name']}`", str(member["value"]), inline(member.get("comment", ""), self.known))
                for member in enumeration["members"]
            ])
        for each in [*self.contract["structures"], *self.contract["callbacks"]]:
            if each.get("comment"):
                yield f"### `{each['name']}`"
                yield from markdown(each["comment"], self.known)


def _columns(text: str, known: set[str]) -> list[tuple[str, ...]]:
    """The rows of a table of three columns, which begin where those of its first line do."""
    first, _, rest = text.partition("\n")
    starts = [match.start() for match in re.finditer(r"(?:^|(?<=  ))\S", first)]
    found: list[list[str]] = []
    for line in filter(str.strip, rest.splitlines()):
        cells = [line[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)]
        if line.startswith(" "):
            found[-1] = [f"{before} {cell}".strip() for before, cell in zip(found[-1], cells, strict=True)]
        else:
            found.append(cells)
    return [tuple(inline(cell, known) for cell in row) for row in found]
