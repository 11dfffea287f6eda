"""Recordings of a server, and tests that need no server."""

import json
import pathlib
import re
import time
from collections.abc import Callable
from typing import Any

import pytest

import swiftpager
import swiftpager.testing
from conftest import ITEMS_QUERY, PRODUCTS_QUERY, Trouble, ids, process_that_is_gone, run_script
from swiftpager.testing import recorded

# There is no server at this address: connections are refused.
NOWHERE = "http://127.0.0.1:9/graphql"


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / "recording.jsonl"


def products(client: swiftpager.Client) -> list[Any]:
    return list(client.pager(PRODUCTS_QUERY, {"first": 100}).items())


def exchanges(path: pathlib.Path) -> list[dict[str, Any]]:
    """The recorded exchanges, without the heading."""
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def test_a_walk_is_recorded_and_replayed(shop: str, path: pathlib.Path) -> None:
    with swiftpager.Client(shop, record=path) as client:
        walked = products(client)
    assert len(walked) == 1000
    assert len(exchanges(path)) == 10
    with swiftpager.Client(NOWHERE, replay=path) as client:
        assert products(client) == walked
        # A second walk works, too: the recording repeats its last answer to each request.
        assert products(client) == walked


def test_replaying_finds_what_the_server_answered_byte_for_byte(shop: str, path: pathlib.Path) -> None:
    with swiftpager.Client(shop, record=str(path)) as client:
        raw = [bytes(page.raw) for page in client.pager(PRODUCTS_QUERY, {"first": 50})]
    with swiftpager.Client(NOWHERE, replay=str(path)) as client:
        assert [bytes(page.raw) for page in client.pager(PRODUCTS_QUERY, {"first": 50})] == raw


def test_secrets_are_not_recorded(shop: str, path: pathlib.Path) -> None:
    headers = {"Authorization": "Bearer hush", "Cookie": "sid=hush", "X-Api-Key": "hush"}
    address = shop.replace("http://", "http://me:hush@") + "?token=hush"
    with swiftpager.Client(address, headers=headers, record=path) as client:
        client.execute("{ __typename }", headers={"X-Mine": "hush"})
    assert "hush" not in path.read_text()
    written = dict(exchanges(path)[0]["request"]["headers"])
    assert written["Authorization"] == written["Cookie"] == written["X-Api-Key"] == written["X-Mine"] == "REDACTED"


@pytest.mark.parametrize(
    ("trouble_path", "error"),
    [
        ("/errors-null-data", swiftpager.GraphQLError),
        ("/http-500", swiftpager.HTTPError),
        ("/close-half-way", swiftpager.NetworkError),
        ("/not-json", swiftpager.BadResponseError),
    ],
)
def test_failures_are_replayed_as_they_were(
    trouble: Trouble, path: pathlib.Path, trouble_path: str, error: type[swiftpager.SwiftPagerError]
) -> None:
    def failure(client: swiftpager.Client) -> tuple[str, dict[str, Any], list[int]]:
        pager = client.pager(ITEMS_QUERY)
        with pytest.raises(error) as raised:
            pager.load_all()
        return raised.type.__name__, raised.value.details, ids(pager.pages)

    with swiftpager.Client(trouble.url(trouble_path), record=path) as client:
        recorded_failure = failure(client)
    with swiftpager.Client(trouble.url(trouble_path), replay=path) as client:
        assert failure(client) == recorded_failure


def test_what_a_server_asked_to_wait_is_not_waited_for_again(items_pager: Any, path: pathlib.Path) -> None:
    pager = items_pager("/http-429", client={"retry": True, "record": path}, bad=2, once=1, after_seconds=1)
    walked = ids(list(pager))
    text = path.read_text()
    assert '"retry_after_ms":1000' in text
    text = text.replace('"retry_after_ms":1000', '"retry_after_ms":60000')
    # A line that was edited must lose its checksum.
    path.write_text(re.sub(r'"checksum":"\w+",', "", text.replace('After","1"', 'After","60"')))
    began = time.monotonic()
    with swiftpager.Client(NOWHERE, replay=path) as client:
        assert ids(list(client.pager(ITEMS_QUERY))) == walked
    assert time.monotonic() - began < 30


def test_a_server_that_is_not_there_is_recorded_too(path: pathlib.Path) -> None:
    with swiftpager.Client(NOWHERE, record=path) as client, pytest.raises(swiftpager.NetworkError) as recorded_error:
        client.execute("{ a }")
    assert exchanges(path)[0]["failure"]["kind"] == "could_not_connect"
    with swiftpager.Client(NOWHERE, replay=path) as client, pytest.raises(swiftpager.NetworkError) as error:
        client.execute("{ a }")
    assert str(error.value) == str(recorded_error.value)


