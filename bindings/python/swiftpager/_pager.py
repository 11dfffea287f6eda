"""The base of both pagers, the one that waits and the one for event loops."""

from __future__ import annotations

import contextlib
import functools
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from ctypes import byref, c_bool, c_void_p
from typing import TYPE_CHECKING, Any, Generic

from ._configuration import place_in_list
from ._cursors import CursorPlaces
from ._hooks import Hooks
from ._html import Preview, html
from ._json import Default, written
from ._json import read as read_json
from ._limits import Limits
from ._list_warnings import warn_of_list
from ._native.calls import call
from ._native.handle import CLOSED_PAGER, Handle, NotCopied, ending
from ._native.library import native
from ._native.raising import check, error_for
from ._native.starting import starting
from ._native.statuses import Kind, Status
from ._native.text import OwnedText
from ._native.updates import NativeUpdate
from ._observing import Observing, heard_logger
from ._tracing import Running, traced
from ._typed import ItemType, array_of, check_kind, walked_items
from ._walk import Batches, loaded_pages
from ._wording import counted, shown, told
from .exceptions import PartialData
from .operation import BasePull, ItemsPull, Pull
from .options import past_the_cache
from .page import Page
from .shapes import Emit, PagerState, Retain
from .subscription import Subscription
from .update import Update

if TYPE_CHECKING:
    from .schema import Plan

# Why a pager may have no resume token.
_TOO_LONG = (
    "the server's cursors, or the page info that the hooks get, are too long for a resume token, which may have at most"
    " 16,000 bytes: read the list in one walk"
)


