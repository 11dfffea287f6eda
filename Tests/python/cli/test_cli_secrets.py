"""Secrets, which the command must never show and removes from all its messages."""

import pytest

from swiftpager.cli.secrets import HIDDEN, Secrets


@pytest.mark.parametrize(
    ("endpoint", "headers", "text", "shown"),
    [
        # One secret is the beginning of another, or inside it: no part of the longer one stays.
        ("http://h/", {"X-Key": "abcd", "X-Longer": "abcdefgh"}, "is abcdefgh", f"is {HIDDEN}"),
        ("http://h/", {"X-Longer": "abcdefgh", "X-Key": "efgh"}, "is abcdefgh", f"is {HIDDEN}"),
        ("http://h/", {"Authorization": "Bearer t0ken"}, "t0ken, Bearer t0ken", f"{HIDDEN}, {HIDDEN}"),
        # As written in the address, and as the server receives it.
        ("http://u:p%40ssw0rd@h/", {}, "p%40ssw0rd or p@ssw0rd", f"{HIDDEN} or {HIDDEN}"),
        ("http://h/?api_key=S3cr3tS3cr3t", {}, "S3cr3tS3cr3t, ?api_key=S3cr3tS3cr3t", f"{HIDDEN}, ?{HIDDEN}"),
        ("http://h/?api_key=a%20b%20c%20d%20e", {}, "a b c d e", HIDDEN),
        # Texts that are not secret, or too short to be.
        ("http://h/", {"Accept": "application/json", "X-Key": "abc"}, "abc application/json", "abc application/json"),
        # The shortest secrets: four characters, and eight in a query.
        ("http://h/", {"X-Key": "abcd"}, "abcd", HIDDEN),
        ("http://h/?api_key=abcdefgh", {}, "abcdefgh", HIDDEN),
        ("http://h/?per_page=1000000", {}, "1000000", "1000000"),
    ],
)
def test_secrets_are_hidden_whole(endpoint: str, headers: dict[str, str], text: str, shown: str) -> None:
    assert Secrets(endpoint, headers).hide(text) == shown
