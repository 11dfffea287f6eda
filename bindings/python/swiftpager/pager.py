"""The pager."""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack, overload

from . import client as clients
from ._hooks import Hooks
from ._json import Default
from ._optional import OptionalModule
from ._pager import BasePager
from ._typed import ItemType
from ._walk import walk, walk_in_batches
from .arrow import _columns as _arrow
from .arrow import _frames
from .arrow._columns import Columns, ColumnType, RecordBatches  # noqa: F401  (hints ask for all of them)
from .files import ROWS, SECONDS
from .files._writing import path_of
from .operation import Completion, Operation
from .options import LOAD_ALL_OPTIONS, LOAD_OPTIONS, checked
from .page import Page
from .shapes import Emit, LoadAllOptions, LoadOptions, Retain

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
else:
    pandas, polars, pyarrow = OptionalModule("pandas"), OptionalModule("polars"), OptionalModule("pyarrow")

Item = TypeVar("Item")


class Pager(BasePager[ItemType]):
    """One paginated query; made by `Client.pager`.

        pager = client.pager(QUERY, {"first": 100})
        for product in pager.items(limit=1_000):
            print(product["name"])
        print(pager.state["pages_loaded"], "pages")

    For the data of a list there are a loop over the pager (its pages), `items`, `to_arrow`, `to_pandas`, `to_polars`,
    `record_batches`, `write_parquet` and `write_ndjson`. `resume_token` and `checkpoint` say where another process goes
    on, and `state` says what was found. They need no other member.

    A program that shows a list loads it page by page. `fetch()` and similar methods wait until the operation ends,
    dispatch the client's callbacks while they wait, and raise the operation's failure. Ctrl-C, or an exception in a
    callback, cancels the operation. `start_fetch()` and similar methods return at once, for event loops. Pages already
    loaded survive every failure. All of them take three options: `retain` says which pages the pager keeps after this
    load, `cache_policy` says how the load uses the client's cache, and `headers` are sent in addition to the client's.
    See `swiftpager.LoadOptions`.
    """

    def __init__(
        self, client: clients.Client, config: dict[str, Any], retain: Retain | None, emit: Emit, hooks: Hooks,
        default: Default | None, kind: Any = None,
    ) -> None:
        super().__init__(
            client._handle, client._observing, config, retain, emit, hooks, default, kind, has_cache=client._has_cache
        )
        self._client = client
        self._kept_stream = _arrow.KeptStream()

    @property
    def client(self) -> clients.Client:
        """The client that made this pager."""
        return self._client

    # Loading, and waiting for it

    def fetch(self, **options: Unpack[LoadOptions]) -> None:
        """Loads the first page. When it arrives, it replaces all pages that the pager holds."""
        _wait(self.start_fetch(**options))

    def refetch(self, **options: Unpack[LoadOptions]) -> None:
        """Like `fetch`, but the server answers, unless this call's own `cache_policy` says otherwise."""
        _wait(self.start_refetch(**options))

    def load_next(self, **options: Unpack[LoadOptions]) -> None:
        """Loads the page after the last one."""
        _wait(self.start_load_next(**options))

    def load_previous(self, **options: Unpack[LoadOptions]) -> None:
        """Loads the page before the first one, if the list is read in that direction."""
        _wait(self.start_load_previous(**options))

    def load_all(self, **options: Unpack[LoadAllOptions]) -> None:
        """Loads all pages, first the next ones, then the previous ones; see `swiftpager.LoadAllOptions`.

            pager.load_all()
            names = [product["name"] for page in pager.pages for product in page.items]

        `fetch_from_initial_page=False` continues at the ends of the loaded pages. `max_pages` and `max_items` limit
        what this call loads. If a limit is reached and there is more, the call raises `PageLimit`. Pages stay whole:
        `max_items` ends the call after the page that reaches it.
        """
        _wait(self.start_load_all(**options))

    # Loading without waiting

    def start_fetch(self, completion: Completion | None = None, **options: Unpack[LoadOptions]) -> Operation:
        """Starts a `fetch`; ends a running operation with `Cancelled`."""
        return self._operation("fetch", options, completion)

    def start_refetch(self, completion: Completion | None = None, **options: Unpack[LoadOptions]) -> Operation:
        """Starts a `refetch`; ends a running operation with `Cancelled`."""
        return self._operation("refetch", options, completion)

    def start_load_next(self, completion: Completion | None = None, **options: Unpack[LoadOptions]) -> Operation:
        """Starts a `load_next`; raises `PaginationError` at once if the pager's state does not allow it."""
        return self._operation("load_next", options, completion)

    def start_load_previous(self, completion: Completion | None = None, **options: Unpack[LoadOptions]) -> Operation:
        """Starts a `load_previous`; raises `PaginationError` at once if the pager's state does not allow it."""
        return self._operation("load_previous", options, completion)

    def start_load_all(self, completion: Completion | None = None, **options: Unpack[LoadAllOptions]) -> Operation:
        """Starts a `load_all`.

            operation = pager.start_load_all(lambda error: print("failed:", error) if error else print("complete"))
            operation.wait()

        A running operation ends with `Cancelled`.
        """
        return self._operation("load_all", options, completion, known=LOAD_ALL_OPTIONS)

    def _operation(
        self, name: str, options: Any, completion: Completion | None, known: frozenset[str] = LOAD_OPTIONS
    ) -> Operation:
        with self._followed(name, checked(options, known)) as (running, options):
            return Operation(
                self, lambda *ending: self._start(name, options, *ending), completion, self._at_end_of(name), running
            )

    def reset(self) -> None:
        """Forgets all pages and ends a running operation with `Cancelled`; subscribers stay, but get no update."""
        self._reset()

    # Walking

    def __iter__(self) -> Iterator[Page[ItemType]]:
        """Walks all pages as `load_all` loads them, one page ahead of the loop, or as many as the `concurrency` of an
        offset list says.

            for page in pager:
                print(page.item_count, "items up to", page.end_cursor)

        Leaving the loop cancels the walk. If the walk fails, also with `PageLimit`, the iterator first yields the pages
        before the failure. The next operation of this pager ends the walk: the iterator then raises `Cancelled`. A
        pager keeps no pages of a walk, unless it was made with a `retain` that says so.
        """
        return walk(self._pulled_walk, self._loaded_pages, lambda parts: (Page(parts, self._kind),))

    @overload
    def items(self, *, limit: int | None = None, pages: int | None = None) -> Iterator[ItemType]: ...

    @overload
    def items(
        self, type: type[Item], *, limit: int | None = None, pages: int | None = None
    ) -> Iterator[Item]: ...

    def items(self, type: Any = None, *, limit: int | None = None, pages: int | None = None) -> Iterator[Any]:
        """Walks all items, decoded: the node of each edge, or the item itself if it is not an edge. See `Page.items`.

            for product in pager.items(limit=1_000):
                print(product["name"])

        limit, pages
              the most items and the most pages of this walk. It ends well there, and requests no page beyond. A page
              that `limit` cuts is not finished: `resume_token()` and `checkpoint()` then lie before it
        type  the type of the items: a msgspec Struct, a dataclass, a TypedDict or a pydantic model. msgspec makes them;
              pydantic makes its own models, and all of them if msgspec is not installed. An item that does not fit
              raises their `ValidationError`, with notes of its page in the walk and of its index in that page
        """
        limits = self._limits(limit, pages)
        return walk_in_batches(*self._items_walk(type, limits), limits)

    # Arrow

    def to_arrow(
        self, columns: Columns | None = None, *, limit: int | None = None, pages: int | None = None
    ) -> pyarrow.Table:
        """Walks all pages and returns their items as a table. If a later page widens a type, all rows get that type.

            table = pager.to_arrow({"id": "/id", "price": {"pointer": "/price", "type": "float64"}}, limit=1_000)

        `columns` is a list of names, or a dict that has for each name a JSON Pointer into an item, or `{"pointer": …,
        "type": …}`. Without `columns`, each key of the items is a column. A column that no item has contains only
        nulls. See docs/python/arrow.md. Needs pyarrow.

        `limit` and `pages` end the walk well, after so many items or pages: see `items`. A `PageLimit` of the pager's
        own limits has the rows so far as its `result`.
        """
        return _frames.to_pyarrow(self, columns, self._limits(limit, pages))

    def to_pandas(
        self, columns: Columns | None = None, *, limit: int | None = None, pages: int | None = None
    ) -> pandas.DataFrame:
        """Like `to_arrow`, but returns a pandas DataFrame.

            frame = pager.to_pandas()
            print(frame["price"].describe())

        Needs pandas and pyarrow.
        """
        return _frames.to_pandas(self, columns, self._limits(limit, pages))

    def to_polars(
        self, columns: Columns | None = None, *, limit: int | None = None, pages: int | None = None
    ) -> polars.DataFrame:
        """Like `to_arrow`, but returns a polars DataFrame.

            frame = pager.to_polars(["name", "price"])

        Needs polars, but not pyarrow.
        """
        return _frames.to_polars(self, columns, self._limits(limit, pages))

    def record_batches(
        self, columns: Columns | None = None, *, limit: int | None = None, pages: int | None = None
    ) -> RecordBatches:
        """The items of all pages in batches that grow up to 8,192 rows or more, loaded as you take them.

            for batch in pager.record_batches():
                print(batch.num_rows, "rows")

        Any consumer of Arrow streams takes the result: `polars.DataFrame(…)`, `duckdb.sql(…)` or
        `pyarrow.RecordBatchReader.from_stream(…)`. With pyarrow, you can also iterate over it: a `swiftpager.Batch` has
        all that a `pyarrow.RecordBatch` has, and `finish()`, after which `resume_token()` covers it. The
        column types come from `columns` or from the first batch. A page that does not fit them raises
        `BadResponseError`, which names the column. `limit` and `pages` end each walk well: see `items`. The
        `resume_token()` never covers a batch that `limit` cuts.
        """
        return RecordBatches(self, columns, limit, pages)

    # Files

    def write_parquet(
        self, folder: str | os.PathLike[str], *, rows: int = ROWS, seconds: float | None = SECONDS,
        resumable: bool = True, columns: Columns | None = None, limit: int | None = None, pages: int | None = None,
    ) -> int:
        """Walks all pages into Parquet files of a folder, each row once, and returns the number of rows written.

            rows = client.pager(QUERY).write_parquet("products", rows=100_000)

        The files are `part-00000001.parquet`, `part-00000002.parquet` and so on. A part has `rows` rows or a few more,
        because pages stay whole; the last part waits for the end of the walk. A part appears when it is complete and
        on the disk. Its footer holds the checkpoint of the place right after it.

        A process may be killed at any moment, also by a power cut: the next call with the same folder continues behind
        the newest part, and removes what the killed process left. When a walk is complete, the next call requests
        nothing and returns 0; with `since`, it adds what is new. If the walk fails or is interrupted (Ctrl-C), the rows
        before that are kept, and the next call continues there. A call that begins again at the mark of `since` removes
        the parts behind the mark first. Older parts may be moved away, and the newest one must stay.

        rows        the number of rows that completes a part
        seconds     the seconds after which a part is complete, even if it has fewer rows; None for no limit
        resumable   False: the parts say nothing of the walk, and a folder that has parts raises FileExistsError
        columns     the columns, as for `to_arrow`. All parts have the same, and a column that has only nulls at first
                    holds JSON text. In new parts, a type may be wider: float64 for int64, and text for any type
        limit       the most rows that this call writes; the next call goes on with the next row
        pages       the most pages that this call requests

        Raises `BadResponseError` for a row that does not fit the columns, BlockingIOError if another process or thread
        writes to the folder, OSError with the name of a file that cannot be written (no space left, for example), and
        ValueError if the newest part is damaged, or if a pager whose walk is resumable already has pages, subscriptions
        or a `checkpoint` of its own. Needs pyarrow.
        """
        from .files._parquet import write_parquet  # Most programs write no files.

        return write_parquet(
            self, path_of("folder", folder), rows, seconds, columns, self._limits(limit, pages), resumable=resumable
        )

    def write_ndjson(
        self, path: str | os.PathLike[str], *, checkpoint_file: str | os.PathLike[str] | None = None,
        limit: int | None = None, pages: int | None = None,
    ) -> int:
        """Walks all pages into a file, one item per line as the server sent it, and returns the number of items.

            count = client.pager(QUERY).write_ndjson("products.ndjson", checkpoint_file="products.checkpoint")

        Without `checkpoint_file`, the file appears when the list is complete, and replaces a file of that name.

        checkpoint_file  the path of a file that says how much of `path` is written, and where the walk continues. A
                         process may be killed at any moment, also by a power cut: the next call with both files removes
                         what lies beyond and continues, so that each item is written once. When a walk is complete, the
                         next call requests nothing and returns 0; with `since`, it adds what is new. If the walk fails
                         or is interrupted, the items before that are kept. A call that begins again at the mark of
                         `since` cuts `path` back to its length at the mark, when the first page is there; until the
                         walk has come as far again, the file `path` + ".before" has what was cut off
        limit            the most items that this call writes; the next call with both files goes on with the next item
        pages            the most pages that this call requests

        Raises BlockingIOError if another process or thread writes to the file, OSError with the name of a file that
        cannot be written (no space left, for example), and ValueError if the two files do not belong together, if the
        checkpoint file is damaged, or if a pager whose walk has a checkpoint here already has pages, subscriptions or a
        `checkpoint` of its own.
        """
        from .files._ndjson import write_ndjson  # Most programs write no files.

        side = None if checkpoint_file is None else path_of("checkpoint_file", checkpoint_file)
        return write_ndjson(self, path_of("path", path), side, self._limits(limit, pages))

    def __arrow_c_schema__(self) -> object:
        """The types of the columns.

        They come from the first batch, so this loads it; the next stream of this pager begins with it.
        """
        return self._kept_stream.schema(self, None)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The items of all pages as an Arrow stream, so that data frames and databases accept a pager itself."""
        return self._kept_stream.taken(self, None).__arrow_c_stream__()

    # Ending

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _wait(operation: Operation) -> None:
    try:
        operation.wait()
    except BaseException:
        # After Ctrl-C or a callback's exception, the caller no longer waits for the operation.
        operation.cancel()
        raise
