"""A server on the loopback address that really misbehaves; the path of the URL says how, GET / lists the paths.

    trouble.py --port 0 [--ready-file PATH] [--lifetime SECONDS] [--certificate PEM --key PEM]

Prints `listening on http://127.0.0.1:PORT` once it accepts connections. `lifecycle.py` says when it ends.
Needs nothing but Python's standard library. What each option of a URL means stands in `misbehaviour/options.py`.
"""

import argparse
import asyncio
import contextlib
import os

import lifecycle
from misbehaviour.server import TroubleServer


async def serve(arguments: argparse.Namespace, parent: int) -> None:
    """Serves until told to stop."""
    listener = lifecycle.listening_socket(arguments.port)
    server = await asyncio.start_server(TroubleServer().accept, sock=listener, ssl=lifecycle.tls_context(arguments))
    lifecycle.announce(lifecycle.base_url(listener, arguments), arguments.ready_file)
    await lifecycle.until_told_to_stop(arguments.lifetime, parent)
    server.close()


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    arguments = lifecycle.parse_arguments(parser)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(arguments, parent))


if __name__ == "__main__":
    main()
