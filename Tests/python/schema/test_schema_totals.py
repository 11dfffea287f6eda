"""Totals in plans: which a plan selects and names, what the trial leaves out, and what a walk of `client.list` does."""

import asyncio
import dataclasses
import logging
from collections.abc import Iterator
from typing import Any

import graphql
import pytest

import swiftpager
import swiftpager.schema
from schema_support import of_text
from sdl_server import Served, serving
from short_lists import COUNT, NAMES, PAGE_SIZE, TOTAL, UNSIZED, Lists, is_lone, lists_to_walk, short_lists, way_of
from short_lists import schema as short_schema
from swiftpager.mcp._walking import planned
from swiftpager.schema.leaving_out import differ_by_totals, without_totals

TYPES = (
    "type PageInfo { hasNextPage: Boolean! endCursor: String } type A { id: ID }"
    " type C { %s nodes: [A] pageInfo: PageInfo! }"
)


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def short() -> Iterator[tuple[Served, Lists]]:
    with short_lists() as both:
        yield both


def walked(pager: swiftpager.Pager) -> tuple[int, str]:
    """How many items a walk delivers, and whether it fails or warns of the total."""
    count, ends = 0, None
    try:
        for page in pager:
            count += len(page.items)
    except swiftpager.FewerThanTotal:
        ends = "fails"
    except (swiftpager.CursorStuck, swiftpager.MissingPageInfo):
        # The total is what says that there is more.
        return count, "is stuck"
    fewer = pager.state["fewer"]
    assert fewer in (None, {"items": COUNT, "total": TOTAL})
    return count, ends or ("well" if fewer is None else "warns")


# client.list


@pytest.mark.parametrize("name", NAMES)
def test_a_list_of_the_client_ends_as_its_total_says(short, caplog, name):
    way = way_of(name)
    with swiftpager.Client(short[0].url) as client, caplog.at_level(logging.WARNING, "swiftpager"):
        pager = client.list(name, page_size=PAGE_SIZE)
        told = [record.getMessage() for record in caplog.records]
        assert pager.plan is not None and tuple(pager.plan.totals) == way.selected
        fails = "is stuck" if is_lone(name) else "fails"
        assert walked(pager) == (COUNT, {"named": fails, "found": "warns"}.get(way.outcome.split()[0], "well"))
    assert len(told) == bool(way.reason)
    assert all(text.startswith("read without its total, ") and way.reason in text for text in told)


@pytest.mark.parametrize("name", [name for name in UNSIZED if not is_lone(name)])
def test_a_list_that_is_not_tried_is_read_without_its_total(short, name):
    with swiftpager.Client(short[0].url) as client:
        pager = client.list(name)
        assert pager.plan is not None and pager.plan.totals == []
        assert walked(pager) == (COUNT, "well")


@pytest.mark.parametrize(("name", "end"), [
    ("unsized_lone_totalCount", "is stuck"), ("unsized_number_nested", "is stuck"), ("unsized_lone_count", "warns"),
    ("unsized_lone_text", "well"), ("unsized_number_parts", "well"), ("unsized_lone_null", "is stuck"),
])
def test_a_total_that_alone_says_where_a_list_ends_is_selected_without_a_trial(short, name, end):
    with swiftpager.Client(short[0].url) as client:
        assert walked(client.list(name))[1] == end


@pytest.mark.parametrize("name", [
    "lone_totalCount", "number_nested", "cursor_totalCount", "offset_count", "page_parts", "unsized_whole_count",
])
def test_total_off_selects_no_total(short, name):
    with swiftpager.Client(short[0].url) as client:
        pager = client.list(name, page_size=PAGE_SIZE, total="off")
        assert pager.plan is not None and "ount" not in pager.plan.query.replace(name, "")
        assert walked(pager) == (COUNT, "well")


def test_an_assistant_reads_lists_without_their_totals(short):
    with swiftpager.Client(short[0].url) as client:
        for name in ("cursor_totalCount", "offset_count"):
            assert planned(client, client.schema(), name, None, None, 100).totals == []


def test_an_async_client_does_the_same(short):
    async def ends(total: Any) -> Any:
        async with swiftpager.AsyncClient(short[0].url) as client:
            pager = await client.list("cursor_totalCount", page_size=PAGE_SIZE, total=total)
            return len([item async for item in pager.items()])

    assert asyncio.run(ends("off")) == COUNT
    with pytest.raises(swiftpager.FewerThanTotal):
        asyncio.run(ends("auto"))


def test_a_list_of_keys_has_no_place_for_a_total(short):
    with swiftpager.Client(short[0].url) as client:
        pager = client.list("keyset", page_size=PAGE_SIZE)
        assert pager.plan is not None and (pager.plan.kind, pager.plan.totals) == ("keyset", [])
        assert walked(pager) == (COUNT, "well")


def test_a_list_that_has_all_items_ends_well(short):
    served, lists = short
    lists.count = TOTAL
    try:
        with swiftpager.Client(served.url) as client:
            for name in lists_to_walk(NAMES):
                pager = client.list(name, page_size=PAGE_SIZE)
                assert len(list(pager.items())) == TOTAL, name
                assert pager.state["fewer"] is None, name
    finally:
        lists.count = COUNT


# Plans


@pytest.mark.parametrize("name", [*NAMES, *UNSIZED])
def test_a_plan_names_a_total_that_counts_the_items_for_certain(tmp_path, name):
    plan = of_text(tmp_path, short_schema()).plan(name)
    way = way_of(name)
    # The plan is not tried.
    selected = {
        "null": ("/totalCount",), "refused": ("/totalCount",), "refused_part": ("/issueCount", "/userCount"),
    }.get(name.removeprefix("unsized_").partition("_")[2], way.selected)
    # A list of one page has as many items as any count of it.
    is_certain = "whole" in name or not "".join(selected).endswith("/count")
    is_named = len(selected) == 1 and is_certain and "_text" not in name
    assert tuple(plan.totals) == selected
    assert plan.pagination.get("total") == (selected[0] if is_named else None)
    assert swiftpager.schema.Plan.from_json(plan.to_json()) == plan


