"""Plans on trial: what the server refuses is left out, tried again on later days, and comes back if it may."""

from __future__ import annotations

import dataclasses
import datetime
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..exceptions import (
    AuthenticationError,
    BadResponseError,
    GraphQLError,
    HTTPError,
    NetworkError,
    RateLimited,
    RequestTimeout,
    SwiftPagerError,
)
from ..schema import UnreadMark
from ..schema.first_page import FirstPage, PutOff
from .pinned import Entry

if TYPE_CHECKING:
    from ..client import Client
    from ..fleet import Limit
    from ..schema import Plan, Schema
    from ..schema.trial import Trial
    from .planning import Planner, Tell

# How many answers have to fail for a column whose failure may pass.
_PATIENCE = 3
# On how many days a refused column is tried.
_LARGEST_DAYS = 3
_UNAUTHENTICATED = 401
# What any server can answer.
_LEAST = "query { __typename }"


class Unreachable(Exception):
    """No list can be read: nothing answers at the address, or no list has answered and the server knows no caller."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class Trials:
    """Tries the plans of a run.

    client  makes a client that keeps to limits
    hide    removes secrets from what the server says
    renews  says for a schema and an error whether the schema is too old; then the planner has the newest one
    """

    def __init__(
        self, planner: Planner, client: Callable[[Mapping[str, Limit]], Client], hide: Callable[[str], str], tell: Tell,
        renews: Callable[[Schema, GraphQLError], bool],
    ) -> None:
        self.renews = renews
        self.planner = planner
        self._client = client
        self._hide = hide
        self._tell = tell
        self._lock = threading.Lock()
        self._clients: set[Client] = set()
        self._is_cancelled = False
        # Whether any list has answered.
        self.has_answer = False

    def of(self, entry: Entry, *, is_again: bool = False) -> ListTrial:
        """The trial of the plan of an entry; with `is_again`, nothing is said of what was refused before."""
        return ListTrial(self, entry, (lambda _: None) if is_again else self._tell, may_renew=not is_again)

    def renews_after(self, error: Mapping[str, Any] | None) -> bool:
        """Whether the server refused a first page because the schema is too old, and there is a newer one."""
        if error is None or error.get("code") != "GRAPHQL":
            return False
        errors = [{"message": str(error.get("server_message"))}]
        return self.renews(self.planner.schema(), GraphQLError(str(error["message"]), details={"errors": errors}))

    def first_page(self, entry: Entry) -> FirstPage:
        """The trial of a list that takes no size. Raises ValueError without graphql-core."""
        assert entry.plan is not None
        return first_page_of(entry.plan, self._hide, self.planner)

    def cancel(self) -> None:
        """Ends the requests of all trials."""
        with self._lock:
            self._is_cancelled = True
            clients = list(self._clients)
        for client in clients:
            client.close()

    def _run(self, trial: Trial, limits: Mapping[str, Limit]) -> None:
        """Asks until the trial has ended. Raises `PutOff`, `Unreachable`, and what requests raise."""
        with self._client(limits) as client:
            with self._lock:
                self._clients.add(client)
            try:
                if self._is_cancelled:
                    client.close()
                self._ask(client, trial)
                self.has_answer = True
            except (NetworkError, AuthenticationError) as error:
                if self._is_of_address(client, error):
                    raise Unreachable(error) from error
                raise
            finally:
                with self._lock:
                    self._clients.discard(client)

    def _ask(self, client: Client, trial: Trial) -> None:
        while trial.is_open:
            with trial.answering():
                trial.take(client.execute(trial.plan.query, trial.variables))
            if trial.is_put_off:
                self.has_answer = True
                raise PutOff

    def _is_of_address(self, client: Client, error: NetworkError | AuthenticationError) -> bool:
        """Whether a failure concerns the address, and not the list: then nothing else is answered either."""
        if self.has_answer or not _may_be_of_address(error):
            return False
        try:
            client.execute(_LEAST)
        except (NetworkError, AuthenticationError) as other:
            return _may_be_of_address(other)
        except SwiftPagerError:
            return False
        return False


def _may_be_of_address(error: NetworkError | AuthenticationError) -> bool:
    """Whether nothing answers, or the server does not know the caller."""
    if isinstance(error, HTTPError):
        return error.http_status == _UNAUTHENTICATED
    return not isinstance(error, BadResponseError | RateLimited | RequestTimeout)


class ListTrial:
    """The trial of one list, which may have to be asked again after those of the others."""

    def __init__(self, trials: Trials, entry: Entry, tell: Tell, *, may_renew: bool) -> None:
        self._trials = trials
        self._tell = tell
        self._entry = entry
        # Whether the schema may be too old. It is asked for once.
        self._may_renew = may_renew
        self._trial = self._begun(entry)

    def ask(self, limits: Mapping[str, Limit]) -> Entry:
        """The entry with the plan that the trial left. Raises `PutOff`, `Unreachable`, and what requests raise."""
        try:
            self._trials._run(self._trial, limits)
        except UnreadMark as error:
            return self._whole(f"{self._entry.name} is read whole in each run: {error}", limits)
        except GraphQLError as error:
            if not self._may_renew or not self._trials.renews(self._trials.planner.schema(), error):
                raise
            self._may_renew = False
            self._entry = self._trials.planner.entry(self._entry, self._entry.arguments)
            self._trial = self._begun(self._entry)
            return self.ask(limits)
        plan, entry = self._trial.plan, self._entry
        if plan.since is not None and entry.key not in plan.columns:
            # Without the key, the newest row of an item cannot be told.
            return self._whole(f"{entry.name} is read whole in each run: the server refuses {entry.key}", limits)
        self._trial.report(lambda words: self._tell(f"{entry.name}: {words}"))
        assert entry.plan is not None
        return settled(entry, plan)

    def _whole(self, why: str, limits: Mapping[str, Limit]) -> Entry:
        """The entry after a trial of a plan that reads the list whole."""
        self._tell(why)
        self._entry = self._trials.planner.entry(self._entry, self._entry.arguments, "off")
        self._trial = self._begun(self._entry)
        return self.ask(limits)

    def _begun(self, entry: Entry) -> Trial:
        from ..schema.trial import Trial  # It is needed once, and not by a run with kept plans.

        assert entry.plan is not None
        return Trial(
            entry.plan, keep_refused=False, strict_columns=True, hide=self._trials._hide, patience=_PATIENCE,
            forms=self._trials.planner.forms,
        )


def settled(entry: Entry, plan: Plan) -> Entry:
    """The entry with the plan that a trial of its own plan left."""
    full = entry.with_refused or entry.plan
    return dataclasses.replace(
        entry, plan=plan, is_untried=False, with_refused=full if plan.refused else None,
        refused_on=(today(),) if plan.refused else (),
    )


def due(entry: Entry) -> Entry | None:
    """The entry with what the server refused, if it is to be tried again today; None if not."""
    full, plan = entry.with_refused, entry.plan
    if full is None or plan is None or today() in entry.refused_on or len(entry.refused_on) >= _LARGEST_DAYS:
        return None
    try:
        from ..schema.leaving_out import like
    except ImportError:
        # A run with kept plans needs no graphql-core.
        return None
    # A person may have changed the plan.
    return dataclasses.replace(entry, plan=full) if like(full, plan).query == plan.query else None


def again(entry: Entry, tried: Entry) -> Entry:
    """The entry after another trial of what the server refused. The types of the other columns stay as they are."""
    assert entry.plan is not None and tried.plan is not None
    refused, came = set(tried.refused), set(entry.refused) - set(tried.refused)
    if not came or not refused < set(entry.refused):
        return dataclasses.replace(entry, refused_on=(*entry.refused_on, today()))
    columns = {
        name: known if _is_same(known := entry.plan.columns.get(name), column) else column
        for name, column in tried.plan.columns.items()
    }
    return dataclasses.replace(tried, plan=dataclasses.replace(tried.plan, columns=columns), is_untried=False)


def first_page_of(plan: Any, hide: Callable[[str], str], planner: Planner) -> FirstPage:
    """The trial of a list that takes no size; raises ValueError without graphql-core."""
    try:
        return FirstPage(plan, hide, strict_columns=True, patience=_PATIENCE, forms=planner.forms)
    except ImportError as error:
        raise ValueError("the first page of a list needs graphql-core: pip install swiftpager[schema]") from error


def today() -> str:
    """The day, as `_plan.json` has it."""
    return datetime.datetime.fromtimestamp(time.time(), datetime.UTC).date().isoformat()


def _is_same(known: Any, column: Any) -> bool:
    """Whether two columns have the same members, so that they differ at most by types that values have shown."""
    if not isinstance(known, Mapping):
        return False
    own, other = known.get("type"), column.get("type")
    if isinstance(own, Mapping) and isinstance(other, Mapping):
        return own.keys() == other.keys()
    return not isinstance(other, Mapping)
