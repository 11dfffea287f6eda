"""What the benchmark runs, and what it compares: to add a case, add a line.

In a command {bin} is the folder of the built programs, {peers} `bench/peers`, {python} the Python that runs the
benchmark, {url} the page server's, {pages}, {held}, {size} and {pagers} the case's. A program that does not exist is
skipped with a word on stderr.
Every peer prints one line of JSON: name, pages, items, seconds, peak_rss_kb. The first four say what the peer itself
counted and measured, the last one is VmHWM of its process.
"""

import dataclasses
from typing import Literal

Measure = Literal["speed", "time", "processor", "memory", "kB a pager"]

# Milliseconds that the server takes for a page, in the cases that show what waiting costs.
LATENCIES = (0, 1, 20)


@dataclasses.dataclass(frozen=True)
class Case:
    """One peer at one task; with `typenames` each object of the server says its type, as a cache asks for, and with
    `total` each page says how many objects there are, as those of offset lists do.

    With `lists` each item of the one page has a list that is cut off. Where `drop_every` is not 0, one of so many
    requests has its connection closed before its answer, or with `drop_half` within it.

    The server has `held` + `pages` pages of `size` objects and answers after `latency_ms`; the peer loads `held` of
    them before the clock starts. Each of `pagers` walks them all. `rounds` is a limit for cases that take long. With
    `apart` the server has a processor of its own, wherever other cases run. A table of its own says of cases with
    `shows_cost` what a page costs: processor time, context switches and system calls.
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
    pagers: int = 1
    apart: bool = False
    shows_cost: bool = False
    rounds: int | None = None


@dataclasses.dataclass(frozen=True)
class Comparison:
    """A ratio to print: pages a second, seconds, processor time, or peak memory of `case` over those of `baseline`.

    "kB a pager" is not a ratio: how much more memory `case` takes than `baseline`, for each pager that it has more.
    """

    case: str
    baseline: str
    measure: Measure
    target: str


C_WALK = "{bin}/swiftpager_walk --url {url} --pages {pages}"
C_CACHED = C_WALK + " --cache "
C_OFFSETS = C_WALK + " --concurrency "
C_WATCH = "{bin}/swiftpager_watch --url {url} --pages {pages} --size {size}"
C_DRAIN = "{bin}/swiftpager_drain --url {url} --pages {pages} --size {size} --parallel "
C_PAGERS = C_WALK + " --size {size} --pagers {pagers}"
SWIFT_WALK = "{bin}/swiftpager_typed --url {url} --pages {pages}"
SWIFT_HELD = "{bin}/swiftpager_held --url {url} --held {held} --pages {pages} --size {size}"
PYTHON_LOOP = "{python} {peers}/http_client_orjson.py --url {url} --pages {pages}"
PYTHON_ITEMS = "{python} {peers}/swiftpager_items.py --url {url} --pages {pages}"
COMMAND = "{python} {peers}/command.py --url {url} --pages {pages}"
PYTHON_AT_ONCE = " --url {url} --pages {pages} --pagers {pagers}"
PYTHON_WALK = "{python} {peers}/swiftpager_walk.py --url {url} --pages {pages}"
PYTHON_ARROW = "{python} {peers}/swiftpager_arrow.py --url {url} --pages {pages}"
BY_HAND_ARROW = "{python} {peers}/http_client_arrow.py --url {url} --pages {pages}"
JANSSON = "{bin}/jansson_loop --url {url} --pages {pages}"

WALKS = (
    # Waiting: what a page costs of a server that takes a time of its own for it, which is what most servers do.
    ("libcurl alone", "{bin}/floor --url {url} --pages {pages}", 1),
    ("libcurl + jansson", JANSSON, 1),
    ("swiftpager, C, pulled", C_WALK + " --pull", 1),
    ("swiftpager, C", C_WALK, 1),
    ("swiftpager, C, 100 pagers", C_PAGERS, 100),
    ("http.client + orjson", PYTHON_LOOP, 1),
    ("swiftpager, Python, items", PYTHON_ITEMS, 1),
)


def waiting(walk: str, latency_ms: int) -> str:
    """The name of the case that shows what a walk's waiting costs."""
    return f"{walk}, waiting {latency_ms} ms"


