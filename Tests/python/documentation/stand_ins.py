"""What stands for engines that the snippets of the documentation run on, and that the tests do not install."""

import types
from collections.abc import Callable
from datetime import timedelta
from typing import Any


class Task:
    """What stands for a task of Airflow: the function itself."""

    def __call__(self, function: Callable[..., Any] | None = None, **options: Any) -> Any:
        assert all(isinstance(value, int | timedelta) for value in options.values())
        return function or self


def airflow() -> dict[str, types.ModuleType]:
    """The modules that stand for Airflow: its decorators call the functions."""
    sdk, failures = types.ModuleType("airflow.sdk"), types.ModuleType("airflow.sdk.exceptions")
    vars(sdk).update(dag=lambda **_: lambda function: function, task=Task())
    vars(failures).update(AirflowFailException=type("AirflowFailException", (Exception,), {}))
    return {"airflow": types.ModuleType("airflow"), "airflow.sdk": sdk, "airflow.sdk.exceptions": failures}


def ray() -> types.ModuleType:
    """The module that stands for Ray: a remote call is the call, and its result is there at once."""
    module = types.ModuleType("ray")

    def remote(**options: int) -> Callable[[Any], Any]:
        assert all(isinstance(value, int) for value in options.values())

        def decorate(function: Any) -> Any:
            function.remote = function
            return function

        return decorate

    vars(module).update(remote=remote, get=list)
    return module


class Spark:
    """What stands for a session of Spark: a distributed list is the list, and each partition has an item."""

    def __init__(self) -> None:
        self.sparkContext = self
        self.items: list[Any] = []

    def parallelize(self, items: list[Any], partitions: int) -> "Spark":
        assert 0 < partitions <= len(items)
        self.items = list(items)
        return self

    def map(self, function: Callable[[Any], Any]) -> "Spark":
        self.items = list(map(function, self.items))
        return self

    def collect(self) -> list[Any]:
        return self.items
