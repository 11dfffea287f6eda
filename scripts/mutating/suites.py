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
import threading
import time

from mutating.tree import REACHED, SWITCH

BUNDLE = ".build/debug/swiftpagerPackageTests.xctest"
C_TESTS = "build/tests/c/swiftpager-tests"
# How each runner reports a failed test, as soon as it fails.
FAILURE = re.compile(
    r"Test (?!run |case )(?P<swift>.*?) (?:failed after|recorded an issue)"
    r"|^FAILED (?P<other>\S+)|^ERROR (?P<error>\S+::\S+)"
)
# These suites read or compile the sources, so they would fail for every mutant.
LEFT_OUT = {"python:test_typing", "python:test_documentation", "python:test_soak", "python:test_cli_manual"}
# These hold for a release build: a debug build has larger frames, takes more memory and can be unloaded.
LEFT_OUT_IN_C = re.compile(r"small_stack|takes_at_most|keeps_little_of|loaded_closed_and|left_by_a_refused_call")
# The suites that are nearest to a folder or file, the nearest first; the longest matching path counts. These are shell
# patterns.
NEAREST = {
    "Sources/PagerBytes": ["PagerJSONTests", "PagerTransportTests"],
    "Sources/PagerJSON": ["PagerJSONTests", "PagerClientTests", "PagerCoreTests", "SwiftPagerTests"],
    "Sources/CSimdjson": ["PagerJSONTests", "PagerClientTests", "PagerCoreTests"],
    "Sources/CPlatform": ["PagerThreadsTests", "PagerTransportTests", "c:forks", "c:exits", "c:processes", "c:threads"],
    "Sources/PagerThreads": ["PagerThreadsTests", "PagerCacheTests", "PagerTransportTests", "SwiftPagerTests"],
    "Sources/PagerLocks": ["PagerThreadsTests", "PagerTransportTests", "PagerClientTests"],
    "Sources/PagerSyntax": ["PagerSyntaxTests", "PagerCacheTests", "PagerCoreTests"],
    "Sources/PagerTransport": ["PagerTransportTests", "PagerClientTests", "c:network", "c:tls", "c:troubles"],
    "Sources/PagerCache": [
        "PagerCacheTests", "PagerClientTests", "PagerCoreTests", "c:caching", "c:cached*", "c:watching", "c:optimism",
        "python:test_cach*", "SwiftPagerTests",
    ],
    "Sources/PagerRecording": ["PagerRecordingTests", "c:recordings", "python:test_recording", "python:test_testing"],
    "Sources/PagerClient": [
        "PagerClientTests", "PagerCoreTests", "SwiftPagerTests", "c:retrying", "c:executions", "c:authorizing",
        "c:caching", "c:cached*", "c:watching", "c:optimism", "c:observing", "c:responses", "python:test_retrying",
        "python:test_pacing", "python:test_operations", "python:test_observing", "python:test_persisted_queries",
    ],
    "Sources/PagerState": ["PagerStateTests", "PagerCoreTests", "SwiftPagerTests"],
    "Sources/PagerCore": [
        "PagerCoreTests", "c:offsets", "c:nested", "c:resuming", "c:lists", "c:hooks*", "c:walks", "c:next_queries",
        "c:bidirectional", "c:reverse", "python:test_draining", "python:test_nested", "python:test_offset_lists",
        "python:test_resum*", "python:test_odd_answers", "SwiftPagerTests",
    ],
    "Sources/PagerPublishing": ["SwiftPagerTests", "SwiftPagerTestingTests"],
    "Sources/SwiftPager": ["SwiftPagerTests", "SwiftPagerTestingTests"],
    "Sources/SwiftPagerTesting": ["SwiftPagerTestingTests", "SwiftPagerTests"],
    "Sources/PagerArrow": ["PagerArrowTests", "c:arrow*", "python:test_arrow", "python:test_arrow_properties"],
    "Sources/PagerABI/Arrow": ["c:arrow*", "c:cached*", "python:test_arrow", "python:test_refused_streams"],
    "Sources/PagerABI/Host": [
        "PagerABITests", "c:transports", "c:hooks*", "c:hosts", "c:authorizing", "c:observing", "c:left*",
        "c:exceptions",
    ],
    "Sources/PagerABI": ["PagerABITests", "c:[!s]*"],
    "bindings/python/swiftpager/cli": ["python:test_cli*", "python:test_killed_walks"],
    "bindings/python/swiftpager/testing": ["python:test_testing", "python:test_recording"],
    "bindings/python/swiftpager/_arrow": [
        "python:test_arrow*", "python:test_async_columns", "python:test_refused_streams",
    ],
    "bindings/python/swiftpager/async": ["python:test_async*", "python:test_asyncio", "python:test_waiting"],
    "bindings/python/swiftpager/_loops": ["python:test_async*", "python:test_waiting", "python:test_calls"],
    "bindings/python": ["python:test_[!c]*", "python:test_c[!l]*"],
}
# The time limit of a baseline run; the limit of a mutant's run depends on the time of the baseline.
BASELINE_SECONDS = 600.0
LAST_WORDS_SECONDS = 5.0

