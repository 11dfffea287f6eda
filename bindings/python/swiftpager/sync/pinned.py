"""The file `_plan.json`: how each list is read, from the first run on. A person may edit it."""

from __future__ import annotations

import dataclasses
import json
import pathlib
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Literal, Self

from .. import _addresses
from ..files._opening import read_regular
from ..files._writing import write_whole
from ..fleet import _meaning, _names
from ..schema import Plan
from .errors import PlanError

NAME = "_plan.json"
# What makes a plan another one.
PARTS = ("query", "variables", "pagination", "columns", "since", "nested")
_VERSION = 1
# What stands beside the folders of lists. A list `sql` in an object `views` must not have this name.
_TAKEN = "views.sql"
# The keys of the objects in the file.
_FILE = frozenset({"version", "endpoint", "options", "lists"})
_ENTRY = frozenset({
    "folder", "key", "skipped", "under", "arguments", "plan", "untried", "total", "earlier", "with_refused",
    "refused_on", "page_size", "since", "widened", "whole",
})
_ASKED = frozenset({"query", "pagination"})
_UNDER = frozenset({"list", "arguments"})


@dataclasses.dataclass(frozen=True)
class Under:
    """That a list is walked once for each item of another list.

    list       the name of that list
    arguments  JSON Pointers into its items, by the names of the arguments that take the values there
    """

    list: str
    arguments: Mapping[str, str]


