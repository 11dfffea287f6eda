"""A few rounds of the soak: it works, and reports growth. `make soak` takes ten minutes."""

import os
import subprocess
import sys

import pytest

from conftest import REPOSITORY
from soak import Sample, grown

LONG = os.environ.get("SWIFTPAGER_LONG") == "1"


@pytest.mark.long
def test_a_short_soak_is_flat():
    seconds = 600 if LONG else 0
    soak = [sys.executable, str(REPOSITORY / "Tests" / "python" / "soak.py"), "--seconds", str(seconds)]
    done = subprocess.run(soak, capture_output=True, text=True, check=False, timeout=seconds + 100)
    assert done.returncode == 0, done.stderr
    assert "in the second quarter" in done.stderr


def test_what_grows_is_told():
    flat = [Sample(50_000, 16, 4)] * 40
    assert grown(flat) == []
    # One moment with a higher number is not growth.
    assert grown([*flat[:35], Sample(90_000, 90, 40), *flat[36:]]) == []
    leaking = [Sample(50_000 + 1_000 * number, 16 + number, 4) for number in range(40)]
    assert [words.split()[0] for words in grown(leaking)] == ["kilobytes", "descriptors"]
    assert grown(flat[:3]) != []
