"""Lists beside the one that pages: each page has them whole, so they are skipped, and the reason is shown."""

import json

import pytest

from commands import COMMAND, run_words
from schema_support import of_text
from swiftpager.schema import SchemaError

# Vendure's search.
SEARCH = (
    "input S { skip: Int take: Int } type P { productId: ID! variantId: ID! } type F { id: String count: Int! }"
    " type Query { search(input: S!): R! } type R { totalItems: Int! %s }"
)
REASON = "it is beside search.%s, and the arguments of search ask for pages of that list"


@pytest.mark.parametrize(("fields", "paging", "beside"), [
    ("items: [P!]! facetValues: [F!]! collections: [F!]!", "items", ["facetValues", "collections"]),
    ("facets: [F!]! tags: [F!]! edges: [P!]!", "edges", ["facets", "tags"]),
    # The list that pages may have texts.
    ("items: [String!]! facetValues: [F!]! collections: [F!]!", "items", ["facetValues", "collections"]),
    ("items: [String!]! facetValues: [F!]!", "items", ["facetValues"]),
    # What is not a list does not page; AniList's `Page { media characters }` has no list that pages alone.
    ("items: Int media: [F!]! characters: [F!]!", "", []),
])
def test_lists_beside_the_one_that_pages_are_skipped(tmp_path, fields, paging, beside):
    schema = of_text(tmp_path, SEARCH % fields)
    skipped = {found.name: found.skipped for found in schema.lists() if found.skipped is not None}
    assert skipped == {f"search.{name}": REASON % paging for name in beside}
    for found in schema.lists():
        if found.skipped is None:
            assert schema.plan(found.name).name == found.name
        else:
            with pytest.raises(SchemaError, match=f"{found.name} has no plan: it is beside search"):
                schema.plan(found.name)


@pytest.mark.parametrize(("fields", "items"), [
    # What tells facets apart does not make them the items of the page.
    ("items: [P!]! facetValues: [F!]!", "/items"), ("facetValues: [F!]! edges: [P!]!", "/edges"),
    ("nodes: [P!]! facetValues: [F!]! tags: [F!]!", "/nodes"), ("items: [F!]! facetValues: [P!]!", "/items"),
    ("results: [P!]!", "/results"), ("results: [F!]! counts: [P!]!", "/results"),
])
def test_the_list_of_a_page_is_the_one_that_is_named_for_it(tmp_path, fields, items):
    schema = of_text(tmp_path, SEARCH % fields)
    assert [found.name for found in schema.lists()] == ["search"]
    assert schema.plan("search").pagination["items"] == items


def test_the_table_of_lists_says_why_one_is_skipped(tmp_path):
    path = tmp_path / "schema.graphql"
    path.write_text(SEARCH % "items: [P!]! facetValues: [F!]! collections: [F!]!")
    words = [*COMMAND, "http://127.0.0.1:1/", "--lists", "--schema", str(path)]
    table = {line.split()[0]: line for line in run_words(*words).stdout.decode().splitlines()}
    assert table["search.facetValues"].endswith(f"skipped: {REASON % 'items'}")
    assert "skipped" not in table["search.items"]
    told = json.loads(run_words(*words, "--json").stdout)["lists"]
    skipped = {one["name"]: one["skipped"] for one in told}
    assert skipped == {
        "search.facetValues": REASON % "items", "search.collections": REASON % "items", "search.items": None,
    }
