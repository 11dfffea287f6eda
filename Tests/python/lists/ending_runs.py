"""Nights in which a list is read, what they brought, and the signs of missing items that their answers gave."""

import dataclasses
import json
from collections.abc import Iterator, Sequence
from typing import Any

import swiftpager
from ending_servers import CURSORS, KEYSETS, Answer, Plan, Row, Server

# The variables that name a page, with what asks for the first one.
_PLACES = {"after": None, "nextToken": None, "afterId": None, "offset": 0, "page": 1}


@dataclasses.dataclass
class Night:
    """How the walk of one night ended, and what it was told; it may be one of several runs that continue each other."""

    answers: list[Answer] = dataclasses.field(default_factory=list)
    items: list[Row] = dataclasses.field(default_factory=list)
    error: str = ""
    end: str | None = None
    reason: str | None = None
    is_cut: bool = False
    doubts: Sequence[str] = ()
    # The greatest value of the complete nights before, and the versions that a checkpoint may know.
    mark: int | None = None
    seen: frozenset[Any] = frozenset()
    # The versions that this night had to bring, if no night before did, and that no night has brought.
    missing: frozenset[Any] = frozenset()

    @property
    def is_complete(self) -> bool:
        return not self.error and (self.end == "complete" or self.reason == "KNOWN")

    @property
    def has_no_doubt(self) -> bool:
        return self.is_complete and not self.doubts

    def __str__(self) -> str:
        end = f"{self.error or self.end} reason {self.reason} doubts {self.doubts}, mark {self.mark}"
        lines = [f"  {json.dumps(each.variables)} -> {json.dumps(each.response)[:1_500]}" for each in self.answers]
        return "\n".join([f"{end}, missing {sorted(self.missing, key=str)}", *lines])


class Reader:
    """Reads one list night after night, and keeps what came."""

    def __init__(self, server: Server, loosened: Row | None = None) -> None:
        self.server, self.plan = server, server.plan
        # Keys of `pagination`, and `unreached` of `since`, that switch a rule off.
        self.loosened = dict(loosened or {})
        self._unreached = self.loosened.pop("unreached", None)
        self.came: set[Any] = set()
        self._mark: int | None = None
        self._checkpoint: str | None = None
        self._seen: set[Any] = set()
        # The answers of the nights that the next one continues.
        self._open: list[Answer] = []

    def send(self, request: swiftpager.transport.Request) -> None:
        """The transport: answers at once."""
        body = json.loads(request.body)
        response = self.server.answer(body.get("variables") or {})
        request.complete(200, json.dumps(response).encode(), {"content-type": "application/json"})

    def night(self, client: swiftpager.Client, cut: int | None) -> Night:
        """Reads the list once; with a cut, in two runs, the first of which has so many pages."""
        server = self.server
        server.begin(continues=bool(self._open))
        night = Night(is_cut=cut is not None or bool(self._open), mark=self._mark, seen=frozenset(self._seen))
        token = None if cut is None else self._run(client, night, cut, None)
        if cut is None or token is not None:
            self._run(client, night, None, token)
        night.answers = server.answers
        if self._open and server.answers and _is_inside(server.answers[0], self.plan):
            night.answers = self._open + server.answers
        self._open = night.answers if night.error and self.plan.is_since and self.plan.keeps else []
        self.came |= {self._version(row) for row in night.items}
        night.missing = frozenset(self._stable() - self.came)
        if self.plan.is_since and (night.is_complete or self.plan.keeps):
            self._seen |= {(row["id"], row["v"]) for row in night.items}
        if self.plan.is_since and night.is_complete:
            values = [row["v"] for answer in night.answers for row in answer.rows]
            self._mark = max([*values, *([] if self._mark is None else [self._mark])], default=None)
        return night

    def _version(self, row: Row) -> Any:
        return (row["t"], row["v"]) if self.plan.is_since else row["t"]

    def _stable(self) -> set[Any]:
        return {(f"row {id}", value) if self.plan.is_since else f"row {id}" for id, value in self.server.stable}

    def _run(self, client: swiftpager.Client, night: Night, most: int | None, token: str | None) -> str | None:
        """One run; returns where the next one goes on, None if the list has ended."""
        plan = self.plan
        options: Row = {"checkpoint": token} if token is not None else {}
        if plan.is_since:
            unreached = {"unreached": self._unreached} if self._unreached and plan.way == "descending" else {}
            options = {"since": plan.since() | unreached, "checkpoint": token or self._checkpoint}
        pagination: Any = (plan.pagination() or {}) | self.loosened
        if plan.defect == "empty" and not plan.kind.startswith(("offset", "keyset")):
            pagination["max_empty_pages"] = 20
        pager = client.pager(plan.query(), plan.variables(), pagination=pagination or None, max_pages=most, **options)
        try:
            for page in pager:
                night.items += page.items
        except swiftpager.SwiftPagerError as error:
            if error.code != "PAGE_LIMIT":
                night.error = f"{error.code}: {error}"
        state = pager.state
        # A walk whose limit is the total ends well, although it has not looked at what follows.
        if not night.error and state["can_load_next"]:
            return pager.checkpoint() if plan.is_since else pager.resume_token()
        night.end, night.reason, night.doubts = state["end"], state["reason"], state["doubts"]
        if plan.is_since and (night.is_complete or plan.keeps):
            self._checkpoint = pager.checkpoint()
        return None


