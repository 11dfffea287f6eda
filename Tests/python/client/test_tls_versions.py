"""The library speaks TLS 1.2 or newer, also on a system whose own settings allow older versions."""

import json
import os
import pathlib
import socket
import ssl
import subprocess
import sys
import threading
import warnings

import pytest

from conftest import BINDING, LIMIT_SECONDS, endpoint

# A system that allows everything that OpenSSL can still speak.
OLD_SYSTEM = """openssl_conf = settings
[settings]
ssl_conf = of_tls
[of_tls]
system_default = old
[old]
MinProtocol = TLSv1
CipherString = DEFAULT@SECLEVEL=0
"""
HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
ASKS_WITH_SWIFTPAGER = """
import sys, swiftpager
with swiftpager.Client(sys.argv[1], ca_file=sys.argv[2], proxy="", retry={"max_attempts": 3}) as client:
    try:
        print(client.execute("{ version }")["data"]["version"])
    except swiftpager.NetworkError as error:
        print(error, error.attempts)
"""
ASKS_BY_PROXY = ASKS_WITH_SWIFTPAGER.replace("sys.argv[1]", "'http://host.test'").replace('""', "sys.argv[1]")
ASKS_WITH_PYTHON = """
import ssl, sys, urllib.request
context = ssl.create_default_context(cafile=sys.argv[2])
context.minimum_version = ssl.TLSVersion.TLSv1
context.set_ciphers("DEFAULT@SECLEVEL=0")
print(urllib.request.urlopen(sys.argv[1], b"{}", context=context).read().decode())
"""


def server_of(version):
    """A server that speaks one version only: its socket, and the context of its connections."""
    certificate = pathlib.Path(endpoint("SWIFTPAGER_TLS_CA")).with_name("server.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_suffix(".key"))
    context.set_ciphers("DEFAULT@SECLEVEL=0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        context.minimum_version = context.maximum_version = version
    return socket.create_server(("127.0.0.1", 0)), context


def answer_all(listener, context):
    """Tells each client the version that it speaks, until the listener is closed."""
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        try:
            with context.wrap_socket(connection, server_side=True) as secure:
                secure.recv(65536)
                body = json.dumps({"data": {"version": secure.version()}}).encode()
                secure.sendall(HEAD % len(body) + body)
        except OSError:
            # The client refuses.
            connection.close()


@pytest.fixture
def ask(tmp_path):
    """Asks a server of one version, in a process of an old system; returns what the program printed."""
    (tmp_path / "openssl.cnf").write_text(OLD_SYSTEM)
    environment = {**os.environ, "OPENSSL_CONF": str(tmp_path / "openssl.cnf"), "PYTHONPATH": str(BINDING)}

    def asked(version, program):
        listener, context = server_of(version)
        answering = threading.Thread(target=answer_all, args=(listener, context))
        answering.start()
        url = f"https://localhost:{listener.getsockname()[1]}/"
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program, url, endpoint("SWIFTPAGER_TLS_CA")],
            env=environment, capture_output=True, text=True, check=False, timeout=LIMIT_SECONDS,
        )
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        answering.join()
        assert done.returncode == 0, done.stderr
        return done.stdout

    return asked


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1])
def test_a_server_that_speaks_tls_1_1_at_most_is_refused(ask, version):
    # Without the library's own limit, this system would speak it.
    assert f'"{version.name.replace("_", ".")}"' in ask(version, ASKS_WITH_PYTHON)
    told = ask(version, ASKS_WITH_SWIFTPAGER)
    assert "no secure connection to https://localhost:" in told and "protocol version" in told
    assert "TLS 1.2 or newer" in told
    # Another attempt could not succeed.
    assert told.split()[-1] == "1"


def test_a_proxy_that_speaks_tls_1_1_at_most_is_refused(ask):
    assert "protocol version" in ask(ssl.TLSVersion.TLSv1_1, ASKS_BY_PROXY)


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_a_server_that_speaks_tls_1_2_or_1_3_is_answered(ask, version):
    assert ask(version, ASKS_WITH_SWIFTPAGER).strip() == version.name.replace("_", ".")
