"""What the headers declare, read from their text."""

import re

from conftest import HEADER

# Both headers: the second one adds Apache Arrow.
TEXT = HEADER.read_text() + HEADER.with_name("swiftpager_arrow.h").read_text()


def without_comments() -> str:
    return re.sub(r"/\*.*?\*/", "", TEXT, flags=re.DOTALL)


def functions() -> set[str]:
    """The names of the functions that are declared for export."""
    return set(re.findall(r"SWIFTPAGER_API\s[^;]*?\b(swiftpager_\w+)\(", without_comments()))


def statuses() -> list[tuple[str, int | None]]:
    """The names of the statuses without their prefix, with their explicit values; None if a status has none."""
    match = re.search(r"swiftpager_status;\s*enum \{(.*?)\};", without_comments(), flags=re.DOTALL)
    assert match is not None
    entries = [entry.strip() for entry in match[1].split(",") if entry.strip()]
    # This constant is for code generators and is not a status.
    entries.remove("SWIFTPAGER_STATUS_SIGN = -1")
    pairs = [re.fullmatch(r"SWIFTPAGER_(\w+)(?: = (\d+))?", entry) for entry in entries]
    assert all(pairs), f"an entry reads unlike the others: {entries}"
    return [(pair[1], None if pair[2] is None else int(pair[2])) for pair in pairs if pair]


def introduction() -> str:
    """The program in the header's opening comment."""
    comment = TEXT[: TEXT.index("*/")]
    lines = [line.removeprefix(" *") for line in comment.splitlines()]
    indented = [line.removeprefix("     ") if line.startswith("     ") else "" for line in lines]
    start = next(number for number, line in enumerate(indented) if line.startswith("#include"))
    end = max(number for number, line in enumerate(indented) if line == "}")
    return "\n".join([*indented[start : end + 1], ""])