def _is_inside(answer: Answer, plan: Plan) -> bool:
    """Whether a request asks for a page in the middle of the list."""
    first = plan.variables()
    return any(answer.variables.get(name) != first.get(name, default) for name, default in _PLACES.items()
               if name in answer.variables)


# --- Signs of missing items --- #


def signs(night: Night, plan: Plan) -> Iterator[str]:
    """The signs that the answers of a complete night gave: docs/complete.md has them for users."""
    asked_zero = [answer for answer in night.answers if _number(answer, plan) < 1]
    answers = [answer for answer in night.answers if answer.response.get("data") and answer not in asked_zero]
    if not answers:
        return
    yield from _repeats(answers, night, plan)
    # Nothing is told of what lies below the mark.
    if night.reason == "KNOWN":
        return
    last, came = answers[-1], _count(answers, night, plan)
    totals = [answer.total for answer in answers if answer.total is not None]
    is_met = bool(totals) and totals[-1] == came
    if totals and min(totals) > came:
        yield "fewer than the total"
    if plan.kind != "null_cursor" and not is_met and _is_promise_broken(answers):
        yield "broken promise"
    if plan.ends_by_total and is_met and _may_be_capped(totals[-1]) and last.rows:
        yield "a total that may be capped"
    if plan.way == "descending" and night.mark is not None and not _reached(answers, night):
        if not is_met or _may_be_capped(totals[-1]):
            yield "above the mark"
    if plan.kind == "page_count" and not asked_zero:
        yield from _page_signs(answers, plan, is_met)


def _number(answer: Answer, plan: Plan) -> int:
    """The number of the page that a request asked for, counted from 1 as the walk counts."""
    if not plan.is_by_page:
        return 1
    number: int = answer.variables.get("page", 1)
    return number + 1 if plan.is_first_named and plan.base == 0 else number


def _is_promise_broken(answers: Sequence[Answer]) -> bool:
    """Whether the last page is empty, although the page before it said that there is more."""
    return len(answers) > 1 and answers[-2].more is True and answers[-1].more is False and not answers[-1].rows


def _count(answers: Sequence[Answer], night: Night, plan: Plan) -> int:
    """How many items came, as a total counts them."""
    rows = [row for answer in answers for row in answer.rows]
    # A token does not have the identities of the items before it.
    if not plan.is_since or night.is_cut:
        return len(rows)
    versions = [(row["id"], row["v"]) for row in rows]
    return len(set(versions))


def _may_be_capped(total: int) -> bool:
    return total >= 1_000 and total % 500 == 0


