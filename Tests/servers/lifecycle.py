"""How every server of the tests starts, says that it is ready, and ends.

A server binds 127.0.0.1 only, prints one line `listening on URL` once it really accepts connections, and ends on
SIGTERM or SIGINT, when its parent process is gone, or when its lifetime is over, so that none is left behind.
"""

import argparse
import asyncio
import os
import pathlib
import signal
import socket
import ssl
import sys

PARENT_CHECK_SECONDS = 0.25


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options that all servers share."""
    parser.add_argument("--port", type=int, default=0, help="0, the default, takes a free port")
    parser.add_argument("--ready-file", type=pathlib.Path, help="write the URL to this file once ready")
    parser.add_argument(
        "--lifetime", type=float, default=3600.0, metavar="SECONDS", help="end by itself after this long"
    )
    parser.add_argument("--certificate", type=pathlib.Path, help="PEM file; serve TLS with it")
    parser.add_argument("--key", type=pathlib.Path, help="PEM file with the certificate's key")


def parse_arguments(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Parses the command line; a certificate without its key, or the reverse, is refused."""
    arguments = parser.parse_args()
    if (arguments.certificate is None) != (arguments.key is None):
        parser.error("--certificate and --key belong together: give both or neither")
    # Before the server waits, too, it ends what it has started.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    return arguments


def listening_socket(port: int) -> socket.socket:
    """A socket that listens on the loopback address; port 0 takes a free one."""
    listener = socket.create_server(("127.0.0.1", port), backlog=512)
    # Connections inherit it. Without it an answer that is sent in two parts waits 40 ms for an acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def base_url(listener: socket.socket, arguments: argparse.Namespace) -> str:
    """`http://127.0.0.1:PORT`, or `https://…` when a certificate was given; without a trailing slash."""
    scheme = "https" if arguments.certificate else "http"
    return f"{scheme}://127.0.0.1:{listener.getsockname()[1]}"


def tls_context(arguments: argparse.Namespace) -> ssl.SSLContext | None:
    """The server side of TLS for the given certificate, or None for plain HTTP."""
    if arguments.certificate is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(arguments.certificate, arguments.key)
    return context


def announce(url: str, ready_file: pathlib.Path | None) -> None:
    """Announces that connections are accepted at `url`."""
    print(f"listening on {url}", flush=True)
    if ready_file is not None:
        # A reader must never see half of the URL, so the file appears whole.
        unfinished = ready_file.with_name(ready_file.name + ".part")
        unfinished.write_text(url + "\n", encoding="utf-8")
        unfinished.replace(ready_file)


async def until_told_to_stop(lifetime: float, parent: int) -> None:
    """Returns on SIGTERM or SIGINT, when `parent` is not the parent any more, or after `lifetime` seconds.

    The parent is looked at every now and then: Linux's parent-death signal would come too early, because it follows
    the thread that started the server, not the process.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    end = loop.time() + lifetime
    while not stop.is_set() and os.getppid() == parent and loop.time() < end:
        try:
            await asyncio.wait_for(stop.wait(), PARENT_CHECK_SECONDS)
        except TimeoutError:
            continue
