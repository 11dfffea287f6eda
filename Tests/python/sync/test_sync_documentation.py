"""docs/python/sync.md: its command lines and its Python run, and print what the page says."""

import contextlib
import os
import pathlib
import re
import subprocess
import sys

import pytest

import sync_support
from commands import environment
from conftest import LIMIT_SECONDS, REPOSITORY

PAGE = (REPOSITORY / "docs" / "python" / "sync.md").read_text()
# Does what the command `duckdb` does with these options.
DUCKDB = """\
import pathlib, sys, duckdb
database = duckdb.connect()
_, _, views, _, query = sys.argv
database.execute(pathlib.Path(views).read_text())
print(*(value for row in database.execute(query).fetchall() for value in row))
"""


COMMAND = """\
from swiftpager.cli.main import main
raise SystemExit(main())
"""


def test_the_page_runs_and_prints_what_it_says(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("duckdb", DUCKDB), ("swiftpager", COMMAND)):
        (tmp_path / name).write_text(f"#!{sys.executable}\n{text}")
        (tmp_path / name).chmod(0o755)
    env = environment(XDG_CACHE_HOME=str(tmp_path), TOKEN="x")
    env["PATH"] = f"{tmp_path}:{os.environ['PATH']}"
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    shells = [re.sub("^pip .*$", "", text, flags=re.MULTILINE) for kind, text in blocks if kind == "sh"]
    with sync_support.lists() as served:
        printed = [
            subprocess.run(
                ["bash", "-euc", text.replace("https://example.com/graphql", served.url)], cwd=tmp_path,
                env=env, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=True,
            ).stdout
            for text in shells
        ]
    assert printed[0] == blocks[1][1]
    assert printed[1] == "23\n"
    assert len(printed[2].splitlines()) == 2
    [python] = [text for kind, text in blocks if kind == "python"]
    with contextlib.chdir(tmp_path):
        exec(python, {})
    assert "23" in capsys.readouterr().out
