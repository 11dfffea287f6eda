"""A real Ctrl-C, sent to a separate process."""

import signal

import pytest

from conftest import LIMIT_SECONDS, LONG, start_script, until

WAYS = {
    "fetch": "pager.fetch()",
    "load_all": "pager.load_all()",
    "iteration": "list(pager)",
    "items": "list(pager.items())",
    "wait": "pager.start_fetch().wait()",
    "dispatch": "pager.start_fetch()\n    client.dispatch(None)",
}
# If the tests run without a terminal, SIGINT may be ignored or blocked, and a child inherits that.
SCRIPT = """
import signal
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
signal.signal(signal.SIGINT, signal.default_int_handler)
client = swiftpager.Client({url!r}, timeout=None)
pager = client.pager(QUERY, retain="none")
{before}
try:
    say("ready")
    {way}
except KeyboardInterrupt:
    say("interrupted " + str(pager.state["loading"]))
    client.close()
    sys.exit(130)
say("ended")
"""


def interrupted(trouble, url, way, before="", requests=1):
    """Starts the script, sends SIGINT after some requests, and returns exit code, stdout and stderr."""
    with start_script(SCRIPT.format(url=url, way=way, before=before)) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            until(lambda: trouble.stats()["requests"] >= requests)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=LIMIT_SECONDS)
        except BaseException:
            process.kill()
            raise
    return process.returncode, output, errors


@pytest.mark.parametrize("way", ["fetch", "load_all", "iteration", "items"])
def test_ctrl_c_ends_the_wait_and_cancels_the_operation(trouble, way):
    assert interrupted(trouble, trouble.url("/stall", bad=1), WAYS[way]) == (130, "interrupted None\n", "")


# An interruption at each line that the beginning of a walk runs. In a process of its own: at some lines a tracer
# interrupts and no signal does, and a `with` keeps its lock.
AT_ANY_LINE = """
import itertools

class InterruptedAt:
    def __init__(self, line):
        self.lines_left = line
        self.is_waiting = False

    def __call__(self, frame, event, argument):
        self.is_waiting = self.is_waiting or frame.f_code.co_name == "following"
        if event == "line":
            self.lines_left -= 1
            if self.lines_left <= 0 or self.is_waiting:
                raise KeyboardInterrupt
        return self

client = swiftpager.Client({url!r}, timeout=None)
pager = client.pager(QUERY, retain="none")
for line in itertools.count(1):
    interruption = InterruptedAt(line)
    walk = iter({way})
    sys.settrace(interruption)
    try:
        next(walk)
    except KeyboardInterrupt:
        sys.settrace(None)
        # The traceback, which refers to all frames, is still there.
        if pager.state["loading"] is not None:
            say(f"it goes on after line {{line}}")
    if interruption.is_waiting:
        break
say(f"more than 30 lines: {{line > 30}}")
"""


@pytest.mark.parametrize("way", ["pager", "pager.items()"])
def test_an_interruption_at_any_line_of_its_beginning_ends_a_walk(trouble, way):
    with start_script(AT_ANY_LINE.format(url=trouble.url("/stall"), way=way)) as process:
        output, _ = process.communicate(timeout=LIMIT_SECONDS)
    assert (process.returncode, output) == (0, "more than 30 lines: True\n")


@pytest.mark.parametrize("way", ["wait", "dispatch"])
def test_ctrl_c_ends_the_wait_and_leaves_the_operation_to_its_owner(trouble, way):
    assert interrupted(trouble, trouble.url("/stall", bad=1), WAYS[way]) == (130, "interrupted fetch\n", "")


@pytest.mark.parametrize("number", range(12 if LONG else 2))
@pytest.mark.parametrize("way", ["load_all", "iteration"])
def test_ctrl_c_is_not_lost_while_callbacks_run_all_the_time(trouble, way, number):
    before = "updates = []\npager.subscribe(lambda update: updates.append(1))"
    url = trouble.url("/good", pages=1_000_000, size=1)
    assert interrupted(trouble, url, WAYS[way], before, requests=1 + 7 * number) == (130, "interrupted None\n", "")


@pytest.mark.parametrize("number", range(6 if LONG else 2))
def test_ctrl_c_is_not_lost_while_hooks_run_all_the_time(trouble, number):
    before = "pager = client.pager(QUERY, retain='none', transform=lambda response: 1, resolve_page=resolve)"
    resolve = "def resolve(info, direction): return {'variables': {'after': info['end_cursor'], 'first': 1}}\n"
    url = trouble.url("/good", pages=1_000_000, size=1)
    assert interrupted(trouble, url, WAYS["load_all"], resolve + before, requests=1 + 7 * number) == (
        130, "interrupted None\n", ""
    )


def test_ctrl_c_ends_a_hook_that_takes_long(trouble):
    before = "pager = client.pager(QUERY, transform=lambda response: time.sleep(1_000))"
    assert interrupted(trouble, trouble.url("/good"), WAYS["fetch"], before) == (130, "interrupted None\n", "")


def test_a_handler_that_raises_nothing_runs_while_hooks_run(trouble):
    before = (
        "pager = client.pager(QUERY, transform=lambda response: os.kill(os.getpid(), signal.SIGUSR1))\n"
        "seen = []\n"
        "signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))"
    )
    way = "pager.load_all()\n    assert seen and pager.state['end'] == 'complete'\n    raise KeyboardInterrupt"
    with start_script(SCRIPT.format(url=trouble.url("/good"), way=way, before=before)) as process:
        output, errors = process.communicate(timeout=LIMIT_SECONDS)
    assert (process.returncode, output, errors) == (130, "ready\ninterrupted None\n", "")


def test_another_signal_handler_may_raise_too(trouble):
    before = (
        "class Stop(Exception): pass\ndef stop(*_): raise Stop\nsignal.signal(signal.SIGINT, stop)\n"
        "pager.subscribe(lambda update: None)"
    )
    url = trouble.url("/good", pages=1_000_000, size=1)
    code, output, errors = interrupted(trouble, url, "pager.load_all()", before, requests=10)
    assert (code, output) == (1, "")
    assert errors.rstrip().endswith("Stop")
    assert "Exception ignored" not in errors
