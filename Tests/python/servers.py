"""Servers from Tests/servers that one test starts for itself."""

import contextlib
import json
import os
import pathlib
import random
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any

from conftest import LIMIT_SECONDS, REPOSITORY, endpoint


@contextlib.contextmanager
def server(name: str, *arguments: str) -> Iterator[str]:
    """The address of a server that runs until the end of the block."""
    command = [sys.executable, str(REPOSITORY / "Tests" / "servers" / f"{name}.py"), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("listening on "), f"{name} did not start"
            yield line.removeprefix("listening on ").strip()
        finally:
            process.terminate()


@contextlib.contextmanager
def fault_proxy(upstream: str, *rates: str) -> Iterator[str]:
    """The address of a fault proxy. A failing test shows its seed; SWIFTPAGER_FAULT_SEED repeats it."""
    seed = os.environ.get("SWIFTPAGER_FAULT_SEED") or str(random.randrange(1 << 32))
    print(f"repeat the faults with SWIFTPAGER_FAULT_SEED={seed}")
    words = [word for rate in rates for word in ("--rate", rate)]
    with server("fault_proxy", "--upstream", upstream, "--seed", seed, *words) as address:
        yield address


def faults(proxy: str) -> dict[str, Any]:
    """The statistics of a fault proxy."""
    with urllib.request.urlopen(f"{proxy}/faults", timeout=LIMIT_SECONDS) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


@contextlib.contextmanager
def nginx(upstream: str, *arguments: str) -> Iterator[str]:
    """The address of an nginx with HTTP/2 in front of a server, with a certificate from with_servers.py."""
    authority = pathlib.Path(endpoint("SWIFTPAGER_TLS_CA"))
    certificate, key = authority.with_name("server.pem"), authority.with_name("server.key")
    words = ["--certificate", str(certificate), "--key", str(key), *arguments]
    with server("nginx_front", "--upstream", upstream, *words) as address:
        yield address
