"""Plans: the query, its variables and the configs of a pager, and what a user may give or leave out."""

import dataclasses
import json
import subprocess
import sys

import graphql
import pytest

import swiftpager
from conftest import BINDING
from schema_support import FOLDER, NAMES, given, of_text, pager_of, schema
from swiftpager.schema import Plan, SchemaError, UnknownList, WrongArgument
from swiftpager.testing import FakeServer

LISTS = [(name, found.name) for name in NAMES for found in schema(name).lists()]
PAGE_INFO = "type PageInfo { hasNextPage: Boolean! endCursor: String }\n"


def test_a_plan_is_the_query_a_user_would_write():
    assert schema("code_host").plan("viewer.repositories", ["id", "owner.login"]).query == """\
query ($first: Int, $after: String) {
  viewer {
    repositories(first: $first, after: $after) {
      nodes {
        id
        owner {
          login
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      totalCount
    }
  }
}
"""


@pytest.mark.parametrize(("name", "list_name", "pagination"), [
    ("code_host", "viewer.repositories", {
        "type": "cursor", "connection": "/viewer/repositories", "items": "/nodes", "direction": "forward",
        "after": "after", "first": "first", "page_info": "/pageInfo", "has_next_page": "/hasNextPage",
        "end_cursor": "/endCursor", "total": "/totalCount",
    }),
    ("shop", "products", {
        "type": "cursor", "connection": "/products", "items": "/edges", "direction": "forward", "after": "after",
        "first": "first", "page_info": "/pageInfo", "has_next_page": "/hasNextPage", "end_cursor": "/endCursor",
        "total": "/totalCount",
    }),
    ("plain", "todos", {
        "type": "cursor", "connection": "/todos", "items": "/edges", "direction": "forward", "after": "/paging/after",
        "first": "/paging/first", "page_info": "/pageInfo", "has_next_page": "/hasNextPage", "end_cursor": "/endCursor",
    }),
    ("plain", "logs", {
        "type": "cursor", "connection": "/logs", "items": "/items", "direction": "forward", "after": "nextToken",
        "first": "limit", "end": "null_cursor", "end_cursor": "/nextToken",
    }),
    ("plain", "ledger", {
        "type": "cursor", "connection": "/ledger", "items": "/items", "direction": "forward", "after": "after",
        "first": "first", "page_info": "", "has_next_page": "/hasNextPage", "end_cursor": "/endCursor",
    }),
    ("plain", "shapes", {"type": "offset", "connection": "/shapes", "offset": "offset", "limit": "limit"}),
    ("plain", "posts", {
        "type": "offset", "connection": "/posts", "items": "/rows", "offset": "/options/offset",
        "limit": "/options/limit", "total": "/total",
    }),
    ("plain", "Users", {
        "type": "offset", "connection": "/Users", "items": "/items", "offset": "skip", "limit": "take",
        "has_more": "/pageInfo/hasNextPage", "total": "/totalCount",
    }),
    ("pages", "articles", {
        "type": "offset", "connection": "/articles", "items": "/data", "page": "/pagination/page",
        "limit": "/pagination/pageSize", "page_count": "/meta/pagination/pageCount", "total": "/meta/pagination/total",
    }),
    ("pages", "posts", {
        "type": "offset", "connection": "/posts", "items": "/data", "page": "page", "limit": "first",
        "has_more": "/paginatorInfo/hasMorePages", "total": "/paginatorInfo/total",
    }),
    ("pages", "characters", {
        "type": "offset", "connection": "/characters", "items": "/results", "page": "page",
        "page_count": "/info/pages",
    }),
    ("anime", "Page.media", {
        "type": "offset", "connection": "/Page", "items": "/media", "page": "page", "limit": "perPage",
        "has_more": "/pageInfo/hasNextPage", "total": "/pageInfo/total",
    }),
    ("rows", "orders", {
        "type": "keyset", "connection": "/orders", "key": "/id", "after": "/where/id/_gt", "limit": "limit",
    }),
    ("subgraph", "swaps", {
        "type": "keyset", "connection": "/swaps", "key": "/id", "after": "/where/id_gt", "limit": "first",
    }),
    ("shop", "taxTypes", {"type": "offset", "connection": "/taxTypes", "end": "first_page"}),
    ("rows", "orders_aggregate", {
        "type": "offset", "connection": "/orders_aggregate", "items": "/nodes", "end": "first_page",
        "total": "/aggregate/count",
    }),
])
def test_a_plan_names_where_a_list_is_and_what_asks_for_its_pages(name, list_name, pagination):
    assert schema(name).plan(list_name).pagination == pagination