def test_an_unexpected_request_shows_the_nearest_recorded_one(shop: str, path: pathlib.Path) -> None:
    with swiftpager.Client(shop, record=path) as client:
        client.pager(PRODUCTS_QUERY, {"first": 100}).fetch()
    with swiftpager.Client(NOWHERE, replay=path) as client:
        with pytest.raises(swiftpager.NotRecorded) as error:
            client.pager(PRODUCTS_QUERY, {"first": 50}).fetch()
        assert error.value.code == "NOT_RECORDED"
        assert str(path) in str(error.value)
        assert "line 2: its variable `first` is 100, not 50" in str(error.value)
        # A walk gets as far as the recording goes.
        pager = client.pager(PRODUCTS_QUERY, {"first": 100})
        with pytest.raises(swiftpager.NotRecorded):
            pager.load_all()
        assert len(pager.pages) == 1


def test_recording_and_replaying_at_once_is_refused(path: pathlib.Path) -> None:
    with pytest.raises(swiftpager.ConfigurationError) as error:
        swiftpager.Client(NOWHERE, record=path, replay=path)
    assert error.value.path == "/replay"
    assert not path.exists()


def test_a_transport_is_recorded_and_takes_the_place_of_no_recording(path: pathlib.Path) -> None:
    def answer(request: swiftpager.Request) -> None:
        request.complete(200, b'{"data":{"a":1}}', [("Set-Cookie", "sid=hush"), ("X-Page", "1")])

    with swiftpager.Client("http://example.com/", transport=answer, record=path) as client:
        assert client.execute("{ a }") == {"data": {"a": 1}}
    assert "hush" not in path.read_text()
    with swiftpager.Client(NOWHERE, replay=path) as client:
        assert client.execute("{  a  } # the same") == {"data": {"a": 1}}
    with pytest.raises(swiftpager.ConfigurationError) as error:
        swiftpager.Client("http://example.com/", transport=answer, replay=path)
    assert error.value.path == "/replay"


def test_a_file_that_cannot_be_used_is_named(path: pathlib.Path) -> None:
    with pytest.raises(swiftpager.RecordingFailed, match=r"recording\.jsonl cannot be read: No such file"):
        swiftpager.Client(NOWHERE, replay=path)
    with pytest.raises(swiftpager.RecordingFailed, match="cannot be written: No such file"):
        swiftpager.Client(NOWHERE, record=path / "below")
    path.write_text('{"swiftpager_recording":1}\n{"request":')
    with pytest.raises(swiftpager.RecordingFailed, match=r"line 2 of the recording .*recording\.jsonl is damaged"):
        swiftpager.Client(NOWHERE, replay=path)
    path.write_text('{"swiftpager_recording":7}\n')
    with pytest.raises(swiftpager.RecordingFailed, match=r"line 1 of the recording .* version 7"):
        swiftpager.Client(NOWHERE, replay=path)
    path.write_text("important")
    with pytest.raises(swiftpager.RecordingFailed, match="is not a recording"):
        swiftpager.Client(NOWHERE, record=path)
    assert path.read_text() == "important"


def test_a_killed_program_leaves_what_it_has_seen(shop: str, path: pathlib.Path) -> None:
    script = f"""
client = swiftpager.Client({shop!r}, record={str(path)!r})
for number in range(7):
    client.execute("query ($first: Int!) {{ products(first: $first) {{ totalCount }} }}", {{"first": number + 1}})
    say(number)
os.kill(os.getpid(), 9)
"""
    code, output, errors = run_script(script)
    assert (code, output.split()) == (-9, [str(number) for number in range(7)]), errors
    assert len(exchanges(path)) == 7
    with swiftpager.Client(NOWHERE, replay=path) as client:
        query = "query ($first: Int!) { products(first: $first) { totalCount } }"
        assert client.execute(query, {"first": 7})["data"]["products"]["totalCount"] == 1000


def test_a_disk_that_is_full_fails_the_request(shop: str, path: pathlib.Path) -> None:
    # A limit on the size of files simulates a full disk; the recording then ends with a complete line.
    script = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
client = swiftpager.Client({shop!r}, record={str(path)!r})
query = "query ($first: Int!) {{ products(first: $first) {{ totalCount edges {{ node {{ id name }} }} }} }}"
client.execute(query, {{"first": 1}})
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    client.execute(query, {{"first": 100}})
except swiftpager.RecordingFailed as error:
    say(error)
