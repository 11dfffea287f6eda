"""Go: bindings/go/internal/c/functions.go, which calls the library; bindings/go/status.go, with its numbers; and
bindings/go/methods.go, with clients, pagers, and those of their methods that are one call or load one page.

Each function of C becomes one of Go whose values are Go's: handles are numbers, texts are copied, and what C returns
through pointers are results, the status and the text of its error last. A static function in C stands between the two.
It casts the handles, and it reads swiftpager_last_error() on the thread of the call, because a goroutine may be on
another one afterwards.

The binding gives the library no functions to call back, so Go does not get what only makes sense with one.
"""

import dataclasses
import pathlib
import re
import textwrap

from contract import Contract, Enumeration, Function, Parameter
from texts import COLUMNS, NOTE, bare, brief, camel, commented, pascal

FUNCTIONS = "bindings/go/internal/c/functions.go"
STATUSES = "bindings/go/status.go"
METHODS = "bindings/go/methods.go"
# What methods.go does not have: descriptors and what ends handles are not for the users of Go.
NOT_METHODS = re.compile("_(fd|wake|release|unref|shutdown|dispatch)$")
# Objects that only callbacks hand out, or that hold tables of Arrow.
NOT_FOR_GO = {"swiftpager_request", "swiftpager_authorization", "swiftpager_table"}
# What the functions below do themselves.
INSIDE = {"swiftpager_alloc", "swiftpager_free", "swiftpager_last_error", "swiftpager_callback_abandon"}
# Callbacks that may be NULL because there is another way to the same end.
OPTIONAL = {"swiftpager_completion_cb", "swiftpager_destroy_cb", "swiftpager_update_cb"}
NUMBERS = {"bool": "bool", "int": "int", "int32_t": "int32", "uint32_t": "uint32", "size_t": "int",
           "swiftpager_status": "int32", "swiftpager_kind": "int32", "swiftpager_source": "int32"}
# The zeros of types in Go that are not numbers.
ZEROS = {"string": '""', "bool": "false"}
GO_NAMES = {"Ok": "OK", "Http": "HTTP", "Graphql": "GraphQL"}
GO_WORDS = {"range": "span", "type": "kind"}

HEAD = """\
/*
#cgo LDFLAGS: -lswiftpager
#include <stdlib.h>
#include <string.h>
#include <swiftpager.h>

// Hands out a copy of the thread's error object.
static swiftpager_status told(swiftpager_status status, char **error_json)
{
    const char *text = status == SWIFTPAGER_OK ? NULL : swiftpager_last_error();
    *error_json = text == NULL ? NULL : swiftpager_alloc(strlen(text) + 1);
    if (*error_json != NULL)
        strcpy(*error_json, text);
    return status;
}

"""
HELPERS = '''\
import "C"

import (
	"bytes"
	"slices"
	"strings"
	"unsafe"
)

// cText copies a text for C. An empty one is NULL if it may be. A NUL would cut it off, so such a text is refused.
func cText(text string, nullable bool) (*C.char, bool) {
	if text == "" && nullable {
		return nil, true
	}
	if strings.IndexByte(text, 0) >= 0 {
		return nil, false
	}
	return C.CString(text), true
}

// refused is how a call ends whose text has a NUL.
func refused(parameter string) (int32, string) {
	return C.SWIFTPAGER_INVALID_ARGUMENT, `{"code":"INVALID_ARGUMENT","message":"` + parameter + ` has a NUL in it"}`
}

// borrowed copies a text that the library lends; nil of NULL.
func borrowed(text *C.char, length C.size_t) []byte {
	return bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(text)), int(length)))
}

// pairs copies pairs of numbers that the library lends.
func pairs(numbers *C.uint64_t, count C.size_t) []uint64 {
	return slices.Clone(unsafe.Slice((*uint64)(unsafe.Pointer(numbers)), 2*int(count)))
}

// owned copies a text that the library gives away, and frees it.
func owned(text *C.char) string {
	defer C.swiftpager_free(unsafe.Pointer(text))
	return C.GoString(text)
}
'''
# Each loads one page.
LOADING = re.compile("_pager_(fetch|refetch|load_next|load_previous)$")
# The beginning of methods.go: how values and failures pass.
METHODS_HEAD = pathlib.Path(__file__).with_name("go_methods.go").read_text(encoding="utf-8")
# What an object has, by its handle.
FIELDS = {
    "client": "{ key atomic.Uintptr }",
    "pager": """ {
	key atomic.Uintptr
	// Those of its subscriptions.
	inboxes sync.Map
}""",
}
# A type of objects that their users close.
OWNED = """
// {name} is {comment} Goroutines may share it.
type {name} struct{fields}

func new{name}(key c.{name}) *{name} {{
	{word} := new({name})
	{word}.key.Store(uintptr(key))
	runtime.SetFinalizer({word}, func({word} *{name}) {{ c.{name}Unref({word}.handle()) }})
	return {word}
}}

func ({word} *{name}) handle() c.{name} {{ return c.{name}({word}.key.Load()) }}

// Close ends the {word} and all its work: later calls fail with InvalidHandle. One that is collected ends nothing.
func ({word} *{name}) Close() error {{
	runtime.SetFinalizer({word}, nil)
	return check(c.{name}Release(c.{name}({word}.key.Swap(0))))
}}
"""


