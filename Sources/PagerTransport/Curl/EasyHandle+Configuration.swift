internal import CCurl

extension EasyHandle {
  /// Sets what is the same for all requests of a transport.
  ///
  /// - Throws: when libcurl lacks an option; all of them matter, and for security some of them must not be missing.
  func configure(for configuration: TransportConfiguration, headers: HeaderList) throws(CallFailure) {
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try setPost(configuration.endpoint)
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_USERAGENT, configuration.userAgent)
    try set(headers)
    // The empty string means every encoding that this libcurl can undo.
    try set(CURLOPT_ACCEPT_ENCODING, "")
    try setTimeout(configuration.timeout)
    try set(CURLOPT_CONNECTTIMEOUT_MS, Int(configuration.connectTimeout.milliseconds))
    try configureConnection(for: configuration)
    try configureTLS(configuration.tls)
  }

  /// Sets how long a request may take; zero means no limit.
  func setTimeout(_ timeout: Duration) throws(CallFailure) {
    try set(CURLOPT_TIMEOUT_MS, Int(timeout.milliseconds))
  }

  private func configureConnection(for configuration: TransportConfiguration) throws(CallFailure) {
    // A library must not touch its host's signal handlers.
    try set(CURLOPT_NOSIGNAL, 1)
    // A name that is still being looked up must hold back neither a cancel nor the end of the thread.
    try set(CURLOPT_QUICK_EXIT, 1)
    try set(CURLOPT_TCP_NODELAY, 1)
    try set(CURLOPT_TCP_KEEPALIVE, 1)
    try set(CURLOPT_BUFFERSIZE, Self.receiveBufferSize)
    // What a proxy says of its tunnel is not the server's response.
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    if let proxy = configuration.proxy {
      try set(CURLOPT_PROXY, proxy)
    }
    try setVersion(configuration)
  }

  private func setVersion(_ configuration: TransportConfiguration) throws(CallFailure) {
    switch configuration.httpVersion {
    case .http1:
      try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    case .automatic, .http2:
      try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      // Requests that start together wait for the first connection, and share it when it turns out to be HTTP/2. Not
      // without TLS: there they would wait in vain, and one after the other.
      if configuration.isSecure {
        try set(CURLOPT_PIPEWAIT, 1)
      }
    }
  }

  private func configureTLS(_ tls: TLSConfiguration) throws(CallFailure) {
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    // Whatever the system's configuration still allows, to the server and to a proxy.
    let oldest = Int(CURL_SSLVERSION_TLSv1_2)
    try set(CURLOPT_SSLVERSION, oldest)
    try set(CURLOPT_PROXY_SSLVERSION, oldest)
    if let caFile = tls.caFile {
      try set(CURLOPT_CAINFO, caFile)
      // Else the system's directory of authorities would be trusted as well.
      try set(CURLOPT_CAPATH, nil)
    }
    if let certificate = tls.clientCertificate {
      try set(CURLOPT_SSLCERT, certificate)
      try set(CURLOPT_SSLKEY, tls.clientKey ?? certificate)
    }
  }

  /// Bytes read from a socket at once; curl's own 16 KiB would split a usual page.
  private static let receiveBufferSize = 64 << 10
}

/// The headers of requests as libcurl's linked list, built once for a transport, or for one request that has its own.
///
/// A class, because each easy handle keeps the bare pointer: the owner of such a handle holds this object beside it.
final class HeaderList {
  /// The head of the list.
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  /// The configuration's headers, and before them those of the library that the configuration does not replace.
  ///
  /// - Parameter own: those of a request, which replace others.
  init(for configuration: TransportConfiguration, and own: [HTTPHeader] = []) throws(CallFailure) {
    let headers = configuration.allHeaders(and: own)
    for header in headers {
      try append(Self.line(for: header))
    }
    // "Expect:" without a value removes curl's own `Expect: 100-continue`, which costs a round trip on large bodies.
    if !headers.contains(where: { $0.isNamed("expect") }) { try append("Expect:") }
  }

  deinit {
    curl_slist_free_all(first)
  }

  /// `Name: value`; for an empty value `Name;`, because curl takes `Name:` for a wish to remove the header.
  private static func line(for header: HTTPHeader) -> String {
    let isBlank = header.value.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return isBlank ? "\(header.name);" : "\(header.name): \(header.value)"
  }

  private func append(_ line: String) throws(CallFailure) {
    // On failure the list stays as it was; on success its head stays the same but for the first line.
    guard let list = curl_slist_append(first, line) else { throw .outOfMemory }
    first = list
  }
}
