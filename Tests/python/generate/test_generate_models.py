"""The model of documents, which the printers of all languages read."""

import graphql
import pytest

from generate_support import modelled
from swiftpager.generate.building.writing import definition_text
from swiftpager.generate.errors import DocumentError
from swiftpager.generate.model import Condition, Flag, Group, Selection, Spread

SCHEMA = """
scalar Cursor
scalar Unused
enum Color { RED GREEN }
input Filter { color: Color! = RED inner: Filter name: String }
interface Node { id: ID! }
interface Named { name: String! }
type Product implements Node & Named { id: ID! name: String! price: Float color: Color parts: [[Product!]] }
type Maker implements Node & Named { id: ID! name: String! }
type Shelf implements Node { id: ID! products(first: Int, after: String): Products! }
union Thing = Product | Maker | Shelf
type PageInfo { hasNextPage: Boolean! endCursor: String hasPreviousPage: Boolean! startCursor: String }
type Products { nodes: [Product] edges: [Edge!]! pageInfo: PageInfo! totalCount: Int }
type Edge { node: Product! cursor: String }
type Rows { items: [Product!]! total: Int }
type Numbered { data: [Product!]! paginatorInfo: Info! }
type Info { hasMorePages: Boolean! lastPage: Int! }
input Paging { first: Int after: String }
type Query {
  things: [Thing!]!
  node: Node
  product(id: ID!): Product
  products(first: Int, after: String, last: Int, before: String, filter: Filter): Products!
  by(paging: Paging): Products!
  rows(limit: Int, offset: Int): Rows
  list(limit: Int!, offset: Int = 0): [Product!]!
  numbered(page: Int!, first: Int): Numbered!
  shelf: Shelf
}
"""


@pytest.fixture
def of(tmp_path):
    def operation(text: str):
        model = modelled(tmp_path, SCHEMA, query=text)
        return model, model.operations[0]

    return operation


def shown(selection: Selection):
    """A selection as nested tuples."""
    return [
        *((one.key, shown(one.selection)) if one.selection else one.key for one in selection.fields),
        *(f"...{one.fragment}" for one in selection.spreads),
        *((f"on {one.name}", "|".join(one.types), shown(one.selection)) for one in selection.groups),
    ]


def plain(text: str) -> str:
    """A document in one line."""
    return " ".join(text.split())


def way(steps):
    def step(one):
        if isinstance(one, Spread):
            return f"...{one.fragment}"
        return f"on {one.name}" if isinstance(one, Group) else one.key

    return ".".join(map(step, steps))


# Texts


def test_a_document_is_written_as_it_is():
    text = """
    query Q($a: Int = 1, $b: [[String!]]! = [["x\\n\\"y\\""], []], $c: In = {k: null, d: 1.5e3}, $e: E! = V @on(x: true)) @live {
      alias: field(a: $a, b: "two\\nlines", c: {inner: [$b, V, false, -1, "é"]}) @include(if: $e) @skip(if: false) {
        ... { x } ...F @a(b: 1) ... on T @z { y }
      }
      another(with: "a long text, so that the arguments stand in lines of their own", and: "another long text, too")
    }"""  # noqa: E501
    [node] = graphql.parse(text).definitions
    written = definition_text(node)
    assert graphql.print_ast(graphql.parse(written)) == graphql.print_ast(graphql.parse(text))
    assert max(map(len, written.splitlines())) <= 120


def test_a_block_string_is_written_as_a_string():
    [node] = graphql.parse('{ field(text: """\n  two\n    lines "quoted"\n""") }').definitions
    assert definition_text(node) == 'query { field(text: "two\\n  lines \\"quoted\\"") }'


# Selections


def test_inline_fragments_that_always_apply_are_common_fields(of):
    _, operation = of("query Q { product(id: 1) { id ... on Node { id } ... { name } ... on Named { n: name } } }")
    assert shown(operation.selection) == [("product", ["id", "name", "n"])]


def test_types_of_which_the_same_is_asked_are_one_group(of):
    _, operation = of(
        "query Q { things { ... on Node { id } ... on Named { name } ... on Product { price } ... on Shelf { id } } }"
    )
    things = operation.selection.fields[0].selection
    assert things.is_choice
    assert shown(things) == [
        ("on Product", "Product", ["id", "name", "price"]), ("on Maker", "Maker", ["id", "name"]),
        ("on Shelf", "Shelf", ["id"]),
    ]


def test_groups_that_share_their_first_condition_have_different_names(of):
    _, operation = of("query Q { node { id ... on Named { name } ... on Node { ... on Named { n: name } } } }")
    assert shown(operation.selection) == [("node", ["id", ("on Named", "Product|Maker", ["name", "n"])])]
    assert not operation.selection.fields[0].selection.is_choice


def test_conditions_inside_conditions_are_flat(of):
    _, operation = of("query Q { things { ... on Node { id ... on Product { price } } } }")
    assert shown(operation.selection) == [
        ("things", [("on Product", "Product", ["id", "price"]), ("on Node", "Maker|Shelf", ["id"])])
    ]
    assert plain(operation.text) == (
        "query Q { things { __typename ... on Node { id ... on Product { price } } } }"
    )


