"""The chores that the soak repeats; each chore checks its results and leaves nothing behind."""

import collections
import contextlib
import pathlib
import random
import threading
from collections.abc import Callable, Sequence
from typing import Any

import swiftpager
from conftest import ITEMS_QUERY, PRODUCTS_QUERY, endpoint, ids, until

Addresses = dict[str, str]

# Faults are random: so many in a row do not happen.
RETRY: swiftpager.Retry = {"max_attempts": 20, "base_delay": 0.001, "max_delay": 0.01}
# The server may hold an answer back, and the client does not repeat a request after its time is over.
TIMEOUT = 0.5
# What a network and a server can end a walk with; it goes on with its token.
ENDS = (swiftpager.NetworkError, swiftpager.HTTPError, swiftpager.GraphQLError)
ITEMS = list(range(1, 151))
SIZE = 5
FORGE_QUERY = (
    "query ($first: Int!, $after: String) { repositories(first: $first, after: $after) { nodes { id __typename name"
    " issues(first: 2) { nodes { id __typename title labels(first: 2) { nodes { name } pageInfo { hasNextPage endCursor"
    " } } } pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }"
)


class Tally:
    """What all walks found, beside what they should have found."""

    def __init__(self) -> None:
        self.walks = 0
        self.lost = 0
        self.doubled = 0
        self.hung = 0
        # How often a walk ended with an error and went on, by the name of the error.
        self.resumed = collections.Counter[str]()

    def check(self, found: list[int], wanted: list[int] = ITEMS) -> None:
        """Counts a walk that is over; raises if its items are all there, but in another order."""
        self.walks += 1
        lost = collections.Counter(wanted) - collections.Counter(found)
        doubled = collections.Counter(found) - collections.Counter(wanted)
        self.lost += lost.total()
        self.doubled += doubled.total()
        assert lost or doubled or found == wanted, f"out of order: {found}"

    def __str__(self) -> str:
        return f"{self.walks} walks: lost {self.lost}, doubled {self.doubled}, hung {self.hung}"

    @property
    def is_clean(self) -> bool:
        """Whether every walk brought every item once."""
        return not (self.lost or self.doubled or self.hung)


def walk_to_the_end(client: swiftpager.Client, resumed: collections.Counter[str]) -> list[int]:
    """The items of a walk that goes on with its token after each error."""
    found: list[int] = []
    token: str | None = None
    while True:
        pager = client.pager(ITEMS_QUERY, {"first": SIZE}, retain="none", checkpoint=token)
        try:
            for page in pager:
                found += ids([page])
                page.finish()
                token = pager.resume_token()
        except ENDS as error:
            resumed[type(error).__name__] += 1
        else:
            return found


