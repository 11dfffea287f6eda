"""Continuing after a loop that ended early: a page that was loaded but not yet handed out is not lost."""

import pytest

import swiftpager
from conftest import ids, until

ALL = list(range(1, 51))


class Unwelcome(Exception):
    """The exception that the loops raise here."""


def until_the_next_page_waits(pager, count):
    """Waits until the page after the first `count` pages is in the walk's queue; after the last page there is none."""

    def is_there():
        if pager.state["pages_loaded"] == min(count + 1, 5):
            return True
        # A subscriber with a callback holds the next page back until its callback has run.
        pager.client.dispatch()
        return False

    until(is_there)


def left_by_break(pager, count):
    walked = []
    for page in pager:
        walked += ids([page])
        if len(walked) == 10 * count:
            until_the_next_page_waits(pager, count)
            break
    return walked


def left_by_an_exception(pager, count):
    walked = []
    with pytest.raises(Unwelcome):
        for page in pager:
            walked += ids([page])
            if len(walked) == 10 * count:
                until_the_next_page_waits(pager, count)
                raise Unwelcome
    return walked


def left_in_the_middle_of_a_page(pager, count):
    walked = []
    for item in pager.items():
        walked.append(int(item["id"]))
        if len(walked) == 10 * count - 5:
            until_the_next_page_waits(pager, count)
            break
    # The loop got the whole page and did not take the rest of it.
    return walked + ALL[10 * count - 5 : 10 * count]


LEAVING = [left_by_break, left_by_an_exception, left_in_the_middle_of_a_page]


def load_all(pager):
    pager.load_all(fetch_from_initial_page=False)


def load_next(pager):
    while pager.can_load_next:
        pager.load_next()


def received_after(pager, walked, go_on):
    """The ids that a subscriber gets when the pager continues after a walk."""
    received = []
    with pager.subscribe(lambda update: received.extend(ids([update.page]))):
        go_on(pager)
        pager.client.dispatch()
    # If the pager holds a page, a subscriber's first update is the current state: here, the last page of the walk.
    return received[10:] if received[:10] == walked[-10:] else received


@pytest.mark.parametrize("count", [2, 5])
@pytest.mark.parametrize("leave", LEAVING)
@pytest.mark.parametrize("go_on", [load_all, load_next])
def test_going_on_after_a_walk_gives_every_item_once(items_pager, count, leave, go_on):
    pager = items_pager(pager={"retain": "none"})
    walked = leave(pager, count)
    assert walked == ALL[: 10 * count]
    assert walked + received_after(pager, walked, go_on) == ALL
    assert pager.state["end"] == "complete"


@pytest.mark.parametrize("leave", LEAVING)
def test_a_subscriber_that_was_there_all_the_time_gets_every_item_once(items_pager, leave):
    pager, received = items_pager(pager={"retain": "none"}), []
    pager.subscribe(lambda update: received.extend(ids([update.page])))
    leave(pager, 2)
    load_all(pager)
    assert received == ALL


def test_going_on_while_the_iterator_of_the_walk_is_kept(items_pager):
    pager = items_pager(pager={"retain": "last"})
    pages = iter(pager)
    walked = ids([next(pages)])
    until(lambda: pager.state["pages_loaded"] == 2)
    assert walked + received_after(pager, walked, load_all) == ALL
    with pytest.raises(swiftpager.Cancelled):
        next(pages)
