"""Client.schema, lists and list: from an address to the rows of a list, without a query."""

import json
import os
import pathlib
import stat
from typing import TypedDict

import pyarrow
import pytest

import swiftpager
import swiftpager.schema
from loops import run_asyncio, run_trio
from refusing import COUNT, refusing, served

__all__ = ["refusing", "served"]  # fixtures

def kept(tmp_path: pathlib.Path) -> list[pathlib.Path]:
    return sorted((tmp_path / "cache" / "swiftpager").glob("schema-*"))


# The schema


def test_the_lists_of_a_server(refusing):
    with swiftpager.Client(refusing.url()) as client:
        assert [(found.name, found.kind, found.item) for found in client.lists()] == [
            ("everybody", "whole", "Person"), ("people", "cursor", "Person"), ("teams", "page", "Person"),
        ]
        assert client.schema() is client.schema(), "it is read once"


def test_the_schema_is_kept_for_this_user_and_these_headers(refusing, tmp_path):
    for token in ("secret-1", "secret-2", "secret-1"):
        with swiftpager.Client(refusing.url(), headers={"Authorization": token}) as client:
            client.schema()
    one, two = kept(tmp_path)
    assert [stat.S_IMODE(os.stat(path).st_mode) for path in (one, two, one.parent)] == [0o600, 0o600, 0o700]
    assert not any("secret" in path.name or "secret" in path.read_text() for path in (one, two))


def test_a_kept_schema_counts_for_a_day_and_until_it_is_refreshed(refusing, tmp_path):
    def ask(*, refresh: bool = False) -> int:
        before = [os.stat(path).st_ino for path in kept(tmp_path)]
        with swiftpager.Client(refusing.url()) as client:
            client.schema(refresh=refresh)
        return [os.stat(path).st_ino for path in kept(tmp_path)] != before

    assert [ask(), ask(), ask(refresh=True), ask()] == [True, False, True, False]
    (path,) = kept(tmp_path)
    day_ago = os.stat(path).st_mtime - 24 * 60 * 60 - 1
    os.utime(path, (day_ago, day_ago))
    assert [ask(), ask()] == [True, False]


