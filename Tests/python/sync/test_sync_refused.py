"""What a server refuses in the trial of `swiftpager sync`: it is left out, named, tried again, and comes back."""

import contextlib
import datetime
import pathlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import graphql
import pytest

from sdl_server import Served, serving
from sync_support import Folder

COUNT = 23
PLACES = {"sized": "items(first: Int, after: String): Connection!", "whole": "all: [Item!]!"}
NAMES = {"sized": "items", "whole": "all"}
# An error with another code may pass.
PASSING = {"code": "INTERNAL_SERVER_ERROR"}
CODES: dict[str, dict[str, str]] = {
    code: {"code": code}
    for code in ("FORBIDDEN", "UNAUTHENTICATED", "UNAUTHORIZED", "ACCESS_DENIED", "INSUFFICIENT_SCOPES", "forbidden")
} | {"type": {"type": "FORBIDDEN"}}


class Refusing:
    """A server of 23 items, some of whose fields fail.

    failing  says for a field and the number of an item whether it fails in this answer
    """

    def __init__(self, secret: str = "String", item: str = "Item!") -> None:
        self.failing: Callable[[str, int], bool] = lambda name, number: False
        self.extensions: Mapping[str, str] = PASSING
        self.sdl = f"""
            type Item {{ id: ID! name: String secret: {secret} {"".join(f" s{n}: String!" for n in range(6))} }}
            type PageInfo {{ hasNextPage: Boolean! endCursor: String }}
            type Connection {{ nodes: [{item}]! pageInfo: PageInfo! }}
            type Query {{ items(first: Int, after: String): Connection! all: [{item}]! }}
        """

    @contextlib.contextmanager
    def serving(self, before: Any = lambda query, variables: None) -> Iterator[Served]:
        root = {"items": self.page, "all": lambda info: self.page(info, COUNT)["nodes"]}
        with serving(self.sdl, root, before) as served:
            yield served

    def page(self, info: object, first: int = 10, after: str | None = None) -> dict[str, Any]:
        begin = int(after or 0)
        end = min(begin + first, COUNT)
        nodes = [self.item(number) for number in range(begin, end)]
        return {"nodes": nodes, "pageInfo": {"hasNextPage": end < COUNT, "endCursor": str(end)}}

    def item(self, number: int) -> dict[str, Any]:
        def value(name: str) -> Callable[[object], str]:
            def resolved(info: object) -> str:
                if self.failing(name, number):
                    raise graphql.GraphQLError(f"no {name}", extensions=dict(self.extensions))
                return name
            return resolved
        fields = {name: value(name) for name in ("name", "secret", *(f"s{n}" for n in range(6)))}
        return {"id": str(number), **fields}


class Once:
    """Fails so many times for a field, and not again."""

    def __init__(self, name: str, times: int) -> None:
        self.name, self.left = name, times

    def __call__(self, name: str, number: int) -> bool:
        if name != self.name or self.left == 0:
            return False
        self.left -= 1
        return True


def columns(folder: Folder, name: str) -> list[str]:
    return [row[0] for row in folder.query(f'DESCRIBE "{name}"')]


def told(folder: Folder, name: str, *options: str, code: int = 0) -> tuple[str, list[str], int]:
    one = folder.run_json("--only", name, *options, code=code)[name]
    return one["end"], one["refused"], folder.query(f'SELECT count(id) FROM "{name}"')[0][0]


@pytest.mark.parametrize("form", ["sized", "whole"])
@pytest.mark.parametrize("secret", ["String", "String!"])
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.long
def test_a_failure_that_passes_removes_no_column(tmp_path: pathlib.Path, form: str, secret: str, times: int) -> None:
    server, name = Refusing(secret), NAMES[form]
    server.failing = Once("secret", times)
    with server.serving() as served:
        folder = Folder(tmp_path, served.url)
        if (form, secret) == ("whole", "String"):
            # Other items have values, so the column stays, and the list lacks one of them.
            assert told(folder, name, code=3) == ("partial", [], COUNT)
            server.failing = Once("", 0)
        assert told(folder, name) == ("complete", [], COUNT)
        assert "secret" in columns(folder, name)


