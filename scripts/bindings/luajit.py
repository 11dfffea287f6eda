"""LuaJIT's declarations: what `ffi.cdef` reads, and a function that returns the results of each C function."""

import textwrap

import texts
from contract import Callback, Contract, Enumeration, Function, FunctionType, Parameter

PATH = "bindings/luajit/swiftpager/declarations.lua"

HEAD = f"""\
-- {texts.NOTE}

local ffi = require("ffi")

ffi.cdef [["""
LOADING = """]]

local found, C = pcall(ffi.load, os.getenv("SWIFTPAGER_LIBRARY") or "libswiftpager.so.0")
if not found then error(C .. ": install libswiftpager, or name its file in SWIFTPAGER_LIBRARY", 0) end
assert(C.swiftpager_abi_version() >= %(version)s, "this needs contract %(version)s of libswiftpager")

-- `C` has the functions as they are, and `native` each of them without the places for its results: it returns these, or
-- raises the error that `native.raise` makes of a status and the text of an error object.
local native = { C = C }
"""
SHARED = """
-- The text that a call has handed out: copied and freed.
local function taken(address)
  if address == nil then return nil end
  local text = ffi.string(address)
  C.swiftpager_free(address)
  return text
end
native.taken = taken

-- A text to pass: C would cut it off at a NUL.
local function whole(text)
  if type(text) == "string" and text:find("\\0", 1, true) then error("a text has a NUL inside", 3) end
  return text
end

local function lent(address)
  if address == nil then return nil end
  return ffi.string(address)
end

-- Raises the error of a call.
local function check(status, error_json)
  if status ~= 0 then native.raise(status, error_json and taken(error_json[0]) or lent(C.swiftpager_last_error())) end
end
native.check = check

local function slice(address, length)
  if address == nil then return nil end
  return ffi.string(address, tonumber(length[0]))
end
"""


def render(contract: Contract) -> dict[str, str]:
    """The one file of LuaJIT's declarations."""
    structures = [structure.name for structure in contract.structures]
    return {PATH: "\n".join([
        HEAD,
        *(f"typedef struct {handle.name} {handle.name};" for handle in contract.handles),
        *(f"struct {name};" if name.startswith("Arrow") else f"typedef struct {name} {name};" for name in structures),
        *(f"typedef int32_t {enumeration.name};" for enumeration in contract.enumerations),
        *map(_callback, contract.callbacks),
        *(_prototype(function) for function in contract.functions),
        LOADING % {"version": contract.abi_version},
        *(line for enumeration in contract.enumerations for line in _enumeration(enumeration)),
        SHARED,
        *(line for function in contract.functions for line in _wrapper(function)),
        "return native",
        "",
    ])}


def _callback(callback: Callback) -> str:
    return f"typedef {callback.returns.type} (*{callback.name})({_parameters(callback)});"


def _prototype(function: Function) -> str:
    space = "" if function.returns.type.endswith("*") else " "
    line = f"{function.returns.type}{space}{function.name}({_parameters(function)});"
    return textwrap.fill(line, texts.COLUMNS, subsequent_indent="  ")


def _parameters(function: FunctionType) -> str:
    spaces = ("" if parameter.type.endswith("*") else " " for parameter in function.parameters)
    return ", ".join(f"{parameter.type}{space}{parameter.name}"
                     for parameter, space in zip(function.parameters, spaces, strict=True)) or "void"


def _enumeration(enumeration: Enumeration) -> list[str]:
    kind = texts.bare(enumeration.name)
    prefix = f"SWIFTPAGER_{kind.upper()}_"
    names = [(member.value, member.name.removeprefix(prefix).removeprefix("SWIFTPAGER_"))
             for member in enumeration.members]
    return [f"native.{kind}{'es' if kind.endswith('s') else 's'} = {{",
            *(f'  [{value}] = "{name}",' for value, name in names), "}"]


def _wrapper(function: Function) -> list[str]:
    outs = [parameter for parameter in function.parameters
            if parameter.direction == "out" and not parameter.c_type.is_struct]
    names = [parameter.name for parameter in outs]
    takes = ", ".join(parameter.name for parameter in function.parameters if parameter.name not in names)
    call = f"C.{function.name}({', '.join(map(_given, function.parameters))})"
    places = [f'  local {parameter.name} = ffi.new("{parameter.c_type.pointee().base}'
              f'{" " * (parameter.c_type.pointers > 1)}{"*" * (parameter.c_type.pointers - 1)}[1]")'
              for parameter in outs]
    if function.returns_status:
        errors = ", error_json" if "error_json" in names else ""
        results = ", ".join(_result(parameter) for parameter in outs if parameter.name != "error_json")
        checked = textwrap.wrap(f"  check({call}{errors})", texts.COLUMNS, subsequent_indent="    ")
        body = [*checked, *([f"  return {results}"] if results else [])]
    elif function.returns.length_counts == "pairs":
        body = [f"  local address = {call}", f"  return address, tonumber({function.returns.length}[0])"]
    elif function.returns.length:
        body = [f"  return slice({call}, {function.returns.length})"]
    elif function.returns.c_type.is_text:
        body = [f"  return lent({call})"]
    elif function.returns.type in {"size_t", "uint32_t"}:
        body = [f"  return tonumber({call})"]
    else:
        body = [f"  return {call}"]
    return [f"function native.{texts.bare(function.name)}({takes})", *places, *body, "end", ""]


def _given(parameter: Parameter) -> str:
    is_cut = parameter.direction == "in" and parameter.c_type.is_text and not parameter.length
    return f"whole({parameter.name})" if is_cut else parameter.name


def _result(parameter: Parameter) -> str:
    if parameter.c_type.base == "char":
        return f"taken({parameter.name}[0])"
    pointee = parameter.c_type.pointee()
    return f"tonumber({parameter.name}[0])" if not pointee.pointers and pointee.base != "bool" \
        else f"{parameter.name}[0]"
