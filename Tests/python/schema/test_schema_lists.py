"""What a schema says of its lists: which there are, how they are paged, and what each needs."""

import json
import subprocess
import sys
import time

import pytest

import swiftpager.schema
from commands import run_words
from conftest import BINDING
from schema_support import FOLDER, NAMES, of_text, schema
from swiftpager.schema import SchemaError, UnknownList

PAGE_INFO = "type PageInfo { hasNextPage: Boolean! endCursor: String }\n"
# Each list: its kind, item, key, order, since, and needed arguments.
LISTS = {
    "anime": {
        "Media.characters": ("page", "Character", "id", "sort", None, "id idMal type"),
        "MediaTagCollection": ("whole", "MediaTag", "id", None, None, ""),
        "Page.characters": ("page", "Character", "id", "sort", None, ""),
        "Page.followers": ("page", "User", "id", "sort", None, "userId"),
        "Page.media": ("page", "Media", "id", "sort", "descending by sort", ""),
        "Page.mediaTrends": ("page", "MediaTrend", None, None, None, ""),
        "SiteStatistics.users": ("page", "SiteTrend", None, "sort", None, ""),
    },
    "code_host": {
        "licenses": ("whole", "License", "id", None, None, ""),
        "organization.repositories": ("cursor", "Repository", "id", "orderBy", "descending by orderBy", "login"),
        "repository.issues": ("cursor", "Issue", "id", "orderBy", "descending by orderBy", "owner name"),
        "repository.refs": ("cursor", "Ref", "id", None, None, "owner repository.name refPrefix"),
        "search": ("cursor", "SearchResultItem", "id", None, None, "query type"),
        "securityAdvisories": ("cursor", "SecurityAdvisory", "id", "orderBy", "descending by orderBy", ""),
        "user.organizations": ("cursor", "Organization", "id", None, None, "login"),
        "user.repositories": ("cursor", "Repository", "id", "orderBy", "descending by orderBy", "login"),
        "viewer.organizations": ("cursor", "Organization", "id", None, None, ""),
        "viewer.repositories": ("cursor", "Repository", "id", "orderBy", "descending by orderBy", ""),
    },
    "issues": {
        "comments": ("cursor", "Comment", "id", None, "filtered by updatedSince", ""),
        "issue.children": ("cursor", "Issue", "id", None, None, "id"),
        "issue.comments": ("cursor", "Comment", "id", None, None, "id"),
        "issues": ("cursor", "Issue", "id", "orderBy", "filtered by filter.updatedAt.gte", ""),
        "organization.labels": ("cursor", "Label", "id", None, None, ""),
        "organization.teams": ("cursor", "Team", "id", None, None, ""),
        "teams": ("cursor", "Team", "id", "orderBy", "filtered by filter.updatedAt.gt", ""),
        "viewer.assignedIssues": ("cursor", "Issue", "id", None, None, ""),
    },
    "pages": {
        "articles": ("page", "ArticleEntity", "id", "sort", None, ""),
        "articles_connection": ("page", "ArticleDocument", "documentId", "sort", None, ""),
        "books": ("page", "Book", "id", None, None, ""),
        "characters": ("page", "Character", "id", None, None, ""),
        "notes": ("page", "Note", None, None, None, ""),
        "posts": ("page", "Post", "id", None, None, ""),
        "products": ("page", "ProductInterface", "uid", "sort", None, ""),
    },
    "plain": {
        "Users": ("offset", "User", "id", None, None, ""),
        "admin.users": ("cursor", "User", "id", None, None, ""),
        "feed": ("offset", "Entry", "id", None, None, ""),
        "ledger": ("cursor", "LedgerLine", "id", None, None, ""),
        "logs": ("cursor", "Log", None, None, None, ""),
        "measurements": ("whole", "Measurement", None, None, None, ""),
        "nothing": ("whole", "Empty", None, None, None, ""),
        "people.users": ("cursor", "User", "id", None, None, ""),
        "posts": ("offset", "Post", "uuid", None, None, ""),
        "project.files": ("cursor", "File", None, None, None, "project.name owner"),
        "shapes": ("offset", "Shape", "id", None, None, ""),
        "todos": ("cursor", "Todo", "code", None, None, ""),
        "tree.twigs": ("whole", "Branch", None, None, None, ""),
        "users": ("offset", "User", "id", "sort", "descending by sort", ""),
    },
    "rows": {
        "events": ("keyset", "events", "id", "order_by", None, ""),
        "orders": ("keyset", "orders", "id", "order_by", "filtered by where.updated_at._gte", ""),
        "orders_aggregate": ("whole", "orders", "id", None, None, ""),
        "orders_by_pk.lines": ("offset", "lines", "id", None, None, "id"),
        "tags": ("offset", "tags", None, "order_by", None, ""),
    },
    "shop": {
        "orders": ("cursor", "Order", "id", "sortBy", "filtered by filter.updatedAt.gte", ""),
        "product.metadata": ("whole", "MetadataItem", None, None, None, "id slug externalReference"),
        "product.reviews": ("cursor", "Review", "id", None, None, "id slug externalReference"),
        "products": ("cursor", "Product", "id", "sortBy", "filtered by filter.updatedAt.gte", ""),
        "shop.availablePaymentGateways": ("whole", "PaymentGateway", "id", None, None, ""),
        "taxTypes": ("whole", "TaxType", None, None, None, ""),
    },
    "storefront": {
        "locationsAvailable": ("whole", "Location", "id", None, None, ""),
        "orders": ("cursor", "Order", "id", "sortKey", None, ""),
        "product.variants": ("cursor", "ProductVariant", "id", None, None, "id"),
        "products": ("cursor", "Product", "id", "sortKey", "descending by sortKey", ""),
        "shop.alerts": ("whole", "Alert", None, None, None, ""),
        "shop.metafields": ("cursor", "Metafield", "id", None, None, ""),
    },
    "subgraph": {
        "pool.swaps": ("offset", "Swap", "id", None, None, "id"),
        "pools": ("keyset", "Pool", "id", "orderBy", "filtered by where.updatedAt_gt", ""),
        "swaps": ("keyset", "Swap", "id", "orderBy", None, ""),
    },
    "tables": {
        "allAuthors": ("cursor", "Author", "id", "orderBy", "filtered by filter.updatedAt.greaterThanOrEqualTo", ""),
        "allBooks": ("cursor", "Book", "id", "orderBy", "descending by orderBy", ""),
        "authorById.booksByAuthorId": ("cursor", "Book", "id", "orderBy", "descending by orderBy", "id"),
    },
}


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_shows_its_lists(name):
    assert {
        one.name: (one.kind, one.item, one.key, one.order, one.since, " ".join(one.arguments))
        for one in schema(name).lists()
    } == LISTS[name]


