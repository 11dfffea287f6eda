"""docs/environment.md names every environment variable that the sources read."""

import ast
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "environment.md").read_text()
# Swift, C and the languages of the bindings.
READ = re.compile(
    r'\b(?:getenv|Getenv|env::var|getOrDefault|ENV\.fetch)\((?!\))([^),]*)|(?:environment|ENV)\[([^\]]*)\]'
    r'|process\.env\.(\w+)'
)
# What every program has, and what is not the project's.
USUAL = {"PATH", "PYTHONPATH"}
# Reads of a name that a caller gives: the page describes them by their purpose.
GIVEN = {
    "bindings/python/swiftpager/_environment.py",  # headers_env
    "Tests/python/conftest.py", "Tests/c/servers.c", "Tests/TestSupport/TestServer.swift",
}


def files(*patterns: str) -> list[pathlib.Path]:
    return [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def literals(tree: ast.Module) -> dict[str, set[str]]:
    """The texts behind the names of a module."""
    found: dict[str, set[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            texts = {part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant)}
            found[node.targets[0].id] = {text for text in texts if isinstance(text, str)}
    return found


def is_environment(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "environ"


def names_of(path: pathlib.Path) -> set[str | None]:
    """The variables that a module of Python reads; None for a name that is not known."""
    tree = ast.parse(path.read_text())
    known = literals(tree)
    read: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and is_environment(node.value) and isinstance(node.ctx, ast.Load):
            read.append(node.slice)
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr == "get" and is_environment(function.value):
            read.append(node.args[0])
        if isinstance(function, ast.Attribute) and function.attr == "getenv":
            read.append(node.args[0])
        first = node.args[0] if node.args else None
        if isinstance(function, ast.Name) and function.id == "map" and isinstance(first, ast.Attribute):
            if is_environment(first.value):
                read.append(node.args[1])
    found: set[str | None] = set()
    for name in read:
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            found.add(name.value)
        else:
            found |= known.get(getattr(name, "id", ""), {None})
    return found


def names_in(path: pathlib.Path) -> set[str | None]:
    """The variables that a file of another language reads; None for a name that is not a text."""
    found: set[str | None] = set()
    for match in READ.finditer(path.read_text()):
        name = match[1] or match[2]
        if match[3]:
            found.add(match[3])
        else:
            found.add(name.strip('"') if re.fullmatch(r'"\w+"', name) else None)
    return found


def check(path: pathlib.Path, names: set[str | None]) -> None:
    where = path.relative_to(ROOT).as_posix()
    for name in names - USUAL:
        if name is None:
            assert where in GIVEN, f"{where} reads a variable whose name this test cannot find out"
        else:
            assert f"`{name}`" in PAGE, f"docs/environment.md lacks {name}, which {where} reads"


def test_the_page_has_what_python_reads() -> None:
    python = (f"{folder}/**/*.py" for folder in ("bindings", "contract", "packaging", "scripts"))
    tests = ("Tests/python/conftest.py", "Tests/python/servers.py", "Tests/contract/conftest.py")
    for path in files(*python, *tests):
        check(path, names_of(path))


def test_the_page_has_what_other_languages_read() -> None:
    found = 0
    bindings = (f"bindings/*/**/*.{end}" for end in ("go", "rs", "js", "rb", "java", "lua"))
    for path in files("Sources/**/*.swift", "Sources/**/*.[ch]", "Tests/**/*.swift", "Tests/c/*.c", *bindings):
        if {"target", "node_modules"} & set(path.parts):
            continue
        names = names_in(path)
        found += len(names)
        check(path, names)
    assert found > 12


def test_the_reads_of_python_are_found() -> None:
    package = ROOT / "bindings" / "python" / "swiftpager"
    assert names_of(package / "_native" / "library.py") == {"SWIFTPAGER_LIBRARY"}
    assert names_of(package / "_authorities.py") == {"SSL_CERT_FILE", "CURL_CA_BUNDLE"}
    assert names_of(package / "testing" / "recordings.py") == {"SWIFTPAGER_RECORD"}
    assert names_of(package / "_environment.py") == {None}
