"""A walk: what to load, and its name in the store."""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import re
from collections.abc import Mapping
from typing import Any, Literal, Self
from urllib.parse import quote

from .. import _addresses
from .._documents import Query, printed
from .._json import written
from .._list_configs import Nested, Pagination, Since, as_dict
from .._pointers import size_place, with_variable
from . import _meaning, _names

# What makes a walk the walk that it is. Where its secrets are, how many items a page has, how often a request is tried
# again, and how long it may take, may change.
_IDENTITY = ("endpoint", "query", "variables", "pagination", "since", "nested", "partition", "constants")
_COLUMN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# The arguments that are mappings, some of which may be another kind of value.
_MAPPINGS: tuple[tuple[str, tuple[type, ...], str], ...] = (
    *(
        (name, (Mapping,), "a mapping")
        for name in ("variables", "headers_env", "pagination", "since", "partition", "constants")
    ),
    ("nested", (Mapping, str), "a mapping or a string"), ("retry", (Mapping, bool), "a mapping, True or False"),
)


@dataclasses.dataclass(frozen=True)
class Walk:
    """One paginated query, as plain data: JSON, picklable, and without a secret.

        walk = swiftpager.fleet.Walk(
            "https://example.com/graphql", QUERY, {"name": "swift"}, key="swift", partition={"owner": "apple"}
        )

    endpoint     the address of the server, without a user or password
    query        the query, as for `Client.pager`
    variables    its variables: values that JSON has
    key          the name of the walk in its store. One key always means the same walk. In the names of files, signs
                 other than letters, digits, "-", "_" and "." are escaped: "c++" is `c%2B%2B`. A key that is too long
                 for such a name is cut and ends with its hash
    headers_env  headers whose values are in environment variables of the process that runs a slice, as for `Client`
    pagination, since, nested
                 as for `Client.pager`
    retry        as for `Client`
    timeout      the seconds for one whole request; None for the default of 30, 0 for no limit
    partition    names and values of the folders of the walk's files: {"shop": "acme"} makes `shop=acme/`
    constants    texts that stand in each row of the walk, by the names of the columns that the store's `constants` name
    errors       what a walk does if pages have errors beside their data: "report", the default, makes it partial, and
                 with "keep" it is complete. It may change while the walk goes on
    page_size    how many items to ask for, in place of the number that `variables` have at the place that `pagination`
                 names as `first` or `limit`

    Raises ValueError and TypeError for a wrong argument. The library checks the query and its configs in a slice.
    """

    endpoint: str
    query: str
    variables: Mapping[str, Any] | None = None
    _: dataclasses.KW_ONLY
    key: str
    headers_env: Mapping[str, str] | None = None
    pagination: Pagination | Mapping[str, Any] | None = None
    since: Since | Mapping[str, Any] | None = None
    nested: Nested | Mapping[str, Any] | str | None = None
    retry: Mapping[str, Any] | bool | None = None
    timeout: float | None = None
    partition: Mapping[str, str | int] | None = None
    constants: Mapping[str, str] | None = None
    errors: Literal["report", "keep"] | None = None
    page_size: int | None = None

    def __post_init__(self) -> None:
        _check_key(self.key)
        for name in ("pagination", "since", "nested"):
            object.__setattr__(self, name, as_dict(getattr(self, name)))
        object.__setattr__(self, "key", _names.fitting(self.key))
        for name, kinds, expected in _MAPPINGS:
            value = getattr(self, name)
            if value is not None and not isinstance(value, kinds):
                raise TypeError(f"{name} must be {expected}, not {value!r}")
        _check_timeout(self.timeout)
        _check_endpoint(self.endpoint)
        query: Query = self.query
        object.__setattr__(self, "query", printed(query) or query)
        if not isinstance(self.query, str):
            raise TypeError(f"query must be a text or a parsed document, not {self.query!r}")
        _check_partition(self.partition or {})
        _check_constants(self.constants or {})
        if self.errors not in (None, "report", "keep"):
            raise ValueError(f'errors must be "report" or "keep", not {self.errors!r}')
        _check_page_size(self.page_size, self.size)
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if isinstance(value, Mapping):
                # A copy, which nothing else changes.
                object.__setattr__(self, field.name, json.loads(written(f"the walk's {field.name}", value)))

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Self:
        """The walk of a JSON object with the arguments as keys. Raises ValueError and TypeError for anything else."""
        if not isinstance(fields, Mapping):
            raise TypeError(f"a walk must be a JSON object, not {fields!r}")
        names = {field.name for field in dataclasses.fields(cls)}
        if unknown := sorted(fields.keys() - names):
            keys = ", ".join(sorted(names))
            raise ValueError(f"unknown: {', '.join(map(repr, unknown))}; the keys of a walk are {keys}")
        if missing := sorted({"endpoint", "query", "key"} - fields.keys()):
            raise ValueError(f"a walk needs {', '.join(map(repr, missing))}")
        return cls(**fields)

    def to_json(self) -> dict[str, Any]:
        """The walk as a JSON object, without what was not given."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    def to_kept(self) -> dict[str, Any]:
        """The walk as the files of a store have it: without the keys in its address."""
        return {**self.to_json(), "endpoint": _addresses.without_secrets(self.endpoint)}

    def restored(self, child: Walk) -> Walk:
        """A child as it was before a file of a store kept it: it has the keys of this walk's address."""
        return dataclasses.replace(child, endpoint=_addresses.with_secrets_of(child.endpoint, self.endpoint))

    def can_restore(self, child: Walk) -> bool:
        """Whether nothing of a child is lost in a file of a store."""
        kept = _addresses.without_secrets(child.endpoint)
        return _addresses.with_secrets_of(kept, self.endpoint) == child.endpoint

    def child(self, key: str, query: str, variables: Mapping[str, Any] | None = None, **options: Any) -> Walk:
        """A walk that this one leads to: its key is `<this key>.<key>`.

            comments = walk.child("comments", QUERY, {"name": "swift-nio"})
            assert comments.key == "swift.comments"

        It has the endpoint, `headers_env`, `retry`, `timeout` and `errors` of this walk, unless `options` have others.
        """
        own = {name: getattr(self, name) for name in ("endpoint", "headers_env", "retry", "timeout", "errors")}
        return Walk(query=query, variables=variables, key=f"{self.key}.{key}", **{**own, **options})

    @property
    def size(self) -> str | None:
        """The variable of the size of a page, or a pointer to a place inside one, as `pagination` names it."""
        names: Any = self.pagination or {}
        return size_place(names)

    @property
    def asked(self) -> Mapping[str, Any] | None:
        """The variables of the requests: with the size of a page that counts."""
        if self.page_size is None or self.size is None:
            return self.variables
        return with_variable(self.variables or {}, self.size, self.page_size)

    @property
    def hash(self) -> str:
        """A hash of what makes the walk what it is: 32 hexadecimal digits. The layout of the query does not matter."""
        return self._hash

    @functools.cached_property
    def _hash(self) -> str:
        return _meaning.hash_of(self._identity)

    @property
    def _identity(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _IDENTITY}

    @property
    def name(self) -> str:
        """The key as the names of files have it."""
        return self._name

    @functools.cached_property
    def _name(self) -> str:
        return _names.named(self.key)

    @property
    def folder(self) -> str:
        """The folder of the walk's files in the store: "" or `name=value/…/`."""
        return "".join(f"{name}={quote(str(value), safe='')}/" for name, value in (self.partition or {}).items())


