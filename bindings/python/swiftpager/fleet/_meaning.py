"""What makes a walk the walk that it is, compared by its meaning: layout and absent arguments make no other walk."""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from .. import _addresses

# The arguments that the first version hashed, absent ones included; stores have its hashes.
_EARLIER = ("endpoint", "query", "variables", "pagination", "since", "nested", "partition")
# The tokens of a GraphQL document. Strings and comments come first, so that what stands in them is left alone.
_TOKENS = re.compile(
    r'"""(?:\\"""|[^"]|"(?!""))*"""|"(?:\\.|[^"\\\n])*"|#[^\n\r]*|\.\.\.|[_A-Za-z][_0-9A-Za-z]*|-?[0-9][0-9A-Za-z.+-]*'
    r"|[^\s,\ufeff]"
)
# What only says whether a list at its end counts as complete, and so may change while the walk goes on. Earlier
# versions hashed it.
_OF_THE_END = frozenset({"check_total"})
# What plans of lists had whose filter leaves out the value itself.
_LAG_OF_STRICT_FILTER = 1
# What is the same as no `nested`.
_DEFAULT_NESTED = {"mode": "report"}


def parts_of(identity: Mapping[str, Any]) -> dict[str, str]:
    """A short hash of each argument that makes a walk the walk that it is."""
    return {name: _hash(value) for name, value in _meanings(_with_lag(identity, None)).items()}


def hash_of(identity: Mapping[str, Any]) -> str:
    """A hash of all these arguments: 32 hexadecimal digits."""
    return _hash(_meanings(_with_lag(identity, None)), 32)


def hashes_of(identity: Mapping[str, Any]) -> tuple[str, ...]:
    """The hashes by which a store may know the walk: this version's, and those of earlier ones, which had the lag."""
    lag = (identity.get("since") or {}).get("lag")
    digests = [hash_of(identity)]
    for one in (_with_lag(identity, given) for given in (None, _LAG_OF_STRICT_FILTER, lag)):
        whole = {**_meanings(one), "endpoint": one["endpoint"]}
        complete = {**_meanings(one, are_complete=True), "endpoint": one["endpoint"]}
        digests += [_hash(_meanings(one), 32), _hash(whole, 32), _hash(complete, 32), earlier_hash_of(one)]
    return tuple(dict.fromkeys(digests))


def earlier_parts_of(identity: Mapping[str, Any]) -> dict[str, str]:
    """The short hashes that the first version wrote, of the texts as they are."""
    return {name: _hash(identity[name]) for name in _EARLIER if identity[name] is not None}


def earlier_hash_of(identity: Mapping[str, Any]) -> str:
    """The hash that the first version wrote."""
    return _hash({name: identity[name] for name in _EARLIER}, 32)


def _with_lag(identity: Mapping[str, Any], lag: float | None) -> dict[str, Any]:
    """The arguments with a lag in `since`, or without one: how much a walk reads again may change."""
    since = identity["since"]
    if since is None:
        return dict(identity)
    bare = {name: value for name, value in since.items() if name not in ("lag", "shrinking_lag")}
    return {**identity, "since": bare if lag is None else {**bare, "lag": lag}}


def _meanings(identity: Mapping[str, Any], *, are_complete: bool = False) -> dict[str, Any]:
    values = {name: _meaning(name, value, is_complete=are_complete) for name, value in identity.items()}
    return {name: value for name, value in values.items() if value is not None}


def _meaning(name: str, value: Any, *, is_complete: bool) -> Any:
    if name == "endpoint":
        # Earlier versions hashed the keys of an address, too.
        return _addresses.without_secrets(value)
    if name == "pagination" and isinstance(value, Mapping) and not is_complete:
        value = {key: one for key, one in value.items() if key not in _OF_THE_END}
    if name == "query":
        return _tokens(value)
    if name == "nested" and isinstance(value, str):
        value = {"mode": value}
    if isinstance(value, Mapping) and (not value or (name == "nested" and value == _DEFAULT_NESTED)):
        return None
    return value


@functools.lru_cache(maxsize=64)
def _tokens(query: str) -> str:
    """A query without its layout and comments. The walks of a fleet have a few queries, and many variables."""
    return " ".join(token for token in _TOKENS.findall(query) if not token.startswith("#"))


def _hash(value: Any, digits: int = 12) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:digits]
