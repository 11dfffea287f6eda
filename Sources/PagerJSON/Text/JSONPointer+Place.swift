extension JSONPointer {
  /// The path of the value at a byte of a text that is valid JSON up to that byte.
  ///
  /// - Parameter index: within a value, or behind the key of a member.
  init(toByte index: Int, of text: UnsafeBufferPointer<UInt8>) throws(JSONTextError) {
    var open: [Level] = []
    var position = 0
    while position < index {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "\""):
        let end = Self.endOfString(from: position, in: text)
        if case .object(nil)? = open.last {
          let key = try JSONValue(parsing: UnsafeBufferPointer(rebasing: text[position..<end])).string
          open[open.count - 1] = .object(key)
        }
        position = end - 1
      case UInt8(ascii: "{"): open.append(.object(nil))
      case UInt8(ascii: "["): open.append(.array(0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): open.removeLast()
      case UInt8(ascii: ","): open[open.count - 1].goOn()
      default: break
      }
      position += 1
    }
    self.init(tokens: open.compactMap(\.token))
  }

  /// An open object or array, with the key or index of the current value in it.
  private enum Level {
    /// Nil: its next key is still to come.
    case object(String?)
    case array(Int)

    var token: String? {
      switch self {
      case .object(let key): key
      case .array(let index): "\(index)"
      }
    }

    mutating func goOn() {
      switch self {
      case .object: self = .object(nil)
      case .array(let index): self = .array(index + 1)
      }
    }
  }

  /// The position behind the string that starts at a quote.
  private static func endOfString(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var position = start + 1
    while position < text.count, text[position] != UInt8(ascii: "\"") {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, text.count)
  }
}
