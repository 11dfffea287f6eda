/// What of an endpoint's address makes a list.
///
/// Another password, or another key in the query, does not make another list: keys are changed from time to time.
struct EndpointAddress {
  /// The address without a user's name and password.
  let withoutUser: String
  /// The address without these, and without the values of keys and the like in its query.
  let withoutSecrets: String

  /// The names, in lower case, of what is a secret in a query.
  private static let secretNames: Set<String> = [
    "key", "api_key", "apikey", "token", "access_token", "auth", "password", "secret", "sig", "signature", "code",
    "subscription-key",
  ]
  /// Shorter values are seldom secrets: `?key=main`.
  private static let shortestSecret = 8

  init(_ address: String) {
    withoutUser = Self.withoutUser(address)
    withoutSecrets = Self.withoutSecrets(withoutUser)
  }

  private static func withoutUser(_ address: String) -> String {
    let bytes = address.utf8
    let slash = UInt8(ascii: "/")
    guard let start = bytes.firstIndex(of: slash).map({ bytes[$0...].prefix { $0 == slash }.endIndex }) else {
      return address
    }
    let end = bytes[start...].firstIndex { $0 == slash || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
    guard let mark = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return address }
    return String(address[..<start]) + String(address[bytes.index(after: mark)...])
  }

  private static func withoutSecrets(_ address: String) -> String {
    guard let mark = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return address }
    let query = address[address.utf8.index(after: mark)...]
    let parameters = query.split(separator: "&", omittingEmptySubsequences: false).map { parameter in
      guard let equals = parameter.utf8.firstIndex(of: UInt8(ascii: "=")) else { return parameter }
      let value = parameter[parameter.utf8.index(after: equals)...]
      let isSecret = value.utf8.count >= shortestSecret && secretNames.contains(parameter[..<equals].lowercased())
      return isSecret ? parameter[...equals] : parameter
    }
    return address[...mark] + parameters.joined(separator: "&")
  }
}
