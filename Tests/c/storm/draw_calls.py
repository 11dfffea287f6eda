"""Writes a C function for each function of the library that draws its arguments and calls it, and a table of them.

    draw_calls.py include/swiftpager.abi.json >drawn_calls.h

What the storm and the test of cancels call comes from here alone, so a new function is called as soon as the contract
has it. A parameter that this program cannot draw ends it. `call.h` describes what the written functions use.
"""

import json
import pathlib
import re
import sys
from collections.abc import Iterator
from typing import Any

Facts = dict[str, Any]

# The texts that a parameter gets, by its name: members of `enum text_role`.
TEXTS = {
    "endpoint": "TEXT_ENDPOINT", "query": "TEXT_QUERY", "options_json": "TEXT_OPTIONS", "request_json": "TEXT_REQUEST",
    "key": "TEXT_KEY", "fields_json": "TEXT_FIELDS", "kinds_json": "TEXT_KINDS", "headers_json": "TEXT_HEADERS",
    "message": "TEXT_MESSAGE", "body": "TEXT_BODY", "name": "TEXT_NAME", "columns_json": "TEXT_COLUMNS",
    "rows_json": "TEXT_ROWS",
}
# Parameters that do not mean the same in every function.
SPECIAL_TEXTS = {
    ("swiftpager_client_create", "config_json"): "TEXT_CLIENT_CONFIG",
    ("swiftpager_pager_create", "config_json"): "TEXT_PAGER_CONFIG",
    ("swiftpager_authorization_complete", "headers_json"): "TEXT_CREDENTIALS",
}
# What draws a number, by its type and name.
NUMBERS = {
    ("int32_t", "timeout_ms"): "draw_timeout(call, &{receiver})",
    ("int32_t", "status"): "draw_http_status(call)",
    ("swiftpager_status", "status"): "draw_status(call)",
    ("swiftpager_kind", "direction"): "draw_direction(call)",
    ("bool", "fits_all_rows"): "draw_bool(call)",
    ("bool", "nodes"): "draw_bool(call)",
    ("uint32_t", "max"): "draw_count(call)",
    ("size_t", "index"): "draw_index(call)",
    ("size_t", "size"): "draw_size(call)",
    # Not more than the array has room for: the contract has no words for that.
    ("size_t", "max"): "draw_ready_count(call)",
}
# A call that no other thread may make at the same moment, or while a function of the operation's stream runs.
ALONE = {"swiftpager_operation_arrow_wait", "swiftpager_operation_arrow_finish"}
# A host that will return to the callback must not say inside of it that it never will.
NOT_INSIDE_CALLBACKS = {"swiftpager_callback_abandon"}

HEADER = """\
/* Tests/c/storm/draw_calls.py wrote this from include/swiftpager.abi.json. */
"""


def handle_of(kind: str, handles: list[str]) -> str | None:
    """The kind of handle that a type is, as a member of `enum handle_kind`."""
    match = re.fullmatch(r"(?:const )?(swiftpager_\w+) \*", kind)
    return constant(match[1]) if match and match[1] in handles else None


def constant(handle: str) -> str:
    return handle.removeprefix("swiftpager_").upper() + "S"