_running: set["subprocess.Popen[str]"] = set()


@dataclasses.dataclass(frozen=True)
class Suite:
    """One command that runs in the copy: a target of the Swift tests, or one file of the C or Python tests."""

    name: str
    command: tuple[str, ...]


@dataclasses.dataclass
class Outcome:
    """How a suite ended."""

    passed: bool
    # The first failed test, or why the suite was stopped.
    why: str
    seconds: float
    # The mutants whose text the suite reached, if no mutant was switched on.
    reached: list[int]
    output: str = ""


def all_suites(tree: pathlib.Path) -> list[Suite]:
    """All suites of the copy, which must be built."""
    found = [
        Suite(folder.name, (BUNDLE, "--testing-library", "swift-testing", "--filter", rf"^{folder.name}\."))
        for folder in sorted((tree / "Tests").glob("*Tests"))
    ]
    listed = subprocess.run([C_TESTS, "--list"], cwd=tree, capture_output=True, text=True, check=True).stdout
    of_file: dict[str, list[str]] = {}
    for line in listed.splitlines():
        file, test = line.split()
        if not LEFT_OUT_IN_C.search(line):
            of_file.setdefault(pathlib.Path(file).stem, []).append(test)
    found += [Suite(f"c:{file}", (C_TESTS, *tests)) for file, tests in sorted(of_file.items())]
    pytest = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no")
    found += [
        Suite(f"python:{file.stem}", (*pytest, str(file.relative_to(tree))))
        for file in sorted((tree / "Tests" / "python").glob("test_*.py"))
    ]
    return [suite for suite in found if suite.name not in LEFT_OUT]


def nearest(file: str, suites: list[Suite]) -> list[Suite]:
    """The suites that are nearest to a file, the nearest first."""
    folder = max((name for name in NEAREST if file.startswith(name)), key=len, default=None)
    found: dict[Suite, None] = {}
    for pattern in NEAREST[folder] if folder else []:
        found |= dict.fromkeys(suite for suite in suites if fnmatch.fnmatchcase(suite.name, pattern))
    return list(found)


def run(
    suite: Suite, tree: pathlib.Path, limit: float, number: int = 0, reached: pathlib.Path | None = None
) -> Outcome:
    """Runs a suite in the copy until its first test fails, or `limit` seconds have passed."""
    environment = {
        **os.environ,
        "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "4",
        "NO_COLOR": "1",
        SWITCH: str(number),
    }
    environment.pop(REACHED, None)
    if reached:
        shutil.rmtree(reached, ignore_errors=True)
        reached.mkdir()
        environment[REACHED] = str(reached)
    begun = time.monotonic()
    process = subprocess.Popen(
        suite.command, cwd=tree, env=environment, text=True, errors="replace", start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    _running.add(process)
    late = threading.Timer(limit, _end, [process])
    late.start()
    lines: list[str] = []
    why = ""
    assert process.stdout is not None
    try:
        for line in process.stdout:
            lines.append(line)
            if found := FAILURE.search(line):
                why = found.group("swift") or found.group("other") or found.group("error")
                break
    finally:
        in_time = late.is_alive()
        late.cancel()
        if why:
            _end(process)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(LAST_WORDS_SECONDS)
        _end(process)
        code = process.wait()
        _running.discard(process)
        process.stdout.close()
    if not in_time:
        why = f"not at its end after {limit:.0f} s"
    elif not why and code != 0:
        why = f"it ended with {code}"
    numbers = sorted(int(file.name) for file in reached.iterdir()) if reached else []
    return Outcome(not why, why, time.monotonic() - begun, numbers, "".join(lines))


def end_all() -> None:
    """Stops the running suites, before the program ends."""
    for process in list(_running):
        _end(process)


def _end(process: "subprocess.Popen[str]") -> None:
    """Stops a suite and all processes that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
