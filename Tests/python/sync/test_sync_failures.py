"""Failures of `swiftpager sync`: each is about one list, the others go on, and the next run makes up for it."""

import pathlib
import subprocess
import time
from collections.abc import Iterator

import pytest

import fleets
import sync_support
from conftest import LONG, until
from swiftpager.fleet import Limit
from swiftpager.sync.places import Places
from swiftpager.sync.stores import Stores
from sync_support import Folder, Lists


@pytest.fixture(scope="module")
def served() -> Iterator[Lists]:
    with sync_support.lists() as served:
        yield served


@pytest.fixture
def folder(served: Lists, tmp_path: pathlib.Path) -> Iterator[Folder]:
    yield Folder(tmp_path, served.url)
    served.control()


def truth(served: Lists, *names: str) -> "dict[str, list[tuple[str, str]]]":
    return {name: served.truth()[name] for name in names}


@pytest.mark.long
def test_a_broken_order_is_an_error_of_its_list(served: Lists, folder: Folder) -> None:
    names = ("orders", "payments", "products")
    folder.run("--only", ",".join(names))
    served.night()
    served.control(disorder=["orders"])
    told = folder.run_json(code=3)
    assert (told["orders"]["end"], told["orders"]["error"]["code"]) == ("failed", "NOT_ORDERED")
    assert [told[name]["end"] for name in names[1:]] == ["complete", "complete"]
    lines, errors = folder.run(code=3)
    assert lines.startswith("orders ") and lines.splitlines()[0].endswith("failed")
    assert "1 of 3 lists failed or are not complete:\n  orders: " in errors
    served.control()
    folder.run()
    assert folder.rows() == truth(served, *names)


@pytest.mark.long
def test_a_list_that_the_server_refuses_keeps_its_view(served: Lists, folder: Folder) -> None:
    folder.run("--only", "products,rows")
    before = folder.rows()["products"]
    served.night()
    served.control(forbidden=["products"])
    _, errors = folder.run(code=1)
    assert "no access to products" in errors
    assert folder.rows() == {"products": before, **truth(served, "rows")}
    served.control()
    folder.run()
    assert folder.rows() == truth(served, "products", "rows")


@pytest.mark.long
def test_a_partial_list_does_not_replace_a_complete_one(served: Lists, folder: Folder) -> None:
    folder.run("--only", "products,orders")
    before = folder.rows()
    served.night()
    served.control(partial=["products", "orders"])
    told = folder.run_json(code=3)
    assert [told[name]["end"] for name in ("products", "orders")] == ["partial", "partial"]
    assert folder.rows()["products"] == before["products"]
    # What a store since a mark had stays complete.
    record = Stores(folder.path / "orders").record(1)
    assert record is not None and record.end == "complete"
    served.control()
    folder.run()
    assert folder.rows() == truth(served, "products", "orders")
    folder.run()
    # The partial ones have gone, too.
    assert len(folder.stores("products")) == 2


@pytest.mark.long
def test_a_partial_list_is_better_than_none(served: Lists, folder: Folder) -> None:
    folder.run("--only", "products")
    plan = folder.plan()["lists"]["products"]["plan"]
    plan["columns"].pop("owner")
    folder.edit("products", plan=plan)
    for path in (folder.path / "products").iterdir():
        path.rename(folder.path / "gone")
    served.control(partial=["products"])
    folder.run(code=3)
    assert folder.rows() == truth(served, "products")


@pytest.mark.long
def test_a_cursor_that_expired_lets_the_list_begin_anew(tmp_path: pathlib.Path) -> None:
    with sync_support.lists("--latency-ms", "60", "--items", "50") as served:
        folder = Folder(tmp_path, served.url)
        with subprocess.Popen(folder.words("--only", "products", "--slice-pages", "1"), env=folder.env) as command:
            until(lambda: served.stats().get("products", 0) >= 6)
            command.kill()
        served.control(expired=["products"])
        assert "the cursor has expired" in folder.run(code=1)[1]
        served.control()
        _, errors = folder.run()
        assert "products begins anew (1 walk, products for example): " in errors
        assert (folder.rows(), folder.stores("products")) == (truth(served, "products"), [1])


