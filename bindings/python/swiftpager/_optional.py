"""Packages that are used where they are installed, and named in hints everywhere."""

from __future__ import annotations

import importlib
from typing import Any


class OptionalModule:
    """A package by its name, loaded when something of it is asked for; whatever one has that is missing, is `Any`."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(importlib.import_module(self._name), name)
        except ImportError:
            return Any