def test_lists_are_sorted_by_name():
    names = [found.name for found in schema("plain").lists()]
    assert names == sorted(names) and names[0] == "Users"


def test_a_needed_argument_has_its_type():
    found = schema("code_host").list("repository.refs")
    assert found.arguments == {"owner": "String!", "repository.name": "String!", "refPrefix": "String!"}


def test_an_object_that_one_of_several_arguments_looks_up_needs_one():
    found = schema("shop").list("product.reviews")
    assert found.arguments == {"id": "ID", "slug": "String", "externalReference": "String"}
    assert found.note == "product needs one of id, slug, externalReference"


def test_lists_inside_items_have_dotted_names():
    assert schema("shop").nested() == ["products.reviews"]
    assert "repository.issues.comments" in schema("code_host").nested()
    assert schema("plain").nested() == []


@pytest.mark.parametrize(("name", "proposed"), [
    ("issue", "did you mean 'repository.issues'?"),
    ("issues", "did you mean 'repository.issues'?"),
    ("Licenses", "did you mean 'licenses'?"),
    ("repositories", "did you mean 'organization.repositories' or 'user.repositories' or 'viewer.repositories'?"),
    ("xyz", "there are 'licenses', 'organization.repositories'"),
])
def test_an_unknown_list_proposes_what_was_meant(name, proposed):
    with pytest.raises(UnknownList) as error:
        schema("code_host").list(name)
    assert f"no list '{name}'" in str(error.value) and proposed in str(error.value)


