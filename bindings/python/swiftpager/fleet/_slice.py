"""One slice of a walk: its pages are loaded, written and committed, or none of them is."""

from __future__ import annotations

import dataclasses
import errno
import hashlib
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from .._environment import MissingVariable
from ..exceptions import AFTER_ALL_PAGES, Cancelled, ClosedError, PageLimit, RateLimited, SwiftPagerError
from ..files._storing import State, pages_of
from ..page import Page
from ..shapes import BudgetShare, FixedRate
from . import _children, _configs, _failures, _restarts, _schema
from ._arguments import check_slice
from ._clients import Clients
from ._footer import KEY, End, Footer
from ._rows import Rows
from .errors import StoreError
from .store import Store
from .walk import Walk, check_walk

if TYPE_CHECKING:
    from ..client import Client
    from ..pager import Pager
    from ..schema.first_page import FirstPage


@dataclasses.dataclass(frozen=True)
class Slice:
    """The result of a slice."""

    # The walk's key, and the number of its newest slice: this one, if it was committed.
    key: str
    number: int
    # The file of that slice; None if the walk has none.
    path: str | None
    pages: int
    rows: int
    # How the list ended: "complete", "partial", or None if there is more.
    end: End | None
    seconds: float
    # Why the slice ended early, or what is missing in a partial list: `code`, `message`, `retryable`, the
    # `http_status` of an answer without the list, and `columns` with types for values that did not fit.
    error: dict[str, Any] | None = None
    # The server wants to be left alone for so many seconds.
    put_back_seconds: float | None = None
    # The walks that the newest slice leads to.
    children: tuple[Walk, ...] = ()
    # Whether this call committed it. If not, another process did, or there was nothing to commit.
    was_committed: bool = False


def run_slice(
    walk: Walk,
    store: Store,
    *,
    number: int | None = None,
    slice_pages: int = 200,
    slice_seconds: float = 300.0,
    rate_limit: FixedRate | BudgetShare | None = None,
    children: Callable[[Any], Iterable[Walk]] | None = None,
    longest_wait: float = 60.0,
    stopping: Callable[[], bool] | None = None,
) -> Slice:
    """Loads the next pages of a walk and commits them as one file, from where the newest slice ended.

        done = swiftpager.fleet.run_slice(walk, store, slice_pages=50)
        print(done.rows, "rows;", done.end or "there is more")

    A walk whose list is at its end rests, unless it has `since`: then the next slice loads what is new since the mark.
    A walk that failed, and may not succeed without a change, rests until `retry`. With `children`, a list at its end
    that leads to others, or is empty, begins anew, so that new children are found. So does any list after `restart`.

    number           the number that the slice gets, if it is known. If another process has committed it, this call
                     loads nothing, and its result describes the newest slice
    slice_pages      the pages after which the slice ends
    slice_seconds    the seconds after which the slice ends at its next page
    rate_limit       as for `Client`
    children         called with the rows before the commit, as a table of pyarrow; the walks that it returns stand in
                     the file's footer
    longest_wait     the seconds that a request waits for its server at most. For a longer wait the slice ends, and
                     `put_back_seconds` says how long to wait
    stopping         called after each page; if it returns True, the slice ends

    What the server does does not raise an exception, but is in the result. Raises `StoreError` if the store cannot be
    written, `WalkConflict` and ValueError as `Store.open` does, what `children` raises, and ValueError or TypeError for
    a wrong argument; then nothing is committed.
    """
    return slice_and_newest(
        walk, store, number=number, slice_pages=slice_pages, slice_seconds=slice_seconds, rate_limit=rate_limit,
        children=children, longest_wait=longest_wait, stopping=stopping,
    )[0]


