"""One paginated query, and the pages held of it."""

from __future__ import annotations

from ctypes import byref, c_bool, c_void_p

from ._handle import Handle
from ._json import given, read, written
from ._library import native
from ._starting import starting
from ._statuses import Status
from ._text import OwnedText
from ._updates import owned
from ._walk import walk, walk_items
from .exceptions import check, error_for
from .operation import Operation, cancel_load
from .subscription import Subscription
from .update import Update

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import TracebackType
    from typing import Any, Self

    import pandas
    import polars
    import pyarrow

    from ._arrow import Columns, RecordBatches
    from ._hooks import Hooks
    from ._walk import Walk
    from .client import Client
    from .operation import Completion
    from .page import Page
    from .shapes import CachePolicy, Emit, Nested, NextQuery, PagerState, Pagination, Retain

# Why a pager may have no resume token.
_NO_TOKEN = {
    Status.INVALID_ARGUMENT: "the hook resolve_page makes the requests, and a resume token cannot hold them",
    Status.BAD_RESPONSE: "the server's cursors are too long for a resume token",
}


class Pager:
    """One paginated query; made by `Client.pager`.

    Methods that load pages come in two forms. `fetch()` and its like wait until the operation has ended, dispatch the
    client's callbacks meanwhile, and raise how it failed; Ctrl-C, or an exception in a callback, cancels the operation.
    `start_fetch()` and its like return at once, for event loops. Pages already loaded survive every failure.
    """

    def __init__(self, client: Client, config: dict[str, Any], emit: Emit, hooks: Hooks) -> None:
        out, error = c_void_p(), OwnedText()
        text = written("the pager's configuration", config)
        functions = hooks.functions()
        status = native.swiftpager_pager_create(
            client._handle.key, text, functions and byref(functions), byref(out), byref(error)
        )
        check(status, error.read())
        self._handle = Handle(out.value, native.swiftpager_pager_release)
        self._subscriptions: set[Handle] = set()
        self._client = client
        self._emit: Emit = emit
        # What a walk has to know to tell the pages that it loads from those that change.
        self._retain: Retain = config["retain"]
        self._cache_policy: CachePolicy | None = config.get("cache_policy")
        # The walk that was started last, which every new start ends, and the load that was started last.
        self._walk: Walk | None = None
        self._newest: Handle | None = None

    @property
    def client(self) -> Client:
        """The client that made this pager."""
        return self._client

    @property
    def emit(self) -> Emit:
        """Whether `load_all` makes an update for each page or one at its end."""
        return self._emit

    # Loading, and waiting for it

    # `retain` says which pages this run keeps, in place of what the pager does, `cache_policy` what the client's cache
    # has to do with it, and `headers` are sent with its requests beside the client's.

    def fetch(
        self,
        *,
        retain: Retain | None = None,
        cache_policy: CachePolicy | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Asks for the first page; when it is there, it replaces all pages held."""
        _wait(self.start_fetch(retain=retain, cache_policy=cache_policy, headers=headers))

    def refetch(
        self,
        *,
        retain: Retain | None = None,
        cache_policy: CachePolicy | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """As `fetch`, and answered by the server, unless this call's own `cache_policy` says otherwise."""
        _wait(self.start_refetch(retain=retain, cache_policy=cache_policy, headers=headers))

    def load_next(
        self,
        *,
        retain: Retain | None = None,
        cache_policy: CachePolicy | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Asks for the page after the last one."""
        _wait(self.start_load_next(retain=retain, cache_policy=cache_policy, headers=headers))

    def load_previous(
        self,
        *,
        retain: Retain | None = None,
        cache_policy: CachePolicy | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Asks for the page before the first one, in a list that is read in that direction."""
        _wait(self.start_load_previous(retain=retain, cache_policy=cache_policy, headers=headers))

    def load_all(
        self,
        *,
        fetch_from_initial_page: bool | None = None,
        max_pages: int | None = None,
        max_items: int | None = None,
        retain: Retain | None = None,
        cache_policy: CachePolicy | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Asks for all pages, next ones first, then previous ones; False goes on at the ends of what is loaded.

        It is True where it is not given, but for a pager with `resume` that holds no page yet.

        The caps count what this run loads; one that is reached while there is more raises `PageLimit`.
        """
        _wait(
            self.start_load_all(
                fetch_from_initial_page=fetch_from_initial_page,
                max_pages=max_pages,
                max_items=max_items,
                retain=retain,
                cache_policy=cache_policy,
                headers=headers,
            )
        )

    # Loading without waiting

    def start_fetch(
        self,
        completion: Completion | None = None,
        *,
        retain: Retain | None = None,
        cache_policy: CachePolicy | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Operation:
        """Starts a `fetch`; ends an operation under way with `Cancelled`."""
        return Operation(self, native.swiftpager_pager_fetch, _options(retain, cache_policy, headers), completion)

    def start_refetch(
        self,
        completion: Completion | None = None,
        *,
        retain: Retain | None = None,
        cache_policy: CachePolicy | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Operation:
        """Starts a `refetch`; ends an operation under way with `Cancelled`."""
        return Operation(self, native.swiftpager_pager_refetch, _options(retain, cache_policy, headers), completion)

    def start_load_next(
        self,
        completion: Completion | None = None,
        *,
        retain: Retain | None = None,
        cache_policy: CachePolicy | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Operation:
        """Starts a `load_next`; raises at once what the pager's state does not allow."""
        return Operation(self, native.swiftpager_pager_load_next, _options(retain, cache_policy, headers), completion)

    def start_load_previous(
        self,
        completion: Completion | None = None,
        *,
        retain: Retain | None = None,
        cache_policy: CachePolicy | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Operation:
        """Starts a `load_previous`; raises at once what the pager's state does not allow."""
        options = _options(retain, cache_policy, headers)
        return Operation(self, native.swiftpager_pager_load_previous, options, completion)

    def start_load_all(
        self,
        completion: Completion | None = None,
        *,
        fetch_from_initial_page: bool | None = None,
        max_pages: int | None = None,
        max_items: int | None = None,
        retain: Retain | None = None,
        cache_policy: CachePolicy | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Operation:
        """Starts a `load_all`; ends an operation under way with `Cancelled`."""
        choices: dict[str, Any] = _caps(max_pages, max_items)
        if fetch_from_initial_page is not None:
            choices["fetch_from_initial_page"] = fetch_from_initial_page
        options = _options(retain, cache_policy, headers, **choices)
        return Operation(self, native.swiftpager_pager_load_all, options, completion)

    def reset(self) -> None:
        """Forgets all pages and ends an operation under way with `Cancelled`; subscribers stay, and are not told."""
        with starting():
            self._end_walk()
            check(native.swiftpager_pager_reset(self._handle.key))

    # Walking

    def __iter__(self) -> Iterator[Page]:
        """Walks all pages as `load_all` loads them, with exactly one page travelling ahead of the loop, or as
        many as the `concurrency` of an offset list says.

        Leaving the loop cancels the walk. A failure, also `PageLimit`, is raised after the pages that came before it.
        Whatever this pager starts next ends the walk: the iterator then raises `Cancelled`.
        """
        return walk(self)

    def items(self) -> Iterator[Any]:
        """Walks all items, decoded: of an edge its node, of another item the item itself. See `Page.nodes`."""
        return walk_items(self)

    # Arrow

    def to_arrow(self, columns: Columns | None = None) -> pyarrow.Table:
        """Walks all pages, and returns their items as a table; a type that a later page widens is widened in all rows.

        `columns` names what is wanted: names, or for each name a JSON Pointer into an item, or `{"pointer": …,
        "type": …}`. Without it, it is every key of the items. See docs/arrow.md. Needs pyarrow.
        """
        from ._arrow import to_pyarrow  # Here and below: most programs want no columns.

        return to_pyarrow(self, columns)

    def to_pandas(self, columns: Columns | None = None) -> pandas.DataFrame:
        """As `to_arrow`, as a pandas DataFrame. Needs pandas and pyarrow."""
        from ._arrow import to_pandas

        return to_pandas(self, columns)

    def to_polars(self, columns: Columns | None = None) -> polars.DataFrame:
        """As `to_arrow`, as a polars DataFrame. Needs polars, and no pyarrow."""
        from ._arrow import to_polars

        return to_polars(self, columns)

    def record_batches(self, columns: Columns | None = None) -> RecordBatches:
        """The items of all pages in batches of 8,192 rows or more, loaded while they are taken.

        Whatever takes an Arrow stream takes it: `polars.DataFrame(…)`, `duckdb.sql(…)`, `pyarrow.RecordBatchReader.
        from_stream(…)`. It can be iterated over where pyarrow is there. The types are those that `columns` says, or
        those of the first batch; a page that does not fit them raises `BadResponseError`, which names the column.
        """
        from ._arrow import RecordBatches

        return RecordBatches(self, columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The items of all pages as an Arrow stream: data frames and databases take a pager as it is."""
        from ._arrow import RecordBatches

        return RecordBatches(self, None).__arrow_c_stream__(requested_schema)

    # Looking

    @property
    def can_load_next(self) -> bool:
        """Whether the last page says there is more after it; False before the first page."""
        out = c_bool()
        check(native.swiftpager_pager_can_load_next(self._handle.key, byref(out)))
        return out.value

    @property
    def can_load_previous(self) -> bool:
        """Whether there is more before the pages loaded; False before the first page."""
        out = c_bool()
        check(native.swiftpager_pager_can_load_previous(self._handle.key, byref(out)))
        return out.value

    @property
    def state(self) -> PagerState:
        """What is loading, held and loaded, and how the list ends."""
        out = OwnedText()
        check(native.swiftpager_pager_state(self._handle.key, byref(out)))
        state: PagerState = read(out.read() or b"")
        return state

    def resume_token(self) -> str:
        """Where another process can go on: pass it as `resume` to a pager of the same list.

        It stands for what the slowest consumer has finished with, never for what waits for one or is being worked on.
        In a loop over the pager that is the page before, until `page.finish()` says that this one is done, too; a loop
        that is left has not finished with the page it was left on. Without consumers it stands for what is loaded.

        JSON of at most 16 kB. Raises `BadResponseError` where the server's cursors are longer, and
        `InvalidArgumentError` for a pager with `resolve_page`.
        """
        out = OwnedText()
        status = native.swiftpager_pager_resume_token(self._handle.key, byref(out))
        if status in _NO_TOKEN:
            raise error_for(status, message=_NO_TOKEN[status])
        check(status)
        return (out.read() or b"").decode()

    @property
    def pages(self) -> list[Page]:
        """The pages held now, in the order of the list; none with `retain` "none"."""
        out = c_void_p()
        check(native.swiftpager_pager_current(self._handle.key, byref(out)))
        return [] if out.value is None else Update(owned(out.value)).pages

    def subscribe(self, callback: Callable[[Update], object]) -> Subscription:
        """Has every new state of the list sent to `callback`, inside a dispatch; first the current one, if any.

        An exception in the callback is raised by whatever dispatches.
        """
        return Subscription(self._handle, callback, self._subscriptions)

    # Ending

    def close(self) -> None:
        """Ends the operation under way with `Cancelled`, and the subscriptions; once is enough."""
        while self._subscriptions:
            self._subscriptions.pop().release()
        self._handle.release()

    # What a start does before; under the lock of `starting()`

    def _end_walk(self) -> None:
        """Ends the walk that was started last, if it still goes on: its own subscription would hold back others."""
        if self._walk is not None:
            self._walk.end()
            self._walk = None

    def _end_load(self) -> None:
        """Ends the load that was started last, if it still goes on."""
        if self._newest is not None:
            cancel_load(self._newest)

    def _can_start(self, start: Callable[..., int]) -> bool:
        """Whether a load would be accepted now; a refused one leaves the walk under way alone."""
        if self._walk is None:
            return True
        state = self.state
        if start is native.swiftpager_pager_load_next:
            return state["loading"] is None and state["can_load_next"]
        if start is native.swiftpager_pager_load_previous:
            return state["loading"] is None and state["can_load_previous"]
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def pager_config(
    query: str,
    variables: Mapping[str, Any] | None,
    *,
    operation_name: str | None,
    pagination: Pagination | None,
    next_query: NextQuery | None,
    retain: Retain,
    emit: Emit,
    max_pages: int | None,
    max_items: int | None,
    cache_policy: CachePolicy | None,
    resume: str | Mapping[str, Any] | None,
    strict: bool | None,
    nested: Nested | None,
) -> dict[str, Any]:
    """The configuration that the library reads; it checks every value."""
    return given(
        query=query,
        retain=retain,
        load_all={"emit": emit, **_caps(max_pages, max_items)},
        variables=variables,
        operation_name=operation_name,
        pagination=pagination,
        next_query=next_query,
        cache_policy=cache_policy,
        resume=resume,
        strict=strict,
        nested=nested,
    )


def _options(
    retain: Retain | None, cache_policy: CachePolicy | None, headers: Mapping[str, str] | None, **options: Any
) -> bytes | None:
    options.update(given(retain=retain, cache_policy=cache_policy, headers=headers))
    return written("the options", options) if options else None


def _caps(max_pages: int | None, max_items: int | None) -> dict[str, int]:
    return given(max_pages=max_pages, max_items=max_items)


def _wait(operation: Operation) -> None:
    try:
        operation.wait()
    except BaseException:
        # Ctrl-C or a callback's exception: the caller has stopped waiting for the operation.
        operation.cancel()
        raise
