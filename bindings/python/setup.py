"""Builds the package with `libswiftpager.so` inside; everything else is in pyproject.toml.

The library is the file that SWIFTPAGER_LIBRARY names, or else the file that `make lib` builds. If neither exists but
the system's loader finds a library (`make install`), the package has no library inside and loads the system's. That
is also how the source distribution works, because its library would have to be built from the whole repository. With
SWIFTPAGER_LIBRARY=system it has none in any case, because the package of a distribution depends on the library's.
"""

import json
import os
import pathlib
import shutil
import tempfile
from ctypes.util import find_library

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.errors import SetupError

NAME = "libswiftpager.so"
# pip builds the folder in place, so the repository is around it.
BUILT = pathlib.Path(__file__).resolve().parents[2] / "build" / "lib" / NAME


NAMED = os.environ.get("SWIFTPAGER_LIBRARY")


def library() -> pathlib.Path | None:
    """The library that goes into the package."""
    if NAMED == "system":
        return None
    if NAMED:
        return pathlib.Path(NAMED)
    return BUILT if BUILT.is_file() else None


def is_for_tests(file: pathlib.Path) -> bool:
    """Whether a library is what `make lib DEBUG=1` built: the stamp beside it says so."""
    stamp = file.with_name("stamp.json")
    return stamp.is_file() and json.loads(stamp.read_text(encoding="utf-8"))["build"] == "debug"


class PackageWithLibrary(build_py):
    """Copies the library beside the modules."""

    def run(self) -> None:
        """Builds the package. An editable install needs no copy: it finds the repository's library."""
        super().run()
        if self.editable_mode:
            return
        if file := library():
            if not file.is_file():
                raise SetupError(f"SWIFTPAGER_LIBRARY names {file}, which is not a file")
            if is_for_tests(file):
                raise SetupError(f"{file} is a debug build, which needs this machine's Swift. Run `make lib`.")
            shutil.copy(file, self._copy())
        elif NAMED != "system" and not find_library("swiftpager"):
            raise SetupError(
                f"there is no {NAME} to install: {BUILT} is missing, and the system has none. Build it with `make lib`"
                " in the repository of swiftpager and try again, or set SWIFTPAGER_LIBRARY to the path of the file."
            )

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """All built files."""
        files: list[str] = super().get_outputs(include_bytecode)
        return [*files, str(self._copy())] if self._copy().is_file() else files

    def _copy(self) -> pathlib.Path:
        return pathlib.Path(self.build_lib, "swiftpager", NAME)


class LibraryWheel(bdist_wheel):
    """A wheel for every Python 3 on one platform, because ctypes loads the library; it is not an extension module."""

    def get_tag(self) -> tuple[str, str, str]:
        """The tags in the wheel's name."""
        _, _, platform = super().get_tag()
        return "py3", "none", platform


class LibraryDistribution(Distribution):
    """A package for one platform, unless it uses the system's library."""

    def has_ext_modules(self) -> bool:
        """Whether the package goes into the folder for machine code, not into the one for pure Python."""
        return library() is not None


# `make manual` writes the page; a clone does not have it.
PAGE = "swiftpager.1"
PAGES = [("share/man/man1", [PAGE])] if pathlib.Path(__file__).with_name(PAGE).is_file() else []

# Not beside the sources, because modules of an earlier build would then get into every later wheel.
with tempfile.TemporaryDirectory(prefix="swiftpager-build-") as scratch:
    setup(
        distclass=LibraryDistribution,
        data_files=PAGES,
        cmdclass={"build_py": PackageWithLibrary, "bdist_wheel": LibraryWheel},
        options={"build": {"build_base": scratch}, "egg_info": {"egg_base": scratch}},
    )
