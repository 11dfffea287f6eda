"""The exceptions: their tree, their texts and their numbers."""

import pickle
import re

import pytest

import swiftpager
from conftest import REPOSITORY
from swiftpager import exceptions
from swiftpager._native.raising import error_for
from swiftpager._native.statuses import Kind, Source, Status

HEADER = (REPOSITORY / "include" / "swiftpager.h").read_text(encoding="utf-8")


@pytest.mark.parametrize(("enumeration", "prefix"), [(Status, ""), (Source, "SOURCE_"), (Kind, "KIND_")])
def test_every_number_is_that_of_the_header(enumeration, prefix):
    declared = {name: int(number) for name, number in re.findall(r"^ +SWIFTPAGER_([A-Z_]+) = (\d+)", HEADER, re.M)}
    mine = {
        name.removeprefix(prefix): number
        for name, number in declared.items()
        if name.startswith(prefix) and (prefix or not name.startswith(("SOURCE_", "KIND_")))
    }
    assert {member.name: member.value for member in enumeration} == mine


@pytest.mark.parametrize("status", [status for status in Status if status != Status.OK])
def test_every_status_has_its_exception(status):
    error = error_for(status)
    assert isinstance(error, swiftpager.SwiftPagerError)
    assert type(error) is not swiftpager.SwiftPagerError
    assert (error.status, error.code) == (status, status.name)
    assert str(error) == error.message == error.details["message"]


@pytest.mark.parametrize(("status", "kind"), [
    (15, swiftpager.SwiftPagerError), (39, swiftpager.PaginationError), (59, swiftpager.NetworkError),
    (79, swiftpager.IncompleteError), (200, swiftpager.SwiftPagerError),
])
def test_a_status_of_a_newer_library_is_the_base_of_its_band(status, kind):
    error = error_for(status)
    assert type(error) is kind
    assert str(status) in str(error)


def tree(kind, indent=""):
    lines = []
    children = kind.__subclasses__()
    for child in children:
        last = child is children[-1]
        lines.append(f"{indent}{'└' if last else '├'}── {child.__name__}")
        lines += tree(child, indent + ("    " if last else "│   "))
    return lines


def test_the_docstring_draws_the_tree_as_it_is():
    drawn = re.findall(r"^([│ ]*[├└]── \w+)", exceptions.__doc__, re.M)
    assert drawn == tree(swiftpager.SwiftPagerError)


def test_every_exception_is_exported():
    for line in tree(swiftpager.SwiftPagerError):
        assert hasattr(swiftpager, line.split()[-1])


def test_an_exception_survives_pickling(items_pager):
    with pytest.raises(swiftpager.HTTPError) as caught:
        items_pager("/http-500").load_all()
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), str(copy), copy.http_status) == (swiftpager.ServerError, str(caught.value), 500)


def test_the_page_of_errors_says_what_to_do_about_each_status():
    page = (REPOSITORY / "docs" / "python" / "errors.md").read_text()
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `")]
    found = {row[0].strip("`"): row for row in rows}
    assert found.keys() == {status.name for status in Status} - {"OK"}
    for name, row in found.items():
        assert row[1] == f"`{type(error_for(Status[name])).__name__}`", name
        # What happened, and what to do, but for a status that refers to the one before.
        assert len(row) == (3 if name == "INVALID_HANDLE" else 4), name
    # The exceptions that a status has only in some cases.
    for kind in vars(exceptions).values():
        if isinstance(kind, type) and issubclass(kind, swiftpager.SwiftPagerError):
            assert f"`{kind.__name__}`" in page, kind
