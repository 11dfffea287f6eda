"""Type checkers, as the tests run them on programs."""

import pathlib
import subprocess
import sys

from conftest import BINDING, REPOSITORY

# That of `make lint`, which has the binding and all that it imports, by the same rules.
MYPY_CACHE = str(REPOSITORY / "build" / "mypy" / "strict")


def checked(checker: str, program: str, folder: pathlib.Path, *others: str) -> tuple[set[int], str]:
    """The lines of a program that a type checker rejects, and what it says; it also looks at other files."""
    file = folder / "program.py"
    file.write_text(program)
    commands = {
        "mypy": ["-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", MYPY_CACHE, str(file), *others],
        "pyright": ["-m", "basedpyright", "--level", "error", "--pythonpath", sys.executable, str(file), *others],
    }
    # These packages have no types, so the checkers ignore their imports.
    (folder / "mypy.ini").write_text("[mypy]\n[mypy-pandas.*,pyarrow.*]\nignore_missing_imports = True\n")
    (folder / "pyrightconfig.json").write_text(
        f'{{"typeCheckingMode": "strict", "extraPaths": ["{BINDING}"], "pythonVersion": "3.11",'
        ' "reportPrivateUsage": false}'
    )
    run = subprocess.run(
        [sys.executable, *commands[checker]], check=False, capture_output=True, text=True, cwd=folder,
        env={"MYPYPATH": str(BINDING), "PATH": "/usr/bin:/bin", "HOME": str(folder)},
    )
    lines = [line for line in run.stdout.splitlines() if "program.py:" in line and "error" in line]
    assert bool(lines) == (run.returncode != 0), run.stdout + run.stderr
    return {int(line.split("program.py:")[1].split(":")[0]) for line in lines}, run.stdout
