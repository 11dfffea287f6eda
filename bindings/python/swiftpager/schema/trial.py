"""A plan on trial: one item shows what the server refuses, how it writes times, and where its pages begin."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._observing import LOGGER
from ..exceptions import GraphQLError, HTTPError
from .items import KEYS
from .leaving_out import Path, column_path, item_path, names, with_first_page, without, without_totals
from .plan import Plan
from .refusals import Refusal, refusals
from .times import Forms, since_path, type_for, with_readable_mark

if TYPE_CHECKING:
    from ..client import Client

# How many items show whether a field has values at all.
_COMPARED = 10


def tried(
    client: Client, plan: Plan, *, keep_refused: bool = False, strict_columns: bool = False,
    tell: Callable[[str], None] | None = None, forms: Forms | None = None,
) -> Plan:
    """The plan without the columns and the total that the server refuses, with the types of times that it writes.

        plan = swiftpager.schema.trial.tried(client, plan, tell=print)

    It asks for one item; a list that takes no size, for its first page. For a list that counts pages, from 0 or from 1,
    it also asks for page 0.

    keep_refused    leaves refused columns in the plan, and a total that is refused or null
    strict_columns  as for `Schema.plan`
    tell            gets one message, which names what is left out; by default it goes to the log
    forms           notes how the server writes times

    Raises what `Client.execute` raises, unless the errors lead into an item, and `UnreadMark` if the item shows that
    the list cannot be read since a mark.
    """
    hide = client._secrets.hide
    trial = Trial(plan, keep_refused=keep_refused, strict_columns=strict_columns, hide=hide, forms=forms)
    while trial.is_open:
        with trial.answering():
            trial.take(client.execute(trial.plan.query, trial.variables))
    trial.report(tell)
    return trial.plan


class Trial:
    """A plan that is tried until an answer has no errors that belong to what it selects.

    hide       removes secrets from what the server says
    is_walked  whether the answers are those of a walk, which sends no request for the trial alone
    patience   how many answers have to fail for a field before it is left out. A refusal of access counts at once, and
               a field that has a value in another item of the answer stays
    forms      notes how the server writes times
    """

    def __init__(
        self, plan: Plan, *, keep_refused: bool, strict_columns: bool, hide: Callable[[str], str],
        is_walked: bool = False, patience: int = 1, forms: Forms | None = None,
    ) -> None:
        self.plan = plan
        self.is_open = True
        # Whether a failure may pass: the next answer is to come later.
        self.is_put_off = False
        # Whether the next answers show several items, so that one without a value can be compared.
        self._asks_some = False
        self._keeps_refused = keep_refused
        self._is_strict = strict_columns
        self._hide = hide
        self._is_walked = is_walked
        self._patience = patience
        self._forms = forms
        # How many answers failed for each field, whose refusal may pass.
        self._failures: dict[Path, int] = {}
        self._reasons: dict[str, str] = {}
        # Why the total is left out, by its pointer.
        self._of_totals: dict[str, str] = {}
        self._is_reported = False
        self._failures_of_page_0 = 0
        # The items of page 1, if the next answer is that of page 0.
        self._of_page_1: list[Any] | None = None

    @property
    def variables(self) -> dict[str, Any]:
        """The variables that ask for one item, if the list takes a size, and after a failure for some, to compare."""
        plan = self.plan.with_size(min(self.plan.size_given or 1, _COMPARED) if self._asks_some else 1)
        if not plan.has_untried_page:
            return plan.variables
        return plan.with_page(1 if self._of_page_1 is None else 0).variables

    @contextlib.contextmanager
    def answering(self) -> Iterator[None]:
        """Takes errors in place of data, if they refuse what the plan selects; raises all others."""
        try:
            yield
        except GraphQLError as error:
            if self._of_page_1 is not None:
                self._take_refusal_of_page_0()
            elif not self.take_errors(error.errors, None) and not self._take_unplaced(error):
                raise
        except HTTPError:
            if self._of_page_1 is None:
                raise
            self._take_refusal_of_page_0()

    def take(self, answer: Mapping[str, Any]) -> None:
        """An answer with data: the trial ends with it, unless errors beside the data refuse what the plan selects."""
        errors = answer.get("errors") or []
        if self._of_page_1 is not None:
            # An error beside the items of page 0 is about one of them.
            self.is_put_off = False
            page_0 = list(_items(answer.get("data"), item_path(self.plan)))
            self._compare(self._of_page_1, page_0, has_errors=bool(errors))
        elif not self.take_errors(errors, answer.get("data")):
            self._close(answer.get("data"))

    def take_errors(self, errors: Sequence[Any], data: Any) -> bool:
        """Leaves out what errors refuse; returns whether the plan is to be tried again.

        A non-null field takes its parents with it, so an answer may hide a refusal behind another one: the trial goes
        on for as long as each answer takes something away, or is one of the few that a failure may have.
        """
        if self._keeps_refused:
            return False
        columns, totals = self._counted(errors, data), dict(self._refused_totals(errors))
        remaining = without(self.plan, columns) if columns else self.plan
        if remaining is None:
            return False
        refused = sorted({*self.plan.refused, *map(".".join, columns)})
        changed = dataclasses.replace(without_totals(remaining, totals), refused=refused)
        has_less = (changed.query, changed.pagination) != (self.plan.query, self.plan.pagination)
        if has_less:
            self.plan = changed
            self._reasons |= {".".join(path): message for path, message in columns.items()}
            self._of_totals |= totals
        return has_less or self.is_put_off

    def _counted(self, errors: Sequence[Any], data: Any) -> dict[Path, str]:
        """The fields to leave out, with the messages. What may pass is counted, and puts the trial off."""
        self.is_put_off = False
        items = list(_items(data, item_path(self.plan)))
        found: dict[Path, Refusal] = {}
        for refusal in refusals(self.plan, errors, self._hide):
            if not any(_value(item, refusal.path) is not None for item in items):
                found.setdefault(refusal.path, refusal)
        columns = {}
        for path, refusal in found.items():
            self._failures[path] = self._failures.get(path, 0) + 1
            if refusal.is_access or self._failures[path] >= self._patience:
                columns[path] = refusal.message
            else:
                self.is_put_off = self._asks_some = True
        return columns

    def report(self, tell: Callable[[str], None] | None = None) -> None:
        """Names what is left out, by default in the log."""
        if self._is_reported or not (self._reasons or self._of_totals):
            return
        self._is_reported = True
        told = []
        if self._reasons:
            message = next(iter(self._reasons.values()))
            told.append(f"left out, because the server refuses it: {', '.join(sorted(self._reasons))} ({message})")
        if self._of_totals:
            places = ", ".join(pointer.removeprefix("/").replace("/", ".") for pointer in sorted(self._of_totals))
            told.append(f"read without its total, {places}: {next(iter(self._of_totals.values()))}")
        (tell or _warn)("; ".join(told))

    def _refused_totals(self, errors: Sequence[Any]) -> Iterator[tuple[str, str]]:
        """The pointers of the totals that errors are about, with what is said of each."""
        of_list = names(self.plan.pagination["connection"])
        for error in errors:
            path = error.get("path") if isinstance(error, Mapping) else None
            for pointer in self.plan.totals:
                if tuple(path or ()) == (*of_list, *names(pointer)):
                    told = self._hide(str(error.get("message") or "without a message"))
                    yield pointer, f"the server refuses it ({told})"

    def _take_unplaced(self, error: GraphQLError) -> bool:
        """Leaves out the total after errors that name no place: the list may be too costly with it, or the schema old.

        If the server still refuses, its next error is raised.
        """
        if self._keeps_refused or self._is_walked or not self.plan.totals:
            return False
        first = error.errors[0] if error.errors else {}
        # The library has hidden what the request keeps secret.
        told = first.get("message") or "without a message"
        self._of_totals |= dict.fromkeys(self.plan.totals, f"the server refuses it ({told})")
        self.plan = without_totals(self.plan, self.plan.totals)
        return True

    def _leave_out_null_totals(self, data: Any) -> None:
        """A total that is null says nothing, and may cost the server something."""
        of_list = _value(data, names(self.plan.pagination["connection"]))
        if self._keeps_refused or not isinstance(of_list, Mapping):
            return
        nulls = [pointer for pointer in self.plan.totals if _value(of_list, names(pointer)) is None]
        self.plan = without_totals(self.plan, nulls)
        self._of_totals |= dict.fromkeys(nulls, "the server answers null")

    def _begin_with(self, first_page: str) -> None:
        self.is_open = False
        self.plan = with_first_page(self.plan, first_page)

    def _take_refusal_of_page_0(self) -> None:
        """Begins with page 1 once the server has refused page 0 so often that the failure does not pass."""
        self._failures_of_page_0 += 1
        self.is_put_off = self._failures_of_page_0 < self._patience
        if not self.is_put_off:
            self._begin_with("1: the server refuses page 0")

    def _compare(self, page_1: list[Any], page_0: list[Any], *, has_errors: bool) -> None:
        """Ends the trial with the number of the first page."""
        if not any(item is not None for item in page_0):
            if has_errors:
                self._take_refusal_of_page_0()
            else:
                self._begin_with("1: page 0 has no items")
        elif list(map(_identity, page_0)) == list(map(_identity, page_1)):
            self._begin_with("1: page 0 has the items of page 1")
        else:
            self._begin_with("0: page 0 has other items than page 1")

    def _close(self, data: Any) -> None:
        items = list(_items(data, item_path(self.plan)))
        if self.plan.has_untried_page and not self._is_walked:
            self._of_page_1 = items
        else:
            self.is_open = False
        self._leave_out_null_totals(data)
        columns = {
            name: self._fitting(column, [_value(item, column_path(name, column)) for item in items])
            for name, column in self.plan.columns.items()
        }
        self.plan = dataclasses.replace(self.plan, columns=columns)
        if self._forms is not None:
            self._forms.note(self.plan, items)
        marks = [_value(item, since_path(self.plan)) for item in items]
        self.plan = with_readable_mark(self.plan, marks, self._hide)

    def _fitting(self, column: dict[str, Any], values: list[Any]) -> dict[str, Any]:
        """A column whose type takes the times that the server writes."""
        kind = column.get("type")
        if isinstance(kind, Mapping):
            members = {
                name: self._type_of(one, [_value(value, (name,)) for value in values]) for name, one in kind.items()
            }
            fitting: Any = None if None in members.values() else members
        else:
            fitting = self._type_of(kind, values)
        others = {name: value for name, value in column.items() if name != "type"}
        return others if fitting is None else {**others, "type": fitting}

    def _type_of(self, kind: Any, values: list[Any]) -> Any:
        return type_for(kind, values, is_strict=self._is_strict)


def _warn(message: str) -> None:
    logging.getLogger(LOGGER).warning("%s", message)


def _items(value: Any, path: Path) -> Iterator[Any]:
    """The items of an answer: arrays may lie anywhere on the way."""
    if isinstance(value, list):
        for element in value:
            yield from _items(element, path)
    elif not path:
        yield value
    elif isinstance(value, Mapping):
        yield from _items(value.get(path[0]), path[1:])


def _identity(item: Any) -> Any:
    """What tells an item apart: another value of it may change from one answer to the next."""
    if not isinstance(item, Mapping):
        return item
    return next((item[key] for key in KEYS if item.get(key) is not None), item)


def _value(value: Any, path: Path) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value
