"""Addresses with users, keys and other values: which folder is whose, and what of an address its files have."""

import contextlib
import hashlib
import io
import json
import pathlib
from collections.abc import Iterator

import pytest

import sync_support
from swiftpager import _addresses
from swiftpager.cli.main import main
from swiftpager.sync import Entry, Pinned
from sync_support import Folder, Lists

# Read whole, and since a mark.
NAMES = ("orders", "products")
FIRST, SECOND = "first-secret-1", "second-secret-2"
# What stands before the host and behind the path: at first, after a change, and as files have it.
ADDRESSES = {
    "user": (f"user:{FIRST}@", "", f"user:{SECOND}@", "", ""),
    "key": ("", f"?shop=a&api_key={FIRST}", "", f"?shop=a&api_key={SECOND}", "?shop=a&api_key="),
    "short key": ("", "?key=main", "", "?key=next", "?key=main"),
    "other value": ("", "?shop=abcdefgh", "", "?shop=ijklmnop", "?shop=abcdefgh"),
    "none": ("", "", "", "", ""),
}
# Which of the addresses a run takes that finds a folder, and whether an earlier version made it.
SITUATIONS = {
    "new": (0, False), "rotated": (1, False), "of before": (0, True), "of before, rotated": (1, True),
    "of before, rotated later": (1, True),
}
OTHER, USER, GOES_ON, BEGINS = "another endpoint", "a user or a password", "the same stores", "a new store"
TABLE = {
    "user": dict.fromkeys(SITUATIONS, USER),
    # No one can tell whose keys the hashes of an earlier version have, so its store since a mark cannot go on at once.
    "key": {**dict.fromkeys(SITUATIONS, GOES_ON), "of before, rotated": BEGINS},
    **{kind: {**dict.fromkeys(SITUATIONS, OTHER), "new": GOES_ON, "of before": GOES_ON}
       for kind in ("short key", "other value")},
    "none": dict.fromkeys(SITUATIONS, GOES_ON),
}


@pytest.fixture(scope="module")
def served() -> Iterator[Lists]:
    with sync_support.lists() as served:
        yield served


@pytest.fixture
def folder(served: Lists, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Folder(tmp_path, served.url)


def ran(folder: Folder, *options: str) -> tuple[int, str]:
    """Runs the command in this process; returns the exit code and all that it says."""
    with contextlib.redirect_stdout(io.StringIO()) as told, contextlib.redirect_stderr(told):
        code = main(folder.words("--only", ",".join(NAMES), *options)[3:])
    return code, told.getvalue()


def ran_before(folder: Folder) -> None:
    """Runs the command as an earlier version, which wrote and hashed whole addresses, and refused no user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_addresses, "without_secrets", str)
        patch.setattr(_addresses, "has_user", lambda _: False)
        patch.setattr(_addresses, "with_secrets_of", lambda address, _: address)
        assert ran(folder)[0] == 0


def files(folder: Folder) -> dict[pathlib.Path, bytes]:
    return {path: path.read_bytes() for path in folder.path.glob("**/*") if path.is_file()}


def shows(folder: Folder, told: str) -> list[str]:
    """The secrets in messages and files."""
    texts = [told.encode(), *files(folder).values()]
    return [secret for secret in (FIRST, SECOND) if any(secret.encode() in text for text in texts)]


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("kind", ADDRESSES)
def test_the_table(served: Lists, folder: Folder, kind: str, situation: str) -> None:
    *given, kept = ADDRESSES[kind]
    first, second = (
        served.url.replace("http://", f"http://{given[index]}") + given[index + 1] for index in (0, 2)
    )
    is_changed, is_of_before = SITUATIONS[situation]
    expected = TABLE[kind][situation]
    folder.url = first
    if is_of_before:
        ran_before(folder)
        assert kind != "key" or shows(folder, "") == [FIRST]
    elif expected != USER:
        assert ran(folder)[0] == 0
    if situation == "of before, rotated later" and expected != USER:
        # A run with nothing new leaves no slice behind, whose hash would be this version's.
        assert ran(folder)[0] == 0
    found = files(folder)
    folder.url = second if is_changed else first
    served.night()
    code, told = ran(folder, "--json")
    if expected in (OTHER, USER):
        assert (code, files(folder)) == (2, found) and expected in told
        assert expected == OTHER or not (FIRST in told or SECOND in told)
        return
    assert code == 0, told
    assert json.loads(told)["endpoint"] == folder.plan()["endpoint"] == served.url + kept
    assert {entry["plan"]["endpoint"] for entry in folder.plan()["lists"].values()} == {served.url + kept}
    assert shows(folder, told) == []
    assert len(folder.stores("orders")) == (1 if expected == GOES_ON else 2)
    assert folder.rows() == {name: served.truth()[name] for name in NAMES}
    # What this run has written goes on, whatever the key is by then.
    count = len(folder.stores("orders"))
    folder.url = first
    assert ran(folder)[0] == 0
    assert folder.stores("orders")[-1] == count


def test_a_refused_user_leaves_no_folder(served: Lists, folder: Folder) -> None:
    folder.url = served.url.replace("http://", f"http://user:{FIRST}@")
    code, told = ran(folder)
    assert code == 2 and "URL has a user or a password" in told and "--header-env" in told
    assert FIRST not in told and not folder.path.exists()


def test_hashes_leave_out_keys_and_know_those_of_whole_addresses() -> None:
    entry = Entry(name="a", folder="a")

    def earlier(endpoint: str) -> str:
        fields = {"endpoint": endpoint, "key": None, "under": None, "plan": None}
        return hashlib.sha256(json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:32]

    first, second = (f"http://h/?shop=a&key={key}" for key in (FIRST, SECOND))
    assert entry.digests(first) == (earlier("http://h/?shop=a&key="), earlier(first))
    assert entry.digests(first)[0] == entry.digests(second)[0] != entry.digests(first.replace("shop=a", "shop=b"))[0]
    for plain in ("http://h/", "http://h/?key=main", "http://h/?shop=abcdefgh"):
        assert entry.digests(plain) == (earlier(plain),)


def test_a_file_without_keys_is_not_written_again(folder: Folder) -> None:
    assert ran(folder)[0] == 0
    before = (folder.path / "_plan.json").read_bytes()
    assert ran(folder)[0] == 0
    assert (folder.path / "_plan.json").read_bytes() == before
    kept = Pinned.load(folder.path)
    assert kept is not None and kept.without_secrets() == kept
