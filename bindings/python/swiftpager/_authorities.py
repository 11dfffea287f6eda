"""Which certificate authorities a wheel trusts.

A libcurl of the system knows where the system keeps them. The one inside a wheel was built on Debian, and runs wherever
the wheel is installed: so where a client names no `ca_file`, the file that OpenSSL's or curl's variable names is taken,
or else the first of the places that is there.
"""

from __future__ import annotations

import os
from os.path import basename, dirname, isdir, isfile, join

# OpenSSL's own, and that of curl's command.
VARIABLES = ("SSL_CERT_FILE", "CURL_CA_BUNDLE")
PLACES = (
    "/etc/ssl/certs/ca-certificates.crt",  # Debian, Ubuntu, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",  # Fedora, RHEL
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  # Fedora, RHEL, where the older path is gone
    "/etc/ssl/ca-bundle.pem",  # openSUSE
)


def is_bundled(library: str) -> bool:
    """Whether the library stands in a wheel with the libraries that it needs, as auditwheel lays them out."""
    package = dirname(library)
    return isdir(join(dirname(package), f"{basename(package)}.libs"))


def authorities(library: str, endpoint: object) -> str | None:
    """The file for a client that names none; None: libcurl's own choice. `library` is the file that was loaded."""
    if not isinstance(endpoint, str) or not endpoint.lower().startswith("https:") or not is_bundled(library):
        return None
    named = next(filter(None, map(os.environ.get, VARIABLES)), None)
    return named or next(filter(isfile, PLACES), None)
