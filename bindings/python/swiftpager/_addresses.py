"""What of an endpoint's address makes a list, and what of it files and messages may have.

Another password, or another key in the query, does not make another list: keys are changed from time to time. The
library's `EndpointAddress` has the same rule for resume tokens, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable

# The names, in lower case, of what is a secret in a query.
SECRET_NAMES = frozenset({
    "key", "api_key", "apikey", "token", "access_token", "auth", "password", "secret", "sig", "signature", "code",
    "subscription-key",
})
# Shorter values, in bytes, are seldom secrets: `?key=main`.
SHORTEST_SECRET = 8


def has_user(address: str) -> bool:
    """Whether an address has a user or a password."""
    return _authority(address) != address


def without_secrets(address: str) -> str:
    """An address without user and password, and without the values of keys and the like in its query."""
    return _with_values(_authority(address), lambda name, value: "" if _is_secret(name, value) else value)


def with_secrets_of(address: str, whole: str) -> str:
    """An address whose secrets are left out, with those that another address of the same server has."""
    origin = _origin(whole)
    if _origin(address) != origin:
        return address
    known: dict[str, str] = {}
    _with_values(whole, lambda name, value: known.setdefault(name, value) if _is_secret(name, value) else value)
    return _with_values(address, lambda name, value: value or known.get(name, ""))


def without_query(address: str) -> str:
    """An address for people: any value of a query may be a secret that this package does not know."""
    from urllib.parse import urlsplit, urlunsplit  # Most programs show no address, and the import takes milliseconds.

    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _authority(address: str) -> str:
    """The address without user and password."""
    start, end = _place_of_authority(address)
    return address[:start] + address[start:end].rpartition("@")[2] + address[end:]


def _origin(address: str) -> str:
    start, end = _place_of_authority(address)
    return address[:end].lower() if start else ""


def _place_of_authority(address: str) -> tuple[int, int]:
    """Where user, host and port begin and end; at the address's beginning if it has none."""
    start = address.find("/")
    if start < 0:
        return 0, 0
    while address[start:start + 1] == "/":
        start += 1
    ends = [place for place in (address.find("/", start), address.find("?", start)) if place >= 0]
    return start, min(ends, default=len(address))


def _with_values(address: str, changed: Callable[[str, str], str]) -> str:
    """The address with other values in its query."""
    before, mark, query = address.partition("?")
    parameters = [parameter.partition("=") for parameter in query.split("&")]
    return before + mark + "&".join(
        f"{name}={changed(name, value)}" if equals else name for name, equals, value in parameters
    )


def _is_secret(name: str, value: str) -> bool:
    return name.lower() in SECRET_NAMES and len(value.encode(errors="surrogatepass")) >= SHORTEST_SECRET
