"""Java's declarations: the C functions for JNA's direct mapping, enumerations, and the methods that follow from them.

A handle is a `long`, and so is any address. A class of a handle extends the class of its simple methods, which is
written here: those that take texts and give a text, a number, a boolean or nothing.
"""

import re
import textwrap

import texts
from contract import Contract, Enumeration, Function, FunctionType, Parameter, Value
from java_texts import ABI, CLASS, ENUMERATION, LOAD, PAGE_PARTS

FOLDER = "bindings/java/src/swiftpager"
# The classes with methods, by their handles. A page is a copy in Java, and what is pulled has methods of its own.
METHODS = {"swiftpager_client": "ClientMethods", "swiftpager_pager": "PagerMethods",
           "swiftpager_update": "UpdateMethods"}
# Those of no use beside what is written by hand.
LEFT_OUT = {"release", "unref", "retain", "fd", "dispatch", "wake", "shutdown", "observe_kinds", "observe", "error"}
# What the methods of a class may need.
IMPORTS = ("java.util.List", "java.util.Map", "java.util.stream.LongStream")
# The loads that end with one page.
LOADS = {"swiftpager_pager_fetch", "swiftpager_pager_refetch", "swiftpager_pager_load_next",
         "swiftpager_pager_load_previous"}
# Parts of a page that are copied with it, as texts.
PARTS = {"swiftpager_page_errors", "swiftpager_page_info", "swiftpager_page_extensions", "swiftpager_page_headers"}

TYPES = {"void": "void", "bool": "byte", "int": "int", "int32_t": "int", "uint32_t": "int", "size_t": "long",
         "swiftpager_status": "int", "swiftpager_source": "int", "swiftpager_kind": "int"}


def render(contract: Contract) -> dict[str, str]:
    """All of Java's files."""
    files = {"Abi": ABI % {
        "note": texts.NOTE,
        "version": contract.abi_version,
        "functions": "\n".join(map(_native, contract.functions)),
        "wrappers": "\n".join(filter(None, map(_wrapper, contract.functions))),
    }}
    for enumeration in contract.enumerations:
        files[texts.pascal(enumeration.name)] = _enumeration(enumeration)
    for handle, name in METHODS.items():
        functions = contract.functions_of(handle)
        methods = "".join(_method(function) for function in functions if _is_simple(function))
        methods += "".join(_pages(function) for function in functions if function.returns.handle)
        loads = "".join(_load(function) for function in functions if function.name in LOADS)
        release_with = next(each.release_with for each in contract.handles if each.name == handle)
        files[name] = CLASS % {
            "note": texts.NOTE,
            "name": name,
            "imports": _imports(methods + loads),
            "release": ", ".join(f"Abi::{each}" for each in release_with),
            "methods": methods + (loads and loads + LOAD),
        }
    files["PageParts"] = _page_parts([contract.function(name) for name in sorted(PARTS)])
    return {f"{FOLDER}/{name}.java": text for name, text in files.items()}


def _imports(text: str) -> str:
    names = [name for name in IMPORTS if re.search(rf"\b{name.rpartition('.')[2]}\b", text)]
    return "\n" + "".join(f"import {name};\n" for name in names) if names else ""


def _native(function: Function) -> str:
    line = f"    static native {_result(function)} {function.name}({_parameters(function, 'String')});"
    return "\n".join(_wrapped(line))


def _result(function: Function) -> str:
    returned = function.returns
    return "String" if returned.c_type.is_text and returned.c_type.is_const and not returned.length else _type(returned)


def _parameters(function: FunctionType, text: str) -> str:
    return ", ".join(f"{_parameter(each, text)} {texts.camel(each.name)}" for each in function.parameters)


def _parameter(parameter: Parameter, text: str) -> str:
    if parameter.c_type.is_text and parameter.direction == "in":
        return "byte[]" if parameter.length and text == "String" else text
    return f"{_place(parameter)}[]" if _is_place(parameter) else _type(parameter)


def _is_place(parameter: Parameter) -> bool:
    return parameter.direction == "out" and not parameter.c_type.is_struct


def _place(parameter: Parameter) -> str:
    """The type of what a function writes."""
    pointee = parameter.c_type.pointee()
    return "long" if pointee.pointers else TYPES[pointee.base]


def _type(value: Value) -> str:
    return "long" if value.is_pointer else TYPES[value.c_type.base]


def _enumeration(enumeration: Enumeration) -> str:
    name = texts.pascal(enumeration.name)
    prefix = f"SWIFTPAGER_{name.upper()}_"
    members = [f"    {member.name.removeprefix(prefix).removeprefix('SWIFTPAGER_')}({member.value})"
               for member in enumeration.members]
    return ENUMERATION % {"note": texts.NOTE, "name": name, "comment": texts.brief(enumeration.comment),
                          "members": ",\n".join(members)}


def _is_simple(function: Function) -> bool:
    """Whether a function takes texts and gives one value that is not a handle."""
    name = texts.bare(function.name).partition("_")[2]
    others = function.parameters[1:]
    places = [other for other in others if _is_place(other) and other.name not in {"error_json", "length"}]
    return (name not in LEFT_OUT and function.makes is None and len(places) <= 1 and function.returns.handle is None
            and all(_is_place(other) or other.c_type.is_text for other in others)
            and not any(place.handle for place in places))


