"""Finds and loads `libswiftpager.so`.

It looks in this order: the file that the environment variable SWIFTPAGER_LIBRARY names (and then nowhere else), the
folder of this package, `build/lib` of the repository around this package, and the system's loader.
"""

from __future__ import annotations

import ctypes
import json
import os
from os.path import abspath, basename, dirname, join

from .signatures import SIGNATURES

VARIABLE = "SWIFTPAGER_LIBRARY"
NAME = "libswiftpager.so"
SONAME = "libswiftpager.so.0"
# The oldest ABI version that has everything this package calls.
ABI_VERSION = 1

_PACKAGE = dirname(dirname(abspath(__file__)))


class LibraryNotFoundError(ImportError):
    """The package cannot find or load `libswiftpager.so`; the message names the places where it looked."""


def _candidates() -> list[str]:
    """The names for the loader, in order: paths, and at the end a name that the system's loader looks up."""
    if named := os.environ.get(VARIABLE):
        return [named]
    folders = [_PACKAGE]
    bindings = dirname(dirname(_PACKAGE))
    # An installed package has no repository around it.
    if basename(bindings) == "bindings":
        folders.append(join(dirname(bindings), "build", "lib"))
    return [join(folder, name) for folder in folders for name in (NAME, SONAME)] + [SONAME]


def _load() -> ctypes.CDLL:
    """Loads the first candidate that works and declares its functions."""
    failures = []
    for candidate in _candidates():
        try:
            # CDLL, not PyDLL, so that other Python threads run while a native call waits.
            library = ctypes.CDLL(candidate)
            _declare(library)
        except (OSError, AttributeError) as error:
            failures.append(f"  {error}" if candidate in str(error) else f"  {candidate}: {error}")
        else:
            return library
    if os.environ.get(VARIABLE):
        raise LibraryNotFoundError(
            f"the environment variable {VARIABLE} names a file that is not this package's library:\n"
            + "\n".join(failures)
            + "\nCorrect the variable, or unset it: without it, the package looks for the library itself."
        )
    raise LibraryNotFoundError(
        f"{NAME} could not be loaded from any of these places:\n"
        + "\n".join(failures)
        + "\nInstall a wheel, which contains it; or build it with `make lib` in the repository of swiftpager; or set"
        f" {VARIABLE} to the path of the file."
    )


def _declare(library: ctypes.CDLL) -> None:
    """Declares arguments and results of every function; raises AttributeError if the library is too old."""
    for name, (result, arguments) in SIGNATURES.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    version = library.swiftpager_abi_version()
    if version < ABI_VERSION:
        raise AttributeError(f"it has ABI version {version}; this package needs {ABI_VERSION}")


native = _load()


def list_words() -> dict[str, dict[str, list[str]]]:
    """The words by which the library finds lists: for each purpose, like "page" or "total", products by word."""
    words: dict[str, dict[str, list[str]]] = json.loads(native.swiftpager_list_words())
    return words


def library_version() -> str:
    """The version of the loaded library, like "0.1.0"."""
    version: bytes = native.swiftpager_version()
    return version.decode()