def slice_and_newest(
    walk: Walk,
    store: Store,
    *,
    number: int | None,
    slice_pages: int,
    slice_seconds: float,
    rate_limit: FixedRate | BudgetShare | None,
    children: Callable[[Any], Iterable[Walk]] | None,
    longest_wait: float,
    stopping: Callable[[], bool] | None,
    first_page: FirstPage | None = None,
    clients: Clients | None = None,
) -> tuple[Slice, Footer | None]:
    """As `run_slice`; beside the result comes the footer of the newest slice, or None if the walk has none.

    `first_page` sees each page before its rows are taken, and the error that ends the walk. If it raises `PlanChanged`,
    so does this, and nothing is committed. `clients` has clients of earlier slices.
    """
    check_slice(walk, store, number, slice_pages, slice_seconds, longest_wait)
    began = time.monotonic()
    store._note(walk)
    after = _restarts.noted(store, walk)
    newest = _newest(store, walk, number, after)
    begins_anew = _restarts.is_due(after, newest)
    if newest is not None and not begins_anew:
        if number is not None and newest.number >= number:
            return _known(store, walk, newest), newest
        if newest.end and walk.since is None:
            if children is None or not _may_lead_on(store, walk, newest):
                return _known(store, walk, newest), newest
            begins_anew = True
    last = newest.number if newest else 0
    failure = _failures.noted(store, walk.name, last)
    if failure is not None and not failure.get("retryable"):
        rests = Slice(
            walk.key, last, _path(store, walk, last), 0, 0, None, 0.0, error=failure,
            children=newest.children if newest else (),
        )
        return rests, newest
    reading = _Reading(
        walk, store, newest, begins_anew=begins_anew, keeps_rows=children is not None, first_page=first_page,
        clients=clients or Clients(most_idle=0),
    )
    try:
        reading.run(slice_pages, began + slice_seconds, rate_limit, longest_wait, stopping)
        ended, newest = reading.committed(children, began)
    except OSError as error:
        if isinstance(error, StoreError | SwiftPagerError):
            raise
        raise StoreError(
            error.errno or errno.EIO, f"the slice cannot be written ({error}): nothing of it is committed", store.root
        ) from error
    finally:
        reading.rows.abandon()
    if ended.error is not None and ended.end is None and ended.put_back_seconds is None:
        _failures.note(store, walk.name, ended.number, ended.error)
    elif failure is not None and ended.error is None and not ended.was_committed:
        # Nothing was new, so no slice stands behind the failure.
        _failures.forget(store, walk.name)
    return ended, newest


def _newest(store: Store, walk: Walk, number: int | None, after: int | None) -> Footer | None:
    """The footer of the newest slice, found from the number that the caller knows, and from that of a new beginning.

    A driver knows the number, and has looked at the whole store. A loop without one looks here at the columns, and for
    a slice that is missing. Raises ValueError.
    """
    guess = max(0, (number or 1) - 1)
    if after is not None:
        guess = max(guess, after, after + 1 if store._exists(walk, after + 1) else 0)
    found = store.newest(walk, guess)
    if number is None:
        _schema.read(store)
    if number is None and store._exists(walk, found + 2) and not store._exists(walk, found + 1):
        raise ValueError(
            f"{_path(store, walk, found + 1)} is missing in the store, which has the slice after it: put the file back,"
            f" or call swiftpager.fleet.restart(store, [{walk.key!r}])"
        )
    return store.footer(walk, found)


def _may_lead_on(store: Store, walk: Walk, newest: Footer) -> bool:
    """Whether a list that is at its end may lead to further walks when it is asked again."""
    if newest.all_rows == 0 or newest.all_children:
        return True
    return newest.all_children is None and bool(_children.since(store, walk, newest, 1))


