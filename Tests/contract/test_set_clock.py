"""The time of day may be set while a program runs: by an administrator, a time server, a virtual machine that goes on.
No wait of the library depends on that."""

import contextlib
import os
import pathlib
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from conftest import LIBRARY_FOLDER, ROOT, STRICT, run

HERE = pathlib.Path(__file__).parent
# Eleven days: a wait that depends on the time of day does not end within the time of a test.
STEP_SECONDS = 1_000_000
LIMIT_SECONDS = 100


@pytest.fixture(scope="module")
def programs(library: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder with the program, and the clock to load before it."""
    folder = tmp_path_factory.mktemp("programs")
    run("cc", *STRICT[:2], "-shared", "-fPIC", HERE / "set_clock.c", "-o", folder / "set_clock.so", "-ldl")
    linked = [f"-I{ROOT}/include", f"-L{library.parent}", "-lswiftpager"]
    run("cc", *STRICT, HERE / "waits.c", "-o", folder / "waits", *linked)
    return folder


def lines(programs: pathlib.Path, clock: pathlib.Path, step: int, *arguments: str) -> list[str]:
    """What the program prints, with a time of day that is set once the file is there."""
    variables = {
        **os.environ,
        "LD_LIBRARY_PATH": str(LIBRARY_FOLDER),
        "LD_PRELOAD": str(programs / "set_clock.so"),
        "CLOCK_FILE": str(clock),
        "CLOCK_STEP": str(step),
    }
    return run(programs / "waits", *arguments, env=variables, timeout=LIMIT_SECONDS).splitlines()


@pytest.fixture
def silent_endpoint() -> Iterator[str]:
    """A server that takes connections and does not answer."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/graphql"


@contextlib.contextmanager
def storefront(*arguments: str) -> Iterator[str]:
    """A shop with a bucket of points, as Shopify's."""
    command = [sys.executable, str(ROOT / "Tests" / "servers" / "storefront.py"), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("listening on ").strip()
        process.terminate()


@pytest.mark.parametrize("step", [-STEP_SECONDS, STEP_SECONDS])
def test_each_wait_takes_its_own_time(
    programs: pathlib.Path, tmp_path: pathlib.Path, silent_endpoint: str, step: int
) -> None:
    clock = tmp_path / "set"
    clock.touch()
    waits = [
        "operation_next: TIMEOUT", "operation_wait: TIMEOUT", "subscription_next: TIMEOUT", "client_dispatch: OK",
        "client_close: OK",
    ]
    assert lines(programs, clock, step, silent_endpoint) == [*waits, *waits, "a request: NETWORK", "a retry: NETWORK"]


@pytest.mark.parametrize("step", [-STEP_SECONDS, STEP_SECONDS])
def test_a_walk_within_a_share_of_a_budget_goes_on(programs: pathlib.Path, tmp_path: pathlib.Path, step: int) -> None:
    with storefront("--products", "1000", "--maximum", "1000", "--restore-rate", "1000") as endpoint:
        assert lines(programs, tmp_path / "set", step, endpoint, str(tmp_path / "set")) == ["OK, 10 pages"]
