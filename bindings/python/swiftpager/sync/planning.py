"""How the plans are made, from a schema and a first look at each list."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from ..exceptions import GraphQLError
from ..schema import Plan, SchemaError
from .pinned import Entry, Options, Pinned, asked_by, folder_for

if TYPE_CHECKING:
    from ..client import Client
    from ..schema import List, Schema

Tell = Callable[[str], None]


class Planner:
    """Makes plans with a schema. The client asks for one item of each list, and columns that are refused are left out.

    A list that takes no size is tried by the first page of its walk. If the list had a plan before, that would be too
    late for the difference: then the client asks for this page.

    totals  whether a list with fewer items than its total is incomplete, by names; others stay as they are

    Raises `SchemaError`, and what requests raise.
    """

    def __init__(
        self, client: Client, endpoint: str, options: Options, schema: Schema, tell: Tell,
        totals: Mapping[str, Literal["auto", "off"]] | None = None,
    ) -> None:
        self._client = client
        self._endpoint = endpoint
        self._options = options
        self._schema = schema
        self._tell = tell
        self._totals = totals or {}

    def all(self, before: Pinned | None) -> Pinned:
        """The plans of all lists, or of those that the options name; folders and `under` stay as they are."""
        lists: dict[str, Entry] = {}
        kept = {} if before is None else before.lists
        for found in self._found(kept):
            old = kept.get(found.name)
            # Lists that went keep their folders, too.
            folder = folder_for(found.name, {**kept, **lists}) if old is None else old.folder
            total = self._totals.get(found.name, "auto" if old is None else old.total)
            entry = Entry(name=found.name, folder=folder, total=total, whole=None if old is None else old.whole)
            if old is not None and old.under is not None and old.under.list in kept:
                entry = dataclasses.replace(entry, under=old.under, arguments=old.arguments)
            is_known = old is not None and old.plan is not None and not old.is_untried
            entry = self._first(entry, found, tries_all=is_known)
            lists[found.name] = _followed(old, entry) if old is not None and is_known else entry
        for name, entry in lists.items():
            if entry.under is not None and (entry.under.list not in lists or not lists[entry.under.list].is_read):
                lists[name] = dataclasses.replace(entry, under=None, plan=None, skipped=_needs(self._schema.list(name)))
        self._tell_skipped(lists)
        return Pinned(self._endpoint, self._options, lists)

    def entry(self, entry: Entry, arguments: Mapping[str, Any], *, tries_all: bool = False) -> Entry:
        """The entry with a plan; with `tries_all` it has been tried even if the list takes no size."""
        found = self._schema.list(entry.name)
        if entry.whole is not None and entry.plan is not None:
            return self._whole(entry, entry.plan)
        since = self._options.since if entry.whole is None else "off"
        plan, is_tried = self._made(entry, arguments, since, tries_all=tries_all)
        if plan.since is not None and found.key not in plan.columns:
            # Without the key, the newest row of an item cannot be told.
            plan, is_tried = self._made(entry, arguments, "off", tries_all=tries_all)
        key = found.key if plan.since is not None else None
        return dataclasses.replace(
            entry, plan=plan, key=key, arguments=dict(arguments), skipped=None, is_untried=not is_tried
        )

    def _found(self, kept: Mapping[str, Entry]) -> list[List]:
        if self._options.only is None:
            return self._schema.lists()
        names = dict.fromkeys(self._options.only)
        # A list with `under` needs the list before it.
        for name in self._options.only:
            entry = kept.get(name)
            while entry is not None and entry.under is not None:
                names[entry.under.list] = None
                entry = kept.get(entry.under.list)
        return [self._schema.list(name) for name in sorted(names)]

    def _first(self, entry: Entry, found: List, *, tries_all: bool) -> Entry:
        """The entry with a plan, or with the reason for none. A list that the server refuses is asked for again."""
        if found.arguments and (entry.under is None or not entry.arguments):
            return dataclasses.replace(entry, skipped=None if entry.under is not None else _needs(found))
        try:
            return self.entry(entry, entry.arguments, tries_all=tries_all)
        except SchemaError as error:
            return dataclasses.replace(entry, skipped=str(error))
        except GraphQLError as error:
            self._tell(f"{entry.name} has no plan yet: {error}")
            return entry

    def _whole(self, entry: Entry, plan: Plan) -> Entry:
        """The entry whose plan asks for the same columns of the whole list, as the trial of the earlier plan left it."""
        from ..schema.leaving_out import like

        whole = dataclasses.replace(like(self._asked(entry, entry.arguments, "off"), plan), columns=plan.columns)
        if plan.size_given is not None:
            whole = whole.with_size(plan.size_given)
        whole = dataclasses.replace(whole, endpoint=plan.endpoint, refused=plan.refused)
        return dataclasses.replace(entry, plan=whole, key=None)

    def _asked(self, entry: Entry, arguments: Mapping[str, Any], since: Any) -> Plan:
        """The plan as the schema has it."""
        options = self._options
        plan = self._schema.plan(
            entry.name, arguments=arguments, page_size=options.page_size, since=since, scalars=options.scalars,
            strict_columns=True, total=entry.total,
        )
        if plan.ends_by_total and plan.since is None:
            # A named total that is not met would fail each night, and no night would bring the list to its end. A found
            # one lets an empty page end it.
            pagination = {name: one for name, one in plan.pagination.items() if name != "total"}
            plan = dataclasses.replace(plan, pagination=pagination)
        return plan

    def _made(self, entry: Entry, arguments: Mapping[str, Any], since: Any, *, tries_all: bool) -> tuple[Plan, bool]:
        """A plan, and whether it is tried."""
        from ..schema.trial import tried  # It is needed once, and not by a run with a kept plan.

        name, plan = entry.name, self._asked(entry, arguments, since)
        is_tried = plan.size is not None or tries_all or plan.has_untried_page
        if is_tried:
            plan = tried(self._client, plan, strict_columns=True, tell=lambda words: self._tell(f"{name}: {words}"))
        return dataclasses.replace(plan, endpoint=self._endpoint), is_tried

    def _tell_skipped(self, lists: Mapping[str, Entry]) -> None:
        skipped = [f"{name}: {entry.skipped}" for name, entry in lists.items() if not entry.is_read]
        if skipped:
            self._tell("\n".join([f"{len(skipped):,} of {len(lists):,} lists are skipped:", *skipped]))


def _followed(before: Entry, after: Entry) -> Entry:
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