def check_walk(walk: object) -> None:
    """Raises TypeError for anything but a walk."""
    if not isinstance(walk, Walk):
        raise TypeError(f"walk must be a swiftpager.fleet.Walk, not {walk!r}")


def _check_key(key: object) -> None:
    if not isinstance(key, str) or not key:
        raise TypeError(f"key must be a text that is not empty, not {key!r}")
    try:
        key.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"key must be a text that UTF-8 can encode, not {key!r}") from error


def _check_timeout(seconds: float | None) -> None:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float | None):
        raise TypeError(f"timeout must be a number of seconds, or None, not {seconds!r}")
    if seconds is not None and not 0 <= seconds < math.inf:
        raise ValueError(f"timeout must be a number of seconds of at least 0, or None, not {seconds!r}")


def _check_endpoint(endpoint: object) -> None:
    if not isinstance(endpoint, str):
        raise TypeError(f"endpoint must be a string, not {endpoint!r}")
    if _addresses.has_user(endpoint):
        raise ValueError("endpoint must not have a user or password: name environment variables in `headers_env`")


def _check_page_size(page_size: object, size: str | None) -> None:
    if page_size is None:
        return
    if isinstance(page_size, bool) or not isinstance(page_size, int) or page_size < 1:
        raise ValueError(f"page_size must be a whole number above 0, not {page_size!r}")
    if size is None:
        raise ValueError("page_size needs the place of the size: name `first` or `limit` in `pagination`")


def _check_partition(partition: Mapping[str, object]) -> None:
    for name, value in partition.items():
        if not _COLUMN.fullmatch(name):
            raise ValueError(f"partition: the name {name!r} must be letters, digits and '_', without a digit first")
        if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
            raise ValueError(f"partition: the value of {name!r} must be a text or a whole number, not {value!r}")


def _check_constants(constants: Mapping[str, object]) -> None:
    for name, value in constants.items():
        if not isinstance(name, str) or not name:
            raise ValueError(f"constants: the name of a column must be a text that is not empty, not {name!r}")
        if not isinstance(value, str):
            raise TypeError(f"constants: the value of {name!r} must be a text, not {value!r}")
