"""Node.js, in bindings/node: functions.c, the functions of the contract for N-API; statuses.js, its numbers; parts.js,
what a page has; and configs.d.ts, the types of configs and options, from the schemas in include/schema.
"""

import json
import pathlib
import re
from typing import Any

from contract import ROOT, Contract, Function, Handle, Parameter
from texts import COLUMNS, NOTE, bare, brief, camel, commented

FOLDER = "bindings/node"
HEAD = pathlib.Path(__file__).with_name("node_functions.c.in").read_text(encoding="utf-8")
# Objects that only callbacks hand out, or that hold tables of Arrow.
NOT_FOR_NODE = {"swiftpager_request", "swiftpager_authorization", "swiftpager_table"}
# What JavaScript does not need, because externals and strings are its own.
INSIDE = {"swiftpager_alloc", "swiftpager_free", "swiftpager_last_error", "swiftpager_callback_abandon"}
# What pulling.c adds.
BY_HAND = ("poll", "want_poll", "end_poll")
# Callbacks that may be NULL because there is another way to the same end.
OPTIONAL = {"swiftpager_completion_cb", "swiftpager_destroy_cb", "swiftpager_update_cb"}
# How a number passes: N-API's function and the type that it reads.
NUMBERS = {
    "bool": ("bool", "bool"), "int": ("int32", "int32_t"), "int32_t": ("int32", "int32_t"),
    "uint32_t": ("uint32", "uint32_t"), "size_t": ("int64", "int64_t"), "swiftpager_status": ("int32", "int32_t"),
    "swiftpager_kind": ("int32", "int32_t"), "swiftpager_source": ("int32", "int32_t"),
}
CREATES = {"bool": "napi_get_boolean"}
# The schemas, and the names of their types.
SCHEMAS = {"client": "ClientConfig", "pager": "PagerConfig", "options": "LoadOptions", "request": "ExecuteOptions"}
# Keys that have parameters of their own, that the binding sets, or that it refuses.
HANDLED = {"client": {"endpoint", "delivery"}, "pager": {"query", "variables"},
           "options": {"pull", "failed_pages", "callbacks"}, "request": {"query", "variables"}}

# The parts of a page by their names in JavaScript, and whether they are decoded.
PARTS = (
    ("response", "page_response", False), ("data", "page_data", True), ("errors", "page_errors", True),
    ("pageInfo", "page_info", True), ("extensions", "page_extensions", True), ("headers", "page_headers", False),
    ("texts", "page_spans", False),
)
PARTS_JS = """\
// %(note)s
'use strict';

const native = require('./swiftpager.node');

// Each part of a page by its name: the function that copies it, and the one that reads the copy.
const text = (value) => value;
const json = (value) => (value === null ? null : JSON.parse(value));
exports.parts = {
%(parts)s};
"""


def render(contract: Contract) -> dict[str, str]:
    """The four files."""
    functions = [function for function in contract.functions if _is_for_node(contract, function)]
    made = {each.handle for function in functions for each in function.parameters if each.direction == "out"}
    finalizers = "".join(_finalizer(handle) for handle in contract.handles if handle.name in made)
    text = f"/* {NOTE} */\n\n{HEAD}{finalizers}\n" + "\n".join(map(_wrapper, functions)) + _table(functions)
    return {
        f"{FOLDER}/functions.c": text,
        f"{FOLDER}/statuses.js": _statuses(contract),
        f"{FOLDER}/parts.js": PARTS_JS % {"note": NOTE, "parts": "".join(_part(contract, *part) for part in PARTS)},
        f"{FOLDER}/configs.d.ts": f"// {NOTE}\n" + "".join(map(_config, SCHEMAS)) + _names(contract),
    }


def _is_for_node(contract: Contract, function: Function) -> bool:
    callbacks = {callback.name for callback in contract.callbacks} - OPTIONAL
    arrow = {structure.name for structure in contract.structures if structure.is_arrow}
    bases = {parameter.c_type.base for parameter in function.parameters}
    return function.name not in INSIDE and not bases & (callbacks | arrow | NOT_FOR_NODE)


# --- The functions -------------------------------------------------------------------------------------------------- #


def _finalizer(handle: Handle) -> str:
    """Gives back what JavaScript has dropped; a handle that it gave back before is stale, and nothing happens."""
    release = next((name for name in handle.release_with if name.endswith("_unref")), handle.release_with[0])
    return f"""
static void drop_{bare(handle.name)}(napi_env env, void *key, void *hint)
{{
    (void)env;
    (void)hint;
    {release}(key);
}}
"""


