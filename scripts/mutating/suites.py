"""The suites of the copy, in pieces that take seconds, and the suites that are nearest to a file."""

import contextlib
import dataclasses
import fnmatch
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

from mutating.reach import NAME, REACHED
from mutating.tree import SWITCH
from running import swift_bundle
from running.output import FAILURE
from running.own_time import Limit

C_TESTS = "build/tests/c/swiftpager-tests"
# These suites read or compile the sources, so they would fail for every mutant.
LEFT_OUT = {
    "python:documentation/test_typing", "python:documentation/test_documentation", "python:native/test_soak",
    "python:cli/test_cli_manual",
}
# The suites that are nearest to a folder or file, the nearest first; the longest path that fits counts. Patterns are
# the shell's; a target of Swift's tests stands for all suites in it.
NEAREST = {
    "Sources/PagerBytes": "PagerJSONTests PagerTransportTests",
    "Sources/PagerBytes/TimeText": "PagerListsTests PagerArrowTests c:arrow* python:since/* python:arrow/*",
    "Sources/PagerJSON": "PagerJSONTests PagerClientTests PagerListsTests SwiftPagerTests",
    "Sources/CSimdjson": "PagerJSONTests PagerClientTests PagerListsTests",
    "Sources/CPlatform": "PagerThreadsTests PagerTransportTests c:forks c:exits c:processes c:threads",
    "Sources/PagerThreads": "PagerThreadsTests PagerCacheTests PagerTransportTests SwiftPagerTests",
    "Sources/PagerSyntax": "PagerSyntaxTests PagerCacheTests PagerListsTests",
    "Sources/PagerTransport": "PagerTransportTests PagerClientTests c:network c:tls c:troubles",
    "Sources/PagerCache": (
        "PagerCacheTests PagerClientTests PagerListsTests c:caching c:cached* c:watching c:optimism python:cache/* "
        "SwiftPagerTests"
    ),
    "Sources/PagerRecording": "PagerRecordingTests c:recordings python:testing/*",
    "Sources/PagerClient": (
        "PagerClientTests PagerListsTests SwiftPagerTests c:retrying c:executions c:authorizing c:caching c:cached* "
        "c:watching c:optimism c:observing c:responses python:client/*"
    ),
    "Sources/PagerState": "PagerStateTests PagerListsTests SwiftPagerTests",
    "Sources/PagerEngine": "PagerEngineTests PagerListsTests SwiftPagerTests c:walks c:threads",
    "Sources/PagerLists": (
        "PagerListsTests c:offsets c:keysets c:nested c:resuming c:lists c:hooks* c:walks c:next_queries "
        "c:bidirectional c:reverse python:lists/* python:pager/* SwiftPagerTests"
    ),
    "Sources/PagerLists/Since": "PagerListsTests python:since/*",
    "Sources/SwiftPager": "SwiftPagerTests SwiftPagerTestingTests",
    "Sources/SwiftPagerTesting": "SwiftPagerTestingTests SwiftPagerTests",
    "Sources/PagerArrow": "PagerArrowTests c:arrow* python:arrow/*",
    "Sources/PagerABI/Arrow": "c:arrow* c:cached* python:arrow/*",
    "Sources/PagerABI/Host": (
        "PagerABITests c:transports c:hooks* c:hosts c:authorizing c:observing c:left* c:exceptions"
    ),
    "Sources/PagerABI/Configs": "PagerABITests contract:test_config_refusals c:configs c:[!s]*",
    "Sources/PagerABI/Exports": "PagerABITests contract:test_call_refusals c:[!s]*",
    "Sources/PagerABI": "PagerABITests c:[!s]*",
    "bindings/python/swiftpager/cli/": "python:cli/*",
    "bindings/python/swiftpager/fleet/": "python:fleet/*",
    "bindings/python/swiftpager/dask/": "python:dask/*",
    "bindings/python/swiftpager/testing/": "python:testing/*",
    "bindings/python/swiftpager/arrow/": "python:arrow/* python:native/test_resources",
    "bindings/python/swiftpager/_pointers": (
        "python:cli/test_cli_pieces python:fleet/test_fleet python:client/test_representations"
    ),
    "bindings/python/swiftpager/files/_unfinished": "python:cli/test_cli_pieces python:cli/test_cli_resuming",
    "bindings/python/swiftpager/aio/": "python:aio/* python:arrow/test_async_columns",
    "bindings/python/swiftpager/aio/_loops": "python:aio/* python:arrow/test_async_columns python:client/test_calls",
    "bindings/python/swiftpager/files/": "python:files/* python:cli/test_cli_storing python:cli/test_cli_interrupted",
    "bindings/python/swiftpager/generate/": "python:generate/*",
    "bindings/python/swiftpager/mcp/": "python:mcp/*",
    "bindings/python/swiftpager/schema/": "python:schema/* python:client/test_client_lists",
    "bindings/python/swiftpager/sync/": "python:sync/*",
    "bindings/python": "python:[!cdfgms]* python:client/* python:cache/*",
    "include/swiftpager/": "contract:test_cplusplus",
}
# The time limit of a baseline run; the limit of a mutant's run depends on the time of the baseline.
BASELINE_SECONDS = 600.0
LAST_WORDS_SECONDS = 5.0
# How pytest ends if all tests of a file are long.
NO_TEST = 5