def render(contract: Contract) -> dict[str, str]:
    """The three files."""
    functions = [function for function in contract.functions if _is_for_go(contract, function)]
    handles = [handle for handle in contract.handles if handle.name not in NOT_FOR_GO]
    lines = [f"// {NOTE}", "", "// Package c calls the library.", "package c", ""]
    text = "\n".join(lines) + "\n" + HEAD + "\n".join(map(_glue, functions)) + "*/\n" + HELPERS
    for handle in handles:
        text += f"\n// {pascal(handle.name)} is a key, not an address: {_lower(brief(handle.comment))}\n"
        text += f"type {pascal(handle.name)} uintptr\n"
    text += "\n" + "\n".join(map(_wrapper, functions))
    numbers = f"// {NOTE}\n\npackage swiftpager\n" + "".join(map(_constants, contract.enumerations))
    methods = f"// {NOTE}\n\n{METHODS_HEAD}" + "".join(
        OWNED.format(name=pascal(handle.name), word=bare(handle.name), fields=FIELDS[bare(handle.name)],
                     comment=_lower(brief(handle.comment)))
        for handle in handles if f"{handle.name}_unref" in {function.name for function in functions})
    methods += "".join(
        _loading(function) if LOADING.search(function.name) else _method(function)
        for function in functions if LOADING.search(function.name) or _is_method(function))
    return {FUNCTIONS: text, STATUSES: numbers, METHODS: methods}


def _is_for_go(contract: Contract, function: Function) -> bool:
    callbacks = {callback.name for callback in contract.callbacks} - OPTIONAL
    arrow = {structure.name for structure in contract.structures if structure.is_arrow}
    bases = {parameter.c_type.base for parameter in function.parameters}
    return function.name not in INSIDE and not bases & (callbacks | arrow | NOT_FOR_GO)


def _is_method(function: Function) -> bool:
    return (function.returns_status and not function.makes and not NOT_METHODS.search(function.name)
            and function.receiver in {"swiftpager_client", "swiftpager_pager"})


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _is_passed(parameter: Parameter) -> bool:
    """Whether Go passes it: it passes no functions, and nothing that they would get."""
    base = parameter.c_type.base
    return base in NUMBERS or base == "char" or parameter.handle is not None


# --- The functions in C --------------------------------------------------------------------------------------------- #


def _glue(function: Function) -> str:
    """The function that Go calls."""
    takes, gives, before, after = [], [], [], []
    for parameter in function.parameters:
        name, kind = parameter.name, parameter.c_type
        if not _is_passed(parameter):
            gives.append("NULL")
        elif parameter.handle and kind.pointers == 2:
            takes.append(f"uintptr_t *{name}")
            before.append(f"    {kind.base} *made = NULL;\n")
            after.append(f"    *{name} = (uintptr_t)made;\n")
            gives.append("&made")
        elif parameter.handle:
            takes.append(f"uintptr_t {name}")
            gives.append(f"({parameter.type}){name}")
        else:
            takes.append(f"{parameter.type}{'' if kind.pointers else ' '}{name}")
            gives.append(name)
    call = f"{function.name}({', '.join(gives)})"
    names = [parameter.name for parameter in function.parameters]
    if function.returns_status and "error_json" not in names:
        takes.append("char **error_json")
        call = f"told({call}, error_json)"
    head = _folded(f"static {_c_result(function)}{bare(function.name)}({', '.join(takes) or 'void'})") + "{\n"
    if not after:
        return head + _statement(call, function) + "}\n"
    call = _folded(f"    swiftpager_status status = {call};")
    return f"{head}{''.join(before)}{call}{''.join(after)}    return status;\n}}\n"