@pytest.mark.parametrize(("name", "list_name", "variables"), [
    ("code_host", "securityAdvisories", {"first": 100}),
    # A first page that the schema, or its types, must name.
    ("pages", "books", {"page": 0, "size": 100}),
    ("pages", "notes", {"pagination": {"page": 1, "pageSize": 100}}),
    ("pages", "products", {"pageSize": 100}),
    ("plain", "feed", {"offset": 0, "limit": 100}),
    ("plain", "todos", {"paging": {"first": 100}}),
    ("plain", "admin.users", {"first": 100}),
    # No size is asked for.
    ("pages", "characters", {}),
    ("shop", "taxTypes", {}),
    # The order of a list of keys.
    ("rows", "orders", {"limit": 100, "order_by": [{"id": "asc"}]}),
    ("subgraph", "swaps", {"first": 100, "orderBy": "id", "orderDirection": "asc"}),
])
def test_variables_have_what_each_page_needs(name, list_name, variables):
    assert schema(name).plan(list_name).variables == variables


@pytest.mark.parametrize(("name", "list_name", "variables", "since"), [
    ("code_host", "viewer.repositories", {"orderBy": {"field": "UPDATED_AT", "direction": "DESC"}},
     {"path": "/updatedAt", "order": "descending"}),
    ("storefront", "products", {"sortKey": "UPDATED_AT", "reverse": True},
     {"path": "/updatedAt", "order": "descending"}),
    ("tables", "allBooks", {"orderBy": ["UPDATED_AT_DESC"]}, {"path": "/updatedAt", "order": "descending"}),
    ("anime", "Page.media", {"sort": ["UPDATED_AT_DESC"]},
     {"path": "/updatedAt", "order": "descending", "type": "integer", "on_missing": "deliver"}),
    ("shop", "products", {}, {"path": "/updatedAt", "order": "filtered", "variable": "/filter/updatedAt/gte"}),
    ("issues", "teams", {},
     {"path": "/updatedAt", "order": "filtered", "variable": "/filter/updatedAt/gt", "lag": 1}),
    ("issues", "comments", {}, {"path": "/updatedAt", "order": "filtered", "variable": "updatedSince"}),
    ("rows", "orders", {"order_by": [{"id": "asc"}]},
     {"path": "/updated_at", "order": "filtered", "variable": "/where/updated_at/_gte"}),
    ("subgraph", "pools", {"orderBy": "id", "orderDirection": "asc"}, {
        "path": "/updatedAt", "order": "filtered", "type": "integer", "variable": "/where/updatedAt_gt", "lag": 1,
    }),
    ("shop", "taxTypes", {}, None),
])
def test_since_auto_asks_by_an_order_or_a_filter(name, list_name, variables, since):
    plan = schema(name).plan(list_name, since="auto")
    assert plan.since == since
    sizes = ("first", "limit", "perPage")
    assert {key: value for key, value in plan.variables.items() if key not in sizes} == variables
    assert plan.pagination.get("identity") == (None if since is None else "/id")
    assert schema(name).plan(list_name).since is None


def test_an_order_of_the_users_goes_before_since():
    plan = schema("tables").plan("allBooks", arguments={"orderBy": ["ID_DESC"]}, since="auto")
    assert plan.since is None and plan.variables["orderBy"] == ["ID_DESC"]


def test_a_cursor_has_the_schemas_own_type():
    assert "$after: Cursor" in schema("tables").plan("allBooks").query
    assert "$paging: CursorPaging!" in schema("plain").plan("todos").query


def test_a_given_argument_is_a_variable_beside_those_of_the_pages():
    arguments = {"pagination": {"pageSize": 5}, "filters": {"title": {"eq": "x"}}}
    plan = schema("pages").plan("articles", arguments=arguments)
    assert plan.variables == arguments
    assert "articles(filters: $filters, pagination: $pagination)" in plan.query
    assert schema("issues").plan("issues", arguments={"first": 5}).variables == {"first": 5}


def test_a_plan_leaves_the_users_values_as_they_are():
    arguments = {"where": {"status": {"_eq": "open"}}, "order_by": [{"id": "asc"}]}
    before = json.dumps(arguments)
    schema("rows").plan("orders", arguments=arguments)
    given_page = {"pagination": {"page": 2}}
    schema("pages").plan("articles", arguments=given_page)
    assert json.dumps(arguments) == before and given_page == {"pagination": {"page": 2}}


