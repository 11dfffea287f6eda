"""The trial of a list that takes no size: its first page, which a walk keeps unless it shows something wrong."""

from __future__ import annotations

from collections.abc import Callable

from ..exceptions import GraphQLError
from ..page import Page
from .plan import Plan


class PlanChanged(Exception):
    """The first page shows that the plan has to be another one. Nothing of the page may be kept."""


class FirstPage:
    """Looks at the first page of a walk before the walk keeps it; later pages are not read.

        first_page = FirstPage(plan)
        for page in pager_of(first_page.plan):
            first_page.look(page)

    The walk of the plan begins again after `PlanChanged`, with the plan that is left. Needs graphql-core.
    """

    def __init__(self, plan: Plan, *, keep_refused: bool = False, strict_columns: bool = False) -> None:
        from .trial import Trial

        self._trial = Trial(plan, keep_refused=keep_refused, strict_columns=strict_columns)

    @property
    def plan(self) -> Plan:
        """The plan that the answers so far leave."""
        return self._trial.plan

    def look(self, page: Page) -> None:
        """Looks at a page of the walk; raises `PlanChanged` if the walk has to begin again."""
        if not self._trial.is_open:
            return
        before = self.plan
        self._trial.take({"data": page.data, "errors": page.errors})
        if self.plan != before:
            raise PlanChanged

    def changes(self, error: BaseException) -> bool:
        """Whether the walk ended because its plan was wrong, and there is another one."""
        if isinstance(error, GraphQLError):
            return self._trial.is_open and self._trial.take_errors(error.errors)
        return isinstance(error, PlanChanged)

    def report(self, tell: Callable[[str], None]) -> None:
        """Names what was left out, once the trial has ended."""
        if not self._trial.is_open:
            self._trial.report(tell)
