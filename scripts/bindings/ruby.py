"""Ruby's declarations: how Fiddle, which comes with Ruby, calls each function."""

import texts
from contract import Contract, Enumeration, Function, Parameter, Value

PATH = "bindings/ruby/lib/swiftpager/declarations.rb"

# What is not a pointer. Every pointer but a text is an address, which Ruby has as an Integer.
TYPES = {
    "void": "VOID",
    "bool": "BOOL",
    "int": "INT32",
    "int32_t": "INT32",
    "uint32_t": "UINT32",
    "size_t": "SIZE",
    "swiftpager_status": "INT32",
    "swiftpager_source": "INT32",
    "swiftpager_kind": "INT32",
}

HEAD = f"""\
# frozen_string_literal: true

# {texts.NOTE}

require "fiddle"

module Swiftpager
  # The library's functions, as Fiddle calls them.
  module Native
    VOID = Fiddle::TYPE_VOID
    BOOL = -Fiddle::TYPE_CHAR
    INT32 = Fiddle::TYPE_INT32_T
    UINT32 = -Fiddle::TYPE_INT32_T
    SIZE = Fiddle::TYPE_SIZE_T
    ADDRESS = Fiddle::TYPE_UINTPTR_T
    TEXT = Fiddle::TYPE_CONST_STRING
    BYTES = Fiddle::TYPE_VOIDP
    ZERO = ("\\0" * Fiddle::SIZEOF_UINTPTR_T).freeze
"""
TAIL = """\
    end
  end
end
"""
# What loads the library, and what the methods of the functions share.
LOADING = """
    LIBRARY = begin
      Fiddle.dlopen(ENV.fetch("SWIFTPAGER_LIBRARY", "libswiftpager.so.0"))
    rescue Fiddle::DLError => error
      raise LoadError, "#{error.message}: install libswiftpager, or name its file in SWIFTPAGER_LIBRARY"
    end
    version = Fiddle::Function.new(LIBRARY["swiftpager_abi_version"], [], UINT32).call
    raise LoadError, "this needs contract #{CONTRACT} of libswiftpager, not #{version}" if version < CONTRACT

    FUNCTIONS.each do |name, (symbol, result, arguments, waits)|
      const_set(name, Fiddle::Function.new(LIBRARY[symbol], arguments, result, name: symbol, need_gvl: !waits))
    end
    STATUSES.each { |code, name| const_set(name, code) }

    # Each function as a method, without the places for its results: it returns these, or raises the error.
    class << self
      # A place for a result.
      def cell = Fiddle::Pointer.malloc(ZERO.bytesize, Fiddle::RUBY_FREE).tap { _1[0, ZERO.bytesize] = ZERO }

      # What a call has put into a cell, of a type that `String#unpack` calls `format`.
      def value(cell, format = "J") = cell[0, ZERO.bytesize].unpack1(format)

      # The text that a call has handed out: copied and freed; nil if there is none.
      def text(cell)
        text = Fiddle::Pointer.new(value(cell))
        text.to_s.force_encoding(Encoding::UTF_8) unless text.null?
      ensure
        FREE.call(text.to_i)
      end

      # A copy of a text that the library lends; nil if there is none.
      def slice(address, length)
        Fiddle::Pointer.new(address)[0, length].force_encoding(Encoding::UTF_8) unless address.zero?
      end

      # Raises the error of a call that has a cell for it, and of one that has none.
      def check(status, error = nil)
        raise Error.made(status, error ? text(error) : LAST_ERROR.call) unless status == OK
      end
"""


def render(contract: Contract) -> dict[str, str]:
    """The one file of Ruby's declarations."""
    return {PATH: "\n".join([
        HEAD,
        f"    CONTRACT = {contract.abi_version}",
        "",
        *(line for enumeration in contract.enumerations for line in _enumeration(enumeration)),
        "    # By the name of a constant: the C function, what it returns, what it gets, and whether it waits. A",
        "    # thread that waits lets other threads run.",
        "    FUNCTIONS = {",
        *map(_function, contract.functions),
        "    }.freeze",
        LOADING,
        *(line for function in contract.functions for line in _method(function)),
        TAIL,
    ])}


def _enumeration(enumeration: Enumeration) -> list[str]:
    kind = texts.bare(enumeration.name).upper()
    prefixes = ("SWIFTPAGER_", f"{kind}_")
    names = [(member.value, member.name.removeprefix(prefixes[0]).removeprefix(prefixes[1]))
             for member in enumeration.members]
    return [f"    {kind}{'ES' if kind.endswith('S') else 'S'} = {{",
            *(f'      {value} => "{name}",' for value, name in names), "    }.freeze", ""]


def _function(function: Function) -> str:
    head = f'      {texts.bare(function.name).upper()}: ["{function.name}", {_type(function.returns)},'
    waits = str(function.waits is not None).lower()
    rest = f"[{', '.join(map(_parameter, function.parameters))}], {waits}],"
    return f"{head} {rest}" if len(head) + len(rest) < texts.COLUMNS else f"{head}\n        {rest}"


def _parameter(parameter: Parameter) -> str:
    # A text that has a length may have a NUL inside.
    return "BYTES" if parameter.c_type.is_text and parameter.length else _type(parameter)


def _type(value: Value) -> str:
    if value.c_type.is_text and value.c_type.is_const and not value.length:
        return "TEXT"
    return "ADDRESS" if value.is_pointer else TYPES[value.c_type.base]


# How `String#unpack` calls what a function writes; of a handle its key.
FORMATS = {"bool": "C", "int": "l", "uint32_t": "L", "swiftpager_status": "l"}


def _method(function: Function) -> list[str]:
    """A method for a function that has results to return or an error to raise; the constant is enough for others."""
    outs = [parameter for parameter in function.parameters
            if parameter.direction == "out" and not parameter.c_type.is_struct]
    if not outs and not function.returns_status:
        return []
    names = [parameter.name for parameter in outs]
    takes = ", ".join(parameter.name for parameter in function.parameters if parameter.name not in names)
    gives = ", ".join(_argument(parameter, parameter.name in names) for parameter in function.parameters)
    name = texts.bare(function.name)
    call = f"{name.upper()}.call({gives})"
    if len(call) > texts.COLUMNS - len("        status = "):
        call = call.replace("destroy, ", "destroy,\n" + " " * 16).replace("hooks, ", "hooks,\n" + " " * 16)
    made = [f"        {name} = cell" for name in names]
    if not function.returns_status:
        times = "16 * " if function.returns.length_counts == "pairs" else ""
        sliced = f"slice({call}, {times}value({function.returns.length}))"
        lines = [*made, f"        {sliced}" + ("&.unpack(\"Q*\")" if times else "")]
    else:
        errors = ", error_json" if "error_json" in names else ""
        results = [_result(parameter) for parameter in outs if parameter.name != "error_json"]
        result = f"        [{', '.join(results)}]" if len(results) > 1 else f"        {(results or ['nil'])[0]}"
        lines = [*made, f"        status = {call}", f"        check(status{errors})", result]
    return ["", f"      def {name}({takes})", *lines, "      end"]


def _argument(parameter: Parameter, is_cell: bool) -> str:
    if is_cell:
        return f"{parameter.name}.to_i"
    return f"{parameter.name} ? 1 : 0" if parameter.type == "bool" else parameter.name


def _result(parameter: Parameter) -> str:
    if parameter.c_type.base == "char":
        return f"text({parameter.name})"
    form = FORMATS.get(parameter.c_type.base)
    read = f'value({parameter.name}, "{form}")' if form else f"value({parameter.name})"
    return f"{read} == 1" if parameter.c_type.base == "bool" else read
