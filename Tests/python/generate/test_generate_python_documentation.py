"""docs/generate-python.md: its programs run with the module for its documents, and type checkers take them."""

import re
import sys

import pytest
from pytest_examples import find_examples

from conftest import REPOSITORY, endpoint
from generated_python import MARKET, loaded, text_for
from type_checkers import checked

PAGE = REPOSITORY / "docs" / "generate-python.md"
ENDPOINT = "https://example.com/graphql"


def operations(folder):
    """The module for the documents of the page."""
    document = re.search(r"```graphql\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
    (folder / "shop.graphql").write_text(document)
    return text_for(MARKET, folder / "shop.graphql", DateTime="datetime")


def programs():
    """The programs of the page, one behind the other, as a reader would type them."""
    return "\n".join(example.source for example in find_examples(PAGE))


def test_the_programs_run(tmp_path, monkeypatch, capsys):
    module = loaded(operations(tmp_path), tmp_path)
    monkeypatch.setitem(sys.modules, "operations", module)
    market = endpoint("SWIFTPAGER_SHOP_ENDPOINT").replace("/graphql", "/market")
    exec(compile(programs().replace(ENDPOINT, market), str(PAGE), "exec"), {"__name__": "snippets"})
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "Product 0 2026 " and shown[1] == "Product 3 2026 Maker 3" and "1000" in shown
    assert shown[-3:] == ["Product 19: 28.50", "bundle Bundle 19", "a Maker"]


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.long
def test_the_programs_are_typed(checker, tmp_path):
    (tmp_path / "operations.py").write_text(operations(tmp_path))
    program = programs().replace(".to_arrow(", ".record_batches(")
    lines, output = checked(checker, program, tmp_path, "operations.py")
    assert lines == set(), output
