"""Updates: their content, their order, and the end of a subscription."""

import gc
import json
import weakref

import pytest

import swiftpager
from conftest import ids


def test_every_page_is_one_update_that_holds_all_pages(items_pager):
    pager, updates = items_pager(), []
    pager.subscribe(updates.append)
    pager.load_all()
    assert [update.page_count for update in updates] == [1, 2, 3, 4, 5]
    assert [ids([update.page])[0] for update in updates] == [1, 11, 21, 31, 41]
    assert {update.source for update in updates} == {"server"}
    assert {update.error for update in updates} == {None}
    assert ids(updates[-1].pages) == list(range(1, 51))


def test_the_lists_of_the_pages_of_an_update_are_the_callers_own(items_pager):
    pager, updates = items_pager(pages=3), []
    pager.subscribe(updates.append)
    pager.load_all()
    page = updates[-1].pages[0]
    page.items.clear()
    assert len(page.items) == 10


@pytest.mark.long
def test_a_subscriber_that_reads_the_newest_page_pays_for_no_other(items_pager):
    pager, updates = items_pager(), []
    pager.subscribe(updates.append)
    pager.load_all()
    pages = updates[-1].pages
    before = number_of_pages()
    newest = pages[-1]
    assert number_of_pages() == before + 1
    assert pages[4] is newest
    assert ids([newest]) == list(range(41, 51))


def number_of_pages():
    gc.collect()
    return sum(isinstance(found, swiftpager.Page) for found in gc.get_objects())


def test_the_pages_of_an_update_are_a_sequence(items_pager):
    pager = items_pager(pages=3)
    pager.load_all()
    pages = pager.pages
    assert len(pages) == 3
    assert [ids([page])[0] for page in pages] == [1, 11, 21]
    assert [ids([page])[0] for page in reversed(pages)] == [21, 11, 1]
    assert ids(pages[1:]) == list(range(11, 31))
    assert pages[1] in pages
    assert pages == list(pages)
    assert pages != pages[1:]
    assert repr(pages) == repr(list(pages))
    with pytest.raises(IndexError):
        pages[3]
    with pytest.raises(IndexError):
        pages[-4]


@pytest.mark.parametrize("retain", ["last", "none"])
def test_an_update_holds_one_page_where_not_all_are_retained(items_pager, retain):
    pager, updates = items_pager(pager={"retain": retain}), []
    pager.subscribe(updates.append)
    pager.load_all()
    assert [ids(update.pages)[0] for update in updates] == [1, 11, 21, 31, 41]


def test_emit_end_is_one_update_for_the_whole_run(items_pager):
    pager, updates = items_pager(pager={"emit": "end"}), []
    pager.subscribe(updates.append)
    pager.load_all()
    (update,) = updates
    assert ids(update.pages) == list(range(1, 51))


def test_a_late_subscriber_first_gets_the_current_state(items_pager):
    pager, updates = items_pager(), []
    pager.fetch()
    pager.subscribe(updates.append)
    pager.load_next()
    assert [update.page_count for update in updates] == [1, 2]


def test_a_failure_is_an_update_with_the_pages_before_it(items_pager):
    pager, updates = items_pager("/http-500"), []
    pager.subscribe(updates.append)
    with pytest.raises(swiftpager.HTTPError):
        pager.load_all()
    failure = updates[-1]
    assert isinstance(failure.error, swiftpager.HTTPError)
    assert (failure.page, failure.source) == (None, None)
    assert ids(failure.pages) == list(range(1, 21))


def test_errors_without_data_are_an_update_with_a_page(items_pager):
    pager, updates = items_pager("/errors-null-data"), []
    pager.subscribe(updates.append)
    with pytest.raises(swiftpager.GraphQLError):
        pager.load_all()
    last = updates[-1]
    assert isinstance(last.error, swiftpager.GraphQLError)
    assert (last.page.data, len(last.page.errors)) == (None, 1)


def test_output_is_the_whole_update_as_json(items_pager):
    pager, updates = items_pager(pages=2), []
    pager.subscribe(updates.append)
    pager.load_all()
    output = json.loads(bytes(updates[-1].output))
    assert output["previous_pages"] == []
    assert output["initial_page"] == json.loads(bytes(updates[-1].pages[0].raw))
    assert [page["data"] for page in output["next_pages"]] == [updates[-1].pages[1].data]


def test_a_cancelled_subscription_gets_nothing_more(items_pager):
    pager, updates = items_pager(), []
    with pager.subscribe(updates.append) as subscription:
        pager.fetch()
    pager.load_next()
    subscription.cancel()
    assert len(updates) == 1


def test_a_subscription_may_be_cancelled_inside_its_callback(items_pager):
    pager, updates = items_pager(), []

    def once(update):
        updates.append(update)
        subscription.cancel()

    subscription = pager.subscribe(once)
    pager.load_all()
    assert len(updates) == 1


@pytest.mark.long
def test_a_subscription_goes_on_when_its_object_is_dropped(items_pager):
    pager, updates = items_pager(), []
    pager.subscribe(updates.append)
    gc.collect()
    pager.fetch()
    assert len(updates) == 1


def test_closing_the_pager_ends_its_subscriptions_and_lets_their_callbacks_go(items_pager):
    class Receiver:
        def __call__(self, update):
            raise AssertionError("there is no update")

    pager, receiver = items_pager(), Receiver()
    pager.subscribe(receiver)
    reference = weakref.ref(receiver)
    del receiver
    assert reference() is not None
    pager.close()
    pager.client.dispatch()
    assert reference() is None


def test_updates_reach_every_subscriber_in_order(items_pager):
    pager, history = items_pager(), []
    for name in "ab":
        pager.subscribe(lambda update, name=name: history.append((name, update.page_count)))
    pager.load_all()
    for name in "ab":
        assert [count for who, count in history if who == name] == [1, 2, 3, 4, 5]


def test_m42_the_updates_of_150_pages_come_in_order(items_pager):
    pager, counts = items_pager(pages=150, size=1), []
    pager.subscribe(lambda update: counts.append(update.page_count))
    pager.fetch()
    while pager.can_load_next:
        pager.load_next()
    assert counts == list(range(1, 151))


def test_reset_is_no_update(items_pager):
    pager, updates = items_pager(), []
    pager.fetch()
    pager.subscribe(updates.append)
    pager.client.dispatch()
    pager.reset()
    assert pager.client.dispatch() == 0
    assert len(updates) == 1
