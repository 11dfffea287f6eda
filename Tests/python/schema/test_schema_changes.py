"""A server whose schema has changed since this machine kept a copy: each way to read a list asks for it anew, once.

The tests count what the server is asked: one that goes on refusing must not be asked for ever.
"""

import asyncio
import json
import pathlib
import subprocess
from collections.abc import Callable, Iterator

import pytest

import schema_changes
import swiftpager
from commands import COMMAND, environment
from conftest import LIMIT_SECONDS
from schema_changes import WORDS, Changing

Read = Callable[[Changing, str], "set[str]"]


@pytest.fixture
def server(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Changing]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with schema_changes.serving() as server:
        yield server


def run(*words: str, code: int = 0, stdin: str = "") -> "tuple[str, str]":
    done = subprocess.run(
        [*COMMAND, *words], env=environment(), capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False,
        input=stdin,
    )
    assert done.returncode == code, done.stderr
    return done.stdout, done.stderr


def fields(lines: str) -> "set[str]":
    return set(json.loads(lines.splitlines()[-1]))


def by_command(server: Changing, name: str) -> "set[str]":
    return fields(run(server.url, name)[0])


def by_lines(server: Changing, name: str) -> "set[str]":
    return fields(run(server.url, name, "--each", "-", stdin="{}\n{}\n")[0])


def by_client(server: Changing, name: str) -> "set[str]":
    with swiftpager.Client(server.url) as client:
        [item] = client.list(name).items()
        return set(item)


def by_async_client(server: Changing, name: str) -> "set[str]":
    async def read() -> "set[str]":
        async with swiftpager.AsyncClient(server.url) as client:
            [item] = [item async for item in (await client.list(name)).items()]
            return set(item)

    return asyncio.run(read())


@pytest.mark.parametrize("read", [by_command, by_lines, by_client, by_async_client])
def test_a_field_that_the_server_has_no_more_is_not_asked_for(server: Changing, read: Read) -> None:
    assert read(server, "sized") == {"id", "name", "size"}
    server.is_changed = True
    assert read(server, "sized") == {"id", "name"}
    assert (server.introspections, server.refusals) == (2, 1)
    # The newest schema is kept.
    assert read(server, "sized") == {"id", "name"}
    assert (server.introspections, server.refusals) == (2, 1)


@pytest.mark.parametrize("read", [by_command, by_lines])
def test_a_list_without_a_size_is_planned_anew_after_its_first_page(server: Changing, read: Read) -> None:
    assert read(server, "whole") == {"id", "name", "size"}
    server.is_changed = True
    assert read(server, "whole") == {"id", "name"}
    assert server.introspections == 2


@pytest.mark.parametrize("words", WORDS)
def test_servers_have_many_words_for_a_field_that_is_gone(server: Changing, words: str) -> None:
    by_client(server, "sized")
    server.is_changed, server.words = True, words
    assert by_client(server, "sized") == {"id", "name"}


@pytest.mark.parametrize("name", ["sized", "whole"])
def test_a_server_that_goes_on_refusing_is_asked_once_more(server: Changing, name: str) -> None:
    run(server.url, "--lists")
    server.is_broken = True
    assert WORDS[0] in run(server.url, name, code=1)[1]
    assert (server.introspections, server.refusals) == (2, 2)
    # Nothing asks again for a schema that has just come.
    assert WORDS[0] in run(server.url, name, "--refresh-schema", code=1)[1]
    assert (server.introspections, server.refusals) == (3, 3)


def test_a_message_about_the_kept_schema_names_the_option_that_asks_again(
    server: Changing, tmp_path: pathlib.Path
) -> None:
    words = "; if the server has it by now, add --refresh-schema"
    run(server.url, "--lists")
    server.is_changed = True
    errors = run(server.url, "added", code=2)[1]
    assert "no list 'added'" in errors and words in errors
    assert words in run("sync", server.url, "-o", str(tmp_path / "out"), "--only", "added", code=2)[1]
    errors = run(server.url, "sized", "--fields", "nmae", "--refresh-schema", code=2)[1]
    assert "did you mean 'name'?" in errors and words not in errors
    assert fields(run(server.url, "added")[0]) == {"id", "name"}
