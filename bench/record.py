"""A run of the benchmark as JSON, from which plot.py draws: the machine, the date, the versions and all samples."""

import dataclasses
import datetime
import importlib.metadata
import json
import os
import pathlib
import platform
import re
import subprocess
from collections.abc import Mapping
from typing import Any

from measure import Sample
from tables import Calls, Samples

ROOT = pathlib.Path(__file__).resolve().parents[1]
PYTHON_PEERS = ("orjson", "httpx", "aiohttp", "pyarrow", "pandas")


def _first_line(*command: str) -> str | None:
    """The first line that a program prints of its version; None if there is no such program."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.partition("\n")[0].strip()


def _processor() -> str:
    """The name of the processor."""
    found = re.search(r"^model name\s*: (.+)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return found[1] if found else platform.machine()


def _versions() -> dict[str, str]:
    """The versions of what was measured."""
    source = (ROOT / "Sources/PagerClient/Version.swift").read_text()
    found = {
        "swiftpager": re.search(r'StaticString = "(.+)"', source)[1],  # type: ignore[index]
        "Python": platform.python_version(),
        "libcurl": _first_line("pkg-config", "--modversion", "libcurl"),
        "jansson": _first_line("pkg-config", "--modversion", "jansson"),
        "gh": (_first_line("gh", "--version") or "").removeprefix("gh version ").partition(" ")[0],
        **{name: importlib.metadata.version(name) for name in PYTHON_PEERS},
    }
    return {name: version for name, version in found.items() if version}


def text(samples: Samples, calls: Calls, placement: str) -> str:
    """The run, with one line for each case."""
    head = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": f"{_processor()}, {os.cpu_count()} processors, {platform.system()} {platform.release()}",
        "placement": placement,
        "versions": _versions(),
        "system_calls": dict(calls),
    }
    cases = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps([dataclasses.asdict(sample) for sample in runs])}"
        for name, runs in samples.items()
    )
    return json.dumps(head, indent=1)[:-2] + f',\n "cases": {{\n{cases}\n }}\n}}\n'


def read(run: Mapping[str, Any]) -> tuple[Samples, Calls]:
    """The samples and the system calls of a run."""
    samples = {name: [Sample(**sample) for sample in runs] for name, runs in run["cases"].items()}
    return samples, run["system_calls"]
