"""Finds and loads `libswiftpager.so`.

In this order: the file that the environment variable SWIFTPAGER_LIBRARY names (and then no other), beside this package,
`build/lib` of the repository this package stands in, and the system's loader.
"""

from __future__ import annotations

import ctypes
import os
from os.path import abspath, basename, dirname, join

from ._signatures import SIGNATURES

VARIABLE = "SWIFTPAGER_LIBRARY"
NAME = "libswiftpager.so"
SONAME = "libswiftpager.so.0"
# The oldest contract that has everything this package calls.
ABI_VERSION = 5

_PACKAGE = dirname(abspath(__file__))


class LibraryNotFoundError(ImportError):
    """`libswiftpager.so` was found nowhere, or could not be loaded; the message says where it was looked for."""


def _candidates() -> list[str]:
    """What to hand to the loader, in order: paths, and at the end a name for the system's loader to find."""
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
            # CDLL, and not PyDLL: other Python threads run while a native call waits.
            library = ctypes.CDLL(candidate)
            _declare(library)
        except (OSError, AttributeError) as error:
            failures.append(f"  {error}" if candidate in str(error) else f"  {candidate}: {error}")
        else:
            return library
    raise LibraryNotFoundError(
        f"{NAME} could not be loaded. It was looked for in these places:\n"
        + "\n".join(failures)
        + f"\nBuild it with `make lib` in the repository of swiftpager, or let {VARIABLE} name the file."
    )


def _declare(library: ctypes.CDLL) -> None:
    """Declares arguments and results of every function; raises AttributeError where the library is too old."""
    for name, (result, arguments) in SIGNATURES.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    version = library.swiftpager_abi_version()
    if version < ABI_VERSION:
        raise AttributeError(f"it has version {version} of the contract; this package needs {ABI_VERSION}")


native = _load()


def library_version() -> str:
    """The version of the library that was loaded, like "0.1.0"."""
    version: bytes = native.swiftpager_version()
    return version.decode()