def test_names_that_differ_in_case_only_are_two_lists():
    assert schema("plain").list("users").item == schema("plain").list("Users").item == "User"
    assert schema("plain").list("users") != schema("plain").list("Users")
    with pytest.raises(UnknownList, match="did you mean 'Users' or 'users'"):
        schema("plain").list("USERS")


@pytest.mark.parametrize(("text", "kinds"), [
    # An order of words: the library's first one counts.
    ("type Query { a(skip: Int, offset: Int, limit: Int): [A] } type A { id: ID }", {"a": "offset"}),
    # A range of numbers and a filter do not ask for pages.
    ("type Query { a(range: R): [A] } input R { start: Int } type A { id: ID }", {"a": "whole"}),
    ("type Query { a(where: R): [A] } input R { offset: Int limit: Int } type A { id: ID }", {"a": "whole"}),
    ("type Query { a(paging: R): [A] } input R { start: Int } type A { id: ID }", {"a": "offset"}),
    ("type Query { a(pageInput: R): [A] } input R { start: Int } type A { id: ID }", {"a": "offset"}),
    ("type Query { a(cursorPaging: R): [A] } input R { start: Int } type A { id: ID }", {"a": "offset"}),
    # A time is not a cursor, and an offset is a whole number.
    (("scalar DateTime type Query { a(after: DateTime): P } type P { a: [A] next: Boolean nextToken: String }"
      " type A { id: ID }"), {"a": "whole"}),
    ("type Query { a(offset: String, limit: Int): [A] } type A { id: ID }", {"a": "whole"}),
    ("type Query { a(page: BigInt): [A] } scalar BigInt type A { id: ID }", {"a": "page"}),
    # A cursor is asked for, and none is told.
    ("type Query { a(after: ID, first: Int): [A] } type A { id: ID }", {"a": "whole"}),
    # An edge that may be of several types has no node, so the edges themselves are the rows.
    ("type Query { a(offset: Int): P } type P { edges: [U] total: Int } union U = A type A { id: ID }",
     {"a": "offset"}),
    # A filter by the key needs a size, or the first page is all.
    ("type Query { a(where: W): [A] } input W { id_gt: ID } type A { id: ID }", {"a": "whole"}),
    ("type Query { a(where: W, first: Int): [A] } input W { id_gt: ID } type A { id: ID }", {"a": "keyset"}),
    ("type Query { a(filter: W, limit: Int): [A] } input W { id: C } input C { _gt: ID } type A { id: ID }",
     {"a": "keyset"}),
    ("type Query { a(where: W, limit: Int): [A] } input W { id: C } input C { _lt: ID } type A { id: ID }",
     {"a": "whole"}),
    ("type Query { a(where: W, limit: Int): [A] } input W { name_gt: ID } type A { id: ID name: ID }", {"a": "whole"}),
    # Ways that lead back, or that serve tools.
    (("type Query { query: Query! viewer: Query node(id: ID!): A nodes(ids: [ID!]!): [A]! _entities: [A] v: V }"
      " type V { query: Query all: [A] } type A { id: ID kids: [A] }"), {"v.all": "whole"}),
    # An object with a list is not a page of it.
    ("type Query { me: Me } type Me { id: ID! count: Int friends: [A] } type A { id: ID }", {"me.friends": "whole"}),
    ("type Query { me: Me } type Me { name: String friends: [A] } type A { id: ID }", {"me.friends": "whole"}),
    ("type Query { a(offset: Int): P } type P { rows: [A] }  type A { id: ID }", {"a": "offset"}),
    # Two objects deep is too deep.
    ("type Query { a: B } type B { c: C d: [A] } type C { e: [A] } type A { id: ID }", {"a.d": "whole"}),
    # A row is an object, or a member of a union or an interface.
    ("type Query { a: [String] b: [U] c: [I] } union U = A interface I { id: ID } type A implements I { id: ID }",
     {"b": "whole", "c": "whole"}),
    # Names of introspection are left out, wherever they come from.
    ("type Query { __a: [A] b: B } type B { __c: [A] d: [A] } type A { id: ID __x: Int }", {"b.d": "whole"}),
    # A field that needs arguments of its own does not have the items of a page.
    ("type Query { a(page: Int): P } type P { total: Int x(n: Int!): [A] y: [A] } type A { id: ID }", {"a": "page"}),
])
def test_a_list_is_what_a_pager_can_read(tmp_path, text, kinds):
    assert {found.name: found.kind for found in of_text(tmp_path, text).lists()} == kinds