def _statement(call: str, function: Function) -> str:
    if function.returns.handle:
        call = f"(uintptr_t){call}"
    return _folded(f"    return {call};")


def _folded(line: str) -> str:
    """A line of C, folded between its words if it is too long."""
    indentation = " " * (len(line) - len(line.lstrip()))
    return "\n".join(textwrap.wrap(line, COLUMNS, subsequent_indent=indentation + "    ",
                                   break_on_hyphens=False)) + "\n"


def _c_result(function: Function) -> str:
    if function.returns.handle:
        return "uintptr_t "
    return function.returns.type + ("" if function.returns.type.endswith("*") else " ")


# --- The functions in Go -------------------------------------------------------------------------------------------- #


@dataclasses.dataclass
class _Wrapper:
    """A function in Go while it is written: what it takes, its lines, and what it returns."""

    takes: list[str] = dataclasses.field(default_factory=list)
    # What it passes to C.
    gives: list[str] = dataclasses.field(default_factory=list)
    body: list[str] = dataclasses.field(default_factory=list)
    # The types of what it returns, and the values.
    results: list[str] = dataclasses.field(default_factory=list)
    values: list[str] = dataclasses.field(default_factory=list)


def _wrapper(function: Function) -> str:
    """The function in Go."""
    made = _Wrapper()
    passed = [each for each in function.parameters if _is_passed(each) and each.name != "error_json"]
    outs = [parameter for parameter in passed if parameter.direction != "in"]
    for parameter in passed:
        if parameter.direction != "in":
            _out(parameter, made)
        elif parameter.c_type.base == "char":
            _text(parameter, _refusal(function, parameter, outs), made)
        else:
            kind = pascal(parameter.handle) if parameter.handle else NUMBERS[parameter.c_type.base]
            made.takes.append(f"{_go_name(parameter)} {kind}")
            made.gives.append(f"C.{'uintptr_t' if parameter.handle else parameter.c_type.base}({_go_name(parameter)})")
    _end(function, made)
    text = "\n".join(f"\t{line}" for line in made.body)
    comment = "\n".join(commented(f"{pascal(function.name)} calls {function.name}. {brief(function.comment)}", "// "))
    results = f" ({', '.join(made.results)})" if len(made.results) > 1 else "".join(f" {kind}" for kind in made.results)
    return f"{comment}\nfunc {pascal(function.name)}({', '.join(made.takes)}){results} {{\n{text}\n}}\n"


def _go_name(parameter: Parameter) -> str:
    return GO_WORDS.get(camel(parameter.name), camel(parameter.name))


def _text(parameter: Parameter, refusal: list[str], made: _Wrapper) -> None:
    """A text that Go passes: C gets a copy with a NUL behind it."""
    name = _go_name(parameter)
    made.takes.append(f"{name} string")
    made.body += [f"c{pascal(name)}, ok := cText({name}, {str(parameter.nullable).lower()})",
                  "if !ok {", *(f"\t{line}" for line in refusal), "}",
                  f"defer C.free(unsafe.Pointer(c{pascal(name)}))"]
    made.gives.append(f"c{pascal(name)}")


def _refusal(function: Function, parameter: Parameter, outs: list[Parameter]) -> list[str]:
    """The end of a call whose text has a NUL: zeros in the place of the results."""
    if not function.returns_status:
        return ["return nil"]
    zeros = [ZEROS.get(kind, "0") for out in outs if (kind := _out_kind(out)) is not None]
    if not zeros:
        return [f'return refused("{parameter.name}")']
    return [f'status, failure := refused("{parameter.name}")', f"return {', '.join(zeros)}, status, failure"]


def _out_kind(parameter: Parameter) -> str | None:
    """The type in Go of what C writes through a pointer; None of the length of the result, which Go takes up."""
    if parameter.c_type.base == "char":
        return "string"
    if parameter.length_of == "returns":
        return None
    return pascal(parameter.handle) if parameter.handle else NUMBERS[parameter.c_type.base]


def _out(parameter: Parameter, made: _Wrapper) -> None:
    """What C writes through a pointer."""
    name, base, kind = _go_name(parameter), parameter.c_type.base, _out_kind(parameter)
    c_kind = "*C.char" if base == "char" else "C.uintptr_t" if parameter.handle else f"C.{base}"
    made.body.append(f"var {name} {c_kind}")
    made.gives.append(f"&{name}")
    if kind is not None:
        made.results.append(kind)
        made.values.append(f"owned({name})" if base == "char" else f"{kind}({name})")


