"""The columns of a store: one schema for all its files, decided once."""

from __future__ import annotations

import base64
import contextlib
import functools
import json
from collections.abc import Iterable, Mapping
from typing import Any

from .._optional import imported
from ..arrow.table import Table, settled
from ..client import Client
from ..exceptions import SwiftPagerError
from ..files._storing import pages_of
from . import _configs, _records
from ._arguments import timeout_of
from .store import Store, check_store
from .walk import Walk, check_walk

NAME = "_schema.json"
# The column of keys that are not columns.
NEW_KEYS = "new_keys"
# A walk without rows decides nothing; so many times the sample are asked at most.
_TRIES = 4


def prepare(walks: Iterable[Walk], store: Store) -> None:
    """Settles the columns of a store, if they are not: from `columns`, or from the first pages of some walks.

        swiftpager.fleet.prepare([walk], store)

    Columns that are null in the whole sample hold JSON text. A walk that fails has no say in this; it fails again in
    its slice. If no walk of the sample has rows, the first slice with rows decides.
    """
    check_store(store)
    if read(store) is not None:
        return
    table = Table(store.columns)
    if has_types(store):
        create(store, table.schema)
        return
    sampled = 0
    for tried, walk in enumerate(walks):
        if sampled >= store.sample or tried >= _TRIES * store.sample:
            break
        check_walk(walk)
        try:
            sampled += _add_first_page(walk, table)
        except SwiftPagerError:
            continue
    if sampled:
        create(store, settled(table.schema))


def has_types(store: Store) -> bool:
    """Whether each column of a store has a type."""
    columns = store.columns
    return isinstance(columns, Mapping) and bool(columns) and all(
        not isinstance(column, str) and "type" in column for column in columns.values()
    )


def read(store: Store) -> Any:
    """The schema of a store; None if it is not settled."""
    remedy = "put a copy back, or remove it: the columns of the next slice decide then"
    fields = _records.read(store._folder, NAME, remedy)
    if fields is None:
        return None
    library = imported("pyarrow")
    try:
        schema = _decoded(fields["schema"])
        made = {name: fields.get(name) for name in ("on_new_keys", "ordinal")}
        made["constants"] = tuple(fields.get("constants") or ())
    except (ValueError, KeyError, TypeError, OSError, library.ArrowException) as error:
        raise ValueError(f"{store._folder.path(NAME)} is damaged ({error}): {remedy}") from error
    for name, value in made.items():
        if value != getattr(store, name):
            raise ValueError(
                f"the store {store.root} was made with {name}={value!r}: give the same, or use another store"
            )
    names = rows_of(schema, store).names
    if store.columns is not None and list(dict.fromkeys(store.columns)) != names:
        raise ValueError(
            f"the store {store.root} has the columns {', '.join(names)}: give the same `columns`, or use another store"
        )
    return schema


@functools.lru_cache(maxsize=16)
def _decoded(text: str) -> Any:
    """The schema in a file, which each slice reads."""
    library = imported("pyarrow")
    return library.ipc.read_schema(library.py_buffer(base64.b64decode(text)))


def create(store: Store, rows: Any) -> Any:
    """Settles the schema, unless another process has; returns the store's."""
    library = imported("pyarrow")
    schema = rows
    for name, kind, argument in _added(store, library):
        if name in rows.names:
            raise ValueError(f"the items have a key {name!r}, which `{argument}` needs: name the columns")
        schema = schema.append(library.field(name, kind))
    text = base64.b64encode(schema.serialize().to_pybytes()).decode()
    # What people read of it.
    shown = {field.name: str(field.type) for field in schema}
    fields = {
        "version": _records.VERSION, "on_new_keys": store.on_new_keys, "ordinal": store.ordinal, "columns": shown,
        **({"constants": store.constants} if store.constants else {}), "schema": text,
    }
    store._folder.create(NAME, json.dumps(fields, indent=1).encode())
    return read(store)


def rows_of(schema: Any, store: Store) -> Any:
    """The columns of the items themselves."""
    for name, _, _ in _added(store, imported("pyarrow")):
        if (index := schema.get_field_index(name)) >= 0:
            schema = schema.remove(index)
    return schema


def _added(store: Store, library: Any) -> list[tuple[str, Any, str]]:
    """The columns behind those of the items: name, type, and the argument of the store that adds it."""
    added = [(NEW_KEYS, library.string(), "on_new_keys")] if store.on_new_keys == "json" else []
    added += [(name, library.string(), "constants") for name in store.constants]
    return added if store.ordinal is None else [*added, (store.ordinal, library.int64(), "ordinal")]


def _add_first_page(walk: Walk, table: Table) -> bool:
    """Adds the first page of a walk to the sample; returns whether it has rows."""
    with contextlib.ExitStack() as stack:
        with _configs.refusing_wrong_ones():
            retry: Any = walk.retry
            client = stack.enter_context(Client(
                walk.endpoint, headers_env=walk.headers_env, retry=retry, timeout=timeout_of(walk.timeout),
            ))
            pager = client.pager(
                walk.query, walk.variables, pagination=walk.pagination, nested=walk.nested,  # type: ignore[arg-type]
                max_pages=1,
            )
        for page in pages_of(pager):
            table.add(page)
            return page.item_count > 0
    return False
