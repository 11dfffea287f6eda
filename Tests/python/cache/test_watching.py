"""Pages that change under a subscription: rows I1, I2 and M38 to M41 of docs/parity.md, and what updates a page."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager
from conftest import PRODUCTS_QUERY, until
from servers import server

# A list of people, two per page; each page also has the hero, as in the reference's tests.
PEOPLE_QUERY = (
    "query People($after: String) { hero { id name friends(after: $after) {"
    " totalCount edges { node { id name } } pageInfo { hasNextPage endCursor } } } }"
)
PAGES = {None: [("1", "Luke"), ("2", "Han")], "c2": [("3", "Leia")]}


class Galaxy:
    """A server in memory: each page may have its own name for the hero and its own count."""

    def __init__(self) -> None:
        self.heroes = {None: "R2-D2", "c2": "R2-D2"}
        self.totals = {None: 3, "c2": 3}
        self.requests = 0

    def __call__(self, request: swiftpager.Request) -> None:
        self.requests += 1
        after = json.loads(bytes(request.body))["variables"].get("after")
        people = [{"node": {"__typename": "Human", "id": id, "name": name}} for id, name in PAGES[after]]
        info = {"__typename": "PageInfo", "hasNextPage": after is None, "endCursor": "c3" if after else "c2"}
        friends = {
            "__typename": "Friends",
            "totalCount": self.totals[after],
            "edges": [{"__typename": "Edge", **edge} for edge in people],
            "pageInfo": info,
        }
        hero = {"__typename": "Droid", "id": "0", "name": self.heroes[after], "friends": friends}
        request.complete(200, json.dumps({"data": {"hero": hero}}).encode())


class Watched:
    """A pager and the updates of its subscriber: the sources of the held pages, and the changed pages."""

    def __init__(self, **options: Any) -> None:
        self.galaxy = Galaxy()
        self.client = swiftpager.Client("http://localhost/", cache="memory", transport=self.galaxy)
        self.pager = self.client.pager(PEOPLE_QUERY, **options)
        self.told: list[swiftpager.Update] = []

    def subscribe(self) -> None:
        self.pager.subscribe(self.told.append)

    def settle(self, count: int) -> None:
        """Dispatches until there are enough updates, and a little longer, because more would be a mistake."""
        until(lambda: self.client.dispatch(0.1) or len(self.told) >= count)
        self.client.dispatch(0.05)
        assert [(update.source, update.page_index) for update in self.told][count:] == []

    @property
    def heroes(self) -> list[str]:
        return [page.data["hero"]["name"] for page in self.pager.pages]


@pytest.fixture
def watched() -> Iterator[Watched]:
    made = Watched(pagination={"connection": "/hero/friends"})
    yield made
    made.client.close()


def changes(watched: Watched) -> list[tuple[str | None, int | None, int]]:
    return [(update.source, update.page_index, update.page_count) for update in watched.told]


def test_i1_i2_a_write_renames_the_hero_on_both_pages(watched):
    watched.pager.fetch()
    watched.pager.load_next()
    watched.subscribe()
    watched.settle(1)
    watched.client.cache["Droid:0"] = {"name": "Artoo"}
    watched.settle(3)
    assert sorted(changes(watched)[1:]) == [("cache", 0, 2), ("cache", 1, 2)]
    assert watched.heroes == ["Artoo", "Artoo"]
    assert [page.data["hero"]["name"] for page in watched.told[-1].pages] == ["Artoo", "Artoo"]
    assert watched.galaxy.requests == 2


def test_m38_a_page_that_renames_what_another_shows_refreshes_that(watched):
    watched.galaxy.heroes["c2"] = "Artoo"
    watched.subscribe()
    watched.pager.fetch()
    watched.pager.load_next()
    watched.settle(3)
    assert changes(watched) == [("server", 0, 1), ("server", 1, 2), ("cache", 0, 2)]
    assert watched.heroes == ["Artoo", "Artoo"]
    assert watched.galaxy.requests == 2


def test_m39_so_does_load_all_after_its_own_update():
    watched = Watched(pagination={"connection": "/hero/friends"}, emit="end")
    with watched.client:
        watched.galaxy.heroes["c2"] = "Artoo"
        watched.subscribe()
        watched.pager.load_all()
        # Either the first page changed before the end, whose update shows it, or a later update does.
        until(lambda: watched.client.dispatch(0.05) or watched.heroes == ["Artoo", "Artoo"])
        watched.client.dispatch(0.05)
        assert changes(watched) in ([("server", 1, 2)], [("server", 1, 2), ("cache", 0, 2)])
        assert [page.data["hero"]["name"] for page in watched.told[-1].pages] == ["Artoo", "Artoo"]


def test_m40_what_is_kept_by_its_arguments_is_another_thing_on_another_page(watched):
    watched.galaxy.totals["c2"] = 4
    watched.subscribe()
    watched.pager.fetch()
    watched.pager.load_next()
    watched.settle(2)
    totals = [page.data["hero"]["friends"]["totalCount"] for page in watched.pager.pages]
    assert totals == [3, 4]


def test_a_page_without_a_cache_is_not_watched(watched):
    watched.subscribe()
    watched.pager.fetch(cache_policy="fetch_ignoring_cache_completely")
    assert "Droid:0" not in watched.client.cache
    watched.client.cache["Human:1"] = {"name": "Lucas"}
    watched.settle(1)


def test_a_transform_makes_its_model_anew():
    def friends(response):
        return [edge["node"]["name"] for edge in response["data"]["hero"]["friends"]["edges"]]

    watched = Watched(pagination={"connection": "/hero/friends"}, transform=friends)
    with watched.client:
        watched.subscribe()
        watched.pager.fetch()
        watched.client.cache["Human:2"] = {"name": "Solo"}
        watched.settle(2)
        assert [update.page.model for update in watched.told] == [["Luke", "Han"], ["Luke", "Solo"]]


def test_the_cache_can_be_written_inside_a_callback(watched):
    def rename(update):
        watched.told.append(update)
        watched.client.cache["Human:1"] = {"name": "Lucas"}

    watched.pager.subscribe(rename)
    watched.pager.fetch()
    watched.settle(2)
    assert watched.pager.pages[0].items[0]["name"] == "Lucas"


@pytest.mark.long
def test_a_mutation_and_its_optimistic_guess_show_on_the_page():
    # A shop of its own: other tests compare the prices of the one that they share.
    with server("shop") as shop, swiftpager.Client(shop, cache="memory") as client:
        pager = client.pager(PRODUCTS_QUERY, {"first": 3})
        pager.fetch()
        told = []
        pager.subscribe(told.append)
        client.dispatch()
        product = pager.pages[0].items[2]
        key = "Product:" + product["id"]
        assert client.cache[key]["name"] == product["name"]
        price = 2000 + time.time() % 1000
        mutation = "mutation ($id: ID!, $price: Float!) { updateProduct(id: $id, price: $price) { id price } }"
        client.execute(mutation, {"id": product["id"], "price": price}, optimistic={key: {"price": price}})
        until(lambda: client.dispatch(0.1) or len(told) >= 2)
        assert pager.pages[0].items[2]["price"] == price
        # The client takes a guess back if the server refuses it.
        told.clear()
        with pytest.raises(swiftpager.GraphQLError, match="price"):
            client.execute(mutation, {"id": product["id"], "price": -1}, optimistic={key: {"price": -1}})
        until(lambda: client.dispatch(0.1) or pager.pages[0].items[2]["price"] == price)
        assert {update.source for update in told} <= {"cache"}
        assert client.cache[key]["price"] == price


def test_writes_of_many_threads_reach_the_page(watched):
    watched.subscribe()
    watched.pager.fetch()

    def write(number):
        for turn in range(200):
            watched.client.cache[f"Human:{number}"] = {"name": f"{number}-{turn}"}

    threads = [threading.Thread(target=write, args=(number,)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    def newest() -> list[str]:
        return [node["name"] for node in watched.told[-1].pages[0].items]

    # A waiting update shows the page's newest state, so there are few updates.
    until(lambda: watched.client.dispatch(0.1) or newest() == ["1-199", "2-199"])
    assert len(watched.told) < 50
