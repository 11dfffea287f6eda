"""Types in Swift for a model: operations, the objects of their data, enums and input objects.

`naming` gives all names first; `objects`, `inputs`, `operations` and `paging` write one kind of declaration each.
"""

from __future__ import annotations

from .printing import printed

__all__ = ["printed"]