def _method(function: Function) -> str:
    """A method of a class of a handle."""
    name = texts.camel(texts.bare(function.name).partition("_")[2])
    takes = ["String " + texts.camel(each.name) for each in function.parameters[1:] if not _is_place(each)]
    gives = ["handle", *(text.removeprefix("String ") for text in takes)]
    enumeration = function.returns.c_type.base
    if name == "status" or enumeration in {"swiftpager_source", "swiftpager_kind"}:
        kind = texts.pascal(enumeration)
        call = f"{kind}.of(Abi.{function.name}(handle))"
    else:
        name_of_call = texts.camel(function.name) if _wrapper(function) else function.name
        kind, call = _kind(function), f"Abi.{name_of_call}({', '.join(gives)})"
    head = f"\n{_comment(function)}    public {kind} {name}({', '.join(takes)}) {{\n"
    if kind == "void":
        return f"{head}        use(handle -> {{\n            {call};\n            return null;\n        }});\n    }}\n"
    return f"{head}        return use(handle -> {call});\n    }}\n"


def _pages(function: Function) -> str:
    """A method that gives a page; of a function with an index, one that gives all of them."""
    name = texts.camel(texts.bare(function.name).partition("_")[2])
    if len(function.parameters) == 1:
        return (f"\n{_comment(function)}    public Page {name}() {{\n"
                f"        return use(handle -> Page.of(Abi.{function.name}(handle), handle));\n    }}\n")
    name = name.removesuffix("At")
    return (f"\n    /** All of them in their order. */\n    public List<Page> {name}s() {{\n"
            f"        return use(handle -> LongStream.range(0, {name}Count())\n"
            f"                .mapToObj(index -> Page.of(Abi.{function.name}(handle, index), handle)).toList());\n"
            "    }\n")


def _load(function: Function) -> str:
    """A method of a pager that loads one page."""
    name = texts.camel(texts.bare(function.name).partition("_")[2])
    return (f"\n{_comment(function)}    public Page {name}(Map<String, ?> options) {{\n"
            f"        return load(Abi::{texts.camel(function.name)}, options).lastPage();\n    }}\n")


def _page_parts(functions: list[Function]) -> str:
    """The class of what is read of a page at once."""
    names = [texts.camel(function.name) for function in functions]
    fields = [name if name == "pageInfo" else name[4].lower() + name[5:]
              for name in names]
    members = "".join(f"{_comment(function)}    public final String {field};\n"
                      for function, field in zip(functions, fields, strict=True))
    reads = "".join(f"        {field} = Abi.{name}(page);\n" for name, field in zip(names, fields, strict=True))
    return PAGE_PARTS % {"note": texts.NOTE, "members": members, "reads": reads}


def _kind(function: Function) -> str:
    """What the wrapper of a function returns."""
    if not function.returns_status:
        return "String" if function.returns.c_type.is_text else _result(function)
    return next((_read(each)[0] for each in _places(function) if each.name != "error_json"), "void")


def _places(function: Function) -> list[Parameter]:
    return [parameter for parameter in function.parameters if _is_place(parameter)]


def _wrapper(function: Function) -> str:
    """A method that makes the places for results; the native method is enough for what has none and gives no status."""
    places = _places(function)
    results = [each for each in places if each.name not in {"error_json", "length"}]
    if len(results) > 1 or not (function.returns_status or function.returns.c_type.is_text):
        return ""
    nothing = _of_completion(function)
    takes = ", ".join(f"{_parameter(each, 'String')} {texts.camel(each.name)}"
                      for each in function.parameters if each not in places and each.name not in nothing)
    gives = (nothing.get(each.name) or _given(each) for each in function.parameters)
    call = f"{function.name}({', '.join(gives)})"
    lines = [f"{_place(each)}[] {texts.camel(each.name)} = new {_place(each)}[1];" for each in places]
    if not function.returns_status:
        lines += [f"long address = {call};", "return slice(address, length[0]);"] if places else [f"return {call};"]
    else:
        lines.append(f"check({call}{', errorJson' if any(each.name == 'error_json' for each in places) else ''});")
        lines += [f"return {_read(each)[1]};" for each in results]
    head = f"    static {_kind(function)} {texts.camel(function.name)}({takes}) {{"
    return "\n".join(["", *_wrapped(head), *(line for each in lines for line in _wrapped(" " * 8 + each)), "    }"])


def _of_completion(function: Function) -> dict[str, str]:
    """What stands for the completion of an operation, which Java pulls."""
    if function.makes != "swiftpager_operation":
        return {}
    return {"completion": "0", "user_data": "0", "destroy": "0"}


def _given(parameter: Parameter) -> str:
    """An argument as a native method takes it."""
    name = texts.camel(parameter.name)
    return f"whole({name})" if _parameter(parameter, "String") == "String" else name


def _wrapped(line: str) -> list[str]:
    """A line that may be too long, broken behind its first parenthesis."""
    if len(line) <= texts.COLUMNS:
        return [line]
    head, _, rest = line.partition("(")
    indent = " " * (len(line) - len(line.lstrip()) + 8)
    return [f"{head}(", *textwrap.wrap(rest, texts.COLUMNS, initial_indent=indent, subsequent_indent=indent)]


def _read(place: Parameter) -> tuple[str, str]:
    name = texts.camel(place.name)
    if place.c_type.base == "char":
        return "String", f"taken({name}[0])"
    if place.c_type.base == "bool":
        return "boolean", f"{name}[0] != 0"
    return _place(place), f"{name}[0]"


def _comment(function: Function) -> str:
    brief = texts.brief(function.comment).replace(", to free with swiftpager_free()", "").replace("NULL", "null")
    lines = textwrap.wrap(brief, texts.COLUMNS, initial_indent="     * ", subsequent_indent="     * ")
    return "\n".join(["    /**", *lines, "     */"]) + "\n"
