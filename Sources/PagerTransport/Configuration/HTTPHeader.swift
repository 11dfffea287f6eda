/// A header field of a request.
package struct HTTPHeader: Sendable, Hashable {
  /// The field's name, a token; compared without regard to case.
  package var name: String
  /// The field's value. Spaces and tabs around it carry no meaning and are not sent.
  package var value: String

  /// Takes name and value unchecked; `TransportConfiguration` checks them.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension HTTPHeader {
  /// What HTTP does not allow of name and value; nil if it allows both. Values may be secrets, and the text has none.
  package var fault: String? {
    guard Self.isToken(name) else { return "a name that HTTP does not allow; use letters, digits and hyphens" }
    guard !Self.isFieldValue(value) else { return nil }
    return "a control character (such as a line break) in the value of '\(name)'; it must be one line of text"
  }

  /// Whether `text` may be a field's name: a token, RFC 9110 section 5.6.2.
  package static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  /// Whether `text` may be a field's value: no control character but the tab, RFC 9110 section 5.5. CR and LF would
  /// start a new header, NUL would cut the string short on its way through C.
  static func isFieldValue(_ text: String) -> Bool {
    !text.utf8.contains { byte in (byte < 0x20 && byte != 0x09) || byte == 0x7f }
  }

  /// Whether this header's name is `other`, which is given in lower case.
  package func isNamed(_ other: String) -> Bool {
    name.utf8.elementsEqual(other.utf8) { own, lowercase in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(own) ? own | 0x20 == lowercase : own == lowercase
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default:
      "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension [HTTPHeader] {
  /// These headers without those that have the name of one of `others`, and `others` after them.
  package func replacing(with others: [HTTPHeader]) -> [HTTPHeader] {
    filter { header in !others.contains { header.isNamed($0.name.lowercased()) } } + others
  }
}

extension TransportConfiguration {
  /// The headers of a request: the configuration's and the request's own. Before them come the library's headers that
  /// they do not replace. The `User-Agent` is missing, because libcurl writes it.
  package func allHeaders(and own: [HTTPHeader] = []) -> [HTTPHeader] {
    let given = headers.replacing(with: own)
    let defaults = [
      HTTPHeader(name: "Content-Type", value: "application/json"),
      HTTPHeader(name: "Accept", value: "application/graphql-response+json, application/json;q=0.9"),
    ]
    return defaults.filter { header in !given.contains { $0.isNamed(header.name.lowercased()) } } + given
  }
}
