import PagerBytes
import PagerLocks
import PagerTransport

/// Whether a client's server takes compressed requests, as far as it has said (RFC 7694).
package final class RequestCompression: Sendable {
  private enum Standing {
    /// Nothing is known but what the newest answer says, which is looked at when it matters.
    case unknown(ResponseHeaders?)
    case taken
    case refused
  }

  private let standing = Mutex(Standing.unknown(nil))

  /// Nil where requests are sent as they are.
  package init?(isEnabled: Bool) {
    guard isEnabled else { return nil }
  }

  /// Whether answers are to be shown to `note`.
  var isOpen: Bool { standing.withLock { if case .unknown = $0 { true } else { false } } }

  func note(_ result: Result<HTTPResponse, TransportError>) {
    guard case .success(let response) = result, let headers = response.headers else { return }
    // What it takes the place of goes outside the lock.
    let old = standing.withLock { standing -> ResponseHeaders? in
      guard case .unknown(let old) = standing else { return headers }
      standing = .unknown(headers)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Whether a large request is to be compressed.
  var isWanted: Bool {
    let headers: ResponseHeaders?
    switch standing.withLock({ $0 }) {
    case .unknown(let newest): headers = newest
    case .taken: return true
    case .refused: return false
    }
    guard let headers, headers.takeGzip else { return false }
    standing.withLock { if case .unknown = $0 { $0 = .taken } }
    return true
  }

  /// The server has refused a compressed request.
  func refuse() {
    standing.withLock { $0 = .refused }
  }
}

extension ResponseHeaders {
  /// Whether the server says that it takes requests in gzip.
  var takeGzip: Bool {
    guard let range = value(of: "accept-encoding") else { return false }
    let value = bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
    return value.lowercased().split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { part in String(part.filter { $0 != " " && $0 != "\t" }) }
      guard let name = parts.first, name == "gzip" || name == "x-gzip" else { return false }
      // A weight of nothing means: not this one.
      return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
    }
  }
}
