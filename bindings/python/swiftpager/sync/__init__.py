"""All lists of a server in a folder of Parquet files, which each run brings up to date: `swiftpager sync`.

| file | |
| --- | --- |
| FOLDER/_plan.json | how each list is read, from the first run on |
| FOLDER/views.sql | a view of DuckDB for each list |
| FOLDER/LIST/NUMBER/ | a store of `swiftpager.fleet`; a list that is read whole gets a new one in each run |
| FOLDER/LIST/NUMBER/_sync.json | by which plan the store is filled, and how far it is |

Each of these files is replaced at once, so a process may die at any moment, and the next one goes on.

Needs pyarrow (the extra `swiftpager[fleet]`). Only plans that are not made yet need a schema, and graphql-core (the
extra `swiftpager[schema]`).
"""

from .errors import PlanError, Unresolved
from .outcome import Outcome
from .pinned import Entry, Options, Pinned, Under
from .preparing import Manner
from .running import Run
from .trying import Trials, Unreachable

__all__ = [
    "Entry", "Manner", "Options", "Outcome", "Pinned", "PlanError", "Run", "Trials", "Under", "Unreachable",
    "Unresolved",
]