@dataclasses.dataclass(frozen=True)
class Options:
    """What the plans were made with. Without other options, `--refresh` makes them with the same."""

    since: Literal["auto", "off"] = "auto"
    page_size: int | None = None
    scalars: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # The lists that the plans are about; None for all.
    only: tuple[str, ...] | None = None
    # The lag of the lists that are asked for what is new, in seconds; None for the default one. Plans do not have it.
    lag: float | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Entry:
    """What is kept of one list."""

    name: str
    # The name of its folder. No other list has one that differs in case only.
    folder: str
    # The field that tells the items apart, if the list is read since a mark.
    key: str | None = None
    # Why the list is not read; `under` has more weight.
    skipped: str | None = None
    under: Under | None = None
    # The arguments with which the plan of a list with `under` was made.
    arguments: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    # None if the list is skipped, or has no plan yet.
    plan: Plan | None = None
    # Whether an answer still has to show what the server refuses: one with one item, or, if the list takes no size, the
    # first page.
    is_untried: bool = False
    # The plan with what the server refused, to try it again, and the days on which it refused, like "2026-11-30".
    with_refused: Plan | None = None
    refused_on: tuple[str, ...] = ()
    # The items of a page, if the server takes fewer than the plan asks for.
    page_size: int | None = None
    # Whether a list with fewer items than its total is incomplete.
    total: Literal["auto", "off"] = "auto"
    # The query and the pagination of earlier plans that differ by the total alone: a store that was begun with one goes
    # on with it, because no server takes a cursor, and no checkpoint a query, of another walk.
    earlier: tuple[Mapping[str, Any], ...] = ()
    # How this list is asked for what is new: "auto", "off", or a field like "/updatedAt". None: as the options say.
    since: str | None = None
    # Why the list is read whole, although the schema shows how to ask for what is new: "nulls". No option changes that.
    whole: str | None = None
    # The types of columns that earlier values did not fit, by their names. New plans hold these values, too.
    widened: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def has_own_folder(self) -> bool:
        """Whether the folder has the name of the list, because no list before it had that, or one in another case."""
        return self.folder == _names.named(_names.fitting(self.name))

    @property
    def is_read(self) -> bool:
        """Whether a run reads the list."""
        return self.skipped is None or self.under is not None

    @property
    def refused(self) -> tuple[str, ...]:
        """The columns that the server refuses, which the plan leaves out."""
        return () if self.plan is None else tuple(self.plan.refused)

    @property
    def is_incremental(self) -> bool:
        """Whether a run adds what is new to one store."""
        return self.plan is not None and self.plan.since is not None

    def digests(self, endpoint: str) -> tuple[str, ...]:
        """Hashes of what makes the rows what they are. A list with other ones gets a new store.

        The first one is this version's. Earlier versions wrote that of the whole address, with its keys.
        """
        under = None if self.under is None else dataclasses.asdict(self.under)
        plan = None if self.plan is None else {part: getattr(self.plan, part) for part in PARTS}
        if self.plan is not None and plan is not None:
            plan["pagination"] = asked_by(self.plan)["pagination"]
        addresses = dict.fromkeys((_addresses.without_secrets(endpoint), endpoint))
        return tuple(
            _meaning._hash({"endpoint": address, "key": self.key, "under": under, "plan": plan}, 32)
            for address in addresses
        )

    def with_total(self, total: Literal["auto", "off"]) -> Self:
        """The entry whose list is incomplete if it has fewer items than its total, or with "off" is not."""
        return dataclasses.replace(self, total=total, plan=None if self.plan is None else self.plan.with_total(total))

    def without_secrets(self) -> Self:
        """The entry whose plan has an address without user, password and keys."""
        return dataclasses.replace(
            self, plan=_without_secrets(self.plan), with_refused=_without_secrets(self.with_refused)
        )

    def variants(self) -> list[Self]:
        """The entry, and as it was with plans that differ by the total alone; the total counts as it does now."""
        if self.plan is None:
            return [self]
        plans = [dataclasses.replace(self.plan, **asked).with_total(self.total) for asked in self.earlier]
        return [self, *(dataclasses.replace(self, plan=plan) for plan in plans)]

    def to_json(self) -> dict[str, Any]:
        """The entry as a JSON object, without its name."""
        fields = {
            "folder": self.folder, "key": self.key, "skipped": self.skipped,
            "under": None if self.under is None else dataclasses.asdict(self.under),
            "arguments": dict(self.arguments) or None, "plan": None if self.plan is None else self.plan.to_json(),
            "untried": self.is_untried or None, "total": None if self.total == "auto" else self.total,
            "earlier": [dict(asked) for asked in self.earlier] or None,
            "with_refused": None if self.with_refused is None else self.with_refused.to_json(),
            "refused_on": list(self.refused_on) or None, "page_size": self.page_size, "since": self.since,
            "widened": dict(self.widened) or None, "whole": self.whole,
        }
        return {name: value for name, value in fields.items() if value is not None}

    @classmethod
    def from_json(cls, name: str, fields: Mapping[str, Any]) -> Self:
        """The entry of a JSON object. Raises ValueError and TypeError for anything else."""
        given = _checked(fields, f"the list {name}", _ENTRY, needed={"folder"})
        if (under := given.get("under")) is not None:
            given["under"] = _under(under)
        for key in ("plan", "with_refused"):
            if (plan := given.get(key)) is not None:
                given[key] = Plan.from_json(plan)
        given["refused_on"] = tuple(given.get("refused_on") or ())
        if (size := given.get("page_size")) is not None and (type(size) is not int or size < 1):
            raise ValueError(f'"page_size" must be a whole number above 0, not {size!r}')
        if given.get("total", "auto") not in ("auto", "off"):
            raise ValueError(f'"total" must be "auto" or "off", not {given["total"]!r}')
        if "since" in given and not is_since(given["since"]):
            raise ValueError(f'"since" must be "auto", "off" or a field like "/updatedAt", not {given["since"]!r}')
        given["widened"] = _checked(given.get("widened", {}), "widened")
        if given.get("whole") not in (None, "nulls"):
            raise ValueError(f'"whole" must be "nulls", or be left out, not {given["whole"]!r}')
        given["earlier"] = tuple(
            _checked(asked, "earlier", _ASKED, needed=_ASKED) for asked in given.get("earlier") or ()
        )
        untried = given.pop("untried", False)
        if not isinstance(untried, bool):
            raise ValueError(f'"untried" must be true or false, not {untried!r}')
        entry = cls(name=name, is_untried=untried, **given)
        if not _names.NAME.fullmatch(entry.folder) or entry.folder.startswith("."):
            raise ValueError(f"the folder {entry.folder!r} must have letters, digits, '%', '.', '_' and '-' only")
        return entry


