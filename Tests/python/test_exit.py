"""The end of the interpreter, and forked children."""

import pytest

from conftest import run_script

OPEN = """
client = swiftpager.Client({url!r})
pager = client.pager(QUERY, retain="none")
updates = []
pager.subscribe(updates.append)
operation = pager.start_load_all(lambda error: None)
"""
# Each lets the work run for a moment and then ends with all of it under way.
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
@pytest.mark.parametrize("number", range(3))
def test_the_interpreter_ends_cleanly_with_work_under_way(trouble, ending, number):
    url = trouble.url("/good", pages=1_000_000, size=1)
    assert run_script(OPEN.format(url=url) + ENDINGS[ending]) == (0, "", "")


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
        "raw": lambda: unread.raw, "client": lambda: swiftpager.Client("http://127.0.0.1:9/"),
    }
    for name, call in calls.items():
        try:
            call()
        except swiftpager.ForkedError as error:
            assert error.code == "FORKED"
        else:
            say(f"{name} was not refused in the child")
    assert len(page.items) == 1, "what was decoded before stays"
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


def test_a_forked_child_is_refused_and_does_not_disturb_its_parent(trouble):
    code, output, errors = run_script(OPEN.format(url=trouble.url("/good", size=1)) + FORK)
    assert (code, output, errors) == (0, "child done\nparent done\n", "")
