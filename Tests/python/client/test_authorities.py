"""The certificate authorities for a wheel's own libcurl; Tests/wheel connects with them."""

import pytest

import swiftpager
from conftest import endpoint
from swiftpager import _authorities

ENDPOINT = "https://example.com/graphql"


@pytest.fixture
def bundled(tmp_path, monkeypatch):
    """The library of a package after auditwheel, on a system without any authorities."""
    for variable in _authorities.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(_authorities, "PLACES", tuple(str(tmp_path / name) for name in ("first", "second", "third")))
    (tmp_path / "swiftpager").mkdir()
    (tmp_path / "swiftpager.libs").mkdir()
    return str(tmp_path / "swiftpager" / "libswiftpager.so")


def test_the_first_place_that_is_there_is_taken(bundled, tmp_path):
    assert _authorities.authorities(bundled, ENDPOINT) is None
    for name in ("third", "second", "first"):
        (tmp_path / name).touch()
        assert _authorities.authorities(bundled, ENDPOINT) == str(tmp_path / name)


def test_a_variable_goes_before_the_places(bundled, tmp_path, monkeypatch):
    (tmp_path / "first").touch()
    monkeypatch.setenv("CURL_CA_BUNDLE", "/of/curl.pem")
    assert _authorities.authorities(bundled, ENDPOINT) == "/of/curl.pem"
    monkeypatch.setenv("SSL_CERT_FILE", "/of/openssl.pem")
    assert _authorities.authorities(bundled, ENDPOINT) == "/of/openssl.pem"
    monkeypatch.setenv("SSL_CERT_FILE", "")
    assert _authorities.authorities(bundled, ENDPOINT) == "/of/curl.pem"


def test_without_tls_no_authorities_are_needed(bundled, tmp_path):
    (tmp_path / "first").touch()
    assert _authorities.authorities(bundled, "http://example.com/graphql") is None
    assert _authorities.authorities(bundled, 42) is None


def test_a_libcurl_of_the_system_finds_its_authorities_itself(monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", "/of/openssl.pem")
    assert _authorities.authorities("libswiftpager.so.0", ENDPOINT) is None
    assert _authorities.authorities("/usr/lib/libswiftpager.so.0", ENDPOINT) is None


def test_a_variable_that_names_no_file_fails_with_its_path(monkeypatch):
    monkeypatch.setattr(_authorities, "is_bundled", lambda library: True)
    monkeypatch.setenv("SSL_CERT_FILE", "/of/openssl.pem")
    with swiftpager.Client(endpoint("SWIFTPAGER_TLS_ENDPOINT") + "/good", retry=False) as client:
        with pytest.raises(swiftpager.NetworkError, match=r"/of/openssl\.pem"):
            client.execute("{ a }")
