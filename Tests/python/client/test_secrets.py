"""Secrets in texts that the package itself quotes: it hides the same as the library does in its errors."""

from typing import Any

import pytest

import swiftpager
from raw_server import answer, raw_server
from swiftpager._secrets import HIDDEN, Secrets

# What stands before the host and behind the path of the address, the headers, a text, and the text without secrets.
CASES: list[tuple[str, str, dict[str, str], str, str]] = [
    # One secret is the beginning of another, or inside it: no part of the longer one stays.
    ("", "", {"X-Key": "abcdefgh", "X-Longer": "abcdefghijkl"}, "is abcdefghijkl", f"is {HIDDEN}"),
    ("", "", {"X-Longer": "abcdefghijkl", "X-Key": "efghijkl"}, "is abcdefghijkl", f"is {HIDDEN}"),
    ("", "", {"Authorization": "Bearer t0kent0ken"}, "t0kent0ken, Bearer t0kent0ken", f"{HIDDEN}, {HIDDEN}"),
    ("", "", {"Authorization": "Token a b\tc-secret"}, "c-secret", HIDDEN),
    ("", "", {"X-Key": "abcdefgh"}, "YWJjZGVmZ2g=", HIDDEN),
    # As written in the address, and as the server receives it.
    ("u:p%40ssw0rd@", "", {}, "p%40ssw0rd or p@ssw0rd", f"{HIDDEN} or {HIDDEN}"),
    ("u:p%40ssw0rd@", "", {}, "u:p@ssw0rd Basic dTpwQHNzdzByZA==", f"{HIDDEN} Basic {HIDDEN}"),
    ("a-person:a@", "", {}, "a-person", HIDDEN),
    ("", "?api_key=S3cr3tS3cr3t", {}, "S3cr3tS3cr3t, ?api_key=S3cr3tS3cr3t", f"{HIDDEN}, ?{HIDDEN}"),
    ("", "?api_key=a%20b%20c%20d%20e", {}, "a b c d e", HIDDEN),
    ("", "?a=1&b=abcdefgh=i&c", {}, "abcdefgh=i", HIDDEN),
    # Texts that are not secret, or too short to be.
    ("", "", {"Accept": "application/json"}, "application/json", "application/json"),
    ("", "", {"X-Key": "abcdefg"}, "abcdefg", "abcdefg"),
    ("", "?per_page=1000000", {}, "1000000", "1000000"),
    # The length counts in bytes.
    ("", "?key=%C3%A4%C3%A4%C3%A4%C3%A4", {}, "ääää", HIDDEN),
]


@pytest.mark.parametrize(("user", "query", "headers", "text", "shown"), CASES)
def test_the_package_hides_what_the_library_hides(
    user: str, query: str, headers: dict[str, str], text: str, shown: str
) -> None:
    with raw_server(lambda request: answer({"errors": [{"message": text}]})) as server:
        endpoint = server.url.replace("http://", f"http://{user}") + query
        with swiftpager.Client(endpoint, headers=headers) as client:
            with pytest.raises(swiftpager.GraphQLError) as caught:
                client.execute("{ a }")
            assert caught.value.errors[0]["message"] == shown
            assert client._secrets.hide(text) == shown


@pytest.mark.parametrize("proxy", ["http://a-person:pass%3Aword@localhost:1", "a-person:pass%3Aword@localhost:1"])
def test_a_proxy_has_secrets_too(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    assert Secrets("http://h/", {}, proxy).hide("pass:word a-person") == f"{HIDDEN} {HIDDEN}"
    assert Secrets("http://h/", {}, "").hide("pass:word") == "pass:word"
    monkeypatch.setenv("all_proxy", proxy)
    assert Secrets("http://h/", {}).hide("pass:word a-person") == f"{HIDDEN} {HIDDEN}"


def test_names_are_never_hidden() -> None:
    secrets = Secrets("http://h/", {"X-Key": "products-token"})
    path = ["products-token", 1]
    given: Any = [{"message": "products-token", "path": path, "products-token": {"a": "products-token"}}]
    assert secrets.hide_in_errors(given) == [{"message": HIDDEN, "path": path, "products-token": {"a": HIDDEN}}]
    # A value may be in a member of this name.
    assert secrets.hide_in({"path": "products-token", "count": 3, "none": None}) == {
        "path": HIDDEN, "count": 3, "none": None,
    }


def test_headers_of_one_request_and_of_an_authorizer_count() -> None:
    secrets = Secrets("http://h/", {"X-Key": "key-of-all"})
    own = secrets.with_headers({"X-Key": "key-of-one"})
    assert own.hide("key-of-all key-of-one") == f"{HIDDEN} {HIDDEN}"
    assert secrets.hide("key-of-all key-of-one") == f"{HIDDEN} key-of-one"
    secrets.authorized({"Authorization": "Bearer first-token"})
    secrets.authorized({"Authorization": "Bearer other-token"})
    assert secrets.hide("key-of-all first-token other-token") == f"{HIDDEN} first-token {HIDDEN}"
