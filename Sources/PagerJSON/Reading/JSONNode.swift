package import CSimdjson

/// What a JSON value is.
package enum JSONKind: Sendable, Hashable {
  case object, array, string, number, bool, null

  /// The kind with its article, for messages.
  package var phrase: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}

/// One value of the text that a ``JSONReader`` is reading: a token of it, two words, free to copy.
///
/// Valid only inside the closure that ``JSONReader/read(_:_:)`` calls. Reaching a value skips everything before it in
/// constant time, however large that is.
package struct JSONNode {
  let text: UnsafePointer<csimdjson_text>
  /// The index of the value's first token.
  let token: UInt32

  /// What the value is.
  package var kind: JSONKind {
    switch firstByte {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// Where the value's text is, in bytes from the start of the received ones: exact, with no white space around it.
  package var range: Range<Int> {
    let start = offset(of: token)
    if isContainer { return start..<offset(of: lastToken) + 1 }
    // A scalar has no closing token; up to the next one only a separator and white space can follow it.
    var end = token + 1 < text.pointee.token_count ? offset(of: token + 1) : Int(text.pointee.length)
    while end > start, Self.isSpaceOrSeparator(text.pointee.bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func isSpaceOrSeparator(_ byte: UInt8) -> Bool {
    JSONSyntax.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
  }

  /// The value's text, in the bytes that are being read.
  var rawText: UnsafeBufferPointer<UInt8> {
    let range = range
    return UnsafeBufferPointer(start: text.pointee.bytes + range.lowerBound, count: range.count)
  }
}

// MARK: Tokens

/// For readers that walk the tokens themselves.
extension JSONNode {
  /// The tokens of the whole text.
  package var tokens: UnsafePointer<csimdjson_text> { text }

  /// The index of the value's first token among them.
  package var firstToken: UInt32 { token }

  /// The value that begins at a token.
  package init(tokens: UnsafePointer<csimdjson_text>, token: UInt32) {
    self.init(text: tokens, token: token)
  }
}

extension JSONNode {
  /// The byte that says what the value is.
  var firstByte: UInt8 { byte(at: token) }

  /// Whether the value is an object or an array: `{` and `[` differ in one bit.
  var isContainer: Bool { firstByte | 0x20 == UInt8(ascii: "{") }

  /// The last token of the value: the closing bracket, or the token itself.
  var lastToken: UInt32 {
    isContainer ? text.pointee.links[Int(token)] : token
  }

  /// The node at another token of the same text.
  func node(at token: UInt32) -> JSONNode {
    JSONNode(text: text, token: token)
  }

  func byte(at token: UInt32) -> UInt8 {
    text.pointee.bytes[offset(of: token)]
  }

  func offset(of token: UInt32) -> Int {
    Int(text.pointee.offsets[Int(token)])
  }
}
