"""Which certificate authorities a wheel trusts.

The system's libcurl knows where the system keeps its authorities. The libcurl inside a wheel was built on Debian but
runs on any system. If a client names no `ca_file`, the package therefore uses the file in OpenSSL's or curl's
environment variable, or else the first existing file of a list.
"""

from __future__ import annotations

import os
from os.path import basename, dirname, isdir, isfile, join

# OpenSSL's variable, and that of the curl command.
VARIABLES = ("SSL_CERT_FILE", "CURL_CA_BUNDLE")
PLACES = (
    "/etc/ssl/certs/ca-certificates.crt",  # Debian, Ubuntu, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",  # Fedora, RHEL
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  # Fedora and RHEL without the older path
    "/etc/ssl/ca-bundle.pem",  # openSUSE
)


def is_bundled(library: str) -> bool:
    """Whether the library is in a wheel together with the libraries that it needs, as auditwheel arranges them."""
    package = dirname(library)
    return isdir(join(dirname(package), f"{basename(package)}.libs"))


def authorities(library: str, endpoint: object) -> str | None:
    """The file for a client that names none; None leaves the choice to libcurl. `library` is the loaded file."""
    if not isinstance(endpoint, str) or not endpoint.lower().startswith("https:") or not is_bundled(library):
        return None
    named = next(filter(None, map(os.environ.get, VARIABLES)), None)
    return named or next(filter(isfile, PLACES), None)
