"""Walks of the command that end early, by Ctrl-C, by kill -9 or by themselves, and continue later."""

import functools
import itertools
import json
import random
import signal
import subprocess
import time

import pytest

from commands import environment, numbers, outcome, run, start, words
from conftest import LIMIT_SECONDS, process_that_is_gone, until

PAGES = 120
LONGEST_SECONDS = 0.3


class Walk:
    """A walk with ten items per page, in which each page takes ten milliseconds or more."""

    def __init__(self, trouble, folder):
        self.url = trouble.url("/good", pages=PAGES, ms=10)
        self.items, self.resume = folder / "items.ndjson", folder / "resume.json"
        self.seed = random.Random(10)

    def start(self, *options, **others):
        return start(self.url, "--checkpoint", str(self.resume), *options, **others)

    def kept(self):
        return json.loads(self.resume.read_text()) if self.resume.exists() else None

    def has_moved(self, before, command):
        return self.kept() != before or command.poll() is not None


@pytest.fixture
def walk(trouble, tmp_path):
    return Walk(trouble, tmp_path)


def test_what_a_killed_process_left_of_the_checkpoint_file_is_removed(walk):
    def beside(process):
        return walk.resume.with_name(f"{walk.resume.name}.{process}.new")

    # Files of running processes stay, and so do files with other names.
    others = [beside(1), beside("a"), walk.resume.with_name(f"x{walk.resume.name}.{process_that_is_gone()}.new")]
    for file in (beside(process_that_is_gone()), beside(10**30), *others):
        file.write_text("half")
    with walk.start("--max-pages", "1", stdout=subprocess.DEVNULL) as command:
        _, told = command.communicate(timeout=LIMIT_SECONDS)
    assert command.returncode == 3, told
    assert sorted(walk.resume.parent.iterdir()) == sorted([walk.resume, *others])


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.long
def test_a_signal_half_way_ends_it_with_the_place_kept(walk, number, code):
    with open(walk.items, "wb") as file, walk.start(stdout=file) as command:
        until(lambda: walk.kept() is not None)
        command.send_signal(number)
        _, told = command.communicate(timeout=LIMIT_SECONDS)
    assert command.returncode == code
    assert told.startswith(b"swiftpager: interrupted" if code == 130 else b"swiftpager: terminated")
    assert b"run the same command again to continue" in told
    assert b"Traceback" not in told
    # The resume file counts exactly the written items, so no page comes twice.
    written = numbers(walk.items.read_bytes())
    assert written == list(range(1, walk.kept()["command"]["items"] + 1))
    assert 0 < len(written) < PAGES * 10
    with open(walk.items, "ab") as file, walk.start(stdout=file) as command:
        assert command.communicate(timeout=LIMIT_SECONDS) == (None, b"")
    assert command.returncode == 0
    assert numbers(walk.items.read_bytes()) == list(range(1, PAGES * 10 + 1))


@pytest.mark.parametrize("keeps", [False, True])
def test_ctrl_c_while_the_server_stalls_ends_it_soon(trouble, tmp_path, keeps):
    words = ["--checkpoint", str(tmp_path / "place.json")] if keeps else []
    with start(trouble.url("/stall", bad=2), "--timeout", "0", *words) as command:
        # The first page has arrived, and the second one is requested.
        first_page = b"".join(command.stdout.readline() for _ in range(10))
        until(lambda: trouble.stats()["requests"] >= 2)
        command.send_signal(signal.SIGINT)
        output, told = command.communicate(timeout=LIMIT_SECONDS)
    assert command.returncode == 130
    assert numbers(first_page + output) == list(range(1, 11))
    assert told.startswith(b"swiftpager: interrupted; wrote 1 page, 10 items in ")


def test_a_second_ctrl_c_does_not_wait_for_the_reader(trouble):
    with start(trouble.url("/good", pages=100_000, size=1000), stderr=subprocess.DEVNULL) as command:
        # The reader does not read, and the pipe is full.
        until(lambda: trouble.stats()["requests"] > 3)
        time.sleep(0.3)
        command.send_signal(signal.SIGINT)
        time.sleep(0.3)
        assert command.poll() is None
        command.send_signal(signal.SIGINT)
        assert command.wait(LIMIT_SECONDS) == 130


