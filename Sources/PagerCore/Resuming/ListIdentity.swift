import PagerJSON
import PagerState

/// What a list is, whatever page it is at: its queries, their variables but for cursors and sizes, and how it is read.
package struct ListIdentity: Sendable, Hashable {
  private var hash = StableHash()

  /// - Parameter kind: the type of the list, and the ends at which it grows.
  init(kind: String, _ documents: [(parsed: ParsedDocument, pageVariables: [String?])]) {
    hash.combine(kind)
    for (parsed, pageVariables) in documents {
      hash.combine(parsed.document.query)
      hash.combine(parsed.document.operationName ?? "")
      for (name, value) in parsed.variables.sorted(by: { $0.key < $1.key }) where !pageVariables.contains(name) {
        hash.combine(name)
        hash.combine(value.textWithoutWhiteSpace)
      }
      // Where the variables of one document end.
      hash.combine(UInt64(parsed.variables.count { !pageVariables.contains($0.key) }))
    }
  }

  /// A list that is told by texts and a number.
  package init(kind: String, texts: [String], number: UInt64) {
    hash.combine(kind)
    for text in texts { hash.combine(text) }
    hash.combine(number)
  }

  /// The hash of the list at an endpoint.
  package func hash(at endpoint: String) -> UInt64 {
    var hash = hash
    hash.combine(endpoint.addressWithoutCredentials)
    return hash.value
  }
}

extension RawJSON {
  /// The value's text as it is, but for the white space between its parts.
  fileprivate var textWithoutWhiteSpace: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else {
        if byte == UInt8(ascii: " ") || (0x09...0x0d).contains(byte) { continue }
        isInString = byte == UInt8(ascii: "\"")
      }
      text.append(byte)
    }
    return text
  }
}

extension String {
  /// The address without a user's name and password: another password is no other list.
  fileprivate var addressWithoutCredentials: String {
    let bytes = utf8
    let slash = UInt8(ascii: "/")
    guard let start = bytes.firstIndex(of: slash).map({ bytes[$0...].prefix { $0 == slash }.endIndex }) else {
      return self
    }
    let end = bytes[start...].firstIndex { $0 == slash || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
    guard let mark = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return self }
    return String(self[..<start]) + String(self[bytes.index(after: mark)...])
  }
}
