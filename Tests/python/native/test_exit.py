"""The end of the interpreter, and forked children."""

import pytest

from conftest import LONG, run_script

# From 3.12 on, CPython warns if a process with threads forks; the library has a thread.
FORKING = {"PYTHONWARNINGS": "ignore::DeprecationWarning"}

OPEN = """
client = swiftpager.Client({url!r})
pager = client.pager(QUERY, retain="none")
updates = []
pager.subscribe(updates.append)
operation = pager.start_load_all(lambda error: None)
"""
# Each lets the work run for a moment, and then ends while all of it is running.
ENDINGS = {
    "nothing": "",
    "dispatching": "while len(updates) < 5: client.dispatch(None)",
    "walking": "pages = iter(client.pager(QUERY)); next(pages); next(pages)",
    "a daemon that dispatches": """
def run():
    while True: client.dispatch(None)
threading.Thread(target=run, daemon=True).start()
while len(updates) < 5: time.sleep(0.001)
""",
    "a daemon that waits": """
threading.Thread(target=operation.wait, daemon=True).start()
while len(updates) < 5: time.sleep(0.001)
""",
    "a daemon that walks": """
def run():
    for page in client.pager(QUERY): updates.append(page)
threading.Thread(target=run, daemon=True).start()
while len(updates) < 5: time.sleep(0.001)
""",
    "sys.exit in a callback": """
pager.subscribe(lambda update: sys.exit(0))
client.dispatch(None)
""",
    "cyclic garbage": """
client.itself = client
pager.itself = pager
del client, pager, operation
""",
}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("number", range(3 if LONG else 1))
def test_the_interpreter_ends_cleanly_with_work_under_way(trouble, ending, number):
    url = trouble.url("/good", pages=1_000_000, size=1)
    assert run_script(OPEN.format(url=url) + ENDINGS[ending]) == (0, "", "")


# Registered before the import of the package, so it runs after the package has closed its clients. It prints that, and
# where a thread was stopped.
LATE = """
import atexit, sys, time
def stopped_at():
    deadline = time.monotonic() + 20
    while thread.is_alive() and time.monotonic() < deadline:
        frame = sys._current_frames()[thread.ident]
        if frame.f_code.co_name == "park_at_exit":
            return "behind a call" if "this" in frame.f_back.f_locals else "before a call"
        time.sleep(0.001)
def late():
    print("closed", flush=True)
    print("stopped", stopped_at(), flush=True)
atexit.register(late)
"""


def test_the_end_waits_for_a_callback_that_runs_on_a_daemon_thread(trouble):
    script = OPEN.format(url=trouble.url("/good", pages=1)) + """
from swiftpager._native import calls
def work(update):
    entered.set()
    while calls._exiting_thread is None:
        time.sleep(0.001)
    time.sleep(0.3)  # Work, which the end has to wait for.
    say("worked")
def run():
    while not entered.is_set():
        client.dispatch(None)
    say("the thread went on")
entered = threading.Event()
pager.subscribe(work)
pager.start_load_all(lambda error: None)  # The walk under way may be past its only page.
thread = threading.Thread(target=run, daemon=True)
thread.start()
entered.wait()
"""
    code, said, told = run_script(script, before=LATE)
    # The running walk has another update if it is not yet past its only page.
    said = said.replace("worked\nworked\n", "worked\n")
    assert (code, said, told) == (0, "worked\nclosed\nstopped behind a call\n", "")


# The last one finds its client closed.
@pytest.mark.parametrize(
    "call", ["client.dispatch(None)", "operation.wait()", "next(pages)", "time.sleep(0.3); next(iter(pager))"]
)
def test_a_daemon_thread_makes_no_call_once_the_interpreter_ends(trouble, call):
    script = OPEN.format(url=trouble.url("/good", pages=1)) + f"""
from swiftpager._native import calls
pages = iter(client.pager(QUERY))
next(pages)
def run():
    started.set()
    while calls._exiting_thread is None:
        time.sleep(0.001)
    {call}
    say("the thread went on")
started = threading.Event()
thread = threading.Thread(target=run, daemon=True)
thread.start()
started.wait()
"""
    assert run_script(script, before=LATE) == (0, "closed\nstopped before a call\n", "")


