"""Types: every public function has readable hints, and type checkers accept the code in the documentation."""

import inspect
import typing

import pytest

import swiftpager
import swiftpager.testing
from type_checkers import checked


def public_functions():
    for module in (swiftpager, swiftpager.testing):
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isfunction(thing):
                yield pytest.param(thing, id=name)
            elif inspect.isclass(thing):
                for part, member in inspect.getmembers_static(thing):
                    function = getattr(member, "fget", None) or getattr(member, "func", None) or member
                    function = getattr(function, "__func__", function)
                    is_ours = (getattr(function, "__module__", None) or "").startswith("swiftpager")
                    if inspect.isfunction(function) and is_ours and (part == "__init__" or not part.startswith("_")):
                        yield pytest.param(function, id=f"{name}.{part}")


@pytest.mark.parametrize("function", list(public_functions()))
def test_every_public_function_has_hints(function):
    hints = typing.get_type_hints(inspect.unwrap(function))
    for options in typing.get_args(hints.get("options")):
        hints |= typing.get_type_hints(options)
    names = [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]
    assert set(hints) >= set(names)
    assert function.__name__ == "__init__" or "return" in hints


PROGRAM = '''
import asyncio
from collections.abc import Iterator, Sequence
from typing import TypedDict

import msgspec
import swiftpager
from typing_extensions import assert_type


class Product(msgspec.Struct):
    id: str
    name: str


class Row(TypedDict):
    id: str


with swiftpager.Client("https://example.com/graphql", timeout=5, retry={"max_attempts": 2}) as client:
    pager = client.pager("query", {"first": 10}, retain="none", pagination={"type": "cursor"})
    assert_type(pager, swiftpager.Pager)
    assert_type(pager.items(Product), Iterator[Product])
    assert_type(pager.items(type=Row), Iterator[Row])
    for product in pager.items(type=Product):
        assert_type(product.name, str)
    for page in pager:
        assert_type(page, swiftpager.Page)
        assert_type(page.raw_edges, bytes | None)
        assert_type(page.items_as(Product), list[Product])
    assert_type(pager.items(Product, limit=3), Iterator[Product])
    pager.load_all(max_pages=3, headers={"A": "b"}, retain="last")
    client.pager(
        "query", pagination=swiftpager.Pagination(key=["/at", "/id"]), nested=swiftpager.Nested(mode="drain"),
        since=swiftpager.Since(path="/at", order="descending", lag=0.5, tolerate={"seconds": 1}),
    )
    client.pager("query", since={"path": "/at", "order": "descending"}, nested={"mode": "error"})
    try:
        pager.load_next(cache_policy="return_cache_data_dont_fetch")
    except swiftpager.RateLimited as error:
        assert_type(error.retry_after, float | None)
    assert_type(pager.pages[1:3], Sequence[swiftpager.Page])


async def main() -> None:
    async with swiftpager.AsyncClient("https://example.com/graphql") as client:
        pager = client.pager("query")
        assert_type(pager, swiftpager.AsyncPager)
        async for page in pager:
            assert_type(page, swiftpager.Page)
        async for product in pager.items(Product):
            assert_type(product, Product)
        async for update in pager.updates():
            assert_type(update, swiftpager.Update)


asyncio.run(main())
'''
# Pagers of a type, and annotations that say nothing of one, as those of programs from before pagers had a type.
TYPED = '''
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Protocol, Unpack

import msgspec
import swiftpager
from typing_extensions import assert_type


class Named(msgspec.Struct):
    name: str


class Product(Named):
    id: str


class HasName(Protocol):
    name: str


def count(pager: swiftpager.Pager, kept: list[swiftpager.Page]) -> int:
    for page in pager:
        kept.append(page)
    for product in pager.items():
        print(product["name"])
    with pager.subscribe(show):
        pager.load_all()
    return len(pager.pages)


def show(update: swiftpager.Update) -> None:
    if update.page is not None:
        print(update.page.items[0]["name"], update.pages[0].items)


async def watch(pager: swiftpager.AsyncPager, updates: swiftpager.AsyncUpdates) -> AsyncIterator[swiftpager.Update]:
    async for page in pager:
        show_page(page)
    async for update in updates:
        yield update
    async for product in pager.items():
        print(product["name"])


def show_page(page: swiftpager.Page) -> None:
    print(page.items)


class Reader:
    pager: swiftpager.Pager

    def __init__(self, pager: swiftpager.Pager) -> None:
        self.pager = pager

    def items(self) -> Iterator[Any]:
        return self.pager.items()


def names(pager: swiftpager.Pager[HasName]) -> list[str]:
    return [item.name for item in pager.items()]


def named(update: swiftpager.Update[Named]) -> None: ...


def products(client: swiftpager.Client, **options: Unpack[swiftpager.PagerOptions]) -> swiftpager.Pager[Product]:
    return client.pager("query", type=Product, **options)


with swiftpager.Client("https://example.com/graphql") as client:
    pager = products(client, max_pages=3, retain="all")
    assert_type(pager, swiftpager.Pager[Product])
    assert_type(pager.items(), Iterator[Product])
    assert_type(pager.items(limit=3, pages=1), Iterator[Product])
    assert_type(pager.items(Named), Iterator[Named])
    assert_type(pager.pages, Sequence[swiftpager.Page[Product]])
    for page in pager:
        assert_type(page, swiftpager.Page[Product])
        assert_type(page.items, list[Product])
        assert_type(page.items_as(Named), list[Named])
    pager.subscribe(named)
    names(pager)
    names(client.pager("query"))
    count(pager, [])
    Reader(pager)
    kept: swiftpager.Pager = client.pager("query")
    kept = pager
    assert_type(client.pager("query"), swiftpager.Pager[Any])
    assert_type(next(iter(client.pager("query"))).items, list[Any])
    assert_type(client.list("products", type=Product), swiftpager.Pager[Product])
    assert_type(client.list("products"), swiftpager.Pager)


async def main() -> None:
    async with swiftpager.AsyncClient("https://example.com/graphql") as client:
        pager = client.pager("query", type=Product)
        assert_type(pager, swiftpager.AsyncPager[Product])
        async for page in pager:
            assert_type(page, swiftpager.Page[Product])
        async for product in pager.items():
            assert_type(product, Product)
        async for update in pager.updates():
            assert_type(update, swiftpager.Update[Product])
        async for update in watch(pager, pager.updates()):
            show(update)
        assert_type(await client.list("products", type=Product), swiftpager.AsyncPager[Product])
'''
WRONG = '''
import swiftpager

client = swiftpager.Client("https://example.com/graphql", timeout="5")
pager = client.pager("query", retain="some")
pager.load_all(max_page=3)
for page in pager.items(type=3):
    pass
failure = swiftpager.IncompleteEror
client.pager("query", retan="all")


def numbers(pager: swiftpager.Pager[int]) -> None: ...


numbers(client.pager("query", type=str))
'''


@pytest.mark.parametrize("program", [PROGRAM, TYPED], ids=["program", "typed"])
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.long
def test_type_checkers_take_a_right_program(checker, program, tmp_path):
    lines, output = checked(checker, program, tmp_path)
    assert lines == set(), output


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.long
def test_type_checkers_refuse_a_wrong_one(checker, tmp_path):
    lines, output = checked(checker, WRONG, tmp_path)
    assert lines == {4, 5, 6, 7, 9, 10, 16}, output
