"""bench: every comparison names cases that exist, and the pictures are those of the recorded run."""

import subprocess
import sys

from conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))

from cases import CASES, COMPARISONS


def test_comparisons_name_cases_that_exist() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
    assert {one.case for one in COMPARISONS} | {one.baseline for one in COMPARISONS} <= {*names, None}


def test_the_pictures_are_those_of_the_run_that_lies_beside_them() -> None:
    program = [sys.executable, str(ROOT / "bench/plot.py"), "--check"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