def test_arguments_of_one_name_have_the_objects_name_before_the_other():
    plan = schema("code_host").plan(
        "repository.refs", arguments={"owner": "o", "repository.name": "r", "refPrefix": "p", "name": "n"}
    )
    assert plan.variables == {"owner": "o", "repository_name": "r", "refPrefix": "p", "name": "n", "first": 100}
    assert "repository(owner: $owner, name: $repository_name)" in plan.query
    assert "refs(refPrefix: $refPrefix, name: $name, first: $first, after: $after)" in plan.query


def test_a_dotted_argument_may_also_name_the_list():
    plan = schema("code_host").plan("user.repositories", arguments={"user.login": "a", "repositories.first": 5})
    assert plan.variables == {"login": "a", "first": 5}


@pytest.mark.parametrize(("name", "list_name", "arguments", "told"), [
    ("code_host", "repository.issues", {}, "needs arguments that only you know: owner (String!), name (String!)"),
    ("code_host", "repository.refs", {"owner": "a", "name": "b", "refPrefix": ""}, "repository.name (String!)"),
    ("code_host", "search", {"query": "x"}, "type (SearchType!)"),
    ("shop", "product.reviews", {}, "needs one of the arguments of product: id (ID), slug (String)"),
    ("code_host", "viewer.repositories", {"orderby": 1}, "no argument 'orderby'; did you mean 'orderBy'?"),
    ("code_host", "repository.issues", {"repo.name": 1}, "no argument 'repo.name'"),
    ("rows", "orders", {"where": {"status": {"_qe": "x"}}}, "where.status"),
    ("rows", "orders", {"where": {"status": {"_eq": 1}}}, "where.status._eq: "),
    ("rows", "orders", {"order_by": [{"id": "asc"}, {"id": "up"}]}, "order_by[1].id: "),
    ("rows", "orders", {"limit": "x"}, "limit: "),
    ("code_host", "search", {"query": None, "type": "USER"}, "query: "),
    ("pages", "notes", {"pagination": {"size": 1}}, "pagination"),
])
def test_a_wrong_argument_is_refused_with_its_path_and_the_reason(name, list_name, arguments, told):
    with pytest.raises(WrongArgument) as error:
        schema(name).plan(list_name, arguments=arguments)
    assert told in str(error.value)


def test_a_keyset_list_without_offsets_keeps_its_order(tmp_path):
    text = "enum O { id name } input W { id_gt: ID } type A { id: ID! name: String }"
    found = of_text(tmp_path, f"{text} type Query {{ a(first: Int, where: W, orderBy: O): [A] }}")
    with pytest.raises(SchemaError, match="in the order of its keys, and takes no offset: leave out 'orderBy'"):
        found.plan("a", arguments={"orderBy": "name"})
    assert found.plan("a").variables == {"first": 100}


@pytest.mark.parametrize(("field", "declared"), [
    # A default stays the server's: a variable that may be left out is nullable.
    ("a(page: Int! = 1, size: Int! = 10): P", "$page: Int, $size: Int!"),
    ("a(page: Int, size: Int!): P", "$page: Int, $size: Int!"),
    ("a(page: Int!): P", "$page: Int!"),
    ("a(pagination: I! = {}): P", "$pagination: I!"),
])
def test_a_variable_is_declared_as_its_argument(tmp_path, field, declared):
    found = of_text(tmp_path, "input I { page: Int = 0 size: Int } type A { id: ID } type P { rows: [A] pages: Int }"
                              f" type Query {{ {field} }}")
    assert f"query ({declared})" in found.plan("a").query


def test_a_member_of_an_object_may_name_the_first_page(tmp_path):
    found = of_text(tmp_path, "input I { page: Int = 0 size: Int } type A { id: ID } type P { rows: [A] pages: Int }"
                              " type Query { a(pagination: I): P }")
    assert found.plan("a").variables == {"pagination": {"page": 0, "size": 100}}


def test_the_nearest_count_is_read_and_of_those_the_first_word(tmp_path):
    types = "type A { id: ID } type I { total: Int } type P { count: Int total: Int rows: [A] meta: I }"
    found = of_text(tmp_path, f"{types} type Query {{ a(offset: Int): P }}")
    assert found.plan("a").pagination["total"] == "/total"
    assert "meta" not in found.plan("a").query


