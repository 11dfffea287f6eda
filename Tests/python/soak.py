"""Uses the library for a long time through a network full of faults: no item may be lost, and memory must stay flat.

    with_servers.py --shop --trouble --tls -- python Tests/python/soak.py [--seconds 600] [--seed N]

A round does every chore of `soak_chores.py` once. Between rounds, when no request is under way, the soak reads memory
(VmRSS), descriptors and threads, and prints them on stderr every ten seconds. The first quarter of the time is for
caches and pools to fill. Then the numbers must be flat: the median of the last quarter must not exceed the median of
the second quarter by more than SLACK.

At the end the soak prints how often each fault was drawn (each meets one percent of the requests), and how many items
all walks lost or had twice, and how many chores hung. Ends with 1 if one of these numbers is not 0, if memory is not
flat, or if a chore fails.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import dataclasses
import faulthandler
import gc
import os
import pathlib
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable

from conftest import endpoint
from servers import fault_proxy, faults, nginx
from soak_chores import ITEMS, SIZE, Household, Tally

TELL_SECONDS = 10.0
# A chore takes a second or two. One that takes so long does not come to an end.
HANG_SECONDS = 120.0
# Enough for a slow machine.
FEWEST_ROUNDS = 8
# The allowed growth: a client keeps a varying number of connections, and the allocator returns freed memory in its own
# time. Between the two quarters are some 300 rounds in ten minutes, so a leak of seven kilobytes in each round, or of a
# descriptor in fifty rounds, would exceed it.
SLACK = {"kilobytes": 2_000.0, "descriptors": 6.0, "threads": 2.0}


@dataclasses.dataclass(frozen=True)
class Sample:
    """The numbers of the process at one moment."""

    kilobytes: int
    descriptors: int
    threads: int

    @classmethod
    def now(cls) -> "Sample":
        gc.collect()
        status = pathlib.Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        values = {name: value.strip() for name, _, value in (line.partition(":") for line in status)}
        kilobytes = int(values["VmRSS"].removesuffix(" kB"))
        return cls(kilobytes, len(os.listdir("/proc/self/fd")), int(values["Threads"]))

    def __str__(self) -> str:
        return f"{self.kilobytes:,} kB, {self.descriptors} descriptors, {self.threads} threads"


def say(message: str) -> None:
    print(f"soak: {message}", file=sys.stderr, flush=True)


class Hung(Exception):
    """A chore has not ended; its thread is still there."""


def do(worker: concurrent.futures.Executor, chore: Callable[[], None], seconds: float = HANG_SECONDS) -> None:
    """Does a chore on another thread; raises `Hung` if it does not end."""
    try:
        worker.submit(chore).result(seconds)
    except TimeoutError as error:
        faulthandler.dump_traceback(all_threads=True)
        raise Hung(f"{chore.__name__} hangs") from error


def run(household: Household, worker: concurrent.futures.Executor, seconds: float) -> list[Sample]:
    """Does rounds of chores until the time is over, and takes a sample after each."""
    began = told = time.monotonic()
    samples: list[Sample] = []
    spent = collections.Counter[str]()
    while time.monotonic() - began < seconds or len(samples) < FEWEST_ROUNDS:
        chores = household.chores()
        household.random.shuffle(chores)
        for chore in chores:
            start = time.monotonic()
            do(worker, chore)
            spent[chore.__name__] += round(1_000 * (time.monotonic() - start))
        samples.append(Sample.now())
        if time.monotonic() - told >= TELL_SECONDS:
            told = time.monotonic()
            say(f"{told - began:.0f} s, {len(samples)} rounds: {samples[-1]}")
    say("milliseconds of each chore: " + ", ".join(f"{name} {each}" for name, each in spent.most_common()))
    return samples


def grown(samples: list[Sample]) -> list[str]:
    """A sentence for each number that is not flat."""
    quarter = len(samples) // 4
    if quarter == 0:
        return [f"{len(samples)} rounds are too few to tell anything"]
    found = []
    for name, slack in SLACK.items():
        before = statistics.median(getattr(sample, name) for sample in samples[quarter : 2 * quarter])
        after = statistics.median(getattr(sample, name) for sample in samples[-quarter:])
        say(f"{name}: {before:,.0f} in the second quarter, {after:,.0f} in the last one")
        if after - before > slack:
            found.append(f"{name} are not flat: {before:,.0f} became {after:,.0f}")
    return found


def drawn(proxies: Iterable[str]) -> tuple[int, collections.Counter[str]]:
    """How many requests came to some proxies, and how often they drew each kind of fault."""
    found = collections.Counter[str]()
    requests = 0
    for proxy in proxies:
        told = faults(proxy)
        requests += told["requests"]
        found.update(told["faults"])
    return requests, found


def soak(seconds: float, seed: int) -> list[str]:
    """Starts the servers and does the chores; returns a sentence for everything that is wrong."""
    with contextlib.ExitStack() as started:
        real = endpoint("SWIFTPAGER_SHOP_ENDPOINT").removesuffix("/graphql")
        trouble = endpoint("SWIFTPAGER_TROUBLE_ENDPOINT")
        shop = started.enter_context(fault_proxy(real, "passing=1"))
        items = started.enter_context(fault_proxy(trouble, "passing=1"))
        torn = started.enter_context(fault_proxy(trouble, "all=1"))
        front = started.enter_context(nginx(items, "--requests", "100"))
        torn_front = started.enter_context(nginx(torn, "--requests", "100"))
        folder = pathlib.Path(started.enter_context(tempfile.TemporaryDirectory(prefix="swiftpager-soak-")))
        good = f"/good?pages={len(ITEMS) // SIZE}&size={SIZE}"
        addresses = {
            "items": items + good,
            "front": front + good,
            "torn": torn + good,
            "torn_front": torn_front + good,
            "shop": f"{shop}/graphql",
            "forge": f"{shop}/forge",
        }
        household = Household(addresses, folder, seed)
        started.callback(household.close)
        worker = started.enter_context(concurrent.futures.ThreadPoolExecutor(1, "chores"))
        try:
            samples = run(household, worker, seconds)
        except Hung as error:
            household.tally.hung += 1
            say(str(error))
            tell(household.tally, *drawn([shop, items, torn]))
            # The end of this block would wait for the thread that hangs. The servers end with this process.
            os._exit(1)
        tell(household.tally, *drawn([shop, items, torn]))
    return [*grown(samples), *([] if household.tally.is_clean else ["items were lost, or came twice"])]


def tell(tally: Tally, requests: int, kinds: collections.Counter[str]) -> None:
    """Prints what was drawn, and what became of the walks."""
    print(f"{requests:,} requests met {kinds.total():,} faults of {len(kinds)} kinds:")
    for name, count in sorted(kinds.items()):
        print(f"  {name:16} {count:6}")
    ends = ", ".join(f"{name} {count}" for name, count in tally.resumed.most_common())
    print(f"walks that went on after an error: {tally.resumed.total()} ({ends})")
    print(tally, flush=True)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="how long (default 600)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of the chores and their order")
    arguments = parser.parse_args()
    say(f"the seed is {arguments.seed}")
    failures = soak(arguments.seconds, arguments.seed)
    for failure in failures:
        say(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