def _wrapper(function: Function) -> str:
    """One function; what it takes from JavaScript are the arguments in their order."""
    before, gives, texts, results = [], [], [], []
    count = 0
    for parameter in function.parameters:
        name, kind, handle = parameter.name, parameter.c_type, parameter.handle
        if parameter.direction == "out":
            pointee = parameter.type.rstrip("*").strip() if kind.pointers == 1 else f"{parameter.type[:-1].strip()}"
            before.append(f"{pointee}{'' if pointee.endswith('*') else ' '}{name} = {_zero(parameter)};")
            gives.append(f"&{name}")
            if parameter.length_of != "returns" and name != "error_json":
                results.append(_result(parameter))
            continue
        if handle:
            gives.append(f"handle_argument(env, arguments[{count}])")
        elif kind.base == "char":
            texts.append((name, count))
            gives.append(name)
        elif not kind.pointers and kind.base in NUMBERS:
            api, c = NUMBERS[kind.base]
            before += [f"{c} {name} = 0;", f"napi_get_value_{api}(env, arguments[{count}], &{name});"]
            gives.append(f"({kind.base}){name}" if c != kind.base else name)
        else:
            gives.append("NULL")
            continue
        count += 1
    lines = [f"napi_value arguments[{max(count, 1)}];", f"size_t given = {count};",
             "napi_get_cb_info(env, info, &given, arguments, NULL, NULL);"] if count else ["(void)info;"]
    lines += before
    if texts:
        lines += [f"char {', '.join(f'*{name} = NULL' for name, _ in texts)};"]
        wants = [f'text_argument(env, arguments[{at}], "{name}", &{name})' for name, at in texts]
        is_long = len(" && ".join(wants)) > COLUMNS - 14
        lines += [f"if (!({(' &&' + chr(10) + ' ' * 10 if is_long else ' && ').join(wants)})) {{",
                  *[f"    free({name});" for name, _ in texts], "    return NULL;", "}"]
    call = f"{function.name}({', '.join(gives)})"
    lines += _ending(function, call, [f"free({name});" for name, _ in texts], results)
    folded = "\n".join("    " + line if len(line) < COLUMNS - 4 or "\n" in line else _folded(line) for line in lines)
    return (f"/* {brief(function.comment)} */\n" if len(brief(function.comment)) < COLUMNS - 6 else "") + (
        f"static napi_value js_{bare(function.name)}(napi_env env, napi_callback_info info)\n{{\n{folded}\n}}\n")


def _folded(line: str) -> str:
    """A long call, with the arguments that do not fit below the first one, as clang-format has them."""
    before, arguments = line.rstrip(";").removesuffix(")").split("(", 1)
    lines = [f"    {before}("]
    for word in re.split(r", (?![^(]*\))", arguments):
        if len(lines[-1]) + len(word) + 2 > COLUMNS:
            lines.append(" " * len(f"    {before}("))
        lines[-1] += f"{word}, "
    return "\n".join(each.rstrip() for each in lines).removesuffix(",") + ");"


def _zero(parameter: Parameter) -> str:
    return "NULL" if parameter.c_type.pointers == 2 else "false" if parameter.c_type.base == "bool" else "0"


def _result(parameter: Parameter) -> tuple[str, str]:
    """How a result becomes a value: a statement for numbers, an expression for others."""
    name, kind = parameter.name, parameter.c_type
    if parameter.handle:
        return name, f"handle_value(env, {name}, drop_{bare(parameter.handle)})"
    if kind.base == "char":
        return name, f"owned_text(env, {name})"
    return name, _number(kind.base, f"(int64_t){name}" if kind.base == "size_t" else name)


def _number(base: str, value: str) -> str:
    return f"{CREATES.get(base, f'napi_create_{NUMBERS[base][0]}')}(env, {value}, "


def _ending(function: Function, call: str, frees: list[str], results: list[tuple[str, str]]) -> list[str]:
    """The call, and what becomes of its result."""
    returns = function.returns
    if function.returns_status:
        names = [parameter.name for parameter in function.parameters]
        lines = [f"swiftpager_status status = {call};", *frees]
        if function.waits == "timeout_ms":
            lines += ["if (status == SWIFTPAGER_TIMEOUT || status == SWIFTPAGER_INTERRUPTED)",
                      "    return undefined(env);"]
        error = "error_json" if "error_json" in names else "NULL"
        lines += ["if (status != SWIFTPAGER_OK)", f"    return failed(env, status, {error});"]
        if not results:
            # A wait that is over is true, and not undefined.
            return lines + (_return("napi_get_boolean(env, true, ") if function.waits == "timeout_ms"
                            else ["return undefined(env);"])
        # Only numbers have functions of several results, and the first says enough.
        return lines + _return(results[0][1])
    if returns.handle:
        return [f"return handle_value(env, {call}, NULL);"]
    if returns.length_counts == "pairs":
        # The places of the page's items, as their texts.
        return ["const char *response = swiftpager_page_response(handle_argument(env, arguments[0]), NULL);",
                f"const uint64_t *spans = {call};", f"return texts_value(env, response, spans, {returns.length});"]
    if returns.length:
        return [f"const char *result = {call};", *frees, f"return text_value(env, result, {returns.length});"]
    if returns.c_type.is_text:
        return [f"const char *result = {call};", *frees,
                "return text_value(env, result, result == NULL ? 0 : strlen(result));"]
    return _return(_number(returns.type, f"({NUMBERS[returns.type][1]}){call}"))


