"""The wheel that `make wheel` has built, and environments that it is installed in."""

import os
import pathlib
import subprocess
import sys

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
# So much more than anything takes here that only a hang gets there.
LIMIT_SECONDS = 300


def run(
    *words: str | pathlib.Path, folder: pathlib.Path | None = None, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Runs a command to its end, without what would have a client find another library or other authorities."""
    left_out = {"SSL_CERT_FILE", "CURL_CA_BUNDLE", "SWIFTPAGER_LIBRARY", "SWIFTPAGER_BINDING", "PYTHONPATH"}
    inherited = {name: value for name, value in os.environ.items() if name not in left_out}
    return subprocess.run(
        words, cwd=folder, env={**inherited, **environment}, capture_output=True, text=True, check=False,
        timeout=LIMIT_SECONDS,
    )


def endpoint(variable: str) -> str:
    """What with_servers.py exports; without it a test fails, because skipping would look like success."""
    address = os.environ.get(variable)
    if not address:
        pytest.fail(f"{variable} is not set: run this by scripts/with_servers.py --shop --tls", pytrace=False)
    return address


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Environments are made on machines that are busy, too: each test may take longer than Tests/pytest.ini says."""
    for item in items:
        item.add_marker(pytest.mark.timeout(LIMIT_SECONDS))


@pytest.fixture(scope="session")
def wheel() -> pathlib.Path:
    """The wheel."""
    found = list((REPOSITORY / "build" / "wheel").glob("*.whl"))
    if len(found) != 1:
        pytest.fail("there is no wheel, or more than one, in build/wheel: run make wheel", pytrace=False)
    return found[0]


@pytest.fixture(scope="session")
def installed(wheel: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The Python of an empty environment with the wheel."""
    folder = tmp_path_factory.mktemp("installed") / "environment"
    made = run(sys.executable, "-m", "venv", folder)
    assert made.returncode == 0, made.stderr
    python = folder / "bin" / "python"
    done = run(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", wheel)
    assert done.returncode == 0, done.stderr
    return python
