"""Rows and their columns: what a plan selects of an item, the language of `fields`, and the types of columns."""

import graphql
import pytest

from schema_support import of_text, schema
from swiftpager.schema import SchemaError, UnknownField

KINDS = """
scalar DateTime scalar Date scalar BigInt scalar JSON scalar Time scalar timestamp scalar UUID
enum Color { RED }
type Query { rows(offset: Int): [Row] bare: [Bare] mixed: [Mixed] things: [Thing] deep: [Deep] }
type Row {
  id: ID! name: String count: Int share: Float open: Boolean color: Color at: DateTime day: Date clock: Time
  local: timestamp big: BigInt json: JSON key: UUID tags: [String!]! colors: [Color] numbers: [Int] grid: [[String]]
  bigs: [BigInt] old: String @deprecated with(unit: String): String needs(unit: String!): String
  owner: Owner! size: Size children: [Row!]! pages(first: Int, after: ID): Pages! owned(by: ID!): Owner
  actor: Actor either: Either empty: Holder
}
type Owner { name: String! id: ID! login: String! company: Company }
type Company { title: String city: City }
type City { zip: String }
type Size { width: Float! height: Float! big: BigInt old: Int @deprecated of(unit: String!): Int inner: City }
type Pages { nodes: [Row] pageInfo: Info } type Info { hasNextPage: Boolean endCursor: ID }
interface Actor { login: String } type Bot implements Actor { login: String }
union Either = Owner | Company
type Holder { owner: Owner }
type Bare { needs(unit: String!): String inner: Holder others: [Bare] }
union Mixed = One | Two
type One { id: ID! n: Int same: String! list: [String] size: Size place: City own: Int strict: Int! asked: Int }
type Two { id: ID! n: Float same: String! list: [String] size: Size! place: Spot other: Int strict: Int
  asked(unit: String!): Int }
type Spot { zip: Int }
interface Thing { id: ID! name: String } type Item implements Thing { id: ID! name: String extra: Int }
type Deep { a: A } type A { id: ID b: B } type B { c: String }
"""
DEFAULTS = [
    "id", "name", "count", "share", "open", "color", "at", "day", "clock", "local", "big", "json", "key", "tags",
    "colors", "numbers", "grid", "bigs", "with", "owner", "size", "actor",
]


@pytest.fixture
def rows(tmp_path):
    """The schema of this module."""
    return of_text(tmp_path, KINDS)


def selected(plan, *way):
    """What a plan's query selects below a way of fields, as nested dicts; fragments by the names of their types."""

    def below(node):
        return {
            one.name.value if one.kind == "field" else f"... {one.type_condition.name.value}": below(one)
            for one in (node.selection_set.selections if node.selection_set else ())
        }

    found = below(graphql.parse(plan.query).definitions[0])
    for name in way:
        found = found[name]
    return found


def test_a_row_has_its_leaves_the_ids_of_objects_and_the_leaves_of_values(rows):
    plan = rows.plan("rows")
    assert list(plan.columns) == DEFAULTS
    found = selected(plan, "rows")
    assert list(found) == DEFAULTS
    assert found["owner"] == {"id": {}} and found["size"] == {"width": {}, "height": {}, "big": {}}
    assert found["actor"] == {"login": {}}


def test_columns_have_the_types_of_the_schema(rows):
    assert rows.plan("rows").columns == {
        "id": {"type": "string"}, "name": {"type": "string"}, "count": {"type": "int64"}, "share": {"type": "float64"},
        "open": {"type": "bool"}, "color": {"type": "string"}, "at": {"type": "timestamp"}, "day": {"type": "date"},
        "clock": {}, "local": {"type": "timestamp_local"}, "big": {}, "json": {"type": "json"},
        "key": {"type": "string"}, "tags": {"type": ["string"]}, "colors": {"type": ["string"]},
        "numbers": {"type": "json"}, "grid": {"type": "json"}, "bigs": {"type": "json"}, "with": {"type": "string"},
        "owner": {"type": {"id": "string"}}, "size": {}, "actor": {"type": {"login": "string"}},
    }