def _return(value: str) -> list[str]:
    if value.endswith(", "):
        return ["napi_value value = NULL;", f"{value}&value);", "return value;"]
    return [f"return {value};"]


def _table(functions: list[Function]) -> str:
    rows = "".join(f'        {{"{camel(name)}", js_{name}}},\n' for name in BY_HAND)
    rows += "".join(f'        {{"{camel(function.name)}", js_{bare(function.name)}}},\n' for function in functions)
    return f"""
NAPI_MODULE_INIT()
{{
    static const struct {{
        const char *name;
        napi_callback function;
    }} all[] = {{
        {{"setErrorClass", set_error_class}},
{rows}    }};
    for (size_t index = 0; index < sizeof all / sizeof *all; index++) {{
        napi_value function = NULL;
        napi_create_function(env, all[index].name, NAPI_AUTO_LENGTH, all[index].function, NULL, &function);
        napi_set_named_property(env, exports, all[index].name, function);
    }}
    return exports;
}}
"""


# --- Numbers and types ---------------------------------------------------------------------------------------------- #


def _statuses(contract: Contract) -> str:
    """The numbers of each enumeration by their names."""
    text = f"// {NOTE}\n'use strict';\n"
    for enumeration in contract.enumerations:
        name = bare(enumeration.name)
        text += f"\n// {brief(enumeration.comment)}\nexports.{name} = Object.freeze({{\n"
        text += "".join(f"  {_short(name, member.name)}: {member.value},\n" for member in enumeration.members)
        text += "});\n"
    return text


def _short(enumeration: str, member: str) -> str:
    return bare(member).removeprefix(f"{enumeration.upper()}_")


def _part(contract: Contract, name: str, function: str, is_json: bool) -> str:
    arguments = contract.function(f"swiftpager_{function}").parameters[1:]
    nodes = ", true" if any(each.name == "nodes" for each in arguments) else ""
    return f"  {name}: [(page) => native.{camel(function)}(page{nodes}), {'json' if is_json else 'text'}],\n"


def _names(contract: Contract) -> str:
    text = ""
    for enumeration in contract.enumerations:
        name = bare(enumeration.name)
        union = " | ".join(f"'{_short(name, member.name)}'" for member in enumeration.members)
        comment = "\n".join(commented(brief(enumeration.comment), " * "))
        text += f"\n/**\n{comment}\n */\nexport type {name.capitalize()}Name =\n  {union};\n"
    return text


def _config(schema: str) -> str:
    """A config or options as an interface. Some keys are parameters of the binding, or its own matter."""
    whole = json.loads((ROOT / "include" / "schema" / f"{schema}.schema.json").read_text(encoding="utf-8"))
    keys = {name: value for name, value in whole["properties"].items() if name not in HANDLED[schema]}
    required = [name for name in whole.get("required", []) if name in keys]
    return (f"\n/** {whole['title']}. */\nexport interface {SCHEMAS[schema]} "
            + _object(keys, required, whole, "") + "\n")


def _object(keys: dict[str, Any], required: list[str], whole: dict[str, Any], margin: str) -> str:
    text = "{\n"
    for name, value in keys.items():
        comment = commented(value.get("description", ""), f"{margin}   * ")
        text += f"{margin}  /**\n" + "\n".join(comment) + f"\n{margin}   */\n" if value.get("description") else ""
        text += f"{margin}  {name}{'' if name in required else '?'}: {_type(value, whole, margin + '  ')};\n"
    return text + margin + "}"


def _type(value: Any, whole: dict[str, Any], margin: str) -> str:
    """The type of TypeScript of a part of a schema; what it cannot say, like a range, stays the library's to check."""
    if value is True or not isinstance(value, dict):
        return "unknown"
    if "$ref" in value:
        part: Any = whole
        for word in value["$ref"].removeprefix("#/").split("/"):
            part = part[word]
        return _type(part, whole, margin)
    if "enum" in value or "const" in value:
        return " | ".join(json.dumps(each).replace('"', "'") for each in value.get("enum", [value.get("const")]))
    for word in ("oneOf", "anyOf"):
        if word in value and not {"type", "properties"} & set(value):
            return " | ".join(dict.fromkeys(_type(each, whole, margin) for each in value[word]))
    kinds = value.get("type", [])
    return " | ".join(_plain(kind, value, whole, margin) for kind in ([kinds] if isinstance(kinds, str) else kinds)) \
        or "unknown"


def _plain(kind: str, value: dict[str, Any], whole: dict[str, Any], margin: str) -> str:
    if kind in ("integer", "number"):
        return "number"
    if kind == "array":
        element = _type(value.get("items", True), whole, margin)
        return f"({element})[]" if " " in element else f"{element}[]"
    if kind == "object" and "properties" in value:
        return _object(value["properties"], value.get("required", []), whole, margin)
    if kind == "object":
        return f"Record<string, {_type(value.get('additionalProperties', True), whole, margin)}>"
    return kind
