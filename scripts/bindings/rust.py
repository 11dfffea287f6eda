"""Rust, in bindings/rust/src: the contract (ffi.rs), its numbers (status.rs), its functions with values of Rust
(calls.rs); and in methods.rs clients and pagers, with those of their methods that are one call or load one
page, and what a page has.
"""

import pathlib
import re

from contract import Contract, CType, Enumeration, Function, FunctionType, Parameter, Structure
from texts import NOTE, bare, brief, commented, pascal

FOLDER = "bindings/rust/src"
PRIMITIVES = {
    "void": "c_void", "char": "c_char", "bool": "bool", "int": "c_int", "int32_t": "i32", "uint32_t": "u32",
    "int64_t": "i64", "uint64_t": "u64", "size_t": "usize",
}
KEYWORDS = {"self": "this"}
# What methods.rs does not have: what is for callbacks, which Rust has none of, and the ends of handles, which are Drop.
NOT_METHODS = re.compile("_(release|unref|shutdown|dispatch|wake|client_fd)$")
# Each loads one page.
LOADING = re.compile("_pager_(fetch|refetch|load_next|load_previous)$")

FFI_HEAD = """\
//! The functions of libswiftpager.so as swiftpager.h declares them. Handles are keys and not addresses.
#![allow(missing_docs, dead_code)]

use crate::status::{Kind, Source, Status};
use std::ffi::{c_char, c_int, c_void};
"""
STATUS_HEAD = """\
//! The numbers of the contract. A newer library may have others, so these are constants and not enums.

use crate::ffi;
use std::ffi::CStr;
use std::fmt;
"""
STATUS_TAIL = """
impl Status {
    /// The name of the status, like "GRAPHQL".
    pub fn name(self) -> &'static str {
        let name = unsafe { CStr::from_ptr(ffi::swiftpager_status_name(self)) };
        name.to_str().unwrap_or("UNKNOWN")
    }
}

impl fmt::Debug for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
"""
# The beginning of calls.rs: how values pass between C and Rust.
CALLS_HEAD = pathlib.Path(__file__).with_name("rust_calls.rs").read_text(encoding="utf-8")
KEY = """
{comment}#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct {name}(pub(crate) *{mutability} ffi::{name});

// A key is not an address: every thread may use it, and the library refuses a stale one.
unsafe impl Send for {name} {{}}
unsafe impl Sync for {name} {{}}

impl {name} {{
    fn new(key: *{mutability} ffi::{name}) -> Option<{name}> {{
        (!key.is_null()).then_some({name}(key))
    }}
}}
"""
OWNED = """
{comment}/// Threads may share it. Dropped, it ends nothing that still has a handle.
pub struct {name}(pub(crate) calls::{name}{more});

impl {name} {{
    /// Ends it and all its work: calls on what is left of it fail.
    pub fn close(self) {{
        let _ = calls::{word}_release(self.0);
    }}
}}

impl Drop for {name} {{
    fn drop(&mut self) {{
        let _ = calls::{word}_unref(self.0);
    }}
}}
"""
# What else an owned type has.
MORE = {"pager": ", pub(crate) Inboxes"}
DROPPED = """
impl Drop for {name} {{
    fn drop(&mut self) {{
        let _ = calls::{word}_release(self.key);
    }}
}}
"""
METHODS_HEAD = """\
//! Clients and pagers with the methods that are one call or load one page, and what a page has.

use crate::{calls, Inboxes, Kind, Page, Result, Source, Update};
"""
# Objects that only callbacks hand out, or that hold tables of Arrow.
NOT_FOR_RUST = {"swiftpager_request", "swiftpager_authorization", "swiftpager_table"}
# What calls.rs does itself.
INSIDE = {"swiftpager_alloc", "swiftpager_free", "swiftpager_last_error", "swiftpager_callback_abandon"}
# Callbacks that may be NULL because there is another way to the same end.
OPTIONAL = {"swiftpager_completion_cb", "swiftpager_destroy_cb", "swiftpager_update_cb"}
# Parts of a page whose names say too little, or that `Page` has in a form of its own.
PARTS = {"info": "page_info", "items": "items_json"}


