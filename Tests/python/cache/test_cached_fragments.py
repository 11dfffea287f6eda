"""Random lists whose items are chosen through fragments, walked with a cache, beside a model: graphql-core."""

import contextlib
import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
from graphql import DocumentNode, parse, print_ast

import swiftpager
from conftest import LONG
from fragment_documents import Documents, Listing, has_two_fields_under_a_key
from fragment_world import Shown, Spot, World, WorldServer, answered, with_types, world_server, written

ONLY_CACHE = "return_cache_data_dont_fetch"
# A failure names its seed; SWIFTPAGER_SEED repeats it.
SEED = os.environ.get("SWIFTPAGER_SEED")
# Together these notice each mistake that was tried, also one that few seeds notice.
FEW_SEEDS = (0, 1, 2, 5, 17, 28)


def cases() -> list[range]:
    """The seeds of each case."""
    if SEED:
        return [range(int(SEED), int(SEED) + 1)]
    if LONG:
        return [range(first, first + 60) for first in range(0, 360, 60)]
    return [range(seed, seed + 1) for seed in FEW_SEEDS]


@pytest.fixture(scope="module")
def server() -> Iterator[WorldServer]:
    with world_server() as server:
        yield server


@contextlib.contextmanager
def told(seed: int, **seen: object) -> Iterator[None]:
    """Adds the seed, the documents and the data to a failure."""
    try:
        yield
    except Exception as failure:
        for name, value in {"seed": seed, **seen}.items():
            for text in value if isinstance(value, list) else [value]:
                failure.add_note(f"{name}: {text}")
        raise


class Walk:
    """A walk of a list, with the pages as they came."""

    def __init__(self, client: swiftpager.Client, listing: Listing, policy: Any = None) -> None:
        pager = client.pager(listing.text, listing.variables, pagination=listing.pagination, cache_policy=policy)
        pages = list(pager)
        self.pages = [page.data for page in pages]
        # A backward walk begins with the last page.
        self.rows = [row for page in (pages[::-1] if listing.is_backward else pages) for row in page.items]
        state = pager.state
        self.end, self.count = state["end"], state["items_loaded"]
        self.result = (self.rows, self.pages, self.end, state["ends"], self.count)


def cached(client: swiftpager.Client, listing: Listing) -> Walk | None:
    """A walk that asks no server; None for a miss."""
    try:
        return Walk(client, listing, ONLY_CACHE)
    except swiftpager.CacheMiss:
        return None


def walk_two_documents(server: WorldServer, seed: int, *, has_ids: bool, adds_types: bool) -> int:
    """Walks two documents, mostly of one list, that share a cache.

    Returns how many walks the cache answered of the two that may be misses.
    """
    chance = random.Random(seed)
    world = server.world = World(chance)
    documents = Documents(chance, has_ids=has_ids)
    first = documents.listing()
    second = documents.another(first)
    seen = {"first": first, "second": second, "world": world}
    with told(seed, **seen), swiftpager.Client(
        server.url, cache="memory", add_typename=adds_types, retry=False
    ) as client:

        def walk(listing: Listing) -> tuple[Walk, Walk | None]:
            """The walk, and the one before it that knew what the other document had brought."""
            document = with_types(listing.text) if adds_types else listing.text
            rows = listing.rows(answered(world.value, document, listing.whole()))
            server.requests()
            early = cached(client, listing)
            assert server.requests() == []
            walk = Walk(client, listing)
            assert walk.rows == rows
            assert (walk.end, walk.count) == ("complete", len(rows))
            server.requests()
            again = cached(client, listing)
            assert server.requests() == []
            # One key for two fields does not show which of the types an object is of.
            if adds_types and has_ids and not has_two_fields_under_a_key(listing.text):
                assert again is not None, "the cache misses a list that was just walked"
            assert early is None or early.result == walk.result
            assert again is None or again.result == walk.result
            return walk, early

        whole, _ = walk(first)
        _, early = walk(second)
        late = cached(client, first)
        assert late is None or late.result == whole.result
    return (early is not None) + (late is not None)


@pytest.mark.timeout(1_200 if LONG else 60)
@pytest.mark.parametrize("seeds", cases(), ids=lambda seeds: str(seeds.start))
@pytest.mark.parametrize(
    ("has_ids", "adds_types"),
    [
        (True, True),
        pytest.param(False, True, marks=pytest.mark.long),
        pytest.param(True, False, marks=pytest.mark.long),
    ],
)
def test_the_cache_repeats_a_walk_through_fragments(
    server: WorldServer, has_ids: bool, adds_types: bool, seeds: range
) -> None:
    hits = [walk_two_documents(server, seed, has_ids=has_ids, adds_types=adds_types) for seed in seeds]
    # Else the test compares nothing.
    assert not LONG or not has_ids or not adds_types or sum(hits) > len(hits)


