"""What the functions of a generated module send, and what they make of errors and of new data."""

import datetime
import json
import re

import msgspec
import pytest

import swiftpager
from generated_python import loaded, text_of
from swiftpager.testing import FakeServer
from swiftpager.typed import NOT_GIVEN

SCHEMA = """
scalar Day scalar Money scalar Stamp
enum Kind { OLD NEW }
input Change { name: String day: Day kind: Kind inner: Change }
type Thing { id: ID! name: String kind: Kind! day: Day price: Money first_name: String lastName: String! }
type Query { thing(id: ID, kind: Kind, day: Day, many: [Int!]): Thing! }
type Mutation { change(id: ID!, to: Change, name: String, kind: Kind): Thing }
"""
DOCUMENT = """
query Find($id: ID, $kind: Kind = OLD, $day: Day, $many: [Int!] = [1, 2]) {
  thing(id: $id, kind: $kind, day: $day, many: $many) { id kind day price first_name lastName }
}
mutation Change($id: ID!, $to: Change, $name: String, $kind: Kind = OLD) {
  change(id: $id, to: $to, name: $name, kind: $kind) { name }
}
"""
THING = {"id": "1", "kind": "OLD", "day": "2026-01-02", "price": "1.10", "first_name": "Ann", "lastName": "Lee"}


@pytest.fixture
def module(tmp_path):
    return loaded(text_of(tmp_path, SCHEMA, DOCUMENT, Day="date", Money="Decimal"), tmp_path)


class Sent:
    """A transport that keeps the variables that were sent, and answers with given data."""

    def __init__(self, **response):
        self.response = response
        self.variables = []

    def __call__(self, request):
        self.variables.append(json.loads(request.body).get("variables", {}))
        request.complete(200, json.dumps(self.response).encode(), {"content-type": "application/json"})


def connected(sent):
    """A client whose requests a transport answers."""
    return swiftpager.Client("http://127.0.0.1:9/graphql", transport=sent)


def test_a_query_leaves_out_what_is_none(module):
    sent = Sent(data={"thing": THING})
    with connected(sent) as client:
        module.find(client)
        module.find(client, id="1", day=None, many=[3])
    assert sent.variables == [{"kind": "OLD"}, {"id": "1", "kind": "OLD", "many": [3]}]


def test_a_mutation_sends_null_for_none(module):
    sent = Sent(data={"change": None})
    with connected(sent) as client:
        module.change(client, id="1")
        module.change(client, id="1", name=None, to=NOT_GIVEN, kind=None)
    assert sent.variables == [{"id": "1", "kind": "OLD"}, {"id": "1", "name": None, "kind": None}]


def test_variables_have_the_form_of_json(module):
    sent = Sent(data={"change": None})
    with connected(sent) as client:
        inner = {"kind": module.Kind.NEW, "name": None}
        module.change(client, id="1", to={"day": datetime.date(2026, 1, 2), "inner": inner})
    assert sent.variables[0]["to"] == {"day": "2026-01-02", "inner": {"kind": "NEW", "name": None}}


def test_keys_of_both_styles_have_attributes(module):
    with connected(Sent(data={"thing": THING})) as client:
        thing = module.find(client).thing
    assert (thing.first_name, thing.last_name, str(thing.price), thing.day.year) == ("Ann", "Lee", "1.10", 2026)
    assert json.loads(msgspec.json.encode(thing)) == THING


def test_errors_beside_data_are_raised_unless_they_are_kept(module):
    errors = [{"message": "no price today", "path": ["thing", "price"]}]
    with connected(Sent(data={"thing": {**THING, "price": None}}, errors=errors)) as client:
        with pytest.raises(swiftpager.GraphQLError, match="errors beside the data: no price today") as caught:
            module.find(client)
        assert caught.value.errors == errors
        assert module.find(client, errors="keep").thing.price is None


def test_data_that_does_not_fit_the_schema_is_refused(module):
    with connected(Sent(data={"thing": {**THING, "lastName": None}})) as client:
        with pytest.raises(msgspec.ValidationError, match=re.escape("got `null` - at `$.thing.lastName`")):
            module.find(client)


def test_an_unknown_option_is_refused(module):
    with connected(Sent(data={"thing": THING})) as client, pytest.raises(TypeError, match="'retires'"):
        module.find(client, retires=3)


def test_a_schema_whose_keys_have_underscores_needs_no_other_names(tmp_path):
    schema = "type Query { user_accounts: [user_account!]! } type user_account { first_name: String login: String }"
    text = text_of(tmp_path, schema, "query Accounts { user_accounts { first_name login } }")
    assert "field(" not in text and "    login: str | None\n" in text
    with FakeServer({"user_accounts": [{"first_name": "Ann", "login": "now"}]}) as server:
        with swiftpager.Client(server.url) as client:
            [account] = loaded(text, tmp_path).accounts(client).user_accounts
    assert account.first_name == "Ann" and type(account).__name__ == "UserAccount"


def test_a_subscription_has_its_types_and_its_text(tmp_path):
    schema = "type Query { a: Int } type Subscription { changed: Int }"
    module = loaded(text_of(tmp_path, schema, "subscription Changed { changed }"), tmp_path)
    assert "changed" in module.CHANGED_DOCUMENT and not hasattr(module, "changed")
    assert module.Changed(changed=3).changed == 3