def render(contract: Contract) -> dict[str, str]:
    """The four files."""
    note = f"// {NOTE}\n"
    return {
        f"{FOLDER}/ffi.rs": f"{note}{FFI_HEAD}{_ffi(contract)}",
        f"{FOLDER}/status.rs": f"{note}{STATUS_HEAD}{''.join(map(_numbers, contract.enumerations))}{STATUS_TAIL}",
        f"{FOLDER}/calls.rs": f"{note}{CALLS_HEAD}{_keys(contract)}\n{_calls(contract)}",
        f"{FOLDER}/methods.rs": f"{note}{METHODS_HEAD}{_owned(contract)}{_parts(contract)}",
    }


# --- The contract as it is ------------------------------------------------------------------------------------------ #


def _ffi(contract: Contract) -> str:
    text = ""
    for handle in contract.handles:
        text += _doc(brief(handle.comment))
        text += f"#[repr(C)]\npub struct {pascal(handle.name)} {{\n    _key: [u8; 0],\n}}\n"
    for callback in contract.callbacks:
        text += _doc(brief(callback.comment)) + f"pub type {pascal(callback.name)} = {_pointer(callback)};\n"
    for structure in contract.structures:
        text += _structure(structure)
    text += '\n#[link(name = "swiftpager")]\nextern "C" {\n'
    text += "".join(_declaration(function) for function in contract.functions)
    return text + "}\n"


def _doc(comment: str, indentation: str = "") -> str:
    lines = commented(comment, f"{indentation}/// ", 100)
    return ("" if indentation else "\n") + "\n".join(lines) + "\n"


def _type(kind: CType) -> str:
    """A type of C in Rust."""
    base = PRIMITIVES.get(kind.base, kind.base if kind.is_struct else pascal(kind.base))
    # What the outer stars point to is a variable of the caller's.
    return "*mut " * (kind.pointers - 1) + ("*const " if kind.is_const else "*mut ") * min(kind.pointers, 1) + base


def _parameters(function: FunctionType) -> list[str]:
    return [f"{KEYWORDS.get(each.name, each.name)}: {_type(each.c_type)}" for each in function.parameters]


def _result(function: FunctionType) -> str:
    return "" if function.returns.type == "void" else f" -> {_type(function.returns.c_type)}"


def _pointer(function: FunctionType) -> str:
    # Rust prints `Option` of a function as an address that may be NULL.
    return _wrapped('Option<unsafe extern "C" fn(', _parameters(function), f"){_result(function)}>", "")


def _wrapped(before: str, words: list[str], after: str, indentation: str) -> str:
    """A list of parameters on one line, or as rustfmt breaks it."""
    line = f"{before}{', '.join(words)}{after}"
    if len(indentation + line) <= 92:
        return line
    rows = "".join(f"{indentation}    {word},\n" for word in words)
    return f"{before}\n{rows}{indentation}{after}"


def _declaration(function: Function) -> str:
    comment = _doc(f"{brief(function.comment)}", "    ")
    return comment + "    " + _wrapped(
        f"pub fn {function.name}(", _parameters(function), f"){_result(function)};", "    ") + "\n"


def _structure(structure: Structure) -> str:
    name = structure.name if structure.is_arrow else pascal(structure.name)
    text = _doc(brief(structure.comment) or name) + f"#[repr(C)]\npub struct {name} {{\n"
    for field in structure.fields:
        kind = _type(field.c_type) if field.c_type else _pointer(field.function) if field.function else ""
        text += f"    pub {KEYWORDS.get(field.name, field.name)}: {kind},\n".replace("\n    ", "\n        ")
    return text + "}\n"


# --- The numbers ---------------------------------------------------------------------------------------------------- #


def _numbers(enumeration: Enumeration) -> str:
    name = pascal(enumeration.name)
    # A status shows its name: `main` prints the error that it returns with Debug.
    debug = "" if name == "Status" else "Debug, "
    text = _doc(enumeration.comment)
    text += f"#[repr(transparent)]\n#[derive(Clone, Copy, {debug}PartialEq, Eq, Hash)]\n"
    text += f"pub struct {name}(pub i32);\n\nimpl {name} {{\n"
    for member in enumeration.members:
        short = bare(member.name).removeprefix(f"{name.upper()}_")
        comment = member.comment or "it ended well"
        text += _doc(comment[0].upper() + comment[1:] + ".", "    ")
        text += f"    pub const {short}: {name} = {name}({member.value});\n"
    return text + "}\n"