def test_a_page_goes_with_the_size_that_is_named_for_it(tmp_path):
    types = "type A { id: ID } type P { rows: [A] pages: Int }"
    for arguments, size in (("page: Int, limit: Int, pageSize: Int", "pageSize"),
                            ("page: Int, limit: Int, pageSize: String", "limit")):
        found = of_text(tmp_path, f"{types} type Query {{ a({arguments}): P }}")
        assert found.plan("a").pagination["limit"] == size and found.plan("a").variables == {size: 100}


def test_pages_that_tell_only_a_total_end_by_it(tmp_path):
    found = of_text(tmp_path, "type A { id: ID } type P { rows: [A] total: Int } type Query { a(page: Int): P }")
    assert found.plan("a").pagination["total"] == "/total"


def test_a_flag_and_a_cursor_may_be_in_two_places(tmp_path):
    types = "type A { id: ID } type I { hasNext: Boolean } type P { rows: [A] nextCursor: ID meta: I }"
    plan = of_text(tmp_path, f"{types} type Query {{ a(cursor: ID): P }}").plan("a")
    assert plan.pagination == {
        "type": "cursor", "connection": "/a", "items": "/rows", "direction": "forward", "after": "cursor",
        "page_info": "", "has_next_page": "/meta/hasNext", "end_cursor": "/nextCursor",
    }
    with swiftpager.Client("http://127.0.0.1:9/graphql") as client:
        assert client.pager(plan.query, plan.variables, pagination=plan.pagination).state["list"]


def test_an_object_that_must_be_given_is_empty_until_a_page_is_asked_for(tmp_path):
    types = PAGE_INFO + "input P { after: ID } type A { id: ID } type C { nodes: [A] pageInfo: PageInfo }"
    plan = of_text(tmp_path, f"{types} type Query {{ a(paging: P!): C }}").plan("a")
    assert plan.variables == {"paging": {}} and plan.pagination["after"] == "/paging/after"
    types = "input W { id_gt: ID } type A { id: ID }"
    plan = of_text(tmp_path, f"{types} type Query {{ a(where: W!, first: Int): [A] }}").plan("a")
    assert plan.variables == {"where": {}, "first": 100}


def test_a_list_of_keys_is_sorted_by_them_as_the_schema_allows(tmp_path):
    types = "input W { id_gt: ID } enum S { ID_DESC ID_ASC } enum T { ID_DESC ID } type A { id: ID }"
    for kind, value in (("S", "ID_ASC"), ("[T]", ["ID"])):
        found = of_text(tmp_path, f"{types} type Query {{ a(where: W, first: Int, sort: {kind}): [A] }}")
        assert found.plan("a").variables == {"first": 100, "sort": value}


def test_an_order_with_a_direction_of_its_own_leaves_other_directions_alone(tmp_path):
    types = "enum W { asc desc } enum S { UPDATED_AT_DESC } type A { id: ID updatedAt: String }"
    found = of_text(tmp_path, f"{types} type Query {{ a(offset: Int, sort: S, orderDirection: W): [A] }}")
    assert found.plan("a", since="auto").variables == {"sort": "UPDATED_AT_DESC"}


def test_a_whole_number_is_a_mark_of_integers(tmp_path):
    types = "scalar bigint enum S { UPDATED_AT_DESC } type A { id: ID updated_at: bigint! }"
    plan = of_text(tmp_path, f"{types} type Query {{ a(offset: Int, sort: S): [A] }}").plan("a", since="auto")
    assert plan.since == {"path": "/updated_at", "type": "integer", "order": "descending"}


def test_only_the_arguments_that_look_an_object_up_are_named(tmp_path):
    types = "type A { id: ID } type P { all(lang: String!): [A] }"
    found = of_text(tmp_path, f"{types} type Query {{ p(id: ID, slug: String): P }}")
    with pytest.raises(WrongArgument, match=r"needs one of the arguments of p: id \(ID\), slug \(String\)$"):
        found.plan("p.all", arguments={"lang": "en"})
    with pytest.raises(WrongArgument, match=r"only you know: lang \(String!\)$"):
        found.plan("p.all", arguments={"id": "1"})


def test_a_cursor_that_must_be_given_is_the_users(tmp_path):
    found = of_text(tmp_path, PAGE_INFO + "type A { id: ID } type C { nodes: [A] pageInfo: PageInfo }"
                                          " type Query { a(after: String!, first: Int!): C }")
    assert found.list("a").arguments == {"after": "String!"}
    assert found.plan("a", arguments={"after": ""}).variables == {"after": "", "first": 100}


