"""A client's cache: its configuration, its records, and the policies of loads and single requests."""

import contextlib
import pathlib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest

import swiftpager
from conftest import PRODUCTS_QUERY, REPOSITORY, run_script, until
from swiftpager.shapes import PaginationDict

SHOP_KEY = "Shop:1"
OFFSET_QUERY = (
    "query ($offset: Int, $limit: Int) { productList(offset: $offset, limit: $limit) { items { id name } total } }"
)
OFFSET_LIST: PaginationDict = {"type": "offset", "connection": "/productList", "total": "/total"}
ONLY_CACHE = "return_cache_data_dont_fetch"


@pytest.fixture
def client(shop: str) -> Iterator[swiftpager.Client]:
    with swiftpager.Client(shop, cache="memory") as made:
        yield made


@contextlib.contextmanager
def shop_of_30_products() -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """A separate shop: its address, and its process."""
    command = [sys.executable, str(REPOSITORY / "Tests" / "servers" / "shop.py"), "--products", "30"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("listening on ").strip(), process
        process.terminate()


@pytest.fixture(scope="module")
def small_shop() -> Iterator[str]:
    """The address of a shop that all tests of this file share."""
    with shop_of_30_products() as (address, _):
        yield address


@pytest.fixture
def own_shop() -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """A shop that the test can stop: its address, and its process."""
    with shop_of_30_products() as made:
        yield made


def names(pages: Sequence[swiftpager.Page]) -> list[str]:
    return [node["name"] for page in pages for node in page.items]


def test_records_are_read_written_and_forgotten(client):
    cache = client.cache
    assert "A:1" not in cache
    cache["A:1"] = {"name": "a", "size": 1.5}
    cache["A:1"] = {"name": "b", "friend": {"$ref": "A:2"}, 'in(unit:"m")': [1, None]}
    assert cache["A:1"] == {"name": "b", "size": 1.5, "friend": {"$ref": "A:2"}, 'in(unit:"m")': [1, None]}
    assert "A:1" in cache
    assert cache.get("A:2") is None
    assert cache.get("A:2", {}) == {}
    cache.write({"A:2": {"n": 2}, "A:3": {"n": 3}})
    assert cache["A:3"] == {"n": 3}
    del cache["A:3"]
    del cache["A:3"]
    assert "A:3" not in cache
    cache.clear()
    assert "A:2" not in cache


def test_an_unknown_record_is_a_key_error(client):
    with pytest.raises(KeyError, match="A:1"):
        client.cache["A:1"]


def test_what_is_no_record_is_refused(client):
    with pytest.raises(swiftpager.InvalidArgumentError, match="object"):
        client.cache["A:1"] = 7
    with pytest.raises(swiftpager.InvalidArgumentError, match="empty"):
        client.cache[""] = {}
    with pytest.raises(swiftpager.InvalidArgumentError, match="too long"):
        client.cache["k" * 2**20] = {}
    with pytest.raises(TypeError, match="string"):
        client.cache[1] = {}
    with pytest.raises(ValueError, match="NUL"):
        client.cache["A\0"]
    with pytest.raises(TypeError):
        iter(client.cache)


def test_without_a_cache_its_use_is_an_error_that_says_so(shop):
    with swiftpager.Client(shop) as client:
        with pytest.raises(swiftpager.InvalidArgumentError, match="has no cache"):
            client.cache["A:1"] = {}
        with pytest.raises(swiftpager.ConfigurationError, match="has no cache") as caught:
            client.pager(PRODUCTS_QUERY, {"first": 3}, cache_policy=ONLY_CACHE)
        assert caught.value.path == "/cache_policy"
        with pytest.raises(swiftpager.ConfigurationError, match="needs a cache"):
            client.execute("{ shop { name } }", optimistic={SHOP_KEY: {}})
        with pytest.raises(swiftpager.ConfigurationError):
            client.pager(PRODUCTS_QUERY, {"first": 3}).fetch(cache_policy="return_cache_data_else_fetch")


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"key_fields": ["id"]}, "/key_fields"),
        ({"max_records": 1, "cache": "none"}, "/max_records"),
        ({"max_age": 1}, "/max_age_ms"),
        ({"add_typename": True}, "/add_typename"),
        ({"refetch_incomplete": True}, "/refetch_incomplete"),
        ({"cache": "disk"}, "/cache"),
        ({"cache": "memory", "key_fields": "id"}, "/key_fields"),
        ({"cache": "memory", "key_fields": {"A": ["i d"]}}, "/key_fields/A/0"),
        ({"cache": {"sqlite": ""}}, "/cache/sqlite"),
    ],
)
def test_bad_options_name_their_key(options, path):
    with pytest.raises(swiftpager.ConfigurationError) as caught:
        swiftpager.Client("http://localhost/", **options)
    assert caught.value.path == path


def test_options_of_the_cache_are_taken():
    with swiftpager.Client(
        "http://localhost/",
        cache="memory",
        key_fields={"A": ("sku", "shop"), "*": ["id"]},
        max_records=10,
        max_age={"A": 0.5, "*": 60},
        add_typename=False,
        refetch_incomplete=True,
    ) as client:
        client.cache["A:1"] = {"n": 1}
    with swiftpager.Client("http://localhost/", cache="memory", key_fields=["id"], max_age=86_400):
        pass
    with pytest.raises(ValueError, match="max_age"):
        swiftpager.Client("http://localhost/", cache="memory", max_age=0)


