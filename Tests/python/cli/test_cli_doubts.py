"""The command's last line about a list in doubt, and `--strict`."""

from typing import Any

import pytest

from commands import outcome, run
from swiftpager.testing import FakeServer

QUERY = """query ($after: String) {
  rows(first: 10, after: $after) { %s nodes { id } pageInfo { hasNextPage endCursor } }
}"""
BROKEN = "a page says that there is more, and the page after it is empty and ends the list"


def rows(count: int, total: int | None = None, *, promises: bool = False) -> Any:
    """A list of so many items, which may name another total, or promise one page more."""

    def answer(arguments: dict[str, Any]) -> dict[str, Any]:
        start = int(arguments.get("after") or 0)
        more = start + 10 < count or (promises and start < count)
        nodes = [{"id": number} for number in range(start, min(start + 10, count))]
        return {"totalCount": total, "nodes": nodes, "pageInfo": {"hasNextPage": more, "endCursor": str(start + 10)}}

    return {"rows": answer}


SHORT = (
    "it has 30 items, and its pages name a total of 40: if that counts the same items, some are missing; if not, add -p"
    " check_total=false"
)
TABLE: dict[str, tuple[dict[str, Any], str, str]] = {
    "nothing": (rows(30), "", ""),
    "broken_promise": (rows(30, promises=True), BROKEN, "IN_DOUBT"),
    "fewer_than_total": (rows(30, 40), SHORT, "FEWER_THAN_TOTAL"),
    "more_than_total": (rows(30, 20), "it has more items than the greatest total of its pages", "IN_DOUBT"),
    "both": (rows(30, 40, promises=True), f"{SHORT}; {BROKEN}", "FEWER_THAN_TOTAL"),
}


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("options", [[], ["--quiet"]])
def test_the_last_line_says_what_speaks_against_the_list(name, options):
    data, line, _ = TABLE[name]
    with FakeServer(data) as server:
        done = run(server.url, *options, query=QUERY % "totalCount")
    assert done.stdout.count(b"\n") == 30
    assert outcome(done) == (0, f"swiftpager: the list may not be complete: {line}\n" if line else "")


@pytest.mark.parametrize("name", TABLE)
def test_with_strict_it_is_the_reason_of_the_exit_code(name):
    data, line, code = TABLE[name]
    with FakeServer(data) as server:
        done = run(server.url, "--strict", query=QUERY % "totalCount")
    assert done.stdout.count(b"\n") == 30
    assert done.returncode == (3 if line else 0)
    told = done.stderr.decode()
    assert told.count("\n") == (1 if line else 0), told
    if code == "IN_DOUBT":
        assert told.startswith("swiftpager: incomplete: the list has reached its end, and the pager is `strict`: ")
    elif code:
        assert "30 items" in told
        assert "a total of 40" in told


def test_a_query_that_shows_no_total_is_not_compared_with_one():
    with FakeServer(rows(30, 40)) as server:
        assert outcome(run(server.url, "--strict", query=QUERY % "")) == (0, "")