class BasePager(NotCopied, Generic[ItemType]):
    """One paginated query."""

    # How the list of a schema is read, if `Client.list` made the pager.
    plan: Plan | None = None

    _instead = "make a new pager in the other process, with the `resume_token()` of this one"

    def __init__(
        self, client: Handle, observing: Observing, config: dict[str, Any], retain: Retain | None, emit: Emit,
        hooks: Hooks, default: Default | None, kind: Any = None, *, has_cache: bool,
    ) -> None:
        check_kind(kind)
        # The type of the items; None for what JSON has.
        self._kind = kind
        self._config = {**config, "retain": retain or "all"}
        self._made = functools.partial(_made, client, hooks, default)
        self._handle = self._made(self._config)
        self._cursors = CursorPlaces.of(self._config, self.state["list"])
        self._observing = observing
        # What a tracer is told of the pager's operations.
        self._traced = (config["query"], config.get("operation_name"))
        self._subscriptions: set[Handle] = set()
        self._emit: Emit = emit
        # Walks keep the pages that the program chose. By default they keep none, because the loop has had them. If one
        # update is for all pages, it must hold them.
        self._walk_retain: Retain = retain or ("none" if emit == "each" else "all")
        # Only with these policies is the cache's page the requested one.
        takes_cached = config.get("cache_policy") in ("return_cache_data_else_fetch", "return_cache_data_dont_fetch")
        self._skips_cached = has_cache and not takes_cached
        self._loaded_pages = functools.partial(loaded_pages, each=emit == "each", skips_cached=self._skips_cached)
        # The latest pulled operation. The next operation replaces it.
        self._pull: weakref.ref[BasePull[Any]] | None = None

    @property
    def emit(self) -> Emit:
        """Whether `load_all` makes an update for each page or one at its end."""
        return self._emit

    # Looking

    @property
    def can_load_next(self) -> bool:
        """Whether the last page says that there is more after it; False if there is no page yet."""
        out = c_bool()
        check(native.swiftpager_pager_can_load(self._handle.key, Kind.NEXT, byref(out)))
        return out.value

    @property
    def can_load_previous(self) -> bool:
        """Whether there is more before the loaded pages; False if there is no page yet."""
        out = c_bool()
        check(native.swiftpager_pager_can_load(self._handle.key, Kind.PREVIOUS, byref(out)))
        return out.value

    @property
    def state(self) -> PagerState:
        """The running operation, the held and loaded pages, and how the list ends.

            pager.load_all()
            state = pager.state
            print(state["pages_loaded"], "pages;", state["end"])

        See `swiftpager.PagerState` for its keys.
        """
        out = OwnedText()
        check(native.swiftpager_pager_state(self._handle.key, byref(out)))
        state: PagerState = read_json(out.read() or b"")
        return state

    def resume_token(self) -> str:
        """A token with which another process continues: pass it as `checkpoint` to a pager of the same list.

            for page in pager:
                print(page.raw_items)
                page.finish()
                token = pager.resume_token()  # keep it with what you have written
            later = client.pager(QUERY, {"first": 100}, checkpoint=token)

        It covers the pages that the slowest consumer has finished, but no page that a consumer still waits for or works
        on. In a loop over the pager, it covers the pages before the current one; `page.finish()` adds the current one.
        In a loop over `record_batches()`, it covers the batches before the current one; `batch.finish()` adds that. If
        the program leaves the loop, the current page is not finished. Without consumers, it covers all loaded pages.

        It is JSON of at most 16 kB. Raises `BadResponseError` if the server's cursors, or the page info that
        `resolve_page` gets, are too long for that, and `ConfigurationError` for a list with `"cursor": "scroll"`.
        """
        return self._token(native.swiftpager_pager_resume_token)

    def checkpoint(self) -> str:
        """What the next run needs to load only what is new: pass it as `checkpoint` to a pager of the same list.

            since = {"path": "/updatedAt", "type": "time", "order": "descending"}
            pager = client.pager(QUERY, {"first": 100}, since=since)
            products = list(pager.items())
            changed = client.pager(QUERY, {"first": 100}, since=since, checkpoint=pager.checkpoint())

        It is JSON with the mark, hashes of the items around the mark, and the resume token of a walk that was cut off.
        The mark moves only with a whole walk: one that reached the end of the list, or what an earlier run had, without
        an exception and without errors beside the data, and whose last page is finished. Until then, the checkpoint has
        the mark that the pager began with. A loop over the pager finishes the last page when it ends.

        Raises `BadResponseError` as `resume_token` does, and `ConfigurationError` for a list with `"cursor": "scroll"`
        that is not complete.
        """
        return self._token(native.swiftpager_pager_checkpoint)

    def _token(self, function: Callable[..., int]) -> str:
        out = OwnedText()
        status = function(self._handle.key, byref(out))
        if status == Status.BAD_RESPONSE:
            raise error_for(status, message=_TOO_LONG)
        if status == Status.INVALID_CONFIG:
            raise error_for(status, native.swiftpager_last_error())
        check(status)
        return (out.read() or b"").decode()

    @property
    def pages(self) -> Sequence[Page[ItemType]]:
        """The pages that the pager holds now, in the order of the list.

            pager.load_all()
            print(pager.pages[-1].items[-1])

        Loads keep all pages, unless the `retain` of the pager or of the load says otherwise. Walks keep no pages,
        because the loop has had them, unless the pager's `retain` says otherwise.
        """
        update = self._current()
        return [] if update is None else update.pages

    def __len__(self) -> int:
        """The number of pages that the pager holds now."""
        update = self._current()
        return 0 if update is None else update.page_count

    def __bool__(self) -> bool:
        """A pager is true even if it has no pages."""
        return True

    def __repr__(self) -> str:
        return shown(self, self._described)

    def _described(self) -> str:
        state = self.state
        return f"{counted(state['pages_loaded'], 'page')} loaded, {state['loading'] or state['end'] or 'at rest'}"

    def _repr_html_(self) -> str:
        """What a notebook shows: the first items of the pages that the pager holds. This loads nothing."""
        return html(self, self._preview)

    def _preview(self) -> Preview:
        update = self._current()
        return Preview([], 0) if update is None else update._preview()

    # Watching

    def subscribe(self, callback: Callable[[Update[ItemType]], object]) -> Subscription:
        """Calls `callback` with every new state of the list, inside a dispatch; first with the current one, if any.

            updates = []
            with pager.subscribe(updates.append):
                pager.load_all()
            print(updates[-1].page_count, "pages")

        An update has the pages that the pager holds: see `pages`. The call that dispatches raises an exception of the
        callback.
        """
        return Subscription(self._handle, callback, self._subscriptions, self._cursors, self._kind)

    # Ending

    def close(self) -> None:
        """Ends a running operation with `Cancelled`, and ends the subscriptions; a second call does nothing."""
        while self._subscriptions:
            self._subscriptions.pop().release()
        self._handle.release()

    # Starting

    def _start(self, name: str, options: Mapping[str, Any], completion: Any, key: int | None, destroy: Any) -> Handle:
        """Starts a load, which replaces a pulled operation; raises at once if the pager's state forbids the load."""
        if name == "refetch":
            name, options = "fetch", past_the_cache(options, self._config)
        text = written("the options", options) if options else None
        out, error = c_void_p(), OwnedText()
        try:
            with starting():
                self._observing.look_again()
                if name == "walk":
                    status = native.swiftpager_pager_walk(self._handle.key, text, byref(out), byref(error))
                else:
                    start = getattr(native, f"swiftpager_pager_{name}")
                    status = start(self._handle.key, text, completion, key, destroy, byref(out), byref(error))
                check(status, error.read())
                self._take_place(None)
            return Handle(out.value, native.swiftpager_operation_release)
        except BaseException:
            # An interruption may come when the load has begun, before a caller has its handle.
            if out.value is not None:
                native.swiftpager_operation_close(out)
                native.swiftpager_operation_release(out)
            raise

    def _pulled(
        self, name: str, options: Mapping[str, Any], limits: Limits | None = None, kind: type[BasePull[Any]] = Pull
    ) -> BasePull[Any]:
        """Starts a load whose consumer requests the updates one by one."""
        most = {} if limits is None else limits.options()
        known = {} if limits is None else {"ends_well": limits.ends_well}
        function, pulled = ("walk", {}) if name == "load_all" else (name, {"pull": True})

        pull = None
        try:
            with self._followed(name, options) as (running, options), starting():
                pull = kind(
                    lambda *completion: self._start(function, {**options, **most, **pulled}, *completion),
                    self._cursors, self._at_end_of(name), running, **known,
                )
                self._take_place(pull)
            return pull
        except BaseException:
            # A traceback of an interruption keeps the walk, which would go on.
            if pull is not None:
                pull.end()
            raise

    @contextlib.contextmanager
    def _followed(self, name: str, options: Mapping[str, Any]) -> Iterator[tuple[Running, Mapping[str, Any]]]:
        """The start of a load. A tracer follows the load, and may add to its headers, which are among the options."""
        running = self._observing.begin_operation(name, *self._traced)
        try:
            yield running, traced(running, options)
        except BaseException as error:
            running.end(error)
            raise

    def _pulled_walk(self, limits: Limits | None = None, kind: type[BasePull[Any]] = Pull) -> BasePull[Any]:
        return self._pulled("load_all", {"retain": self._walk_retain}, limits, kind)

    def _items_walk(self, kind: Any, limits: Limits) -> tuple[Callable[[], BasePull[Any]], Batches[Any, Any]]:
        """What starts a walk over items of a type, and what makes them."""
        items = walked_items(self._kind if kind is None else kind, limits)
        if self._emit == "each":
            return functools.partial(self._pulled_walk, limits, ItemsPull), lambda text: map(items, (text,))
        loaded = self._loaded_pages
        return functools.partial(self._pulled_walk, limits), lambda update: map(items, map(array_of, loaded(update)))

    def _limits(self, limit: int | None, pages: int | None) -> Limits:
        """How far a walk goes."""
        # Weak, because a pager may keep a walk of its own.
        reference = weakref.ref(self)

        def partial() -> PartialData | None:
            pager = reference()
            return None if pager is None or pager._handle.is_released else pager._partial_data()

        return Limits(limit, pages, self._config["load_all"], partial)

    def _partial_data(self) -> PartialData | None:
        """The exception for errors beside the data of the pages so far; None if there are none, or none is wanted."""
        errors = self.state["errors"]
        if errors is None or self._config.get("errors", "report") != "report":
            return None
        error = error_for(Status.PARTIAL_DATA, {
            "partial": errors, "path": errors["first"]["path"],
            "message": "the walk has reached its limit, but some of its data is missing: " + told(errors)
            + '. With errors="keep" the walk ends without this failure',
        })
        assert isinstance(error, PartialData)
        return error

    def _at_end_of(self, name: str) -> Callable[[], None] | None:
        """The function to call when a load ends; None if there is none."""
        if name != "load_all":
            return None
        # Weak, because a pager may keep its own pulled operations.
        reference = weakref.ref(self)

        def warn() -> None:
            if (pager := reference()) is not None:
                pager._warn_of_list()

        return warn

    def _warn_of_list(self) -> None:
        """Logs a warning for each thing about the list that its consumer should know and no exception says."""
        if (logger := heard_logger()) is not None and not self._handle.is_released:
            warn_of_list(logger, self._config, self.state)

    def _take_place(self, pull: BasePull[Any] | None) -> None:
        """Ends the pulled operation before, even if it has loaded everything and its consumer has not taken all."""
        before = None if self._pull is None else self._pull()
        self._pull = None if pull is None else weakref.ref(pull)
        if before is not None:
            before.replace()

    @property
    def _is_incremental(self) -> bool:
        """Whether a walk after a complete one loads what is new."""
        return "since" in self._config

    def _refuse_place(self, what: str) -> None:
        """Raises ValueError if the pager has a place in its list already, because only `what` may say it."""
        if self._subscriptions or self.state["pages_loaded"] or self._config.keys() & {"resume", "checkpoint"}:
            raise ValueError(
                f"{what} says where the walk continues, so the pager must not have pages, subscriptions or a"
                " `checkpoint` of its own: make a new pager for it"
            )

    def _go_on_from(self, checkpoint: Any) -> None:
        """Makes the list continue from a checkpoint."""
        before, self._handle = self._handle, self._made(self._config | place_in_list(checkpoint))
        self._take_place(None)
        before.release()

    def _reset(self) -> None:
        with starting():
            check(native.swiftpager_pager_reset(self._handle.key))
            self._take_place(None)

    def _current(self) -> Update[ItemType] | None:
        out = c_void_p()
        check(native.swiftpager_pager_current(self._handle.key, byref(out)))
        return None if out.value is None else Update(NativeUpdate(out.value, self._cursors), self._kind)


def _made(client: Handle, hooks: Hooks, default: Default | None, config: dict[str, Any]) -> Handle:
    """A pager of the library."""
    out, error = c_void_p(), OwnedText()
    text = written("the pager's configuration", config, default)
    functions = hooks.functions()
    try:
        # With a resume token, this calls `resolve_page`.
        status = call(
            native.swiftpager_pager_create, client.key, None, text, functions and byref(functions), byref(out),
            byref(error),
        )
    except BaseException:
        # An interruption is raised even if the library has made the pager.
        native.swiftpager_pager_release(out)
        raise
    check(status, error.read())
    return Handle(
        out.value, ending(native.swiftpager_pager_close, native.swiftpager_pager_release), CLOSED_PAGER
    )
