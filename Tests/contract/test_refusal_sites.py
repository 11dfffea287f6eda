"""scripts/refusals.py knows every refusal: each `throw` and `raise` of the sources has a kind."""

import pytest

from conftest import ROOT
from mutating.mutant import MutantError
from mutating.tree import mutated
from refusing.sites import all_sites, in_python, in_swift

SWIFT = """\
// throw ErrorReport(.comment)
import PagerJSON
func read(_ text: String?) throws(ErrorReport) {
  guard let text else { throw .closed }
  let word = "throw ErrorReport(.text)"
  if text.isEmpty {
    throw ErrorReport(
      .invalidConfig, "the text is empty: write (something)",
      path: path)
  }
  throw ErrorReport(.noMemory, "no memory")
}
"""
PYTHON = """\
import os
def check(value):
    if value is None: raise ValueError("no value")
    try:
        return os.fspath(value)
    except TypeError:
        raise
    "raise ValueError"
"""


def test_each_error_of_the_sources_has_a_kind() -> None:
    sites, others = all_sites(ROOT)
    assert len(sites) > 700 and len(others) > 5
    # Each has a number of its own, by which the copy notes it.
    assert len({site.number for site in sites}) == len(sites)


def test_the_refusals_of_a_file_are_found_with_their_lines_and_texts() -> None:
    swift = [(site, reason is None) for site, reason in in_swift("Sources/PagerABI/A.swift", SWIFT)]
    assert [(site.line, site.kind, is_refusal) for site, is_refusal in swift] == [
        (4, "throw .closed", True),
        (7, 'throw ErrorReport( .invalidConfig, "the text is empty: write (something)", path: path)', True),
        (11, 'throw ErrorReport(.noMemory, "no memory")', False),
    ]
    python = [(site, reason is None) for site, reason in in_python("bindings/python/swiftpager/a.py", PYTHON)]
    assert [(site.line, site.kind, is_refusal) for site, is_refusal in python] == [
        (3, "raise ValueError('no value')", True), (7, "raise", False),
    ]
    noted = mutated("a.swift", SWIFT, [site for site, _ in swift])
    assert f"else {{ _ = mutantIsOn({swift[0][0].number}); throw .closed }}" in noted
    noted = mutated("a.py", PYTHON, [site for site, _ in python])
    assert f"None: swiftpager_mutant({python[0][0].number}); raise ValueError" in noted


@pytest.mark.parametrize("thrown", ["NewError(1)", "somethingElse"])
def test_an_error_of_no_known_kind_is_told_of(thrown: str) -> None:
    with pytest.raises(MutantError, match=r"A\.swift:1: scripts/refusing/kinds\.py does not know this error"):
        list(in_swift("Sources/PagerABI/A.swift", f"throw {thrown}\n"))
