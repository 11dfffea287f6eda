#!/usr/bin/env python3
"""Fetches the Debian packages from which aarch64 is built and tried on another machine: those of packages.txt.

    packages.py FOLDER          fetch what FOLDER/debs lacks
    packages.py FOLDER PLACE    print the files of a place, all of which were fetched
    packages.py --renew         write packages.txt anew, with the versions that the mirror has today

apt fetches them, from the mirrors that this machine's apt uses; its lists lie in FOLDER/apt and know nothing of this
machine's packages. A row of packages.txt has the place that a package is for, its suite, name, version and SHA-256:

    runtime   the static Swift runtime        sysroot   what the library is linked with
    source    the sources of Dispatch         root      the Linux in which it is tried
"""

import argparse
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import NamedTuple

LIST = pathlib.Path(__file__).with_name("packages.txt")
ROOT = LIST.parents[2]
STABLE, UNSTABLE = "bookworm", "sid"
SWIFT = "swiftlang"
# What the rows of a place are found from: these packages of the stable suite, and all that they depend on.
WANTED = {
    "sysroot": (
        "libc6-dev", "linux-libc-dev", "libgcc-12-dev", "libstdc++-12-dev", "libcurl4-openssl-dev", "libjansson-dev",
        "libsqlite3-dev", "libssl-dev", "zlib1g-dev",
        # The wheel's libcurl is built with these: packaging/wheel/curl.sh.
        "libbrotli-dev", "libidn2-dev", "libnghttp2-dev", "libzstd-dev",
    ),
    "root": ("python3.11", "python3.11-venv", "libstdc++6", "dash"),
}
HEADER = """\
# Debian's packages of arm64 from which `make lib-aarch64` and `make wheel-aarch64` build, and in which they are tried.
# packaging/aarch64/packages.py fetches them, and with --renew it writes this list anew.
#
# place   suite    package  version  sha256
"""


class Package(NamedTuple):
    """A row of the list."""

    place: str
    suite: str
    name: str
    version: str
    sha256: str


def listed() -> list[Package]:
    """The rows of packages.txt."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return [Package(*line.split()) for line in lines if line and not line.startswith("#")]


def say(message: str) -> None:
    """One line for who runs this."""
    print(f"aarch64: {message}", file=sys.stderr)


class Apt:
    """An apt for arm64, with lists of its own."""

    def __init__(self, folder: pathlib.Path) -> None:
        """Takes the mirrors of this machine's apt; no list is there before `update`."""
        self.folder = folder
        for name in ("lists/partial", "cache/archives/partial"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / "status").touch()
        (folder / "sources").write_text("".join(sources()), encoding="utf-8")
        (folder / "apt.conf").write_text(
            f'APT::Architecture "arm64";\nAPT::Architectures {{ "arm64"; }};\nAPT::Sandbox::User "root";\n'
            f'APT::Default-Release "{STABLE}*";\nAPT::Install-Recommends "false";\nAcquire::Languages "none";\n'
            f'Dir::Etc::sourcelist "{folder}/sources";\nDir::Etc::sourceparts "-";\n'
            f'Dir::State "{folder}";\nDir::State::status "{folder}/status";\nDir::Cache "{folder}/cache";\n',
            encoding="utf-8",
        )

    def run(self, *words: str, folder: pathlib.Path | None = None) -> "subprocess.CompletedProcess[str]":
        """Runs apt-get or apt-cache."""
        environment = {**os.environ, "APT_CONFIG": str(self.folder / "apt.conf"), "LC_ALL": "C"}
        return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)

    def update(self) -> None:
        """Reads the mirrors' lists."""
        done = self.run("apt-get", "-qq", "update")
        if done.returncode:
            sys.exit(f"{done.stderr}aarch64: apt cannot read the lists of arm64: is there a network?")

    def versions(self, name: str) -> list[str]:
        """The versions of a package that the mirror has, the newest first."""
        shown = self.run("apt-cache", "madison", name).stdout
        return [line.split("|")[1].strip() for line in shown.splitlines()]

    def has(self, package: Package) -> bool:
        """Whether the mirror has this version. That of the sources follows from the runtime's."""
        return package.place == "source" or package.version in self.versions(package.name)

    def fetch(self, packages: list[Package], folder: pathlib.Path) -> None:
        """Fetches files, and shows what apt says if it cannot."""
        binary = {f"{package.name}={package.version}" for package in packages if package.place != "source"}
        source = {f"{package.name}={package.version}" for package in packages if package.place == "source"}
        for words in (["download", *sorted(binary)], ["source", "--download-only", "--tar-only", *source]):
            if words[-1] != words[0] and words[-1] != "--tar-only":
                print(self.run("apt-get", "-qq", *words, folder=folder).stderr, end="", file=sys.stderr)

    def needed(self, *names: str) -> Iterator[tuple[str, str, str]]:
        """Names, versions and sums of packages of the stable suite and of what they depend on."""
        done = self.run("apt-get", "-qq", "install", "--print-uris", "-o", "Acquire::ForceHash=SHA256", *names)
        if done.returncode:
            sys.exit(f"{done.stderr}aarch64: apt does not find {' '.join(names)}")
        for file, sha256 in re.findall(r"^'\S+' (\S+) \d+ SHA256:(\w+)$", done.stdout, re.MULTILINE):
            name, version, _ = file.split("_")
            yield name, version.replace("%3a", ":"), sha256