def _end(function: Function, made: _Wrapper) -> None:
    """The call, and what becomes of its result."""
    returns = function.returns
    if function.returns_status:
        made.body.append("var failure *C.char")
        made.gives.append("&failure")
    call = f"C.{bare(function.name)}({', '.join(made.gives)})"
    if function.returns_status:
        made.body += [f"status := {call}", f"return {', '.join([*made.values, 'int32(status)', 'owned(failure)'])}"]
        made.results += ["int32", "string"]
    elif returns.handle:
        made.body.append(f"return {pascal(returns.handle)}({call})")
        made.results.append(pascal(returns.handle))
    elif returns.c_type.base == "char" and returns.length:
        # C writes the length before Go reads it.
        made.body += [f"text := {call}", f"return borrowed(text, {returns.length})"]
        made.results.append("[]byte")
    elif returns.c_type.base == "char":
        made.body.append(f"return C.GoString({call})")
        made.results.append("string")
    elif returns.c_type.base == "uint64_t":
        made.body += [f"numbers := {call}", f"return pairs(numbers, {returns.length})"]
        made.results.append("[]uint64")
    else:
        made.body.append(f"return {NUMBERS[returns.type]}({call})")
        made.results.append(NUMBERS[returns.type])


# --- The methods ---------------------------------------------------------------------------------------------------- #


def _loading(function: Function) -> str:
    """A method that loads a page, by what pager.go has for that."""
    name = pascal(function.name).removeprefix("Pager")
    comment = "\n".join(commented(f"{name} is {function.name}: {_lower(brief(function.comment))}", "// "))
    return f"""
{comment}
func (pager *Pager) {name}(ctx context.Context, options Object) (*Page, error) {{
	return pager.loadOne(ctx, c.{pascal(function.name)}, options)
}}
"""


def _method(function: Function) -> str:
    """A method that is one call. It encodes what C takes as JSON, and leaves what C gives as JSON as it is."""
    receiver = bare(function.receiver or "")
    name = pascal(function.name).removeprefix(pascal(receiver))
    takes, gives, body = [], [f"{receiver}.handle()"], [f"defer runtime.KeepAlive({receiver})"]
    result = None
    for parameter in function.parameters[1:]:
        word = camel(parameter.name.removesuffix("_json"))
        if parameter.direction == "out":
            result = result or ("json.RawMessage" if word == "out" and parameter.c_type.base == "char" else "bool")
        elif parameter.name.endswith("_json"):
            takes.append(f"{word} any")
            body += [f"text, err := encoded({word})", "if err != nil {", "\treturn err", "}"]
            gives.append("text")
        else:
            takes.append(f"{word} string")
            gives.append(word)
    call = f"c.{pascal(function.name)}({', '.join(gives)})"
    if "out" in [parameter.name.removesuffix("_json") for parameter in function.parameters]:
        value = "raw(out)" if result == "json.RawMessage" else "out"
        body += [f"out, status, failure := {call}", f"return {value}, check(status, failure)"]
        result = f"({result}, error)"
    else:
        body.append(f"return check({call})")
        result = "error"
    comment = "\n".join(commented(f"{name} is {function.name}: {_lower(brief(function.comment))}", "// "))
    text = "\n".join(f"\t{line}" for line in body)
    return f"\n{comment}\nfunc ({receiver} *{pascal(receiver)}) {name}({', '.join(takes)}) {result} {{\n{text}\n}}\n"


# --- The numbers ---------------------------------------------------------------------------------------------------- #


def _constants(enumeration: Enumeration) -> str:
    """An enumeration as a type and its values."""
    name = pascal(enumeration.name)
    comment = "\n".join(commented(f"{name} is a {enumeration.name}: {_lower(enumeration.comment)}", "// "))
    lines = ["", comment, f"type {name} int32", "", "const ("]
    for member in enumeration.members:
        # Each has a comment, because gofmt would align those that have none.
        comment = member.comment or "it ended well"
        lines += commented(f"{_name(member.name)}: {comment}", "\t// ", 116)
        lines.append(f"\t{_name(member.name)} {name} = {member.value}")
    return "\n".join([*lines, ")", ""])


def _name(member: str) -> str:
    name = pascal(member)
    return GO_NAMES.get(name, name)