@pytest.mark.parametrize(("names", "column"), [
    ("DateTime Datetime DateTimeISO ISO8601DateTime timestamptz AWSDateTime Instant", {"type": "timestamp"}),
    ("OffsetDateTime ZonedDateTime DateTimeOffset UTCDateTime", {"type": "timestamp"}),
    ("timestamp LocalDateTime NaiveDateTime", {"type": "timestamp_local"}),
    ("Date date ISO8601Date AWSDate LocalDate", {"type": "date"}),
    ("JSON JSONObject json jsonb", {"type": "json"}), ("UUID uuid URI URL", {"type": "string"}),
    ("Time Timestamp BigInt bigint Decimal Long Any", {}),
])
def test_scalars_that_mean_the_same_everywhere_have_types(tmp_path, names, column):
    for name in names.split():
        found = of_text(tmp_path, f"scalar {name} type Query {{ a: [A] }} type A {{ x: {name} }}")
        assert found.plan("a").columns == {"x": column}, name


def test_the_type_of_a_scalar_can_be_given(rows):
    scalars = {"BigInt": "string", "DateTime": "string"}
    columns = rows.plan("rows", ["big", "bigs", "size", "at"], scalars=scalars).columns
    assert columns == {
        "at": {"type": "string"}, "big": {"type": "string"}, "bigs": {"type": ["string"]},
        "size": {"type": {"width": "float64", "height": "float64", "big": "string"}},
    }
    with pytest.raises(SchemaError, match="no scalar 'Bigint'; did you mean 'BigInt'"):
        rows.plan("rows", scalars={"Bigint": "string"})


def test_strict_columns_are_text_where_the_schema_does_not_tell_the_type(rows):
    columns = rows.plan("rows", ["big", "clock", "size", "id"], strict_columns=True).columns
    assert columns == {
        "id": {"type": "string"}, "clock": {"type": "json"}, "big": {"type": "json"},
        "size": {"type": {"width": "float64", "height": "float64", "big": "json"}},
    }


def test_an_item_without_a_leaf_has_its_types_name(rows):
    assert rows.plan("bare").columns == {"__typename": {"type": "string"}}
    assert selected(rows.plan("bare"), "bare") == {"__typename": {}}


def test_an_interface_has_its_fields_and_the_types_name(rows):
    assert list(rows.plan("things").columns) == ["__typename", "id", "name"]


def test_a_union_has_what_its_members_share(rows):
    plan = rows.plan("mixed")
    assert list(plan.columns) == ["__typename", "id", "same", "list"]
    shared = {"id": {}, "same": {}, "list": {}}
    assert selected(plan, "mixed") == {"__typename": {}, "... One": shared, "... Two": shared}


def test_the_types_name_alone_needs_no_members(rows):
    assert selected(rows.plan("mixed", ["__typename"]), "mixed") == {"__typename": {}}


@pytest.mark.parametrize(("fields", "columns"), [
    (["name", "id"], "id name"),
    ("name, id", "id name"),
    (["*"], " ".join(DEFAULTS)),
    (["-big", "-bigs"], " ".join(name for name in DEFAULTS if name not in ("big", "bigs"))),
    (["*", "old", "-id"], " ".join(DEFAULTS[1:18]) + " old " + " ".join(DEFAULTS[18:])),
    (["owner.login"], "owner.login"),
    (["owner.login", "owner.id"], "owner.id owner.login"),
    (["id", "owner"], "id owner"),
    (["owner.company"], "owner.company"),
    (["owner.company.city.zip"], "owner.company.city.zip"),
    (["size.big", "__typename", "id"], "__typename id size.big"),
    (["owner.__typename"], "owner.__typename"),
    (["either.__typename"], "either.__typename"),
    (["id", "owner.id", "owner.login", "-owner"], "id"),
    (["empty.owner"], "empty.owner"),
])
def test_fields_choose_columns_in_the_order_of_the_schema(rows, fields, columns):
    plan = rows.plan("rows", fields)
    assert list(plan.columns) == columns.split()