def test_a_selection_that_is_one_fragment_is_the_fragment(of):
    model, operation = of(
        "query Q { product(id: 1) { ...Card } again: product(id: 2) { ...Card @include(if: true) id } }"
        " fragment Card on Product { name ...Price } fragment Price on Product { price }"
    )
    first, second = operation.selection.fields
    assert first.selection.fragment == "Card"
    assert second.selection.fragment is None
    assert model.fragments["Card"].keys == {"name", "price"}
    assert operation.fragments == ("Card", "Price")


def test_a_fragment_of_another_type_is_a_group(of):
    _, operation = of("query Q { things { ...Card } } fragment Card on Product { name }")
    assert shown(operation.selection) == [("things", [("on Product", "Product", ["...Card"])])]


# Conditions


def flag(name, is_wanted=True):
    return Flag(name, is_wanted)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("name @include(if: $a)", Condition(((flag("a"),),))),
        ("name @skip(if: $a) @include(if: $b)", Condition(((flag("a", False), flag("b")),))),
        ("name @include(if: $a) name @include(if: $b)", Condition(((flag("a"),), (flag("b"),)))),
        ("name @include(if: $a) name", None),
        ("name @include(if: $a) name @skip(if: $a)", None),
        ("name @include(if: true) @skip(if: false)", None),
        ("... @include(if: $a) { name @include(if: $b) }", Condition(((flag("a"), flag("b")),))),
        ("name @include(if: $a) ... @include(if: $a) { name @include(if: $b) }", Condition(((flag("a"),),))),
    ],
)
def test_a_field_has_the_condition_of_all_its_places(of, fields, expected):
    _, operation = of(f"query Q($a: Boolean!, $b: Boolean!) {{ product(id: 1) {{ id @skip(if: $b) price {fields} }}"
                      " p: product(id: 2) @include(if: $a) { id } }")
    by_key = {one.key: one for one in operation.selection.fields[0].selection.fields}
    assert by_key["name"].condition == expected


def test_what_can_never_come_is_left_out(of):
    _, operation = of("query Q { product(id: 1) { id name @include(if: false) ... @skip(if: true) { price } } }")
    assert shown(operation.selection) == [("product", ["id"])]


def test_what_one_place_asks_under_a_condition_is_conditional_below_a_field_that_always_comes(of):
    _, operation = of("query Q($a: Boolean!) { product(id: 1) @include(if: $a) { name } product(id: 1) { id } }")
    product = operation.selection.fields[0]
    assert product.condition is None
    assert {one.key: one.condition for one in product.selection.fields} == {
        "name": Condition(((flag("a"),),)), "id": None
    }
    assert operation.variables[0].is_condition


# Variables and leaves


def test_variables_have_types_and_defaults(of):
    model, operation = of(
        "query Q($first: Int = 10, $filter: Filter = {color: GREEN, inner: {name: \"x\"}}, $none: String = null) {"
        " products(first: $first, filter: $filter, after: $none) { nodes { color parts { id } } } }"
    )
    by_name = {one.name: one for one in operation.variables}
    assert by_name["first"].default == 10
    assert by_name["filter"].default == {"color": "GREEN", "inner": {"name": "x"}}
    assert by_name["none"].has_default
    assert list(model.enums) == ["Color"]
    assert list(model.inputs) == ["Filter"]
    assert model.scalars == ()
    color, inner, _ = model.inputs["Filter"].fields
    assert not color.is_required
    assert inner.type.named.name == "Filter"


