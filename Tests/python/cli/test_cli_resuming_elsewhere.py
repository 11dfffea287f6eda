"""Resume files whose output is gone or has another form: the command says so, and sends nothing."""

import pytest

from commands import numbers, outcome, run, start
from conftest import LIMIT_SECONDS
from swiftpager.testing import Connection, FakeServer


@pytest.fixture
def resume(tmp_path):
    return tmp_path / "resume.json"


def to_stdout(url, mode, file, *options):
    """Runs the command with stdout to a file."""
    with open(file, mode) as output, start(url, *options, stdout=output) as command:
        told = command.communicate(timeout=LIMIT_SECONDS)[1].decode()
    return command.returncode, told


@pytest.mark.parametrize("spoil", [lambda file: file.unlink(), lambda file: file.write_text("")])
@pytest.mark.long
def test_a_complete_walk_whose_file_is_gone_or_empty_is_an_error(trouble, tmp_path, resume, spoil):
    items = tmp_path / "items.ndjson"
    options = ("--checkpoint", str(resume), "--output", str(items))
    assert run(trouble.url("/good"), *options).returncode == 0
    assert run(trouble.url("/good"), *options).returncode == 0
    before = trouble.stats()["requests"]
    spoil(items)
    code, told = outcome(run(trouble.url("/good"), *options))
    assert code == 2
    assert "the walk is complete" in told and str(items) in told
    assert f"remove {resume} to start over" in told
    assert trouble.stats()["requests"] == before


@pytest.mark.parametrize("mode", ["wb", "ab"])
@pytest.mark.long
def test_a_complete_walk_leaves_no_empty_file_behind_as_if_it_were_the_list(trouble, tmp_path, resume, mode):
    items, options = tmp_path / "items.ndjson", ("--checkpoint", str(resume))
    assert to_stdout(trouble.url("/good"), "ab", items, *options)[0] == 0
    assert to_stdout(trouble.url("/good"), "ab", items, *options)[0] == 0
    other = items if mode == "wb" else tmp_path / "other.ndjson"
    code, told = to_stdout(trouble.url("/good"), mode, other, *options)
    assert code == 2
    assert "the walk is complete" in told and f"remove {resume} to start over" in told


def test_a_complete_walk_of_an_empty_list_has_an_empty_file(tmp_path, resume):
    options = ("--checkpoint", str(resume), "--output", str(tmp_path / "items.ndjson"))
    with FakeServer({"items": Connection([])}) as server:
        assert [run(server.url, *options).returncode for _ in range(2)] == [0, 0]
        assert len(server.requests) == 1


@pytest.mark.parametrize(("first", "second", "named"), [
    ((), ("--field", "/name"), "without --field"),
    (("--field", "/name"), (), "--field /name"),
    (("--field", "/name"), ("--field", "/id"), "--field /name"),
    (("--field", "/name"), ("--field", "/name", "--raw"), "without --raw"),
    (("--pages",), (), "--pages"),
    (("--format", "csv"), (), "--format csv"),
    ((), ("--format", "csv"), "--format ndjson"),
    (("--format", "csv", "--columns", "id"), ("--format", "csv", "--columns", "name"), "--columns id"),
    (("--format", "csv", "--columns", "id"), ("--format", "csv"), "--columns id"),
    (("--format", "csv"), ("--format", "csv", "--columns", "name"), "without --columns"),
])
@pytest.mark.long
def test_what_a_line_is_has_to_stay(trouble, resume, first, second, named):
    assert run(trouble.url("/good"), "--checkpoint", str(resume), "--max-pages", "1", *first).returncode == 3
    kept = resume.read_text()
    done = run(trouble.url("/good"), "--checkpoint", str(resume), *second)
    code, told = outcome(done)
    assert (code, done.stdout) == (2, b"")
    way = named if named.startswith("without") else f"with {named}"
    assert f"records a walk {way}: continue it that way, or remove" in told
    assert resume.read_text() == kept
    assert run(trouble.url("/good"), "--checkpoint", str(resume), *first).returncode == 0


@pytest.mark.long
def test_the_limits_of_a_portion_may_differ(trouble, resume):
    options = ("--checkpoint", str(resume))
    written = run(trouble.url("/good"), *options, "--max-pages", "1").stdout
    written += run(trouble.url("/good"), *options, "--max-items", "20").stdout
    written += run(trouble.url("/good"), *options).stdout
    assert numbers(written) == list(range(1, 51))


def test_columns_that_are_the_header_may_be_named_later(trouble, resume):
    options = ("--format", "csv", "--checkpoint", str(resume))
    first = run(trouble.url("/good"), *options, "--max-pages", "1")
    second = run(trouble.url("/good"), *options, "--columns", "id,name")
    assert (first.returncode, second.returncode) == (3, 0)
    assert (first.stdout + second.stdout).count(b"\n") == 51
