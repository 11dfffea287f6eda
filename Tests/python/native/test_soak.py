"""A few rounds of the soak: it works, and reports growth, losses and hangs. `make soak` takes ten minutes."""

import concurrent.futures
import os
import subprocess
import sys
import threading

import pytest

from conftest import REPOSITORY
from soak import Hung, Sample, do, grown
from soak_chores import Tally

LONG = os.environ.get("SWIFTPAGER_LONG") == "1"


@pytest.mark.long
def test_a_short_soak_is_flat():
    seconds = 600 if LONG else 0
    soak = [sys.executable, str(REPOSITORY / "Tests" / "python" / "soak.py"), "--seconds", str(seconds)]
    done = subprocess.run(soak, capture_output=True, text=True, check=False, timeout=seconds + 100)
    assert done.returncode == 0, done.stderr
    assert "in the second quarter" in done.stderr
    assert done.stdout.endswith("walks: lost 0, doubled 0, hung 0\n")


def test_what_grows_is_told():
    flat = [Sample(50_000, 16, 4)] * 40
    assert grown(flat) == []
    # One moment with a higher number is not growth.
    assert grown([*flat[:35], Sample(90_000, 90, 40), *flat[36:]]) == []
    leaking = [Sample(50_000 + 1_000 * number, 16 + number, 4) for number in range(40)]
    assert [words.split()[0] for words in grown(leaking)] == ["kilobytes", "descriptors"]
    assert grown(flat[:3]) != []


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ([1, 2, 3, 4], "lost 0, doubled 0, hung 0"),
        ([1, 4], "lost 2, doubled 0, hung 0"),
        ([1, 2, 2, 3, 4, 5], "lost 0, doubled 2, hung 0"),
    ],
)
def test_items_that_are_lost_or_doubled_are_counted(found, told):
    tally = Tally()
    tally.check(found, [1, 2, 3, 4])
    assert str(tally) == f"1 walks: {told}"
    assert tally.is_clean == (found == [1, 2, 3, 4])


def test_items_in_another_order_end_the_soak():
    with pytest.raises(AssertionError, match="out of order"):
        Tally().check([2, 1], [1, 2])


def test_a_chore_that_does_not_end_is_told():
    end = threading.Event()

    def wait():
        end.wait()

    with concurrent.futures.ThreadPoolExecutor(1) as worker:
        do(worker, lambda: None)
        with pytest.raises(Hung, match="wait hangs"):
            do(worker, wait, 0.01)
        end.set()