class DrawnFunction:
    """A function of the library, and the lines of C that draw its arguments, call it, and take its results."""

    def __init__(self, facts: Facts, handles: list[str]) -> None:
        self.name: str = facts["name"]
        self.facts = facts
        self._handles = handles
        self._parameters: list[Facts] = facts["parameters"]
        self._gives_status = facts["returns"]["type"] == "swiftpager_status"
        # The parameter whose handle has to stay while the caller uses a borrowed result.
        self._receiver = next((each["name"] for each in self._parameters if self._handle(each)), None)
        names = {each["name"] for each in self._parameters}
        self._has_ticket = "user_data" in names

    @property
    def drawer(self) -> str:
        return self.name.replace("swiftpager_", "draw_the_", 1)

    def lines(self) -> Iterator[str]:
        """The function that draws, calls and takes."""
        yield f"static void {self.drawer}(struct call *call)"
        yield "{"
        if self._has_ticket:
            yield "    struct ticket *ticket = draw_ticket(call);"
        for parameter in self._parameters:
            yield from (f"    {line}" for line in self._draw(parameter))
        yield f"    begin_call(call, {self._held(self._receiver) if self._receiver else 'NULL'});"
        yield f"    {self._call()}"
        yield f"    end_call(call, {'result' if self._gives_status else 'NO_STATUS'});"
        yield from (f"    {line}" for line in self._take_result())
        for parameter in self._parameters:
            yield from (f"    {line}" for line in self._take(parameter))
        yield "}"

    def row(self) -> str:
        """The line of the table."""
        statuses = ", ".join(f"SWIFTPAGER_{name}" for name in self.facts["statuses"]) or "SWIFTPAGER_OK"
        return "    {" + ", ".join([
            f'"{self.name}"', self.drawer,
            constant(self.facts["makes"]) if self.facts["makes"] else "NO_HANDLE",
            truth(self.facts["waits"] == "timeout_ms"), truth(self.facts["returns_end_of_operation"]),
            truth(self._gives_status), truth(self.name not in NOT_INSIDE_CALLBACKS),
            f"(const swiftpager_status[]){{{statuses}, SWIFTPAGER_OK}}",
        ]) + "},"

    def _handle(self, parameter: Facts) -> str | None:
        return handle_of(parameter["type"], self._handles)

    @staticmethod
    def _held(name: str) -> str:
        return f"&held_{name}"

    # --- Arguments ------------------------------------------------------------------------------------------------ #

    def _draw(self, parameter: Facts) -> Iterator[str]:
        name, kind = parameter["name"], parameter["type"]
        if handle := self._handle(parameter):
            yield f"struct held held_{name} = draw_handle(call, {handle}, {self._use(parameter)});"
        elif name == "user_data":
            yield "void *user_data = ticket;"
        elif parameter["direction"] == "out":
            yield from self._draw_output(parameter)
        elif kind.endswith("_cb"):
            yield f"{kind} {name} = {kind.replace('swiftpager_', 'draw_')}(call, ticket);"
        elif kind == "const char *":
            yield f"const char *{name} = draw_text(call, {self._role(name)}, {truth(parameter['nullable'])});"
        elif "length_of" in parameter:
            yield f"{kind} {name} = draw_length(call, {parameter['length_of']});"
        elif (kind, name) in NUMBERS:
            number = NUMBERS[kind, name].format(receiver=f"held_{self._receiver}")
            yield f"{kind} {name} = {number};"
        elif kind in ("const swiftpager_transport *", "const swiftpager_pager_hooks *", "void *"):
            yield f"{kind}{name} = draw_{name}(call);"
        else:
            self._fail(parameter)

    def _draw_output(self, parameter: Facts) -> Iterator[str]:
        name, kind = parameter["name"], parameter["type"]
        if not kind.endswith("*"):
            self._fail(parameter)
        element = kind.removesuffix("*").strip()
        room = "[READY_ROOM]" if element == "swiftpager_ready" else ""
        yield f"{spaced(element)}place_of_{name}{room};"
        yield f"memset(&place_of_{name}, UNWRITTEN, sizeof({element}{room}));"
        place = f"place_of_{name}" if room else f"&place_of_{name}"
        yield f"{spaced(kind)}{name} = leaves_out(call, {truth(parameter['nullable'])}) ? NULL : {place};"

    def _use(self, parameter: Facts) -> str:
        """Whether another thread may use the handle at the same time: a member of `enum handle_use`."""
        if parameter["ownership"] == "consumes":
            return "TO_CONSUME"
        if parameter["name"] == self._receiver and self.name in ALONE:
            return "ALONE"
        if self.name.endswith("_close"):
            return "TO_CLOSE"
        return "TO_BORROW" if parameter["name"] == self._receiver and self._needs_receiver() else "TO_SHARE"

    def _needs_receiver(self) -> bool:
        """Whether the handle must live on: while the caller reads a borrowed result, or waits without a limit."""
        lives_until = self.facts["returns"].get("lives_until", "")
        return lives_until.endswith((" is released", " is answered")) or self.facts["waits"] == "timeout_ms"

    def _role(self, name: str) -> str:
        role = SPECIAL_TEXTS.get((self.name, name)) or TEXTS.get(name)
        return role or sys.exit(f"draw_calls: say in TEXTS which texts {name} of {self.name} takes")

    def _fail(self, parameter: Facts) -> None:
        sys.exit(f"draw_calls: say how {parameter['name']} of {self.name} is drawn: it is a {parameter['type']}")

    def _call(self) -> str:
        kind = self.facts["returns"]["type"]
        words = ", ".join(f"held_{each['name']}.handle" if self._handle(each) else each["name"]
                          for each in self._parameters)
        result = "" if kind == "void" else f"{spaced(kind)}result = "
        return f"{result}{self.name}({words});"

    # --- Results -------------------------------------------------------------------------------------------------- #

    def _take_result(self) -> Iterator[str]:
        returns = self.facts["returns"]
        kind = returns["type"]
        if kind == "const char *":
            length = returns.get("length", "NULL")
            yield f"read_text(result, {length}, {truth(returns['nul_terminated'])}, {self._may_read()});"
        elif kind == "const uint64_t *":
            yield f"read_pairs(result, {returns['length']}, {self._may_read()});"
        elif kind == "void *":
            yield "take_memory(call, result, size);"
        elif handle := handle_of(kind, self._handles):
            yield f"keep_borrowed(call, {handle}, result);"
        elif kind not in ("void", "swiftpager_status"):
            if "*" in kind:
                sys.exit(f"draw_calls: say what becomes of the result of {self.name}: it is a {kind}")
            yield "look_at(&result, sizeof result);"

    def _may_read(self) -> str:
        """Whether no other thread can end what the result lies in."""
        return f"held_{self._receiver}.is_taken" if self._needs_receiver() else "true"

    def _take(self, parameter: Facts) -> Iterator[str]:
        name = parameter["name"]
        if handle := self._handle(parameter):
            if self.name.endswith("_retain"):
                yield f"if (result == SWIFTPAGER_OK) keep_handle(call, {handle}, held_{name}.handle);"
            end = "end_handle" if parameter["ownership"] == "consumes" else "give_back"
            yield f"{end}(call, {self._held(name)});"
        elif parameter["direction"] == "out":
            yield from self._take_output(parameter)

    def _take_output(self, parameter: Facts) -> Iterator[str]:
        name, kind = parameter["name"], parameter["type"]
        if name == "error_json":
            yield "if (error_json != NULL) take_error(call, *error_json);"
        elif kind == "char **":
            yield f"if ({name} != NULL) take_text(call, *{name});"
        elif handle := handle_of(kind.removesuffix("*"), self._handles):
            yield f"if ({name} != NULL) keep_made(call, {handle}, *{name});"
        elif kind.startswith("struct Arrow"):
            taker = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.removeprefix("struct Arrow").removesuffix(" *")).lower()
            stream = f", held_{self._receiver}.handle" if taker == "array_stream" else ""
            yield f"if ({name} != NULL) take_{taker}(call, {name}{stream});"
        elif parameter.get("lives_until", "").endswith(" is released"):
            yield f"if ({name} != NULL) check_descriptor(call, *{name});"


