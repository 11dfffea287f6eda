"""Finding and loading the library."""

import dataclasses
import pydoc
import re
import shutil
import subprocess
import sys
import typing

import pytest

import swiftpager
from conftest import BINDING, REPOSITORY, run_script
from swiftpager._native.signatures import SIGNATURES

BUILT = REPOSITORY / "build" / "lib" / "libswiftpager.so"
SHOW = "from swiftpager._native.library import native\nsay(native._name)\n"


def test_the_signatures_are_those_of_the_header():
    headers = [REPOSITORY / "include" / name for name in ("swiftpager.h", "swiftpager_arrow.h")]
    header = "".join(path.read_text(encoding="utf-8") for path in headers)
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    declared = {
        name: 0 if parameters.strip() == "void" else parameters.count(",") + 1
        for name, parameters in re.findall(r"SWIFTPAGER_API [\w ]+?\*?(swiftpager_\w+)\(([^)]*)\);", header)
    }
    assert {name: len(arguments) for name, (_, arguments) in SIGNATURES.items()} == declared


def test_types_for_annotations_are_there_for_programs_that_ask_for_them():
    assert swiftpager.NextQuery.__required_keys__ == {"query"}
    assert swiftpager.PagerState.__required_keys__ >= {"loading", "end"}
    with pytest.raises(AttributeError, match="Paginations"):
        swiftpager.Paginations


@pytest.mark.parametrize(
    "name",
    ["Retry", "PersistedQueries", "Pagination", "NextQuery", "Since", "Nested", "LoadOptions", "LoadAllOptions"],
)
def test_help_shows_every_key_of_a_config(name):
    shape = getattr(swiftpager, name)
    words = pydoc.render_doc(shape, renderer=pydoc.plaintext)
    for key in typing.get_type_hints(shape):
        assert re.search(rf"\| +(\w+, )*{key}[:,]", words), key
    assert "Default: " in words


@pytest.mark.parametrize("name", ["Pagination", "Since", "Nested"])
def test_a_dict_has_the_keys_of_the_dataclass(name):
    made, keys = getattr(swiftpager, name), getattr(swiftpager.shapes, f"{name}Dict")
    assert {field.name for field in dataclasses.fields(made)} == keys.__required_keys__ | keys.__optional_keys__
    assert {field.name for field in dataclasses.fields(made) if field.default is dataclasses.MISSING} == (
        keys.__required_keys__)


def test_the_environment_names_the_library(tmp_path):
    copy = tmp_path / "renamed.so"
    shutil.copy(BUILT, copy)
    assert run_script(SHOW, SWIFTPAGER_LIBRARY=str(copy)) == (0, f"{copy}\n", "")


def test_a_library_that_the_environment_names_has_to_load(tmp_path):
    missing = tmp_path / "missing.so"
    code, _, errors = run_script(SHOW, SWIFTPAGER_LIBRARY=str(missing))
    assert code == 1
    assert "LibraryNotFoundError" in errors
    assert str(missing) in errors
    # The package itself has a library, so the variable is what has to change.
    assert "the environment variable SWIFTPAGER_LIBRARY names a file" in errors
    assert "Correct the variable, or unset it" in errors
    assert "make lib" not in errors
    assert str(BUILT) not in errors


def test_the_library_of_the_repository_is_found():
    assert run_script(SHOW, SWIFTPAGER_LIBRARY="") == (0, f"{BUILT}\n", "")


def import_copy(folder):
    """Imports a copy of the package that is alone in a folder, and prints the loaded library."""
    command = [sys.executable, "-c", "import swiftpager._native.library as l; print(l.native._name)"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_library_beside_the_package_is_found(tmp_path):
    package = tmp_path / "swiftpager"
    shutil.copytree(BINDING / "swiftpager", package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(BUILT, package / "libswiftpager.so.0")
    assert import_copy(tmp_path).stdout == f"{package / 'libswiftpager.so.0'}\n"


def test_an_error_says_where_the_library_was_looked_for(tmp_path):
    shutil.copytree(BINDING / "swiftpager", tmp_path / "swiftpager", ignore=shutil.ignore_patterns("__pycache__"))
    done = import_copy(tmp_path)
    if done.returncode == 0:
        # The library is installed on this machine, and the system's loader finds it.
        assert done.stdout == "libswiftpager.so.0\n"
        return
    for place in (tmp_path / "swiftpager" / "libswiftpager.so", "libswiftpager.so.0", "make lib", "SWIFTPAGER_LIBRARY"):
        assert str(place) in done.stderr


def test_a_library_that_is_none_is_refused():
    code, _, errors = run_script(SHOW, SWIFTPAGER_LIBRARY="libc.so.6")
    assert code == 1
    assert "LibraryNotFoundError" in errors
    assert "swiftpager_version" in errors


def test_the_package_and_the_library_have_the_same_version():
    assert swiftpager.library_version() == swiftpager.__version__


def test_a_client_and_a_pager_cost_no_connection():
    script = "c = swiftpager.Client('http://127.0.0.1:9/')\nc.pager(QUERY)\nsay('made')"
    assert run_script(script) == (0, "made\n", "")


@pytest.mark.parametrize("statement", [
    "from swiftpager import AsyncPager", "from swiftpager import AsyncUpdates", "import swiftpager.aio.pager",
    "import swiftpager.aio.client", "import swiftpager.pager",
])
def test_every_part_can_be_imported_first(statement):
    assert run_script(statement) == (0, "", "")


@pytest.mark.parametrize(("module", "missing", "extra"), [("dlt", "dlt", "dlt"), ("otel", "opentelemetry", "otel")])
def test_a_module_without_its_package_says_what_to_install(module, missing, extra):
    code, _, errors = run_script(f"sys.modules[{missing!r}] = None\nimport swiftpager.{module}")
    assert code == 1
    assert f"pip install {missing}" in errors
    assert f"or swiftpager[{extra}]" in errors
