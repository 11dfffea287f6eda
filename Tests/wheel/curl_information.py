"""Says what a libcurl is and has, as JSON: `curl_information.py FILE`. It needs nothing but Python."""

import ctypes
import json
import sys
from typing import Any

# The members of curl_version_info_data up to the last one that 7.87.0 added, in order.
MEMBERS = (
    "age:i version:s number:i host:s features:i ssl:s ssl_number:l libz:s protocols:p ares:s ares_number:i idn:s"
    " iconv:i ssh:s brotli_number:i brotli:s nghttp2_number:i nghttp2:s quic:s cainfo:s capath:s zstd_number:i zstd:s"
    " hyper:s gsasl:s names:p"
)
TEXTS: Any = ctypes.POINTER(ctypes.c_char_p)
TYPES = {"i": ctypes.c_int, "l": ctypes.c_long, "s": ctypes.c_char_p, "p": TEXTS}
ELEVENTH = 10


class Information(ctypes.Structure):
    """curl_version_info_data."""

    _fields_ = [(name, TYPES[kind]) for name, kind in (member.split(":") for member in MEMBERS.split())]


def texts(pointer):
    """The texts of an array that ends with NULL."""
    found = []
    while pointer[len(found)]:
        found.append(pointer[len(found)].decode())
    return found


library = ctypes.CDLL(sys.argv[1])
library.curl_version.restype = ctypes.c_char_p
library.curl_version_info.restype = ctypes.POINTER(Information)
information = library.curl_version_info(ELEVENTH).contents
print(json.dumps({
    "version": library.curl_version().decode().split(),
    "features": texts(information.names),
    "protocols": sorted(texts(information.protocols)),
    "authorities": [information.cainfo.decode(), information.capath.decode()],
}))
