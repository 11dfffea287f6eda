"""Parts of the command that need no server: pointers, outputs, signals."""

import logging
import os
import pathlib
import signal
import threading
from collections.abc import Iterator

import pytest

from conftest import ITEMS_QUERY
from swiftpager import ConfigurationError
from swiftpager._native.statuses import Status
from swiftpager.cli.command import Command
from swiftpager.cli.endings import Terminated, UsageError
from swiftpager.cli.main import main
from swiftpager.cli.outputs import Output
from swiftpager.cli.pointers import MISSING, Pointer
from swiftpager.cli.progress import Progress
from swiftpager.cli.selection import Selection
from swiftpager.cli.signals import Signals
from swiftpager.cli.wording import words_for
from swiftpager.files._unfinished import remove_unfinished, unfinished

# Pointers


@pytest.mark.parametrize(
    ("pointer", "value", "found"),
    [
        ("", [1], [1]),
        ("/a/b", {"a": {"b": 1}}, 1),
        ("/a~1b", {"a/b": 1}, 1),
        ("/a~0b", {"a~b": 1}, 1),
        # ~01 means ~1, not a slash.
        ("/a~01", {"a~1": 1, "a/": 2}, 1),
        ("/1", ["x", "y"], "y"),
        ("/2", ["x", "y"], MISSING),
        ("/01", ["x", "y"], MISSING),
        ("/-1", ["x", "y"], MISSING),
        ("/a", {"b": 1}, MISSING),
        ("/a/b", {"a": None}, None),
        ("/a/b", {"a": 1}, MISSING),
    ],
)
def test_a_pointer_leads_to_a_place(pointer: str, value: object, found: object) -> None:
    assert Pointer(pointer).look_up(value) == found


@pytest.mark.parametrize("text", ["a", "a.b", "/a~", "/a~2"])
def test_a_text_that_is_not_a_pointer_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        Pointer(text)


# Outputs


def test_what_a_pipe_does_not_take_at_once_is_written_later() -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    data, read = os.urandom(1 << 20), bytearray()

    def take() -> None:
        while chunk := os.read(reader, 1 << 16):
            read.extend(chunk)

    thread = threading.Thread(target=take)
    thread.start()
    output = Output(writer, "a pipe")
    output.write(data)
    os.close(writer)
    thread.join()
    os.close(reader)
    assert bytes(read) == data
    assert output.written == len(data)


# Signals


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def send(number: int) -> None:
    os.kill(os.getpid(), number)


def test_between_pages_a_signal_is_raised_at_once() -> None:
    Signals().install()
    with pytest.raises(KeyboardInterrupt):
        send(signal.SIGINT)
    with pytest.raises(Terminated):
        send(signal.SIGTERM)


def test_within_a_page_the_first_signal_waits_for_its_end_and_the_second_does_not() -> None:
    signals, done = Signals(), []
    signals.install()
    with pytest.raises(KeyboardInterrupt), signals.held():
        send(signal.SIGINT)
        done.append("first")
    signals = Signals()
    signals.install()
    with pytest.raises(Terminated), signals.held():
        send(signal.SIGINT)
        done.append("second")
        send(signal.SIGTERM)
        pytest.fail("the second signal waits")
    assert done == ["first", "second"]


def test_at_the_end_of_all_a_signal_comes_too_late() -> None:
    signals = Signals()
    signals.install()
    with signals.held(is_last=True):
        send(signal.SIGINT)


def test_a_program_that_runs_the_command_has_its_handlers_back() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    assert main(["http://localhost/", "--query", "{", "--dry-run"]) == 2
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_a_program_that_runs_the_command_has_its_log_back() -> None:
    logger = logging.getLogger("swiftpager")

    def state() -> tuple[object, ...]:
        return list(logger.handlers), list(logger.filters), logger.level, logger.propagate

    before = state()
    # No server listens there.
    assert main(["http://127.0.0.1:1/", "--query", ITEMS_QUERY, "--retry", "1"]) == 4
    assert state() == before


def test_a_signal_that_a_shell_has_ignored_stays_ignored() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Signals().install()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    send(signal.SIGINT)


# Unfinished files


def test_what_this_process_would_name_as_its_own_is_a_killed_ones_too(tmp_path: pathlib.Path) -> None:
    # In a container, each run may have the same process number.
    path = tmp_path / "walk.json"
    pathlib.Path(unfinished(path)).write_text("half")
    remove_unfinished(path)
    assert list(tmp_path.iterdir()) == []


# Messages


def test_what_would_move_a_terminals_cursor_is_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    Progress().tell("a\x1b[2J\rb\x07\x9bc\u202ed\ne\tf")
    told = capsys.readouterr().err
    assert told == "swiftpager: a\\u001b[2J\\rb\\u0007\\u009bc\\u202ed\n  e\tf\n"


# Selections


def test_half_of_a_surrogate_pair_is_written_raw() -> None:
    selection = Selection(field=Pointer("/a"), whole_pages=False, raw=True)
    assert selection._line("\ud800") == b"\xed\xa0\x80\n"


def test_a_field_has_to_be_on_the_first_page_only() -> None:
    field = Pointer("/a")
    selection = Selection(field=field, whole_pages=False, raw=False)
    assert selection._looked_up(field, [{"a": 1}, {"b": 2}]) == [1, None]
    assert selection._looked_up(field, [{"b": 2}]) == [None]
    with pytest.raises(UsageError, match="which has: b"):
        Selection(field=field, whole_pages=False, raw=False)._looked_up(field, [{"b": 2}])


# Memory


@pytest.mark.parametrize("message", ["", "there is not enough memory for the types of the columns"])
def test_a_lack_of_memory_leaves_the_list_incomplete(
    message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def runs_out(*_: object) -> None:
        raise MemoryError(message)

    monkeypatch.setattr(Command, "run", runs_out)
    assert main(["http://localhost:1/", "-q", ITEMS_QUERY]) == 3
    words = message or "there is not enough memory; ask for smaller pages"
    assert capsys.readouterr().err.startswith(f"swiftpager: incomplete: {words}")


def test_the_place_of_a_wrong_setting_has_no_control_characters() -> None:
    error = ConfigurationError("expected a number", Status.INVALID_CONFIG, {"path": "/\x1b[31m\r"})
    assert words_for(error) == "expected a number (at /\\u001b[31m\\r)"