WAITING_CASES = tuple(
    Case(waiting(name, latency), command, pages=400 // pagers if latency else 2_000 // pagers, pagers=pagers,
         latency_ms=latency, shows_cost=True)
    for latency in LATENCIES
    for name, command, pagers in WALKS
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
    # At once: 50 walks in an event loop, of a server that takes 20 ms for a page.
    Case("httpx + orjson, 50 at once, 20 ms", "{python} {peers}/httpx_gather.py" + PYTHON_AT_ONCE,
         pages=40, pagers=50, latency_ms=20),
    Case("swiftpager, Python, 50 at once, 20 ms", "{python} {peers}/swiftpager_async.py" + PYTHON_AT_ONCE,
         pages=40, pagers=50, latency_ms=20),
    # Columns: all rows as one table of pyarrow, and as a Parquet file.
    Case("http.client + orjson + Table.from_pylist", BY_HAND_ARROW),
    Case("swiftpager, Python, to_arrow", PYTHON_ARROW),
    Case("http.client + orjson + pandas, to Parquet", BY_HAND_ARROW + " --parquet"),
    Case("swiftpager, Python, to Parquet", PYTHON_ARROW + " --parquet"),
    # Idle: what is there for bad nights, on a good day. Retrying is on unless a case says otherwise.
    Case("swiftpager, C, retry off", C_WALK + " --no-retry"),
    Case("swiftpager, C, resumed at the start", C_WALK + " --resume"),
    Case("swiftpager, C, retries observed", C_WALK + """ --observe '["retry","failure"]'"""),
    Case("swiftpager, C, answers observed", C_WALK + """ --observe '["answer"]'"""),
    Case("swiftpager, C, a token for each page", C_WALK + " --tokens"),
    # Typed: every node's fields read into structs that are kept to the end.
    Case("libcurl + jansson, fields kept", JANSSON + " --keep"),
    Case("swiftpager, Swift, Decodable", SWIFT_WALK),
    Case("swiftpager, Swift, Decodable, past the cache", SWIFT_WALK + " --past-cache"),
    Case("swiftpager, Swift, Decodable by hand", SWIFT_WALK + " --by-hand"),
    Case("swiftpager, Swift, Decodable by hand, past the cache", SWIFT_WALK + " --by-hand --past-cache"),
    Case("swiftpager, Swift, without a Decoder", SWIFT_WALK + " --nodes"),
    Case("swiftpager, Swift, without a Decoder, past the cache", SWIFT_WALK + " --nodes --past-cache"),
    # Held: page after page is added to those that are held already; a subscriber gets all of them each time.
    Case("swiftpager, Swift, 100 pages held", SWIFT_HELD, pages=500, held=100, size=5),
    Case("swiftpager, Swift, 10,000 pages held", SWIFT_HELD, pages=500, held=10_000, size=5),
    # Overlap: server and consumer take 5 ms each for a page.
    Case("libcurl + jansson, 5 ms + 5 ms", JANSSON + " --consumer-ms 5", latency_ms=5),
    Case("swiftpager, C, 5 ms + 5 ms", C_WALK + " --consumer-ms 5", latency_ms=5),
    # Side by side: an offset list of a server that takes 20 ms for a page.
    Case("swiftpager, C, offsets, 20 ms, one by one", C_OFFSETS + "1", pages=100, latency_ms=20, total=True),
    Case("swiftpager, C, offsets, 20 ms, 4 at once", C_OFFSETS + "4", pages=100, latency_ms=20, total=True),
    # Many pagers: all walks of one client at once; and pagers that have loaded their one page and rest.
    Case("swiftpager, C, 100 pagers", C_PAGERS, pages=100, pagers=100),
    Case("swiftpager, C, 1,000 pagers", C_PAGERS, pages=20, pagers=1_000),
    Case("swiftpager, C, 1 idle pager", C_PAGERS + " --in-turn", pages=1, size=5),
    Case("swiftpager, C, 10,000 idle pagers", C_PAGERS + " --in-turn", pages=1, size=5, pagers=10_000),
    # Memory: ten times the pages, and a consumer that is slower than the server.
    Case("swiftpager, C, 20,000 pages", C_WALK, pages=20_000),
    Case("swiftpager, C, slow consumer", C_WALK + " --consumer-ms 1", rounds=1),
    Case("swiftpager, C, slow consumer, 20,000 pages", C_WALK + " --consumer-ms 1", pages=20_000, rounds=1),
    # Bad nights: one request in a hundred has its connection closed before its answer, or within it.
    Case("swiftpager, C, 20 ms", C_WALK, pages=500, latency_ms=20, rounds=3),
    Case("swiftpager, C, 20 ms, 1 % dropped", C_WALK, pages=500, latency_ms=20, drop_every=100, rounds=3),
    Case("swiftpager, C, 20 ms, 1 % cut off", C_WALK, pages=500, latency_ms=20, drop_every=100, drop_half=True,
         rounds=3),
    # Lists inside the items: 250 of them, each with one request to its end.
    Case("swiftpager, C, 250 lists, one by one", C_DRAIN + "1", pages=1, size=250, latency_ms=20, lists=True),
    Case("swiftpager, C, 250 lists, 8 at a time", C_DRAIN + "8", pages=1, size=250, latency_ms=20, lists=True),
    # Cache: what taking pages apart costs, and what answering from them saves.
    Case("libcurl + jansson, with __typename", JANSSON, typenames=True),
    Case("swiftpager, C, past the cache", C_CACHED + "memory --policy fetch_ignoring_cache_completely", typenames=True),
    Case("swiftpager, C, memory cache", C_CACHED + "memory", typenames=True),
    Case("swiftpager, C, SQLite cache", C_CACHED + "sqlite", typenames=True),
    Case("swiftpager, C, out of the memory cache", C_CACHED + "memory --warm --policy return_cache_data_dont_fetch",
         typenames=True),
    # Watching: seconds of a thousand writes, each until the one page that shows it was delivered anew.
    Case("swiftpager, C, 100 pages watched", C_WATCH, pages=100, size=5, typenames=True),
    Case("swiftpager, C, 10,000 pages watched", C_WATCH, pages=10_000, size=5, typenames=True),
    Case("swiftpager, C, writes that no page shows", C_WATCH + " --unshown", pages=10_000, size=5, typenames=True),
    # Start: seconds from before the import to a client and a pager; no page is loaded.
    Case("swiftpager, Python, import to pager", "{python} {peers}/swiftpager_load.py", pages=0),
    *WAITING_CASES,
)

