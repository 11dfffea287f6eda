"""The operators for Python, by its own parser."""

import ast
import builtins
from collections.abc import Iterator

from mutating.mutant import Mutant

MISTAKES: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<=", "boundary"), ast.LtE: ("<", "boundary"), ast.Gt: (">=", "boundary"), ast.GtE: (">", "boundary"),
    ast.Eq: ("!=", "comparison"), ast.NotEq: ("==", "comparison"), ast.Is: ("is not", "comparison"),
    ast.IsNot: ("is", "comparison"), ast.In: ("not in", "comparison"), ast.NotIn: ("in", "comparison"),
}
RESETS = ("lock", "clear", "close", "cancel", "release", "remove", "discard", "unlink")
CLEARED = ("= None", "= False", "= 0")


class Module:
    """The text of a module, and the places of its nodes in it."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.whole = file, text
        self._lines = text.split("\n")
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)

    def operators(self) -> Iterator[Mutant]:
        """Every mutant of the module."""
        for node in _in_functions(ast.parse(self.whole)):
            for changed, kind in self._changes(node):
                start, end = self._span(node)
                yield Mutant(self.file, node.lineno, start, end, self.whole[start:end], changed, kind)

    def _changes(self, node: ast.expr | ast.stmt) -> Iterator[tuple[str, str]]:
        text = self._text(node)
        match node:
            case ast.Compare(ops=[operator], left=left, comparators=[right]):
                mistake, kind = MISTAKES[type(operator)]
                yield f"(({self._text(left)} {mistake} {self._text(right)}) if $mutant else ({text}))", kind
            case ast.BoolOp(op=operator, values=values):
                other = " or " if isinstance(operator, ast.And) else " and "
                wrong = other.join(f"({self._text(value)})" for value in values)
                yield f"(({wrong}) if $mutant else ({text}))", "boolean operator"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield f"(bool({self._text(operand)}) == $mutant)", "negated condition"
            case ast.Constant(value=bool() as value):
                yield "(not $mutant)" if value else "bool($mutant)", "constant"
            case ast.Constant(value=int() as value):
                yield f"({value + 1} if $mutant else {text})", "constant"
            case ast.Call(args=[ast.Name(id=first), ast.Name(id=second)], keywords=[], func=called) if first != second:
                # A swap in a call like isinstance() raises at once.
                if getattr(called, "id", "") not in dir(builtins):
                    yield f"({self._text(called)}({second}, {first}) if $mutant else {text})", "swapped arguments"
            case (ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign()
                  | ast.Assign(targets=[ast.Attribute() | ast.Subscript()])):
                # A statement that shares its line with another one cannot become the body of an `if`.
                if self._lines[node.lineno - 1].strip() == text:
                    is_reset = any(word in text for word in RESETS) or text.endswith(CLEARED)
                    yield f"if not $mutant: {text}", "dropped reset" if is_reset else "dropped statement"

    def _text(self, node: ast.expr | ast.stmt) -> str:
        start, end = self._span(node)
        return self.whole[start:end]

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        return self._place(node.lineno, node.col_offset), self._place(node.end_lineno or 0, node.end_col_offset or 0)

    def _place(self, line: int, column: int) -> int:
        """A place in the text; the parser counts bytes."""
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())


def _in_functions(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The nodes in the bodies of functions: what stands outside is run before a test can look."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in child.body:
                yield from _whole(statement)
        else:
            yield from _in_functions(child)


def _whole(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """A node and all in it, without what has no place for a condition: patterns, texts with values, declarations."""
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    if not isinstance(node, ast.JoinedStr | ast.AnnAssign):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.pattern):
                yield from _whole(child)
