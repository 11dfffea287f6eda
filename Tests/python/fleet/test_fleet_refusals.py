"""Arguments of a fleet that are refused: a row has the call, the exception, and its words."""

import errno
import io
import json
import pathlib
import re
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from swiftpager import fleet
from swiftpager.fleet import Limit, Store, Walk
from swiftpager.fleet._footer import KEY, Footer
from swiftpager.fleet.limit import checked

# What a type checker lets pass.
ANYTHING: Any = "a"
URL = "http://127.0.0.1:9/graphql"
QUERY = "query ($after: String) { items(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"


def walk(**options: Any) -> Walk:
    return Walk(**{"endpoint": URL, "query": QUERY, "key": "a", **options})


@pytest.mark.parametrize(("call", "kind", "words"), [
    # Walks.
    (lambda: walk(key=""), TypeError, "key must be a text that is not empty, not ''"),
    (lambda: walk(key="\ud800"), ValueError, "key must be a text that UTF-8 can encode, not '\\ud800'"),
    (lambda: walk(endpoint=7), TypeError, "endpoint must be a string, not 7"),
    (
        lambda: walk(endpoint="https://me:secret@example.com/"), ValueError,
        "endpoint must not have a user or password: name environment variables in `headers_env`",
    ),
    (lambda: walk(query=7), TypeError, "query must be a text or a parsed document, not 7"),
    (lambda: walk(variables=[1]), TypeError, "variables must be a mapping, not [1]"),
    (lambda: walk(partition={"a-b": 1}), ValueError, "the name 'a-b' must be letters, digits and '_', without a digit"),
    (lambda: walk(partition={"a": None}), ValueError, "the value of 'a' must be a text or a whole number, not None"),
    (lambda: Walk.from_json([]), TypeError, "a walk must be a JSON object, not []"),  # type: ignore[arg-type]
    (lambda: Walk.from_json({"limit": 3}), ValueError, "unknown: 'limit'; the keys of a walk are constants, "),
    (lambda: Walk.from_json({"key": "a"}), ValueError, "a walk needs 'endpoint', 'query'"),
    # Stores.
    (lambda: Store(""), TypeError, "root must be a folder or an address like s3://bucket/prefix, not ''"),
    (lambda: Store("a", sample=0), ValueError, "sample must be a whole number of at least 1, not 0"),
    (
        lambda: Store("a", on_new_keys="drop"),  # type: ignore[arg-type]
        ValueError, 'on_new_keys must be "refuse" or "json", not \'drop\'',
    ),
    (lambda: Store("a", ordinal=""), TypeError, "ordinal must be the name of a column, not ''"),
    (
        lambda: Store("a", ordinal="n", columns={"n": "/n"}), ValueError,
        "ordinal must be a name that no column has, not 'n'",
    ),
    (lambda: Store("a", storage_options={"key": "x"}), ValueError, "storage_options are for stores on S3"),
    (lambda: Store("s3://"), ValueError, "root must name a bucket, like s3://bucket/prefix, not 's3://'"),
    (
        lambda: Store("gs://bucket"), fleet.StoreError,
        "a store must create files exclusively, which gs:// is not known to do: use a folder of this machine or s3://",
    ),
    # Limits.
    (lambda: Limit(0), ValueError, "at_once must be a whole number of at least 1, not 0"),
    (lambda: Limit(1, per_second=0), ValueError, "per_second must be a number above 0, not 0"),
    (lambda: Limit(1, share=2), ValueError, "share must be above 0 and at most 1, not 2"),
    (lambda: Limit(1, per_second=1, share=1), ValueError, "give per_second or share, not both: a client keeps to one"),
    (
        lambda: checked({"a": 1}),  # type: ignore[dict-item]
        TypeError, "the limit of a must be a swiftpager.fleet.Limit, not 1",
    ),
    (lambda: checked({"A": Limit(1)}), ValueError, "limits names hosts in small letters, like api.example.com"),
    # Calls.
    (lambda: fleet.status(ANYTHING), TypeError, "store must be a swiftpager.fleet.Store, not 'a'"),
    (lambda: fleet.run([], ANYTHING), TypeError, "store must be a swiftpager.fleet.Store, not 'a'"),
    (lambda: fleet.run([], Store("a"), threads=0), ValueError, "threads must be a whole number of at least 1, not 0"),
    (lambda: fleet.run([], Store("a"), retries=-1), ValueError, "retries must be a whole number of at least 0, not -1"),
    (lambda: fleet.run([], Store("a"), slice_seconds=0), ValueError, "slice_seconds must be a number above 0, not 0"),
    (lambda: fleet.run([], Store("a"), longest_wait=-1), ValueError, "longest_wait must be a number of at least 0,"),
    (lambda: fleet.run_slice(walk(), Store("a"), longest_wait=-1), ValueError, "longest_wait must be a number of at"),
    (lambda: fleet.run_slice(ANYTHING, Store("a")), TypeError, "walk must be a swiftpager.fleet.Walk, not 'a'"),
    (lambda: fleet.retry(Store("a"), "b"), TypeError, "keys must be a list of keys, or a function; for one key"),
])
def test_a_wrong_argument_is_refused_with_its_name(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, call: Any, kind: type[Exception], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(kind, match=re.escape(words)):
        call()
    assert list(tmp_path.iterdir()) == []


# Files that cannot be read


class Broken(io.BytesIO):
    """A file on a disk that is broken."""

    def read(self, size: int | None = -1) -> bytes:
        raise OSError(errno.EIO, "Input/output error")


def test_a_store_that_cannot_be_read_or_listed_is_told_with_the_place(tmp_path: pathlib.Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(fleet.StoreError) as caught:
        Store(tmp_path)._folder.read("taken")
    assert caught.value.strerror == "the store cannot be read (Is a directory): fix that, or choose another place"
    assert caught.value.filename == str(tmp_path / "taken")
    (tmp_path / "file").write_text("")
    with pytest.raises(fleet.StoreError) as caught:
        list(Store(tmp_path / "file")._folder.names())
    assert (caught.value.strerror, caught.value.filename) == (
        "the store cannot be listed: Not a directory", f"{tmp_path / 'file'}/")


def test_a_slice_that_cannot_be_read_is_told_with_the_place(tmp_path: pathlib.Path) -> None:
    with pytest.raises(fleet.StoreError) as caught:
        Footer.read(Broken(b"PAR1" * 9), "a-000001.parquet")
    assert (caught.value.strerror, caught.value.filename) == (
        "a slice cannot be read: Input/output error", "a-000001.parquet")
    path = tmp_path / "b-000001.parquet"
    table = pyarrow.table({"id": [1]})
    pyarrow.parquet.write_table(table.replace_schema_metadata({KEY: json.dumps({"version": 99})}), path)
    told = f"{path} is not a slice of a fleet, or it is damaged (another version of swiftpager wrote it): move it ou"
    with pytest.raises(ValueError, match=re.escape(told)):
        Footer.read(path.open("rb"), str(path))
