"""Builds programs of an app against the modules of the debug build."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "scripts"))

import docc

# What is built beside the modules of an app's program.
OTHERS = ("Tests", "Tool", "TestSupport", "PagerABI", "PagerArrow", "SwiftPagerTesting", "Foundation", "GeneratedCode")
LIBRARIES = (
    "curl", "jansson", "simdjson", "sqlite3", "crypto", "z", "stdc++", "m",
    "swiftGlibc", "swiftDispatch", "dispatch", "swiftSynchronization", "BlocksRuntime",
)  # fmt: skip


def program(text: str, folder: Path) -> Path:
    """Compiles and links a program without `SwiftPagerFoundation`."""
    main, archive, app = folder / "main.swift", folder / "modules.a", folder / "app"
    main.write_text(text)
    folders = [path for path in docc.MODULES.parent.glob("*.build") if not any(name in path.name for name in OTHERS)]
    run("ar", "rcs", archive, *(path for folder in folders for path in objects(folder)))
    whole = [word for part in ("--whole-archive", archive, "--no-whole-archive") for word in ("-Xlinker", part)]
    run("swiftc", *docc.imports(), main, "-o", app, *whole, *(f"-l{name}" for name in LIBRARIES))
    return app


def objects(folder: Path) -> Iterator[Path]:
    """The objects of a module. The build keeps those of files that were renamed."""
    sources = ROOT / "Sources" / folder.stem
    names = {path.name for place in (sources, folder / "DerivedSources") for path in place.rglob("*")}
    for path in folder.rglob("*.o"):
        if not sources.exists() or path.stem in names:
            yield path


def errors(text: str, folder: Path) -> list[str]:
    """What the compiler refuses in a program, in Swift 6 mode."""
    main = folder / "main.swift"
    main.write_text(text)
    command = ["swiftc", "-typecheck", "-swift-version", "6", *docc.imports(), str(main)]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stderr.splitlines()
    return [line for line in lines if line.startswith(str(main)) and " error: " in line]
