"""The hooks of pytest for tests that use the library in build/lib: they refuse a stale one, and know its build.

A conftest.py imports them.
"""

import pytest

import library_stamp


def pytest_configure(config: pytest.Config) -> None:
    """Ends the run before the first test if the library is not built from the sources as they are."""
    is_worker = hasattr(config, "workerinput")
    if not is_worker and not library_stamp.is_from_elsewhere() and (said := library_stamp.complaint()):
        raise pytest.UsageError(said)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips the tests that hold for a release build only, with a debug build."""
    stamp = None if library_stamp.is_from_elsewhere() else library_stamp.known()
    if stamp and stamp["build"] == "debug":
        for item in items:
            if item.get_closest_marker("release"):
                item.add_marker(pytest.mark.skip(reason="it holds for a release build of the library"))
