"""The command `swiftpager`: walks a list and writes its items.

`main` reads the command line and turns every failure into a message and an exit code. Each other module has one
concern: `arguments` defines the options, `asking` makes a client and a pager from them, `walking` is the loop,
`formats` turns pages into bytes, `outputs` writes the bytes, and `resuming` keeps the position of the walk.
"""

from __future__ import annotations

from .main import main

__all__ = ["main"]
