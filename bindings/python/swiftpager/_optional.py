"""Packages that type hints name and that need not be installed."""

from __future__ import annotations

import importlib
from typing import Any


class OptionalModule:
    """A package that is imported at first use. If it is not installed, each of its attributes is `Any`."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(importlib.import_module(self._name), name)
        except ImportError:
            return Any


def imported(name: str) -> Any:
    """A package that data frames need."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        extra = ", or swiftpager[arrow]" if name.partition(".")[0] == "pyarrow" else ""
        error.add_note(f"swiftpager needs {name} for this: pip install {name.partition('.')[0]}{extra}")
        raise
