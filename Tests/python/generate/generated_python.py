"""Modules of `swiftpager generate --python`, written and loaded by tests."""

import importlib.util
import itertools
import json
import pathlib
import sys
import types
from typing import Any

import msgspec

import swiftpager.schema
from conftest import REPOSITORY
from swiftpager.generate import documents
from swiftpager.generate.building import model_of
from swiftpager.generate.python import printed

CODE = REPOSITORY / "Tests" / "Generated" / "Code"
DOCUMENTS = REPOSITORY / "Tests" / "Documents"
MARKET = CODE / "market.graphql"
QUERIES = CODE / "queries"

_numbers = itertools.count(1)


def text_for(schema: pathlib.Path, *patterns: str | pathlib.Path, **scalars: str) -> str:
    """The module for documents of a schema."""
    core = swiftpager.schema.read(schema).core
    return printed(model_of(core, documents.read([str(one) for one in patterns])), scalars)


def text_of(folder: pathlib.Path, schema: str, document: str, **scalars: str) -> str:
    """The module for the text of a document and of its schema."""
    (folder / "schema.graphqls").write_text(schema)
    (folder / "document.graphql").write_text(document)
    return text_for(folder / "schema.graphqls", folder / "document.graphql", **scalars)


def loaded(text: str, folder: pathlib.Path) -> types.ModuleType:
    """A module with this text; its classes are found by the name of the module."""
    name = f"generated_{next(_numbers)}"
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def plain(value: Any) -> Any:
    """An object of a generated class as JSON has it, with the keys of the response."""
    return json.loads(msgspec.json.encode(value))
