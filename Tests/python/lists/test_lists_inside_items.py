"""Lists inside items that would be cut off in silence, and lists inside arrays: what is refused, and what works."""

import pytest

import swiftpager
from commands import outcome, run
from conftest import Forge
from test_draining import PlainClient
from test_nested_warnings import INFO, ISSUES, PLACE

# A variable that the list and a list inside its items share


SHARED = ISSUES.replace("issues(first: 2)", "issues(first: 2, after: $after)")


def test_a_list_inside_the_items_that_takes_the_cursor_of_the_list_is_refused(forge: Forge) -> None:
    with swiftpager.Client(forge.url()) as client:
        with pytest.raises(swiftpager.ConfigurationError) as caught:
            client.pager(SHARED)
        assert caught.value.path == "/query"
        assert caught.value.position is not None
        assert f'the field "{PLACE}" at ' in str(caught.value)
    assert forge.requests() == 0


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


def test_the_command_takes_the_pointer(forge: Forge) -> None:
    variables = ("-v", 'ids=["r5"]')
    code, told = outcome(run(forge.url(), *variables, query=NODES))
    assert code != 0 and "/nodes/0/issues" in told
    done = run(forge.url(), *variables, "-p", "connection=/nodes/0/issues", query=NODES)
    assert outcome(done) == (0, "")
    assert done.stdout.count(b'"title"') == len(titles(forge, "r5"))