def test_a_dotted_name_is_a_column_of_its_own_by_its_pointer(rows):
    plan = rows.plan("rows", ["id", "owner.login", "owner.company.city.zip"])
    assert plan.columns["owner.login"] == {"pointer": "/owner/login", "type": "string"}
    assert plan.columns["owner.company.city.zip"]["pointer"] == "/owner/company/city/zip"
    assert selected(plan, "rows") == {"id": {}, "owner": {"login": {}, "company": {"city": {"zip": {}}}}}


def test_a_leaf_of_an_object_can_be_left_out(rows):
    plan = rows.plan("rows", ["size", "-size.big"])
    assert plan.columns == {"size": {"type": {"width": "float64", "height": "float64"}}}
    assert list(rows.plan("rows", ["id", "owner", "-owner.id"]).columns) == ["id"]


@pytest.mark.parametrize(("fields", "told"), [
    (["nmae"], "Row has no field 'nmae'; did you mean 'name'?"),
    (["NAME"], "did you mean 'name'?"),
    (["owner.logn"], "Owner has no field 'logn' ('owner.logn'); did you mean 'login'?"),
    (["needs"], "Row.needs needs arguments (unit)"),
    (["owned.id"], "Row.owned needs arguments (by)"),
    (["children"], "'children' is a list of objects"),
    (["children.id"], "'children' is a list, so 'children.id' has no single value"),
    (["tags.x"], "'tags' is a list"),
    (["pages"], "'pages' is a list of objects"),
    (["name.first"], "'name' is a String, which has no fields"),
    (["empty"], "'empty' is an object without a leaf of its own; name a field of it; there are 'owner'"),
    (["either"], "'either' is an object without a leaf"),
    (["-nmae"], "nothing to leave out at '-nmae'"),
    (["id", "-name"], "nothing to leave out at 'name'"),
    (["*", "-size.old"], "nothing to leave out at 'size.old'"),
    ([], "at least one field"),
    (["id", ""], "no empty one"),
])
def test_a_field_that_cannot_be_selected_is_refused_with_the_reason(rows, fields, told):
    with pytest.raises(UnknownField) as error:
        rows.plan("rows", fields)
    assert told.replace("'-nmae'", "'nmae'") in str(error.value)


def test_a_field_that_not_all_members_of_a_union_have_is_refused(rows):
    with pytest.raises(UnknownField, match="Mixed has no field 'own' that all its members share"):
        rows.plan("mixed", ["own"])


def test_a_name_of_introspection_is_no_field(tmp_path):
    odd = of_text(tmp_path, "type Query { a: [A] } type A { id: ID __x: Int }")
    assert list(odd.plan("a").columns) == ["id"]
    with pytest.raises(UnknownField, match="A has no field '__x'"):
        odd.plan("a", ["__x"])


def test_leaving_out_everything_is_refused(rows):
    with pytest.raises(SchemaError, match="leaves no field of Deep"):
        rows.plan("deep", ["-a"])


def test_what_a_walk_needs_is_selected_and_no_column(rows):
    plan = schema("rows").plan("orders", ["status"], since="auto")
    assert list(plan.columns) == ["status"]
    assert list(selected(plan, "orders")) == ["id", "status", "updated_at"]
    assert list(selected(schema("rows").plan("events", ["kind"]), "events")) == ["id", "kind"]


def test_deprecated_fields_and_those_with_arguments_are_not_selected_unless_named():
    assert "databaseId" not in schema("code_host").plan("viewer.repositories").columns
    assert "databaseId" in schema("code_host").plan("viewer.repositories", ["databaseId"]).columns
