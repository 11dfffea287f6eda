"""`swiftpager mcp` against a server whose schema changes while an assistant asks."""

import pathlib
from typing import Any

import pytest
from mcp.client import Client

import schema_changes
from assistants import spoken, told


@pytest.mark.long
@pytest.mark.parametrize("name", ["sized", "whole"])
def test_a_walk_after_a_change_asks_for_the_new_schema(tmp_path: pathlib.Path, name: str) -> None:
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    with schema_changes.serving() as server:

        async def before(client: Client) -> Any:
            return await told(client, "walk_list", name=name, file="before.csv")

        async def after(client: Client) -> Any:
            await told(client, "list_lists")
            server.is_changed = True
            return await told(client, "walk_list", name=name, file="after.csv")


        assert list(spoken(before, server.url, tmp_path / "a", **cache)["columns"]) == ["id", "name", "size"]
        # This process takes the copy that the one before it kept.
        assert list(spoken(after, server.url, tmp_path / "a", **cache)["columns"]) == ["id", "name"]
        assert (tmp_path / "a" / "after.csv").read_text() == "id,name\n1,a\n"
        assert server.introspections == 2
