"""The C examples do what they say."""

import json
import os
import pathlib
import subprocess
from collections.abc import Callable

import pytest

from conftest import LIBRARY_FOLDER, ROOT, STRICT, run

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def example(tmp_path: pathlib.Path, library: pathlib.Path) -> Run:
    """Builds an example and runs it: its name, then its arguments."""

    def built(name: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        source = ROOT / "examples" / "c" / f"{name}.c"
        link = [f"-L{LIBRARY_FOLDER}", "-lswiftpager"]
        run("cc", "-std=c11", *STRICT, f"-I{ROOT / 'include'}", "-o", tmp_path / name, source, *link)
        environment = {**os.environ, "LD_LIBRARY_PATH": str(LIBRARY_FOLDER)}
        return subprocess.run(
            [tmp_path / name, *arguments], capture_output=True, text=True, env=environment, timeout=60, check=False
        )

    return built


def test_reverse_reads_the_newest_first(example: Run, shop_endpoint: str) -> None:
    done = example("reverse", shop_endpoint, "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "the newest: 100 products, 100 so far",
        "before that: 100 products, 200 so far",
        "there are older ones",
    ]
    assert example("reverse", shop_endpoint, "99").stdout.endswith("1000 so far\nthat is all of them\n")


def test_offset_walks_both_lists_to_their_end(example: Run, shop_endpoint: str) -> None:
    done = example("offset", shop_endpoint)
    assert (done.returncode, done.stderr) == (0, "")
    states = {}
    for line in done.stdout.splitlines():
        name, _, state = line.partition(": ")
        states[name] = json.loads(state)
    assert {name: (state["items_loaded"], state["pages_held"], state["end"]) for name, state in states.items()} == {
        "by offset": (1000, 0, "complete"),
        "by page": (800, 0, "complete"),
    }


@pytest.mark.parametrize("name", ["reverse", "offset"])
def test_examples_fail_with_a_message_and_a_code(name: str, example: Run) -> None:
    done = example(name, "http://127.0.0.1:9/graphql")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "NETWORK" in done.stderr
    assert example(name).returncode == 2
