"""`swiftpager mcp`: a header's value that is a common word hides no name from an assistant."""

import pathlib
from typing import Any

import pytest
from mcp.client import Client

import common_words
from assistants import spoken, told


@pytest.mark.long
def test_headers_that_are_names_hide_nothing(tmp_path: pathlib.Path) -> None:
    async def work(client: Client) -> Any:
        walked = await told(client, "walk_list", name="products", file="a.ndjson")
        described = [await told(client, "describe_list", name=name) for name in ("products", "shipments", "addressed")]
        return [await told(client, "list_lists"), *described, walked["columns"], walked["left_out"]]

    found = []
    with common_words.serving() as served:
        for are_common in (True, False):
            options, values = common_words.headers(are_common=are_common)
            values["XDG_CACHE_HOME"] = str(tmp_path / "cache")
            found.append(spoken(work, served.url, tmp_path / str(are_common), *options, **values))
    assert found[0] == found[1]
    assert "shipments is deprecated: there is a better one" in str(found[0])
    assert found[0][-1] == ["inventory"]
