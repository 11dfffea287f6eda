#!/usr/bin/env python3
"""Runs the Python tests on the wheel, in every CPython from 3.11 on that this machine has; needs a network.

    pythons.py [--list] WHEEL -- PYTEST ARGUMENT …

For each of them an empty virtual environment is made in build/pythons, with the wheel and what the repository's own
has: Tests/requirements.txt and bench/requirements.txt. The last line is `N passed, M failed`, and those before it say
which Pythons they were.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
OLDEST = (3, 11)
ASK = "import json, sys; print(json.dumps([sys.implementation.name, sys.version.split()[0], sys.base_prefix]))"
COUNTS = re.compile(r"^(?:=+ )?(?:(\d+) failed, )?(?:(\d+) passed)?.* in [\d.]+s", re.MULTILINE)


def pythons() -> dict[str, pathlib.Path]:
    """The interpreters that there are, each once, by their versions and places."""
    folders = [pathlib.Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    pyenv = pathlib.Path(os.environ.get("PYENV_ROOT") or pathlib.Path.home() / ".pyenv")
    folders += [*sorted(pyenv.glob("versions/*/bin")), pathlib.Path("/usr/bin"), pathlib.Path("/usr/local/bin")]
    found: dict[str, pathlib.Path] = {}
    for folder in folders:
        for file in sorted(folder.glob("python3.*")):
            if not re.fullmatch(r"python3\.\d+t?", file.name):
                continue
            # pyenv's stand-ins for versions that are not chosen fail; the versions are found in their own places.
            told = subprocess.run([file, "-c", ASK], capture_output=True, text=True, check=False)
            if told.returncode:
                continue
            implementation, version, prefix = json.loads(told.stdout)
            if implementation == "cpython" and tuple(map(int, version.split(".")[:2])) >= OLDEST:
                found.setdefault(f"{version} of {prefix}", file)
    return found


def run(*words: str | pathlib.Path, **environment: str) -> str:
    """Runs a command, shows what it says and returns that."""
    with subprocess.Popen(
        words, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            print(line, end="", flush=True)
    return "".join(lines) if process.returncode == 0 else "".join([*lines, f"ended with {process.returncode}\n"])


def tested(python: pathlib.Path, wheel: pathlib.Path, words: list[str]) -> tuple[int, int]:
    """How many tests passed and failed in one Python."""
    told = subprocess.run([python, "-c", ASK], capture_output=True, text=True, check=True).stdout
    folder = ROOT / "build" / "pythons" / re.sub(r"\W+", "-", "-".join(json.loads(told))).strip("-")
    inside = folder / "bin" / "python"
    made = run(python, "-m", "venv", "--clear", folder)
    made += run(
        inside, "-m", "pip", "install", "--require-hashes", "--quiet", "--disable-pip-version-check",
        "--only-binary", ":all:", "--requirement", ROOT / "Tests" / "requirements.txt",
        "--requirement", ROOT / "bench" / "requirements.txt",
    )
    # The wheel needs no other package, and no list can name its hash.
    made += run(inside, "-m", "pip", "install", "--no-index", "--quiet", "--disable-pip-version-check", wheel)
    if "ended with" in made:
        return 0, 1
    (packages,) = folder.glob("lib/python3.*/site-packages")
    output = run(inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words, SWIFTPAGER_BINDING=str(packages))
    counts = COUNTS.findall(output)
    failed, passed = (int(count or 0) for count in counts[-1]) if counts else (0, 0)
    return passed, max(failed, 1 if "ended with" in output or not passed else 0)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="only say which interpreters there are")
    parser.add_argument("wheel", type=pathlib.Path, nargs="?")
    parser.add_argument("words", nargs="*", metavar="PYTEST ARGUMENT")
    given = parser.parse_args()
    found = pythons()
    if given.list:
        print("\n".join(found))
        return 0
    if not given.wheel or not given.wheel.is_file():
        parser.error("which wheel? make wheel builds it")
    outcomes = {}
    for name, python in found.items():
        print(f"\n==== CPython {name}", flush=True)
        outcomes[name] = tested(python, given.wheel.resolve(), given.words)
    print()
    for name, (passed, failed) in outcomes.items():
        print(f"CPython {name}: {passed} passed and {failed} failed")
    passed, failed = (sum(counts) for counts in zip(*outcomes.values(), strict=True))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
