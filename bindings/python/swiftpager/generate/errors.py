"""What is wrong with documents."""

from __future__ import annotations


class DocumentError(ValueError):
    """A document cannot be read, or is not valid for the schema. The message names each file and line."""
