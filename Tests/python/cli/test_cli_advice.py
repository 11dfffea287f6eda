"""Each option that a message names is one that the command which shows the message takes.

Two sources of messages: those of the library, which name settings, and which `_remedies` puts into the words of a
command; and those of the package, which name options.
"""

import argparse
import ast
import pathlib
import re
from collections.abc import Iterator

import pytest

from conftest import BINDING, REPOSITORY
from swiftpager._remedies import FLEET, LIST, MCP, QUERY, SYNC, Remedies
from swiftpager.cli.arguments import parser
from swiftpager.cli.fleet_arguments import fleet_parser
from swiftpager.cli.generate_arguments import generate_parser
from swiftpager.cli.mcp_arguments import mcp_parser
from swiftpager.cli.sync_arguments import sync_parser

PACKAGE = BINDING / "swiftpager"
PARSERS = {
    "swiftpager": parser(), "swiftpager sync": sync_parser(), "swiftpager fleet": fleet_parser(),
    "swiftpager mcp": mcp_parser(), "swiftpager generate": generate_parser(),
}
FACES: "dict[str, tuple[Remedies, str]]" = {
    "a query": (QUERY, "swiftpager"), "LIST": (LIST, "swiftpager"), "sync": (SYNC, "swiftpager sync"),
    "fleet": (FLEET, "swiftpager fleet"), "mcp": (MCP, "swiftpager mcp"),
}
# The words without which a parser refuses a command line, and what stands for the places of values.
NEEDED = {
    "swiftpager": ["URL"], "swiftpager sync": ["URL", "-o", "out"], "swiftpager mcp": ["URL", "-o", "out"],
    "swiftpager fleet": ["walks.ndjson", "--out", "out"],
    "swiftpager generate": ["--schema", "schema.graphql", "queries.graphql", "--swift", "out.swift"],
}
PLACES = {"N": "3", "SECONDS": "3"}

# A word that begins with hyphens, and what may be its value.
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*|-[pvHo])(?![\w-])(?:[ =]([\w./:-]+(?:=[\w./-]+)?))?")
SWIFT_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
PLACE = re.compile(r"\\\((?:[^()]|\([^()]*\))*\)")
JOINED = re.compile(r'"\s*\n?\s*\+ "')


# The library's messages


def texts_of_library() -> "list[str]":
    """The string literals of the library, joined where `+` joins them."""
    texts = []
    for path in sorted((REPOSITORY / "Sources").rglob("*.swift")):
        lines = [line for line in path.read_text().splitlines() if not line.lstrip().startswith("//")]
        joined = JOINED.sub("", "\n".join(lines))
        found = [PLACE.sub("…", text.replace('\\"', '"')) for text in SWIFT_TEXT.findall(joined)]
        texts += [text.replace("$…", "$x") for text in found if " " in text]
    return texts


# What a message may advise: a setting, or a limit that the caller has. Another kind of advice needs words for each
# command in `_remedies`.
ADVICE = re.compile(
    r'set "\w+": |(?<!-)\braise (?:"|the (?:connect )?timeout|the limit$)|` of `since`|"errors": "keep"'
    r"|[Aa]sk for more$|[Rr]aise the page size|request (?:less|smaller)|`budget`|set the variable `"
    r"|first page in the variables|as `pagination\.|shorten the `"
)
# Python's own objects alone show these.
OF_PYTHON = ("set \"emit\" to \"each\"",)


def advice() -> "list[str]":
    return [text for text in texts_of_library() if ADVICE.search(text) and not any(one in text for one in OF_PYTHON)]


def test_the_library_has_advice() -> None:
    found = "\n".join(advice())
    for one in ('"null_list": "empty"', '"check_total": false', '"unreached": "accept"', "raise the timeout",
                "ask for more", "`tolerate` of `since`", '"errors": "keep"', "`budget` of its retries",
                "shorten the `"):
        assert one in found


@pytest.mark.parametrize("face", FACES)
def test_advice_of_the_library_names_what_the_command_takes(face: str) -> None:
    remedies, command = FACES[face]
    for text in advice():
        told = remedies.words(text)
        assert told != text or face in ("fleet", "mcp", "a query"), text
        for taking, option, value in options_in(told, command):
            assert_taken(taking, option, value, told)
        if face == "LIST":
            # LIST takes no -p; its query does.
            assert "-p " not in told or "--print-query" in told, told
        for setting in ("set \"", "errors\": \"keep", "errors=\"keep", "the connect timeout"):
            assert setting not in told, told
        assert not told.endswith("or raise the limit"), told
        # Where nothing can change them, the message does not name them.
        assert "of its retries" not in told or "(" in told, told


