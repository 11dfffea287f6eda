"""Lists inside the items of pages: the report about incomplete lists, and the failures that end a walk."""

from collections.abc import Iterator
from typing import Any

import pytest

import swiftpager
from conftest import FORGE_QUERY, Forge


def lists(value: Any, pointer: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object with page info in a response, except the paginated list itself, with its pointer."""
    if isinstance(value, dict):
        if "pageInfo" in value and pointer != "/data/repositories":
            yield pointer, value
        for key, inner in value.items():
            yield from lists(inner, f"{pointer}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from lists(inner, f"{pointer}/{index}")


def test_lists_that_are_not_whole_are_reported(forge: Forge) -> None:
    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(FORGE_QUERY, {"first": 5})
        for page in pager:
            expected = [
                {"path": pointer, "has_more": True, "item_count": len(inner["nodes"]), "page_info": inner["pageInfo"]}
                for pointer, inner in lists(page.data, "/data")
                if inner["pageInfo"]["hasNextPage"]
            ]
            assert page.nested is not None
            by_path = sorted(page.nested["lists"], key=lambda each: each["path"])
            assert by_path == sorted(expected, key=lambda each: each["path"])
            assert (page.nested["incomplete"], page.nested["unknown"]) == (len(expected), 0)
    assert forge.requests() == 3


def test_the_update_and_the_state_count_them(forge: Forge) -> None:
    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(FORGE_QUERY, {"first": 5})
        counts = []

        def count(update: swiftpager.Update) -> None:
            counts.append(update.nested["incomplete"])
            assert counts[-1] == sum(page.nested["incomplete"] for page in update.pages if page.nested)

        pager.subscribe(count)
        pager.load_all()
        nested = pager.state["nested"]
        assert nested is not None
        assert counts == sorted(counts) and counts[0] > 0
        assert nested == {
            "incomplete": counts[-1],
            "unknown": 0,
            "connections": ["/repositories/nodes/issues", "/repositories/nodes/issues/nodes/labels"],
        }


def test_an_error_ends_the_walk_and_keeps_the_page(forge: Forge) -> None:
    with swiftpager.Client(forge.url()) as client:
        pager = client.pager(FORGE_QUERY, {"first": 1}, nested="error", retain="all")
        seen = []
        with pytest.raises(swiftpager.NestedIncomplete) as caught:
            for page in pager:
                seen.append(page)
        # The repository r0 has no issues.
        assert len(seen) == len(pager.pages) == 2
        assert caught.value.path == "/data/repositories/nodes/0/issues"
        assert "/data/repositories/nodes/0/issues" in str(caught.value)
        assert caught.value.status == 65 and caught.value.code == "NESTED_INCOMPLETE"
        # The list can continue from there.
        assert pager.can_load_next
        with pytest.raises(swiftpager.NestedIncomplete):
            pager.load_next()
        assert len(pager.pages) == 3
