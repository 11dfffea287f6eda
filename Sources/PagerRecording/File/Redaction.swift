import PagerBytes
import PagerTransport

/// Keeps secrets out of a file that people commit.
///
/// A request's header keeps its value only if that is known to be harmless, because a program may choose any header for
/// its secret. In a response the other headers stay, because retries and hosts read them.
enum Redaction {
  static let mark = "REDACTED"

  private static let harmless: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "content-encoding",
    "content-type", "prefer", "user-agent",
  ]
  private static let secret = [
    "api-key", "apikey", "auth", "cookie", "credential", "csrf", "jwt", "password", "secret", "session", "signature",
    "token", "xsrf",
  ]
  private static let addresses: Set<String> = ["content-location", "link", "location", "refresh"]

  static func request(_ header: HTTPHeader) -> HTTPHeader {
    harmless.contains(header.name.lowercased()) ? header : HTTPHeader(name: header.name, value: mark)
  }

  static func response(_ header: HTTPHeader) -> HTTPHeader {
    let name = header.name.lowercased()
    if secret.contains(where: { name.has($0) }) { return HTTPHeader(name: header.name, value: mark) }
    guard addresses.contains(name) else { return header }
    return HTTPHeader(name: header.name, value: address(header.value))
  }

  /// An address without user and password, and without what follows its path.
  static func address(_ text: String) -> String {
    var bytes = Array(text.utf8)
    if let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      bytes = Array(bytes[...end]) + mark.utf8
    }
    if let slashes = start(ofHostIn: bytes) {
      let host = bytes[slashes...].prefix { $0 != UInt8(ascii: "/") }
      if let at = host.lastIndex(of: UInt8(ascii: "@")) { bytes.removeSubrange(slashes...at) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func start(ofHostIn bytes: [UInt8]) -> Int? {
    let slash = UInt8(ascii: "/")
    return bytes.indices.dropLast().first { bytes[$0] == slash && bytes[$0 + 1] == slash }.map { $0 + 2 }
  }
}