@pytest.mark.parametrize(("arguments", "note"), [
    ("(after: ID, first: Int!)", "it takes a cursor, but its answer has none that a pager can read"),
    ("(first: Int!)", "it takes a size, and nothing that asks for more"),
    ("", ""),
])
def test_a_list_that_one_request_may_not_read_whole_says_so(tmp_path, arguments, note):
    found = of_text(tmp_path, f"type Query {{ a{arguments}: [A] }} type A {{ id: ID }}")
    assert found.list("a").note == note and found.list("a").arguments == {}
    assert found.plan("a", page_size=7).variables == ({"first": 7} if arguments else {})


CHANGES = PAGE_INFO + (
    "scalar DateTime enum Way { asc desc } enum Field { UPDATED NAME } enum Sort { UPDATED_AT_ASC UPDATED_AT_DESC }\n"
    "input Range { gt: DateTime gte: DateTime } input ByName { updated_at: Way name: Way }\n"
    "input Pair { field: Field! direction: Way! } input More { field: Field! direction: Way! channel: Int! }\n"
    "input Filter { updatedAt: Range modified_after: DateTime }\n"
    "input Late { updatedAt_gt: DateTime updatedAt_gte: DateTime }\n"
    "type A { id: ID! updatedAt: DateTime! name: String } type C { nodes: [A] pageInfo: PageInfo }\n"
    "type B { id: ID! updated_at: DateTime! } type D { nodes: [B] pageInfo: PageInfo }\n"
    "type N { id: ID! name: String } type NC { nodes: [N] pageInfo: PageInfo }\n"
    "type K { updatedAt: DateTime! } type KC { nodes: [K] pageInfo: PageInfo }\n"
)


@pytest.mark.parametrize(("field", "since"), [
    ("(after: ID, first: Int, sort: [Sort!]): C", "descending by sort"),
    ("(after: ID, first: Int, orderBy: Pair): C", "descending by orderBy"),
    ("(after: ID, first: Int, order: [ByName]): D", "descending by order"),
    ("(after: ID, first: Int, orderBy: Field, orderDirection: Way): C", "descending by orderBy"),
    ("(after: ID, first: Int, sortKey: Field, reverse: Boolean): C", "descending by sortKey"),
    ("(after: ID, first: Int, sort: Sort, orderDirection: Way): C", "descending by sort"),
    # No order, and no direction that is known; or more is needed than an order.
    ("(after: ID, first: Int, show: Sort): C", None),
    ("(after: ID, first: Int, where: String): C", None),
    ("(after: ID, first: Int, sortKey: Field): C", None),
    ("(after: ID, first: Int, orderBy: More): C", None),
    ("(after: ID, first: Int, orderBy: Field, filter: Filter): C", "filtered by filter.updatedAt.gte"),
    ("(after: ID, first: Int, where: Late): C", "filtered by where.updatedAt_gte"),
    ("(after: ID, first: Int, updatedSince: DateTime): C", "filtered by updatedSince"),
    ("(after: ID, first: Int, updated_after: DateTime): C", "filtered by updated_after"),
    ("(after: ID, first: Int, updatedAtMin: DateTime): C", "filtered by updatedAtMin"),
    ("(after: ID, first: Int, updated_from: DateTime): C", "filtered by updated_from"),
    ("(after: ID, first: Int, updatedAt_gt: DateTime): C", "filtered by updatedAt_gt"),
    ("(after: ID, first: Int, updatedAtMax: DateTime): C", None),
    ("(after: ID, first: Int, since: DateTime): C", None),
    ("(offset: Int, sort: Sort): [A]", "descending by sort"),
    # With both, the oldest items come first. A filter that leaves out the mark itself does not go with an order.
    ("(after: ID, first: Int, sort: Sort, filter: Filter): C", "ascending by sort, filtered by filter.updatedAt.gte"),
    ("(after: ID, first: Int, sort: [Sort!], updatedAt_gt: DateTime): C", "descending by sort"),
    # A filter does not keep the offsets of a list.
    ("(offset: Int, updatedSince: DateTime): [A]", None),
    ("(updatedSince: DateTime): [A]", None),
    # Nothing tells when an item was changed, or which item it is.
    ("(after: ID, first: Int, sort: Sort): NC", None),
    ("(after: ID, first: Int, sort: Sort): KC", None),
])
def test_what_is_new_is_asked_for_as_the_schema_allows(tmp_path, field, since):
    assert of_text(tmp_path, f"{CHANGES} type Query {{ a{field} }}").list("a").since == since


