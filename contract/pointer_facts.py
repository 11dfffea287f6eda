"""What a declaration in C cannot say of a pointer: its direction, whether it may be NULL, whose it is, how long it is.

A parameter that is not listed here ends the program, so that a new function cannot be forgotten. `ownership` is said of
the caller and the callee: "borrows": the callee uses it until `lives_until` (of a result: the caller does). "consumes":
the callee takes it, and the caller uses it no more. "owns": the caller gets it, and gives it back by `release_with`.
"""

import re
import sys
from typing import Any

# Parameters that may be NULL in every function.
NULLABLE = {
    "columns_json", "completion", "count", "destroy", "error_json", "hooks", "length", "memory", "options_json",
    "out_count", "out_ended", "out_index", "out_is_change", "out_status", "transport", "user_data",
}
# Parameters that may be NULL in these functions only.
NULLABLE_IN = {
    "swiftpager_client_create": {"endpoint", "config_json"},
    "swiftpager_client_ready": {"out"},
    "swiftpager_pager_create": {"query", "config_json"},
    "swiftpager_client_cache_write": {"key"},
    "swiftpager_pager_subscribe": {"on_update", "out"},
    "swiftpager_client_observe": {"kinds_json", "on_event"},
    "swiftpager_client_set_authorizer": {"authorize"},
    "swiftpager_authorization_complete": {"headers_json"},
    "swiftpager_authorization_fail": {"message"},
    "swiftpager_page_header": {"name"},
    "swiftpager_request_complete": {"headers_json", "body"},
    "swiftpager_request_fail": {"message"},
}
# Calls whose operation needs no handle.
NULLABLE_OUT = re.compile(r"swiftpager_(pager_(fetch|load_next|load_previous|load_all)|client_execute)")
HANDLE = re.compile(
    r"(?:const )?(swiftpager_(?:client|pager|subscription|operation|update|page|request|authorization|table)) \*")
HANDLE_OUT = re.compile(r"(?:const )?(swiftpager_\w+) \*\*")
# Handles that end with an answer, while all others are released. NULL can be given back, and cannot be answered.
ANSWERED = {"swiftpager_request", "swiftpager_authorization"}
# Parameters that a function writes to.
OUTPUTS = {"count", "out", "out_array", "out_count", "out_ended", "out_fd", "out_index", "out_is_change", "out_json",
           "out_schema", "out_status", "error_json", "length"}
KEPT = {"authorize", "on_event", "on_update", "user_data", "completion", "destroy"}
COPIED = {"columns_json", "config_json", "options_json", "endpoint", "query", "request_json",
          "headers_json", "body", "kinds_json", "message", "name", "transport", "hooks", "path", "key", "fields_json",
          "rows_json"}
# The texts whose length is the parameter `length`, and that therefore need no NUL.
COUNTED = {"body", "rows_json"}
# The texts whose length a parameter `length` of the same function gives or receives.
MEASURED = COUNTED | {"out_json"}
# Results with a length that end with a NUL nevertheless.
NUL_ENDED = {"swiftpager_update_output", "swiftpager_page_nested", "swiftpager_page_ndjson", "swiftpager_request_body"}
# How long a borrowed result lives, by the beginning of the function's name.
LIVES = {
    "swiftpager_version": "process ends", "swiftpager_status_name": "process ends",
    "swiftpager_list_words": "process ends",
    "swiftpager_last_error": "next call of the thread",
    "swiftpager_request_": "request is answered", "swiftpager_operation_": "operation is released",
    "swiftpager_update_": "update is released", "swiftpager_page_": "page is released",
    "swiftpager_client_fd": "client is released", "swiftpager_subscription_fd": "subscription is released",
}
# What the functions of the host get and return. These parameters of theirs may be NULL.
NULLABLE_IN_CALLBACKS = {"user_data", "error_json"}
# Handles that the host gets to answer them.
HANDED_OVER = {("send", "request"), ("swiftpager_authorize_cb", "authorization")}


def lives_until(function: str) -> str:
    """How long the borrowed result of a function lives."""
    return next(end for beginning, end in LIVES.items() if function.startswith(beginning))


def handle_in(kind: str) -> str | None:
    """The type of the handle that a parameter or a result of this type is."""
    match = HANDLE.fullmatch(kind)
    return match[1] if match else None


def release_with(handle: str) -> list[str]:
    """The functions that take a handle of this type, the usual one first."""
    ends = ("complete", "fail") if handle in ANSWERED else ("release",)
    return [f"{handle}_{end}" for end in ends]


