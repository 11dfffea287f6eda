"""The libraries that a wheel contains beside its own, for every machine."""

# What the library links, and what libcurl needs for HTTP. A new one is a decision.
COPIES = {
    "libbrotlicommon", "libbrotlidec", "libcrypto", "libcurl", "libidn2", "libjansson", "libnghttp2", "libsqlite3",
    "libssl", "libunistring", "libzstd",
}
# Debian's packages of these, by which their licences are named. That of curl is the source package.
PACKAGES = {
    "curl", "libbrotli1", "libidn2-0", "libjansson4", "libnghttp2-14", "libsqlite3-0", "libssl3", "libunistring2",
    "libzstd1",
}
INSIDE = {"swift", "swift-collections", "OpenCombine", "simdjson", "swiftpager"}
LICENCES = {"LICENSE"} | {f"{name}.txt" for name in PACKAGES | INSIDE}
# What curl_version_info says of the features and protocols of the wheel's libcurl.
CURL_FEATURES = {
    "AsynchDNS", "HTTP2", "HTTPS-proxy", "IDN", "IPv6", "Largefile", "SSL", "UnixSockets", "brotli", "libz",
    "threadsafe", "zstd",
}
CURL_PROTOCOLS = ["http", "https"]
