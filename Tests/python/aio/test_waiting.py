"""Waiting in slices: their lengths and their end. The test has its own clock, which advances by each wait."""

import itertools

import pytest

from swiftpager._native import waiting


class Clock:
    """Replaces the module `time`."""

    def __init__(self):
        self.seconds = 1_000.0

    def monotonic(self):
        return self.seconds


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(waiting, "time", clock)
    return clock


def waited(clock, timeout, early=0.0):
    """The slices for a caller that waits each to its end, or wakes a little early; a thousand count as endless."""
    slices = []
    for milliseconds in itertools.islice(waiting.slices(timeout), 1_000):
        slices.append(milliseconds)
        clock.seconds += max(milliseconds / 1_000 - early, 0)
    return slices


@pytest.mark.parametrize(("timeout", "slices"), [
    (0, [0]), (0.0004, [1]), (0.001, [1]), (0.0501, [51]), (0.1, [100]), (0.25, [100, 100, 50]), (1, [100] * 10),
])
def test_slices_add_up_to_the_time(clock, timeout, slices):
    assert waited(clock, timeout) == slices


def test_the_last_millisecond_is_waited_and_not_spun_away(clock):
    # The system may wake a caller a fraction of a millisecond early: one more wait of a millisecond is enough.
    assert waited(clock, 0.05, early=0.0004) == [50, 1]


def test_a_wait_without_a_limit_has_no_end(clock):
    assert waited(clock, None) == [100] * 1_000
