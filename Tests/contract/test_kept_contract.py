"""The contract is the one that programs were compiled against: Tests/contract/contract.json has it."""

import json
import pathlib
import re
import shutil
import sys

import pytest

import header
from conftest import ROOT, run

sys.path.insert(0, str(ROOT / "contract"))

import kept

INCLUDE = ROOT / "include"
# Each is a change of the contract that breaks a program: the text of the header that changes, and what it becomes.
BREAKS = {
    "a member moves": (
        r"(swiftpager_operation \*operation;[^;]*?)(swiftpager_subscription \*subscription;)", r"\2 \1"),
    "a member goes": (r"    swiftpager_subscription \*subscription;\n", ""),
    "a member comes": (r"(    swiftpager_subscription \*subscription;)", r"\1 int number;"),
    "a member in front moves all others": (r"(struct swiftpager_ready \{)", r"\1 int64_t number;"),
    "a member gets another type": (r"(struct swiftpager_transport \{.*?)size_t struct_size", r"\1uint32_t struct_size"),
    "a member's function gets a parameter": (r"(\(\*send\)\(void \*user_data)", r"\1, int number"),
    "a member's function returns something else": (r"void \(\*cancel\)\(", "int (*cancel)("),
    "a parameter gets another type": (r"int32_t timeout_ms, uint32_t max,", "int64_t timeout_ms, uint32_t max,"),
    "a parameter loses its const": (r"(swiftpager_client_create\()const char", r"\1char"),
    "a parameter gets a const": (r"(swiftpager_free\()void", r"\1const void"),
    "a parameter comes": (r"(swiftpager_client_wake\(swiftpager_client \*client)", r"\1, int number"),
    "a parameter goes": (r"(swiftpager_client_fd\(swiftpager_client \*client), [^)]*\)", r"\1)"),
    "parameters change places": (
        r"(swiftpager_client_fd\()(swiftpager_client \*client), (int \*out_fd)", r"\1\3, \2"),
    "a result gets another type": (r"uint32_t swiftpager_abi_version", "uint64_t swiftpager_abi_version"),
    "a result loses its const": (r"const char \*(swiftpager_version)", r"char *\1"),
    "a function goes": (r"SWIFTPAGER_API [\w ]+swiftpager_client_wake\([^)]*\);", ""),
    "a function gets another name": (r"(SWIFTPAGER_API [\w ]+)client_wake\(", r"\1client_rouse("),
    "a callback gets another type": (
        r"(\(\*swiftpager_completion_cb\)\(void \*user_data, swiftpager_status status, )const char", r"\1char"),
    "a status gets another number": (r"SWIFTPAGER_CLOSED = 4", "SWIFTPAGER_CLOSED = 14"),
    "the statuses get another size": (r"typedef int32_t swiftpager_status;", "typedef int64_t swiftpager_status;"),
}


def difference(kept_text: str, now: str) -> str:
    """The lines that differ."""
    before, after = kept_text.splitlines(), now.splitlines()
    gone, come = [line for line in before if line not in after], [line for line in after if line not in before]
    return "\n".join([*(f"- {line}" for line in gone), *(f"+ {line}" for line in come)])


def test_the_contract_is_the_one_that_was_kept() -> None:
    found = difference(kept.KEPT.read_text(), kept.written(kept.contract(INCLUDE)))
    assert not found, f"the contract has changed; if that is meant, run `make abi`:\n{found}"


def test_all_functions_are_in_it() -> None:
    assert set(json.loads(kept.KEPT.read_text())["functions"]) == header.functions()


@pytest.mark.parametrize("name", BREAKS)
def test_a_change_that_breaks_programs_is_noticed(tmp_path: pathlib.Path, name: str) -> None:
    for file in kept.HEADERS:
        shutil.copy(INCLUDE / file, tmp_path)
    place, change = tmp_path / "swiftpager.h", BREAKS[name]
    text, count = re.subn(*change, place.read_text(), count=1, flags=re.DOTALL)
    assert count == 1
    place.write_text(text)
    now = run(sys.executable, ROOT / "contract" / "kept.py", "--print", tmp_path)
    assert difference(kept.KEPT.read_text(), now)