@dataclasses.dataclass(frozen=True)
class Pinned:
    """The plans of all lists of one endpoint."""

    # Without secrets; those of a file that an earlier version wrote may have some.
    endpoint: str
    options: Options
    lists: Mapping[str, Entry]

    @classmethod
    def load(cls, folder: pathlib.Path) -> Self | None:
        """The plans in a folder; None if it has none. Raises `PlanError` and OSError."""
        path = folder / NAME
        try:
            data = read_regular(path)
        except FileNotFoundError:
            return None
        try:
            return cls._from_json(json.loads(data))
        except (ValueError, TypeError) as error:
            raise PlanError(f"{path} cannot be used ({error}): mend it, or remove it to make the plans anew") from error

    @classmethod
    def _from_json(cls, fields: object) -> Self:
        if isinstance(fields, Mapping) and fields.get("version") != _VERSION:
            raise ValueError("another version of swiftpager wrote it")
        fields = _checked(fields, "it", _FILE, needed=_FILE)
        options = _checked(fields["options"], "options", {field.name for field in dataclasses.fields(Options)})
        if (only := options.get("only")) is not None:
            options["only"] = tuple(only)
        lag = options.get("lag")
        if lag is not None and (isinstance(lag, bool) or not isinstance(lag, int | float) or lag < 0):
            raise ValueError(f'"lag" must be a number of seconds or null, not {lag!r}')
        lists = {name: Entry.from_json(name, entry) for name, entry in _checked(fields["lists"], "lists").items()}
        _check_folders(lists)
        for entry in lists.values():
            _check_under(lists, entry)
        return cls(fields["endpoint"], Options(**options), lists)

    def save(self, folder: pathlib.Path) -> None:
        """Replaces the file; raises OSError."""
        fields = {
            "version": _VERSION, "endpoint": self.endpoint, "options": dataclasses.asdict(self.options),
            "lists": {name: entry.to_json() for name, entry in sorted(self.lists.items())},
        }
        write_whole(str(folder / NAME), json.dumps(fields, indent=2, ensure_ascii=False).encode() + b"\n")

    def without_secrets(self) -> Pinned:
        """The same plans, with addresses that have no user, password or key."""
        lists = {name: entry.without_secrets() for name, entry in self.lists.items()}
        return Pinned(_addresses.without_secrets(self.endpoint), self.options, lists)

    def with_entry(self, entry: Entry) -> Pinned:
        """The same plans, with another entry for one list."""
        return dataclasses.replace(self, lists={**self.lists, entry.name: entry})


def is_since(word: object) -> bool:
    """Whether a word says how a list is asked for what is new."""
    return isinstance(word, str) and (word in ("auto", "off") or (word.startswith("/") and len(word) > 1))


def asked_by(plan: Plan) -> dict[str, Any]:
    """The query and the pagination of a plan, without what changes no row: whether the total counts."""
    pagination = {key: one for key, one in plan.pagination.items() if key != "check_total"}
    return {"query": plan.query, "pagination": pagination}


def _without_secrets(plan: Plan | None) -> Plan | None:
    if plan is None or plan.endpoint is None:
        return plan
    return dataclasses.replace(plan, endpoint=_addresses.without_secrets(plan.endpoint))


def folder_for(name: str, taken: Mapping[str, Entry]) -> str:
    """The name of a new folder for a list, which no file system confuses with the folder of another list."""
    before = {other: entry for other, entry in taken.items() if other != name}
    others = {_TAKEN, *(entry.folder.casefold() for entry in before.values())}
    # A long name becomes its hash, which hides that another one differs in case only.
    is_taken = name.casefold() in {other.casefold() for other, entry in before.items() if entry.has_own_folder}
    folder, text = _names.named(_names.fitting(name)), name
    while is_taken or folder.casefold() in others:
        text, is_taken = f"{text}.{_meaning._hash(text)}", False
        folder = _names.named(_names.fitting(text))
    return folder


def _checked(
    fields: object, what: str, known: AbstractSet[str] | None = None, needed: AbstractSet[str] = frozenset()
) -> dict[str, Any]:
    """The members of an object with known keys, or with any keys; raises ValueError for anything else."""
    if not isinstance(fields, Mapping):
        raise ValueError(f"{what} must be a JSON object, not {fields!r}")
    if known is not None and (unknown := sorted(fields.keys() - known)):
        raise ValueError(f"{what} has the unknown key {unknown[0]!r}; the keys are {', '.join(sorted(known))}")
    if missing := sorted(needed - fields.keys()):
        raise ValueError(f"{what} has no {missing[0]!r}")
    return dict(fields)


def _under(fields: object) -> Under:
    under = Under(**_checked(fields, "under", _UNDER, needed=_UNDER))
    pointers = under.arguments
    if not isinstance(under.list, str) or not isinstance(pointers, Mapping) or not pointers:
        raise ValueError('under needs "list", a name, and "arguments", an object of JSON Pointers')
    for name, pointer in pointers.items():
        if not isinstance(pointer, str) or not pointer.startswith("/"):
            raise ValueError(f"under: {name!r} must have a JSON Pointer like \"/name\", not {pointer!r}")
    return under


def _check_folders(lists: Mapping[str, Entry]) -> None:
    known = {_TAKEN: "the file with the views"}
    for name, entry in lists.items():
        if (other := known.setdefault(entry.folder.casefold(), name)) != name:
            raise ValueError(f"{other} and {name} have one folder")


def _check_under(lists: Mapping[str, Entry], entry: Entry) -> None:
    """Raises ValueError if the lists before a list have no end, or are not read."""
    seen = [entry.name]
    while entry.under is not None:
        parent = lists.get(entry.under.list)
        if parent is None or not parent.is_read:
            raise ValueError(f"{entry.name} is under {entry.under.list}, which is not a list that is read")
        if parent.name in seen:
            raise ValueError(f"{entry.name} is under itself")
        seen.append(parent.name)
        entry = parent
