"""What the benchmark runs, what it compares, and the project's goals: to add a case, add a line.

In a command {bin} stands for the folder of the built programs, {peers} for `bench/peers`, {python} for the Python that
runs the benchmark, {url} for the page server's address, and {ca} for the file of its authority; {pages}, {held}, {size}
and {pagers} are the case's. If a program does not exist, the case is skipped, and a line on stderr says it.
Every peer prints one line of JSON: name, pages, items, seconds, processor_seconds, switches, peak_rss_kb. The peer
itself counted and measured them; the last one is VmHWM of its process.
"""

import dataclasses
from typing import Literal

Measure = Literal[
    "speed", "time", "processor", "memory", "kB a pager", "ms a slice", "context switches", "system calls"
]

# Milliseconds that the server takes for a page, in the cases that show what waiting costs.
LATENCIES = (0, 1, 20)


@dataclasses.dataclass(frozen=True)
class Case:
    """One peer at one task; with `typenames` each object of the server has its type, which a cache needs, and with
    `total` each page has the number of objects, as pages of offset lists do.

    With `lists` each item of the one page has a list that is cut off. If `drop_every` is not 0, the server closes the
    connection of one request in so many before its answer, or with `drop_half` within it.

    The server has `held` + `pages` pages of `size` objects and answers after `latency_ms`; the peer loads `held` of
    them before the clock starts. Each of `pagers` walks them all, a fleet in `slices`. `rounds` is a limit for cases
    that take long. With `tls` an nginx stands in front of the server, with TLS and HTTP/2. With `apart` the server has
    a processor of its own, whatever the command line says. Cases with `shows_cost` have a table of their own: processor
    time, context switches and system calls of a page. `--quick` runs the cases with `quick`.
    """

    name: str
    command: str
    pages: int = 2_000
    held: int = 0
    size: int = 100
    latency_ms: float = 0.0
    typenames: bool = False
    lists: bool = False
    drop_every: int = 0
    drop_half: bool = False
    total: bool = False
    tls: bool = False
    pagers: int = 1
    slices: int = 1
    apart: bool = False
    shows_cost: bool = False
    quick: bool = False
    rounds: int | None = None


@dataclasses.dataclass(frozen=True)
class Goal:
    """A bound for a figure; without a bound, the figure is there for what `shows` names."""

    at_least: float | None = None
    at_most: float | None = None
    shows: str = ""

    def __str__(self) -> str:
        if self.at_least is not None:
            return f"at least {self.at_least:g}"
        if self.at_most is not None:
            return f"at most {self.at_most:g}"
        return f"none; shows {self.shows}"


@dataclasses.dataclass(frozen=True)
class Comparison:
    """A ratio to print: pages a second, seconds, processor time, or peak memory of `case` over those of `baseline`.

    Four measures are not ratios: "kB a pager" is the additional memory of `case` for each pager that it has more than
    `baseline`, and "ms a slice" its additional time for each slice; "context switches" and "system calls" are those of
    a page of `case`, which needs no baseline.
    """

    case: str
    baseline: str | None
    measure: Measure
    goal: Goal


def at_least(bound: float) -> Goal:
    """A figure that is good if it is large."""
    return Goal(at_least=bound)


def at_most(bound: float) -> Goal:
    """A figure that is good if it is small."""
    return Goal(at_most=bound)


def no_goal(shows: str) -> Goal:
    """A figure to read, for what it shows."""
    return Goal(shows=shows)