@pytest.mark.parametrize("call", ["client.dispatch(None)", "operation.wait()", "list(client.pager(QUERY))"])
def test_a_daemon_thread_stops_for_good_when_the_interpreter_ends(trouble, call):
    script = OPEN.format(url=trouble.url("/good", pages=1_000_000, size=1)) + f"""
def run():
    try:
        while True: {call}
    except BaseException as error:
        say(f"the thread went on until {{error!r}}")
thread = threading.Thread(target=run, daemon=True)
thread.start()
# A walk runs the callbacks of its own pager only.
while not updates: client.dispatch(0.001)
"""
    code, output, errors = run_script(script, before=LATE)
    assert (code, errors) == (0, "")
    assert output in ("closed\nstopped before a call\n", "closed\nstopped behind a call\n")


def test_a_child_does_not_wait_for_the_threads_of_its_parent(trouble):
    script = OPEN.format(url=trouble.url("/stall", bad=1)) + """
import signal
from swiftpager._native import calls
thread = threading.Thread(target=client.dispatch, args=(None,), daemon=True)
thread.start()
while thread.ident not in calls._running: time.sleep(0.001)
if os.fork() == 0:
    signal.alarm(20)
    calls.EXIT_SECONDS = 3600
    sys.exit(7)
say(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    assert run_script(script, **FORKING) == (0, "7\n", "")


def test_a_lock_that_a_thread_of_the_parent_holds_does_not_stop_the_child(trouble):
    script = OPEN.format(url=trouble.url("/stall", bad=1)) + """
import signal
from swiftpager._native.starting import starting
def hold():
    with starting():
        held.set()
        time.sleep(3600)
held = threading.Event()
threading.Thread(target=hold, daemon=True).start()
held.wait()
if os.fork() == 0:
    signal.alarm(20)
    try:
        pager.fetch()
    except swiftpager.ForkedError:
        sys.exit(7)
say(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    assert run_script(script, **FORKING) == (0, "7\n", "")


def test_completions_are_told_at_the_end(trouble):
    script = OPEN.format(url=trouble.url("/stall", bad=1)) + "pager.start_fetch(lambda error: say(error.code))"
    assert run_script(script) == (0, "CANCELLED\n", "")


FORK = """
pager = client.pager(QUERY)
pager.fetch()
page = pager.pages[0]
unread = pager.pages[0]
assert len(page.items) == 1
child = os.fork()
if child == 0:
    calls = {
        "fetch": pager.fetch, "load_all": pager.load_all, "list": lambda: list(pager), "pages": lambda: pager.pages,
        "state": lambda: pager.state, "can_load_next": lambda: pager.can_load_next, "reset": pager.reset,
        "subscribe": lambda: pager.subscribe(print), "dispatch": client.dispatch, "fileno": client.fileno,
        "wake": client.wake, "pager": lambda: client.pager(QUERY), "wait": operation.wait, "cancel": operation.cancel,
        "items": lambda: unread.items, "item_count": lambda: unread.item_count, "kind": lambda: unread.kind,
        "raw": lambda: unread.raw,
    }
    for name, call in calls.items():
        try:
            call()
        except swiftpager.ForkedError as error:
            assert error.code == "FORKED"
        else:
            say(f"{name} was not refused in the child")
    assert len(page.items) == 1, "what was decoded before stays"
    with swiftpager.Client({url!r}) as own:
        assert len(list(own.pager(QUERY))) == 5
    pager.close()
    client.close()
    del pager, page, unread, updates, operation
    import gc
    gc.collect()
    say("child done")
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
pager.fetch()
say("parent done")
"""


def test_a_forked_child_is_refused_the_parents_objects_and_walks_with_a_client_of_its_own(trouble):
    url = trouble.url("/good", size=1)
    code, output, errors = run_script(OPEN.format(url=url) + FORK.replace("{url!r}", repr(url)), **FORKING)
    assert (code, output, errors) == (0, "child done\nparent done\n", "")
