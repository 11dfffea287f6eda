"""Headers of a response."""

import pytest

import swiftpager
from swiftpager import Headers

LINES = (
    b"Content-Type: application/json\r\nSet-Cookie: a=1\r\nset-cookie:b=2 \r\nX-Colon: a:b\r\nno header\r\nX-Empty:\r\n"
)


def test_names_have_no_case_and_of_several_the_first_counts() -> None:
    headers = Headers(LINES)
    assert headers["content-type"] == headers["CONTENT-TYPE"] == "application/json"
    assert headers["set-cookie"] == headers.get("Set-Cookie") == "a=1"
    assert headers.get_all("SET-COOKIE") == ["a=1", "b=2"]
    assert (headers["x-colon"], headers["x-empty"]) == ("a:b", "")
    assert list(headers) == ["content-type", "set-cookie", "x-colon", "x-empty"]
    assert len(headers) == 4 and "no header" not in headers


def test_what_is_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Headers(LINES)["accept"]
    assert Headers().get("accept") is None and Headers().get_all("accept") == []


def test_every_byte_stands_for_a_character() -> None:
    assert Headers(b"X-Name: caf\xe9")["x-name"] == "caf\u00e9"


@pytest.mark.parametrize("line", ["Authorization: Bearer s3cr3tvalue", "s3cr3tvalue x"])
def test_what_is_not_a_name_may_be_a_secret_and_is_not_shown(line: str) -> None:
    with pytest.raises(swiftpager.ConfigurationError, match="header 0 has a name that HTTP does not allow") as caught:
        swiftpager.Client("http://127.0.0.1:1/", headers={line: "x"})
    assert "s3cr3tvalue" not in str(caught.value) and caught.value.path == "/headers"
    with swiftpager.Client("http://127.0.0.1:1/") as client:
        with pytest.raises(swiftpager.ConfigurationError, match="a name that HTTP does not allow") as caught:
            client.execute("{ a }", headers={line: "x"})
    assert "s3cr3tvalue" not in str(caught.value)
