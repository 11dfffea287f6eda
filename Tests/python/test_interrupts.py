"""Ctrl-C, sent for real to a process of its own."""

import signal
import subprocess
import time

import pytest

from conftest import start_script

WAYS = {
    "fetch": "pager.fetch()",
    "load_all": "pager.load_all()",
    "iteration": "list(pager)",
    "items": "list(pager.items())",
    "wait": "pager.start_fetch().wait()",
    "dispatch": "pager.start_fetch()\n    client.dispatch(None)",
}
SCRIPT = """
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


def interrupted(url, way, before="", after=0.2):
    """Starts the script, sends SIGINT and returns exit code, what it said, and stderr."""
    with start_script(SCRIPT.format(url=url, way=way, before=before)) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        try:
            # A second is what is promised; the rest is for a machine that is busy.
            output, errors = process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return process.returncode, output, errors


@pytest.mark.parametrize("way", ["fetch", "load_all", "iteration", "items"])
def test_ctrl_c_ends_the_wait_and_cancels_the_operation(trouble, way):
    assert interrupted(trouble.url("/stall", bad=1), WAYS[way]) == (130, "interrupted None\n", "")


@pytest.mark.parametrize("way", ["wait", "dispatch"])
def test_ctrl_c_ends_the_wait_and_leaves_the_operation_to_its_owner(trouble, way):
    code, output, errors = interrupted(trouble.url("/stall", bad=1), WAYS[way])
    assert (code, errors) == (130, "")
    assert output in ("interrupted fetch\n", "interrupted None\n")


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("way", ["load_all", "iteration"])
def test_ctrl_c_is_not_lost_while_callbacks_run_all_the_time(trouble, way, number):
    before = "updates = []\npager.subscribe(lambda update: updates.append(1))"
    url = trouble.url("/good", pages=1_000_000, size=1)
    assert interrupted(url, WAYS[way], before, after=0.1 + number / 500) == (130, "interrupted None\n", "")


def test_another_signal_handler_may_raise_too(trouble):
    before = (
        "import signal\nclass Stop(Exception): pass\ndef stop(*_): raise Stop\nsignal.signal(signal.SIGINT, stop)\n"
        "pager.subscribe(lambda update: None)"
    )
    url = trouble.url("/good", pages=1_000_000, size=1)
    code, output, errors = interrupted(url, "pager.load_all()", before)
    assert (code, output) == (1, "")
    assert errors.rstrip().endswith("Stop")
    assert "Exception ignored" not in errors