@pytest.mark.timeout(240)
@pytest.mark.parametrize("to_file", [False, True])
@pytest.mark.long
def test_killed_at_random_moments_every_item_comes(walk, to_file):
    kills = 0
    while True:
        # A run that is killed after its end is complete. --quiet keeps a later run from saying so.
        options = ["--quiet", *(["--output", str(walk.items)] if to_file else [])]
        before = walk.kept()
        with open("/dev/null" if to_file else walk.items, "ab") as file, walk.start(*options, stdout=file) as command:
            # Otherwise a slow machine would always kill it before it has begun.
            until(functools.partial(walk.has_moved, before, command))
            time.sleep(walk.seed.uniform(0, LONGEST_SECONDS))
            command.send_signal(signal.SIGKILL)
            _, told = command.communicate(timeout=LIMIT_SECONDS)
        assert told == b""
        kept = walk.kept()
        assert kept is None or set(kept) >= {"checkpoint", "bytes", "checksum"}
        if command.returncode == 0:
            break
        assert command.returncode == -signal.SIGKILL
        kills += 1
        assert kills < 100
    assert kills >= 2
    written = numbers(walk.items.read_bytes())
    if to_file:
        assert written == list(range(1, PAGES * 10 + 1))
        return
    assert set(written) == set(range(1, PAGES * 10 + 1))
    # Only pages that were not recorded come again, and nothing is left out between two items.
    assert all(number <= last + 1 for last, number in itertools.pairwise(written))


@pytest.mark.long
def test_a_walk_that_is_complete_says_so_and_asks_nothing(walk, trouble):
    first = run(trouble.url("/good"), "--checkpoint", str(walk.resume))
    assert (first.returncode, first.stdout.count(b"\n")) == (0, 50)
    before = trouble.stats()["requests"]
    done = run(trouble.url("/good"), "--checkpoint", str(walk.resume))
    code, told = outcome(done)
    assert (code, done.stdout) == (0, b"")
    assert "the walk is complete" in told
    assert trouble.stats()["requests"] == before
    walk.resume.unlink()
    assert run(trouble.url("/good"), "--checkpoint", str(walk.resume)).stdout.count(b"\n") == 50


@pytest.mark.long
def test_in_portions_it_ends_with_0_when_there_is_no_more(walk, trouble):
    codes, written = [], b""
    for _ in range(4):
        done = run(trouble.url("/good"), "--checkpoint", str(walk.resume), "--max-items", "15")
        codes.append(done.returncode)
        written += done.stdout
    assert codes == [3, 3, 0, 0]
    assert numbers(written) == list(range(1, 51))


@pytest.mark.long
def test_a_table_goes_on_with_the_columns_it_had(walk, trouble):
    options = ("--format", "csv", "--checkpoint", str(walk.resume))
    first = run(trouble.url("/good"), *options, "--max-pages", "2")
    second = run(trouble.url("/good"), *options)
    assert (first.returncode, second.returncode) == (3, 0)
    lines = (first.stdout + second.stdout).decode().splitlines()
    assert (lines[0], len(lines), lines[-1]) == ("id,name", 51, "50,Item 50")
    code, told = outcome(run(trouble.url("/good"), "--checkpoint", str(walk.resume)))
    assert code == 2
    assert "--format csv" in told


@pytest.mark.long
def test_a_file_of_something_else_is_refused_and_left_as_it_is(walk, trouble):
    for text in ("precious\n", '{"kind": "another"}', "[1]", '{"kind": "swiftpager resume file", "version": 99}'):
        walk.resume.write_text(text)
        code, told = outcome(run(trouble.url("/good"), "--checkpoint", str(walk.resume)))
        assert code == 2, text
        assert "is not a checkpoint file of this command" in told
        assert walk.resume.read_text() == text
    walk.resume.write_text("")
    assert run(trouble.url("/good"), "--checkpoint", str(walk.resume)).returncode == 0


