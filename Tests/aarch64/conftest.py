"""What was built for aarch64, and the emulated Linux in which it is tried.

qemu-user emulates one process. Its child processes would need the emulator registered with the kernel (binfmt_misc),
so nothing here starts any.
"""

import os
import pathlib
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BUILD = REPOSITORY / "build" / "aarch64"
# So much more than anything takes here that only a hang gets there.
LIMIT_SECONDS = 300
EMULATOR = "/usr/bin/qemu-aarch64-static"
PIP = "/usr/share/python-wheels/pip-23.0.1-py3-none-any.whl/pip"


def run(*words: str | pathlib.Path) -> str:
    """Runs a command that succeeds, and returns what it writes."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=LIMIT_SECONDS)
    assert done.returncode == 0, done.stderr
    return done.stdout


def emulated(root: pathlib.Path, *words: str, **folders: pathlib.Path) -> list[str | pathlib.Path]:
    """The words that run a program of a root, which has further folders at the places of their names.

    The root shares the network, so servers on loopback are reached.
    """
    command: list[str | pathlib.Path] = ["bwrap", "--die-with-parent", "--clearenv", "--ro-bind", root, "/"]
    command += ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--ro-bind", EMULATOR, "/tmp/emulator"]
    for name, value in {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": "/tmp/installed:/tmp/packages"}.items():
        command += ["--setenv", name, value]
    for name, folder in folders.items():
        command += ["--bind", folder, f"/tmp/{name}"]
    return [*command, "/tmp/emulator", *words]


def built(pattern: str) -> pathlib.Path:
    """The one file that matches a pattern below build/aarch64."""
    found = list(BUILD.glob(pattern))
    if len(found) != 1:
        pytest.fail(f"build/aarch64 has {len(found)} files {pattern}: run make wheel-aarch64", pytrace=False)
    return found[0].resolve()


@pytest.fixture(scope="session")
def library() -> pathlib.Path:
    """The library."""
    return built("lib/libswiftpager.so")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder into which the emulated pip has installed the wheel; it accepts the wheel's name."""
    wheel = built("wheel/*.whl")
    folder = tmp_path_factory.mktemp("installed")
    words = ("/usr/bin/python3.11", PIP, "install", "--quiet", "--no-index", "--target", "/tmp/installed")
    run(*emulated(BUILD / "root", *words, f"/tmp/wheel/{wheel.name}", installed=folder, wheel=wheel.parent))
    return folder


def endpoint(variable: str) -> str:
    """What with_servers.py exports; without it a test fails, because skipping would look like success."""
    address = os.environ.get(variable)
    if not address:
        pytest.fail(f"{variable} is not set: run this by scripts/with_servers.py --shop --tls", pytrace=False)
    return address


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """An emulated program is slow: each test may take longer than Tests/pytest.ini says."""
    for item in items:
        item.add_marker(pytest.mark.timeout(LIMIT_SECONDS))