def test_key_fields_make_the_keys(shop):
    with swiftpager.Client(shop, cache="memory", key_fields={"Shop": ["name"], "*": ["id"]}) as client:
        client.execute("{ shop { id name } }")
        assert [key for key in ("Shop:U2hvcDox", "QUERY_ROOT") if key in client.cache] == ["QUERY_ROOT"]


def test_policies_of_a_pager_and_of_a_call(client):
    pager = client.pager(PRODUCTS_QUERY, {"first": 3}, cache_policy=ONLY_CACHE)
    sources = []
    pager.subscribe(lambda update: sources.append(update.source))
    with pytest.raises(swiftpager.CacheMiss) as caught:
        pager.fetch()
    assert not isinstance(caught.value, KeyError)
    assert caught.value.code == "CACHE_MISS"
    pager.fetch(cache_policy="return_cache_data_else_fetch")
    pager.fetch()
    pager.fetch(cache_policy="return_cache_data_and_fetch")
    pager.refetch()
    pager.load_next(cache_policy="fetch_ignoring_cache_completely")
    with pytest.raises(swiftpager.CacheMiss):
        pager.load_all(fetch_from_initial_page=False)
    assert sources == [None, "server", "cache", "cache", "server", "server", "server", None]


@pytest.mark.parametrize("retain", ["all", "none"])
@pytest.mark.long
def test_a_list_is_walked_again_when_the_server_is_gone(own_shop, retain):
    endpoint, server = own_shop
    with swiftpager.Client(endpoint, cache="memory") as client:
        walked = [node["name"] for node in client.pager(PRODUCTS_QUERY, {"first": 7}, retain=retain).items()]
        assert len(walked) == 30
        server.terminate()
        server.wait()
        for policy in (ONLY_CACHE, "return_cache_data_else_fetch"):
            pager = client.pager(PRODUCTS_QUERY, {"first": 7}, retain=retain, cache_policy=policy)
            assert [node["name"] for node in pager.items()] == walked
            pager.load_all()
            assert pager.state["items_loaded"] == 30
        with pytest.raises(swiftpager.NetworkError):
            pager.refetch()


@pytest.mark.parametrize(
    ("kind", "retain", "policy"),
    [
        ("cursor", "all", None),
        ("offset", "last", "return_cache_data_else_fetch"),
        ("offset", "all", "return_cache_data_and_fetch"),
        ("cursor", "last", "fetch_ignoring_cache_completely"),
    ],
)
def test_a_walk_yields_each_page_once_whatever_changes(small_shop, kind, retain, policy):
    with swiftpager.Client(small_shop, cache="memory") as client:
        for turn in range(2):
            if kind == "cursor":
                pager = client.pager(PRODUCTS_QUERY, {"first": 7}, cache_policy=policy, retain=retain)
            else:
                pager = client.pager(
                    OFFSET_QUERY, {"limit": 7}, cache_policy=policy, retain=retain, pagination=OFFSET_LIST
                )
            told = []
            pager.subscribe(told.append)
            numbers = []
            for page in pager:
                numbers += [int(node["name"].rpartition(" ")[2]) for node in page.items]
                first = page.items[0]
                name = f"Changed {turn} {first['name'][-8:]}"
                client.cache["Product:" + first["id"]] = {"name": name}
                client.dispatch(0.05)
            assert numbers == list(range(1, 31))
            # With "last", the next page may have replaced the changed one.
            if policy != "fetch_ignoring_cache_completely" and retain == "all":
                until(lambda told=told: client.dispatch(0.1) or len(told) > 5)


def walked_by_a_process(endpoint: str, file: pathlib.Path, policy: str) -> str:
    script = f"""
import pathlib
with swiftpager.Client({endpoint!r}, cache=pathlib.Path({str(file)!r})) as client:
    pager = client.pager({PRODUCTS_QUERY!r}, {{"first": 7}}, cache_policy={policy!r})
    print([node["id"] for node in pager.items()])
"""
    code, output, errors = run_script(script)
    assert (code, errors) == (0, "")
    return output


@pytest.mark.long
def test_a_list_is_walked_again_from_a_file_in_another_process_without_a_server(own_shop, tmp_path: pathlib.Path):
    endpoint, server = own_shop
    file = tmp_path / "shop.db"
    walked = walked_by_a_process(endpoint, file, "fetch_ignoring_cache_data")
    assert walked.count(",") == 29
    server.terminate()
    server.wait()
    assert walked_by_a_process(endpoint, file, ONLY_CACHE) == walked
    assert walked_by_a_process(endpoint, file, "return_cache_data_else_fetch") == walked


@pytest.mark.long
def test_records_that_cannot_be_read_are_misses_that_the_next_answers_heal(small_shop, tmp_path):
    file = tmp_path / "shop.db"
    walked = walked_by_a_process(small_shop, file, "fetch_ignoring_cache_data")
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE records SET value = x'7b'")
    with swiftpager.Client(small_shop, cache=file) as client:
        with pytest.raises(swiftpager.CacheMiss):
            client.pager(PRODUCTS_QUERY, {"first": 7}, cache_policy=ONLY_CACHE).fetch()
        with pytest.raises(KeyError):
            client.cache["QUERY_ROOT"]
    assert walked_by_a_process(small_shop, file, "return_cache_data_else_fetch") == walked
    assert walked_by_a_process(small_shop, file, ONLY_CACHE) == walked


@pytest.mark.long
def test_a_file_that_cannot_be_used_fails_with_its_path(tmp_path: pathlib.Path):
    path = tmp_path / "missing" / "cache.db"
    with pytest.raises(swiftpager.CacheFailed, match="missing"):
        swiftpager.Client("http://localhost/", cache=path)