def test_a_token_of_another_list_is_refused(walk, trouble):
    assert run(trouble.url("/good"), "--checkpoint", str(walk.resume), "--max-pages", "1").returncode == 3
    kept = walk.resume.read_text()
    other = "query ($after: String) { items(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"
    done = run(trouble.url("/good"), "--checkpoint", str(walk.resume), query=other)
    code, told = outcome(done)
    assert (code, done.stdout) == (2, b"")
    assert "does not fit this command" in told
    assert "remove the file" in told
    assert walk.resume.read_text() == kept


def test_an_output_that_was_emptied_is_noticed(walk, trouble):
    def go_on(mode):
        with open(walk.items, mode) as file:
            options = ("--checkpoint", str(walk.resume), "--max-pages", "2")
            with start(trouble.url("/good"), *options, stdout=file) as command:
                return command.communicate(timeout=LIMIT_SECONDS)[1].decode(), command.returncode

    assert go_on("wb")[1] == 3
    told, code = go_on("wb")
    assert code == 2
    assert "append with >>" in told


def test_a_line_that_was_torn_is_taken_away(walk, trouble):
    options = ("--checkpoint", str(walk.resume))
    with open(walk.items, "ab") as file, start(
        trouble.url("/good"), *options, "--max-pages", "2", stdout=file
    ) as command:
        command.communicate(timeout=LIMIT_SECONDS)
    with open(walk.items, "ab") as file:
        file.write(b'{"id":"21","name":"Item 21"}\n{"id":"22","na')
    with open(walk.items, "ab") as file, start(trouble.url("/good"), *options, stdout=file) as command:
        command.communicate(timeout=LIMIT_SECONDS)
    assert numbers(walk.items.read_bytes()) == [*range(1, 22), *range(21, 51)]


@pytest.mark.long
def test_a_file_that_lost_what_it_had_is_noticed(walk, trouble):
    options = ("--checkpoint", str(walk.resume), "--output", str(walk.items))
    assert run(trouble.url("/good"), *options, "--max-pages", "2").returncode == 3
    assert walk.items.read_bytes().count(b"\n") == 20
    walk.items.write_bytes(walk.items.read_bytes()[:100])
    code, told = outcome(run(trouble.url("/good"), *options))
    assert (code, "its rows are lost" in told) == (2, True), told
    walk.items.unlink()
    assert run(trouble.url("/good"), *options).returncode == 2


def test_what_a_killed_process_wrote_behind_its_place_is_taken_away(walk, trouble):
    options = ("--checkpoint", str(walk.resume), "--output", str(walk.items))
    assert run(trouble.url("/good"), *options, "--max-pages", "2").returncode == 3
    with open(walk.items, "ab") as file:
        # More than the rest of the list.
        file.write(b'{"id":"21","name":"torn ' * 10_000)
    assert outcome(run(trouble.url("/good"), *options)) == (0, "")
    assert numbers(walk.items.read_bytes()) == list(range(1, 51))


def test_a_checkpoint_file_that_cannot_be_written_leaves_nothing_behind(walk, trouble):
    options = ("--checkpoint", str(walk.resume))
    assert run(trouble.url("/good"), *options, "--max-pages", "1").returncode == 3
    kept = walk.resume.read_bytes()
    # With this limit on file sizes, only a part of the resume file can be written.
    done = subprocess.run(
        ["bash", "-c", 'ulimit -f 0; exec "$@" | cat', "-", *words(trouble.url("/good"), *options)],
        env=environment(), capture_output=True, timeout=LIMIT_SECONDS, check=False,
    )
    assert f"{walk.resume} cannot be written" in done.stderr.decode()
    assert walk.resume.read_bytes() == kept
    assert list(walk.resume.parent.iterdir()) == [walk.resume]


def test_a_checkpoint_file_of_a_newer_version_is_left_as_it_is(walk, trouble):
    options = ("--checkpoint", str(walk.resume))
    assert run(trouble.url("/good"), *options, "--max-pages", "1").returncode == 3
    newer = json.dumps({**walk.kept(), "version": 3})
    walk.resume.write_text(newer)
    code, told = outcome(run(trouble.url("/good"), *options))
    assert (code, "a newer version of swiftpager wrote it" in told) == (2, True)
    assert walk.resume.read_text() == newer