@pytest.mark.parametrize(("text", "told"), [
    ("", "the file is empty"),
    ("type A { id: ID }", "no query type"),
    ("type Query {\n  a: [Missing]\n}", "Missing"),
    ("type Query {\n  a: [\n}", "line 3"),
    ("<html>Not found</html>", "neither JSON nor a schema's text (SDL)"),
    ('{"data": {"__schema": {"types": [', "not JSON"),
    ('{\n"data" 1}', "line 2"),
    ("[1]", "not an array"),
    ('{"data": {"shop": 1}}', 'no "__schema" in it'),
    ('{"errors": [{"message": "It is off."}], "data": null}', "the server refused the introspection: It is off."),
    ('{"__schema": {"queryType": {"name": "Query"}, "types": []}}', "the introspection is not complete"),
])
def test_what_is_no_schema_is_refused_with_the_file_and_the_reason(tmp_path, text, told):
    with pytest.raises(SchemaError) as error:
        of_text(tmp_path, text)
    assert str(error.value).startswith(str(tmp_path / "schema.graphql")) and told in str(error.value)


def test_an_introspection_that_was_cut_names_the_type_that_is_missing(tmp_path):
    import graphql

    result = graphql.introspection_from_schema(graphql.build_schema("type Query { a: [Lost] } type Lost { id: ID }"))
    types = result["__schema"]["types"]
    result["__schema"]["types"] = [one for one in types if one["name"] != "Lost"]
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(result))
    with pytest.raises(SchemaError, match=r"schema\.json: the introspection is not complete: .*Lost"):
        swiftpager.schema.read(path)


def test_a_file_in_another_encoding_is_refused(tmp_path):
    path = tmp_path / "schema.graphql"
    path.write_bytes(b"\x1f\x8b\x08\x00")
    with pytest.raises(SchemaError, match="not a text in UTF-8"):
        swiftpager.schema.read(path)


def test_a_missing_file_and_a_wrong_argument_are_pythons_own_errors(tmp_path):
    with pytest.raises(FileNotFoundError):
        swiftpager.schema.read(tmp_path / "none.graphql")
    with pytest.raises(TypeError, match="a path or an introspection result"):
        swiftpager.schema.read(1)


@pytest.mark.parametrize("wrap", [lambda result: result, lambda result: {"data": result}])
def test_an_introspection_result_is_read_with_data_around_it_and_without(tmp_path, wrap):
    import graphql

    result = wrap(graphql.introspection_from_schema(graphql.build_schema("type Query { a: [A] } type A { id: ID }")))
    path = tmp_path / "schema.json"
    path.write_text("\ufeff" + json.dumps(result), encoding="utf-8")
    for source in (path, str(path), result):
        assert [found.name for found in swiftpager.schema.read(source).lists()] == ["a"]


def test_a_text_that_begins_with_a_description_is_a_schema(tmp_path):
    assert of_text(tmp_path, '"All." type Query { a: [A] } type A { id: ID }').lists()


def test_a_schema_that_breaks_rules_is_read(tmp_path):
    # As Shopify and GitHub: a field of an interface is deprecated, and a directive is unknown.
    text = "interface I { a: Int } type T implements I @key { b: Int } type Query { t: [T] }"
    assert of_text(tmp_path, text).list("t").item == "T"


