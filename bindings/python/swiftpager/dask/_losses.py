"""A plugin of Dask's scheduler for the tasks of fleets."""

from __future__ import annotations

import importlib
from typing import Any

# The annotation that the tasks of a fleet have.
ANNOTATION = "swiftpager"
NAME = "swiftpager-fleet"


def plugin() -> Any:
    """The plugin."""
    class FleetPlugin:
        """Leaves lost tasks of a fleet to its driver, and forgets their names.

        Dask itself would begin a lost task again at once, although the lost one may still send requests. It would also
        keep the name of each task for as long as the scheduler runs.
        """

        name = NAME
        # A second job of the same cluster uses the plugin of the first.
        idempotent = True

        def __init__(self, annotation: str) -> None:
            self.annotation = annotation
            self.scheduler: Any = None
            self.tasks: dict[Any, Any] = {}

        async def start(self, scheduler: Any) -> None:
            self.scheduler = scheduler

        def update_graph(self, scheduler: Any, *, tasks: Any, **others: Any) -> None:
            for key in tasks:
                task = scheduler.tasks.get(key)
                if task is not None and self.annotation in (task.annotations or {}):
                    # One more loss is one too many: the task fails with KilledWorker.
                    task.suspicious = scheduler.allowed_failures
                    self.tasks[key] = task.prefix

        def transition(self, key: Any, start: str, finish: str, *args: Any, **others: Any) -> None:
            prefix = self.tasks.pop(key, None) if finish == "forgotten" else None
            if prefix is not None and not any(
                count for group in prefix.groups for state, count in group.states.items() if state != "forgotten"
            ):
                self.scheduler.task_prefixes.pop(prefix.name, None)

    base: Any = importlib.import_module("distributed.diagnostics.plugin").SchedulerPlugin
    combined: Any = type(FleetPlugin.__name__, (FleetPlugin, base), {})
    return combined(ANNOTATION)
