#!/usr/bin/env python3
"""Makes a throw-away certificate authority, and a server certificate for 127.0.0.1.

    throwaway_certificates.py DIRECTORY

Writes `ca.pem`, `server.pem` and `server.key`, and the intermediate keys and requests, with the `openssl` command. The
certificates are valid for two days; the tests make new ones each time.
"""

import argparse
import dataclasses
import pathlib
import subprocess
import sys

DAYS = "2"
# P-256 keys are quick to make, and every TLS library knows them.
NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
SERVER_EXTENSIONS = """\
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = IP:127.0.0.1, DNS:localhost
"""


@dataclasses.dataclass(frozen=True)
class Certificates:
    """Paths of the PEM files."""

    authority: pathlib.Path
    server: pathlib.Path
    server_key: pathlib.Path


def make(directory: pathlib.Path) -> Certificates:
    """Makes the files in an existing directory; raises `SystemExit` with openssl's message if openssl fails."""
    extensions = directory / "server.extensions"
    extensions.write_text(SERVER_EXTENSIONS, encoding="ascii")
    _openssl(directory, "req", "-x509", *NEW_KEY, "-days", DAYS, "-keyout", "ca.key", "-out", "ca.pem",
             "-subj", "/CN=swiftpager throw-away authority", "-addext", "keyUsage=critical,keyCertSign,cRLSign")
    _openssl(directory, "req", *NEW_KEY, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=127.0.0.1")
    _openssl(directory, "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
             "-days", DAYS, "-out", "server.pem", "-extfile", extensions.name)
    return Certificates(directory / "ca.pem", directory / "server.pem", directory / "server.key")


def _openssl(directory: pathlib.Path, *arguments: str) -> None:
    try:
        done = subprocess.run(["openssl", *arguments], cwd=directory, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        sys.exit("throwaway_certificates: the command 'openssl' is missing; install the package openssl")
    if done.returncode != 0:
        sys.exit(f"throwaway_certificates: openssl {arguments[0]} failed:\n{done.stderr}")


def main() -> None:
    """Makes the directory and the files in it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path)
    directory: pathlib.Path = parser.parse_args().directory
    directory.mkdir(parents=True, exist_ok=True)
    print(make(directory).authority)


if __name__ == "__main__":
    main()
