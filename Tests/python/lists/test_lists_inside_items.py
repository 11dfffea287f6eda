"""Lists inside items that would be cut off in silence, and lists inside arrays: what is refused, and what works."""

from typing import Any

import pytest

import swiftpager
from commands import outcome, run
from conftest import Forge
from test_draining import PlainClient
from test_nested_warnings import INFO, ISSUES, PLACE

# A variable that the list and a list inside its items share


SHARED = ISSUES.replace("issues(first: 2)", "issues(first: 2, after: $after)")


@pytest.mark.parametrize("nested", [None, "error", "drain"])
def test_a_list_inside_the_items_that_takes_the_cursor_of_the_list_is_refused(forge: Forge, nested: Any) -> None:
    with swiftpager.Client(forge.url()) as client:
        with pytest.raises(swiftpager.ConfigurationError) as caught:
            client.pager(SHARED, nested=nested)
        assert caught.value.path == "/query"
        assert caught.value.position is not None
        said = str(caught.value)
        assert f'the field "{PLACE}" at ' in said and 'the list "/repositories" at ' in said
        assert "takes `$after` as `after`" in said and "give it a variable of its own" in said
    assert forge.requests() == 0


def test_with_a_variable_of_its_own_it_is_whole(forge: Forge) -> None:
    own = SHARED.replace("($after: String)", "($after: String, $inner: String)").replace(
        "issues(first: 2, after: $after)", "issues(first: 2, after: $inner)"
    )
    with swiftpager.Client(forge.url()) as client:
        found = [item for page in client.pager(own, nested="drain") for item in page.items]
    wanted = PlainClient(forge).repositories()
    assert [[issue["title"] for issue in item["issues"]["nodes"]] for item in found] == [
        [issue["title"] for issue in item["issues"]["nodes"]] for item in wanted
    ]


def test_a_refused_query_of_the_command_is_a_wrong_call(forge: Forge) -> None:
    code, told = outcome(run(forge.url(), query=SHARED))
    assert code == 2
    assert "is paged by this variable" in told


# A list inside an array


NODES = (
    "query ($ids: [ID!]!, $after: String) { nodes(ids: $ids) { ... on Repository { name"
    f" issues(first: 2, after: $after) {{ nodes {{ title }} {INFO} }} }} }} }}"
)


def titles(forge: Forge, name: str) -> list[str]:
    [found] = [each for each in PlainClient(forge).repositories() if each["name"] == name]
    return [issue["title"] for issue in found["issues"]["nodes"]]


def test_the_first_answer_shows_an_array_and_the_error_names_the_pointer_that_works(forge: Forge) -> None:
    ids = {"ids": ["r3", "r5"]}
    with swiftpager.Client(forge.url()) as client:
        with pytest.raises(swiftpager.BadResponseError) as caught:
            list(client.pager(NODES, ids))
        assert "the list is inside an array: /data/nodes has 2 elements" in str(caught.value)
        assert 'as in "/nodes/0/issues"' in str(caught.value)
        for index, name in enumerate(ids["ids"]):
            pager = client.pager(NODES, ids, pagination={"connection": f"/nodes/{index}/issues"})
            assert [item["title"] for item in pager.items()] == titles(forge, name)
            assert pager.state["list"]["connection"] == f"/nodes/{index}/issues"


def test_an_element_without_the_list_is_passed_over_in_the_advice(forge: Forge) -> None:
    with swiftpager.Client(forge.url()) as client:
        with pytest.raises(swiftpager.BadResponseError, match='as in "/nodes/2/issues"'):
            list(client.pager(NODES, {"ids": ["nothing", "r3/i0", "r5"]}))
        pager = client.pager(NODES, {"ids": ["r5"]}, pagination={"connection": "/nodes/1/issues"})
        with pytest.raises(swiftpager.BadResponseError, match="has 1 element, and `connection` names the one with"):
            list(pager)


def test_the_command_takes_the_pointer(forge: Forge) -> None:
    variables = ("-v", 'ids=["r5"]')
    code, told = outcome(run(forge.url(), *variables, query=NODES))
    assert code != 0 and "/nodes/0/issues" in told
    done = run(forge.url(), *variables, "-p", "connection=/nodes/0/issues", query=NODES)
    assert outcome(done) == (0, "")
    assert done.stdout.count(b'"title"') == len(titles(forge, "r5"))


def test_lists_inside_the_items_of_such_a_list_are_filled(forge: Forge) -> None:
    query = (
        "query ($after: String) { nodes(ids: [\"r5\"]) { ... on Repository { issues(first: 4, after: $after) { nodes {"
        f" id __typename title labels(first: 1) {{ nodes {{ name }} {INFO} }} }} {INFO} }} }} }} }}"
    )
    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(query, pagination={"connection": "/nodes/0/issues"}, nested="drain")
        found = list(pager.items())
    [wanted] = [each for each in PlainClient(forge).repositories() if each["name"] == "r5"]
    assert [[label["name"] for label in issue["labels"]["nodes"]] for issue in found] == [
        [label["name"] for label in issue["labels"]["nodes"]] for issue in wanted["issues"]["nodes"]
    ]


def test_one_item_of_a_list_has_a_list_that_can_be_paged(forge: Forge) -> None:
    query = (
        "query ($after: String) { repositories(first: 6) { nodes { issues(first: 2, after: $after) {"
        f" nodes {{ title }} {INFO} }} }} {INFO} }} }}"
    )
    with swiftpager.Client(forge.url()) as client:
        with pytest.raises(swiftpager.ConfigurationError, match="as in \"/repositories/nodes/0/issues\""):
            client.pager(query, pagination={"connection": PLACE})
        pager = client.pager(query, pagination={"connection": "/repositories/nodes/5/issues"})
        assert [item["title"] for item in pager.items()] == titles(forge, "r5")