# --- The calls ------------------------------------------------------------------------------------------------------ #


def _keys(contract: Contract) -> str:
    """The types of the keys."""
    text = ""
    for handle in contract.handles:
        if handle.name not in NOT_FOR_RUST:
            is_const = handle.name in {"swiftpager_update", "swiftpager_page"}
            text += KEY.format(name=pascal(handle.name), mutability="const" if is_const else "mut",
                               comment=_doc(brief(handle.comment), "").lstrip("\n"))
    return text


def _calls(contract: Contract) -> str:
    callbacks = {callback.name for callback in contract.callbacks} - OPTIONAL
    arrow = {structure.name for structure in contract.structures if structure.is_arrow}
    left_out = callbacks | arrow | NOT_FOR_RUST
    return "\n".join(
        _call(function) for function in contract.functions
        if function.name not in INSIDE and not left_out & {each.c_type.base for each in function.parameters})


def _call(function: Function) -> str:
    """One function: before the call what it needs, and behind it what becomes of its results."""
    takes: list[str] = []
    gives: list[str] = []
    before: list[str] = []
    results: list[tuple[str, str]] = []
    for parameter in function.parameters:
        name, kind, handle = parameter.name, parameter.c_type, parameter.handle
        if parameter.direction == "out" and parameter.length_of == "returns":
            before.append(f"let mut {name} = 0;")
            gives.append(f"&mut {name}")
        elif parameter.direction == "out":
            before.append(f"let mut {name} = {_initial(kind, handle)};")
            gives.append(f"&mut {name}")
            if name != "error_json":
                results.append(_result_of(parameter))
        elif handle:
            takes.append(f"{name}: {pascal(handle)}")
            gives.append(f"{name}.0")
        elif kind.base == "char":
            takes.append(f"{name}: &str")
            before.append(f"let {name} = text({name}){'' if function.returns_status else '.ok()'}?;")
            gives.append(f"or_null(&{name})" if parameter.nullable else f"{name}.as_ptr()")
        elif not kind.pointers and not kind.base.endswith("_cb"):
            takes.append(f"{name}: {_type(kind)}")
            gives.append(name)
        else:
            gives.append("None" if kind.base.endswith("_cb") else "null()" if kind.is_const else "null_mut()")
    call = f"unsafe {{ ffi::{function.name}({', '.join(gives)}) }}"
    lines, result, safety = _ending(function, call, results)
    generics = "<'a>" if safety else ""
    head = f"pub(crate) {safety}fn {bare(function.name)}{generics}({', '.join(takes)}){result} {{"
    body = "\n".join(f"    {line}" for line in [*before, *lines])
    return f"{_doc(brief(function.comment), '').lstrip(chr(10))}{head}\n{body}\n}}\n"


def _initial(kind: CType, handle: str | None) -> str:
    if kind.pointers == 2:
        return "null()" if handle in {"swiftpager_update", "swiftpager_page"} and kind.is_const else "null_mut()"
    return {"bool": "false", "swiftpager_status": "Status::OK"}.get(kind.base, "0")


def _result_of(parameter: Parameter) -> tuple[str, str]:
    """The type and the value of what C writes through a pointer."""
    name, kind = parameter.name, parameter.c_type
    if parameter.handle:
        return f"Option<{pascal(parameter.handle)}>", f"{pascal(parameter.handle)}::new({name})"
    if kind.base == "char":
        return "Option<String>", f"owned({name})"
    return _type(kind.pointee()), name


def _ending(function: Function, call: str, results: list[tuple[str, str]]) -> tuple[list[str], str, str]:
    """The last lines, the result's type, and "unsafe " if what the library lends has no end that Rust knows."""
    returns = function.returns
    if function.returns_status:
        kinds, values = [kind for kind, _ in results], [value for _, value in results]
        error = "error_json" if any(each.name == "error_json" for each in function.parameters) else "null_mut()"
        value = values[0] if len(values) == 1 else f"({', '.join(values)})"
        kind = kinds[0] if len(kinds) == 1 else f"({', '.join(kinds)})"
        return [f"let status = {call};", f"checked(status, {error}, {value})"], f" -> Result<{kind}>", ""
    if returns.handle:
        return [f"{pascal(returns.handle)}::new({call})"], f" -> Option<{pascal(returns.handle)}>", ""
    if returns.length_counts == "pairs":
        return [f"let first = {call};", f"lent_slice(first, 2 * {returns.length})"], " -> Option<&'a [u64]>", "unsafe "
    if returns.length:
        return [f"let text = {call};", f"lent_text(text, {returns.length})"], " -> Option<&'a str>", "unsafe "
    if returns.c_type.is_text:
        return [f"lent({call})"], " -> Option<String>", ""
    return [call], f" -> {_type(returns.c_type)}", ""