def borrowed(until: str) -> dict[str, Any]:
    """The ownership of what its user gives back by then."""
    return {"ownership": "borrows", "lives_until": until}


# --- Functions of the library --------------------------------------------------------------------------------------- #


def parameter(function: str, name: str, kind: str, names: list[str]) -> dict[str, Any]:
    """The facts of a parameter, among the parameters with these names."""
    is_output = name in OUTPUTS and "*" in kind
    facts: dict[str, Any] = {"name": name, "type": kind, "direction": "out" if is_output else "in"}
    if "*" in kind or kind.endswith("_cb"):
        facts |= {"nullable": _is_nullable(function, name, kind), **_ownership(function, name, kind)}
    if kind == "const char *":
        facts["nul_terminated"] = name not in COUNTED
    if name in MEASURED and "length" in names:
        facts["length"] = "length"
    if name in ("length", "count"):
        facts["length_of"] = min(MEASURED & set(names), default="returns")
    return facts


def _is_nullable(function: str, name: str, kind: str) -> bool:
    if handle_in(kind):
        return function.endswith("_release")
    return name in NULLABLE or name in NULLABLE_IN.get(function, set()) or (
        name == "out" and NULLABLE_OUT.fullmatch(function) is not None)


def _ownership(function: str, name: str, kind: str) -> dict[str, Any]:
    handle = handle_in(kind)
    if name == "memory" or (handle and function in release_with(handle)):
        return {"ownership": "consumes"}
    if name in KEPT:
        return borrowed("destroy is called")
    if name == "out_fd":
        return borrowed(lives_until(function))
    if name in OUTPUTS:
        return _written(kind)
    if handle or name in COPIED:
        return borrowed("call returns")
    sys.exit(f"headers: say in contract/pointer_facts.py whose {name} of {function} is, and whether it may be NULL")


def _written(kind: str) -> dict[str, Any]:
    """Whose is what a function writes."""
    if kind == "char **":
        return {"ownership": "owns", "release_with": ["swiftpager_free"], "nul_terminated": True}
    if kind.startswith("struct Arrow"):
        return {"ownership": "owns", "release_with": ["release"]}
    if handle := HANDLE_OUT.fullmatch(kind):
        return {"ownership": "owns", "release_with": release_with(handle[1])}
    # A number, which the function writes into memory of the caller.
    return borrowed("call returns")


def result(function: str, kind: str, names: list[str]) -> dict[str, Any]:
    """The facts of the result of a function whose parameters have these names."""
    facts: dict[str, Any] = {"type": kind}
    if "*" not in kind:
        return facts
    if function == "swiftpager_alloc":
        return facts | {"nullable": True, "ownership": "owns", "release_with": ["swiftpager_free"]}
    until = lives_until(function)
    facts |= {"nullable": until != "process ends", **borrowed(until)}
    length = next((name for name in names if name in ("length", "count")), None)
    if length is not None:
        facts |= {"length": length, "length_counts": "bytes" if kind == "const char *" else "pairs"}
    if kind == "const char *":
        facts["nul_terminated"] = length is None or function in NUL_ENDED
    return facts


# --- Functions of the host ------------------------------------------------------------------------------------------ #


def callback_parameter(callback: str, name: str, kind: str, names: list[str]) -> dict[str, Any]:
    """The facts of a parameter of a function that the library calls, or of a function of an Arrow structure."""
    is_output = name.startswith("out")
    facts: dict[str, Any] = {"name": name, "type": kind, "direction": "out" if is_output else "in"}
    if "*" not in kind:
        return facts | ({"length_of": "page_json"} if name == "length" else {})
    facts["nullable"] = name in NULLABLE_IN_CALLBACKS
    if is_output:
        return facts | _written(kind)
    handle = handle_in(kind)
    if handle and (callback, name) in HANDED_OVER:
        return facts | {"ownership": "consumes", "release_with": release_with(handle)}
    until = ("destroy is called" if name == "user_data" else "request is answered" if callback == "cancel"
             else "call returns")
    facts |= borrowed(until)
    if kind == "const char *":
        facts["nul_terminated"] = True
        if "length" in names:
            facts["length"] = "length"
    return facts


def callback_result(kind: str) -> dict[str, Any]:
    """The facts of what a function of the host returns."""
    facts: dict[str, Any] = {"type": kind}
    if kind == "char *":
        facts |= {"nullable": True, "ownership": "owns", "release_with": ["swiftpager_free"], "nul_terminated": True}
    elif "*" in kind:
        facts |= {"nullable": True, **borrowed("call returns"), "nul_terminated": True}
    return facts
