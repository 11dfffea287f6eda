"""Writes a module of Python for a model: classes of msgspec, and functions that make pagers or send requests."""

from __future__ import annotations

from .module import printed

__all__ = ["printed"]