def sources() -> Iterator[str]:
    """The lines of a sources.list: this machine's mirrors of the stable suite, and the unstable one beside it."""
    words = ("apt-get", "indextargets", "--no-release-info", "--format", "$(REPO_URI) $(RELEASE)")
    told = subprocess.run([*words, "Created-By: Packages"], capture_output=True, text=True, check=False).stdout
    suites = sorted({(suite, address) for address, suite in (line.split() for line in told.splitlines())})
    stable = [(suite, address) for suite, address in suites if suite.startswith(STABLE)]
    if not stable:
        sys.exit(f"aarch64: apt on this machine has no mirror of Debian's {STABLE}, from which aarch64 is built")
    for suite, address in stable:
        yield f"deb {address} {suite} main\n"
    address = dict(suites)[STABLE]
    yield f"deb {address} {UNSTABLE} main\ndeb-src {address} {UNSTABLE} main\n"


def file_of(package: Package, folder: pathlib.Path) -> pathlib.Path | None:
    """The package's file, if the folder has it and the sum is right."""
    if package.place == "source":
        names = [f"{package.name}_{package.version.partition('-')[0]}.orig.tar.xz"]
    else:
        version = package.version.replace(":", "%3a")
        names = [f"{package.name}_{version}_{kind}.deb" for kind in ("arm64", "all")]
    for file in (folder / name for name in names):
        if file.is_file():
            with file.open("rb") as stream:
                found = hashlib.file_digest(stream, "sha256").hexdigest()
            if found == package.sha256:
                return file
            say(f"{file} is another file than the one that packages.txt names; it is fetched again")
            file.unlink()
    return None


def gone(packages: list[Package], apt: Apt, folder: pathlib.Path) -> str:
    """What to say of packages that the mirror does not have."""
    lines = []
    for package in packages:
        newer = apt.versions(package.name)
        lines.append(
            f"aarch64: {package.name} {package.version} of Debian's {package.suite} cannot be fetched: the mirror has "
            + ("no such file, or failed" if package.version in newer else f"{' and '.join(newer) or 'none'} instead")
        )
    return "\n".join([
        *lines,
        f"aarch64: who has these files puts them into {folder}. Otherwise packaging/aarch64/packages.py --renew takes",
        "aarch64: the versions of today. After a change of swiftlang, go through docs/decisions/116-built-across.md:",
        "aarch64: it says what was compared between the Swift runtime and the compiler.",
    ])


def fetch(folder: pathlib.Path) -> None:
    """Fetches what is missing."""
    debs = folder / "debs"
    debs.mkdir(parents=True, exist_ok=True)
    missing = [package for package in listed() if not file_of(package, debs)]
    if not missing:
        return
    apt = Apt(folder / "apt")
    apt.update()
    say(f"fetching {len(missing)} of the packages; together they have 750 MB")
    apt.fetch([package for package in missing if apt.has(package)], debs)
    if left := [package for package in missing if not file_of(package, debs)]:
        sys.exit(gone(left, apt, debs))


def renewed(apt: Apt) -> Iterator[Package]:
    """The rows of a new list."""
    shown = apt.run("apt-cache", "show", f"{SWIFT}={apt.versions(SWIFT)[0]}").stdout
    version, sha256 = (re.findall(rf"^{field}: (\S+)$", shown, re.MULTILINE)[0] for field in ("Version", "SHA256"))
    yield Package("runtime", UNSTABLE, SWIFT, version, sha256)
    # A rebuilt package has the sources of the version before the mark.
    version = re.sub(r"\+b\d+$", "", version)
    shown = apt.run("apt-cache", "showsrc", "--only-source", SWIFT).stdout
    archive = re.escape(f"{SWIFT}_{version.partition('-')[0]}.orig.tar.xz")
    (sha256,) = set(re.findall(rf"^ (\w{{64}}) \d+ {archive}$", shown, re.MULTILINE))
    yield Package("source", UNSTABLE, SWIFT, version, sha256)
    for place, names in WANTED.items():
        for row in sorted(apt.needed(*names)):
            yield Package(place, STABLE, *row)


def renew() -> None:
    """Writes the list anew."""
    with tempfile.TemporaryDirectory(prefix="swiftpager-aarch64-") as scratch:
        apt = Apt(pathlib.Path(scratch))
        apt.update()
        rows = list(renewed(apt))
    lines = ("  ".join((row.place.ljust(7), row.suite.ljust(8), *row[2:])) for row in rows)
    LIST.write_text(HEADER + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    say(f"{LIST.relative_to(ROOT)}: {len(rows)} packages")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true")
    parser.add_argument("folder", type=pathlib.Path, nargs="?", metavar="FOLDER")
    parser.add_argument("place", nargs="?", metavar="PLACE")
    given = parser.parse_args()
    if given.renew:
        renew()
    elif given.place:
        files = [file_of(package, given.folder / "debs") for package in listed() if package.place == given.place]
        print("\n".join(str(file) for file in files))
    elif given.folder:
        fetch(given.folder.resolve())
    else:
        parser.error("which folder?")


if __name__ == "__main__":
    main()