C_WALK = "{bin}/swiftpager_walk --url {url} --pages {pages}"
C_CACHED = C_WALK + " --cache "
C_OFFSETS = C_WALK + " --concurrency "
C_WATCH = "{bin}/swiftpager_watch --url {url} --pages {pages} --size {size}"
C_DRAIN = "{bin}/swiftpager_drain --url {url} --pages {pages} --size {size} --parallel "
C_PAGERS = C_WALK + " --size {size} --pagers {pagers}"
C_TEXTS, BY_DESCRIPTOR = "swiftpager, C, pulled, texts", "swiftpager, C, by descriptor"
GO_WALK = "{bin}/go_walk --url {url} --pages {pages}"
RUST_WALK = "{bin}/rust_walk --url {url} --pages {pages}"
NODE_WALK = "{peers}/node/swiftpager_walk.js --url {url} --pages {pages}"
RUBY_WALK = "{bin}/ruby_walk --url {url} --pages {pages}"
LUAJIT_WALK = "{bin}/luajit_walk --url {url} --pages {pages}"
JAVA_WALK = "{bin}/java_walk --url {url} --pages {pages}"
SWIFT_WALK = "{bin}/swiftpager_typed --url {url} --pages {pages}"
SWIFT_HELD = "{bin}/swiftpager_held --url {url} --held {held} --pages {pages} --size {size}"
PYTHON_LOOP = "{python} {peers}/http_client_orjson.py --url {url} --pages {pages}"
PYCURL_LOOP = "{python} {peers}/pycurl_orjson.py --url {url} --pages {pages}"
PYTHON_ITEMS = "{python} {peers}/swiftpager_items.py --url {url} --pages {pages}"
COMMAND = "{python} {peers}/command.py --url {url} --pages {pages}"
AT_ONCE = " --url {url} --pages {pages} --pagers {pagers}"
PYTHON_WALK = "{python} {peers}/swiftpager_walk.py --url {url} --pages {pages}"
PYTHON_ARROW = "{python} {peers}/swiftpager_arrow.py --url {url} --pages {pages}"
BY_HAND_ARROW = "{python} {peers}/http_client_arrow.py --url {url} --pages {pages}"
JANSSON = "{bin}/jansson_loop --url {url} --pages {pages}"
SIMDJSON = "{bin}/simdjson_loop --url {url} --pages {pages} --size {size}"

# Waiting: what a page costs, of a server that takes a time of its own for it, as most servers do. With 50 or 100 walks
# at once, each walk has WALKED_AT_ONCE pages.
FLOOR, HAND_WRITTEN, BY_HAND = "libcurl alone", "libcurl + jansson", "libcurl + simdjson"
PULLED, CALLBACKS = "swiftpager, C, pulled", "swiftpager, C"
SINCE = "swiftpager, C, pulled, since a mark"
HTTP_CLIENT, PYCURL, ITEMS = "http.client + orjson", "pycurl + orjson", "swiftpager, Python, items"
MULTI, MULTI_JANSSON = "libcurl multi alone, 100 at once", "libcurl multi + jansson, 100 at once"
MULTI_SIMDJSON = "libcurl multi + simdjson, 100 at once"
C_AT_ONCE = "swiftpager, C, 100 at once"
TURNS, DESCRIPTORS = "swiftpager, C, 50 in a loop's turns", "swiftpager, C, 50 by descriptors"
AIOHTTP, ASYNC = "aiohttp + orjson, 50 at once", "swiftpager, Python, 50 at once"
WALKED_AT_ONCE = 40
BY_HAND_FILES = "{python} {peers}/files_by_hand.py --size {size}" + AT_ONCE
SMALL, SMALL_BY_HAND = "fleet on threads", "files by hand"
FLEET = "{python} {peers}/swiftpager_fleet.py --size {size}" + AT_ONCE

WALKS = (
    (FLOOR, "{bin}/floor --url {url} --pages {pages}", 1),
    (HAND_WRITTEN, JANSSON, 1),
    (BY_HAND, SIMDJSON, 1),
    (PULLED, C_WALK + " --pull", 1),
    (SINCE, C_WALK + " --pull --since", 1),
    (CALLBACKS, C_WALK, 1),
    (HTTP_CLIENT, PYTHON_LOOP, 1),
    (PYCURL, PYCURL_LOOP, 1),
    (ITEMS, PYTHON_ITEMS, 1),
    (MULTI, "{bin}/curl_multi" + AT_ONCE, 100),
    (MULTI_JANSSON, "{bin}/curl_multi --read-pages" + AT_ONCE, 100),
    (MULTI_SIMDJSON, "{bin}/curl_multi --simdjson" + AT_ONCE, 100),
    (C_AT_ONCE, "{bin}/swiftpager_walk" + AT_ONCE, 100),
    (TURNS, "{bin}/swiftpager_loop" + AT_ONCE, 50),
    (DESCRIPTORS, "{bin}/swiftpager_loop --by-descriptor" + AT_ONCE, 50),
    (AIOHTTP, "{python} {peers}/aiohttp_gather.py" + AT_ONCE, 50),
    (ASYNC, "{python} {peers}/swiftpager_async.py" + AT_ONCE, 50),
)


