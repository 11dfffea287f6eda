"""Writes the declarations of every binding from the contract, include/swiftpager.abi.json.

    python3 scripts/bindings                writes
    python3 scripts/bindings --check        says whether each file is what it would write
    python3 scripts/bindings go rust        does so for these languages alone

A language is a module beside this one, with a function `render(contract) -> {path from the root: text}`.
"""

import argparse
import importlib
import pathlib
import sys

from contract import ROOT, read

HERE = pathlib.Path(__file__).resolve().parent
# The modules that all languages share.
SHARED = {"__main__", "contract", "texts", "java_texts"}


def languages() -> list[str]:
    """The names of the languages' modules."""
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem not in SHARED)


def rendered(names: list[str]) -> dict[pathlib.Path, str]:
    """All files of these languages, and what each has to hold."""
    contract = read()
    files: dict[pathlib.Path, str] = {}
    for name in names:
        for path, text in importlib.import_module(name).render(contract).items():
            assert ROOT / path not in files, f"two languages write {path}"
            files[ROOT / path] = text
    return files


def main() -> None:
    """Reads the command line, and writes or checks."""
    parser = argparse.ArgumentParser(
        prog="scripts/bindings", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("language", nargs="*", choices=[*languages(), []], metavar="LANGUAGE")
    arguments = parser.parse_args()
    files = rendered(arguments.language or languages())
    stale = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if arguments.check and stale:
        names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
        sys.exit(f"bindings: not up to date: {names}; run `make headers`")
    for path in [] if arguments.check else stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], encoding="utf-8")
        print(f"bindings: wrote {path.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
