"""Lists that a seed draws: of servers that keep their word, and of servers with defects."""

import random

from ending_servers import (
    BARE,
    BY_TOTAL,
    CURSORS,
    FLAGGED,
    KEYSETS,
    KINDS,
    OFFSETS,
    PAGES,
    WAYS,
    Plan,
    Server,
)

NIGHTS = 3
DEFECTS = (
    "cap", "lasting cap", "flag", "forget", "stutter", "empty", "large count", "capped total", "hidden", "promise",
    "pages from 0",
)


def ways_of(kind: str) -> tuple[str, ...]:
    """The ways in which a list can be read."""
    # An item that changes leaves its place in a list of numbers, so only the order with the newest first is allowed.
    return ("plain", "plain", "descending") if kind in (*OFFSETS, *PAGES) else WAYS


def defects_of(kind: str) -> list[str]:
    """The defects that a list of this kind can have."""
    fitting = {
        "flag": kind not in (*BARE, *BY_TOTAL), "large count": kind == "page_count",
        "capped total": kind not in BARE, "promise": kind not in (*BARE, *BY_TOTAL), "pages from 0": kind in PAGES,
    }
    return [defect for defect in DEFECTS if fitting.get(defect, True)]


def totals_of(kind: str) -> tuple[str, ...]:
    """How the query of such a list may show a total."""
    return ("found", "named") if kind in BY_TOTAL else ("none",) if kind in BARE else ("none", "found", "named")


def broken(seed: int) -> tuple[Plan, Server]:
    """The list of a server with a defect."""
    chance = random.Random(seed)
    kind = chance.choice(KINDS)
    defect = chance.choice(defects_of(kind))
    size = chance.choice((500, 1_000)) if defect == "capped total" else chance.choice((2, 3, 5, 10))
    way = "plain" if defect == "capped total" and chance.random() < 0.7 else chance.choice(ways_of(kind))
    total = chance.choice(totals_of(kind))
    if defect in ("hidden", "capped total") and total == "none" and kind not in BARE:
        total = chance.choice(("found", "named"))
    plan = Plan(
        seed, kind, way, size, serves=max(1, size // 2) if defect == "large count" else chance.choice((size, 1_000)),
        total=total, is_named=kind in KEYSETS or chance.random() < 0.5,
        base=0 if defect == "pages from 0" else 1, is_first_named=defect != "pages from 0" and chance.random() < 0.5,
        defect=defect, promises=defect == "promise", leaves_gaps=defect == "hidden" and kind not in OFFSETS,
        is_restless=chance.random() < 0.2, keeps=chance.random() < 0.5,
        lag=chance.choice((20, 40)) if way != "descending" else 0,
        page_zero=chance.choice(("first", "empty", "refused")),
    )
    count = chance.choice((1_000, 1_100, 1_500, 2_100)) if defect == "capped total" else chance.choice(
        (size, 2 * size, 2 * size + 1, 3 * size + 1, chance.randrange(1, 6 * size)))
    return plan, Server(plan, chance, count)


def spoil(server: Server) -> None:
    """Draws how the defect shows in the night that begins."""
    chance, plan = server.chance, server.plan
    server.defect_at = chance.randrange(2, 5)
    server.defect_times = chance.choice((1, 2, 3, 1 << 30))
    server.moves_on = chance.random() < 0.6
    pages = max(1, len(server.values) // plan.size)
    server.cap = max(1, plan.size * chance.randrange(1, pages + 1) - chance.choice((0, 0, 1)))
    if plan.defect == "capped total":
        server.cap = chance.choice((1_000, 1_000, 2_000))
    if plan.defect == "hidden":
        hide(server, chance.choice((0, 1, 3, plan.size)))


def honest(seed: int) -> tuple[Plan, Server]:
    """The list of a server that keeps its word."""
    chance = random.Random(seed)
    kind = chance.choice(KINDS)
    way = chance.choice(ways_of(kind))
    total = chance.choice((*totals_of(kind), *(["of the page"] if kind not in BARE and way == "plain" else [])))
    is_named = kind in KEYSETS or (chance.random() < 0.5 and total != "of the page")
    is_large = chance.random() < 0.03
    size = chance.choice((250, 500)) if is_large else chance.choice((2, 2, 3, 5, 10, 50))
    base = chance.choice((0, 1)) if kind in PAGES else 1
    is_first_named = base == 0 or chance.random() < 0.5
    ends_by_total = kind in BY_TOTAL and total != "of the page" and not (total == "found" and is_named)
    is_restless = chance.random() < 0.3 and (total in ("none", "of the page") or (total == "found" and way == "plain"))
    promises = kind in (*FLAGGED, "page_count", "null_cursor") and chance.random() < 0.3
    # An item that is added moves the last one of a list of offsets to the page after it, which repeats it.
    is_restless = is_restless and (kind not in OFFSETS or ends_by_total or (kind == "offset_more" and not promises))
    has_positions = kind == "cursor" and chance.random() < 0.3 and not is_restless
    # Rows that are hidden from a page after it was cut out, so that pages are short or empty. Where a total alone says
    # that there is more, an empty page may also mean that the server counts from 0.
    leaves_gaps = kind in CURSORS or (kind in ("page_more", "page_count") and not is_restless) or (
        kind == "page_total" and ends_by_total and is_first_named and way == "plain" and not is_restless)
    plan = Plan(
        seed, kind, way, size, serves=chance.choice((size, 1_000, max(2, size // 2))), total=total, is_named=is_named,
        base=base, is_first_named=is_first_named,
        has_ids=way != "plain" or kind in KEYSETS or chance.random() < 0.7,
        has_positions=has_positions, promises=promises,
        leaves_gaps=leaves_gaps and chance.random() < 0.5, is_restless=is_restless,
        lag=100 if way in ("ascending", "filtered") and is_restless else chance.choice((0, 0, 3)),
        # Page 0 of a list that changes is not page 1 as it was.
        page_zero="empty" if is_restless else chance.choice(("first", "empty", "refused")),
    )
    counts = (1_000, 1_500, 1_001) if is_large else (
        0, size, size + 1, 2 * size, 2 * size + 1, 3 * size, chance.randrange(1, 6 * size))
    return plan, Server(plan, chance, chance.choice(counts))


def change(server: Server) -> None:
    """What happens between two nights."""
    for _ in range(server.chance.choice((0, 1, 4, server.plan.size, 2 * server.plan.size))):
        server.change()
    if not server.plan.defect:
        hide(server, server.chance.choice((0, 1, 3, 8)))


def hide(server: Server, count: int) -> None:
    """Hides other rows than before. A row comes back only to a walk that reads the whole list."""
    others = [id for id in server.values if id != server.anchor]
    hidden = set(server.chance.sample(others, min(len(others), count)))
    server.hidden = hidden | server.hidden if server.plan.is_since else hidden
