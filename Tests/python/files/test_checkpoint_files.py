"""Checkpoint files: damaged ones, those of the version before, and those that Python and the command share."""

import json
import os
import pathlib
import random

import pyarrow.parquet
import pytest

from commands import environment, numbers, outcome, run
from conftest import LONG
from marked_list import QUERY, SINCE, SIZE, Output, marked_list
from swiftpager.testing import Connection, FakeServer


@pytest.fixture
def items():
    with marked_list() as items:
        yield items


# Damage


def test_one_flipped_bit_of_a_checkpoint_is_refused(items, tmp_path):
    items.fill(*range(8))
    output = Output("ndjson", tmp_path, items)
    assert output.write() == ""
    whole, before = output.side.read_bytes(), output.to.read_bytes()
    meaning, requests = json.loads(whole), items.requests
    places = range(8 * len(whole)) if LONG else random.Random(3).sample(range(8 * len(whole)), 300)
    for place in places:
        damaged = bytearray(whole)
        damaged[place // 8] ^= 1 << place % 8
        output.side.write_bytes(damaged)
        try:
            is_same = json.loads(damaged) == meaning
        except ValueError:
            is_same = False
        if is_same:
            # A space may become another kind of blank.
            continue
        with pytest.raises(ValueError, match=r"checkpoint\.json is not the checkpoint of an NDJSON file \(its? "):
            output.write()
        assert (output.to.read_bytes(), output.side.read_bytes()) == (before, damaged)
    assert items.requests == requests


def test_a_damaged_footer_is_refused(items, tmp_path):
    items.fill(*range(8))
    output = Output("parquet", tmp_path, items)
    assert output.write() == ""
    (part,) = output.to.glob("part-*")
    whole = part.read_bytes()
    assert b'"parts_at_mark": 1' in whole
    part.write_bytes(whole.replace(b'"parts_at_mark": 1', b'"parts_at_mark": 0'))
    with pytest.raises(ValueError, match=r"its checksum does not match its content.*name another folder"):
        output.write()


# Files of the version before


def landed_ndjson(side):
    """Writes a checkpoint file as the version before did."""
    fields = json.loads(side.read_text())
    side.write_text(json.dumps({
        "kind": "swiftpager checkpoint of an NDJSON file", "bytes": fields["bytes"], "version": 1,
        "complete": fields["complete"], "checkpoint": fields["checkpoint"],
    }))


def landed_command(side, file=None):
    """Writes a resume file as the version before did."""
    fields = json.loads(side.read_text())
    notes, status = fields["command"], None if file is None else os.stat(file)
    place = status and {"device": status.st_dev, "inode": status.st_ino, "bytes": fields["bytes"]}
    side.write_text(json.dumps({
        "kind": "swiftpager resume file", "version": 1, "pages": 2, "items": notes["items"],
        "is_complete": fields["complete"], "options": notes["options"], "columns": notes["columns"], "file": place,
        "stopped": None, "token": fields["checkpoint"],
    }))


@pytest.mark.parametrize("kind", ["ndjson", "command-ndjson", "command-csv", "command-parquet", "command-stdout"])
@pytest.mark.long
def test_files_of_the_version_before_go_on(items, tmp_path, kind):
    output = Output(kind, tmp_path, items)
    items.fill(*range(40))

    def age():
        if kind == "ndjson":
            landed_ndjson(output.side)
        else:
            landed_command(output.side, None if kind == "command-parquet" else output.to)

    assert output.write(most_pages=3)
    age()
    assert output.write(most_pages=2)
    age()
    assert output.write() == ""
    age()
    assert output.write() == ""
    items.fill(*range(40, 60))
    assert output.write(most_pages=2)
    items.epoch += 1
    assert output.write() == ""
    assert output.ids() == [*range(39, -1, -1), *range(59, 39, -1)]


def test_parts_of_the_version_before_go_on(items, tmp_path):
    output = Output("parquet", tmp_path, items)

    def age():
        for part in output.to.glob("part-*"):
            table, metadata = pyarrow.parquet.read_table(part), pyarrow.parquet.read_metadata(part).metadata
            state = json.loads(metadata[b"swiftpager.checkpoint"])
            old = {"version": 1, "complete": state["complete"], "checkpoint": state["checkpoint"]}
            with pyarrow.parquet.ParquetWriter(part, table.schema) as writer:
                writer.write_table(table)
                writer.add_key_value_metadata({"swiftpager.checkpoint": json.dumps(old)})

    items.fill(*range(40))
    assert output.write(most_pages=5)
    age()
    items.epoch += 1
    assert output.write() == ""
    assert output.ids() == list(range(39, -1, -1))
    items.fill(*range(40, 70))
    assert output.write(most_pages=3)
    age()
    items.epoch += 1
    assert output.write() == ""
    assert output.ids() == [*range(39, -1, -1), *range(69, 39, -1)]


@pytest.mark.long
def test_a_walk_of_the_version_before_into_a_file_that_was_not_complete_goes_on(trouble, tmp_path):
    file, side = tmp_path / "items.ndjson", tmp_path / "r"
    words = ("-o", str(file), "--checkpoint", str(side))
    assert run(trouble.url("/good"), *words, "--max-pages", "2").returncode == 3
    landed_command(side, file)
    part = pathlib.Path(f"{file}.part")
    file.rename(part)
    file.write_text("another list")
    code, told = outcome(run(trouble.url("/good"), *words))
    assert (code, f"move {file} away" in told) == (2, True), told
    file.unlink()
    assert outcome(run(trouble.url("/good"), *words)) == (0, "")
    assert numbers(file.read_bytes()) == list(range(1, 51))
    assert not part.exists()
    landed_command(side, file)
    assert run(trouble.url("/good"), *words).returncode == 0
    file.unlink()
    code, told = outcome(run(trouble.url("/good"), *words))
    assert (code, "which is lost: remove" in told) == (2, True), told


# The command and the Python call


@pytest.mark.long
def test_the_command_and_write_ndjson_continue_each_other(items, tmp_path):
    items.fill(*range(40))
    python, command = (Output(kind, tmp_path, items) for kind in ("ndjson", "command-ndjson"))
    for output in (python, command, python):
        assert output.write(most_pages=2)
    assert command.write() == ""
    assert python.ids() == list(range(39, -1, -1))
    items.fill(40)
    assert python.write() == ""
    assert python.ids()[-1] == 40


def test_lines_of_another_form_are_for_the_command(items, tmp_path):
    items.fill(*range(40))
    output = Output("ndjson", tmp_path, items)
    words = ["--checkpoint", str(output.side), "-o", str(output.to), "--field", "/id", "-v", f"first={SIZE}"]
    assert run(items.url, *words, "--since", json.dumps(SINCE), "--max-pages", "1", query=QUERY).returncode == 3
    with pytest.raises(ValueError, match="the command wrote it for lines of another form"):
        output.write()


@pytest.mark.long
def test_an_export_whose_parts_were_deleted_is_noticed(items, tmp_path):
    output = Output("command-parquet", tmp_path, items)
    items.fill(*range(40))
    assert output.write(most_pages=4)
    for part in output.to.glob("*"):
        part.unlink()
    requests = items.requests
    assert f"counts 20 items, and {output.to} has no part: remove {output.side}" in output.write()
    assert items.requests == requests
    output.side.unlink()
    assert output.write() == ""
    assert output.ids() == list(range(39, -1, -1))


@pytest.mark.long
def test_the_command_does_not_wait_for_the_disk_on_every_page(tmp_path):
    trace = tmp_path / "trace"
    with FakeServer({"items": Connection([{"id": n, "updatedAt": 1_000 - n} for n in range(1_000)])}) as server:
        words = ["-v", "first=2", "-o", str(tmp_path / "items"), "--checkpoint", str(tmp_path / "side")]
        sitecustomize = tmp_path / "sitecustomize.py"
        sitecustomize.write_text(
            "import atexit, os\nreal, count = os.fsync, [0]\n"
            "def fsync(file):\n    count[0] += 1\n    real(file)\n"
            f"os.fsync = fsync\natexit.register(lambda: open({str(trace)!r}, 'w').write(str(count[0])))\n"
        )
        assert outcome(run(server.url, *words, query=QUERY, env=environment(tmp_path))) == (0, "")
        assert len(server.requests) == 500
    assert 0 < int(trace.read_text()) < 500
