"""An extension of griffe, for docs/python/api.md: docstrings as Markdown."""

import pathlib
import sys
from typing import Any

import griffe

# griffe loads this file by its path.
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import docstring_examples


class DocstringMarkdown(griffe.Extension):
    """Rewrites each docstring that griffe has read."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = docstring_examples.markdown(obj.docstring.value)
