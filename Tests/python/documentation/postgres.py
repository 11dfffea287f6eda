"""A Postgres server for the tests of one process, in a folder of its own."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator

import psycopg

from conftest import LIMIT_SECONDS

# Postgres refuses to run as root; Debian's package makes this user.
USER = "postgres"


def program(name: str) -> str:
    """The path of one of the server's programs. Debian keeps them apart, by version."""
    folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    found = shutil.which(name, path=os.pathsep.join([*map(str, reversed(folders)), os.environ.get("PATH", "")]))
    assert found, f"{name} is missing: `scripts/setup.sh programs` installs Postgres"
    return found


@contextlib.contextmanager
def postgres() -> Iterator[dict[str, str]]:
    """The environment in which clients find a new, empty database, until the end of the block."""
    # Not pytest's folder, which only its own user may enter.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="swiftpager-postgres-"))
    user = USER if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    data = folder / "data"
    environment = {"PGHOST": str(folder), "PGUSER": "tests", "PGDATABASE": "postgres"}
    try:
        subprocess.run(
            [program("initdb"), "--no-sync", "--auth=trust", "--username=tests", "--encoding=UTF8", "--locale=C", data],
            check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder,
        )
        # Without a network address and without waits for the disk.
        options = ["-D", str(data), "-k", str(folder), "-c", "listen_addresses=", "-c", "fsync=off"]
        with open(folder / "log", "w") as log:
            server = subprocess.Popen([program("postgres"), *options], stderr=log, user=user, cwd=folder)
        with server:
            try:
                wait_for(server, environment)
                yield environment
            finally:
                server.terminate()
    finally:
        shutil.rmtree(folder)


def wait_for(server: "subprocess.Popen[bytes]", environment: dict[str, str]) -> None:
    """Returns when the server takes connections."""
    deadline = time.monotonic() + LIMIT_SECONDS
    while True:
        try:
            psycopg.connect(host=environment["PGHOST"], user="tests", dbname="postgres").close()
            return
        except psycopg.OperationalError:
            assert server.poll() is None, "Postgres did not start"
            assert time.monotonic() < deadline, "Postgres takes no connections"
            time.sleep(0.02)
