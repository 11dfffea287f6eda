#!/usr/bin/env python3
"""Runs a command on a small Linux that has Python and glibc, and none of the libraries that libswiftpager.so links.

    private_root.py [--tests] [--put FILE=PLACE …] WHEEL|ENVIRONMENT -- COMMAND [ARGUMENT …]

The wheel is installed there by pip, without a network, into an empty virtual environment, whose `python` the command
finds first; or there is an environment already. The root has this Python, what its own modules are linked with, and the
files that are put there. It shares the network, so servers on loopback are reached. With --tests it also has the
repository's tests, the packages of this Python, which they need, and the authorities of this machine and of
with_servers.py. Needs bubblewrap.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What the library links, and a system need not have.
ABSENT = ("libjansson", "libcurl")
# Modules that nothing here imports, and that would bring half a desktop.
LEFT_OUT = ("_tkinter.", "nis.")
# glibc and the C++ runtime, which a wheel for manylinux may count on.
MANYLINUX = {
    "libc.so.6", "libm.so.6", "libresolv.so.2", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1",
    "libnss_files.so.2", "libnss_dns.so.2", "libstdc++.so.6", "libgcc_s.so.1", "libz.so.1",
}
# What looking up names and users reads.
FILES = ("/etc/hosts", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/resolv.conf")
# What runs the commands below.
PROGRAMS = ("/bin/sh", "/usr/bin/env")
# What the tests run besides.
TEST_PROGRAMS = ("/bin/bash", "/usr/bin/head")
PYTHON = pathlib.Path(sys.base_prefix, "bin", f"python{sys.version_info[0]}.{sys.version_info[1]}")
# Where the environment lies, inside.
INSTALLED = "/opt/installed"
PACKAGES = f"{INSTALLED}/lib/{PYTHON.name}/site-packages"
INSTALL = f"""
set -eu
wheel=$1
shift
PATH={INSTALLED}/bin:$PATH
"$PYTHON" -m venv {INSTALLED}
{INSTALLED}/bin/pip install --quiet --disable-pip-version-check --no-index "$wheel"
exec "$@"
"""


def libraries(*files: pathlib.Path) -> set[str]:
    """The paths of the libraries that files need, and of their loader."""
    told = subprocess.run(["ldd", *files], capture_output=True, text=True, check=False).stdout
    return set(re.findall(r"(/\S+) \(0x", told))


def programs() -> set[str]:
    """The libraries of Python, of its own modules, and of the shell, and those that every manylinux has."""
    dynload = PYTHON.parents[1] / "lib" / PYTHON.name / "lib-dynload"
    modules = [file for file in dynload.glob("*.so") if not file.name.startswith(LEFT_OUT)]
    found = libraries(pathlib.Path(sys.executable).resolve(), *map(pathlib.Path, (*PROGRAMS, *TEST_PROGRAMS)), *modules)
    known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    kind = {"x86_64": "x86-64", "aarch64": "AArch64"}[os.uname().machine]
    for line in known.splitlines():
        if line.split()[0] in MANYLINUX and kind in line:
            found.add(line.rpartition("=> ")[2])
    return found


def python_files() -> Iterator[str]:
    """This Python; that of the system shares its folders with much else."""
    if sys.base_prefix == "/usr":
        yield from (str(PYTHON), f"/usr/lib/{PYTHON.name}", "/usr/share/python-wheels")
    else:
        yield sys.base_prefix


def in_root(what: pathlib.Path, *command: str, puts: Mapping[str, str], with_tests: bool = False) -> list[str]:
    """The words that run a command in the root, with a wheel or an environment; `puts` has files by their places."""
    needed = programs()
    if surplus := [path for path in needed if pathlib.Path(path).name.startswith(ABSENT)]:
        sys.exit(f"private_root: {', '.join(surplus)} would be there, and has to be missing")
    words = ["bwrap", "--unshare-pid", "--die-with-parent", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for path in (*FILES, *needed, str(what), *python_files(), *(test_files() if with_tests else ())):
        words += ["--ro-bind-try", path, path]
    programs_there = (*PROGRAMS, *(TEST_PROGRAMS if with_tests else ()))
    for place, file in {**{program: program for program in programs_there}, **puts}.items():
        words += ["--ro-bind", file, place]
    settings = {"PATH": f"{what}/bin:/usr/bin:/bin", "PYTHON": str(PYTHON), "PYTHONDONTWRITEBYTECODE": "1"}
    # The folder that the caller's environment names is not there.
    settings["TMPDIR"] = "/tmp"
    if with_tests:
        packages = pathlib.Path(sysconfig.get_path("purelib")).resolve()
        settings |= {"PYTHONPATH": str(packages), "SWIFTPAGER_BINDING": PACKAGES}
    for name, value in settings.items():
        words += ["--setenv", name, value]
    for name in ("SSL_CERT_FILE", "CURL_CA_BUNDLE", "LD_LIBRARY_PATH", "SWIFTPAGER_LIBRARY"):
        words += ["--unsetenv", name]
    return [*words, *command] if what.is_dir() else [*words, "/bin/sh", "-c", INSTALL, "sh", str(what), *command]


def test_files() -> Iterator[str]:
    """What the tests read."""
    yield from (str(ROOT / name) for name in ("Tests", "docs", "examples", "include"))
    yield str(pathlib.Path(sys.prefix).resolve())
    yield "/etc/ssl/certs/ca-certificates.crt"
    if authority := os.environ.get("SWIFTPAGER_TLS_CA"):
        yield str(pathlib.Path(authority).parent)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", action="store_true", help="also have what the Python tests need")
    parser.add_argument("--put", action="append", default=[], metavar="FILE=PLACE", help="a file, at another path")
    parser.add_argument("what", type=pathlib.Path, metavar="WHEEL|ENVIRONMENT")
    parser.add_argument("command", nargs="+")
    given = parser.parse_args()
    puts = {place: file for file, _, place in (text.partition("=") for text in given.put)}
    return subprocess.call(in_root(given.what.resolve(), *given.command, puts=puts, with_tests=given.tests))


if __name__ == "__main__":
    sys.exit(main())