@pytest.mark.parametrize("form", ["sized", "whole"])
@pytest.mark.parametrize("secret", ["String", "String!"])
@pytest.mark.parametrize("code", [*CODES, None])
@pytest.mark.long
def test_what_fails_each_time_is_left_out_and_named(
    tmp_path: pathlib.Path, form: str, secret: str, code: str | None
) -> None:
    server, name = Refusing(secret), NAMES[form]
    server.failing = lambda field, number: field == "secret"
    server.extensions = PASSING if code is None else CODES[code]
    with server.serving() as served:
        folder = Folder(tmp_path, served.url)
        lines, errors = folder.run("--only", name)
        assert lines == f"{name}  {COUNT} rows  complete, refused: secret\n"
        assert f"{name}: left out, because the server refuses it: secret (no secret)" in errors
        asked = sum("secret" in query for query, _ in served.asked)
        # A server that says who may not read is believed at once.
        assert asked == (3 if code is None else 1)
        assert told(folder, name) == ("complete", ["secret"], COUNT)
        assert "secret" not in columns(folder, name)
        entry = folder.plan()["lists"][name]
        assert "secret" in entry["with_refused"]["columns"] and entry["plan"]["refused"] == ["secret"]
        assert "no secret" not in (folder.path / "_plan.json").read_text()


@pytest.mark.parametrize("form", ["sized", "whole"])
@pytest.mark.parametrize("extensions", [PASSING, CODES["FORBIDDEN"]], ids=["failure", "access"])
@pytest.mark.long
def test_a_column_with_values_in_other_items_stays(
    tmp_path: pathlib.Path, form: str, extensions: Mapping[str, str]
) -> None:
    server, name = Refusing(), NAMES[form]
    server.failing = lambda field, number: (field, number) == ("secret", 7)
    server.extensions = extensions
    with server.serving() as served:
        folder = Folder(tmp_path, served.url)
        assert told(folder, name, code=3) == ("partial", [], COUNT)
        assert folder.query(f'SELECT count(secret) FROM "{name}"') == [(COUNT - 1,)]


@pytest.mark.parametrize("form", ["sized", "whole"])
@pytest.mark.parametrize("item", ["Item", "Item!"])
@pytest.mark.long
def test_each_refused_field_is_found_though_one_hides_the_next(tmp_path: pathlib.Path, form: str, item: str) -> None:
    server, name = Refusing(item=item), NAMES[form]
    server.failing = lambda field, number: field.startswith("s")
    server.extensions = CODES["FORBIDDEN"]
    with server.serving() as served:
        folder = Folder(tmp_path, served.url)
        refused = ["s0", "s1", "s2", "s3", "s4", "s5", "secret"]
        assert told(folder, name) == ("complete", refused, COUNT)
        assert columns(folder, name) == ["id", "name"]


@pytest.mark.parametrize("form", ["sized", "whole"])
def test_a_location_in_the_query_names_the_field(tmp_path: pathlib.Path, form: str) -> None:
    def github(query: str, variables: Mapping[str, Any]) -> dict[str, Any] | None:
        lines = query.splitlines()
        places = [(n, line.index("secret") + 1) for n, line in enumerate(lines, 1) if "secret" in line]
        if not places or "__schema" in query:
            return None
        location = {"line": places[0][0], "column": places[0][1]}
        told = "Your token has not been granted the required scopes to execute this query."
        return {"errors": [{"type": "INSUFFICIENT_SCOPES", "locations": [location], "message": told}]}

    with Refusing().serving(github) as served:
        folder = Folder(tmp_path, served.url)
        assert told(folder, NAMES[form]) == ("complete", ["secret"], COUNT)


def test_a_query_that_does_not_fit_the_schema_is_no_refusal(tmp_path: pathlib.Path) -> None:
    def changed(query: str, variables: Mapping[str, Any]) -> dict[str, Any] | None:
        if "secret" not in query or "__schema" in query:
            return None
        places = [{"line": 1 + query[:query.index("secret")].count("\n"), "column": 7}]
        return {"errors": [{"message": 'Cannot query field "secret" on type "Item".', "locations": places}]}

    with Refusing().serving(changed) as served:
        folder = Folder(tmp_path, served.url)
        assert "Cannot query field" in folder.run("--only", "items", code=1)[1]
        assert folder.plan()["lists"]["items"]["untried"] is True


def on_day(folder: Folder, name: str, days_ago: int) -> None:
    """Has the last trial of what is refused be some days ago."""
    entry = folder.plan()["lists"][name]
    today = datetime.datetime.now(datetime.UTC).date()
    *earlier, last = entry["refused_on"]
    assert last == today.isoformat()
    folder.edit(name, refused_on=[*earlier, (today - datetime.timedelta(days=days_ago)).isoformat()])


