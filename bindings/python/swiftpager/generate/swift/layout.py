"""Lines of Swift, indented and wrapped."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence

_WIDTH = 120
# Characters that a file of Swift cannot have, or that its reader would take for the end of a line.
_UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


class Code:
    """Lines that are written one after the other."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._depth = 0

    def line(self, text: str) -> None:
        """Writes a line."""
        self._lines.append("  " * self._depth + text if text else "")

    def raw(self, text: str) -> None:
        """Writes the lines of a text, each indented."""
        for line in text.split("\n"):
            self.line(line)

    def gap(self) -> None:
        """Writes an empty line, unless a block begins here or one is there."""
        if self._lines and self._lines[-1] and not self._lines[-1].endswith("{"):
            self._lines.append("")

    @contextlib.contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Writes a block in braces."""
        self.line(f"{head} {{")
        with self.indented():
            yield
        self.line("}")

    @contextlib.contextmanager
    def initializer(self, parameters: Sequence[str]) -> Iterator[None]:
        """Writes an initializer with these parameters, whose statements are the block."""
        if self.fits(f"{(head := initializer_head(parameters))} {{"):
            with self.block(head):
                yield
            return
        self.line("public init(")
        with self.indented():
            self.filled(parameters)
        with self.block(")"):
            yield

    @contextlib.contextmanager
    def switch(self, subject: str) -> Iterator[None]:
        """Writes a switch, whose cases stand below it."""
        self.line(f"switch {subject} {{")
        yield
        self.line("}")

    @contextlib.contextmanager
    def indented(self) -> Iterator[None]:
        """Writes lines one step further in."""
        self._depth += 1
        yield
        self._depth -= 1

    def fits(self, text: str) -> bool:
        """Whether a text fits in one line."""
        return 2 * self._depth + len(text) <= _WIDTH

    def listed(self, head: str, parts: Sequence[str], tail: str, *, comma: bool = False) -> None:
        """Writes parts with commas between them, in as few lines as they need; in several lines perhaps one more."""
        if self.fits(whole := head + ", ".join(parts) + tail):
            self.line(whole)
            return
        self.line(head)
        with self.indented():
            if not comma and tail == ")":
                self.filled(parts, end=tail)
                return
            self.filled(parts, end="," if comma else "")
        self.line(tail)

    def filled(self, parts: Sequence[str], end: str = "") -> None:
        """Writes parts with commas between them, as many in a line as fit."""
        line = ""
        for index, part in enumerate(parts):
            piece = part + ("," if index < len(parts) - 1 else end)
            if line and not self.fits(f"{line} {piece}"):
                self.line(line)
                line = piece
            else:
                line = f"{line} {piece}" if line else piece
        if line:
            self.line(line)

    def body(self, head: str, expression: str) -> None:
        """Writes a block with one expression, in one line if it fits."""
        if self.fits(whole := f"{head} {{ {expression} }}"):
            self.line(whole)
        else:
            with self.block(head):
                self.line(expression)

    def bodies(self, head: str, statements: Sequence[str]) -> None:
        """Writes a block with statements; a single one stands in the line of its head if it fits."""
        if len(statements) == 1:
            self.body(head, statements[0])
            return
        with self.block(head):
            for statement in statements:
                self.line(statement)

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self._lines) + "\n"


def initializer_head(parameters: Sequence[str]) -> str:
    """The head of an initializer in one line."""
    return f"public init({', '.join(parameters)})"


def escaped(text: str) -> str:
    """A text, of a literal or a comment, with escapes for what cannot stand in a file of Swift."""
    return _UNFIT.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    # A string of Swift has no half of a surrogate pair.
    number = ord(match[0])
    return f"\\u{{{number:x}}}" if number < 0xD800 else "\\u{fffd}"
