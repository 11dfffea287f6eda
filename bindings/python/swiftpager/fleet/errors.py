"""What is wrong with a store, or with a walk in it."""

from __future__ import annotations


class StoreError(OSError):
    """The store cannot be used: it cannot be written, or it does not create files exclusively."""


class WalkConflict(ValueError):
    """The store has a walk with the same key and another config. The message says what differs."""
