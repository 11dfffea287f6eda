"""The plans of `swiftpager sync`: the first run makes them, a person may edit them, and `--refresh` makes them anew."""

import json
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest

import sync_support
from commands import environment, without
from sync_support import Folder, Lists


@pytest.fixture(scope="module")
def served() -> Iterator[Lists]:
    with sync_support.lists() as served:
        yield served


@pytest.fixture
def folder(served: Lists, tmp_path: pathlib.Path) -> Iterator[Folder]:
    yield Folder(tmp_path, served.url)
    served.control()


def columns(folder: Folder, name: str) -> list[str]:
    return [row[0] for row in folder.query(f"DESCRIBE {name}")]


@pytest.mark.long
def test_a_new_field_and_a_new_list_change_nothing(served: Lists, folder: Folder) -> None:
    only = ("--only", "products,orders")
    folder.run(*only)
    plan = (folder.path / "_plan.json").read_text()
    served.control(new_field=True, new_list=True)
    assert folder.run(*only)[1] == ""
    assert (folder.path / "_plan.json").read_text() == plan
    assert columns(folder, "products") == ["id", "name", "size", "owner"]


@pytest.mark.long
def test_refresh_shows_the_difference_and_begins_new_stores(served: Lists, folder: Folder) -> None:
    folder.run("--only", "products,orders,rows")
    folder.edit("rows", plan=None)
    folder.run("--only", "products,orders,rows")
    served.control(new_field=True, new_list=True)
    _, errors = folder.run("--refresh", "--refresh-schema", "--only", "products,orders,additions")
    assert errors.splitlines() == [
        "swiftpager: the plans changed:", "  additions came", "  rows went; its folder rows stays",
        "  orders: columns that came: color", "  products: columns that came: color",
    ]
    assert columns(folder, "products") == ["id", "name", "size", "owner", "color"]
    assert (folder.stores("orders"), (folder.path / "rows").is_dir()) == ([1, 2], True)
    assert sorted(folder.rows()) == ["additions", "orders", "products"]
    # The next run has the plans, and the store before the difference is not needed any more.
    folder.run()
    assert folder.stores("orders") == [2]


@pytest.mark.long
def test_refresh_without_a_difference_begins_no_store(served: Lists, folder: Folder) -> None:
    folder.run("--only", "orders")
    assert folder.run("--refresh")[1] == "swiftpager: the plans did not change\n"
    assert (list(folder.plan()["lists"]), folder.stores("orders")) == (["orders"], [1])


@pytest.mark.long
def test_refresh_with_other_options(served: Lists, folder: Folder) -> None:
    folder.run("--only", "orders,products")
    _, errors = folder.run("--refresh", "--since", "off", "--scalar", "DateTime=string")
    assert "orders: the column updatedAt changed: timestamp, now string; another since; another key: None" in errors
    assert "products" not in errors
    assert folder.query("SELECT typeof(updatedAt) FROM orders LIMIT 1") == [("VARCHAR",)]
    # They are those of later plans, too.
    folder.run("--refresh")
    assert folder.plan()["options"]["since"] == "off"


@pytest.mark.parametrize(("option", "name"), [
    (["--since", "off"], "--since"), (["--scalar", "DateTime=string"], "--scalar"),
    (["--page-size", "7"], "--page-size"),
])
@pytest.mark.long
def test_other_options_need_a_refresh(folder: Folder, option: list[str], name: str) -> None:
    folder.run("--only", "orders")
    assert f"{name}: the plans in {folder.path} were made with another value; add --refresh" in (
        folder.run(*option, code=2)[1]
    )
    folder.run("--since", "auto")


@pytest.mark.long
def test_the_folder_of_another_endpoint_is_refused(folder: Folder) -> None:
    folder.run("--only", "empty")
    url, folder.url = folder.url, folder.url.replace("127.0.0.1", "localhost")
    assert f"has the lists of another endpoint, {url}: name another folder" in folder.run(code=2)[1]
    assert f"has the lists of another endpoint, {url}: name another folder" in folder.run("--refresh", code=2)[1]