class Layers:
    """What a cache has: of each field, the value from the newest world of which an answer showed it."""

    def __init__(self) -> None:
        self._layers: list[tuple[World, set[Shown]]] = []
        self._known: set[Shown] = set()

    def add(self, world: World, document: DocumentNode, variables: dict[str, Any]) -> set[Shown]:
        """Adds an answer; returns the fields that it shows."""
        if not self._layers or self._layers[-1][0] is not world:
            self._layers.append((world, set()))
        shown: set[Shown] = set()
        answered(world.value, document, variables, shown)
        self._layers[-1][1].update(shown)
        self._known |= shown
        return shown

    def value(self, spot: Spot, field: str, arguments: dict[str, Any]) -> Any:
        """The value of a field; an unknown one is that of the first world."""
        place = (spot.key, field, written(arguments))
        for world, shown in reversed(self._layers):
            if place in shown:
                return world.value(spot, field, arguments)
        return self._layers[0][0].value(spot, field, arguments)

    def read(self, document: DocumentNode, variables: dict[str, Any]) -> tuple[Any, set[Shown], bool]:
        """The data of a page, the fields that it shows, and whether all of them are known."""
        shown: set[Shown] = set()
        data = answered(self.value, document, variables, shown)
        return data, shown, shown <= self._known


class Watched:
    """A walked pager whose pages a subscriber watches."""

    def __init__(self, client: swiftpager.Client, server: WorldServer, listing: Listing, layers: Layers) -> None:
        self.listing = listing
        self._layers = layers
        self._document = with_types(listing.text)
        self._pager = client.pager(listing.text, listing.variables, pagination=listing.pagination)
        server.requests()
        self._pager.load_all()
        # The variables of the pages, in the order in which they came, and in that of the list with the fields.
        self._asked = server.requests()
        pages = [(asked, layers.add(server.world, self._document, asked)) for asked in self._asked]
        self._pages = pages[::-1] if listing.is_backward else pages
        self._shown = [page.data for page in self._pager.pages]
        self._updates: list[swiftpager.Update] = []
        self._pager.subscribe(self._updates.append)
        client.dispatch(0)

    def page_of(self, chance: random.Random, other: Listing) -> tuple[str, dict[str, Any]]:
        """A request for one of these pages, or for the whole list, by another document."""
        if chance.random() < 0.5:
            return other.text, other.whole()
        cursor = chance.choice(self._asked).get("cursor")
        return other.text, other.variables if cursor is None else {**other.variables, "cursor": cursor}

    def check(self, client: swiftpager.Client) -> int:
        """Compares what the subscriber shows with the model. Returns how many pages have changed."""
        # This waits for the changes of what has ended.
        current = [page.data for page in self._pager.pages]
        while client.dispatch(0):
            pass
        now = [page.data for page in self._updates[-1].pages]
        assert now == current, f"the subscriber of {self.listing} has old pages"
        for index, ((asked, fields), before, page) in enumerate(zip(self._pages, self._shown, now, strict=True)):
            data, needed, is_known = self._layers.read(self._document, asked)
            if not is_known:
                # A page that cannot be read whole stays as it was.
                expected = [before]
            elif needed == fields:
                expected = [data]
            else:
                # Other objects are at its places, and it may be unknown which fragments are theirs.
                expected = [data, before]
            assert page in expected, f"page {index} of {self.listing}\nbefore {before}"
        changed = sum(page != before for page, before in zip(now, self._shown, strict=True))
        self._shown = now
        # A walk may be a miss.
        if (walk := cached(client, self.listing)) is not None:
            assert walk.pages == [self._layers.read(self._document, asked)[0] for asked in self._asked]
        return changed


def change_watched_pages(server: WorldServer, seed: int) -> int:
    """Other queries bring changed objects to two watched pagers. Returns how many pages have changed."""
    chance = random.Random(seed)
    world = server.world = World(chance)
    documents = Documents(chance)
    first = documents.listing()
    second = documents.another(first)
    layers, changed = Layers(), 0
    news: list[str] = []
    with told(seed, first=first, second=second, world=world, news=news):
        with swiftpager.Client(server.url, cache="memory", retry=False) as client:
            watched = [Watched(client, server, listing, layers) for listing in (first, second)]
            for _ in range(2):
                world = server.world = world.changed(chance)
                # One answer: several could be seen one by one, before a page cannot be read whole any more.
                if chance.random() < 0.5:
                    other = documents.another(first)
                    text, variables = watched[0].page_of(chance, other)
                    client.pager(text, variables, pagination=other.pagination).refetch()
                else:
                    text, variables = documents.query(chance.sample(world.keys, 4))
                    client.execute(text, variables)
                [asked] = server.requests()
                news.append(f"{print_ast(parse(text))} with {asked} from {world}")
                layers.add(world, with_types(text), asked)
                changed += sum(each.check(client) for each in watched)
                assert server.requests() == []
    return changed


@pytest.mark.timeout(1_200 if LONG else 60)
@pytest.mark.parametrize("seeds", cases(), ids=lambda seeds: str(seeds.start))
def test_watched_pages_show_what_other_fragments_bring(server: WorldServer, seeds: range) -> None:
    changed = [change_watched_pages(server, seed) for seed in seeds]
    assert not LONG or sum(changed) > len(changed)