class _Reading:
    """The pages of a slice, from the server into a file of this machine."""

    def __init__(
        self, walk: Walk, store: Store, newest: Footer | None, *, begins_anew: bool, keeps_rows: bool,
        first_page: FirstPage | None, clients: Clients,
    ) -> None:
        self._first_page = first_page
        self._clients = clients
        self._walk = walk
        self._store = store
        self._newest = newest
        # The slice of the same list before this one.
        self._before = None if begins_anew else newest
        self._number = 1 if newest is None else newest.number + 1
        self._name = store.name(walk, self._number)
        first = 0 if newest is None else newest.ordinals
        constants = walk.constants or {}
        self.rows = Rows(store, self._name, constants=constants, first_ordinal=first, keeps_rows=keeps_rows)
        self._pages = 0
        self._digest = hashlib.sha256()
        # Whether the first page is the first one since the mark, or of the list.
        self._is_initial = False
        self._state: State | None = None
        self._end: End | None = None
        self._error: dict[str, Any] | None = None
        self._put_back_seconds: float | None = None

    def run(
        self, most_pages: int, deadline: float, rate_limit: FixedRate | BudgetShare | None, longest_wait: float,
        stopping: Callable[[], bool] | None,
    ) -> None:
        """Loads pages until the slice is full, the list ends, or something fails."""
        try:
            with self._clients.lent(self._walk, rate_limit, longest_wait) as client:
                with self._pager(client, most_pages) as pager:
                    self._load(pager, deadline, longest_wait, stopping)
                    self._state = State.of(pager, is_complete=self._end is not None)
                if self._error is not None:
                    # The next slice begins without what may be wrong with the connection.
                    client.close()
        except (SwiftPagerError, MissingVariable) as error:
            if isinstance(error, Cancelled | ClosedError):
                raise
            if isinstance(error, SwiftPagerError) and _configs.concerns(error, "rate_limit"):
                # An argument of the slice, so the caller is at fault, and not the walk.
                raise
            # The walk's own config is wrong.
            self._error = self._error or _failures.described(error)

    def _load(
        self, pager: Pager, deadline: float, longest_wait: float, stopping: Callable[[], bool] | None
    ) -> None:
        try:
            for page in pages_of(pager):
                self._add(page)
                # If this was the last page, the next slice has no page, and says that the list is at its end.
                if (stopping is not None and stopping()) or time.monotonic() >= deadline:
                    break
            else:
                self._end = "complete"
        except PageLimit:
            pass  # The slice is full, and there is more.
        except AFTER_ALL_PAGES as error:
            self._end = "partial"
            has_errors = self._walk.errors != "keep" and bool(error.details.get("partial"))
            self._error = {**_failures.described(error), "has_errors": has_errors}
        except (Cancelled, ClosedError):
            # The slice alone has this client, so the process ends. The walk has not failed.
            raise
        except SwiftPagerError as error:
            self._fail(error, longest_wait)

    def _add(self, page: Page) -> None:
        if self._pages == 0:
            self._is_initial = page.kind == "initial"
        if self._first_page is not None:
            self._first_page.look(page)
        if self._walk.since is not None:
            self._digest.update(page.raw_items)
        self.rows.add(page)
        page.finish()
        self._pages += 1

    def _fail(self, error: SwiftPagerError, longest_wait: float) -> None:
        if self._first_page is not None:
            self._first_page.look_at(error)
        where = f"slice {self._number}, after its page {self._pages}: " if self._pages else f"slice {self._number}: "
        self._error = _failures.described(error, where)
        if isinstance(error, RateLimited):
            self._put_back_seconds = error.retry_after or longest_wait

    def _pager(self, client: Client, most_pages: int) -> Any:
        walk = self._walk
        options: dict[str, Any] = {"max_pages": most_pages, "errors": walk.errors}
        if self._before is not None and self._before.state.checkpoint is not None:
            options["checkpoint"] = self._before.state.checkpoint
        with _configs.refusing_wrong_ones():
            return client.pager(
                walk.query, walk.asked, pagination=walk.pagination, since=walk.since,  # type: ignore[arg-type]
                nested=walk.nested, **options,  # type: ignore[arg-type]
            )

    def committed(
        self, children: Callable[[Any], Iterable[Walk]] | None, began: float
    ) -> tuple[Slice, Footer | None]:
        """Commits what was loaded, if anything was; returns the slice, and the footer of the newest one."""
        walk, store, newest = self._walk, self._store, self._newest
        if not self._is_new:
            return self._slice(newest, began), newest
        found = tuple(children(self.rows.kept())) if children is not None and self.rows.count else ()
        for child in found:
            check_walk(child)
            if not walk.can_restore(child):
                raise ValueError(
                    f"the child {child.key!r} has a key in its address that the address of its walk lacks. A store"
                    " keeps no keys: name environment variables in `headers_env`"
                )
        footer = self._footer(found, began)
        if self._before is None and newest is not None:
            _restarts.note(store, walk.name, newest.number)
        elif footer.left_out:
            _restarts.note_some(store, walk.name)
        fresh = self.rows.end(footer.text(), KEY)
        if not store._folder.commit(fresh, self._name) and not self._is_own(footer):
            taken = store.footer(walk, store.newest(walk, self._number))
            assert taken is not None
            return _known(store, walk, taken), taken
        return self._slice(footer, began, was_committed=True), footer

    def _is_own(self, footer: Footer) -> bool:
        """Whether the slice in the store is this one: when the answer to a creation is lost, s3fs asks again."""
        found = self._store.footer(self._walk, self._number)
        return found is not None and found.text() == footer.text()

    @property
    def _is_new(self) -> bool:
        """Whether there is anything to commit. Without columns there cannot be."""
        state, before, newest = self._state, self._before, self._newest
        if state is None or not self.rows.has_schema or (self._pages == 0 and self._end is None):
            return False
        if self._replaced is not None:
            return not self._comes_again
        if self.rows.count > 0 or newest is None:
            return True
        if before is None:
            # A list that began anew, and was empty before.
            return newest.all_rows > 0 or self._end != newest.end
        # A run since a mark that brought nothing new, and no mark, leaves nothing behind, unless it ends otherwise.
        return state != before.state or self._end != newest.end

    @property
    def _replaced(self) -> tuple[int, int] | None:
        """The slices that do not count once this one is committed, because the walk begins at its mark again."""
        before = self._before
        if before is None or not self._is_initial or before.before_mark in (None, before.number):
            return None
        return (before.before_mark or 0) + 1, before.number

    @property
    def _comes_again(self) -> bool:
        """Whether all that is new since the mark is in the newest slice, with the same bytes."""
        before, replaced = self._before, self._replaced
        if before is None or replaced is None or any(map(before.counts, range(replaced[0], before.number))):
            return False
        found = self._digest.hexdigest(), self._end, self._state
        return before.end is not None and found == (before.digest, before.end, before.state)

    def _footer(self, found: tuple[Walk, ...], began: float) -> Footer:
        walk, state, before, newest = self._walk, self._state, self._before, self._newest
        assert state is not None
        # The rows and pages before this slice that count.
        counted, left_out = before, before.left_out if before else ()
        if (replaced := self._replaced) is not None:
            counted = self._store.footer(walk, replaced[0] - 1) if before and replaced[0] > before.begins else None
            left_out = (*(earlier for earlier in left_out if earlier[1] < replaced[0]), replaced)
        before_mark = self._number - 1 if before is None else before.before_mark
        if state.mark != (None if before is None else before.state.mark):
            before_mark = self._number
        children = None
        if newest is None or newest.all_children is not None:
            children = len(found) + (0 if newest is None else newest.all_children or 0)
        return Footer(
            walk=walk.hash, key=walk.key, number=self._number, pages=self._pages, rows=self.rows.count, state=state,
            end=self._end, seconds=time.monotonic() - began, time=time.time(), children=found,
            all_pages=self._pages + (counted.all_pages if counted else 0),
            all_rows=self.rows.count + (counted.all_rows if counted else 0),
            error=self._error if self._end == "partial" else None,
            begins=self._number if before is None else before.begins,
            all_children=children,
            rows_ever=self.rows.count + (newest.ordinals if newest else 0),
            before_mark=before_mark, left_out=left_out, digest=self._digest.hexdigest() if walk.since else "",
        )

    def _slice(self, newest: Footer | None, began: float, *, was_committed: bool = False) -> Slice:
        number, children = (0, ()) if newest is None else (newest.number, newest.children)
        return Slice(
            self._walk.key, number, _path(self._store, self._walk, number), self._pages, self.rows.count, self._end,
            time.monotonic() - began, self._error, self._put_back_seconds, children, was_committed,
        )


def _known(store: Store, walk: Walk, footer: Footer) -> Slice:
    """A slice that is committed already."""
    return Slice(
        walk.key, footer.number, _path(store, walk, footer.number), footer.pages, footer.rows, footer.end,
        footer.seconds, footer.error, children=footer.children,
    )


def _path(store: Store, walk: Walk, number: int) -> str | None:
    return store._folder.path(store.name(walk, number)) if number else None
