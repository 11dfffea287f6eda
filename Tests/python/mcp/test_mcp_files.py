"""`swiftpager mcp`: where files go, and several calls at a time."""

import asyncio
import pathlib
from typing import Any

import pytest
from mcp.client import Client

from assistants import (
    IDS,
    files,
    ids,
    items,
    out,
    refused,
    refused_by,
    schemas,
    spoken,
    told,
)
from conftest import Trouble, until
from refusing import refusing, served

__all__ = ["items", "out", "refusing", "schemas", "served"]  # fixtures


# Names of files


@pytest.mark.long
def test_a_file_stays_below_the_folder(refusing, out, tmp_path):
    out.mkdir()
    (out / "below").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (out / "away").symlink_to(tmp_path / "elsewhere")
    (out / "away.ndjson").symlink_to(tmp_path / "elsewhere" / "new.ndjson")
    (out / "hidden").symlink_to(".git")
    (out / "text.ndjson").symlink_to("text.txt")
    (out / "loop.ndjson").symlink_to("loop.ndjson")
    (out / "near").symlink_to("below")
    (out / "folder.ndjson").mkdir()
    (out / "plain").write_text("not a folder")
    names = {
        "/etc/people.ndjson": "absolute", str(out / "people.ndjson"): "absolute", "//people.ndjson": "absolute",
        "../people.ndjson": "upwards", "below/../../people.ndjson": "upwards", "below/../people.ndjson": "upwards",
        "..": "upwards", "a/..": "upwards", "": "must end with", ".": "dot", "./people.ndjson": "dot",
        ".people.ndjson": "dot", ".git/people.ndjson": "dot", "below/.ndjson": "dot", ".ndjson": "dot",
        "people": "must end with", "people.txt": "must end with", "people.ndjson/": "must end with",
        "people.NDJSON": "must end with", "below//people.ndjson": "empty part", "people.ndjson ": "must end with",
        "a\0.ndjson": "characters", "a\n.ndjson": "characters", "a\x1b[2J.ndjson": "characters",
        "a\u202e.ndjson": "characters", "..\\people.ndjson": "characters",
        "away/people.ndjson": "leads out", "away.ndjson": "leads out", "hidden/people.ndjson": "dot",
        "text.ndjson": "must end with", "loop.ndjson": "did not write it", "folder.ndjson": "did not write it",
        "plain/people.ndjson": "Not a directory", "a" * 300 + ".ndjson": "too long", "%2e%2e/a.txt": "must end with",
        f"{out.name}/../../{out.name}/a.ndjson": "upwards",
    }

    async def work(client: Client) -> Any:
        answers = {name: await refused(client, "walk_list", name="people", file=name) for name in names}
        return answers, refusing.requests(), await told(client, "walk_list", name="people", file="near/people.ndjson")

    before = files(tmp_path)
    answers, requests, near = spoken(work, refusing.url(), out)
    assert {name: names[name] for name, sentence in answers.items() if names[name] not in sentence} == {}
    # The system finds a name too long when the file is written, which is after the trial.
    assert len(requests) <= 1
    assert near["path"] == str(out / "below" / "people.ndjson")
    added = set(files(tmp_path)) - set(before) - {"out/below/people.ndjson"}
    assert [name for name in added if not name.startswith("cache/")] == []


@pytest.mark.long
def test_only_files_of_this_server_are_replaced(refusing, out):
    out.mkdir()
    (out / "theirs.ndjson").write_text("theirs")

    async def work(client: Client) -> Any:
        answers = [await refused(client, "walk_list", name="people", file="theirs.ndjson")]
        await told(client, "walk_list", name="people", file="own.ndjson", limit=2)
        await told(client, "walk_list", name="people", file="own.ndjson", limit=4)
        assert ids(out / "own.ndjson") == IDS[:4]
        (out / "own.ndjson").write_text("a note\n")
        answers += [await refused(client, "walk_list", name="people", file="own.ndjson")]
        (out / "own.ndjson").unlink()
        await told(client, "walk_list", name="people", file="own.ndjson", limit=3)
        return answers

    answers = spoken(work, refusing.url(), out)
    answers += [refused_by("walk_list", refusing.url(), out, name="people", file="own.ndjson")]
    assert all("exists, and this server did not write it" in sentence for sentence in answers)
    assert (out / "theirs.ndjson").read_text() == "theirs" and ids(out / "own.ndjson") == IDS[:3]


