#!/usr/bin/env python3
"""Says whether build/lib has the library of the sources as they are now.

    library_stamp.py take debug|release     print a stamp of the sources, before their library is built
    library_stamp.py check [--release]      end with 1 and a message if the library is missing, stale or, with
                                            --release, a debug build
    library_stamp.py build                  print the library's build: debug or release

`make library` puts the stamp beside the library. A stamp has the build and a hash of each file that the library is
made from; times do not count, because git and copies change them. Runners of tests check the stamp before the first
test. They do not ask it of a library from elsewhere: a wheel, a package, the one that SWIFTPAGER_LIBRARY names.
"""

import argparse
import hashlib
import json
import os
import pathlib
import sys
from collections.abc import Iterator
from typing import TypedDict

ROOT = pathlib.Path(__file__).resolve().parent.parent
STAMP = ROOT / "build" / "lib" / "stamp.json"
# What the library is made from. The other targets of Swift, the faces of Swift, are not in it.
FILES = (
    "Package.swift", "dependencies.txt", "scripts/exports.map", "scripts/page.order", "include/module.modulemap",
    "include/swiftpager.h", "include/swiftpager_arrow.h",
)
FOLDER = "Sources"
OTHER_TARGETS = ("SwiftPager", "SwiftPagerTesting", "SwiftPagerFoundation")
ENDINGS = (".swift", ".c", ".cpp", ".h", ".json", ".modulemap")
COMMANDS = {"debug": "make lib DEBUG=1", "release": "make lib"}


class Stamp(TypedDict):
    """What is written beside a library."""

    build: str
    # Hashes, by the paths from the root.
    files: dict[str, str]


def _names(folder: str) -> Iterator[str]:
    for entry in os.scandir(ROOT / folder):
        name = f"{folder}/{entry.name}"
        if entry.is_dir():
            if not (folder == FOLDER and entry.name in OTHER_TARGETS):
                yield from _names(name)
        elif name.endswith(ENDINGS):
            yield name


def take(build: str) -> Stamp:
    """The stamp of a library that is built from the sources as they are now."""
    names = sorted([*FILES, *_names(FOLDER)])
    return {"build": build, "files": {name: hashlib.sha1((ROOT / name).read_bytes()).hexdigest() for name in names}}


def known() -> Stamp | None:
    """The stamp of the library that there is; None without a library or a readable stamp."""
    try:
        stamp: Stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return stamp if (STAMP.parent / "libswiftpager.so").exists() else None


def is_from_elsewhere() -> bool:
    """Whether this process, and what it starts, use another library than build/lib's."""
    return bool(os.environ.get("SWIFTPAGER_LIBRARY") or os.environ.get("SWIFTPAGER_BINDING"))


def complaint(for_release: bool = False) -> str | None:
    """What is wrong with the library in build/lib, and the command that mends it; None if nothing is wrong."""
    stamp = known()
    if stamp is None:
        return f"build/lib has no library of `make lib`. Build it: {COMMANDS['release' if for_release else 'debug']}"
    if for_release and stamp["build"] != "release":
        return f"build/lib has a debug build of the library, which is for tests. Build it: {COMMANDS['release']}"
    now, then = take(stamp["build"])["files"], stamp["files"]
    changed = sorted(name for name in now.keys() | then.keys() if now.get(name) != then.get(name))
    if not changed:
        return None
    others = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
    return f"build/lib is older than its sources: {changed[0]}{others}. Build it: {COMMANDS[stamp['build']]}"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("take").add_argument("build", choices=COMMANDS)
    commands.add_parser("check").add_argument("--release", action="store_true")
    commands.add_parser("build")
    arguments = parser.parse_args()
    if arguments.command == "take":
        print(json.dumps(take(arguments.build), indent=0))
    elif arguments.command == "check":
        if not (is_from_elsewhere() and not arguments.release) and (said := complaint(arguments.release)):
            print(said, file=sys.stderr)
            return 1
    else:
        stamp = known()
        print(stamp["build"] if stamp else "release")
    return 0


if __name__ == "__main__":
    sys.exit(main())
