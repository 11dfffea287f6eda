"""Generated modules of Python for awkward names and selections: random answers come back as they were."""

import inspect
import itertools
import random

import graphql
import msgspec
import pytest

from generated_python import DOCUMENTS, loaded, plain, text_for, text_of
from swiftpager._typed import decoder
from swiftpager.generate.python.names import constant
from swiftpager.typed import Object

SCHEMAS = {
    name: graphql.build_schema((DOCUMENTS / name / "schema.graphql").read_text(), assume_valid=True)
    for name in ("awkward", "kingdom")
}
# The operations of the documents, with values for their variables.
OPERATIONS = {
    "awkward": {
        "Everything": {}, "Animals": {"yes": True, "no": False}, "data": {"self": 1}, "Users": {}, "Items": {},
        "Numbered": {}, "Aliased": {}, "Alone": {}, "Wrapped": {}, "type": {},
    },
    "kingdom": {
        "AllAnimals": {}, "ClassroomPets": {}, "Dog": {}, "PetSearch": {}, "FindPet": {"input": {"id": "1"}},
        "AllAnimalsIncludeSkip": {"includeSpecies": True, "skipHeightInMeters": False, "getCat": True, "varA": True},
    },
}


def module_of(name, folder):
    """The module for the documents of a schema."""
    return loaded(text_for(DOCUMENTS / name / "schema.graphql", DOCUMENTS / name / "queries.graphql"), folder)


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    return module_of("awkward", tmp_path_factory.mktemp("awkward"))


@pytest.fixture(scope="module")
def kingdom(tmp_path_factory):
    return module_of("kingdom", tmp_path_factory.mktemp("kingdom"))


class Server:
    """Answers with random values, at the types that the schema declares."""

    def __init__(self, seed, schema="awkward"):
        self._random = random.Random(seed)
        self._schema = SCHEMAS[schema]

    def answer(self, document, variables):
        """The data for a document."""
        result = graphql.graphql_sync(
            self._schema, document, variable_values=variables, field_resolver=self._value, type_resolver=self._type
        )
        assert result.errors is None, result.errors
        return result.data

    def _value(self, _source, info, **_arguments):
        return self._of(info.return_type)

    def _of(self, kind):
        if isinstance(kind, graphql.GraphQLNonNull):
            return self._of_nullable(kind.of_type)
        return None if self._random.random() < 0.3 else self._of_nullable(kind)

    def _of_nullable(self, kind):
        if isinstance(kind, graphql.GraphQLList):
            return [self._of(kind.of_type) for _ in range(self._random.randrange(3))]
        if isinstance(kind, graphql.GraphQLEnumType):
            return self._random.choice(list(kind.values))
        if graphql.is_scalar_type(kind):
            values = {"Int": 7, "Float": 1.5, "Boolean": True}
            return values.get(kind.name, f"text {self._random.randrange(1000)}")
        return object()

    def _type(self, _value, info, abstract):
        return self._random.choice(info.schema.get_possible_types(abstract)).name


def same(ours, theirs):
    """Whether an object has all that the server sent, and besides it only nulls for what was left out."""
    if isinstance(theirs, dict):
        return ours.keys() >= theirs.keys() and all(
            same(value, theirs[key]) if key in theirs else value is None for key, value in ours.items()
        )
    if isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    return ours == theirs


def objects(value):
    """An object, and the objects in it."""
    if isinstance(value, list):
        for one in value:
            yield from objects(one)
    elif isinstance(value, Object):
        yield value
        for name in value.__struct_fields__:
            yield from objects(getattr(value, name))


@pytest.mark.parametrize(("schema", "name"), [(schema, name) for schema, names in OPERATIONS.items() for name in names])
def test_an_answer_is_read_as_it_was_sent(module, kingdom, schema, name):
    of_schema = {"awkward": module, "kingdom": kingdom}[schema]
    kind = {"Animals": "AnimalsQuery", "data": "Data", "type": "TypeMutation"}.get(name, name)
    document = getattr(of_schema, f"{constant(name)}_DOCUMENT")
    for seed in range(40):
        sent = Server(seed, schema).answer(document, OPERATIONS[schema][name])
        read = decoder(getattr(of_schema, kind)).decode(msgspec.json.encode(sent))
        assert same(plain(read), sent), (seed, sent)
        for one in objects(read):
            for member, _ in inspect.getmembers(type(one), lambda value: isinstance(value, property)):
                shown = getattr(one, member)
                assert shown is None or contains(plain(one), plain(shown))


