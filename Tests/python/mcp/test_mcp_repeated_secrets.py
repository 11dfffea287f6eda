"""`swiftpager mcp`: a server that repeats what a request keeps secret, in its errors and in its schema."""

import asyncio
import pathlib
from typing import Any

import pytest
from mcp.client import Client

from assistants import assistant
from echoing import COLUMN, LIST, OPTIONS, VARIABLES, WHOLE, echoing, leaks


@pytest.mark.long
def test_no_error_shows_a_secret_and_names_stay(tmp_path: pathlib.Path) -> None:
    async def work(client: Client, tool: str, **arguments: Any) -> str:
        return str((await client.call_tool(tool, arguments)).model_dump_json())

    async def conversation() -> dict[str, str]:
        said = {}
        async with assistant(served.url_of_user, tmp_path / "out", *OPTIONS, **VARIABLES) as client:
            served.mode = "closed"
            said["closed"] = await work(client, "list_lists")
            served.mode = "refuse"
            said["lists"] = await work(client, "list_lists")
            said["described"] = await work(client, "describe_list", name=LIST)
            said["note"] = await work(client, "describe_list", name=WHOLE)
            said["refused"] = await work(client, "walk_list", name=LIST, file="a.ndjson")
            served.mode = "beside"
            said["beside"] = await work(client, "walk_list", name=WHOLE, file="b.ndjson")
            served.mode = "column"
            said["column"] = await work(client, "walk_list", name=WHOLE, file="c.ndjson")
        return said

    with echoing() as served:
        said = asyncio.run(conversation())
    texts = ("closed", "refused", "beside", "lists", "note")
    assert {name: found for name in texts if (found := leaks(said[name]))} == {}
    # Names are not secrets, although headers have them as values.
    assert all("[hidden]" not in said[name] for name in ("described", "column"))
    assert all(name in said["lists"] for name in (LIST, WHOLE)) and COLUMN in said["described"]
    assert f'"left_out":["{COLUMN}"]' in said["column"].replace("\\", "").replace(" ", "")
