"""The declarations of the bindings: scripts/bindings writes them from swiftpager.abi.json."""

import pathlib
import shutil
import sys

import pytest

from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "scripts" / "bindings"))

import contract
import texts

GENERATOR = ROOT / "scripts" / "bindings"
LANGUAGE = '''
def render(contract):
    return {"bindings/tongue/declared.txt": "".join(f"{function.name}\\n" for function in contract.functions)}
'''


def test_they_are_what_the_contract_says() -> None:
    run(sys.executable, GENERATOR, "--check")


@pytest.fixture
def tree(tmp_path: pathlib.Path) -> pathlib.Path:
    """A tree with the generator and a language of its own alone."""
    shutil.copytree(GENERATOR, tmp_path / "scripts" / "bindings", ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path / "scripts" / "bindings").iterdir():
        if path.stem not in ("__main__", "contract", "texts"):
            path.unlink()
    (tmp_path / "include").mkdir()
    shutil.copy(contract.ABI, tmp_path / "include")
    (tmp_path / "scripts" / "bindings" / "tongue.py").write_text(LANGUAGE)
    return tmp_path


def test_a_language_is_a_module_and_a_stale_file_is_named(tree: pathlib.Path) -> None:
    generator, declared = tree / "scripts" / "bindings", tree / "bindings" / "tongue" / "declared.txt"
    run(sys.executable, generator)
    assert declared.read_text().splitlines() == [function.name for function in contract.read().functions]
    run(sys.executable, generator, "--check", "tongue")
    declared.write_text("")
    with pytest.raises(AssertionError, match=r"not up to date: bindings/tongue/declared\.txt"):
        run(sys.executable, generator, "--check")


def test_the_model_knows_what_generators_ask() -> None:
    whole = contract.read()
    spans = whole.function("page_spans")
    assert (spans.returns.length, spans.returns.length_counts) == ("count", "pairs")
    assert spans.returns.c_type == contract.CType("uint64_t", 1, is_const=True)
    assert whole.function("swiftpager_operation_next").may_block and not spans.may_block
    out = whole.function("pager_subscribe").parameter("out")
    assert (out.direction, out.handle, out.nullable) == ("out", "swiftpager_subscription", True)
    assert out.release_with[0] == "swiftpager_subscription_release"
    assert not whole.function("client_dispatch").parameter("max").is_pointer
    assert {function.name for function in whole.functions_of("swiftpager_table")} >= {"swiftpager_table_add"}
    hooks = next(structure for structure in whole.structures if structure.name == "swiftpager_pager_hooks")
    transform = next(field for field in hooks.fields if field.name == "transform")
    assert transform.function is not None
    assert transform.function.parameter("page_json").length == "length"
    send = next(structure for structure in whole.structures if structure.name == "swiftpager_transport").fields[2]
    assert send.function is not None and send.function.parameter("request").ownership == "consumes"


def test_names_and_comments_are_made_for_other_languages() -> None:
    assert texts.bare("swiftpager_client_create") == "client_create"
    assert texts.pascal("SWIFTPAGER_INVALID_HANDLE") == "InvalidHandle"
    assert texts.camel("swiftpager_pager_load_next") == "pagerLoadNext"
    comment = "Takes it, and\ngives it. Nothing else.\n\nout   receives a thing of\n      some kind\n\n    int x;\n"
    assert texts.brief(comment) == "Takes it, and gives it."
    assert texts.commented(comment, "// ", 30) == [
        "// Takes it, and gives it.", "// Nothing else.", "//", "// out   receives a thing of", "//       some kind",
        "//", "//     int x;"]