def truth(value: object) -> str:
    return "true" if value else "false"


def spaced(kind: str) -> str:
    """A type with what divides it from a name."""
    return kind if kind.endswith("*") else f"{kind} "


def give_back(handles: list[Facts]) -> Iterator[str]:
    """The function that ends a handle of any kind."""
    yield "swiftpager_status release_handle(enum handle_kind kind, void *handle)"
    yield "{"
    yield "    switch (kind) {"
    for handle in handles:
        # A request and a question are answered: with a failure, for which nothing else has to be known.
        *_, end = handle["release_with"]
        rest = ", NULL" if end.endswith("_fail") else ""
        yield f"    case {constant(handle['name'])}: return {end}(handle{rest});"
    yield "    case NO_HANDLE: break;"
    yield "    }"
    yield "    return SWIFTPAGER_INVALID_ARGUMENT;"
    yield "}"


def main() -> None:
    """The command line."""
    contract = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    handles = [handle["name"] for handle in contract["handles"]]
    functions = [DrawnFunction(facts, handles) for facts in contract["functions"]]
    print(HEADER)
    print("\n".join(give_back(contract["handles"])), end="\n\n")
    for function in functions:
        print("\n".join(function.lines()), end="\n\n")
    print("const struct drawn_function drawn_functions[] = {")
    print("\n".join(function.row() for function in functions))
    print("};\n\nconst size_t drawn_function_count = sizeof drawn_functions / sizeof *drawn_functions;")


if __name__ == "__main__":
    main()