COMPARISONS = (
    Comparison(waiting("swiftpager, C, pulled", 0), waiting("libcurl + jansson", 0), "speed", "at least 3"),
    Comparison(waiting("swiftpager, C, pulled", 1), waiting("libcurl alone", 1), "processor", "none; the cost"),
    Comparison(waiting("swiftpager, C, pulled", 20), waiting("libcurl alone", 20), "processor", "at most 2.2"),
    Comparison(waiting("swiftpager, C", 20), waiting("libcurl alone", 20), "processor", "at most 2.5"),
    Comparison(waiting("swiftpager, Python, items", 20), waiting("http.client + orjson", 20), "processor",
               "at most 0.8"),
    Comparison("swiftpager, C", "libcurl + jansson", "speed", "at least 3"),
    Comparison("swiftpager, C", "libcurl alone (the floor)", "speed", "none; shows the machine"),
    Comparison("swiftpager, C, pulled", "libcurl alone (the floor)", "processor", "at most 1.6"),
    Comparison("swiftpager, C, pulled, apart", "libcurl alone, apart", "speed", "none; shows the machine"),
    Comparison("swiftpager, C, pulled", "swiftpager, C", "speed", "at least 0.95"),
    Comparison("swiftpager, C, full-featured", "swiftpager, C", "speed", "at least 0.9"),
    Comparison("swiftpager, C, from memory", "swiftpager, C", "speed", "at least 2"),
    Comparison("swiftpager, C", "swiftpager, C, retry off", "speed", "at least 0.97"),
    Comparison("swiftpager, C, resumed at the start", "swiftpager, C", "speed", "at least 0.97"),
    Comparison("swiftpager, C, retries observed", "swiftpager, C", "speed", "at least 0.97"),
    Comparison("swiftpager, C, answers observed", "swiftpager, C", "speed", "none; the cost"),
    Comparison("swiftpager, C, a token for each page", "swiftpager, C", "speed", "none; the cost"),
    Comparison("swiftpager, C, 20 ms, 1 % dropped", "swiftpager, C, 20 ms", "speed", "at least 0.8"),
    Comparison("swiftpager, C, 20 ms, 1 % cut off", "swiftpager, C, 20 ms", "speed", "none; chance waits"),
    Comparison("swiftpager, C, 250 lists, 8 at a time", "swiftpager, C, 250 lists, one by one", "time", "at most 0.35"),
    Comparison("swiftpager, Python", "http.client + orjson", "speed", "at least 2.5"),
    Comparison("swiftpager, Python, items", "http.client + orjson", "speed", "at least 1.8"),
    Comparison("swiftpager, Python, items of a Struct", "http.client + orjson", "speed", "at least 2.2"),
    Comparison("swiftpager, Python, items by json, one core", "http.client + json, one core", "speed", "at least 1.2"),
    Comparison("swiftpager, a command", "gh api graphql --paginate, a command", "speed", "at least 8"),
    Comparison("swiftpager, Python, 50 at once, 20 ms", "httpx + orjson, 50 at once, 20 ms", "speed", "at least 2"),
    Comparison("swiftpager, Python, items, 20,000 pages", "swiftpager, Python, items", "memory", "at most 1.05"),
    Comparison("swiftpager, Python, to_arrow", "http.client + orjson + Table.from_pylist", "speed", "at least 4"),
    Comparison("swiftpager, Python, to Parquet", "http.client + orjson + pandas, to Parquet", "speed", "at least 5"),
    Comparison("swiftpager, Swift, Decodable", "libcurl + jansson, fields kept", "speed", "at least 1"),
    Comparison("swiftpager, Swift, Decodable, past the cache", "libcurl + jansson, fields kept", "speed", "at least 2"),
    Comparison("swiftpager, Swift, Decodable by hand", "libcurl + jansson, fields kept", "speed", "at least 1"),
    Comparison("swiftpager, Swift, Decodable by hand, past the cache", "libcurl + jansson, fields kept", "speed",
               "at least 2"),
    Comparison("swiftpager, Swift, without a Decoder", "libcurl + jansson, fields kept", "speed", "at least 1"),
    Comparison("swiftpager, Swift, without a Decoder, past the cache", "libcurl + jansson, fields kept", "speed",
               "at least 2"),
    Comparison("swiftpager, Swift, 10,000 pages held", "swiftpager, Swift, 100 pages held", "time", "at most 1.2"),
    Comparison("swiftpager, C, 5 ms + 5 ms", "libcurl + jansson, 5 ms + 5 ms", "time", "at most 0.55"),
    Comparison("swiftpager, C, offsets, 20 ms, 4 at once", "swiftpager, C, offsets, 20 ms, one by one", "speed",
               "at least 3.5"),
    Comparison("swiftpager, C, 100 pagers", "swiftpager, C", "speed", "at least 1"),
    Comparison("swiftpager, C, 1,000 pagers", "swiftpager, C", "speed", "at least 1"),
    Comparison("swiftpager, C, 10,000 idle pagers", "swiftpager, C, 1 idle pager", "kB a pager", "none; the cost"),
    Comparison("swiftpager, C, memory cache", "libcurl + jansson, with __typename", "speed", "at least 2.5"),
    Comparison("swiftpager, C, memory cache", "libcurl + jansson", "speed", "none; without __typename"),
    Comparison("swiftpager, C, memory cache", "swiftpager, C, past the cache", "speed", "at least 0.3"),
    Comparison("swiftpager, C, SQLite cache", "libcurl + jansson, with __typename", "speed", "at least 1"),
    Comparison("swiftpager, C, out of the memory cache", "swiftpager, C, past the cache", "speed", "at least 2"),
    Comparison("swiftpager, C, 10,000 pages watched", "swiftpager, C, 100 pages watched", "time", "at most 1.5"),
    Comparison("swiftpager, C, 20,000 pages", "swiftpager, C", "memory", "about 1"),
    Comparison("swiftpager, C, slow consumer", "swiftpager, C", "memory", "about 1"),
    Comparison("swiftpager, C, slow consumer, 20,000 pages", "swiftpager, C, slow consumer", "memory", "about 1"),
    Comparison("http.client + orjson", "libcurl + jansson", "speed", "none; shows the machine"),
    Comparison("libcurl alone (the floor)", "libcurl + jansson", "speed", "none; shows the machine"),
)
