"""The command `swiftpager`: walks a list and writes its items.

`main` reads the command line and turns every failure into a message and an exit code. The rest is one concern a file:
`arguments` says which options there are, `asking` makes a client and a pager of them, `walking` is the loop, `formats`
turns pages into bytes, `outputs` says where these go, and `resuming` keeps how far they went.
"""

from __future__ import annotations

from .main import main

__all__ = ["main"]
