"""Which format the command writes: what `--format` says, or the extension of the file."""

import json

import pyarrow.ipc
import pyarrow.parquet
import pytest

from commands import numbers, outcome, run

IDS = list(range(1, 51))


def lines(path):
    return numbers(path.read_bytes())


READERS = {
    "x.ndjson": lines,
    "x.jsonl": lines,
    "x.json": lambda path: [int(item["id"]) for item in json.loads(path.read_bytes())],
    "x.csv": lambda path: [int(row.split(",")[0]) for row in path.read_text().splitlines()[1:]],
    "x.parquet": lambda path: [int(id) for id in pyarrow.parquet.read_table(path)["id"].to_pylist()],
    "x.PQ": lambda path: [int(id) for id in pyarrow.parquet.read_table(path)["id"].to_pylist()],
    "x.arrow": lambda path: [int(id) for id in pyarrow.ipc.open_stream(path).read_all()["id"].to_pylist()],
    "x.arrows": lambda path: [int(id) for id in pyarrow.ipc.open_stream(path).read_all()["id"].to_pylist()],
    # Names that say nothing of a format.
    "x": lines,
    "x.txt": lines,
    "issues-1.2": lines,
}


@pytest.mark.parametrize("name", READERS)
def test_the_extension_of_the_file_chooses_the_format(trouble, tmp_path, name):
    assert outcome(run(trouble.url("/good"), "-o", str(tmp_path / name))) == (0, "")
    assert READERS[name](tmp_path / name) == IDS


@pytest.mark.parametrize(("format", "name"), [("parquet", "x"), ("csv", "x.txt"), ("json", "x.json"), ("csv", "x.gz")])
def test_a_format_may_be_given_for_any_name_that_does_not_contradict_it(trouble, tmp_path, format, name):
    assert outcome(run(trouble.url("/good"), "--output", str(tmp_path / name), "--format", format)) == (0, "")
    assert READERS[f"x.{format}"](tmp_path / name) == IDS


@pytest.mark.parametrize(("options", "told"), [
    (["-o", "x.json", "--format", "csv"], "--format csv and --output x.json contradict each other: .json is json."),
    (["-o", "x.parquet", "--format", "csv"], "--format csv and --output x.parquet contradict each other"),
    (["-o", "x.ndjson.gz"], "the command does not write .gz. The extensions that it knows are .ndjson"),
    (["-o", "x.xlsx"], "--output x.xlsx: the command does not write .xlsx"),
    (["-o", "parquet"], "--output parquet names a file: for the format, write --format parquet"),
    (["-o", "x.parquet", "--raw", "--field", "/id"], "--raw works with the format ndjson, not parquet"),
    (["-o", "x.csv", "--pages"], "--pages works with the format ndjson or json, not csv"),
    (["-o", "x.json", "--checkpoint", "r"], "the command cannot continue json"),
    (["-o", "x.json", "--csv-formulas", "keep"], "--csv-formulas works with the format csv, not json"),
    (["-o", "x.json", "--columns", "id"], "--columns works with the format csv, not json"),
    (["-o", "folder/"], "folder/ is a folder: name a file, or write parts into the folder with --format parquet"),
    (["-o", "x.parquet", "--checkpoint", "r"], "x.parquet is a file, and the parts need a folder: name another"),
])
def test_what_contradicts_the_name_of_the_file_is_refused(trouble, tmp_path, options, told):
    (tmp_path / "x.parquet").write_text("before")
    code, words = outcome(run(trouble.url("/good"), *options, cwd=tmp_path))
    assert (code, told in words) == (2, True), words
    assert trouble.stats()["requests"] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["x.parquet"]


@pytest.mark.long
def test_the_parts_of_a_walk_may_be_in_a_folder_of_any_name(trouble, tmp_path):
    for name in ("items", "items.parquet"):
        format = [] if name.endswith(".parquet") else ["--format", "parquet"]
        options = ["-o", str(tmp_path / name), *format, "--checkpoint", str(tmp_path / f"{name}.resume")]
        assert run(trouble.url("/good"), *options, "--max-pages", "2").returncode == 3
        assert outcome(run(trouble.url("/good"), *options)) == (0, "")
        assert READERS["x.parquet"](tmp_path / name) == IDS


@pytest.mark.long
def test_a_walk_goes_on_in_the_format_of_its_file(trouble, tmp_path):
    resume = str(tmp_path / "r")
    table = ("-o", str(tmp_path / "x.csv"), "--checkpoint", resume)
    assert run(trouble.url("/good"), *table, "--max-pages", "1").returncode == 3
    code, told = outcome(run(trouble.url("/good"), "-o", str(tmp_path / "x.ndjson"), "--checkpoint", resume))
    assert (code, "records a walk with --format csv: continue it that way" in told) == (2, True)
    assert outcome(run(trouble.url("/good"), *table)) == (0, "")
    assert READERS["x.csv"](tmp_path / "x.csv") == IDS
