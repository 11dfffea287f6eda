"""The trial of a list that takes no size: its first page, which a walk keeps unless it shows something wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..exceptions import GraphQLError
from ..page import Page
from .plan import Plan

if TYPE_CHECKING:
    from .times import Forms


class PlanChanged(Exception):
    """The first page shows that the plan has to be another one. Nothing of the page may be kept."""


class PutOff(Exception):
    """The first page has failures that may pass. Nothing of the page may be kept, and the list is to be asked later."""


class FirstPage:
    """Looks at the first page of a walk before the walk keeps it, and reads no later page.

    After `PlanChanged` the walk begins again, with the plan that is left, and after `PutOff` later, with the same one.
    `hide` removes secrets from what the server says. `patience` and `forms` are those of `Trial`; without more than one
    try, no page is put off. Needs graphql-core.
    """

    def __init__(
        self, plan: Plan, hide: Callable[[str], str], *, keep_refused: bool = False, strict_columns: bool = False,
        patience: int = 1, forms: Forms | None = None,
    ) -> None:
        from .trial import Trial

        self._trial = Trial(
            plan, keep_refused=keep_refused, strict_columns=strict_columns, hide=hide, is_walked=True,
            patience=patience, forms=forms,
        )

    @property
    def plan(self) -> Plan:
        """The plan that the answers so far leave."""
        return self._trial.plan

    @property
    def is_open(self) -> bool:
        """Whether no page has come yet, or the plan may change again."""
        return self._trial.is_open

    def look(self, page: Page) -> None:
        """Looks at a page of the walk; raises `PlanChanged` if the walk has to begin again."""
        if not self._trial.is_open:
            return
        before = self.plan
        self._trial.take({"data": page.data, "errors": page.errors})
        if self._trial.is_put_off:
            raise PutOff
        if self.plan != before:
            raise PlanChanged

    def changes(self, error: BaseException) -> bool:
        """Whether the walk ended because its plan was wrong, and there is another one."""
        if isinstance(error, GraphQLError):
            return self._trial.is_open and self._trial.take_errors(error.errors, None)
        return isinstance(error, PlanChanged)

    def look_at(self, error: BaseException) -> None:
        """Looks at what ended the walk; raises `PlanChanged` or `PutOff` if the walk has to begin again."""
        if self.changes(error):
            raise (PutOff if self._trial.is_put_off else PlanChanged) from error

    def report(self, tell: Callable[[str], None]) -> None:
        """Names what was left out, once the trial has ended."""
        if not self._trial.is_open:
            self._trial.report(tell)