@pytest.mark.parametrize("hidden", ["graphql"])
def test_a_plan_is_loaded_without_graphql_core_and_a_schema_asks_for_it(hidden):
    script = (
        f"import sys; sys.path.insert(0, {str(BINDING)!r}); sys.modules[{hidden!r}] = None\n"
        "import swiftpager.schema\n"
        "fields = dict(name='a', kind='whole', query='{ a }', variables={}, pagination={}, columns={})\n"
        "print(swiftpager.schema.Plan.from_json(fields).name, swiftpager.schema.Schema.__name__)\n"
        "try:\n    swiftpager.schema.read('schema.graphql')\n"
        "except ImportError as error:\n    print(error.__notes__[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "a Schema", "swiftpager needs graphql-core for this: pip install graphql-core, or swiftpager[schema]"
    ]


@pytest.mark.long
def test_the_lists_of_a_large_schema_are_found_at_once(tmp_path):
    kinds = "\n".join(
        f"type T{n} {{ id: ID! updatedAt: String other: T{(n + 1) % 1600} all(first: Int, after: ID): C{n} }}"
        f" type C{n} {{ nodes: [T{n}] pageInfo: PageInfo }}" for n in range(800)
    )
    more = "\n".join(f"type T{n} {{ id: ID! }}" for n in range(800, 1600))
    fields = " ".join(f"a{n}(first: Int, after: ID): C{n} t{n}(id: ID!): T{n}" for n in range(800))
    found = of_text(tmp_path, f"{PAGE_INFO} {kinds} {more} type Query {{ {fields} }}")
    began = time.process_time()
    assert len(found.lists()) == 1600
    # About 0.1 s of processor time on a machine of 2025.
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(("field", "needed"), [
    ("shop(lang: String): Shop", "lang"), ("shop(lang: String): Shop!", ""), ("shop(id: String): Shop!", "id"),
    ("shop(key: ID, where: W): Shop!", "key"), ("shop(lang: String!, id: ID): Shop", "lang"), ("shop: Shop", ""),
])
def test_an_object_needs_one_of_the_arguments_that_look_it_up(tmp_path, field, needed):
    text = f"input W {{ a: Int }} type Query {{ {field} }} type Shop {{ tags: [Tag] }} type Tag {{ id: ID! }}"
    assert " ".join(of_text(tmp_path, text).list("shop.tags").arguments) == needed


def test_a_deprecated_list_says_so(tmp_path):
    found = of_text(tmp_path, 'type Query { a: [A] @deprecated(reason: "Use b.") } type A { id: ID }')
    assert found.list("a").note == "a is deprecated: Use b."


@pytest.mark.parametrize(("fields", "key"), [
    ("_id: Int name: String", "_id"), ("nodeId: ID name: String", "nodeId"), ("uuid: String", "uuid"),
    ("uid: String", "uid"), ("documentId: String", "documentId"), ("uuid: ID! id: ID!", "id"),
    ("code: ID! name: String", "code"), ("code: ID! other: ID!", None), ("code: ID", None), ("id: [ID]", None),
    ("id: Float", None), ("id: E", None), ("id: ID! @deprecated", None), ("name: String!", None),
])
def test_a_key_is_named_for_it_or_the_only_id(tmp_path, fields, key):
    assert of_text(tmp_path, f"enum E {{ X }} type Query {{ a: [A] }} type A {{ {fields} }}").list("a").key == key


@pytest.mark.long
def test_one_command_counts_the_lists_of_schemas(tmp_path):
    files = [str(FOLDER / f"{name}.graphql") for name in NAMES]
    command = [sys.executable, "-m", "swiftpager.schema"]
    done = run_words(*command, *files)
    assert done.returncode == 0
    head, *rows = [line.split() for line in done.stdout.decode().splitlines()]
    assert head == ["schema", "types", "lists", "walkable", "valid", "key", "order", "since"]
    assert [row[0] for row in rows] == NAMES
    for name, _, lists, walkable, valid, *_ in rows:
        found = schema(name).lists()
        assert int(lists) == len(found)
        assert int(walkable) == int(valid) == len([one for one in found if not one.arguments])
    (tmp_path / "broken").write_text("type")
    done = run_words(*command, str(tmp_path / "broken"))
    assert done.returncode == 2 and b"broken" in done.stderr
