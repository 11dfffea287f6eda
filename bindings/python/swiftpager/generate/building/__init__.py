"""From documents and their schema to a `Model`."""

from __future__ import annotations

from .models import model_of

__all__ = ["model_of"]
