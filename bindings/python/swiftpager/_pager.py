"""What pagers have in common, whether they wait or are awaited."""

from __future__ import annotations

import functools
import logging
import weakref
from collections.abc import Callable, Mapping
from ctypes import byref, c_bool, c_void_p
from typing import Any

from ._calls import call
from ._handle import Handle, NotCopied
from ._hooks import Hooks
from ._json import Default, written
from ._json import read as read_json
from ._library import native
from ._observing import LOGGER, Observing
from ._raising import check, error_for
from ._starting import starting
from ._statuses import Status
from ._text import OwnedText
from ._updates import owned
from ._walk import loaded_pages
from ._wording import counted, shown
from .operation import Pull
from .page import Page
from .shapes import Emit, LoadAllOptions, LoadOptions, PagerState, Retain
from .subscription import Subscription
from .update import Update

# Why a pager may have no resume token.
_TOO_LONG = "the server's cursors, or the page info that the hooks get, are too long for a resume token"
LOAD_OPTIONS = frozenset(LoadOptions.__annotations__)
LOAD_ALL_OPTIONS = frozenset(LoadAllOptions.__annotations__)


class BasePager(NotCopied):
    """One paginated query."""

    _instead = "make one of a client there; `resume_token()` says where it goes on"

    def __init__(
        self, client: Handle, observing: Observing, config: dict[str, Any], retain: Retain | None, emit: Emit,
        hooks: Hooks, default: Default | None,
    ) -> None:
        out, error = c_void_p(), OwnedText()
        config["retain"] = retain or "all"
        text = written("the pager's configuration", config, default)
        functions = hooks.functions()
        try:
            # With a token it calls `resolve_page`.
            status = call(
                native.swiftpager_pager_create, client.key, text, functions and byref(functions), byref(out),
                byref(error),
            )
        except BaseException:
            # What interrupted the function is raised, whatever came of the call.
            native.swiftpager_pager_release(out)
            raise
        check(status, error.read())
        self._handle = Handle(out.value, native.swiftpager_pager_release)
        self._observing = observing
        self._subscriptions: set[Handle] = set()
        self._emit: Emit = emit
        # What walks keep: what the program said, else nothing, as the loop has had its pages. Where there is one update
        # for all pages, it has to hold them.
        self._walk_retain: Retain = retain or ("none" if emit == "each" else "all")
        # Only with these the cache's page is the one that was asked for.
        takes_cached = config.get("cache_policy") in ("return_cache_data_else_fetch", "return_cache_data_dont_fetch")
        self._loaded_pages = functools.partial(loaded_pages, each=emit == "each", takes_cached=takes_cached)
        # The operation that is pulled and was started last: whatever starts next takes its place.
        self._pull: weakref.ref[Pull] | None = None

    @property
    def emit(self) -> Emit:
        """Whether `load_all` makes an update for each page or one at its end."""
        return self._emit

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
        state: PagerState = read_json(out.read() or b"")
        return state

    def resume_token(self) -> str:
        """Where another process can go on: pass it as `resume` to a pager of the same list.

        It stands for what the slowest consumer has finished with, never for what waits for one or is being worked on.
        In a loop over the pager that is the page before, until `page.finish()` says that this one is done, too; a loop
        that is left has not finished with the page it was left on. Without consumers it stands for what is loaded.

        JSON of at most 16 kB. Raises `BadResponseError` where the server's cursors, or the page info that
        `resolve_page` gets, are longer.
        """
        out = OwnedText()
        status = native.swiftpager_pager_resume_token(self._handle.key, byref(out))
        if status == Status.BAD_RESPONSE:
            raise error_for(status, message=_TOO_LONG)
        check(status)
        return (out.read() or b"").decode()

    @property
    def pages(self) -> list[Page]:
        """The pages held now, in the order of the list.

        Loads keep all pages, unless the pager's `retain`, or that of the load, says otherwise. Walks keep none, unless
        the pager's does: the loop has had them.
        """
        update = self._current()
        return [] if update is None else update.pages

    def __len__(self) -> int:
        """How many pages are held now."""
        update = self._current()
        return 0 if update is None else update.page_count

    def __bool__(self) -> bool:
        """A pager without pages is one all the same."""
        return True

    def __repr__(self) -> str:
        return shown(self, self._described)

    def _described(self) -> str:
        state = self.state
        return f"{counted(state['pages_loaded'], 'page')} loaded, {state['loading'] or state['end'] or 'at rest'}"

    # Watching

    def subscribe(self, callback: Callable[[Update], object]) -> Subscription:
        """Has every new state of the list sent to `callback`, inside a dispatch; first the current one, if any.

        An update has the pages that the pager holds: see `pages`. An exception in the callback is raised by whatever
        dispatches.
        """
        return Subscription(self._handle, callback, self._subscriptions)

    # Ending

    def close(self) -> None:
        """Ends the operation under way with `Cancelled`, and the subscriptions; once is enough."""
        while self._subscriptions:
            self._subscriptions.pop().release()
        self._handle.release()

    # Starting

    def _start(
        self, name: str, options: Mapping[str, Any], completion: Any, key: int | None, destroy: Any
    ) -> Handle:
        """Starts a load, which takes the place of what is pulled; raises at once what the pager's state forbids."""
        text = written("the options", options) if options else None
        with starting():
            self._observing.look_again()
            out, error = c_void_p(), OwnedText()
            start = getattr(native, f"swiftpager_pager_{name}")
            status = start(self._handle.key, text, completion, key, destroy, byref(out), byref(error))
            check(status, error.read())
            self._take_place(None)
        return Handle(out.value, native.swiftpager_operation_release)

    def _pulled(self, name: str, options: Mapping[str, Any]) -> Pull:
        """Starts a load whose updates are asked for one by one."""
        with starting():
            pull = Pull(
                lambda *completion: self._start(name, {**options, "pull": True}, *completion), self._at_end_of(name)
            )
            self._take_place(pull)
        return pull

    def _pulled_walk(self) -> Pull:
        return self._pulled("load_all", {"retain": self._walk_retain})

    def _at_end_of(self, name: str) -> Callable[[], None] | None:
        """What is done when a load ends; None where nothing is."""
        if name != "load_all":
            return None
        # A pager may keep what is pulled of it.
        reference = weakref.ref(self)

        def warn() -> None:
            if (pager := reference()) is not None:
                pager._warn_of_errors()

        return warn

    def _warn_of_errors(self) -> None:
        """Says in the log that pages of the list came with errors beside their data."""
        logger = logging.getLogger(LOGGER)
        if self._handle.is_released or not logger.hasHandlers() or not logger.isEnabledFor(logging.WARNING):
            return
        errors = self.state["errors"]
        if errors is not None:
            first = errors["first"]
            logger.warning(
                "%s of the list came with %s beside the data, the first on page %d%s: %s",
                counted(errors["pages"], "page"), counted(errors["errors"], "error"), first["page"],
                "" if first["path"] is None else f" at {first['path']}", first["message"] or "without a message",
                extra={"swiftpager": {"event": "partial_data", **errors}},
            )

    def _take_place(self, pull: Pull | None) -> None:
        """Ends what was pulled before: also where it has loaded everything, and its consumer has yet to take some."""
        before = None if self._pull is None else self._pull()
        self._pull = None if pull is None else weakref.ref(pull)
        if before is not None:
            before.replace()

    def _reset(self) -> None:
        with starting():
            check(native.swiftpager_pager_reset(self._handle.key))
            self._take_place(None)

    def _current(self) -> Update | None:
        out = c_void_p()
        check(native.swiftpager_pager_current(self._handle.key, byref(out)))
        return None if out.value is None else Update(owned(out.value))


def checked(options: Mapping[str, Any], known: frozenset[str]) -> Mapping[str, Any]:
    """The options of a load that are given; raises TypeError for one that there is not."""
    for name in options.keys() - known:
        raise TypeError(f"unexpected keyword argument {name!r}: there are {', '.join(sorted(known))}")
    return {name: value for name, value in options.items() if value is not None}