# Lists


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            ("query Q($n: Int, $c: String) { products(first: $n, after: $c) { nodes { id }"
            " pageInfo { hasNextPage endCursor } totalCount } }"),
            ("cursor", "products", "nodes", "", {"first": "n", "after": "c"},
             {"has_more": "pageInfo.hasNextPage", "end_cursor": "pageInfo.endCursor", "total": "totalCount"}),
        ),
        (
            ("query Q($n: Int, $c: String) { products(last: $n, before: $c) { edges { node { id } }"
            " i: pageInfo { has: hasPreviousPage startCursor } } }"),
            ("cursor", "products", "edges", "node", {"last": "n", "before": "c"},
             {"has_previous": "i.has", "start_cursor": "i.startCursor"}),
        ),
        (
            "query Q($p: Paging) { by(paging: $p) { nodes { id } pageInfo { hasNextPage endCursor } } }",
            ("cursor", "by", "nodes", "", {"first": "p.first", "after": "p.after"},
             {"has_more": "pageInfo.hasNextPage", "end_cursor": "pageInfo.endCursor"}),
        ),
        (
            "query Q($c: String) { by(paging: {first: 5, after: $c}) { nodes { id } pageInfo { endCursor } } }",
            ("cursor", "by", "nodes", "", {"after": "c"},
             {"has_more": "pageInfo.hasNextPage", "end_cursor": "pageInfo.endCursor"}),
        ),
        (
            ("query Q($c: String) { shelf { products(after: $c) { ...Page } } }"
            " fragment Page on Products { nodes { id } pageInfo { ...Info } }"
            " fragment Info on PageInfo { endCursor hasNextPage }"),
            ("cursor", "shelf.products", "nodes", "", {"after": "c"},
             {"has_more": "pageInfo.hasNextPage", "end_cursor": "pageInfo.endCursor"}),
        ),
        (
            ("query Q($c: String) { node { id ... on Shelf { products(after: $c) { nodes { id } ...Page } } } }"
            " fragment Page on Products { pageInfo { endCursor hasNextPage } }"),
            ("cursor", "node.on Shelf.products", "nodes", "", {"after": "c"},
             {"has_more": "...Page.pageInfo.hasNextPage", "end_cursor": "...Page.pageInfo.endCursor"}),
        ),
        (
            "query Q($l: Int, $o: Int) { rows(limit: $l, offset: $o) { items { id } total } }",
            ("offset", "rows", "items", "", {"offset": "o", "size": "l"}, {"total": "total"}),
        ),
        (
            "query Q($o: Int) { list(limit: 10, offset: $o) { id } }",
            ("offset", "list", "", "", {"offset": "o"}, {}),
        ),
        (
            "query Q($p: Int!, $n: Int) { numbered(page: $p, first: $n) { data { id } paginatorInfo { lastPage } } }",
            ("page", "numbered", "data", "", {"page": "p", "size": "n"}, {"page_count": "paginatorInfo.lastPage"}),
        ),
    ],
)
def test_a_query_pages_a_list(of, query, expected):
    _, operation = of(query)
    paging = operation.paging
    kind, path, items, node, variables, info = expected
    assert (paging.kind, way(paging.list), way(paging.items), way(paging.node)) == (kind, path, items, node)
    assert {role: ".".join((one.variable, *one.members)) for role, one in paging.variables.items()} == variables
    assert {role: way(one) for role, one in paging.info.items()} == info


def test_a_list_that_is_paged_in_both_directions_needs_variables_that_can_be_left_out(of):
    query = """query Q($first: TYPE, $after: String, $last: Int, $before: String) {
      products(first: $first, after: $after, last: $last, before: $before) {
        nodes { id } pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
      }
    }"""
    _, operation = of(query.replace("TYPE", "Int"))
    assert operation.paging.is_forward
    assert operation.paging.is_backward
    for kind, why in (("Int!", "cannot be left out"), ("Int = 10", "has a default")):
        with pytest.raises(DocumentError, match=rf"graphql:1: .* \$first {why}: declare it as \$first: Int$"):
            of(query.replace("TYPE", kind))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "{ products(first: 100) { nodes { id } } }",
            ("query Query($first: Int! = 100, $after: String) {\n  products(first: $first, after: $after) {\n"
            "    nodes { id }\n    pageInfo { hasNextPage endCursor }\n  }\n}"),
        ),
        (
            "query Q($first: ID!) { product(id: $first) { id } shelf { products { edges { node { id } } } } }",
            "query Q($first: ID!, $first2: Int, $after: String) {",
        ),
        (
            "query Q($after: String) { products(after: $after) { nodes { id } pageInfo { startCursor } } }",
            ("query Q($after: String) {\n  products(after: $after) {\n    nodes { id }\n"
            "    pageInfo { startCursor hasNextPage endCursor }\n  }\n}"),
        ),
        (
            "query Q { by(paging: {first: 5}) { nodes { id } } }",
            "query Q($first: Int! = 5, $after: String) {\n  by(paging: {first: $first, after: $after})",
        ),
        (
            "query Q { rows(limit: 5) { items { id } } }",
            ("query Q($limit: Int! = 5, $offset: Int) {\n"
            "  rows(limit: $limit, offset: $offset) { items { id } total }\n}"),
        ),
        (
            "query Q { list(limit: 5) { id } }",
            "query Q($limit: Int! = 5, $offset: Int) {\n  list(limit: $limit, offset: $offset) { id }\n}",
        ),
    ],
)
def test_a_query_that_says_nothing_of_pages_is_completed(of, query, expected):
    _, operation = of(query)
    assert operation.paging is not None
    assert plain(operation.text).startswith(plain(expected))


@pytest.mark.parametrize(
    "query",
    [
        # Two lists, a fixed place, the end of a list, another field in the place of the page info, and a list in a
        # fragment, which other queries may use.
        "query Q { products(first: 1) { nodes { id } } rows(limit: 1) { items { id } } }",
        'query Q { products(first: 1, after: "x") { nodes { id } } }',
        "query Q { products(last: 1) { nodes { id } } }",
        "query Q { products(first: 1) { nodes { id } pageInfo: totalCount } }",
        "query Q { ...F } fragment F on Query { products(first: 1) { nodes { id } } }",
        "query Q { products(first: 1) { totalCount } }",
        "query Q { product(id: 1) { id } }",
    ],
)
def test_other_queries_stay_as_they_are(of, query):
    _, operation = of(query)
    assert operation.paging is None
    assert operation.variables == ()