client.execute(query, {{"first": 2}})
"""
    code, output, errors = run_script(script)
    assert code == 0, errors
    assert "cannot be written: File too large" in output
    assert len(exchanges(path)) == 2
    with swiftpager.Client(NOWHERE, replay=path):
        pass


# swiftpager.testing


@pytest.fixture
def no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SWIFTPAGER_RECORD", raising=False)


@pytest.mark.usefixtures("no_variable")
def test_the_helper_records_when_asked_and_replays_else(
    shop: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "recordings" / "products.jsonl"
    with pytest.raises(FileNotFoundError, match="SWIFTPAGER_RECORD=1"), recorded(path, shop):
        pytest.fail("there is nothing to replay")
    monkeypatch.setenv("SWIFTPAGER_RECORD", "1")
    assert swiftpager.testing.is_recording()
    with recorded(path, shop) as client:
        walked = products(client)
    monkeypatch.setenv("SWIFTPAGER_RECORD", "0")
    assert not swiftpager.testing.is_recording()
    with recorded(path, NOWHERE) as client:
        assert products(client) == walked
    assert [file.name for file in path.parent.iterdir()] == ["products.jsonl"]


@pytest.mark.usefixtures("no_variable")
def test_the_helper_keeps_the_old_recording_when_a_test_fails(shop: str, path: pathlib.Path) -> None:
    with recorded(path, shop, record=True) as client:
        products(client)
    before = path.read_text()
    with pytest.raises(ZeroDivisionError), recorded(path, shop, record=True) as client:
        client.execute("{ __typename }")
        raise ZeroDivisionError
    assert path.read_text() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.usefixtures("no_variable")
def test_the_helper_has_an_asynchronous_form(
    shop: str, path: pathlib.Path, run: Callable[[Callable[[], Any]], None]
) -> None:
    content, kept = path.read_text, list[str]()

    async def main() -> None:
        with pytest.raises(FileNotFoundError, match="SWIFTPAGER_RECORD=1"):
            async with recorded(path, shop):
                pytest.fail("there is nothing to replay")
        async with recorded(path, shop, record=True) as client:
            assert isinstance(client, swiftpager.AsyncClient)
            walked = [item async for item in client.pager(PRODUCTS_QUERY, {"first": 100}).items()]
        kept.append(content())
        with pytest.raises(ZeroDivisionError):
            async with recorded(path, shop, record=True) as client:
                await client.execute("{ __typename }")
                raise ZeroDivisionError
        assert content() == kept[0]
        async with recorded(path, NOWHERE) as client:
            assert [item async for item in client.pager(PRODUCTS_QUERY, {"first": 100}).items()] == walked

    run(main)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.usefixtures("no_variable")
def test_the_helper_removes_what_a_killed_recording_left(shop: str, path: pathlib.Path) -> None:
    left = path.with_name(f"{path.name}.{process_that_is_gone()}.new")
    left.write_text("half")
    with recorded(path, shop, record=True) as client:
        products(client)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


# strict


def test_a_strict_pager_ends_at_a_page_with_errors_and_keeps_it(trouble: Trouble) -> None:
    with swiftpager.Client(trouble.url("/partial")) as client:
        pager = client.pager(ITEMS_QUERY, errors="fail")
        with pytest.raises(swiftpager.GraphQLError, match="the first error: The name is secret") as error:
            pager.load_all()
        assert error.value.errors[0]["extensions"]["code"] == "FORBIDDEN"
        assert [len(page.items) for page in pager.pages] == [10, 10]
        assert pager.pages[1].errors
        # Loading continues after it.
        pager.load_all(fetch_from_initial_page=False)
        assert ids(pager.pages) == list(range(1, 51))


def test_a_walk_that_fails_at_errors_yields_the_page_before_the_error(trouble: Trouble) -> None:
    with swiftpager.Client(trouble.url("/partial")) as client:
        walked = []
        with pytest.raises(swiftpager.GraphQLError):
            for page in client.pager(ITEMS_QUERY, errors="fail", retain="none"):
                walked.append(page)
        assert ids(walked) == list(range(1, 21))


@pytest.mark.parametrize("errors", [None, "report"])
def test_errors_beside_data_are_told_at_the_end_by_default(trouble: Trouble, errors: Any) -> None:
    walked = []
    with swiftpager.Client(trouble.url("/partial")) as client, pytest.raises(swiftpager.PartialData):
        for page in client.pager(ITEMS_QUERY, errors=errors):
            walked.append(page)
    assert ids(walked) == list(range(1, 51))
