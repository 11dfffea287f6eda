"""A proxy on the loopback address that lets faults happen to requests on their way to a real server.

    fault_proxy.py --upstream http://127.0.0.1:8000 [--rate KIND=PERCENT …] [--seed N] [--delay-ms 20]
        [--per-second N] [--port 0]

Prints `listening on http://127.0.0.1:PORT` once it accepts connections; paths are those of the server behind. `--rate
all=1` is one percent of each kind, `passing=1` of each that a client gets past by itself, `ending=1` of each other one:
see `faults/kinds.py`. A later `--rate` goes before them. Which request meets what is chance; the seed, which is told on
stderr, repeats it. With `--per-second N` so many requests are let through, at most two at once, and the others answered
by a 429 that does not say for how long. `GET /faults` tells what happened:
`{"seed": 7, "requests": 2000, "faults": {"drop": 21, …}}`. `lifecycle.py` says when it ends.
Needs nothing but Python's standard library.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import urllib.parse

import lifecycle
from faults.chance import Chance
from faults.kinds import ENDING, KINDS, PASSING
from faults.upstream import Upstream, UpstreamGone
from leaky_bucket import LeakyBucket
from misbehaviour.connection import BadRequest, Connection, Request

GROUPS: dict[str, list[str]] = {"all": [*KINDS], "passing": [*PASSING], "ending": [*ENDING]}


class FaultProxy:
    """Passes requests on, but for those that a fault befalls."""

    def __init__(self, upstream: str, chance: Chance, delay_seconds: float, bucket: LeakyBucket | None) -> None:
        address = urllib.parse.urlsplit(upstream)
        self._host, self._port = address.hostname or "", address.port or 80
        self._chance = chance
        self._delay_seconds = delay_seconds
        self._bucket = bucket
        self._conversations: set[asyncio.Task[None]] = set()

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Starts to answer a new connection.

        Not a coroutine, because Python 3.11's streams print a stack trace for each one that is cancelled at the end.
        """
        conversation = asyncio.create_task(self._converse(Connection(reader, writer)))
        self._conversations.add(conversation)
        conversation.add_done_callback(self._conversations.discard)

    async def _converse(self, connection: Connection) -> None:
        upstream = Upstream(self._host, self._port)
        # Where the server behind is gone, so is this connection: the client has to find that out.
        with contextlib.suppress(OSError, BadRequest, UpstreamGone):
            try:
                while connection.keep_alive and (request := await connection.read_request()):
                    await self._serve(connection, upstream, request)
            finally:
                await upstream.close()
                await connection.close()

    async def _serve(self, connection: Connection, upstream: Upstream, request: Request) -> None:
        if request.target == "/faults":
            body = json.dumps(self._chance.as_json()).encode()
            await connection.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))
        elif self._bucket and not self._bucket.take(1):
            await KINDS["429"](connection, lambda: upstream.ask(request), self._delay_seconds)
        elif kind := self._chance.next_fault():
            await KINDS[kind](connection, lambda: upstream.ask(request), self._delay_seconds)
            if kind.endswith("-close"):
                await connection.close()
        else:
            await connection.write(await upstream.ask(request))


def rates(asked: list[str]) -> dict[str, float]:
    """The percentage of each kind that has one; raises `ValueError` for an unknown kind or number."""
    found: dict[str, float] = {}
    for text in asked:
        kind, _, percent = text.partition("=")
        if kind not in GROUPS and kind not in KINDS:
            raise ValueError(f"there is no kind of fault {kind!r}; there are {', '.join([*GROUPS, *KINDS])}")
        found |= dict.fromkeys(GROUPS.get(kind, [kind]), float(percent))
    return found


async def serve(arguments: argparse.Namespace, chance: Chance, parent: int) -> None:
    """Serves until told to stop."""
    bucket = LeakyBucket(2, arguments.per_second, 2) if arguments.per_second else None
    proxy = FaultProxy(arguments.upstream, chance, arguments.delay_ms / 1_000, bucket)
    listener = lifecycle.listening_socket(arguments.port)
    server = await asyncio.start_server(proxy.accept, sock=listener, ssl=lifecycle.tls_context(arguments))
    lifecycle.announce(lifecycle.base_url(listener, arguments), arguments.ready_file)
    await lifecycle.until_told_to_stop(arguments.lifetime, parent)
    server.close()


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    parser.add_argument("--upstream", required=True, metavar="URL", help="the server behind, http:// and a port")
    parser.add_argument("--rate", action="append", default=[], metavar="KIND=PERCENT", help="may be given repeatedly")
    parser.add_argument("--seed", type=int, default=None, help="a random one unless it is given")
    parser.add_argument("--delay-ms", type=float, default=20, help="how late a delayed answer is (default 20)")
    parser.add_argument("--per-second", type=float, default=0, help="how many requests are let through (default all)")
    arguments = lifecycle.parse_arguments(parser)
    seed = random.randrange(1 << 32) if arguments.seed is None else arguments.seed
    try:
        chance = Chance(rates(arguments.rate), seed)
    except ValueError as error:
        parser.error(str(error))
    print(f"fault_proxy: the seed is {seed}", file=sys.stderr, flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(arguments, chance, parent))


if __name__ == "__main__":
    main()
