internal import CCurl

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