@pytest.mark.long
def test_a_kept_plan_needs_no_graphql_core(served: Lists, folder: Folder, tmp_path: pathlib.Path) -> None:
    folder.run("--only", "orders,products")
    folder.env = environment(without(tmp_path / "missing", "graphql"))
    served.night()
    folder.run()
    truth = served.truth()
    assert folder.rows() == {name: truth[name] for name in ("orders", "products")}


@pytest.mark.parametrize(("module", "extra"), [("graphql", "schema"), ("pyarrow", "schema,fleet")])
def test_a_missing_package_is_named(folder: Folder, tmp_path: pathlib.Path, module: str, extra: str) -> None:
    folder.env = environment(without(tmp_path / "missing", module), XDG_CACHE_HOME=str(tmp_path))
    assert f"swiftpager[{extra}]" in folder.run(code=2)[1]


@pytest.mark.long
def test_refused_introspection_names_the_option(served: Lists, folder: Folder, tmp_path: pathlib.Path) -> None:
    served.control(closed=True)
    assert "--schema FILE" in folder.run(code=1)[1]
    schema = tmp_path / "schema.graphql"
    schema.write_text("type Query { currencies: [Thing!]! }\ntype Thing { id: ID! name: String! }\n")
    folder.run("--schema", str(schema))
    assert folder.rows() == {"currencies": served.truth()["currencies"]}
    schema.write_text("type Query {")
    assert str(schema) in folder.run("--schema", str(schema), "--refresh", code=2)[1]


@pytest.mark.parametrize(("name", "words"), [("missing", "cannot be read: No such file"), ("", "Is a directory")])
@pytest.mark.long
def test_a_schema_that_cannot_be_read_is_named(folder: Folder, tmp_path: pathlib.Path, name: str, words: str) -> None:
    _, errors = folder.run("--schema", str(tmp_path / name), code=2)
    assert f"--schema: {tmp_path / name}" in errors and words in errors


@pytest.mark.parametrize(("only", "words"), [
    ("product", "no list 'product'; did you mean 'Products' or 'products'?"), (",", "expected names of lists"),
    ("repository.issues", "the command finds no list to read: repository.issues: it needs name (String!)"),
])
@pytest.mark.long
def test_wrong_names_are_refused(folder: Folder, only: str, words: str) -> None:
    assert words in folder.run("--only", only, code=2)[1]


@pytest.mark.long
def test_a_list_that_the_plans_lack_needs_a_refresh(folder: Folder) -> None:
    folder.run("--only", "empty")
    assert "--only rows: the plans in" in folder.run("--only", "rows", code=2)[1]


@pytest.mark.parametrize(("change", "words"), [
    (lambda plan: plan.pop("endpoint"), "endpoint"), (lambda plan: plan.update(version=2), "another version"),
    (lambda plan: plan["lists"]["rows"].update(folder="cells"), "have one folder"),
    (lambda plan: plan["lists"]["rows"].update(folder="CELLS"), "have one folder"),
    (lambda plan: plan["lists"]["rows"].update(folder="views.sql"), "have one folder"),
    (lambda plan: plan["lists"]["rows"].update(folder="../rows"), "the folder '../rows' must have"),
    (lambda plan: plan["lists"]["rows"].update(other=1), "other"),
    (lambda plan: plan["lists"]["rows"]["plan"].pop("query"), "query"),
    (lambda plan: plan["lists"]["rows"].update(under={"list": "cells"}), "arguments"),
    (lambda plan: plan["lists"]["rows"].update(under={"list": "cells", "arguments": {"a": "b"}}), "JSON Pointer"),
    (lambda plan: plan["lists"]["rows"].update(under={"list": "x", "arguments": {"a": "/b"}}), "is under x, which"),
    (lambda plan: plan["lists"]["rows"].update(under={"list": "rows", "arguments": {"a": "/b"}}), "is under itself"),
])
def test_a_plan_that_cannot_be_used_is_refused(folder: Folder, change: Any, words: str) -> None:
    folder.path.mkdir()
    plan: Any = {"query": "{ a }", "variables": {}, "pagination": {}, "columns": {}, "kind": "whole"}
    fields: Any = {
        "version": 1, "endpoint": folder.url, "options": {"only": None},
        "lists": {name: {"folder": name, "plan": {"name": name, **plan}} for name in ("rows", "cells")},
    }
    change(fields)
    (folder.path / "_plan.json").write_text(json.dumps(fields))
    _, errors = folder.run(code=2)
    assert f"{folder.path}/_plan.json cannot be used" in errors
    assert words in errors