_running: set["subprocess.Popen[str]"] = set()


@dataclasses.dataclass(frozen=True)
class Suite:
    """One command that runs in the copy: a suite of Swift's tests, or one file of the C or Python tests."""

    name: str
    command: tuple[str, ...]

    @property
    def family(self) -> str:
        """The target of a suite of Swift's tests; else the name."""
        return self.name if ":" in self.name else self.name.partition(".")[0]

    def only(self, tests: list[str]) -> "Suite":
        """The suite with these tests alone, of a file of Python tests; with none, the whole suite."""
        *command, file = self.command
        return Suite(self.name, (*command, *(f"{file}::{test}" for test in tests))) if tests else self


@dataclasses.dataclass
class Outcome:
    """How a suite ended."""

    # The first failed test, or why the suite was stopped; empty if it passed.
    why: str
    seconds: float
    # The mutants whose text it reached while none was switched on, and which tests of a Python file reached each: no
    # test if the file reached it before its first one.
    reached: dict[int, list[str]]
    output: str


def all_suites(tree: pathlib.Path) -> list[Suite]:
    """Every suite of the copy, once it is built."""
    found = [
        Suite(name, (*swift_bundle.COMMAND, "--filter", rf"^{re.escape(name)}/")) for name in swift_bundle.suites(tree)
    ]
    listed = subprocess.run([C_TESTS, "--list"], cwd=tree, capture_output=True, text=True, check=True).stdout
    of_file: dict[str, list[str]] = {}
    for line in listed.splitlines():
        file, test = line.split()
        of_file.setdefault(pathlib.Path(file).stem, []).append(test)
    found += [Suite(f"c:{file}", (C_TESTS, *tests)) for file, tests in sorted(of_file.items())]
    # What is only in headers is compiled by the programs of one file; two have the refusals of the C face.
    contract = [tree / f"Tests/contract/test_{name}.py" for name in ("cplusplus", "config_refusals", "call_refusals")]
    modules = [*sorted(tree.glob("Tests/python/*/test_*.py")), *contract]
    pytest = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", "-m", "not long")
    for module in modules:
        path = module.relative_to(tree)
        name = f"{path.parts[1]}:{'/'.join(path.with_suffix('').parts[2:])}"
        found.append(Suite(name, (*pytest, str(path))))
    return [suite for suite in found if suite.name not in LEFT_OUT]


def nearest(file: str, suites: list[Suite]) -> list[Suite]:
    """The suites that are nearest to a file, the nearest first."""
    folder = max((name for name in NEAREST if file.startswith(name)), key=len, default=None)
    found: dict[Suite, None] = {}
    for pattern in NEAREST[folder].split() if folder else []:
        found |= dict.fromkeys(suite for suite in suites if fnmatch.fnmatchcase(suite.family, pattern))
    return list(found)


def run(
    suite: Suite, tree: pathlib.Path, limit: float, number: int = 0, reached: pathlib.Path | None = None
) -> Outcome:
    """Runs a suite in the copy until its first test fails, or `limit` seconds have passed."""
    environment = {
        **os.environ, "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "4", "NO_COLOR": "1", "TEST_BUILD": "debug",
        SWITCH: str(number),
    }
    environment.pop(REACHED, None)
    if reached:
        shutil.rmtree(reached, ignore_errors=True)
        reached.mkdir()
        environment |= {REACHED: str(reached), "PYTHONPATH": str(pathlib.Path(__file__).parent)}
    # The plugin notes what each test of Python reaches.
    plugin = ("-p", "reach") if reached and "pytest" in suite.command else ()
    begun = time.monotonic()
    process = subprocess.Popen(
        (*suite.command, *plugin), cwd=tree, env=environment, text=True, errors="replace",
        start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    _running.add(process)
    late = Limit(process, limit, lambda: _end(process))
    lines: list[str] = []
    why = ""
    assert process.stdout is not None
    try:
        for line in process.stdout:
            lines.append(line)
            if FAILURE.search(line):
                why = line.strip()
                break
    finally:
        late.lift()
        if why:
            _end(process)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(LAST_WORDS_SECONDS)
        _end(process)
        code = process.wait()
        _running.discard(process)
        process.stdout.close()
    if late.was_reached:
        why = f"not at its end after {limit:.0f} s"
    elif not why and code not in (0, NO_TEST):
        why = f"it ended with {code}"
    return Outcome(why, time.monotonic() - begun, _reached(reached) if reached else {}, "".join(lines))


def _reached(folder: pathlib.Path) -> dict[int, list[str]]:
    """What is noted in a folder: a file for each mutant, and a folder for each test of Python."""
    found: dict[int, list[str]] = {}
    for test in sorted(folder.glob("test-*"), key=lambda test: int(test.name.removeprefix("test-"))):
        name = (test / NAME).read_text(encoding="utf-8")
        for file in test.iterdir():
            if file.name != NAME:
                found.setdefault(int(file.name), []).append(name)
    return found | {int(file.name): [] for file in folder.iterdir() if file.is_file()}


def end_all() -> None:
    """Stops the running suites, before the program ends."""
    for process in list(_running):
        _end(process)


def _end(process: "subprocess.Popen[str]") -> None:
    """Stops a suite and all processes that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
