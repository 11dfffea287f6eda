"""The protocol of `swiftpager mcp` on a terminal, where a person looks at it."""

import json
import os
import pty

import anyio
import pytest

from swiftpager.mcp._pipes import Output

MESSAGE = json.dumps({"text": "\x1b[31m\x9b2J\u202e"}, ensure_ascii=False)


@pytest.mark.parametrize(("channel", "shown"), [
    (pty.openpty, rb'{"text": "\u001b[31m\u009b2J\u202e"}'), (os.pipe, MESSAGE.encode()),
])
def test_a_terminal_gets_no_control_character(channel, shown):
    reader, writer = channel()
    anyio.run(Output(writer).write, MESSAGE)
    assert os.read(reader, 4096) == shown
    os.close(reader)
    os.close(writer)
