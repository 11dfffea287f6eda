"""Expressions for ways through the data."""

from __future__ import annotations

from collections.abc import Mapping

from ..model import Fragment, Group, Selection, Spread, Way
from .naming import Naming
from .words import word


class Expressions:
    """The members along ways, as Swift writes them."""

    def __init__(self, naming: Naming, fragments: Mapping[str, Fragment]) -> None:
        self._naming = naming
        self._fragments = fragments

    def along(self, way: Way, root: Selection) -> tuple[str, bool, Selection | None]:
        """The members along a way, whether its end may be nil, and what is asked of the end.

        A value that may be nil gets a `?` unless it is the last one.
        """
        text, may_be_nil, is_nil, at = "", False, False, root
        inner: Selection | None = root
        for step in way:
            text += "?" if is_nil else ""
            if isinstance(step, Group):
                names = self._naming.of(at)
                text += f".{names.choice[0]}" if names.choice is not None else ""
                text += f".{names.cases[step].accessor}"
                is_nil, inner = True, step.selection
                # The type of a case for several types keeps the fragment that is all else.
                if step.selection.fragment and not self._naming.fragment(step.selection):
                    spread = step.selection.spreads[0]
                    text += f"?.{word(self._naming.of(step.selection).fields[spread])}"
            elif isinstance(step, Spread):
                text += f".{word(self._naming.of(at).fields[step])}"
                is_nil, inner = step.condition is not None, self._fragments[step.fragment].selection
            else:
                text += f".{word(self._naming.of(at).fields[step])}"
                is_nil, inner = step.type.is_nullable or step.condition is not None, step.selection
            may_be_nil = may_be_nil or is_nil
            if inner is not None:
                at = self.own(inner)
        return text, may_be_nil, inner

    def own(self, selection: Selection) -> Selection:
        """The selection whose type it is: the fragment's, if the selection is one fragment."""
        while fragment := selection.fragment:
            selection = self._fragments[fragment].selection
        return selection


def chained(text: str) -> str:
    """An optional chain as one value, of which a member is not one of its end."""
    return f"({text})" if "?" in text else text