# --- The methods ---------------------------------------------------------------------------------------------------- #


def _owned(contract: Contract) -> str:
    """The types that a user owns, with their methods."""
    text = ""
    for handle in contract.handles:
        word = bare(handle.name)
        if word in {"client", "pager"}:
            methods = [
                _loading(function) if LOADING.search(function.name) else _method(function)
                for function in contract.functions_of(handle.name)
                if LOADING.search(function.name) or _is_method(contract, function)
            ]
            more = MORE.get(word, "")
            comment = _doc(brief(handle.comment), "").lstrip("\n")
            text += OWNED.format(name=pascal(word), word=word, more=more, comment=comment)
            text += f"\nimpl {pascal(word)} {{\n" + "\n".join(methods) + "}\n"
    return text


def _is_method(contract: Contract, function: Function) -> bool:
    callbacks = {callback.name for callback in contract.callbacks}
    return (function.returns_status and not function.makes and not NOT_METHODS.search(function.name)
            and not callbacks & {parameter.c_type.base for parameter in function.parameters})


def _name(function: Function) -> str:
    return bare(function.name).removeprefix("client_").removeprefix("pager_")


def _loading(function: Function) -> str:
    """A method that loads a page, by what lib.rs has for that."""
    head = f"    pub fn {_name(function)}(&self, options: &str) -> Result<Page> {{\n"
    return f"{_comment(function)}{head}        self.load_one(calls::{bare(function.name)}, options)\n    }}\n"


def _comment(function: Function) -> str:
    return _doc(f"{function.name}: {brief(function.comment)}", "    ")


def _method(function: Function) -> str:
    """A method that is one call. JSON that is always there is no `Option`."""
    takes, gives, result, after = ["&self"], ["self.0"], "()", ""
    for parameter in function.parameters[1:]:
        name = parameter.name.removesuffix("_json")
        if parameter.direction == "in":
            takes.append(f"{name}: &str")
            gives.append(name)
        elif parameter.name == "out_json" and "NULL with OK" not in parameter.comment:
            result, after = "String", ".map(Option::unwrap_or_default)"
        elif parameter.name != "error_json":
            result = {"char": "Option<String>", "int": "RawFd"}.get(parameter.c_type.base, "bool")
    call = f"calls::{bare(function.name)}({', '.join(gives)}){after}"
    head = f"    pub fn {_name(function)}({', '.join(takes)}) -> Result<{result}> {{\n"
    return f"{_comment(function)}{head}        {call}\n    }}\n"


def _parts(contract: Contract) -> str:
    """What pages and updates have as a text, a number or an answer, and their ends."""
    text = ""
    for word in ("page", "update"):
        methods = []
        for function in contract.functions_of(f"swiftpager_{word}"):
            name, kind = bare(function.name).removeprefix(f"{word}_"), function.returns.c_type
            call = f"calls::{bare(function.name)}(self.key)"
            if function.returns.length_counts == "bytes" and len(function.parameters) == 2:
                methods.append((function, PARTS.get(name, name), "Option<&str>", f"unsafe {{ {call} }}"))
            elif len(function.parameters) == 1 and not kind.pointers and not function.returns_status:
                methods.append((function, name.removeprefix("item_"), _type(kind), call))
            elif function.parameters[-1].type == "bool *":
                methods.append((function, name, "bool", f"{call}.unwrap_or(false)"))
        text += f"\nimpl {pascal(word)} {{\n" + "\n".join(
            f"{_comment(function)}    pub fn {name}(&self) -> {kind} {{\n        {call}\n    }}\n"
            for function, name, kind, call in methods) + "}\n" + DROPPED.format(name=pascal(word), word=word)
    return text
