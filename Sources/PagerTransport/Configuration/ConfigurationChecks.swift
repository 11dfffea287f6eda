internal import PagerBytes

/// The rules that a configuration has to keep, each with a message for the user.
///
/// Every string ends up in C, and a NUL would cut it short there: the client must use exactly the values that were
/// checked.
extension TransportConfiguration {
  /// Checks every field, in the order of their declaration.
  ///
  /// - Throws: the first error found.
  func validate() throws(TransportConfigurationError) {
    _ = try parsedEndpoint()
    for (index, header) in headers.enumerated() {
      try Self.check(header, at: index)
    }
    try Self.check(timeout, as: .timeout, called: "the timeout")
    try Self.check(connectTimeout, as: .connectTimeout, called: "the connect timeout")
    guard maxResponseBytes > 0 else {
      throw TransportConfigurationError(
        field: .maxResponseBytes,
        message: "the limit on response bytes is \(maxResponseBytes); use at least 1")
    }
    guard maxConnections.map({ $0 > 0 }) ?? true else {
      throw TransportConfigurationError(
        field: .maxConnections,
        message: "the limit on connections is \(maxConnections ?? 0); use at least 1, or leave it out for no limit")
    }
    guard HTTPHeader.isFieldValue(userAgent) else {
      throw TransportConfigurationError(
        field: .userAgent,
        message: "the user agent holds a control character (such as a line break); it must be one line of text")
    }
    try Self.check(path: tls.caFile, as: .caFile, called: "the file of certificate authorities")
    try Self.check(path: tls.clientCertificate, as: .clientCertificate, called: "the client certificate")
    try Self.check(path: tls.clientKey, as: .clientKey, called: "the client key")
    guard tls.clientKey == nil || tls.clientCertificate != nil else {
      throw TransportConfigurationError(
        field: .clientKey, message: "a client key needs a client certificate; name both or neither")
    }
    try checkProxy()
    guard httpVersion != .http2 || isSecure else {
      throw TransportConfigurationError(
        field: .httpVersion,
        message: "HTTP/2 needs TLS; use an https endpoint, or leave the HTTP version to the library")
    }
  }

  /// The endpoint taken apart.
  ///
  /// - Throws: when it is not a URL, not http or https, or has no host.
  func parsedEndpoint() throws(TransportConfigurationError) -> URLParts {
    let parts: URLParts
    do {
      parts = try URLParts(parsing: endpoint)
    } catch {
      throw TransportConfigurationError(
        field: .endpoint,
        message: "the endpoint is not a URL (\(error.message)); write it like https://host/graphql")
    }
    guard let scheme = parts.scheme, scheme == "http" || scheme == "https" else {
      throw TransportConfigurationError(
        field: .endpoint,
        message: "the endpoint's scheme is '\(parts.scheme ?? "")'; use http or https")
    }
    // curl overlooks a third slash and takes the path's first part for the host, which cannot be what was meant.
    guard let host = parts.host, !host.isEmpty, !endpoint.has(":///") else {
      throw TransportConfigurationError(
        field: .endpoint, message: "the endpoint names no host; write it like https://host/graphql")
    }
    return parts
  }

  /// Checks a header.
  ///
  /// - Parameter index: its place among the others, for the error.
  package static func check(_ header: HTTPHeader, at index: Int) throws(TransportConfigurationError) {
    let field = TransportConfigurationError.Part.header(index: index, name: header.name)
    guard HTTPHeader.isToken(header.name) else {
      throw TransportConfigurationError(
        field: field,
        message: "header \(index) has a name that HTTP does not allow; use letters, digits and hyphens")
    }
    guard HTTPHeader.isFieldValue(header.value) else {
      throw TransportConfigurationError(
        field: field,
        message: "the value of header '\(header.name)' holds a control character (such as a line break); "
          + "it must be one line of text")
    }
    // Both say where a body ends. A second opinion would let one request be read as two.
    guard !header.isNamed("content-length"), !header.isNamed("transfer-encoding") else {
      throw TransportConfigurationError(
        field: field,
        message: "header '\(header.name)' cannot be set, because the library writes it itself; leave it out")
    }
  }

  private static func check(
    _ limit: Duration, as field: TransportConfigurationError.Part, called name: String
  ) throws(TransportConfigurationError) {
    guard limit >= .zero else {
      throw TransportConfigurationError(
        field: field, message: "\(name) is negative; use a positive time, or 0 for no limit")
    }
  }

  private static func check(
    path: String?, as field: TransportConfigurationError.Part, called name: String
  ) throws(TransportConfigurationError) {
    guard let path else { return }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw TransportConfigurationError(
        field: field, message: "\(name) must be the path of a file: not empty, and without a NUL character")
    }
  }

  private func checkProxy() throws(TransportConfigurationError) {
    guard let proxy, !proxy.isEmpty else { return }
    let parts: URLParts
    do {
      // Without a scheme curl takes http; the URL parser would guess from the host's name.
      parts = try URLParts(parsing: proxy.has("://") ? proxy : "http://" + proxy)
    } catch {
      throw TransportConfigurationError(
        field: .proxy, message: "the proxy is not a URL (\(error.message)); write it like http://host:3128")
    }
    guard let scheme = parts.scheme, Self.proxySchemes.contains(scheme) else {
      throw TransportConfigurationError(
        field: .proxy,
        message: "the proxy's scheme is '\(parts.scheme ?? "")'; use one of "
          + Self.proxySchemes.joined(separator: ", "))
    }
  }

  private static let proxySchemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
}

/// Why a transport cannot be made from a configuration.
package struct TransportConfigurationError: Error, Sendable, Hashable {
  /// The part of `TransportConfiguration` that is wrong.
  package enum Part: Sendable, Hashable {
    case endpoint
    /// The header at `index` of `headers`; `name` is its name as it was given.
    case header(index: Int, name: String)
    case timeout
    case connectTimeout
    case maxResponseBytes
    case maxConnections
    case userAgent
    case caFile
    case clientCertificate
    case clientKey
    case proxy
    case httpVersion
  }

  /// The part that is wrong.
  package let field: Part
  /// What is wrong with it and what to write instead; without values that may be secret.
  package let message: String
}

extension TransportConfigurationError: CustomStringConvertible {
  package var description: String { message }
}
