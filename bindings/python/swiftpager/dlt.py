"""Lists as resources of dlt. Needs dlt and pyarrow: the extra `swiftpager[dlt]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

try:
    import dlt
    import pyarrow
    from dlt.common.jsonpath import extract_simple_field_name
    from dlt.extract import DltResource, DltSource
except ImportError as error:
    error.add_note("swiftpager.dlt needs dlt and pyarrow: pip install dlt pyarrow, or swiftpager[dlt]")
    raise

from ._documents import Query
from .arrow._columns import Columns
from .client import Client


def resource(
    client: Client,
    query: Query,
    variables: Mapping[str, Any] | None = None,
    *,
    name: str | None = None,
    incremental: dlt.sources.incremental[Any] | None = None,
    since: Mapping[str, Any] | None = None,
    columns: Columns | None = None,
    primary_key: Any = None,
    merge_key: Any = None,
    write_disposition: Any = None,
    **options: Any,
) -> DltResource:
    """A dlt resource of the items of a list, which come as tables of Arrow.

        updated = dlt.sources.incremental("updatedAt")
        orders = swiftpager.dlt.resource(
            client, QUERY, {"first": 100}, incremental=updated, since={"type": "time", "order": "descending"},
            primary_key="id", write_disposition="merge")
        dlt.pipeline("orders", destination="duckdb", dataset_name="shop").run(orders)

    All tables have one schema: that of `columns`, or of the first 1,024 rows. An item that does not fit raises
    `BadResponseError`, also one with a value in a column that had only nulls: give the type of such a column in
    `columns`. dlt drops a column that has only nulls. Each run of the pipeline is one walk. If a run is
    killed, dlt keeps neither its rows nor its mark, and the next run begins at the mark of the run before.

    client       it must stay open while the pipeline runs
    name         the name of the resource and of its table; by default that of the list's field
    incremental  the mark that dlt keeps: a run loads only the items from that mark on. Its cursor path is the name of a
                 column. For a value inside the item it is a path of names with dots between them, and `columns` has a
                 column with that name: {"part.at": "/part/at"}. With its `lag`, a run also loads the items that appear
                 late, up to so far below the mark
    since        further keys of the pager's `since`: the type and order of the values, for example. Its `path`, `value`
                 and `lag` come from `incremental`
    columns      the columns, as for `Pager.to_arrow`
    primary_key, merge_key, write_disposition
                 as for `dlt.resource`
    options      further arguments of `Client.pager`
    """
    if incremental is not None and not isinstance(incremental, dlt.sources.incremental):
        raise TypeError(f"incremental must be a dlt.sources.incremental, not {incremental!r}")
    if since is not None and not isinstance(since, Mapping):
        raise TypeError(f"since must be a mapping, not {since!r}")
    if since is not None and incremental is None:
        raise ValueError("`since` needs `incremental`: dlt keeps the mark")
    for key in ("lag", "lag_ms", "shrinking_lag", "shrinking_lag_ms"):
        if since is not None and key in since:
            raise ValueError(
                f"`since` must not have {key!r}: dlt drops what is below its own mark, so give the lag to it, in"
                " seconds, as in dlt.sources.incremental(…, lag=60)"
            )

    if incremental is not None and incremental.primary_key is None and _merges(write_disposition):
        # dlt drops an item with the key and the moment of one that it has, also an edited item. A merge needs no such
        # check, because it replaces the row.
        unchecked: Any = incremental.copy()
        unchecked.primary_key = ()
        incremental = unchecked

    def tables(mark: dlt.sources.incremental[Any] | None) -> Iterator[pyarrow.Table]:
        chosen = dict(options)
        if mark is not None:
            chosen["since"] = _since(mark, since or {})
        pager = client.pager(query, variables, **chosen)
        for batch in pager.record_batches(columns):
            yield pyarrow.Table.from_batches([batch.to_pyarrow()])

    hints = {"primary_key": primary_key, "merge_key": merge_key, "write_disposition": write_disposition}
    given = {
        "name": name or _field_of(client, query, variables, options),
        **{key: value for key, value in hints.items() if value is not None},
    }
    if incremental is None:

        def items() -> Iterator[pyarrow.Table]:
            yield from tables(None)

        return dlt.resource(items, **given)

    def new_items(mark: Any = incremental) -> Iterator[pyarrow.Table]:
        yield from tables(mark)

    return dlt.resource(new_items, **given)


def _merges(write_disposition: Any) -> bool:
    if isinstance(write_disposition, Mapping):
        write_disposition = write_disposition.get("disposition")
    return bool(write_disposition == "merge")


def source(name: str, resources: Iterable[DltResource]) -> DltSource:
    """A dlt source of several resources: one run of a pipeline loads all of their lists, each with a mark of its own.

        shop = swiftpager.dlt.source("shop", [
            swiftpager.dlt.resource(client, PRODUCTS, {"first": 100}, primary_key="id", write_disposition="merge"),
            swiftpager.dlt.resource(client, ORDERS, primary_key="id", write_disposition="merge"),
        ])
        dlt.pipeline("shop", destination="duckdb").run(shop)

    If one of the walks fails, the run loads nothing of any list. Raises ValueError for two resources of one name: give
    each list a `name`, because dlt would load only one of them.
    """
    chosen = list(resources)
    names = [resource.name for resource in chosen]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"two resources have the name {twice[0]!r}: give each list a `name` of its own")
    made: DltSource = dlt.source(lambda: chosen, name=name)()
    return made


def _since(mark: dlt.sources.incremental[Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """The pager's `since` for a mark of dlt."""
    for key in ("path", "value"):
        if key in others:
            raise ValueError(f"`since` must not have {key!r}: it comes from `incremental`")
    if mark.last_value_func is not max:
        raise ValueError("`incremental` must have the last_value_func max: the mark is the greatest value")
    path = mark.cursor_path.removeprefix("$.")
    simple = extract_simple_field_name(mark.cursor_path)
    names = [simple] if simple is not None else path.split(".")
    if not all(part.isidentifier() for part in names):
        raise ValueError(f"the cursor path {mark.cursor_path!r} is not a path of names")
    value = {} if mark.last_value is None else {"value": mark.last_value}
    return {"path": "".join(f"/{part}" for part in names), **others, **value}


def _field_of(client: Client, query: Query, variables: Mapping[str, Any] | None, options: Mapping[str, Any]) -> str:
    """The name of the list's field."""
    found = client.pager(query, variables, **options).state["list"]
    connection: str = (found or {}).get("connection") or ""
    name = connection.rpartition("/")[2]
    if not name:
        raise ValueError("the name of the list is not known: give a `name`")
    return name