class Household:
    """The addresses, two clients that live as long as the soak, and a repeatable random generator."""

    def __init__(self, addresses: Addresses, folder: pathlib.Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.tally = Tally()
        self.torn = addresses["torn"]
        self.torn_front = addresses["torn_front"]
        self.items = addresses["items"]
        self.front = addresses["front"]
        self.authority = endpoint("SWIFTPAGER_TLS_CA")
        self.shop = addresses["shop"]
        self.forge = addresses["forge"]
        self.file = folder / "cache"
        self.old = swiftpager.Client(self.items, retry=RETRY)
        self.watching = swiftpager.Client(self.shop, retry=RETRY, cache="memory")

    def close(self) -> None:
        self.old.close()
        self.watching.close()

    def chores(self) -> list[Callable[[], None]]:
        return [
            self.walk, self.walk_over_http2, self.walk_in_threads, self.walk_on, self.walk_on_over_http2, self.cancel,
            self.subscribe, self.watch, self.keep_in_a_file, self.resume, self.execute, self.drain, self.drop,
        ]

    def walk(self) -> None:
        """All pages, with a new client."""
        with swiftpager.Client(self.items, retry=RETRY) as client:
            self.tally.check(ids(list(client.pager(ITEMS_QUERY, {"first": SIZE}, retain="none"))))

    def walk_over_http2(self) -> None:
        """All pages, through an nginx that closes connections now and then."""
        with swiftpager.Client(self.front, retry=RETRY, http_version="2", ca_file=self.authority) as client:
            self.tally.check(ids(list(client.pager(ITEMS_QUERY, {"first": SIZE}, retain="last"))))

    def walk_on(self) -> None:
        """All pages, through faults that end walks as well."""
        with swiftpager.Client(self.torn, retry=RETRY, timeout=TIMEOUT) as client:
            self.tally.check(walk_to_the_end(client, self.tally.resumed))

    def walk_on_over_http2(self) -> None:
        """The same, through an nginx: a broken body is a broken stream, and every hundredth request gets a GOAWAY."""
        with swiftpager.Client(
            self.torn_front, retry=RETRY, timeout=TIMEOUT, http_version="2", ca_file=self.authority
        ) as client:
            self.tally.check(walk_to_the_end(client, self.tally.resumed))

    def walk_in_threads(self) -> None:
        """All pages, on several threads at once."""
        found: list[list[int]] = []

        def walk() -> None:
            found.append(ids(list(self.old.pager(ITEMS_QUERY, {"first": SIZE}))))

        threads = [threading.Thread(target=walk) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 3
        for each in found:
            self.tally.check(each)

    def cancel(self) -> None:
        """A walk that ends early, after some of its pages."""
        with self.old.pager(ITEMS_QUERY, {"first": SIZE}) as pager:
            operation = pager.start_load_all()
            count = self.random.randrange(5)
            until(lambda: pager.state["pages_loaded"] >= count)
            operation.cancel()
            with contextlib.suppress(swiftpager.Cancelled):
                operation.wait()
            assert operation.done

    def subscribe(self) -> None:
        """The updates of a subscriber, with a reset of the list in between."""
        told: list[int] = []
        with self.old.pager(ITEMS_QUERY, {"first": SIZE}, retain="last") as pager:
            with pager.subscribe(lambda update: told.extend(ids([update.page]) if update.page else [])):
                pager.load_all()
                assert told == ITEMS
                pager.reset()
                pager.fetch()

    def watch(self) -> None:
        """A page that changes with the cache, and a mutation, which a fault may end."""
        with self.watching.pager(PRODUCTS_QUERY, {"first": 20}) as pager:
            load_three_pages(pager)
            # A gateway's 502 makes pages smaller.
            product = self.random.choice(self.random.choice(pager.pages).items)
            name = f"Lamp {self.random.random()}"
            told: list[swiftpager.Update] = []
            with pager.subscribe(told.append):
                self.watching.cache[f"Product:{product['id']}"] = {"name": name}
                until(lambda: self.watching.dispatch(0.1) and name in names_in(told[-1].pages))
        with contextlib.suppress(swiftpager.NetworkError, swiftpager.HTTPError):
            self.watching.execute('mutation { renameShop(name: "Soaked") { name } }')

    def keep_in_a_file(self) -> None:
        """A recorded list, walked again without the server."""
        with swiftpager.Client(self.shop, retry=RETRY, cache=self.file) as client:
            load_three_pages(client.pager(PRODUCTS_QUERY, {"first": 20}))
        with swiftpager.Client(self.shop, retry=False, cache=self.file) as client:
            load_three_pages(client.pager(PRODUCTS_QUERY, {"first": 20}, cache_policy="return_cache_data_dont_fetch"))

    def resume(self) -> None:
        """A walk that continues with its resume token."""
        count = self.random.randrange(1, 20)
        found: list[int] = []
        for page in (pager := self.old.pager(ITEMS_QUERY, {"first": SIZE}, retain="none")):
            found += ids([page])
            page.finish()
            token = pager.resume_token()
            if (count := count - 1) == 0:
                break
        pages = self.old.pager(ITEMS_QUERY, {"first": SIZE}, checkpoint=token)
        self.tally.check(found + ids(list(pages)))

    def execute(self) -> None:
        """Single requests: one that succeeds, one with an error."""
        assert self.old.execute(ITEMS_QUERY)["data"]["items"]["totalCount"] == len(ITEMS)
        with contextlib.suppress(swiftpager.GraphQLError):
            self.watching.execute("{ nothing }")
            raise AssertionError("a query without sense was answered")

    def drain(self) -> None:
        """Lists inside the items, filled several at a time."""
        with swiftpager.Client(self.forge, retry=RETRY) as client:
            pager = client.pager(FORGE_QUERY, {"first": 3}, nested="drain")
            pager.fetch()
            assert pager.pages[0].nested is not None and pager.pages[0].nested["incomplete"] == 0

    def drop(self) -> None:
        """A client that is closed while it works, and a walk whose loop ends early."""
        with swiftpager.Client(self.items, retry=RETRY) as client:
            client.pager(ITEMS_QUERY, {"first": SIZE}).start_load_all(lambda error: None)
        next(iter(self.old.pager(ITEMS_QUERY, {"first": SIZE})))


def load_three_pages(pager: swiftpager.Pager) -> None:
    """The first pages of the shop."""
    pager.fetch()
    pager.load_next()
    pager.load_next()
    assert len(pager.pages) == 3


def names_in(pages: Sequence[swiftpager.Page]) -> set[Any]:
    """The names of all products on some pages."""
    return {node["name"] for page in pages for node in page.items}