def waiting(walk: str, latency_ms: int) -> str:
    """The name of the case that shows what a walk's waiting costs."""
    return f"{walk}, {latency_ms} ms a page"


AGAIN = Case(waiting(f"{FLOOR}, again", 20), "{bin}/floor --url {url} --pages {pages}", pages=250, latency_ms=20,
             quick=True)
WAITING_CASES = tuple(
    Case(waiting(name, latency), command, pages=WALKED_AT_ONCE if pagers > 1 else 250 if latency else 2_000,
         pagers=pagers, latency_ms=latency, shows_cost=True, quick=True)
    for latency in LATENCIES
    for name, command, pagers in WALKS
)

# The same walk over TLS, and with larger pages.
TLS_CASES = tuple(
    Case(f"{name}, over TLS, 20 ms a page", f"{command} --ca {{ca}}", pages=250, latency_ms=20, tls=True,
         shows_cost=True, quick=True)
    for name, command in ((FLOOR, "{bin}/floor --url {url} --pages {pages}"), (BY_HAND, SIMDJSON),
                          (PULLED, C_WALK + " --pull"))
)
LARGE_CASES = tuple(
    Case(f"{name}, {size:,} objects a page", command, pages=400_000 // size, size=size, quick=True)
    for size in (1_000, 10_000)
    for name, command in ((BY_HAND, SIMDJSON), (PULLED, C_WALK + " --pull --size {size}"))
)

# A token after each page, beside the same walk without: early in a list, and where it has no more room for cursors.
TOKEN_CASES = tuple(
    Case(f"{PULLED}, {words}, {latency} ms, {pages:,} pages", C_WALK + " --pull --size {size}" + option, pages=pages,
         size=5, latency_ms=latency, quick=True)
    for latency, pages in ((20, 100), (0, 4_000))
    for words, option in (("no token", ""), ("a token after each page", " --tokens"))
)

CASES = (
    # Speed: the server answers at once, the consumer counts items.
    Case("libcurl alone (the floor)", "{bin}/floor --url {url} --pages {pages}"),
    Case("libcurl + jansson", JANSSON),
    Case("swiftpager, C", C_WALK),
    Case("swiftpager, C, pulled", C_WALK + " --pull"),
    Case("swiftpager, C, full-featured", C_WALK + " --full"),
    Case("swiftpager, C, from memory", C_WALK + " --from-memory"),
    Case("libcurl alone, apart", "{bin}/floor --url {url} --pages {pages}", apart=True),
    Case("swiftpager, C, pulled, apart", C_WALK + " --pull", apart=True),
    # Bindings: a walk that counts items, and one that looks at the text of each.
    Case(C_TEXTS, C_WALK + " --pull --texts"),
    Case(BY_DESCRIPTOR, C_WALK + " --by-descriptor"),
    Case("swiftpager, Go", GO_WALK),
    Case("swiftpager, Go, texts", GO_WALK + " --texts"),
    Case("swiftpager, Rust", RUST_WALK),
    Case("swiftpager, Rust, texts", RUST_WALK + " --texts"),
    Case("swiftpager, Node.js", NODE_WALK),
    Case("swiftpager, Node.js, texts", NODE_WALK + " --texts"),
    Case("swiftpager, Node.js, for await", NODE_WALK + " --await"),
    Case("swiftpager, Node.js, for await, texts", NODE_WALK + " --await --texts"),
    Case("swiftpager, Ruby", RUBY_WALK),
    Case("swiftpager, Ruby, texts", RUBY_WALK + " --texts"),
    Case("swiftpager, LuaJIT", LUAJIT_WALK),
    Case("swiftpager, LuaJIT, texts", LUAJIT_WALK + " --texts"),
    Case("swiftpager, Java", JAVA_WALK),
    Case("swiftpager, Java, texts", JAVA_WALK + " --texts"),
    Case("http.client + orjson", PYTHON_LOOP),
    Case("swiftpager, Python", PYTHON_WALK),
    # Decoded: Python objects for all items on both sides.
    Case("swiftpager, Python, items", PYTHON_ITEMS),
    Case("swiftpager, Python, items of a Struct", PYTHON_ITEMS + " --struct"),
    Case("http.client + json, one core", PYTHON_LOOP + " --json --one-core"),
    Case("swiftpager, Python, items by json, one core", PYTHON_ITEMS + " --json --one-core"),
    Case("swiftpager, Python, items, 20,000 pages", PYTHON_ITEMS, pages=20_000, rounds=1),
    # The command: to lines of standard output, with its start.
    Case("gh api graphql --paginate, a command", COMMAND + " --gh", rounds=3),
    Case("swiftpager, a command", COMMAND, rounds=3),
    # At once: the slower peer of 50 walks in an event loop.
    Case("httpx + orjson, 50 at once, 20 ms", "{python} {peers}/httpx_gather.py" + AT_ONCE,
         pages=WALKED_AT_ONCE, pagers=50, latency_ms=20, rounds=3),
    # Columns: all rows as one table of pyarrow, and as a Parquet file.
    Case("http.client + orjson + Table.from_pylist", BY_HAND_ARROW),
    Case("swiftpager, Python, to_arrow", PYTHON_ARROW),
    Case("http.client + orjson + pandas, to Parquet", BY_HAND_ARROW + " --parquet"),
    Case("swiftpager, Python, to Parquet", PYTHON_ARROW + " --parquet"),
    # Idle: what the machinery for failures costs if nothing fails. Retrying is on unless a case says otherwise.
    Case("swiftpager, C, retry off", C_WALK + " --no-retry"),
    Case("swiftpager, C, resumed at the start", C_WALK + " --resume"),
    Case("swiftpager, C, retries observed", C_WALK + """ --observe '["retry","failure"]'"""),
    Case("swiftpager, C, answers observed", C_WALK + """ --observe '["answer"]'"""),
    Case("swiftpager, C, a token for each page", C_WALK + " --tokens"),
    # Typed: every node's fields read into structs that are kept to the end. Swift's cache asks for types, and looks up
    # a page whose types the server leaves out.
    Case("libcurl + jansson, fields kept", JANSSON + " --keep", typenames=True),
    Case("swiftpager, Swift, Decodable", SWIFT_WALK, typenames=True),
    Case("swiftpager, Swift, Decodable, past the cache", SWIFT_WALK + " --past-cache", typenames=True),
    Case("swiftpager, Swift, Decodable by hand", SWIFT_WALK + " --by-hand", typenames=True),
    Case("swiftpager, Swift, Decodable by hand, past the cache", SWIFT_WALK + " --by-hand --past-cache",
         typenames=True),
    Case("swiftpager, Swift, without a Decoder", SWIFT_WALK + " --nodes", typenames=True),
    Case("swiftpager, Swift, without a Decoder, past the cache", SWIFT_WALK + " --nodes --past-cache", typenames=True),
    # Held: the pager adds page after page to the held ones, and a subscriber gets all of them each time.
    Case("swiftpager, Swift, 100 pages held", SWIFT_HELD, pages=500, held=100, size=5, typenames=True),
    Case("swiftpager, Swift, 10,000 pages held", SWIFT_HELD, pages=500, held=10_000, size=5, typenames=True),
    # Overlap: server and consumer take 5 ms each for a page.
    Case("libcurl + jansson, 5 ms + 5 ms", JANSSON + " --consumer-ms 5", latency_ms=5),
    Case("swiftpager, C, 5 ms + 5 ms", C_WALK + " --consumer-ms 5", latency_ms=5),
    # Side by side: an offset list of a server that takes 20 ms for a page.
    Case("swiftpager, C, offsets, 20 ms, one by one", C_OFFSETS + "1", pages=100, latency_ms=20, total=True),
    Case("swiftpager, C, offsets, 20 ms, 4 at once", C_OFFSETS + "4", pages=100, latency_ms=20, total=True),
    # Many pagers: all walks of one client at once, and idle pagers that have loaded their one page.
    Case("swiftpager, C, 100 pagers", C_PAGERS, pages=100, pagers=100),
    Case("swiftpager, C, 1,000 pagers", C_PAGERS, pages=20, pagers=1_000),
    Case("swiftpager, C, 1 idle pager", C_PAGERS + " --in-turn", pages=1, size=5),
    Case("swiftpager, C, 10,000 idle pagers", C_PAGERS + " --in-turn", pages=1, size=5, pagers=10_000),
    # Memory: ten times the pages, and a consumer that is slower than the server.
    Case("swiftpager, C, 20,000 pages", C_WALK, pages=20_000),
    Case("swiftpager, C, slow consumer", C_WALK + " --consumer-ms 1", rounds=1),
    Case("swiftpager, C, slow consumer, 20,000 pages", C_WALK + " --consumer-ms 1", pages=20_000, rounds=1),
    # Failures: the server closes the connection of one request in a hundred before its answer, or within it.
    Case("swiftpager, C, 20 ms", C_WALK, pages=500, latency_ms=20, rounds=3),
    Case("swiftpager, C, 20 ms, 1 % dropped", C_WALK, pages=500, latency_ms=20, drop_every=100, rounds=3),
    Case("swiftpager, C, 20 ms, 1 % cut off", C_WALK, pages=500, latency_ms=20, drop_every=100, drop_half=True,
         rounds=3),
    # Lists inside the items: 250 of them, each with one request to its end.
    Case("swiftpager, C, 250 lists, one by one", C_DRAIN + "1", pages=1, size=250, latency_ms=20, lists=True),
    Case("swiftpager, C, 250 lists, 8 at a time", C_DRAIN + "8", pages=1, size=250, latency_ms=20, lists=True),
    # Cache: what it costs to store the records of pages, and what answers from the cache save.
    Case("libcurl + jansson, with __typename", JANSSON, typenames=True),
    Case("swiftpager, C, past the cache", C_CACHED + "memory --policy fetch_ignoring_cache_completely", typenames=True),
    Case("swiftpager, C, memory cache", C_CACHED + "memory", typenames=True),
    Case("swiftpager, C, SQLite cache", C_CACHED + "sqlite", typenames=True),
    Case("swiftpager, C, out of the memory cache", C_CACHED + "memory --warm --policy return_cache_data_dont_fetch",
         typenames=True),
    # Watching: the time of a thousand writes. Each one waits until the callback has the page that shows it.
    Case("swiftpager, C, 100 pages watched", C_WATCH, pages=100, size=5, typenames=True),
    Case("swiftpager, C, 10,000 pages watched", C_WATCH, pages=10_000, size=5, typenames=True),
    Case("swiftpager, C, writes that no page shows", C_WATCH + " --unshown", pages=10_000, size=5, typenames=True),
    # Start: the time from before the import until there are a client and a pager; they load no page.
    Case("swiftpager, Python, import to pager", "{python} {peers}/swiftpager_load.py", pages=0),
    # Fleets: many walks into Parquet, on two workers of Dask and in one event loop.
    Case("fleet, one process, 50 walks, 20 ms", FLEET + " --one-process", pages=400, pagers=50, latency_ms=20,
         rounds=3),
    Case("fleet, 2 workers, 50 slices at once, 20 ms", FLEET, pages=400, pagers=50, latency_ms=20, rounds=3),
    # Small lists, each with a file of its own: on threads of one process, and as written by hand.
    *(Case(f"{name}, 500 lists of {pages}", command, pages=pages, size=5, pagers=500, rounds=3)
      for pages in (1, 3) for name, command in ((SMALL_BY_HAND, BY_HAND_FILES), (SMALL, FLEET + " --here"))),
    Case("fleet, one slice of 1,000 pages", FLEET + " --workers 1 --slice-pages 1000", pages=1_000, rounds=3),
    Case("fleet, 200 slices of 5 pages", FLEET + " --workers 1 --slice-pages 5", pages=1_000, rounds=3, slices=200),
    Case("fleet, 1,000 walks queued", FLEET + " --threads 8 --queued 1000", pages=1, size=5, pagers=500, rounds=3),
    Case("fleet, 100,000 walks queued", FLEET + " --threads 8 --queued 100000", pages=1, size=5, pagers=500, rounds=3),
    *WAITING_CASES,
    *TLS_CASES,
    *LARGE_CASES,
    *TOKEN_CASES,
    AGAIN,
)

COMPARISONS = (
    # Waiting. libcurl alone reads nothing, and libcurl + jansson reads pages, as swiftpager does.
    Comparison(waiting(PULLED, 0), waiting(HAND_WRITTEN, 0), "speed", at_least(3)),
    Comparison(waiting(PULLED, 0), waiting(BY_HAND, 0), "time", at_most(1.3)),
    Comparison(waiting(PULLED, 1), waiting(FLOOR, 1), "processor", no_goal("the cost")),
    Comparison(waiting(PULLED, 20), waiting(FLOOR, 20), "processor", at_most(1.8)),
    Comparison(waiting(PULLED, 20), waiting(BY_HAND, 20), "processor", at_most(1.5)),
    Comparison(TLS_CASES[2].name, TLS_CASES[0].name, "processor", at_most(1.4)),
    Comparison(TLS_CASES[2].name, TLS_CASES[1].name, "processor", no_goal("the cost beside a reader")),
    Comparison(LARGE_CASES[1].name, LARGE_CASES[0].name, "processor", at_most(1.3)),
    Comparison(LARGE_CASES[3].name, LARGE_CASES[2].name, "processor", at_most(1.3)),
    Comparison(waiting(PULLED, 20), waiting(HAND_WRITTEN, 20), "processor", no_goal("the cost beside a reader")),
    Comparison(waiting(SINCE, 0), waiting(PULLED, 0), "processor", at_most(1.1)),
    Comparison(waiting(SINCE, 20), waiting(PULLED, 20), "processor", at_most(1.05)),
    Comparison(TOKEN_CASES[1].name, TOKEN_CASES[0].name, "processor", at_most(1.02)),
    Comparison(TOKEN_CASES[3].name, TOKEN_CASES[2].name, "processor", at_most(1.15)),
    Comparison(waiting(PULLED, 20), None, "context switches", at_most(3)),
    Comparison(waiting(PULLED, 20), None, "system calls", at_most(10)),
    Comparison(waiting(CALLBACKS, 20), waiting(FLOOR, 20), "processor", at_most(2.5)),
    Comparison(waiting(CALLBACKS, 20), None, "context switches", at_most(3)),
    Comparison(waiting(CALLBACKS, 20), None, "system calls", at_most(10)),
    # Both decode every item.
    Comparison(waiting(ITEMS, 20), waiting(HTTP_CLIENT, 20), "processor", at_most(0.8)),
    Comparison(waiting(ITEMS, 20), waiting(PYCURL, 20), "processor", at_most(1.15)),
    Comparison(waiting(ASYNC, 20), waiting(AIOHTTP, 20), "processor", at_most(0.7)),
    Comparison(waiting(ASYNC, 20), "httpx + orjson, 50 at once, 20 ms", "speed", at_least(2)),
    Comparison(waiting(C_AT_ONCE, 20), waiting(MULTI, 20), "processor", at_most(1.8)),
    Comparison(waiting(TURNS, 20), waiting(DESCRIPTORS, 20), "processor", at_most(0.9)),
    Comparison(waiting(C_AT_ONCE, 20), waiting(MULTI_SIMDJSON, 20), "processor",
               no_goal("the cost beside the fastest reader")),
    Comparison(waiting(C_AT_ONCE, 20), waiting(MULTI_JANSSON, 20), "processor", no_goal("the cost beside a reader")),
    # Two runs of one program: what differs is noise.
    Comparison(AGAIN.name, waiting(FLOOR, 20), "processor", no_goal("the noise, around 1")),
    # No waiting.
    Comparison("swiftpager, C", "libcurl + jansson", "speed", at_least(3)),
    Comparison("swiftpager, C", "libcurl alone (the floor)", "speed", no_goal("the machine")),
    Comparison("swiftpager, C, pulled", "libcurl alone (the floor)", "processor", no_goal("the cost")),
    Comparison("swiftpager, C, pulled, apart", "libcurl alone, apart", "speed", no_goal("the machine")),
    Comparison("swiftpager, C, pulled", "swiftpager, C", "speed", at_least(0.95)),
    # An event loop leaves the network to the library's thread, also in C.
    Comparison(BY_DESCRIPTOR, PULLED, "processor", no_goal("what an event loop costs")),
    Comparison("swiftpager, Go", PULLED, "processor", at_most(1.2)),
    Comparison("swiftpager, Go, texts", C_TEXTS, "processor", at_most(1.5)),
    Comparison("swiftpager, Rust", PULLED, "processor", at_most(1.2)),
    Comparison("swiftpager, Rust, texts", C_TEXTS, "processor", at_most(1.5)),
    Comparison("swiftpager, Node.js", PULLED, "processor", at_most(1.2)),
    Comparison("swiftpager, Node.js, texts", C_TEXTS, "processor", at_most(3)),
    Comparison("swiftpager, Node.js, for await", BY_DESCRIPTOR, "processor", at_most(1.2)),
    Comparison("swiftpager, Node.js, for await, texts", C_TEXTS, "processor", at_most(3)),
    Comparison("swiftpager, Ruby", PULLED, "processor", at_most(1.6)),
    Comparison("swiftpager, Ruby, texts", C_TEXTS, "processor", at_most(3)),
    Comparison("swiftpager, LuaJIT", PULLED, "processor", at_most(1.2)),
    Comparison("swiftpager, LuaJIT, texts", C_TEXTS, "processor", at_most(1.5)),
    Comparison("swiftpager, Java", PULLED, "processor", at_most(1.6)),
    Comparison("swiftpager, Java, texts", C_TEXTS, "processor", at_most(3)),
    Comparison("swiftpager, C, full-featured", "swiftpager, C", "speed", at_least(0.9)),
    Comparison("swiftpager, C, from memory", "swiftpager, C", "speed", at_least(2)),
    Comparison("swiftpager, C", "swiftpager, C, retry off", "speed", at_least(0.97)),
    Comparison("swiftpager, C, resumed at the start", "swiftpager, C", "speed", at_least(0.97)),
    Comparison("swiftpager, C, retries observed", "swiftpager, C", "speed", at_least(0.97)),
    Comparison("swiftpager, C, answers observed", "swiftpager, C", "speed", no_goal("the cost")),
    Comparison("swiftpager, C, a token for each page", "swiftpager, C", "speed", no_goal("the cost")),
    Comparison("swiftpager, C, 20 ms, 1 % dropped", "swiftpager, C, 20 ms", "speed", at_least(0.8)),
    Comparison("swiftpager, C, 20 ms, 1 % cut off", "swiftpager, C, 20 ms", "speed", no_goal("waits by chance")),
    Comparison("swiftpager, C, 250 lists, 8 at a time", "swiftpager, C, 250 lists, one by one", "time", at_most(0.35)),
    Comparison("swiftpager, Python", "http.client + orjson", "speed", at_least(2.5)),
    Comparison("swiftpager, Python, items", "http.client + orjson", "speed", at_least(1.8)),
    Comparison("swiftpager, Python, items of a Struct", "http.client + orjson", "speed", at_least(2.2)),
    Comparison("swiftpager, Python, items by json, one core", "http.client + json, one core", "speed", at_least(1.2)),
    Comparison("swiftpager, a command", "gh api graphql --paginate, a command", "speed", at_least(8)),
    Comparison("swiftpager, Python, items, 20,000 pages", "swiftpager, Python, items", "memory", at_most(1.05)),
    Comparison("swiftpager, Python, to_arrow", "http.client + orjson + Table.from_pylist", "speed", at_least(4)),
    Comparison("swiftpager, Python, to Parquet", "http.client + orjson + pandas, to Parquet", "speed", at_least(5)),
    Comparison("swiftpager, Swift, Decodable", "libcurl + jansson, fields kept", "speed", at_least(1)),
    Comparison("swiftpager, Swift, Decodable, past the cache", "libcurl + jansson, fields kept", "speed", at_least(2)),
    Comparison("swiftpager, Swift, Decodable by hand", "libcurl + jansson, fields kept", "speed", at_least(1)),
    Comparison("swiftpager, Swift, Decodable by hand, past the cache", "libcurl + jansson, fields kept", "speed",
               at_least(2)),
    Comparison("swiftpager, Swift, without a Decoder", "libcurl + jansson, fields kept", "speed", at_least(1)),
    Comparison("swiftpager, Swift, without a Decoder, past the cache", "libcurl + jansson, fields kept", "speed",
               at_least(2)),
    Comparison("swiftpager, Swift, 10,000 pages held", "swiftpager, Swift, 100 pages held", "time", at_most(1.2)),
    Comparison("swiftpager, C, 5 ms + 5 ms", "libcurl + jansson, 5 ms + 5 ms", "time", at_most(0.55)),
    Comparison("swiftpager, C, offsets, 20 ms, 4 at once", "swiftpager, C, offsets, 20 ms, one by one", "speed",
               at_least(3.5)),
    Comparison("swiftpager, C, 100 pagers", "swiftpager, C", "speed", at_least(1)),
    Comparison("swiftpager, C, 1,000 pagers", "swiftpager, C", "speed", at_least(1)),
    Comparison("swiftpager, C, 10,000 idle pagers", "swiftpager, C, 1 idle pager", "kB a pager", no_goal("the cost")),
    Comparison("swiftpager, C, memory cache", "libcurl + jansson, with __typename", "speed", at_least(2.5)),
    Comparison("swiftpager, C, memory cache", "libcurl + jansson", "speed", no_goal("the pages without __typename")),
    Comparison("swiftpager, C, memory cache", "swiftpager, C, past the cache", "speed", at_least(0.3)),
    Comparison("swiftpager, C, SQLite cache", "libcurl + jansson, with __typename", "speed", at_least(1)),
    Comparison("swiftpager, C, out of the memory cache", "swiftpager, C, past the cache", "speed", at_least(2)),
    Comparison("swiftpager, C, 10,000 pages watched", "swiftpager, C, 100 pages watched", "time", at_most(1.5)),
    Comparison("swiftpager, C, 20,000 pages", "swiftpager, C", "memory", at_most(1.1)),
    Comparison("swiftpager, C, slow consumer", "swiftpager, C", "memory", at_most(1.1)),
    Comparison("swiftpager, C, slow consumer, 20,000 pages", "swiftpager, C, slow consumer", "memory", at_most(1.1)),
    Comparison("fleet, 2 workers, 50 slices at once, 20 ms", "fleet, one process, 50 walks, 20 ms", "speed",
               at_least(0.8)),
    # Walks of one page, one query. By hand a list waits for the disk twice, a fleet also before its first slice.
    Comparison(f"{SMALL}, 500 lists of 1", f"{SMALL_BY_HAND}, 500 lists of 1", "processor", at_most(2)),
    Comparison(f"{SMALL}, 500 lists of 3", f"{SMALL_BY_HAND}, 500 lists of 3", "processor", no_goal("the cost")),
    Comparison("fleet, 200 slices of 5 pages", "fleet, one slice of 1,000 pages", "ms a slice", no_goal("the cost")),
    Comparison("fleet, 100,000 walks queued", "fleet, 1,000 walks queued", "memory", at_most(1.2)),
    Comparison("http.client + orjson", "libcurl + jansson", "speed", no_goal("the machine")),
    Comparison("libcurl alone (the floor)", "libcurl + jansson", "speed", no_goal("the machine")),
)
