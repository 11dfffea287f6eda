"""What a declaration in C cannot say of a function, and the table in the header that shows it.

That is: whether the function waits, what it calls back, how long its result lives, and which statuses it returns.

The statuses come from the paragraph "Errors:" in the function's comment. The rest stands here.
"""

import re
from typing import Any

import config_keys
import declarations
import pointer_facts

# For what functions wait that have no parameter "timeout_ms", by the beginnings of their names.
WAITS = {"swiftpager_client_cache_": "store", "swiftpager_subscription_close": "50 ms"}
# What the end of a client calls.
RELEASED = ["cancel", "destroy"]
# Which callbacks a function runs, beside the `destroy` of a call that it refuses.
CALLS_BACK = {
    "swiftpager_client_dispatch": ["client"], "swiftpager_operation_wait": ["client"],
    "swiftpager_operation_next": ["pager"], "swiftpager_operation_next_items": ["pager"],
    "swiftpager_subscription_next": ["pager"], "swiftpager_operation_arrow_wait": ["pager"],
    "swiftpager_client_close": ["destroy"], "swiftpager_pager_close": RELEASED,
    "swiftpager_subscription_close": RELEASED,
    "swiftpager_callback_abandon": RELEASED,
    # If it is the last handle of a client or pager.
    "swiftpager_client_release": RELEASED, "swiftpager_pager_release": RELEASED,
    "swiftpager_operation_release": RELEASED, "swiftpager_subscription_release": RELEASED,
    "swiftpager_pager_create": ["resolve_page"],
}
# Parameters with a function `destroy`, which a call that is refused runs.
DESTROYED = {"destroy", "transport", "hooks"}
# Handles that belong to the handle on which they were made: an update that was handed out outlives its pager.
CHILDREN = {"swiftpager_pager", "swiftpager_subscription", "swiftpager_operation", "swiftpager_page"}
# The beginning of the comment that describes the parameters of all loads.
LOADS = "The calls that load pages have the same form:"
# Between the first and the last number of a range.
DASH = "\N{EN DASH}"
COLUMNS = ("function", "waits", "calls back", "result lives until", "statuses")


def facts(function: dict[str, Any], header: str) -> dict[str, Any]:
    """The facts of one function, by their names in swiftpager.abi.json."""
    name, parameters = function["name"], function["parameters"]
    names = {parameter["name"] for parameter in parameters}
    waits = next((wait for beginning, wait in WAITS.items() if name.startswith(beginning)), None)
    has_status = function["returns"]["type"] == "swiftpager_status"
    comment = declarations.comment_of(name, header)
    statuses, tells_end = _statuses(name, header) if has_status else ([], False)
    if "those of every load" in comment:
        place = header.index(LOADS)
        shared = header[header.rindex("/*", 0, place):header.index("*/", place)]
        parameters = declarations.commented(parameters, declarations.plain(shared))
    return {
        "comment": comment, **_relatives(function),
        "returns": function["returns"], "parameters": declarations.commented(parameters, comment),
        "waits": "timeout_ms" if "timeout_ms" in names else waits,
        "calls_back": CALLS_BACK.get(name, []) + (["refused"] if DESTROYED & names else []),
        "statuses": statuses, "returns_end_of_operation": tells_end,
    }


def _relatives(function: dict[str, Any]) -> dict[str, str | None]:
    """On which handle the function is called, which it makes, and to which that one belongs."""
    parameters = function["parameters"]
    receiver = pointer_facts.handle_in(parameters[0]["type"]) if parameters else None
    written = [pointer_facts.HANDLE_OUT.fullmatch(parameter["type"]) for parameter in parameters]
    made = [match[1] for match in written if match] + [pointer_facts.handle_in(function["returns"]["type"])]
    return {"receiver": receiver, "makes": made[0], "parent": receiver if made[0] in CHILDREN else None}


def _statuses(function: str, header: str) -> tuple[list[str], bool]:
    """The statuses that a function returns beside OK, and whether it returns how an operation ended."""
    comment = declarations.comment_of(function, header)
    found = re.search(r"Errors: (.*?)(?=\n\n|\Z)", comment, flags=re.DOTALL)
    assert found is not None, f"headers: the comment of {function} has no paragraph \"Errors:\""
    text = " ".join(found[1].split())
    if "those of every load" in text:
        shared = re.search(r"Errors of every load: (.*?)\n \*[/\n]", header, flags=re.DOTALL)
        assert shared is not None
        text += shared[1]
    numbers = _numbers(header)
    names = {name for name in re.findall(r"[A-Z][A-Z_]+", text) if name in numbers}
    for first, last in re.findall(rf"\b(\d\d){DASH}(\d\d)\b", text):
        names |= {name for name, number in numbers.items() if int(first) <= number <= int(last)}
    for other in re.findall(r"those of (swiftpager_\w+)\(\)", text):
        names |= set(_statuses(other, header)[0])
    return sorted(names - {"OK"}, key=numbers.__getitem__), "how the operation ended" in text


def _numbers(header: str) -> dict[str, int]:
    """The numbers of the statuses by their names."""
    body = header[header.index("swiftpager_status;\nenum {"):header.index("typedef int32_t swiftpager_source;")]
    return {name: int(number) for name, number in re.findall(r"^ +SWIFTPAGER_(\w+) = (\d+)", body, flags=re.MULTILINE)}


def table(functions: list[dict[str, Any]], header: str) -> str:
    """The numbers of the statuses, and a line for each function: the end of a comment in the header."""
    numbers = _numbers(header)
    rows = [COLUMNS, *(_row(function, numbers) for function in functions)]
    widths = [max(len(row[column]) for row in rows) + 2 for column in range(len(COLUMNS) - 1)] + [0]
    lines = ["".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    used = {name for function in functions for name in function["statuses"]}
    # `wrapped` does not break a line between a number and its name.
    names = ", ".join(f"{number}\0{name}" for name, number in numbers.items() if name in used)
    legend = config_keys.wrapped(f"{names}.", " * " + " " * 13, " * " + " " * 13)
    return "\n".join([*legend, " *", *(f" * {line}".rstrip() for line in lines), " */", ""])


def _row(function: dict[str, Any], numbers: dict[str, int]) -> tuple[str, ...]:
    statuses = _ranges([numbers[name] for name in function["statuses"]])
    if function["returns_end_of_operation"]:
        statuses += ", end"
    return (function["name"].removeprefix("swiftpager_"), function["waits"] or "-",
            ", ".join(function["calls_back"]) or "-", _life(function), statuses or "-")


def _life(function: dict[str, Any]) -> str:
    """How long what a function hands out lives."""
    outputs = [each for each in function["parameters"] if each["direction"] == "out" and each["name"] != "error_json"]
    for handed_out in [function["returns"], *outputs]:
        if handed_out.get("ownership") == "owns":
            return "freed" if "swiftpager_free" in handed_out["release_with"] else "released"
        if handed_out.get("lives_until", "call returns") != "call returns":
            return str(handed_out["lives_until"])
    return "-"


def _ranges(numbers: list[int]) -> str:
    """Numbers, with runs of three and more as ranges."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(", ".join(map(str, run)) if len(run) < 3 else f"{run[0]}{DASH}{run[-1]}" for run in runs)