def contains(whole, part):
    """Whether an object has all that a fragment of it has."""
    if isinstance(part, dict):
        return all(key in whole and contains(whole[key], value) for key, value in part.items())
    if isinstance(part, list):
        return len(whole) == len(part) and all(map(contains, whole, part))
    return whole == part


FLAGS = ("includeSpecies", "skipHeightInMeters", "getCat", "varA")


@pytest.mark.parametrize("values", list(itertools.product([False, True], repeat=len(FLAGS))))
def test_what_a_condition_leaves_out_is_read_as_none(kingdom, values):
    given = dict(zip(FLAGS, values, strict=True))
    sent = Server(7, "kingdom").answer(kingdom.ALL_ANIMALS_INCLUDE_SKIP_DOCUMENT, given)
    read = decoder(kingdom.AllAnimalsIncludeSkip).decode(msgspec.json.encode(sent))
    assert same(plain(read), sent)
    for animal in read.all_animals:
        # With `getCat`, another fragment asks for the height, too.
        assert (animal.height_in_meters is None) is (given["skipHeightInMeters"] and not given["getCat"])
        assert (animal.species is None) is not given["includeSpecies"]


def test_an_enum_knows_the_values_that_python_reserves(module):
    values = ["UNKNOWN", "none", "self", "default", "foo_bar", "FOO_BAR", "fooBar", "_1080P", "_", "in", "where"]
    assert {module.Error(value).value for value in values} == set(values)
    assert len({module.Error(value) for value in values}) == len(values)
    assert module.Error("in") is module.Error.in_


SHOP = """
interface Node { id: ID! name: String card: String }
type A implements Node { id: ID! name: String card: String }
type B implements Node { id: ID! name: String card: String size: Int }
type Query { node: Node a: A }
"""


def test_a_field_and_a_fragment_of_one_name_have_different_attributes(tmp_path):
    document = """
    query Get { a { ...Outer inner: name } }
    fragment Outer on A { ...First ...Inner }
    fragment First on A { id } fragment Inner on A { card }
    """
    module = loaded(text_of(tmp_path, SHOP, document), tmp_path)
    read = decoder(module.Get).decode(b'{"a": {"id": "1", "card": "c", "inner": "n"}}').a
    assert isinstance(read, module.Outer) and isinstance(read, module.First)
    assert read.inner == module.Inner(card="c") and read.inner_ == "n"


def test_a_fragment_of_all_objects_is_one_property(tmp_path):
    document = """
    query Get { node { id ...Card ...Named ... on B { size ...Card ...Named } } }
    fragment Card on Node { card } fragment Named on Node { name }
    """
    module = loaded(text_of(tmp_path, SHOP, document), tmp_path)
    read = decoder(module.Get).decode(
        b'{"node": {"__typename": "B", "id": "1", "card": "c", "name": "n", "size": 3}}'
    ).node
    assert type(read) is module.Get.B and isinstance(read, module.Card) and read.named == module.Named(name="n")
    assert [name for name in vars(module.Get.B) if "named" in name or "card" in name] == []


def test_a_new_value_of_an_enum_is_kept(module):
    new = module.Error("NEW")
    assert new.value == "NEW" and new == module.Error("NEW") != module.Error("NEWER") and new not in list(module.Error)
    match new:
        case module.Error.UNKNOWN:
            pytest.fail("another value")
    read = msgspec.json.decode(b'{"value": null, "error": "NEW"}', type=module.DataFields)
    assert read.error == new and plain(read)["error"] == "NEW"


def test_the_defaults_of_a_document_are_those_of_the_functions(module):
    given = {
        name: {one.name: one.default for one in inspect.signature(getattr(module, name)).parameters.values()}
        for name in ("animals", "items", "numbered", "type_mutation", "data")
    }
    assert given["animals"]["no"] is False and given["animals"]["yes"] is inspect.Parameter.empty
    assert given["items"]["first"] == 10 and given["items"]["range"] is None
    assert given["numbered"] == given["numbered"] | {"per_page": 20, "page": None}
    assert given["type_mutation"]["error"] is module.Error.UNKNOWN
    assert given["data"]["self"] is inspect.Parameter.empty and given["data"]["in_"] is None