@pytest.mark.parametrize("form", ["sized", "whole"])
@pytest.mark.long
def test_a_refused_column_is_tried_on_three_days_and_once_a_day(tmp_path: pathlib.Path, form: str) -> None:
    server, name = Refusing(), NAMES[form]
    server.failing = lambda field, number: field == "secret"
    server.extensions = CODES["FORBIDDEN"]
    with server.serving() as served:
        folder = Folder(tmp_path, served.url)

        def asks() -> int:
            served.asked.clear()
            assert told(folder, name) == ("complete", ["secret"], COUNT)
            return sum("secret" in query for query, _ in served.asked)

        assert [asks(), asks()] == [1, 0]
        for days_ago, expected in ((3, [1, 0]), (2, [1, 0]), (1, [0, 0])):
            on_day(folder, name, days_ago)
            assert [asks(), asks()] == expected
            if expected == [0, 0]:
                break
        assert len(folder.plan()["lists"][name]["refused_on"]) == 3
        folder.run("--refresh")
        assert len(folder.plan()["lists"][name]["refused_on"]) == 1


@pytest.mark.parametrize("form", ["sized", "whole"])
def test_a_column_that_comes_back_begins_a_new_store(tmp_path: pathlib.Path, form: str) -> None:
    server, name = Refusing(), NAMES[form]
    server.failing = lambda field, number: field in ("secret", "s1")
    server.extensions = CODES["FORBIDDEN"]
    with server.serving() as served:
        folder = Folder(tmp_path, served.url)
        assert told(folder, name) == ("complete", ["s1", "secret"], COUNT)
        server.failing = lambda field, number: field == "s1"
        # Not on the same day.
        assert told(folder, name) == ("complete", ["s1", "secret"], COUNT)
        on_day(folder, name, 1)
        assert f"{name}: columns that the server no longer refuses: secret" in folder.run("--only", name)[1]
        assert "secret" in columns(folder, name) and "s1" not in columns(folder, name)
        assert told(folder, name) == ("complete", ["s1"], COUNT)
        server.failing = lambda field, number: False
        on_day(folder, name, 1)
        assert told(folder, name) == ("complete", [], COUNT)
        assert {"with_refused", "refused_on"}.isdisjoint(folder.plan()["lists"][name])


@pytest.mark.long
def test_a_plan_that_a_person_changed_is_not_tried_again(tmp_path: pathlib.Path) -> None:
    server = Refusing()
    server.failing = lambda field, number: field == "secret"
    server.extensions = CODES["FORBIDDEN"]
    with server.serving() as served:
        folder = Folder(tmp_path, served.url)
        told(folder, "items")
        plan = folder.plan()["lists"]["items"]["plan"]
        plan["query"] = plan["query"].replace("      s1\n", "")
        del plan["columns"]["s1"]
        folder.edit("items", plan=plan)
        on_day(folder, "items", 1)
        server.failing = lambda field, number: False
        served.asked.clear()
        assert told(folder, "items") == ("complete", ["secret"], COUNT)
        assert not any("secret" in query for query, _ in served.asked)


@pytest.mark.parametrize(("first", "failures"), [(0, 1), (0, 2), (1, COUNT)])
@pytest.mark.long
def test_a_failure_of_page_0_that_passes_does_not_hide_it(tmp_path: pathlib.Path, first: int, failures: int) -> None:
    left = failures

    def paged(info: object, page: int = 0, limit: int = 10) -> list[dict[str, str]]:
        nonlocal left
        if page == 0 and left > 0:
            left -= 1
            raise graphql.GraphQLError("upstream request timeout")
        begin = (page - first) * limit
        return [{"id": str(number)} for number in range(begin, min(begin + limit, COUNT))]

    sdl = "type Item { id: ID! } type Query { paged(page: Int, limit: Int): [Item!]! }"
    with serving(sdl, {"paged": paged}) as served:
        folder = Folder(tmp_path, served.url)
        folder.run("--only", "paged")
        assert folder.query("SELECT count(DISTINCT id) FROM paged") == [(COUNT,)]
        # A server whose pages begin with 1 refuses page 0 each time.
        assert left == (0 if first == 0 else COUNT - 3)
