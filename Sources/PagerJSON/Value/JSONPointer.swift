/// A JSON Pointer (RFC 6901): the way to one value inside another, such as `/data/products/edges/0`.
package struct JSONPointer: Sendable, Hashable {
  /// The keys and array indexes on the way, unescaped; empty: the whole value.
  package let tokens: [String]

  /// The pointer that takes these keys and indexes, one after the other.
  package init(tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Parses a pointer in its string form: empty, or every token preceded by `/`, with `~0` for `~` and `~1` for `/`.
  package init(parsing text: String) throws(JSONPointerError) {
    guard !text.isEmpty else {
      self.init()
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else {
      throw JSONPointerError(message: "the JSON Pointer \"\(text)\" must be empty or start with \"/\"")
    }
    var tokens: [String] = []
    for part in text.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let token = Self.unescaped(part) else {
        throw JSONPointerError(
          message: "the JSON Pointer \"\(text)\" has a \"~\" that is not followed by 0 or 1; write \"~0\" for \"~\"")
      }
      tokens.append(token)
    }
    self.init(tokens: tokens)
  }

  /// The pointer one step further: to the member `key`.
  package func appending(_ key: String) -> JSONPointer {
    JSONPointer(tokens: tokens + [key])
  }

  /// The array index of a token: digits without leading zeros. Nil for any other token, including `-`.
  package static func index(_ token: String) -> Int? {
    let digits = token.utf8
    guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    guard digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
    return Int(token)
  }

  private static func unescaped(_ part: Substring.UnicodeScalarView.SubSequence) -> String? {
    var token = String.UnicodeScalarView()
    var scalars = part.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "~" else {
        token.append(scalar)
        continue
      }
      switch scalars.next() {
      case "0": token.append("~")
      case "1": token.append("/")
      default: return nil
      }
    }
    return String(token)
  }
}

/// Why a string is not a JSON Pointer.
package struct JSONPointerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong and how to write it.
  package let message: String

  package var description: String { message }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer in its string form.
  package var description: String {
    var text = String.UnicodeScalarView()
    for token in tokens {
      text.append("/")
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text.append(contentsOf: "~0".unicodeScalars)
        case "/": text.append(contentsOf: "~1".unicodeScalars)
        default: text.append(scalar)
        }
      }
    }
    return String(text)
  }
}
