"""How the plans are made, from a schema. What the server says of them comes later: `trying` has that."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from ..exceptions import SwiftPagerError
from ..schema import SchemaError
from .marks import with_known_form
from .pinned import Entry, Options, Pinned, asked_by, folder_for
from .widening import learnt

if TYPE_CHECKING:
    from ..schema import List, Plan, Schema
    from ..schema.times import Forms

Tell = Callable[[str], None]


class Planner:
    """Makes plans, which are not tried yet.

    schema  reads the schema when it is needed; raises `SchemaError`, and what requests raise
    totals  whether a list with fewer items than its total is incomplete, by names; others stay as they are
    sinces  how lists are asked for what is new, by names; others stay as they are
    """

    def __init__(
        self, endpoint: str, options: Options, schema: Callable[[], Schema], tell: Tell,
        totals: Mapping[str, Literal["auto", "off"]] | None = None, sinces: Mapping[str, str] | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._options = options
        self.schema = schema
        self._tell = tell
        self._totals = totals or {}
        self._sinces = sinces or {}

    @functools.cached_property
    def forms(self) -> Forms:
        """How the server writes times, as the trials have shown."""
        from ..schema.times import Forms  # It needs graphql-core, and a run with kept plans does not.

        return Forms()

    def check(self) -> None:
        """Raises `SchemaError` for a list that the schema lacks, or a field by which it neither sorts nor filters."""
        for name, word in self._sinces.items():
            found = self.schema().found(name)
            if word.startswith("/"):
                from ..schema.ordering import since_by  # The schema needs graphql-core, too, and says so.

                since_by(found, word)

    def all(self, before: Pinned | None) -> Pinned:
        """The plans of all lists, or of those that the options name; folders and `under` stay as they are.

        Raises what `check` raises.
        """
        self.check()
        lists: dict[str, Entry] = {}
        kept = {} if before is None else before.lists
        # With other types of scalars, what earlier values showed of the columns does not count.
        typed = kept if before is not None and before.options.scalars == self._options.scalars else {}
        for found in self._found(kept):
            old = kept.get(found.name)
            # Lists that went keep their folders, too.
            folder = folder_for(found.name, {**kept, **lists}) if old is None else old.folder
            total = self._totals.get(found.name, "auto" if old is None else old.total)
            is_sized = old is not None and before is not None and self._options.page_size == before.options.page_size
            entry = Entry(
                name=found.name, folder=folder, total=total, page_size=old.page_size if old and is_sized else None,
                since=self._sinces.get(found.name, None if old is None else old.since),
                widened=typed[found.name].widened if found.name in typed else {},
                whole=None if old is None else old.whole,
            )
            if old is not None and old.under is not None and old.under.list in kept:
                entry = dataclasses.replace(entry, under=old.under, arguments=old.arguments)
            lists[found.name] = self._first(entry, found)
        for name, entry in lists.items():
            if entry.under is not None and (entry.under.list not in lists or not lists[entry.under.list].is_read):
                skipped = _needs(self.schema().list(name))
                lists[name] = dataclasses.replace(entry, under=None, plan=None, skipped=skipped, is_untried=False)
        if self._options.only is None:
            for name, reason in self.schema().skipped().items():
                old = kept.get(name)
                folder = folder_for(name, {**kept, **lists}) if old is None else old.folder
                lists[name] = Entry(name=name, folder=folder, skipped=reason)
        self._tell_skipped(lists)
        return Pinned(self._endpoint, self._options, lists)

    def entry(
        self, entry: Entry, arguments: Mapping[str, Any], since: Literal["auto", "off"] | None = None
    ) -> Entry:
        """The entry with a plan that is not tried; `since` goes before what the entry says. Raises `SchemaError`."""
        found = self.schema().list(entry.name)
        plan = self._plan(entry, arguments, since)
        return dataclasses.replace(
            entry, plan=dataclasses.replace(plan, endpoint=self._endpoint), arguments=dict(arguments), skipped=None,
            key=found.key if plan.since is not None else None, is_untried=True, with_refused=None, refused_on=(),
        )

    def whole(self, entry: Entry) -> Entry:
        """The entry whose plan asks for the same columns of the whole list, as the trial of the earlier plan left it.

        Raises `SchemaError`, and what requests raise.
        """
        from ..schema.leaving_out import like

        plan = entry.plan
        assert plan is not None
        asked = dataclasses.replace(self._plan(entry, entry.arguments, "off"), endpoint=plan.endpoint)
        if gone := sorted(plan.columns.keys() - asked.columns.keys()):
            raise SchemaError(f"{entry.name}: the schema lacks the column {gone[0]} of the plan")
        whole = dataclasses.replace(like(asked, plan), columns=plan.columns, refused=plan.refused)
        if plan.size_given is not None:
            whole = whole.with_size(plan.size_given)
        full = None if entry.with_refused is None else asked
        return dataclasses.replace(entry, plan=whole, key=None, with_refused=full)

    def _plan(self, entry: Entry, arguments: Mapping[str, Any], since: Literal["auto", "off"] | None) -> Plan:
        """The plan as the schema has it."""
        options = self._options
        asked = "off" if entry.whole is not None else entry.since or options.since
        plan = self.schema().plan(
            entry.name, arguments=arguments, page_size=options.page_size, since=since or asked,
            scalars=options.scalars, strict_columns=True, total=entry.total,
        )
        if plan.ends_by_total and plan.since is None:
            # A named total that is not met would fail each night, and no night would bring the list to its end. A found
            # one lets an empty page end it.
            pagination = {name: one for name, one in plan.pagination.items() if name != "total"}
            plan = dataclasses.replace(plan, pagination=pagination)
        return plan

    def learnt(self, lists: Mapping[str, Entry], before: Mapping[str, Entry]) -> dict[str, Entry]:
        """The entries whose columns hold the times that the trials of all lists showed, and what earlier runs saw."""
        try:
            found = learnt(self.forms, self.schema(), lists, before, self._options.scalars)
            return {
                name: with_known_form(entry, before.get(name), has_seen=self.forms.has_seen_mark(entry.plan))
                for name, entry in found.items()
            }
        except (SchemaError, SwiftPagerError):
            # A run goes on with plans that it has, also if the server shows its schema no more.
            return dict(lists)

    def has_times(self, entry: Entry) -> bool:
        """Whether a list has times, whose form the trials of other lists may show; theirs may be that of this one."""
        try:
            return entry.plan is not None and self.forms.know(self.schema(), entry.plan, self._options.scalars)
        except (SchemaError, SwiftPagerError):
            return False

    def _found(self, kept: Mapping[str, Entry]) -> list[List]:
        schema = self.schema()
        if self._options.only is None:
            return schema.lists()
        names = dict.fromkeys(self._options.only)
        # A list with `under` needs the list before it.
        for name in self._options.only:
            entry = kept.get(name)
            while entry is not None and entry.under is not None:
                names[entry.under.list] = None
                entry = kept.get(entry.under.list)
        return [schema.list(name) for name in sorted(names)]

    def _first(self, entry: Entry, found: List) -> Entry:
        """The entry with a plan, or with the reason for none."""
        if found.skipped is not None:
            return dataclasses.replace(entry, skipped=found.skipped)
        if found.arguments and (entry.under is None or not entry.arguments):
            return dataclasses.replace(entry, skipped=None if entry.under is not None else _needs(found))
        try:
            return self.entry(entry, entry.arguments)
        except SchemaError as error:
            return dataclasses.replace(entry, skipped=str(error))

    def _tell_skipped(self, lists: Mapping[str, Entry]) -> None:
        skipped = [f"{name}: {entry.skipped}" for name, entry in lists.items() if not entry.is_read]
        if skipped:
            self._tell("\n".join([f"{len(skipped):,} of {len(lists):,} lists are skipped:", *skipped]))


def replaced(before: Pinned, after: Pinned) -> tuple[Pinned, dict[str, Entry]]:
    """The new plans, with those of before in place of some until the new ones are tried; and these new ones."""
    candidates = {
        name: entry for name, entry in after.lists.items()
        if entry.plan is not None and (old := before.lists.get(name)) is not None
        and old.plan is not None and not old.is_untried and old.is_read
    }
    return dataclasses.replace(after, lists={
        **after.lists,
        **{name: before.lists[name].with_total(entry.total) for name, entry in candidates.items()},
    }), candidates


def followed(before: Entry, after: Entry) -> Entry:
    """The entry behind an earlier one, whose stores go on if the plans differ by their totals alone."""
    from ..schema.leaving_out import differ_by_totals

    if before.plan is None or after.plan is None or before.key != after.key:
        return after
    if not differ_by_totals(before.plan, after.plan):
        return after
    asked, own = asked_by(before.plan), asked_by(after.plan)
    earlier = [one for one in before.earlier if one not in (asked, own)]
    return dataclasses.replace(after, earlier=(*earlier, *([asked] if asked != own else [])))


def _needs(found: List) -> str:
    return f"it needs {', '.join(f'{name} ({kind})' for name, kind in found.arguments.items())}"