@pytest.mark.long
def test_a_missing_slice_is_read_again(served: Lists, folder: Folder) -> None:
    folder.run("--only", "orders", "--slice-pages", "2")
    (folder.path / "orders" / "1" / "orders-000001.parquet").unlink()
    _, errors = folder.run("--slice-pages", "2")
    assert "orders begins anew" in errors
    assert folder.rows() == truth(served, "orders")


@pytest.mark.long
def test_a_damaged_record_is_an_error_of_its_list(served: Lists, folder: Folder) -> None:
    folder.run("--only", "orders,products")
    record = folder.path / "orders" / "1" / "_sync.json"
    record.write_text("{")
    # The other list gets the only place.
    _, errors = folder.run("--jobs", "1", code=3)
    assert f"orders: {record} is damaged" in errors
    assert folder.rows() == truth(served, "products")


@pytest.mark.parametrize("size", [0, 300, 1_000] if LONG else [300])
@pytest.mark.long
def test_a_full_disk_ends_the_run_and_the_next_one_goes_on(served: Lists, folder: Folder, size: int) -> None:
    names = ("orders", "products")
    folder.run("--only", ",".join(names))
    served.night()
    _, errors = folder.run(code=3, before=("prlimit", f"--fsize={size}"))
    assert str(folder.path) in errors
    assert "Traceback" not in errors
    folder.run()
    assert folder.rows() == truth(served, *names)


@pytest.mark.long
def test_a_first_run_on_a_full_disk_leaves_nothing_wrong(served: Lists, folder: Folder) -> None:
    folder.run("--only", "products", code=3, before=("prlimit", "--fsize=100"))
    folder.run("--only", "products")
    assert folder.rows() == truth(served, "products")


@pytest.mark.long
def test_a_server_that_is_away_is_a_failure_of_the_network(folder: Folder) -> None:
    with sync_support.lists() as gone:
        folder.url = gone.url
        folder.run("--only", "empty")
    _, errors = folder.run(code=4)
    assert "1 of 1 list failed or are not complete:" in errors


@pytest.mark.long
def test_a_wrong_scheduler_is_named(folder: Folder) -> None:
    assert "--scheduler tcp://:x: " in folder.run("--only", "empty", "--scheduler", "tcp://:x", code=2)[1]


@pytest.mark.long
def test_a_cluster_reads_the_lists(served: Lists, folder: Folder) -> None:
    names = ("orders", "products")
    with fleets.scheduler() as address, fleets.worker(address):
        folder.run("--only", ",".join(names), "--scheduler", address)
    assert folder.rows() == truth(served, *names)


@pytest.mark.long
def test_all_lists_together_keep_the_limit(served: Lists, folder: Folder) -> None:
    folder.run("--only", "products,orders,rows,brands")
    host = served.url.removeprefix("http://").removesuffix("/graphql")
    before, began = served.stats()["requests"], time.monotonic()
    folder.run("--limit", f"{host}=2:20")
    requests = served.stats()["requests"] - before
    # In any second at most 20 + 2 of them leave.
    assert requests >= 16
    assert time.monotonic() - began >= (requests - 2) / 22


# Places


@pytest.mark.long
def test_places_are_shared_and_kept_apart() -> None:
    places = Places(4, "a.example", Limit(2, per_second=4))
    assert [places.take(0.0, is_alone=False) for _ in range(3)] == [True, True, False]
    threads, limits = places.share(is_alone=False)
    assert (threads, limits) == (1, {"a.example": Limit(1, per_second=2)})
    places.give_back(10.0)
    # The next list of this place waits as long as two of its requests are apart.
    assert [places.take(now, is_alone=False) for now in (10.0, 10.4, 10.5)] == [False, False, True]
    places.give_back(None)
    assert not places.take(11.0, is_alone=True)
    places.give_back(11.0)
    assert [places.take(now, is_alone=True) for now in (11.4, 11.5)] == [False, True]
    assert places.share(is_alone=True) == (2, {"a.example": Limit(2, per_second=4)})


def test_places_without_a_limit() -> None:
    places = Places(3, None, None)
    assert places.take(0.0, is_alone=True)
    assert not places.take(0.0, is_alone=True)
    assert (places.share(is_alone=True), places.share(is_alone=False)) == ((3, {}), (1, {}))
    places.give_back(5.0)
    assert places.take(5.0, is_alone=False)


def test_a_share_is_divided() -> None:
    assert Places(2, "a", Limit(4, share=0.5)).share(is_alone=False) == (1, {"a": Limit(1, share=0.25)})
