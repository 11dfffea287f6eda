"""What a declaration in C cannot say of a function, and the table in the header that shows it.

That is: whether the function waits, what it calls back, how long its result lives, and which statuses it returns.

The statuses come from the paragraph "Errors:" in the function's comment. The rest stands here.
"""

import re
from typing import Any

import config_keys

# How long a function may wait.
WAITS = {
    "swiftpager_client_dispatch": "timeout_ms", "swiftpager_client_shutdown": "timeout_ms",
    "swiftpager_operation_wait": "timeout_ms", "swiftpager_operation_next": "timeout_ms",
    "swiftpager_operation_arrow_wait": "timeout_ms", "swiftpager_subscription_next": "timeout_ms",
    "swiftpager_client_cache_write": "store", "swiftpager_client_cache_read": "store",
    "swiftpager_client_cache_evict": "store", "swiftpager_client_cache_clear": "store",
    "swiftpager_subscription_cancel": "50 ms", "swiftpager_subscription_release": "50 ms",
}
# Which callbacks a function runs, beside the `destroy` of a call that it refuses.
CALLS_BACK = {
    "swiftpager_client_dispatch": ["client"], "swiftpager_operation_wait": ["client"],
    "swiftpager_operation_next": ["pager"], "swiftpager_subscription_next": ["pager"],
    "swiftpager_operation_arrow_wait": ["pager"],
    "swiftpager_client_release": ["destroy"], "swiftpager_client_shutdown": ["destroy"],
    "swiftpager_client_unref": ["destroy"], "swiftpager_pager_release": ["destroy"],
    "swiftpager_pager_unref": ["destroy"], "swiftpager_callback_abandon": ["destroy"],
    # If it is the last handle of a client or pager that was given back by _unref().
    "swiftpager_operation_release": ["destroy"],
    "swiftpager_subscription_cancel": ["destroy"], "swiftpager_subscription_release": ["destroy"],
    "swiftpager_pager_create": ["resolve_page"], "swiftpager_pager_create_with_query": ["resolve_page"],
}
# Parameters with a function `destroy`, which a call that is refused runs.
DESTROYED = {"destroy", "transport", "hooks"}
# How long a borrowed result lives, by the beginning of the function's name.
LIVES = {
    "swiftpager_version": "process ends", "swiftpager_status_name": "process ends",
    "swiftpager_last_error": "next call of the thread", "swiftpager_alloc": "freed",
    "swiftpager_request_": "request is answered", "swiftpager_operation_": "operation is released",
    "swiftpager_update_": "update is released", "swiftpager_page_": "page is released",
    "swiftpager_client_fd": "client is released", "swiftpager_subscription_fd": "subscription is released",
}
# Between the first and the last number of a range.
DASH = "\N{EN DASH}"
COLUMNS = ("function", "waits", "calls back", "result lives until", "statuses")
LEGEND = """\
 * Each function without its prefix "swiftpager_". A dash means none. swiftpager.abi.json has the same facts, with the
 * names of the statuses.
 *
 * waits        "timeout_ms": up to that time. "store": for the cache, which may be a file. "50 ms": for a callback on
 *              another thread, at most that long. No other function waits.
 * calls back   "client": the callbacks that wait for the client. "pager": the callbacks of its own pager. "destroy":
 *              destroy functions. "resolve_page": that hook, for a config with "resume". "refused": the destroy
 *              function that the call was given, if the library refuses the call. See "Callbacks".
 * result       How long the handle, text or descriptor that the function hands out stays valid. "freed" and "released":
 *              until you do that, see "Ownership". You always free an error object from `error_json`.
 * statuses     The numbers of the statuses that the function returns beside OK. "end": also the status with which the
 *              operation ended. The numbers stand for:
"""


def facts(function: dict[str, Any], header: str) -> dict[str, Any]:
    """The facts of one function, by their names in swiftpager.abi.json."""
    name = function["name"]
    is_refused = DESTROYED & {parameter["name"] for parameter in function["parameters"]}
    has_status = function["returns"]["type"] == "swiftpager_status"
    statuses, tells_end = _statuses(name, header) if has_status else ([], False)
    return {
        "waits": WAITS.get(name), "calls_back": CALLS_BACK.get(name, []) + (["refused"] if is_refused else []),
        "statuses": statuses, "returns_end_of_operation": tells_end,
    }


def lives_until(function: str) -> str:
    """How long the borrowed result of a function lives."""
    return next(end for beginning, end in LIVES.items() if function.startswith(beginning))


def comment_of(function: str, header: str) -> str:
    """The comment above a function."""
    declaration = re.search(rf"SWIFTPAGER_API[^;]*\b{function}\(", header)
    assert declaration is not None, function
    return header[header.rindex("/*", 0, declaration.start()):declaration.start()]


def _statuses(function: str, header: str) -> tuple[list[str], bool]:
    """The statuses that a function returns beside OK, and whether it returns how an operation ended."""
    comment = comment_of(function, header)
    found = re.search(r"Errors: (.*?)(?=\n \*\n|\*/)", comment, flags=re.DOTALL)
    assert found is not None, f"headers: the comment of {function} has no paragraph \"Errors:\""
    text = " ".join(found[1].replace("\n *", " ").split())
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
    """The comment in the header with a line for each function."""
    numbers = _numbers(header)
    rows = [COLUMNS, *(_row(function, numbers) for function in functions)]
    widths = [max(len(row[column]) for row in rows) + 2 for column in range(len(COLUMNS) - 1)] + [0]
    lines = ["".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    used = {name for function in functions for name in function["statuses"]}
    # `wrapped` does not break a line between a number and its name.
    names = ", ".join(f"{number}\0{name}" for name, number in numbers.items() if name in used)
    legend = config_keys.wrapped(f"{names}.", " * " + " " * 13, " * " + " " * 13)
    return "\n".join(["/*", LEGEND + "\n".join(legend), " *", *(f" * {line}".rstrip() for line in lines), " */", ""])


def _row(function: dict[str, Any], numbers: dict[str, int]) -> tuple[str, ...]:
    statuses = _ranges([numbers[name] for name in function["statuses"]])
    if function["returns_end_of_operation"]:
        statuses += ", end"
    return (function["name"].removeprefix("swiftpager_"), function["waits"] or "-",
            ", ".join(function["calls_back"]) or "-", _life(function), statuses or "-")


def _life(function: dict[str, Any]) -> str:
    """How long what a function hands out lives."""
    if "lives_until" in function["returns"]:
        return str(function["returns"]["lives_until"])
    for parameter in function["parameters"]:
        if "lives_until" in parameter:
            return str(parameter["lives_until"])
        if parameter["name"] != "error_json" and parameter.get("ownership", "").startswith("written; "):
            return "freed" if "swiftpager_free" in parameter["ownership"] else "released"
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