def _reached(answers: Sequence[Answer], night: Night) -> bool:
    assert night.mark is not None
    rows = [row for answer in answers for row in answer.rows]
    ids = {id for id, _ in night.seen}
    return any(row["v"] <= night.mark or row["id"] in ids for row in rows)


def _page_signs(answers: Sequence[Answer], plan: Plan, is_met: bool) -> Iterator[str]:
    last, first = answers[-1], answers[0]
    number = _number(last, plan)
    assert last.pages is not None
    if number < last.pages:
        yield "more pages than were read"
    if number == last.pages and last.rows and 0 < len(first.rows) < plan.size and number > 1 and not is_met:
        yield "a page count of larger pages"
    if number == last.pages and not last.rows and not plan.is_first_named and not is_met:
        yield "pages from 0"


def _repeats(answers: Sequence[Answer], night: Night, plan: Plan) -> Iterator[str]:
    for index, answer in enumerate(answers[1:], 1):
        if plan.way == "descending" and night.mark is not None and all(row["v"] <= night.mark for row in answer.rows):
            continue
        if not answer.rows or (len(answer.rows) == 1 and not plan.has_ids):
            continue
        if answer.rows == answers[0].rows and not _has_grown(answer, answers[0]):
            yield "the first page again"
        count = 2 if plan.is_by_cursor else 1
        if index >= count and all(each.rows == answer.rows for each in answers[index - count : index]):
            if not _has_grown(answer, answers[index - 1]):
                yield "one page again and again"


def _has_grown(answer: Answer, before: Answer) -> bool:
    return answer.total is not None and before.total is not None and answer.total > before.total


# --- Servers that keep their word --- #


def complaints(night: Night, plan: Plan) -> Iterator[str]:
    """What a walk over the list of a server that keeps its word did wrong."""
    if not night.is_complete:
        yield f"it is not complete: {night.error or night.end}"
        return
    if night.missing and (not plan.is_restless or plan.kind in (*CURSORS, *KEYSETS)):
        yield "items are missing"
    listed = [answer for answer in night.answers if _number(answer, plan) >= 1]
    is_moving = len({answer.total for answer in listed}) > 1
    allowed = {"fewer_than_total", "more_than_total"} if plan.total == "found" and is_moving else set()
    if _is_promise_broken(listed) and (plan.total in ("none", "of the page") or is_moving):
        allowed.add("broken_promise")
    if doubts := set(night.doubts) - allowed:
        yield f"it is in doubt: {sorted(doubts)}"
    end = next((index for index in range(len(night.answers)) if _says_end(night.answers[: index + 1], plan)), None)
    if end is None:
        if night.reason != "KNOWN":
            yield "it ended before the list did"
        return
    beyond = night.answers[end + 1 :]
    # A look that finds items goes on to a page without any.
    if len(beyond) > _may_look_on(night.answers[: end + 1], plan) + sum(bool(answer.rows) for answer in beyond[:-1]):
        yield f"it asked {len(beyond)} times after answer {end + 1}, which ends the list"


def _says_end(answers: Sequence[Answer], plan: Plan) -> bool:
    """Whether the last answer ends the list."""
    last = answers[-1]
    if last.more is not None:
        return not last.more
    if not plan.ends_by_total:
        return not last.rows
    assert last.total is not None
    if plan.kind == "offset_total":
        return last.variables.get("offset", 0) + len(last.rows) >= last.total
    return sum(len(answer.rows) for answer in answers) >= last.total


def _may_look_on(answers: Sequence[Answer], plan: Plan) -> bool:
    """Whether one request may follow the end of a list."""
    last, first = answers[-1], answers[0]
    if plan.kind == "page_count":
        is_short = len(answers) > 1 and len(first.rows) < plan.size and bool(last.rows)
        return is_short or (not last.rows and not plan.is_first_named)
    if plan.ends_by_total and last.rows:
        assert last.total is not None
        # A total that the library finds may be the number of items of the first page; a checkpoint keeps that.
        return _may_be_capped(last.total) or (plan.total == "found" and (len(answers) == 1 or plan.is_since))
    return False
