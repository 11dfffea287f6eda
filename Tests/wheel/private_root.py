#!/usr/bin/env python3
"""Runs a command on a small Linux that has Python and glibc, and none of the libraries that libswiftpager.so links.

    private_root.py [--bind FOLDER …] [--put FILE=PLACE …] WHEEL -- COMMAND [ARGUMENT …]

The wheel is installed there by pip, without a network, into an empty virtual environment, whose `python` the command
finds first. The root has this Python, what its own modules are linked with, and what is bound: folders and files of
this machine at the same path, or files at another. It shares the network, so servers on loopback are reached.
Needs bubblewrap.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

# What the library links, and a system need not have.
ABSENT = ("libjansson", "libcurl", "libsimdjson")
# Modules that nothing here imports, and that would bring half a desktop.
LEFT_OUT = ("_tkinter.", "nis.")
# glibc and the C++ runtime, which a wheel for manylinux may count on.
MANYLINUX = {
    "libc.so.6", "libm.so.6", "libresolv.so.2", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1",
    "libnss_files.so.2", "libnss_dns.so.2", "libstdc++.so.6", "libgcc_s.so.1", "libz.so.1",
}
# What looking up names and users reads.
FILES = ("/etc/hosts", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/resolv.conf")
# Where the environment lies, inside.
INSTALLED = "/opt/installed"
INSTALL = f"""
set -eu
wheel=$1
shift
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
    dynload = pathlib.Path(sys.base_prefix, "lib", f"python{sys.version_info[0]}.{sys.version_info[1]}", "lib-dynload")
    modules = [file for file in dynload.glob("*.so") if not file.name.startswith(LEFT_OUT)]
    found = libraries(pathlib.Path(sys.executable).resolve(), pathlib.Path("/bin/sh"), *modules)
    known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    for line in known.splitlines():
        if line.split()[0] in MANYLINUX and "x86-64" in line:
            found.add(line.rpartition("=> ")[2])
    return found


def arguments(wheel: pathlib.Path, command: list[str], binds: list[str], puts: dict[str, str]) -> list[str]:
    """The command that runs another in the root; `puts` has files by the places they are put in."""
    needed = programs()
    if surplus := [path for path in needed if pathlib.Path(path).name.startswith(ABSENT)]:
        sys.exit(f"private_root: {', '.join(surplus)} would be there, and has to be missing")
    python = str(pathlib.Path(sys.base_prefix))
    binds = [*FILES, *needed, str(wheel), *binds]
    if not python.startswith("/usr"):
        binds.append(python)
    words = ["bwrap", "--unshare-pid", "--die-with-parent", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for path in binds:
        words += ["--ro-bind-try", path, path]
    for place, file in puts.items():
        words += ["--ro-bind", file, place]
    for program in ("/bin/sh", "/usr/bin/env"):
        words += ["--ro-bind", program, program]
    words += ["--setenv", "PATH", f"{INSTALLED}/bin:/usr/bin:/bin", "--setenv", "PYTHON", f"{python}/bin/python3"]
    for name in ("SSL_CERT_FILE", "CURL_CA_BUNDLE", "LD_LIBRARY_PATH", "SWIFTPAGER_LIBRARY"):
        words += ["--unsetenv", name]
    return [*words, "/bin/sh", "-c", INSTALL, "sh", str(wheel), *command]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bind", action="append", default=[], metavar="PATH", help="a path that is there, too")
    parser.add_argument("--put", action="append", default=[], metavar="FILE=PLACE", help="a file, at another path")
    parser.add_argument("wheel", type=pathlib.Path)
    parser.add_argument("command", nargs="+")
    given = parser.parse_args()
    puts = {place: file for file, _, place in (text.partition("=") for text in given.put)}
    return subprocess.call(arguments(given.wheel.resolve(), given.command, given.bind, puts))


if __name__ == "__main__":
    sys.exit(main())
