"""The lists of tests that valgrind and the emulator of aarch64 leave out: each name is one of a test, with a reason."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "Tests"
LISTS = ["c/valgrind.skipped", "aarch64/c.skipped", "aarch64/python.skipped"]


@pytest.fixture(params=LISTS)
def lines(request):
    return (TESTS / request.param).read_text(encoding="utf-8").splitlines()


def known(name):
    """Whether a test has the name: that of a C test, or the place of a Python test."""
    file, _, function = name.partition("::")
    if function:
        place = ROOT / file
        return place.is_file() and re.search(rf"^(?:async )?def {function}\(", place.read_text(encoding="utf-8"), re.M)
    sources = [source for kind in ("c", "cpp") for source in (TESTS / "c").glob(f"*.{kind}")]
    test = re.compile(rf"^TEST(_ALONE|_OF_RELEASE)?\({name}\)", re.MULTILINE)
    return any(test.search(source.read_text(encoding="utf-8")) for source in sources)


def test_each_name_is_that_of_one_test(lines):
    names = [line for line in lines if line and not line.startswith("#")]
    assert [name for name in names if not known(name)] == []
    assert len(names) == len(set(names))


def test_a_reason_stands_before_the_names(lines):
    """A paragraph begins with a comment that says why its tests are left out."""
    paragraphs = "\n".join(lines).split("\n\n")
    assert [paragraph for paragraph in paragraphs if not paragraph.startswith("# ")] == []
