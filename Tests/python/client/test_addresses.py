"""What of an address makes a list: the package for Python and the library have one rule."""

import itertools
import re

import pytest

import swiftpager
from conftest import REPOSITORY
from swiftpager import _addresses

QUERY = "query ($after: String) { items(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"
BASE = "http://h.example/graphql"
# Addresses of which some make one list.
ADDRESSES = [
    BASE, f"{BASE}?", "http://user:pass-word@h.example/graphql", "http://user@h.example/graphql",
    "http://h.example", "http://h.example?key=12345678", "http://h.example:80/graphql",
    *(f"{BASE}?{query}" for query in (
        "key", "key=", "key=1234567", "key=12345678", "key=87654321", "KEY=12345678", "api_key=12345678&shop=a",
        "api_key=87654321&shop=a", "api_key=87654321&shop=b", "shop=a&api_key=12345678", "shop=12345678",
        "key=ääää", "key=äää", "a=1&&key=12345678=9", "key=user@12345678", "key=12/345/678", "monkey=12345678",
        "key=12345678?key=12345678", "key%3D12345678", "key=12345678#part",
    )),
]


def fits(token: str, address: str) -> bool:
    """Whether the library lets a list at an address go on from a token."""
    with swiftpager.Client(address) as client:
        try:
            client.pager(QUERY, checkpoint=token)
        except swiftpager.ConfigurationError as error:
            if "the resume token belongs to another list: the endpoint is different" in str(error):
                return False
            raise
    return True


def token_at(address: str) -> str:
    with swiftpager.Client(address) as client:
        return client.pager(QUERY).resume_token()


def test_addresses_are_one_list_for_tokens_and_for_files() -> None:
    tokens = {address: token_at(address) for address in ADDRESSES}
    kept = {address: _addresses.without_secrets(address) for address in ADDRESSES}
    differing = [
        (one, other) for one, other in itertools.combinations(ADDRESSES, 2)
        if fits(tokens[one], other) != (kept[one] == kept[other])
    ]
    assert differing == []
    assert 1 < len(set(kept.values())) < len(ADDRESSES)


def test_the_names_of_secrets_are_those_of_the_library() -> None:
    text = (REPOSITORY / "Sources/PagerLists/Resuming/EndpointAddress.swift").read_text()
    names = re.search(r"secretNames: Set<String> = \[(.*?)\]", text, re.DOTALL)
    shortest = re.search(r"shortestSecret = (\d+)", text)
    assert names is not None and shortest is not None
    assert set(re.findall(r'"([^"]+)"', names[1])) == _addresses.SECRET_NAMES
    assert int(shortest[1]) == _addresses.SHORTEST_SECRET


@pytest.mark.parametrize("name", sorted(_addresses.SECRET_NAMES))
def test_each_name_is_known_in_any_case(name: str) -> None:
    address = f"{BASE}?{name.upper()}=12345678&shop=12345678"
    assert _addresses.without_secrets(address) == f"{BASE}?{name.upper()}=&shop=12345678"


@pytest.mark.parametrize(("kept", "whole", "restored"), [
    (f"{BASE}?key=&a=1", f"{BASE}?key=12345678&a=1", f"{BASE}?key=12345678&a=1"),
    # Another path of the server takes the same key, another server does not.
    ("http://H.example/other?a=1&key=", f"{BASE}?key=12345678", "http://H.example/other?a=1&key=12345678"),
    ("http://h.example:8080/graphql?key=", f"{BASE}?key=12345678", "http://h.example:8080/graphql?key="),
    ("https://h.example/graphql?key=", f"{BASE}?key=12345678", "https://h.example/graphql?key="),
    (f"{BASE}?token=", f"{BASE}?key=12345678", f"{BASE}?token="),
    (f"{BASE}?key=main", f"{BASE}?key=12345678", f"{BASE}?key=main"),
    (f"{BASE}?key=", f"{BASE}?key=main", f"{BASE}?key="),
])
def test_an_address_gets_the_secrets_of_its_server_back(kept: str, whole: str, restored: str) -> None:
    assert _addresses.with_secrets_of(kept, whole) == restored


@pytest.mark.parametrize(("address", "has_user"), [
    (BASE, False), ("http://user@h.example", True), ("http://user:pass-word@h.example/", True),
    ("http://:pass-word@h.example?a", True), (f"{BASE}?mail=a@h.example", False), ("http://h.example/a@b", False),
])
def test_a_user_is_found(address: str, has_user: bool) -> None:
    assert _addresses.has_user(address) == has_user
