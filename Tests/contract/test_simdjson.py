"""simdjson is inside the library: what another one in the process does, and how the build gets its source."""

import os
import pathlib
import shutil
import subprocess

import pytest

from conftest import ROOT, require, run

# What `make lib` builds: not the debug library.
pytestmark = pytest.mark.release

ARCHIVE = ROOT / "build" / "simdjson" / "libsimdjson.a"
SOURCE = ROOT / "build" / "sources"


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A library with all the names of simdjson, like one of another version: whatever is called of it aborts."""
    folder = tmp_path_factory.mktemp("stranger")
    lines = run(require("nm"), "-g", "--defined-only", ARCHIVE).splitlines()
    names = [line.split()[2] for line in lines if "simdjson" in line and len(line.split()) == 3]
    assert len(names) > 50
    text = ["#include <stdlib.h>"]
    for number, name in enumerate(names):
        text += [f'void f{number}(void) __asm__("{name}");', f"void f{number}(void) {{ abort(); }}"]
    (folder / "stranger.c").write_text("\n".join([*text, ""]))
    run("cc", "-shared", "-fPIC", "-w", "stranger.c", "-o", "libsimdjson.so.14", cwd=folder)
    return folder / "libsimdjson.so.14"


def test_another_simdjson_in_the_process_changes_nothing(
    library: pathlib.Path, stranger: pathlib.Path, tmp_path: pathlib.Path, shop_endpoint: str
) -> None:
    source = ROOT / "examples" / "c" / "walk.c"
    run("cc", source, "-o", "walk", f"-I{ROOT}/include", f"-L{library.parent}", "-lswiftpager", cwd=tmp_path)
    variables = {**os.environ, "LD_LIBRARY_PATH": str(library.parent), "LD_PRELOAD": str(stranger)}
    printed = run(tmp_path / "walk", shop_endpoint, env=variables)
    assert "complete: 10 pages, 1000 items" in printed


def test_no_name_of_simdjson_is_asked_for_or_handed_out(library: pathlib.Path) -> None:
    assert "simdjson" not in run(require("nm"), "-D", library)
    assert "simdjson" not in run(require("readelf"), "-d", library)


def fetch(tree: pathlib.Path) -> "subprocess.CompletedProcess[str]":
    """Runs the script in a copy of what it reads; apt has no mirrors there."""
    (tree / "scripts").mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "scripts" / "simdjson.sh", tree / "scripts")
    shutil.copy(ROOT / "dependencies.txt", tree)
    (tree / "no-apt.conf").write_text('Dir::Etc::sourcelist "/nonexistent";\nDir::Etc::sourceparts "/nonexistent";\n')
    return subprocess.run(
        [tree / "scripts" / "simdjson.sh", "build/simdjson"], capture_output=True, text=True, check=False, cwd=tree,
        env={**os.environ, "APT_CONFIG": str(tree / "no-apt.conf")},
    )


def test_without_a_network_the_script_says_what_to_do(tmp_path: pathlib.Path) -> None:
    done = fetch(tmp_path)
    assert done.returncode == 1
    assert "cannot be fetched" in done.stderr and "build/sources" in done.stderr
    assert not (tmp_path / "build" / "simdjson" / "libsimdjson.a").exists()


def test_another_archive_is_refused(tmp_path: pathlib.Path) -> None:
    (archive,) = SOURCE.glob("simdjson_*.orig.tar.gz")
    copy = tmp_path / "build" / "sources" / archive.name
    copy.parent.mkdir(parents=True)
    copy.write_bytes(archive.read_bytes() + b"x")
    done = fetch(tmp_path)
    assert done.returncode == 1
    assert "another file than the one that dependencies.txt names" in done.stderr
    assert not (tmp_path / "build" / "simdjson" / "simdjson.h").exists()
