"""Ctrl-C while the command is imported: it ends with 130, and writes no traceback, whatever module it was at."""

import pathlib
import subprocess
import sys

import pytest

from commands import TAKES_SIGNALS, environment
from conftest import LIMIT_SECONDS

# Python imports it before the program. It notes each module that is looked for from the package's own on, and sends the
# signal at the one with a number.
SITE = """
import os, signal, sys

class Watch:
    count = None

    def find_spec(self, name, path=None, target=None):
        if self.count is None and name != "swiftpager._native":
            return None
        self.count = (self.count or 0) + 1
        with open(os.environ["SEEN"], "a") as file:
            file.write(name + "\\n")
        if str(self.count) == os.environ["AT"]:
            os.kill(os.getpid(), signal.SIGINT)
        return None

sys.meta_path.insert(0, Watch())
"""
# What pip writes for the entry point of the package.
SCRIPT = "import sys\nfrom swiftpager.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
NOWHERE = "http://127.0.0.1:9/graphql"
COMMANDS = {
    "walk": [NOWHERE, "--query", "{ items { id } }", "-p", "type=offset"], "list": [NOWHERE, "products"],
    "sync": ["sync", NOWHERE, "-o", "out"], "mcp": ["mcp", NOWHERE, "-o", "out"],
    "fleet": ["fleet", "none.ndjson", "--out", "out"],
    "generate": ["generate", "--schema", "no", "no", "--swift", "no"],
}


@pytest.fixture
def script(tmp_path: pathlib.Path) -> pathlib.Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(SITE)
    path = tmp_path / "bin" / "swiftpager"
    path.parent.mkdir()
    path.write_text(SCRIPT)
    return path


def interrupted(script: pathlib.Path, words: "list[str]", at: int) -> "subprocess.CompletedProcess[str]":
    """Runs a command that gets the signal at an import; at the odd ones it is a script, else a module."""
    program = [str(script)] if at % 2 else ["-m", "swiftpager"]
    env = environment(script.parent.parent / "site", AT=str(at), SEEN=str(script.parent / "seen"))
    return subprocess.run(
        [*TAKES_SIGNALS, sys.executable, *program, *words], env=env, cwd=script.parent, capture_output=True, text=True,
        timeout=LIMIT_SECONDS, check=False, stdin=subprocess.DEVNULL,
    )


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_at_an_import_ends_the_command(script: pathlib.Path, command: str) -> None:
    interrupted(script, COMMANDS[command], 0)
    names = (script.parent / "seen").read_text().splitlines()
    assert names[0] == "swiftpager._native" and len(names) > 100
    step = max(1, len(names) // 12)
    for at in range(1, len(names) + 1, step):
        done = interrupted(script, COMMANDS[command], at)
        told = f"{names[at - 1]}: {done.stdout}{done.stderr}"
        assert done.returncode == 130, told
        assert done.stdout == "" and done.stderr in ("", "swiftpager: interrupted\n"), told


def test_a_program_that_imports_the_package_keeps_its_own_handler(script: pathlib.Path) -> None:
    source = "import signal, swiftpager\nprint(signal.getsignal(signal.SIGINT) is signal.default_int_handler)\n"
    (script.parent / "other.py").write_text(source)
    for program in (["other.py"], ["-c", source], ["-m", "other"], ["-m", "other", "-m", "swiftpager"]):
        done = subprocess.run(
            [*TAKES_SIGNALS, sys.executable, *program], cwd=script.parent, env=environment(script.parent),
            capture_output=True, text=True, timeout=LIMIT_SECONDS, check=True,
        )
        assert done.stdout == "True\n"