@pytest.mark.long
def test_a_folder_that_changes_during_a_walk_is_not_written_into(trouble: Trouble, items, out, tmp_path):
    (tmp_path / "elsewhere").mkdir()

    async def work(client: Client) -> Any:
        calls = [
            asyncio.create_task(refused(client, "walk_list", name="items", file=name, limit=500))
            for name in ("a/items.ndjson", "b.ndjson")
        ]
        await present(out / "a", "items.ndjson.*.new")
        await present(out, "b.ndjson.*.new")
        (out / "a").rename(tmp_path / "before")
        (out / "a").symlink_to(tmp_path / "elsewhere")
        (out / "b.ndjson").write_text("theirs")
        await asyncio.to_thread(trouble.open_gate)
        return [await call for call in calls]

    link, theirs = spoken(work, trouble.url("/gated", bad=2, pages=30), out, *items)
    assert "leads out" in link and "did not write it" in theirs
    assert (out / "b.ndjson").read_text() == "theirs" and files(tmp_path / "elsewhere") == []


async def present(folder: pathlib.Path, pattern: str) -> None:
    """Waits for a file."""
    await asyncio.to_thread(until, lambda: list(folder.glob(pattern)))


# Several calls


@pytest.mark.long
def test_a_walk_blocks_no_other_call(trouble: Trouble, items, out):
    async def work(client: Client) -> Any:
        # More than the walks that run at once.
        walks = [
            asyncio.create_task(told(client, "walk_list", name="items", file=f"{number}.ndjson", limit=500))
            for number in range(36)
        ]
        await present(out, "*.new")
        other = await told(client, "list_lists")
        assert all(name.endswith(".new") for name in files(out))
        await asyncio.to_thread(trouble.open_gate)
        return other, [await walk for walk in walks]

    other, walks = spoken(work, trouble.url("/gated", bad=2, pages=30), out, *items)
    assert [one["name"] for one in other["lists"]] == ["items"]
    assert [one["items"] for one in walks] == [300] * 36
    assert files(out) == sorted(f"{number}.ndjson" for number in range(36))


def test_two_calls_write_no_file_together(trouble: Trouble, items, out):
    async def work(client: Client) -> Any:
        walk = asyncio.create_task(told(client, "walk_list", name="items", file="in/a.ndjson"))
        await present(out, "in/*.new")
        sentence = await refused(client, "walk_list", name="items", file="in/a.ndjson")
        await asyncio.to_thread(trouble.open_gate)
        return sentence, await walk, await told(client, "walk_list", name="items", file="in/a.ndjson", limit=2)

    sentence, first, second = spoken(work, trouble.url("/gated", bad=2, pages=30), out, *items)
    assert "being written by another call" in sentence
    assert (first["items"], second["items"]) == (300, 2)


@pytest.mark.parametrize("bad", [1, 2])
@pytest.mark.long
def test_cancelling_a_call_ends_its_walk(trouble: Trouble, items, out, bad):
    async def work(client: Client) -> Any:
        call = asyncio.create_task(client.call_tool("walk_list", {"name": "items", "file": "a.ndjson", "limit": 500}))
        await asyncio.to_thread(until, lambda: trouble.stats()["requests"] >= 2 * bad - 1)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        # The server notices that the connection is gone, without an answer of its own.
        await asyncio.to_thread(until, lambda: trouble.stats()["aborts"] == 1)
        await asyncio.to_thread(until, lambda: files(out) == [])
        await asyncio.to_thread(trouble.open_gate)
        return await told(client, "walk_list", name="items", file="a.ndjson", limit=500)

    assert spoken(work, trouble.url("/gated", bad=bad, pages=30), out, *items)["items"] == 300
    assert files(out) == ["a.ndjson"]