@pytest.mark.parametrize("damage", [b"", b"{", b"{}", b"\xff"])
def test_a_damaged_file_is_replaced(refusing, tmp_path, damage):
    with swiftpager.Client(refusing.url()) as client:
        client.schema()
    (path,) = kept(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(damage)
    with swiftpager.Client(refusing.url()) as client:
        assert len(client.lists()) == 3
    assert path.read_bytes() == whole


def test_without_a_place_for_it_the_schema_is_not_kept(refusing, tmp_path, caplog):
    (tmp_path / "cache").write_text("a file")
    with swiftpager.Client(refusing.url()) as client:
        assert len(client.lists()) == 3
    assert "the schema is not kept" in caplog.text


def test_a_recording_has_the_introspection(refusing, tmp_path):
    recording = tmp_path / "recording"
    with swiftpager.Client(refusing.url(), record=str(recording)) as client:
        expected = [item["id"] for item in client.list("people", fields=["id"]).items()]
    assert kept(tmp_path) == []
    with swiftpager.Client(refusing.url(), replay=str(recording)) as client:
        assert [item["id"] for item in client.list("people", fields=["id"]).items()] == expected


def test_a_server_that_refuses_introspection_says_so_and_what_to_do(refusing):
    with swiftpager.Client(refusing.url(introspection="refused")) as client:
        with pytest.raises(swiftpager.GraphQLError, match="introspection is disabled") as caught:
            client.lists()
        assert "--schema FILE" in "".join(caught.value.__notes__)
    with swiftpager.Client(refusing.url(introspection="cut")) as client:
        with pytest.raises(swiftpager.schema.IntrospectionRefused, match=r"unknown type: Profile.*--schema FILE"):
            client.lists()


# A list


def test_a_list_needs_no_query(refusing):
    with swiftpager.Client(refusing.url()) as client:
        pager = client.list("people", fields=["id", "profile.phone"], page_size=10)
        assert pager.plan is not None
        table = pager.to_arrow(pager.plan.columns)
    assert table.num_rows == COUNT
    assert table.schema.names == ["id", "profile.phone"]
    sizes = [request["variables"]["first"] for request in refusing.requests()]
    assert sizes == [1, 10, 10, 10], "one item is tried first"


class Person(TypedDict):
    id: str
    name: str


def test_the_items_of_a_list_have_a_type(refusing):
    with swiftpager.Client(refusing.url()) as client:
        pager = client.list("people", fields=["id", "name"], type=Person)
        assert [person["id"] for person in pager.items(limit=2)] == ["1", "2"]
        with pytest.raises(ValueError, match="name"):
            list(client.list("people", fields=["id"], type=Person).items())


def test_what_the_server_refuses_is_left_out_once(refusing, caplog):
    with swiftpager.Client(refusing.url(refuse="email,profile.phone")) as client:
        pager = client.list("people")
        people = list(pager.items())
    assert [person["id"] for person in people] == [str(number) for number in range(1, COUNT + 1)]
    assert people[0].keys() == {"id", "name", "salary", "createdAt", "joined", "profile"}
    assert people[0]["profile"].keys() == {"address"}
    assert pager.plan.refused == ["email", "profile.phone"]
    assert "left out, because the server refuses it: email, profile.phone" in caplog.text
    assert len([record for record in caplog.records if "refuses" in record.message]) == 1
    assert "phone" not in str(pager.plan.columns) and "email" not in str(pager.plan.columns)


def test_a_refused_field_that_takes_its_parents_with_it_is_left_out(refusing):
    """`salary` is not null, so its refusal takes the whole answer, and hides that of `email` behind it."""
    with swiftpager.Client(refusing.url(refuse="salary,email")) as client:
        people = list(client.list("people", fields="id,name,salary,email").items())
    assert len(people) == COUNT
    assert people[0].keys() == {"id", "name"}


def test_refused_fields_can_be_asked_for(refusing):
    with swiftpager.Client(refusing.url(refuse="email")) as client:
        pager = client.list("people", fields="id,email", keep_refused=True, errors="keep")
        assert {person["email"] for person in pager.items()} == {None}
        assert pager.plan.refused == []


def test_a_refusal_of_all_columns_or_of_the_key_is_the_walks_error(refusing):
    with swiftpager.Client(refusing.url(refuse="name")) as client, pytest.raises(swiftpager.PartialData):
        list(client.list("people", fields="name").items())
    with swiftpager.Client(refusing.url(refuse="people")) as client:
        with pytest.raises(swiftpager.GraphQLError, match="people needs the permission"):
            client.list("people")


@pytest.mark.parametrize(("times", "expected"), [
    ("", pyarrow.timestamp("us", "UTC")), ("local", pyarrow.timestamp("us")), ("number", pyarrow.int64()),
])
def test_the_types_of_times_are_those_that_the_server_writes(refusing, times, expected):
    with swiftpager.Client(refusing.url(times=times)) as client:
        pager = client.list("people", fields="createdAt,joined")
        assert list(pager.to_arrow(pager.plan.columns).schema.types) == [expected, pyarrow.date32()]


def test_mistakes_name_what_is_there(refusing):
    with swiftpager.Client(refusing.url()) as client:
        with pytest.raises(swiftpager.schema.UnknownList, match="did you mean 'people'"):
            client.list("poeple")
        with pytest.raises(swiftpager.schema.UnknownField, match="did you mean 'email'"):
            client.list("people", fields="emial")
        with pytest.raises(swiftpager.schema.WrongArgument, match="no argument 'where'"):
            client.list("people", arguments={"where": {}})
    assert refusing.requests() == []


@pytest.mark.parametrize("runner", [run_asyncio, run_trio])
def test_the_same_in_an_event_loop(refusing, runner):
    async def main() -> None:
        async with swiftpager.AsyncClient(refusing.url(refuse="salary,email")) as client:
            assert [found.name for found in await client.lists()] == ["everybody", "people", "teams"]
            pager = await client.list("people")
            people = [person async for person in pager.items()]
            assert len(people) == COUNT
            assert pager.plan is not None and pager.plan.refused == ["email", "salary"]
        async with swiftpager.AsyncClient(refusing.url(introspection="refused")) as client:
            with pytest.raises(swiftpager.GraphQLError, match="introspection"):
                await client.lists()

    runner(main)


@pytest.mark.long
def test_a_plan_goes_through_json(refusing):
    with swiftpager.Client(refusing.url(refuse="email")) as client:
        plan = client.list("people").plan
        again = swiftpager.schema.Plan.from_json(json.loads(json.dumps(plan.to_json())))
        assert again == plan
