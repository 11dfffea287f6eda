"""The protocol's messages on stdin and stdout, one a line.

The SDK reads stdin on a thread, and waits for that thread when it is told to end: Ctrl-C would wait for the next
message. These two wait with the event loop.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import anyio

from .._printable import printable_lines
from ._messages import refusal

_READ_BYTES = 1 << 16
# A pipe and a socket that are ready take so many bytes without waiting.
_WRITE_BYTES = 4096


class Input:
    """The lines that come and are messages; others are answered."""

    def __init__(self, out: Output) -> None:
        self._out = out

    async def __aiter__(self) -> AsyncIterator[str]:
        parts: list[bytes] = []
        while True:
            await _ready(anyio.wait_readable, 0)
            if not (chunk := os.read(0, _READ_BYTES)):
                return
            parts.append(chunk)
            if b"\n" in chunk:
                *lines, rest = b"".join(parts).split(b"\n")
                parts = [rest]
                for line in lines:
                    text = line.decode(errors="replace")
                    if not text.strip():
                        continue
                    if (answer := refusal(text)) is not None:
                        await self._out.write(answer)
                    else:
                        yield text


class Output:
    """The lines that go."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._is_terminal = os.isatty(descriptor)
        # Two tasks write, and a line may go in pieces.
        self._lock = anyio.Lock()

    async def write(self, text: str) -> None:
        """Writes a text; raises BrokenPipeError once the reader is gone."""
        rest = memoryview((printable_lines(text) if self._is_terminal else text).encode())
        async with self._lock:
            while rest:
                await _ready(anyio.wait_writable, self._descriptor)
                rest = rest[os.write(self._descriptor, rest[:_WRITE_BYTES]) :]

    async def flush(self) -> None:
        """Nothing waits here."""


async def _ready(wait: Callable[[int], Awaitable[None]], descriptor: int) -> None:
    # A file of a disk is always ready, and no event loop takes it.
    with contextlib.suppress(PermissionError):
        await wait(descriptor)


@contextlib.contextmanager
def output() -> Iterator[Output]:
    """Stdout for the protocol alone: in the block, what anything else prints goes to stderr."""
    descriptor = os.dup(1)
    try:
        os.dup2(2, 1)
        yield Output(descriptor)
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()
        os.dup2(descriptor, 1)
        os.close(descriptor)