@pytest.mark.long
def test_a_plan_that_was_cut_is_refused(folder: Folder) -> None:
    folder.run("--only", "empty")
    path = folder.path / "_plan.json"
    path.write_bytes(path.read_bytes()[:-20])
    assert "mend it, or remove it to make the plans anew" in folder.run(code=2)[1]
    path.unlink()
    folder.run("--only", "empty")


@pytest.mark.long
def test_an_edited_plan_begins_a_new_store(served: Lists, folder: Folder) -> None:
    folder.run("--only", "orders")
    plan = folder.plan()["lists"]["orders"]["plan"]
    del plan["columns"]["size"]
    folder.edit("orders", plan=plan)
    folder.run()
    assert columns(folder, "orders") == ["id", "name", "owner", "updatedAt"]
    assert folder.rows() == {"orders": served.truth()["orders"]}


@pytest.mark.long
def test_no_file_has_a_header(served: Lists, folder: Folder) -> None:
    folder.env["SYNC_TOKEN"] = "very-secret"
    words = ("--header-env", "Authorization: Bearer ${SYNC_TOKEN}")
    folder.run("--only", "products,orders", *words)
    folder.run(*words)
    assert not any(b"very-secret" in path.read_bytes() for path in folder.path.glob("**/*") if path.is_file())
    del folder.env["SYNC_TOKEN"]
    assert "the environment variable SYNC_TOKEN is missing or empty" in folder.run(*words, code=2)[1]


@pytest.mark.long
def test_a_secret_that_the_server_repeats_is_not_shown(served: Lists, folder: Folder) -> None:
    # It is the name of a list, too, which stays.
    folder.env["SYNC_TOKEN"] = "products"
    words = ("--header-env", "Authorization: Bearer ${SYNC_TOKEN}")
    served.control(forbidden=["products"])
    _, errors = folder.run("--only", "products", *words, code=1)
    told, others = folder.run("--json", *words, code=1)
    for text in (errors, told, others):
        assert "no access to [hidden]" in text and "access to products" not in text
    assert "\n  products: the server answered with errors" in errors
    assert json.loads(told)["lists"][0]["name"] == "products"
    assert json.loads(told)["lists"][0]["error"]["code"] == "GRAPHQL"


@pytest.mark.long
def test_columns_that_the_server_refuses_are_left_out_once(served: Lists, folder: Folder) -> None:
    served.control(refused=["products"])
    _, errors = folder.run("--only", "products")
    assert "products: left out, because the server refuses it: size (no size)" in errors
    assert columns(folder, "products") == ["id", "name", "owner"]
    assert folder.run()[1] == ""


@pytest.mark.long
def test_a_list_that_is_refused_at_first_gets_its_plan_later(served: Lists, folder: Folder) -> None:
    served.control(forbidden=["products"])
    _, errors = folder.run("--only", "products,rows", code=1)
    assert "\n  products: the server answered with errors" in errors
    assert "1 of 2 lists failed or are not complete:\n  products: " in errors
    served.control()
    folder.run()
    assert folder.rows() == {name: served.truth()[name] for name in ("products", "rows")}
    assert "query" in folder.plan()["lists"]["products"]["plan"]
