"""`--print-completion`: what shtab makes of the options."""

import subprocess

import pytest

from commands import COMMAND, environment, outcome, run_words, without
from conftest import LIMIT_SECONDS

# Bash's own functions for completion need none of these; shtab's function uses COMP_WORDS and COMPREPLY.
COMPLETE = """
eval "$(cat "$1")"
COMP_WORDS=(swiftpager https://example.com/graphql "$2" "$3")
COMP_CWORD={}
_shtab_swiftpager
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    done = run_words(*COMMAND, "--print-completion", "bash")
    assert outcome(done) == (0, "")
    file = tmp_path_factory.mktemp("completion") / "swiftpager.bash"
    file.write_bytes(done.stdout)
    return file


def completed(script, *words, folder=None):
    """What bash proposes for the last word."""
    text = COMPLETE.format(len(words) + 1)
    done = subprocess.run(
        ["bash", "--norc", "-c", text, "bash", str(script), *words], capture_output=True, timeout=LIMIT_SECONDS,
        check=False, cwd=folder,
    )
    assert done.stderr == b""
    return done.stdout.decode().split()


def test_bash_completes_options_and_their_values(script):
    assert completed(script, "--exec") == ["--execute", "--execute-file"]
    assert completed(script, "--format", "p") == ["parquet"]
    assert completed(script, "--errors", "") == ["report", "keep", "fail"]


def test_bash_completes_files_where_an_option_takes_one(script, tmp_path):
    (tmp_path / "walk.graphql").touch()
    for option in ("--query-file", "--output", "-o"):
        assert completed(script, option, "wal", folder=tmp_path) == ["walk.graphql"]
    assert completed(script, "--operation-name", "wal", folder=tmp_path) == []


@pytest.mark.parametrize("shell", ["zsh", "tcsh"])
def test_other_shells_have_one_too(shell):
    done = run_words(*COMMAND, "--print-completion", shell)
    assert done.returncode == 0
    assert b"print-completion" in done.stdout


def test_without_shtab_it_says_what_to_install(tmp_path):
    done = subprocess.run(
        [*COMMAND, "--print-completion", "bash"], capture_output=True, timeout=LIMIT_SECONDS, check=False,
        env=environment(without(tmp_path / "modules", "shtab")),
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"pip install shtab" in done.stderr