@pytest.mark.parametrize(("face", "words"), [
    ("a query", "if it does, add -p null_list=empty"),
    ("LIST", "if it does, walk the query that --print-query writes, with -p null_list=empty"),
    ("sync", 'if it does, add "null_list": "empty" to "pagination" in the plan of shop.{orders} in _plan.json'),
    ("fleet", 'if it does, add "null_list": "empty" to the "pagination" of the walk'),
    ("mcp", "if it does, walk its query by `swiftpager URL --query-file FILE`, with -p null_list=empty"),
])
def test_a_setting_of_pages_is_in_the_words_of_each_command(face: str, words: str) -> None:
    message = 'if it does, set "null_list": "empty"'
    assert FACES[face][0].of("shop.{orders}").words(message) == words


def options_in(text: str, command: str) -> "Iterator[tuple[argparse.ArgumentParser, str, str]]":
    """The options that a text names, each with its value, and the parser of the command before it or of this one."""
    for found in OPTION.finditer(text):
        before = re.findall(r"swiftpager(?: (?:sync|fleet|mcp|generate)\b| (?=URL\b))", text[: found.start()])
        named = before[-1].strip() if before else command
        yield PARSERS[named], found[1], found[2] or ""


def assert_taken(taking: argparse.ArgumentParser, option: str, value: str | None, told: str) -> None:
    """Has the parser read an option, and the value that a message gives it."""
    action = taking._option_string_actions.get(option)
    assert action is not None, f"{taking.prog} does not take {option}: {told}"
    if value and action.nargs != 0:
        _, unknown = taking.parse_known_args([*NEEDED[taking.prog], option, PLACES.get(value, value)])
        assert not unknown, told


# The package's messages

ALL = tuple(PARSERS)
WALK = ("swiftpager",)
OF_LISTS = ("swiftpager", "swiftpager sync", "swiftpager mcp")
# Which commands show the messages of a module, or of a function in it; the first line that fits counts.
SHOWN_BY: "list[tuple[str, str, tuple[str, ...]]]" = [
    ("cli/fleet.py", "limits_from|scheduler_client", ("swiftpager fleet", "swiftpager sync")),
    ("cli/fleet", "", ("swiftpager fleet",)),
    ("cli/sync", "", ("swiftpager sync",)),
    ("cli/mcp", "", ("swiftpager mcp",)),
    ("cli/generate", "", ("swiftpager generate",)),
    ("generate/", "", ("swiftpager generate",)),
    ("sync/", "", ("swiftpager sync",)),
    ("mcp/", "", ("swiftpager mcp",)),
    ("fleet/", "", ("swiftpager fleet", "swiftpager sync")),
    ("dask/", "", ("swiftpager fleet", "swiftpager sync")),
    ("cli/planning.py", "_read", OF_LISTS),
    ("cli/planning.py", "scalars_from", ("swiftpager", "swiftpager sync")),
    ("cli/secrets.py", "_filled", OF_LISTS),
    ("schema/keeping.py", "", OF_LISTS),
    # These are shown through `_remedies`.
    ("schema/selecting.py", "", WALK),
    ("schema/", "", OF_LISTS),
    ("cli/", "", WALK),
    ("", "", ALL),
]
# A template of `_remedies` belongs to one command, which the test above looks at.
NO_MESSAGES = ("_remedies.py",)


def texts_of_package() -> "Iterator[tuple[str, str, str]]":
    """The texts of the package, with their modules and functions. Docstrings are not messages."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name not in NO_MESSAGES:
            yield from ((name, function, text) for function, text in _texts(ast.parse(path.read_text()), ""))


def _texts(node: ast.AST, function: str) -> "Iterator[tuple[str, str]]":
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield from _texts(child, child.name)
        elif isinstance(child, ast.JoinedStr):
            parts = [one.value if isinstance(one, ast.Constant) else "…" for one in child.values]
            yield function, "".join(map(str, parts))
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield function, child.value
        elif not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):
            yield from _texts(child, function)


def shown_by(module: str, function: str) -> "tuple[str, ...]":
    return next(
        commands for start, names, commands in SHOWN_BY
        if module.startswith(start) and (not names or re.fullmatch(names, function))
    )


def test_messages_of_the_package_name_options_that_the_command_takes() -> None:
    seen = set()
    for module, function, text in texts_of_package():
        for command in shown_by(module, function):
            for taking, option, _ in options_in(text, command):
                seen.add((command, option))
                # What follows may be the sentence, and not a value.
                assert_taken(taking, option, None, f"{module}: {text}")
    assert {("swiftpager sync", "--refresh"), ("swiftpager fleet", "--status"), ("swiftpager", "--nested")} <= seen


def test_the_modules_of_the_table_exist() -> None:
    for start, names, _ in SHOWN_BY:
        found = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).as_posix().startswith(start)]
        assert found, start
        for name in filter(None, names.split("|")):
            assert any(f"def {name}(" in pathlib.Path(path).read_text() for path in found), name
