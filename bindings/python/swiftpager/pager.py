"""One paginated query, and the pages held of it."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack, overload

from . import _arrow
from . import client as clients
from ._arrow import Columns, ColumnType, RecordBatches  # noqa: F401  (hints ask for all of them)
from ._hooks import Hooks
from ._json import Default
from ._optional import OptionalModule
from ._pager import LOAD_ALL_OPTIONS, LOAD_OPTIONS, BasePager, checked
from ._typed import typed_nodes
from ._walk import walk
from .operation import Completion, Operation
from .page import Page
from .shapes import Emit, LoadAllOptions, LoadOptions, Retain

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
else:
    pandas, polars, pyarrow = OptionalModule("pandas"), OptionalModule("polars"), OptionalModule("pyarrow")

Item = TypeVar("Item")


class Pager(BasePager):
    """One paginated query; made by `Client.pager`.

    Methods that load pages come in two forms. `fetch()` and its like wait until the operation has ended, dispatch the
    client's callbacks meanwhile, and raise how it failed; Ctrl-C, or an exception in a callback, cancels the operation.
    `start_fetch()` and its like return at once, for event loops. Pages already loaded survive every failure.

    All of them take `retain`, which pages stay with the pager after this load, `cache_policy`, what the client's cache
    has to do with it, and `headers`, which are sent with its requests beside the client's: see
    `swiftpager.LoadOptions`.
    """

    def __init__(
        self, client: clients.Client, config: dict[str, Any], retain: Retain | None, emit: Emit, hooks: Hooks,
        default: Default | None,
    ) -> None:
        super().__init__(client._handle, client._observing, config, retain, emit, hooks, default)
        self._client = client
        self._kept_stream = _arrow.KeptStream()

    @property
    def client(self) -> clients.Client:
        """The client that made this pager."""
        return self._client

    # Loading, and waiting for it

    def fetch(self, **options: Unpack[LoadOptions]) -> None:
        """Asks for the first page; when it is there, it replaces all pages held."""
        _wait(self.start_fetch(**options))

    def refetch(self, **options: Unpack[LoadOptions]) -> None:
        """As `fetch`, and answered by the server, unless this call's own `cache_policy` says otherwise."""
        _wait(self.start_refetch(**options))

    def load_next(self, **options: Unpack[LoadOptions]) -> None:
        """Asks for the page after the last one."""
        _wait(self.start_load_next(**options))

    def load_previous(self, **options: Unpack[LoadOptions]) -> None:
        """Asks for the page before the first one, in a list that is read in that direction."""
        _wait(self.start_load_previous(**options))

    def load_all(self, **options: Unpack[LoadAllOptions]) -> None:
        """Asks for all pages, next ones first, then previous ones; see `swiftpager.LoadAllOptions`.

        `fetch_from_initial_page=False` goes on at the ends of what is loaded. `max_pages` and `max_items` count what
        this run loads; one that is reached while there is more raises `PageLimit`. Pages are whole: `max_items` ends
        the run after the page that reaches it.
        """
        _wait(self.start_load_all(**options))

    # Loading without waiting

    def start_fetch(self, completion: Completion | None = None, **options: Unpack[LoadOptions]) -> Operation:
        """Starts a `fetch`; ends an operation under way with `Cancelled`."""
        return self._operation("fetch", options, completion)

    def start_refetch(self, completion: Completion | None = None, **options: Unpack[LoadOptions]) -> Operation:
        """Starts a `refetch`; ends an operation under way with `Cancelled`."""
        return self._operation("refetch", options, completion)

    def start_load_next(self, completion: Completion | None = None, **options: Unpack[LoadOptions]) -> Operation:
        """Starts a `load_next`; raises at once what the pager's state does not allow."""
        return self._operation("load_next", options, completion)

    def start_load_previous(self, completion: Completion | None = None, **options: Unpack[LoadOptions]) -> Operation:
        """Starts a `load_previous`; raises at once what the pager's state does not allow."""
        return self._operation("load_previous", options, completion)

    def start_load_all(self, completion: Completion | None = None, **options: Unpack[LoadAllOptions]) -> Operation:
        """Starts a `load_all`; ends an operation under way with `Cancelled`."""
        return self._operation("load_all", options, completion, known=LOAD_ALL_OPTIONS)

    def _operation(
        self, name: str, options: Any, completion: Completion | None, known: frozenset[str] = LOAD_OPTIONS
    ) -> Operation:
        given = checked(options, known)
        return Operation(
            self, lambda *ending: self._start(name, given, *ending), completion, self._at_end_of(name)
        )

    def reset(self) -> None:
        """Forgets all pages and ends an operation under way with `Cancelled`; subscribers stay, and are not told."""
        self._reset()

    # Walking

    def __iter__(self) -> Iterator[Page]:
        """Walks all pages as `load_all` loads them, with exactly one page travelling ahead of the loop, or as
        many as the `concurrency` of an offset list says.

        Leaving the loop cancels the walk. A failure, also `PageLimit`, is raised after the pages that came before it.
        Whatever this pager starts next ends the walk: the iterator then raises `Cancelled`. A pager keeps no page of a
        walk, unless it was made with a `retain` that says so.
        """
        return walk(self._pulled_walk, self._loaded_pages, lambda page: (page,))

    @overload
    def items(self) -> Iterator[Any]: ...

    @overload
    def items(self, type: type[Item]) -> Iterator[Item]: ...

    def items(self, type: Any = None) -> Iterator[Any]:
        """Walks all items, decoded: of an edge its node, of another item the item itself. See `Page.nodes`.

        type  what the items are made to be: a msgspec Struct, a dataclass, a TypedDict or a pydantic model. msgspec
              makes them, or pydantic for its own models and where msgspec is not installed; what does not fit raises
              their `ValidationError`, with notes of the page of the walk and of the item's index in it
        """
        if type is None:
            return walk(self._pulled_walk, self._loaded_pages, lambda page: page.nodes)
        return walk(self._pulled_walk, self._loaded_pages, typed_nodes(type))

    # Arrow

    def to_arrow(self, columns: Columns | None = None) -> pyarrow.Table:
        """Walks all pages, and returns their items as a table; a type that a later page widens is widened in all rows.

        `columns` names what is wanted: names, or for each name a JSON Pointer into an item, or `{"pointer": …,
        "type": …}`. Without it, it is every key of the items. A column that no item has is one of nulls. See
        docs/python/arrow.md. Needs pyarrow.
        """
        return _arrow.to_pyarrow(self, columns)

    def to_pandas(self, columns: Columns | None = None) -> pandas.DataFrame:
        """As `to_arrow`, as a pandas DataFrame. Needs pandas and pyarrow."""
        return _arrow.to_pandas(self, columns)

    def to_polars(self, columns: Columns | None = None) -> polars.DataFrame:
        """As `to_arrow`, as a polars DataFrame. Needs polars, and no pyarrow."""
        return _arrow.to_polars(self, columns)

    def record_batches(self, columns: Columns | None = None) -> RecordBatches:
        """The items of all pages in batches of 8,192 rows or more, loaded while they are taken.

        Whatever takes an Arrow stream takes it: `polars.DataFrame(…)`, `duckdb.sql(…)`, `pyarrow.RecordBatchReader.
        from_stream(…)`. It can be iterated over where pyarrow is there. The types are those that `columns` says, or
        those of the first batch; a page that does not fit them raises `BadResponseError`, which names the column.
        """
        return RecordBatches(self, columns)

    def __arrow_c_schema__(self) -> object:
        """The types of the columns, which are those of the first batch: it is loaded, and the stream that is taken next
        begins with it."""
        return self._kept_stream.schema(self, None)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The items of all pages as an Arrow stream: data frames and databases take a pager as it is."""
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
        # Ctrl-C or a callback's exception: the caller has stopped waiting for the operation.
        operation.cancel()
        raise
