"""A file of plans that cannot be used: each refusal says what is wrong in it. A person may edit the file."""

import json
import pathlib
import sys
from typing import Any

import pytest

from swiftpager.schema import Plan
from swiftpager.sync import PlanError, trying
from swiftpager.sync.pinned import Options, Pinned
from swiftpager.sync.planning import Planner
from swiftpager.sync.stores import Record, Stores

PLAN = {"name": "rows", "query": "{ a }", "variables": {}, "pagination": {}, "columns": {}, "kind": "whole"}


PLANNER = Planner("", Options(), lambda: None, print)  # type: ignore[arg-type,return-value]


def without(fields: Any, *path: str) -> None:
    for key in path[:-1]:
        fields = fields[key]
    del fields[path[-1]]


@pytest.mark.parametrize(("change", "words"), [
    (lambda plan: plan.update(version=2), "another version of swiftpager wrote it"),
    (lambda plan: without(plan, "version"), "another version of swiftpager wrote it"),
    (lambda plan: without(plan, "endpoint"), "it has no 'endpoint'"),
    (lambda plan: plan.update(list={}), "it has the unknown key 'list'; the keys are endpoint, lists, options, v"),
    (lambda plan: plan.update(lists=[]), "lists must be a JSON object, not []"),
    (lambda plan: plan["options"].update(pagesize=1), "options has the unknown key 'pagesize'; the keys are lag, only"),
    (lambda plan: plan["lists"].update(rows=3), "the list rows must be a JSON object, not 3"),
    (lambda plan: without(plan, "lists", "rows", "folder"), "the list rows has no 'folder'"),
    (lambda plan: plan["lists"]["rows"].update(skip="x"), "the list rows has the unknown key 'skip'; the keys are"),
    (lambda plan: plan["lists"]["rows"].update(untried=1), '"untried" must be true or false, not 1'),
    (lambda plan: plan["lists"]["rows"].update(folder=".a"), "the folder '.a' must have letters, digits, '%', '.'"),
    (lambda plan: plan["lists"]["rows"].update(folder="CELLS"), "rows and cells have one folder"),
    (lambda plan: plan["lists"]["rows"].update(plan=3), "a plan must be a JSON object, not 3"),
    (lambda plan: plan["lists"]["rows"]["plan"].update(size="x", fields=1), "unknown in a plan: 'fields'"),
    (lambda plan: without(plan, "lists", "rows", "plan", "query"), "a plan needs 'query'"),
    (lambda plan: plan["lists"]["rows"]["plan"].update(columns=3), "'columns' of a plan must be a JSON object, not 3"),
    (lambda plan: plan["lists"]["rows"]["plan"].update(query=3), "'query' of a plan must be a text, not 3"),
    (lambda plan: plan["options"].update(lag="5"), '"lag" must be a number of seconds or null, not \'5\''),
    (lambda plan: plan["lists"]["rows"].update(whole=True), '"whole" must be "nulls", or be left out, not True'),
    (lambda plan: plan["lists"]["rows"].update(under={"list": "cells"}), "under has no 'arguments'"),
    (lambda plan: plan["lists"]["rows"].update(under={"list": 1, "arguments": {}}), 'under needs "list", a name, and'),
    (lambda plan: plan["lists"]["rows"].update(under={"list": "cells", "arguments": {"a": "b"}}),
     "under: 'a' must have a JSON Pointer like \"/name\", not 'b'"),
    (lambda plan: plan["lists"]["rows"].update(under={"list": "x", "arguments": {"a": "/b"}}),
     "rows is under x, which is not a list that is read"),
    (lambda plan: plan["lists"]["rows"].update(under={"list": "rows", "arguments": {"a": "/b"}}),
     "rows is under itself"),
])
def test_a_file_of_plans_is_refused_with_what_is_wrong_in_it(tmp_path: pathlib.Path, change: Any, words: str) -> None:
    fields: Any = {
        "version": 1, "endpoint": "http://127.0.0.1/", "options": {"only": None},
        "lists": {name: {"folder": name, "plan": {**PLAN, "name": name}} for name in ("rows", "cells")},
    }
    path = tmp_path / "_plan.json"
    path.write_text(json.dumps(fields))
    assert Pinned.load(tmp_path) is not None
    change(fields)
    path.write_text(json.dumps(fields))
    with pytest.raises(PlanError) as caught:
        Pinned.load(tmp_path)
    assert str(caught.value).startswith(f"{path} cannot be used (") and words in str(caught.value)
    assert str(caught.value).endswith("): mend it, or remove it to make the plans anew")


@pytest.mark.parametrize("text", ["{", "[]", '{"end": null}', '{"plan": "a", "colour": 3}'])
def test_a_damaged_record_of_a_store_is_refused_with_its_place(tmp_path: pathlib.Path, text: str) -> None:
    stores = Stores(tmp_path)
    stores.note(1, Record("a"))
    assert stores.record(1) == Record("a")
    (tmp_path / "1" / "_sync.json").write_text(text)
    told = r"/1/_sync\.json is damaged \(.*\): remove the folder, and the list is read anew$"
    with pytest.raises(ValueError, match=told):
        stores.record(1)


def test_the_trial_of_a_first_page_needs_graphql_core(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan.from_json(PLAN)
    assert trying.first_page_of(plan, str, PLANNER) is not None
    for name in [name for name in sys.modules if name.partition(".")[0] == "graphql"]:
        monkeypatch.setitem(sys.modules, name, None)
    for name in [name for name in sys.modules if name.startswith("swiftpager.schema.")]:
        monkeypatch.delitem(sys.modules, name)
    told = r"the first page of a list needs graphql-core: pip install swiftpager\[schema\]"
    with pytest.raises(ValueError, match=told):
        trying.first_page_of(plan, str, PLANNER)
