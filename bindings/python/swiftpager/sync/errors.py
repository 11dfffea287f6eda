"""What is wrong with a folder of `swiftpager sync`."""

from __future__ import annotations


class PlanError(ValueError):
    """The file `_plan.json` cannot be used: it is damaged, of another endpoint, or a person wrote something else."""


class Unresolved(ValueError):
    """A pointer of `under` finds nothing in the items of the list before it."""
