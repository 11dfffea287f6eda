internal import PagerBytes
internal import PagerThreads

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// What a request says to its server or a proxy that no one else may read: values of headers, users, passwords, keys.
///
/// A server may repeat them in an error. So where a text of the server enters an error, they are hidden: also in
/// base64, in which Basic authentication sends them. Texts of less than ``shortest`` bytes are not, because they occur
/// by chance.
package final class RequestSecrets: Sendable {
  /// In place of a secret.
  static let hidden = "[hidden]"
  static let shortest = 8
  /// The headers whose values are not secret. A list of the secret ones would miss one.
  private static let harmless = ["accept", "accept-encoding", "accept-language", "content-type", "user-agent"]

  /// What all requests of a transport share, for a request with headers of its own.
  private let shared: RequestSecrets?
  private let headers: [HTTPHeader]
  /// The addresses of the endpoint and the proxies.
  private let addresses: [String]
  /// The texts to hide, the longest first; nil until they are needed.
  private let texts = Lock<[String]?>(nil)

  init(_ configuration: TransportConfiguration) {
    shared = nil
    headers = configuration.headers
    addresses = [configuration.endpoint] + (configuration.proxy.map { [$0] } ?? Self.environmentProxies)
  }

  private init(_ shared: RequestSecrets, and headers: [HTTPHeader]) {
    self.shared = shared
    self.headers = headers
    addresses = []
  }

  /// These, and those of a request's own headers: its caller's, and its authorizer's.
  package func with(_ headers: [HTTPHeader]) -> RequestSecrets {
    headers.isEmpty ? self : RequestSecrets(self, and: headers)
  }

  /// A text without the secrets.
  package func hide(in text: String) -> String {
    allTexts.reduce(text) { text, secret in text.hiding(secret) }
  }

  private var allTexts: [String] {
    let own = texts.withLock { texts in
      let found = texts ?? Self.find(in: headers, addresses)
      texts = found
      return found
    }
    guard let shared else { return own }
    return (own + shared.allTexts).sorted { $0.utf8.count > $1.utf8.count }
  }

  private static func find(in headers: [HTTPHeader], _ addresses: [String]) -> [String] {
    var found: Set<String> = []
    for header in headers where !harmless.contains(where: { header.isNamed($0) }) {
      found.insert(header.value)
      // What follows "Bearer" is a secret of its own.
      for word in header.value.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst() {
        found.insert(String(word))
      }
    }
    for address in addresses {
      // A proxy may lack its scheme.
      guard let parts = try? URLParts(parsing: address.has("://") ? address : "http://\(address)") else { continue }
      found.formUnion(parts.secrets)
    }
    let plain = found.filter { $0.utf8.count >= shortest }
    let encoded = plain.map { text in Array(text.utf8).withUnsafeBytes { Base64.text(of: $0) } }
    return plain.union(encoded).sorted { $0.utf8.count > $1.utf8.count }
  }

  private static var environmentProxies: [String] {
    let values = [
      getenv("http_proxy"), getenv("https_proxy"), getenv("HTTPS_PROXY"), getenv("all_proxy"), getenv("ALL_PROXY"),
    ]
    return values.compactMap { value in value.map { String(cString: $0) } }
  }
}

extension RequestSecrets? {
  /// A text without the secrets, if there are any.
  package func hide(in text: String) -> String { self?.hide(in: text) ?? text }
}

extension String {
  /// The text with another one in place of a part.
  fileprivate func hiding(_ part: String) -> String {
    var result = ""
    var rest = self[...]
    while let place = rest.firstPlace(of: part) {
      result += rest[..<place.lowerBound]
      result += RequestSecrets.hidden
      rest = rest[place.upperBound...]
    }
    return result.isEmpty ? self : result + rest
  }
}
