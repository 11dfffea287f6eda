import PagerBytes
import PagerLocks
import PagerTransport

/// Whether a client's server accepts compressed requests, as far as it has said so (RFC 7694).
package final class RequestCompression: Sendable {
  private enum Standing {
    /// Only the headers of the newest answer are known. They are read when a large request leaves.
    case unknown(ResponseHeaders?)
    case taken
    case refused
  }

  private let standing = Lock(Standing.unknown(nil))

  /// Nil if requests are sent as they are.
  package init?(isEnabled: Bool) {
    guard isEnabled else { return nil }
  }

  /// Whether `note` needs to see answers.
  var isOpen: Bool { standing.withLock { if case .unknown = $0 { true } else { false } } }

  func note(_ result: Result<TransportResponse, TransportError>) {
    guard case .success(let response) = result, let headers = response.headers else { return }
    // The replaced headers are released outside the lock.
    let old = standing.withLock { standing -> ResponseHeaders? in
      guard case .unknown(let old) = standing else { return headers }
      standing = .unknown(headers)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Whether to compress a large request.
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

  /// Notes that the server has refused a compressed request.
  func refuse() {
    standing.withLock { $0 = .refused }
  }
}

extension ResponseHeaders {
  /// Whether the server says that it accepts requests in gzip.
  var takeGzip: Bool {
    guard let range = value(of: "accept-encoding") else { return false }
    let value = bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
    return value.lowercased().split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { part in String(part.filter { $0 != " " && $0 != "\t" }) }
      guard let name = parts.first, name == "gzip" || name == "x-gzip" else { return false }
      // A weight of zero means that the server does not accept this encoding.
      return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
    }
  }
}