def test_a_count_that_alone_says_where_the_list_ends_is_found(tmp_path):
    # It may be the number of the page's items: a named one would end the list after the first page.
    sdl = "type A { id: ID! } type P { rows: [A!]! count: Int! } type Query { a(offset: Int, limit: Int): P! }"

    def rows(_: Any, offset: int | None = 0, limit: int = 10) -> Any:
        page = [{"id": str(n)} for n in range(25)][offset or 0 :][:limit]
        return {"rows": page, "count": len(page)}

    plan = of_text(tmp_path, sdl).plan("a", page_size=10)
    assert plan.totals == ["/count"] and "total" not in plan.pagination
    with serving(sdl, {"a": rows}) as served, swiftpager.Client(served.url) as client:
        pager = client.list("a", page_size=10)
        assert len(list(pager.items())) == 25
        assert pager.state["fewer"] is None


def test_a_list_since_a_mark_names_a_count_because_its_mark_would_pass_the_missing_items(tmp_path):
    text = TYPES % "count: Int" + " enum O { UPDATED_AT_DESC } type B { id: ID! updatedAt: String! } type D"
    text += " { count: Int nodes: [B] pageInfo: PageInfo! } type Query { d(first: Int, after: String, orderBy: O): D }"
    plan = of_text(tmp_path, text).plan("d", since="auto")
    assert plan.since is not None and plan.pagination["total"] == "/count"
    assert "total" not in of_text(tmp_path, text).plan("d").pagination


@pytest.mark.parametrize(("fields", "totals"), [
    ("count: Int totalCount: Int", ["/totalCount"]),
    # A number before a text, the nearer one before the first word, a total before its parts.
    ("totalCount: String total: Int", ["/total"]),
    ("count: Int meta: M", ["/count"]),
    ("meta: M", ["/meta/total"]),
    ("totalCount: Int issueCount: Int", ["/totalCount"]),
    ("discussionCount: Int repositoryCount: Int issueCount: Int userCount: Int",
     ["/issueCount", "/repositoryCount", "/userCount", "/discussionCount"]),
    ("totalCount(of: ID): Int", ["/totalCount"]),
    ("totalCount(of: ID!): Int", []),
])
def test_the_total_is_the_one_that_the_library_would_find(tmp_path, fields, totals):
    text = "type M { total: Int }" + TYPES % fields + " type Query { a(first: Int, after: String): C }"
    assert of_text(tmp_path, text).plan("a").totals == totals


def test_only_a_total_that_ends_the_list_is_selected_on_demand(tmp_path):
    text = TYPES % "totalCount: Int" + " type P { rows: [A] total: Int }"
    text += " type Query { a(first: Int, after: String): C p(offset: Int, limit: Int): P }"
    schema = of_text(tmp_path, text)
    assert [schema.plan(name, total="end").totals for name in ("a", "p")] == [[], ["/total"]]
    assert [schema.plan(name, total="off").totals for name in ("a", "p")] == [[], []]
    assert "total" not in schema.plan("p", total="off").query
    with pytest.raises(ValueError, match='total must be "auto", "end" or "off"'):
        schema.plan("a", total="on")


def test_a_total_counts_or_not_in_one_query(tmp_path):
    plan = of_text(tmp_path, TYPES % "count: Int" + " type Query { a(first: Int, after: String): C }").plan("a")
    off = plan.with_total("off")
    assert off.query == plan.query and off.pagination == {**plan.pagination, "check_total": False}
    assert off.with_total("auto") == plan
    bare = without_totals(plan, plan.totals)
    assert bare.with_total("off") == bare and "count" not in bare.query
    graphql.parse(bare.query)
    assert differ_by_totals(plan, bare) and differ_by_totals(bare, off)
    assert not differ_by_totals(plan, dataclasses.replace(bare, variables={"first": 1}))


# The trial


def refusing(word: str, error: dict[str, Any]) -> Any:
    return lambda query, variables: {"errors": [error]} if word in query and "__schema" not in query else None


def test_a_refusal_that_names_no_place_may_be_about_the_total(caplog):
    before = refusing(" totalCount\n", {"message": "too complex"})
    with serving(short_schema(), Lists().root(), before) as served, swiftpager.Client(served.url) as client:
        pager = client.list("cursor_totalCount", page_size=PAGE_SIZE)
        assert walked(pager) == (COUNT, "well") and len(served.asked) == 2 + COUNT // PAGE_SIZE
    assert [record.getMessage() for record in caplog.records] == [
        "read without its total, totalCount: the server refuses it (too complex)"
    ]


def test_a_server_that_refuses_everything_is_asked_once_more_and_not_blamed_on_the_total(caplog):
    before = refusing("cursor", {"message": "who are you"})
    with serving(short_schema(), Lists().root(), before) as served:
        with swiftpager.Client(served.url, retry=False) as client:
            with pytest.raises(swiftpager.GraphQLError, match="who are you"):
                client.list("cursor_totalCount")
        assert len(served.asked) == 2
    assert not caplog.records


def test_keep_refused_keeps_the_total(short):
    with swiftpager.Client(short[0].url, retry=False) as client:
        pager = client.list("cursor_null", keep_refused=True)
        assert pager.plan is not None and pager.plan.totals == ["/totalCount"]
        with pytest.raises(swiftpager.GraphQLError, match="no totals for you"):
            client.list("cursor_refused", keep_refused=True)
