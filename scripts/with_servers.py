#!/usr/bin/env python3
"""Runs a command while the test servers run, and returns its exit code.

    with_servers.py [--shop] [--trouble] [--tls] [--products N] -- COMMAND [ARGUMENT …]

| option | server | the command's environment variables |
| --- | --- | --- |
| --shop | a real GraphQL server, `Tests/servers/shop.py` | SWIFTPAGER_SHOP_ENDPOINT: the URL to post queries to |
| --trouble | `Tests/servers/trouble.py` | SWIFTPAGER_TROUBLE_ENDPOINT: base URL without a trailing slash |
| --tls | the same over TLS | SWIFTPAGER_TLS_ENDPOINT: its base URL; SWIFTPAGER_TLS_CA: the authority to trust |

The Python that runs this script needs the packages of Tests/requirements.txt. SWIFTPAGER_PYTHON is that Python, for the
servers that the Swift tests start for themselves.
"""

import argparse
import contextlib
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import trustme

SERVERS = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "servers"
START_SECONDS = 60.0
STOP_SECONDS = 5.0
READY = "listening on "


def say(message: str) -> None:
    print(f"with_servers: {message}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def server(name: str, *arguments: str) -> Iterator[str]:
    """Starts a server and yields its URL once it accepts connections; stops it at the end."""
    command = [sys.executable, str(SERVERS / f"{name}.py"), *arguments]
    # A session of its own, because the servers must still answer the command while it handles Ctrl-C.
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            assert process.stdout is not None
            if not select.select([process.stdout], [], [], START_SECONDS)[0]:
                sys.exit(f"with_servers: {name} was not ready within {START_SECONDS:.0f} s")
            line = process.stdout.readline()
            if not line.startswith(READY):
                sys.exit(f"with_servers: {name} did not start; its own message is above. Tests/requirements.txt lists"
                         " the packages that it needs")
            url = line.removeprefix(READY).strip()
            say(f"{name} listens on {url}")
            yield url
        finally:
            stop(process, name)


def make_certificates(folder: pathlib.Path) -> None:
    """Makes an authority that nothing else trusts, and a certificate of it for this machine."""
    authority = trustme.CA()
    server = authority.issue_cert("127.0.0.1", "localhost")
    authority.cert_pem.write_to_path(folder / "ca.pem")
    server.cert_chain_pems[0].write_to_path(folder / "server.pem")
    server.private_key_pem.write_to_path(folder / "server.key")
    say(f"made a throw-away certificate authority in {folder}")


def stop(process: "subprocess.Popen[bytes] | subprocess.Popen[str]", name: str) -> int:
    """Asks a process to end, kills it if it does not end, and returns its exit code."""
    process.terminate()
    try:
        return process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        say(f"{name} did not end within {STOP_SECONDS:.0f} s: killing it")
        process.kill()
        return process.wait()


def run(command: list[str], environment: dict[str, str]) -> int:
    """Runs the command to its end; after Ctrl-C, the command gets a moment to end by itself."""
    say(f"runs {' '.join(command)}")
    try:
        process = subprocess.Popen(command, env=environment)
    except OSError as error:
        sys.exit(f"with_servers: cannot run {command[0]!r}: {error.strerror}")
    try:
        return process.wait()
    except KeyboardInterrupt:
        # The terminal has sent the command the same signal.
        with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            process.wait(STOP_SECONDS)
        return stop(process, "the command")
    finally:
        stop(process, "the command")


def main() -> None:
    """Starts the servers, runs the command and exits with its code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--shop", "--trouble", "--tls"):
        parser.add_argument(name, action="store_true")
    parser.add_argument("--products", type=int, default=1000, help="how many products the shop has (default 1000)")
    parser.add_argument("command", nargs="+", metavar="COMMAND")
    arguments = parser.parse_args()
    # An exception, so that this script stops everything that it started.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    # A shell makes what it starts in the background ignore Ctrl-C, and the command would, too: tests send it Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    environment = {**os.environ, "SWIFTPAGER_PYTHON": sys.executable}
    with contextlib.ExitStack() as started:
        if arguments.shop:
            shop = server("shop", "--products", str(arguments.products))
            environment["SWIFTPAGER_SHOP_ENDPOINT"] = started.enter_context(shop)
        if arguments.trouble:
            environment["SWIFTPAGER_TROUBLE_ENDPOINT"] = started.enter_context(server("trouble"))
        if arguments.tls:
            directory = pathlib.Path(started.enter_context(tempfile.TemporaryDirectory(prefix="swiftpager-tls-")))
            make_certificates(directory)
            tls = server("trouble", "--certificate", f"{directory}/server.pem", "--key", f"{directory}/server.key")
            environment["SWIFTPAGER_TLS_ENDPOINT"] = started.enter_context(tls)
            environment["SWIFTPAGER_TLS_CA"] = f"{directory}/ca.pem"
        code = run(arguments.command, environment)
        say(f"the command ended with {code}; stopping the servers")
    # A negative code is the signal that ended the command. Like a shell, this script adds 128 to it.
    sys.exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