def test_a_list_without_pages_names_the_size_that_may_cut_it_off(tmp_path):
    plan = of_text(tmp_path, "type A { id: ID } type Query { all(first: Int): [A] }").plan("all")
    assert plan.pagination == {"type": "offset", "connection": "/all", "end": "first_page", "limit": "first"}
    with FakeServer({"all": lambda arguments: [{"id": str(n)} for n in range(7)][: arguments["first"]]}) as server:
        with swiftpager.Client(server.url) as client:
            assert len(list(pager_of(client, plan).items())) == 7
            with pytest.raises(swiftpager.MissingPageInfo, match="may be longer"):
                list(pager_of(client, plan.with_size(7)).items())


@pytest.mark.parametrize(("name", "list_name"), LISTS)
@pytest.mark.parametrize("since", ["off", "auto"])
def test_a_plan_is_valid_and_the_same_each_time(name, list_name, since):
    one = schema(name)
    arguments = given(name, one.list(list_name))
    plan = one.plan(list_name, arguments=arguments, since=since)
    source = graphql.build_schema((FOLDER / f"{name}.graphql").read_text())
    assert graphql.validate(source, graphql.parse(plan.query)) == []
    again = swiftpager.schema.read(FOLDER / f"{name}.graphql").plan(list_name, arguments=arguments, since=since)
    assert again == plan and again.query.encode() == plan.query.encode()
    # A pager takes it before any request.
    with swiftpager.Client("http://127.0.0.1:9/graphql") as client:
        client.pager(plan.query, plan.variables, pagination=plan.pagination, since=plan.since)


def test_a_query_does_not_depend_on_the_order_of_what_is_given():
    one = schema("code_host").plan("repository.issues", ["id", "title"], {"owner": "a", "name": "b"})
    two = schema("code_host").plan("repository.issues", ["title", "id"], {"name": "b", "owner": "a"})
    assert one == two and list(one.variables) == list(two.variables)


def test_an_invalid_query_is_a_bug_and_never_sent(monkeypatch):
    from swiftpager.schema import planning

    monkeypatch.setattr(planning, "query_text", lambda *_: "{ nothing }")
    with pytest.raises(SchemaError, match="made an invalid query, which is a bug of swiftpager: Cannot query field"):
        schema("shop").plan("products")


def test_an_unknown_list_has_no_plan():
    with pytest.raises(UnknownList, match="did you mean 'products'"):
        schema("shop").plan("Products")


@pytest.mark.parametrize(("options", "told"), [
    ({"page_size": 0}, "page_size must be a whole number above 0"), ({"page_size": True}, "page_size"),
    ({"page_size": "7"}, "page_size"), ({"since": "on"}, 'since must be "auto", "off" or a field'),
])
def test_a_wrong_option_is_refused(options, told):
    with pytest.raises(ValueError, match=told):
        schema("shop").plan("products", **options)


def test_a_plan_is_kept_as_json_and_loaded_again():
    plan = schema("rows").plan("orders", since="auto")
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan
    named = dataclasses.replace(plan, endpoint="https://example.com/graphql")
    assert Plan.from_json(named.to_json()) == named != plan
    assert Plan.from_json({key: value for key, value in plan.to_json().items() if key != "endpoint"}) == plan


@pytest.mark.parametrize(("change", "told"), [
    ({"colums": {}}, "unknown in a plan: 'colums'; its keys are"),
    ({"query": None}, "'query' of a plan must be a text"),
    ({"columns": []}, "'columns' of a plan must be a JSON object"),
])
def test_what_is_no_plan_is_refused(change, told):
    with pytest.raises(SchemaError, match=told):
        Plan.from_json({**schema("shop").plan("products").to_json(), **change})
    with pytest.raises(SchemaError, match="a plan needs 'columns', 'kind', 'name', 'pagination', 'query', 'variables'"):
        Plan.from_json({})
    with pytest.raises(SchemaError, match="a plan must be a JSON object"):
        Plan.from_json([])


def test_a_kept_plan_imports_no_graphql_core():
    kept = json.dumps(schema("shop").plan("products").to_json())
    script = (
        f"import sys; sys.path.insert(0, {str(BINDING)!r})\nimport json, swiftpager.schema\n"
        f"swiftpager.schema.Plan.from_json(json.loads({kept!r}))\n"
        "print(sorted(name for name in sys.modules if name.partition('.')[0] == 'graphql'))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
