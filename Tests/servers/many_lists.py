#!/usr/bin/env python3
"""As many lists as a client asks for, on loopback, and a count of the requests.

    many_lists.py [--pages 5] [--size 4] [--latency-ms 0] [--limit 0] [--twice NAME]

Prints `listening on http://127.0.0.1:PORT` once it accepts connections. The query takes a variable `list`, and its name
says how the list behaves: what stands before its first hyphen is a name below, or else means nothing.

    refused     401 for each request
    unmade      501 for each request
    cycle       the third page names the cursor of the first one again
    misfit      the last page has text where the others have numbers
    partial     the second page has an error beside its data
    later       the first request for the second page gets 429, with Retry-After: 4
    org         each item names a list in `child`

With --limit N, a request gets 429 if N others came within the last second. With --twice NAME, that list is not answered
before two requests for its first page have come: two clients then have it at the same time. `/stats` gives the number
of requests, those of each page of each list, the moments of all, and the number of 429 answers. `lifecycle.py` says
when it ends.
"""

import argparse
import asyncio
import collections
import json
import os
import time
from typing import Any

import lifecycle

Answer = tuple[str, dict[str, Any], dict[str, str]]


class Lists:
    """The lists, and what was asked of them."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.pages = arguments.pages
        self.size = arguments.size
        self.latency = arguments.latency_ms / 1_000
        self.limit = arguments.limit
        self.twice = arguments.twice
        self.was_asked_twice = asyncio.Event()
        self.counts: collections.Counter[str] = collections.Counter()
        self.moments: list[float] = []
        self.refused = 0

    def answer(self, body: dict[str, Any]) -> Answer:
        """The answer to a request."""
        now = time.monotonic()
        variables = body["variables"]
        name, number = variables["list"], int(variables.get("after") or 0) + 1
        self.moments.append(now)
        page = f"{name}/{number}"
        self.counts[page] += 1
        behaviour = name.partition("-")[0]
        if self.limit and sum(1 for moment in self.moments[-self.limit - 1:] if moment > now - 1) > self.limit:
            self.refused += 1
            return "429 Too Many Requests", {"errors": [{"message": "too many"}]}, {"Retry-After": "1"}
        if behaviour == "refused":
            return "401 Unauthorized", {"errors": [{"message": "no access"}]}, {}
        if behaviour == "unmade":
            return "501 Not Implemented", {}, {}
        if behaviour == "later" and number == 2 and self.counts[page] == 1:
            self.refused += 1
            return "429 Too Many Requests", {"errors": [{"message": "later"}]}, {"Retry-After": "4"}
        return "200 OK", self.page(name, number, behaviour), {}

    async def answer_in_time(self, body: dict[str, Any]) -> Answer:
        """The answer to a request, when it is time for it."""
        answer = self.answer(body)
        if self.counts[f"{self.twice}/1"] == 2:
            self.was_asked_twice.set()
        if body["variables"]["list"] == self.twice:
            await self.was_asked_twice.wait()
        if self.latency:
            await asyncio.sleep(self.latency)
        return answer

    def page(self, name: str, number: int, behaviour: str) -> dict[str, Any]:
        """One page of a list."""
        first = (number - 1) * self.size
        nodes: list[dict[str, Any]] = [
            {"id": f"{name}:{item}", "place": item, "child": f"child-{name}-{item}" if behaviour == "org" else None}
            for item in range(first, first + self.size)
        ]
        is_last = number >= self.pages
        if behaviour == "misfit" and is_last:
            nodes[-1]["place"] = {"of": "another kind"}
        cursor = str(1 if behaviour == "cycle" and number == 3 else number)
        answer: dict[str, Any] = {
            "data": {"items": {"nodes": nodes, "pageInfo": {"hasNextPage": not is_last, "endCursor": cursor}}}
        }
        if behaviour == "partial" and number == 2:
            nodes[0]["child"] = None
            answer["errors"] = [{"message": "no child", "path": ["items", "nodes", 0, "child"]}]
        return answer

    def stats(self) -> Answer:
        """What was asked."""
        counts = {"requests": len(self.moments), "refused": self.refused}
        return "200 OK", {**counts, "pages": self.counts, "moments": self.moments}, {}


async def serve_connection(lists: Lists, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answers the requests of one connection."""
    try:
        while request := await reader.readline():
            length = 0
            while line := (await reader.readline()).strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            body = await reader.readexactly(length)
            is_about_lists = not request.startswith(b"GET")
            status, answer, headers = await lists.answer_in_time(json.loads(body)) if is_about_lists else lists.stats()
            text = json.dumps(answer).encode()
            lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(text)}"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + text)
            await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        # The client has closed the connection.
        return
    finally:
        writer.close()


async def serve(arguments: argparse.Namespace, parent: int) -> None:
    """Serves until told to stop."""
    lists = Lists(arguments)

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await serve_connection(lists, reader, writer)

    listener = lifecycle.listening_socket(arguments.port)
    server = await asyncio.start_server(connected, sock=listener, backlog=1_024)
    lifecycle.announce(lifecycle.base_url(listener, arguments), arguments.ready_file)
    await lifecycle.until_told_to_stop(arguments.lifetime, parent)
    server.close()


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    parser.add_argument("--pages", type=int, default=5, help="pages of each list (default 5)")
    parser.add_argument("--size", type=int, default=4, help="items on a page (default 4)")
    parser.add_argument("--latency-ms", type=float, default=0, help="how late an answer is (default 0)")
    parser.add_argument("--limit", type=int, default=0, help="requests a second, 0 for no limit (default 0)")
    parser.add_argument("--twice", default="", metavar="NAME", help="the list whose first page needs two requests")
    asyncio.run(serve(lifecycle.parse_arguments(parser), parent))


if __name__ == "__main__":
    main()
