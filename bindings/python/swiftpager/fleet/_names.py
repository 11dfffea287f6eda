"""The keys of walks as names of files: each key has one name, and no two keys have the same one."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import unquote

# With the number of a slice and the end of the name, this stays below the 255 bytes of a file's name.
LONGEST = 200
# A name, and what `named` leaves as it is.
NAME = re.compile(r"[A-Za-z0-9%][A-Za-z0-9._%-]*")
_PLAIN = re.compile(r"[A-Za-z0-9._-]")
_WHOLE_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_HASH_DIGITS = 32
_CUT = re.compile(rf"\.[0-9a-f]{{{_HASH_DIGITS}}}\Z")
# The end of the name of a walk's failure, beside which a walk's own name must not end so.
_RESERVED = ".error"


def named(key: str) -> str:
    """The name of a key: its bytes that are not letters, digits, "-", "_" or "." become `%` and two digits.

    So do a "-", "_" or "." at the beginning, and the "." of an ".error" at the end. Raises UnicodeEncodeError.
    """
    if _WHOLE_PLAIN.fullmatch(key) and not key.endswith(_RESERVED):
        return key
    plain = (sign if _PLAIN.fullmatch(sign) else "".join(map(_escaped, sign.encode())) for sign in key)
    name = "".join(plain)
    if name[:1] in ("-", "_", "."):
        name = _escaped(ord(name[0])) + name[1:]
    if name.endswith(_RESERVED):
        name = name.removesuffix(_RESERVED) + _escaped(ord(".")) + _RESERVED[1:]
    return name


def key_of(name: str) -> str:
    """The key that has a name."""
    return unquote(name, errors="surrogateescape")


def fitting(key: str) -> str:
    """The key itself, or if its name is too long its beginning and a hash of the whole key."""
    if len(named(key)) <= LONGEST:
        return key
    digits = hashlib.sha256(key.encode()).hexdigest()[:_HASH_DIGITS]
    beginning = key[:LONGEST]
    while len(named(beginning)) > LONGEST - len(digits) - 1:
        beginning = beginning[:-1]
    return f"{beginning}.{digits}"


def may_be_cut(key: str) -> bool:
    """Whether a key may be the beginning and the hash of a longer one."""
    # A sign has at most four bytes.
    return len(named(key)) > LONGEST - 12 and _CUT.search(key) is not None


def _escaped(byte: int) -> str:
    return f"%{byte:02X}"
