"""A headless Chromium, which this program tells what to do through the pipes of its DevTools protocol.

    with Chromium(program) as chromium:
        chromium.open("http://127.0.0.1:8000/")
        chromium.evaluate("document.title")

The protocol is one of JSON texts that end with a NUL. Chromium reads them from descriptor 3 and writes to 4.
"""

import base64
import fcntl
import json
import os
import shutil
import signal
import tempfile
from types import TracebackType
from typing import Any, Self

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
# No page asks for anything outside of this machine, and neither does the browser itself.
FLAGS = (
    "--headless", "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--allow-file-access-from-files",
)  # fmt: skip

Message = dict[str, Any]


class BrowserError(Exception):
    """Chromium ended, or refused a command."""


def find() -> str | None:
    """The path of Chromium, if this machine has one."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)


class Chromium:
    """A browser with one page, and the colour scheme that its reader prefers."""

    def __init__(self, program: str, scheme: str = "light") -> None:
        self.scheme = scheme
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        theirs, self.commands = pipe()
        self.answers, ours = pipe()
        # A sandbox needs rights that root gives up in a container.
        flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else []), f"--user-data-dir={self.folder.name}"]
        null = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)]
        self.process = os.posix_spawn(
            program, [program, *flags], os.environ, setpgroup=0,
            file_actions=[*null, (os.POSIX_SPAWN_DUP2, theirs, 3), (os.POSIX_SPAWN_DUP2, ours, 4)],
        )
        os.close(theirs)
        os.close(ours)
        self.rest = b""
        self.calls = 0
        self.session: str | None = None
        # What Chromium has told without being asked, since the page was opened.
        self.events: list[Message] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self.commands)
        os.close(self.answers)
        # Its children are in its group.
        os.killpg(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        self.folder.cleanup()

    def call(self, method: str, **parameters: Any) -> Message:
        """Has Chromium do something, and returns its answer."""
        self.calls += 1
        message: Message = {"id": self.calls, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        text = memoryview(json.dumps(message).encode() + b"\0")
        while text:
            text = text[os.write(self.commands, text) :]
        while (answer := self._read()).get("id") != self.calls:
            self.events.append(answer)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        result: Message = answer["result"]
        return result

    def _read(self) -> Message:
        while b"\0" not in self.rest:
            if not (read := os.read(self.answers, 1 << 20)):
                raise BrowserError("Chromium has ended")
            self.rest += read
        text, _, self.rest = self.rest.partition(b"\0")
        message: Message = json.loads(text)
        return message

    def resize(self, width: int, height: int) -> None:
        """Gives the page a size."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def open(self, address: str) -> None:
        """Opens a page, and waits until it and its pictures are there."""
        self.events.clear()
        answer = self.call("Page.navigate", url=address)
        if problem := answer.get("errorText"):
            raise BrowserError(f"{address}: {problem}")
        while not any(_is_load(event, answer["loaderId"]) for event in self.events):
            self.events.append(self._read())

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page; of what it promises, if it is a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise BrowserError(answer["exceptionDetails"].get("exception", {}).get("description", expression))
        return answer["result"].get("value")

    def picture(self, scale: float = 1) -> bytes:
        """The whole page as a PNG."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": scale}
        answer = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        return base64.b64decode(answer["data"])


def pipe() -> tuple[int, int]:
    """A pipe whose ends have numbers above those that the child gets."""
    low = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in low]
    for end in low:
        os.close(end)
    return high[0], high[1]


def _is_load(event: Message, loader: str) -> bool:
    """Whether an event says that what a loader loads is complete."""
    found = event.get("params", {})
    return event.get("method") == "Page.lifecycleEvent" and (found["name"], found["loaderId"]) == ("load", loader)
